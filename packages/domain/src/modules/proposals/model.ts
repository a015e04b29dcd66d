import type { Refusal } from '../../kernel/refusal.ts';
import {
  cents,
  derived,
  fixed,
  flag,
  id,
  json,
  nullable,
  oneOf,
  reading,
  type RowOf,
  rowsOf,
  table,
  text,
  time,
} from '../../kernel/table.ts';
import { type ProposedCommand, commandFromJson, commandToJson, type StoredCommand } from './proposed-command.ts';
import type { Member } from './staff.ts';

/** What one member of staff proposed and another decides (docs/spec/manage.md). */
export const PROPOSALS = table(
  'proposal',
  {
    id,
    kind: fixed(text),
    /** Whose books it is about; null where it is about staff or the site. */
    clientId: fixed(nullable(id)),
    /** The record that it is about, where the command names one. */
    subjectId: fixed(nullable(id)),
    amount: fixed(nullable(cents)),
    command: fixed(
      json<ProposedCommand>({ from: (stored) => commandFromJson(stored as StoredCommand), to: commandToJson }),
    ),
    proposedBy: fixed(id),
    proposedAt: fixed(time),
    lapsesAt: fixed(time),
    status: oneOf('waiting', 'approved', 'declined', 'refused'),
    decidedBy: nullable(id),
    decidedAt: nullable(time),
    /** The refusal, if the rules refused what was approved. */
    refusal: nullable(json<Refusal>()),
    reason: derived(text),
    /** The address of a member of staff to be added, and who has it by now. */
    email: derived(nullable(text)),
    member: derived(nullable(json<Member>())),
    /** Whether whoever proposed it may still do it: has the permissions that it takes, and all that it would give. */
    proposerMay: derived(flag),
  },
  { book: 'site', rule: 'G41' },
);
export type Proposal = RowOf<typeof PROPOSALS>;
/**
 * The approved proposal by which something that is set for everybody holds, or is going to, by the name of that (`sets` in proposed-command.ts).
 * Missing: nobody has set it.
 */
export const SET_BY = reading<string>('set by');
/** Proposals that wait about a record. */
export const PROPOSALS_OF = rowsOf(PROPOSALS, 'subjectId', { where: { status: ['waiting'] } });
