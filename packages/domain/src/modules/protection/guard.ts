import type { Context, Decision } from '../../kernel/decision.ts';
import type { Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { type Cents, formatUsd, max, min } from '../../money/index.ts';
import { minuteRoundedUp } from '../../periods/minutes.ts';
import { exposuresOf, openResult } from '../positions/exposure.ts';
import { limitNow, limitOf } from './limits.ts';
import { BREAKS } from './model.ts';
import { refuse } from './refusals.ts';
import { nextPeriod, resultToday, tallyOf } from './tally.ts';
import { standsUntil } from './time-out.ts';

/** Why a client can't open anything now under their own limits: a break, or a daily loss limit they reached. */
export function refuseOpening(state: State, party: Party, context: Context): Decision<never> | undefined {
  const onBreak = refuseOnBreak(state, party.id, context.now);
  if (onBreak) return onBreak;
  const limit = limitNow(limitOf(state, party.id, 'daily_loss'), context.now);
  if (limit === null) return undefined;
  const open = openResult(exposuresOf(state, party.id), context, party);
  const lost = lossToday(resultToday(tallyOf(state, party.id), context.now), open);
  if (lost < limit) return undefined;
  return refuse('limits.daily_loss', undefined, {
    lost: formatUsd(lost),
    limit: formatUsd(limit),
    until: minuteRoundedUp(nextPeriod('day', context.now)),
  });
}

/** Why a client can't add to what they trade with now: no deposit, plan, loan or new copy. */
export function refuseOnBreak(state: State, clientId: string, now: Date): Decision<never> | undefined {
  const timeOut = state.of(BREAKS).get(clientId);
  const until = standsUntil(timeOut, now);
  if (until === undefined) return undefined;
  if (until === null) return refuse('limits.excluded');
  return refuse(timeOut?.kind === 'self_exclusion' ? 'limits.self_exclusion' : 'limits.time_out', undefined, {
    until: minuteRoundedUp(until),
  });
}

/**
 * A day's loss in cents, zero or more: what the day's closings and financing took, and what the open positions would lose if they were closed
 * now. A gain that is still open makes no room, because it can still go.
 */
export function lossToday(result: Cents, open: Cents): Cents {
  return max(0n, -(result + min(0n, open)));
}
