import { raceDecisions } from '../../apps/api/test/drills/races.ts';
import type { Result } from './row.ts';
import { onSite } from './on-site.ts';

export const title = 'Approve and reject pressed together by two admins over two processes: one decision';

export function run(): Promise<Result> {
  return onSite({ processes: 2 }, (site) => raceDecisions(site, { rounds: 200, deposits: 60 }));
}
