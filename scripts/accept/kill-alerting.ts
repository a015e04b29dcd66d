import { killWhileAlerting } from '../../apps/api/test/drills/alerting.ts';
import { onSite } from './on-site.ts';
import type { Result } from './row.ts';

export const title =
  'kill -9 while price alerts come due, 9 rounds, two processes: each tells its owner once, of the first quote that reached it, whether anybody saw it or not';
export const seconds = 200;

export function run(): Promise<Result> {
  return onSite({ processes: 2 }, (site) => killWhileAlerting(site, { rounds: 9, clients: 3 }));
}
