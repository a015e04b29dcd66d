import type { Refusal } from '../../kernel/refusal.ts';
import { reading } from '../../kernel/table.ts';
import type { Act } from './act.ts';
import type { Member } from './staff.ts';

/** What one member of staff proposed and another decides (docs/spec/manage.md). */
export type Proposal = {
  readonly id: string;
  readonly act: Act;
  readonly proposedBy: string;
  readonly lapsesAt: Date;
  readonly status: 'waiting' | 'approved' | 'declined' | 'refused';
  readonly reason: string;
  /** The address of a member of staff to be added, and who has it by now. */
  readonly email: string | null;
  readonly member: Member | null;
};

/** What waits for a second person, where a command is about it. */
export const PROPOSALS = reading<Proposal>('proposals');
/** What waits about a record. */
export const PROPOSALS_OF = reading<Proposal>('proposalsOf');

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
