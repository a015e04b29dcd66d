import { created, id, json, nullable, oneOf, type RowImage, table, text, time } from './table.ts';

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

type Audit = {
  readonly kind: 'audit';
  readonly actorId: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly clientId: string | null;
  readonly facts: Facts;
};
type Note = {
  readonly kind: 'note';
  readonly subjectId: string;
  readonly note: 'reason' | 'destination' | 'loan' | 'answer';
  readonly clientId: string;
  readonly body: Facts;
};

/** What a decision records besides its rows. */
export type Entered = Audit | Note;

/** Its row. */
export function recordRow(record: Entered, at: Date): RowImage {
  if (record.kind === 'audit') {
    const { kind: _, ...audit } = record;
    return created(AUDITS, { ...audit, at });
  }
  const { kind: _, note, ...rest } = record;
  return created(NOTES, { ...rest, kind: note, at });
}
