import { INTEREST_BPS } from './terms.ts';
import { command, module, rows } from '../../kernel/module.ts';
import { POSITIONS_OF, TRADES } from '../positions/model.ts';
import { afterTriggers } from '../trading/due.ts';
import { untilNow } from '../trading/financing.ts';
import type { ApproveLoan } from './proposed.ts';
import { decideApplyLoan } from './apply-loan.ts';
import { decideChargeInterest } from './charge-interest.ts';
import { decideCloseOutForLoan, decideCheckBorrowerMargin } from './close-out.ts';
import { decideReviewLoan } from './review-loan.ts';
import { decideCollectLoan, decideWriteOffLoan } from './end-of-term.ts';
import { LOANS, LOANS_OF } from './model.ts';
import { LOANS_REFUSALS } from './refusals.ts';
import { decideRepayLoan } from './repay-loan.ts';

type OfLoan = { readonly clientId: string; readonly loanId: string };
const ofLoan = { reads: ({ loanId }: OfLoan) => [rows(LOANS, loanId)] };
const withPositions = { reads: ({ clientId, loanId }: OfLoan) => [rows(LOANS, loanId), rows(POSITIONS_OF, clientId)] };

export const loans = module({
  name: 'loans',
  uses: ['funding', 'positions', 'protection', 'trading'],
  tables: [LOANS],
  refusals: LOANS_REFUSALS,
  limits: { interest_bps: INTEREST_BPS },
  locks: [LOANS],
  commands: {
    apply_loan: command(decideApplyLoan, {
      reads: ({ clientId }) => [rows(POSITIONS_OF, clientId), rows(LOANS_OF, clientId)],
    }),
    review_loan: command(decideReviewLoan, {
      ...withPositions,
      release: ({ clientId, loanId }, amount): ApproveLoan => ({ kind: 'approve_loan', clientId, loanId, amount }),
    }),
    charge_interest: command(decideChargeInterest, ofLoan),
    repay_loan: command(decideRepayLoan, ofLoan),
    collect_loan: command(decideCollectLoan, withPositions),
    write_off_loan: command(decideWriteOffLoan, withPositions),
    check_borrower_margin: command(decideCheckBorrowerMargin, withPositions),
    close_out_for_loan: command(decideCloseOutForLoan, {
      closes: untilNow,
      reads: ({ loanId, tradeId }) => [rows(LOANS, loanId), rows(TRADES, tradeId)],
      before: afterTriggers,
    }),
  },
});
