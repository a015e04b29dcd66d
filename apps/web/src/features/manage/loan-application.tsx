import type { LoanApplication } from '@clearbook/contracts/loans';
import { loanWords } from '@clearbook/contracts/words/loans';
import { Text } from '@mantine/core';
import { formatUsd, isZero } from '../../lib/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Facts } from './facts.tsx';
import classes from './manage.module.css';

const words = loanWords.review;

/** What staff weigh before they decide about a loan: what the client wrote, and their portfolio as it is now. */
export function LoanApplicationPanel({ loan }: { loan: LoanApplication }) {
  return (
    <Panel title={words.title}>
      <Facts
        facts={[
          [words.level, loanWords.level(loan.level)],
          [words.term, loanWords.days(loan.term_days)],
          [loanWords.interest, loanWords.percentAYear(loan.interest_percent)],
          [words.total, formatUsd(loan.total_to_repay.amount)],
          [words.required, formatUsd(loan.portfolio_required.amount)],
          [
            words.portfolio,
            <>
              {formatUsd(loan.portfolio.amount)}
              {loan.status === 'pending' ? (
                <Text span size="sm" c={loan.meets_portfolio ? 'var(--success)' : 'var(--danger)'} display="block">
                  {loan.meets_portfolio ? words.meets : words.short}
                </Text>
              ) : null}
            </>,
          ],
          [words.income, loan.monthly_income === null ? words.erased : formatUsd(loan.monthly_income.amount)],
          [words.goals, <span className={classes.wrap}>{loan.goals ?? words.erased}</span>],
          [words.owed, isZero(loan.owed.amount) ? null : formatUsd(loan.owed.amount)],
          [words.due, loan.due_on],
        ]}
      />
    </Panel>
  );
}
