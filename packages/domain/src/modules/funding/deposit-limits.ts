import type { Decision } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { type Cents, formatUsd, max } from '../../money/index.ts';
import { minuteRoundedUp } from '../../periods/minutes.ts';
import { refuseOnBreak } from '../protection/guard.ts';
import { DEPOSIT_LIMITS, limitNow, limitOf } from '../protection/limits.ts';
import { type LimitKind, TALLIES } from '../protection/model.ts';
import { refuse } from '../protection/refusals.ts';
import { fundedSoFar, nextPeriod } from '../protection/tally.ts';
import { type Deposit, DEPOSITS } from './model.ts';

const PERIODS = { deposit_day: 'day', deposit_week: 'week', deposit_month: 'month' } as const satisfies Partial<
  Record<LimitKind, string>
>;

/** Why this amount can't be deposited now. Pending deposits count as if they had arrived; money that has arrived is always credited. */
export function refuseFunding(state: State, clientId: string, amount: Cents, now: Date): Decision<never> | undefined {
  const onBreak = refuseOnBreak(state, clientId, now);
  if (onBreak) return onBreak;
  const tally = state.of(TALLIES).get(clientId);
  if (tally === undefined) return undefined;
  const used = fundingUse(tally, state.of(DEPOSITS).values(), clientId, now);
  for (const kind of DEPOSIT_LIMITS) {
    const limit = limitNow(limitOf(state, clientId, kind), now);
    const period = PERIODS[kind];
    if (limit === null || used[period] + amount <= limit) continue;
    return refuse('limits.deposits', 'amount', {
      period,
      limit: formatUsd(limit),
      used: formatUsd(used[period]),
      left: formatUsd(max(0n, limit - used[period])),
      until: minuteRoundedUp(nextPeriod(period, now)),
    });
  }
  return undefined;
}

/** What counts toward the deposit limits: credits in the period, and requests that may still be paid. */
export function fundingUse(
  tally: Parameters<typeof fundedSoFar>[0],
  deposits: Iterable<Pick<Deposit, 'clientId' | 'amount' | 'status' | 'expiresAt'>>,
  clientId: string,
  now: Date,
): { day: Cents; week: Cents; month: Cents } {
  let coming = 0n;
  for (const deposit of deposits) {
    if (deposit.clientId !== clientId) continue;
    if (deposit.status === 'pending' || (deposit.status === 'awaiting_payment' && deposit.expiresAt > now))
      coming += deposit.amount;
  }
  const { day, week, month } = fundedSoFar(tally, now);
  return { day: day + coming, week: week + coming, month: month + coming };
}
