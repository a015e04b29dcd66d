import type { DepositAllowance, DepositLimits } from '@clearbook/contracts/funding';
import { depositLimitWords as words } from '@clearbook/contracts/words/deposit-limits';
import { formatUsd } from '../../lib/format.ts';
import classes from './deposits.module.css';

/** A client's level, and what they can still deposit today and this month. */
export function LevelFacts({ limits, label }: { limits: DepositLimits; label: string }) {
  const { level, day, month } = limits;
  if (level === null) return null;
  return (
    <dl className={classes.limits}>
      <div>
        <dt>{label}</dt>
        <dd>{words.levels[level]}</dd>
      </div>
      <div>
        <dt>{words.day}</dt>
        <dd>{allowanceText(day)}</dd>
      </div>
      <div>
        <dt>{words.month}</dt>
        <dd>{allowanceText(month)}</dd>
      </div>
    </dl>
  );
}

function allowanceText(allowance: DepositAllowance | null): string {
  return allowance === null
    ? words.noLimit
    : words.left(formatUsd(allowance.left.amount), formatUsd(allowance.limit.amount));
}
