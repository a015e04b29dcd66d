import { oneOf, type RowOf, table, text } from '../../kernel/table.ts';

/** What became of a client's identity documents, by client, where a command is about that. */
export const VERIFICATIONS = table('verification', {
  submission: text,
  state: oneOf('pending', 'approved', 'declined'),
});
export type Verification = RowOf<typeof VERIFICATIONS>;

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
