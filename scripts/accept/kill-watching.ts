import { killWhileWatching } from '../../apps/api/test/drills/watching.ts';
import { onSite } from './on-site.ts';
import type { Result } from './row.ts';

export const title =
  'kill -9 while stops, targets and orders come due, 9 rounds, two processes: each at the first quote that reached it, whether anybody saw it or not';
export const seconds = 150;

export function run(): Promise<Result> {
  return onSite({ processes: 2 }, (site) => killWhileWatching(site, { rounds: 9 }));
}
