import type { Decision } from '../../kernel/decision.ts';
import { type Read, rows } from '../../kernel/module.ts';
import type { State } from '../../kernel/state.ts';
import { type Cents, formatUsd, max } from '../../money/index.ts';
import { minuteRoundedUp } from '../../periods/minutes.ts';
import { inForce, nameOf } from '../configuration/in-force.ts';
import { type ConfigValues, hundredths } from '../configuration/items.ts';
import { CONFIGURATION } from '../configuration/model.ts';
import { CLIENT_LEVELS, documentExpired, levelOf } from '../identity/level.ts';
import { STANDINGS } from '../identity/model.ts';
import { nextPeriod, tallyOf } from '../protection/tally.ts';
import { fundingUse } from './deposit-limits.ts';
import { DEPOSITS } from './model.ts';
import { refuse } from './refusals.ts';

export const LEVEL_PERIODS = ['day', 'month'] as const;
export type LevelPeriod = (typeof LEVEL_PERIODS)[number];

/** What decides how much a client of a live site can deposit. */
export function readLevel(clientId: string): Read[] {
  return [
    rows(STANDINGS, clientId),
    rows(CONFIGURATION, ...CLIENT_LEVELS.map((level) => nameOf('deposit_limit', level))),
  ];
}

/** A limit of a level in cents. Null: none. */
export function limitOfLevel(limits: ConfigValues['deposit_limit'], period: LevelPeriod): Cents | null {
  const limit = limits[period];
  return limit === null ? null : hundredths(limit);
}

/**
 * Why this amount can't be asked for at the client's level. Only the request is refused: money that has arrived is always credited, and a withdrawal
 * never has a limit.
 */
export function refuseBeyondLevel(
  state: State,
  clientId: string,
  amount: Cents,
  now: Date,
): Decision<never> | undefined {
  const standing = state.of(STANDINGS).get(clientId);
  // Demo mode: nobody has a level.
  if (standing === undefined) return undefined;
  const today = now.toISOString().slice(0, 10);
  const level = levelOf(standing, today);
  const limits = inForce(state, 'deposit_limit', level, now);
  const used = fundingUse(tallyOf(state, clientId), state.of(DEPOSITS).values(), clientId, now);
  for (const period of LEVEL_PERIODS) {
    const limit = limitOfLevel(limits, period);
    if (limit === null || used[period] + amount <= limit) continue;
    return refuse('deposit.level', 'amount', {
      level,
      expired: documentExpired(standing, today) ? 'yes' : 'no',
      period,
      limit: formatUsd(limit),
      used: formatUsd(used[period]),
      left: formatUsd(max(0n, limit - used[period])),
      until: minuteRoundedUp(nextPeriod(period, now)),
    });
  }
  return undefined;
}
