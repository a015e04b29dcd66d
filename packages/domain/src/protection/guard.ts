import { type Context, type Decision, refuse } from '../ledger/decision.ts';
import type { Deposit, LimitKind, Party, State } from '../ledger/state.ts';
import { type Cents, formatUsd, max, min } from '../money/index.ts';
import { exposuresOf, openResult } from '../trading/exposure.ts';
import { DEPOSIT_LIMITS, limitNow, limitOf } from './limits.ts';
import { fundedSoFar, nextPeriod, resultToday } from './tally.ts';
import { standsUntil } from './time-out.ts';

const PERIODS = { deposit_day: 'day', deposit_week: 'week', deposit_month: 'month' } as const satisfies Partial<
  Record<LimitKind, string>
>;

/** Why a client may open nothing now, by what they asked for themselves: a break, or a day's loss that is reached. */
export function refuseOpening(state: State, party: Party, context: Context): Decision | undefined {
  const onBreak = refuseOnBreak(state, party.id, context.now);
  if (onBreak) return onBreak;
  const protection = state.protections.get(party.id);
  const limit = limitNow(limitOf(protection, 'daily_loss'), context.now);
  if (protection === undefined || limit === null) return undefined;
  const open = openResult(exposuresOf(state, party.id), context, party);
  const lost = lossToday(resultToday(protection.tally, context.now), open);
  if (lost < limit) return undefined;
  return refuse('limits.daily_loss', undefined, {
    lost: formatUsd(lost),
    limit: formatUsd(limit),
    until: minuteOf(nextPeriod('day', context.now)),
  });
}

/** Why a client may add nothing to what they trade with now: no deposit, no plan, no loan, no new copy. */
export function refuseOnBreak(state: State, clientId: string, now: Date): Decision | undefined {
  const timeOut = state.protections.get(clientId)?.timeOut;
  const until = standsUntil(timeOut, now);
  if (until === undefined) return undefined;
  if (until === null) return refuse('limits.excluded');
  return refuse(timeOut?.kind === 'self_exclusion' ? 'limits.self_exclusion' : 'limits.time_out', undefined, {
    until: minuteOf(until),
  });
}

/** Why this much may not come in now. What is on its way counts as if it were here; money that has arrived is always credited. */
export function refuseFunding(state: State, clientId: string, amount: Cents, now: Date): Decision | undefined {
  const onBreak = refuseOnBreak(state, clientId, now);
  if (onBreak) return onBreak;
  const protection = state.protections.get(clientId);
  if (protection === undefined) return undefined;
  const used = fundingUse(protection.tally, state.deposits.values(), clientId, now);
  for (const kind of DEPOSIT_LIMITS) {
    const limit = limitNow(limitOf(protection, kind), now);
    const period = PERIODS[kind];
    if (limit === null || used[period] + amount <= limit) continue;
    return refuse('limits.deposits', 'amount', {
      period,
      limit: formatUsd(limit),
      used: formatUsd(used[period]),
      left: formatUsd(max(0n, limit - used[period])),
      until: minuteOf(nextPeriod(period, now)),
    });
  }
  return undefined;
}

/**
 * A day's loss in cents, zero or more: what the day's closings and financing took, and what the open positions would lose if they were closed
 * now. A gain that is still open makes no room, because it can still go.
 */
export function lossToday(result: Cents, open: Cents): Cents {
  return max(0n, -(result + min(0n, open)));
}

/** What counts against the deposit limits: what was credited in the period, and what was asked for and may still come. */
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

/** To the minute, rounded up, as sentences and letters name a moment; they add that it is UTC. */
export function minuteOf(time: Date): string {
  return new Date(Math.ceil(time.getTime() / 60_000) * 60_000).toISOString().slice(0, 16).replace('T', ' ');
}
