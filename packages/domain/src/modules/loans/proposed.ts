import type { Cents } from '../../money/index.ts';

/** What a second person is asked to approve above the limit of one person. */
export type ApproveLoan = {
  readonly kind: 'approve_loan';
  readonly clientId: string;
  readonly loanId: string;
  readonly amount: Cents;
};
