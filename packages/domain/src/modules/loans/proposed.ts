import type { Cents } from '../../money/index.ts';

/** What another person is asked to approve where one may not let it go alone. */
export type ApproveLoan = {
  readonly kind: 'approve_loan';
  readonly clientId: string;
  readonly loanId: string;
  readonly amount: Cents;
};
