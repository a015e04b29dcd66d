import { raceWithdrawals } from '../../apps/api/test/drills/races.ts';
import type { Result } from './row.ts';
import { onSite } from './on-site.ts';

export const title = '50 withdrawals of everything at once, 200 rounds, one process, rate limits on';

export function run(): Promise<Result> {
  return onSite({ processes: 1, rateLimits: true }, (site) => raceWithdrawals(site, { rounds: 200 }));
}
