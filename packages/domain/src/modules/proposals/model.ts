import type { Refusal } from '../../kernel/refusal.ts';
import { derived, id, json, nullable, oneOf, reading, type RowOf, table, text, time } from '../../kernel/table.ts';
import { type Act, actFromJson, actToJson, type StoredAct } from './act.ts';
import type { Member } from './staff.ts';

/** What one member of staff proposed and another decides (docs/spec/manage.md). */
export const PROPOSALS = table('proposal', {
  id,
  act: json<Act>({ from: (stored) => actFromJson(stored as StoredAct), to: actToJson }),
  proposedBy: id,
  lapsesAt: time,
  status: oneOf('waiting', 'approved', 'declined', 'refused'),
  reason: derived(text),
  /** The address of a member of staff to be added, and who has it by now. */
  email: derived(nullable(text)),
  member: derived(nullable(json<Member>())),
});
export type Proposal = RowOf<typeof PROPOSALS>;
/** What waits about a record. */
export const PROPOSALS_OF = reading<Proposal>('proposals about records');

declare module '../../kernel/decision.ts' {
  interface Changes {
    proposal_made: { readonly after: Proposal };
    proposal_moved: {
      readonly after: Proposal;
      readonly decidedBy: string;
      /** What the rules said, where they refused what was approved. */
      readonly refusal?: Refusal;
    };
    staff_added: {
      readonly memberId: string;
      readonly email: string;
      /** The one-time link by which they choose a password. */
      readonly linkHash: string;
      readonly expiresAt: Date;
    };
    /** Their password, sessions and links are gone with this commit. */
    staff_removed: { readonly memberId: string };
  }
}
