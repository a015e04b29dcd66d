import { reading } from '../../kernel/table.ts';

export type Verification = {
  readonly submission: string;
  readonly state: 'pending' | 'approved' | 'declined';
};

/** What became of a client's identity documents, by client, where a command is about that. */
export const VERIFICATIONS = reading<Verification>('verifications');

declare module '../../kernel/decision.ts' {
  interface Changes {
    verification_declined: {
      readonly clientId: string;
      readonly submission: string;
      readonly reason: string;
      readonly declinedBy: string;
    };
  }
}
