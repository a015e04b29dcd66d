import { sameKey } from '../../apps/api/test/drills/races.ts';
import type { Result } from './row.ts';
import { onSite } from './on-site.ts';

export const title = 'The same key 100 times in parallel, and again after kill -9 and a new start, one process';

export function run(): Promise<Result> {
  return onSite({ processes: 1 }, (site) => sameKey(site));
}
