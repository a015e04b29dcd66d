import { created, id, json, nullable, oneOf, type RowImage, type RowOf, table, text, time } from './table.ts';

type Facts = Readonly<Record<string, string>>;

/** The audit log of staff, one line per action. */
export const AUDITS = table(
  'audit',
  {
    at: time,
    actorId: id,
    action: text,
    subjectType: text,
    subjectId: text,
    /** Null where it isn't about a single client. */
    clientId: nullable(id),
    facts: json<Facts>(),
  },
  { key: [], lock: 'none', book: 'site' },
);

/** What people wrote about records of the books. The latest note of each kind counts. */
export const NOTES = table(
  'note',
  {
    subjectId: id,
    kind: oneOf('reason', 'destination', 'loan', 'answer'),
    clientId: id,
    body: json<Facts>(),
    at: time,
  },
  { key: ['subjectId', 'kind'], sql: 'app.note', lock: 'none' },
);

type AuditRow = RowOf<typeof AUDITS>;
type NoteRow = RowOf<typeof NOTES>;

/** What a decision records besides its rows. A note names its kind in `note`. */
export type Entered =
  | ({ readonly kind: 'audit' } & Omit<AuditRow, 'at'>)
  | ({ readonly kind: 'note'; readonly note: NoteRow['kind'] } & Omit<NoteRow, 'kind' | 'at'>);

/** Its row. */
export function recordRow(record: Entered, at: Date): RowImage {
  if (record.kind === 'note') return created(NOTES, { ...record, kind: record.note, at });
  return created(AUDITS, { ...record, at });
}
