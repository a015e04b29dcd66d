import { killWhileLinked } from '../../apps/api/test/drills/linked.ts';
import { onSite } from './on-site.ts';
import type { Result } from './row.ts';

export const title =
  'kill -9 while quotes reach one or both of two linked orders, 200 rounds, two processes: never both, never neither, the right one at the right quote';
export const seconds = 340;
/** Fifty rounds each, on a site of its own. */
export const parts = ['1', '2', '3', '4'];
const ROUNDS = 50;

export function run(part: string): Promise<Result> {
  return onSite({ processes: 2 }, (site) => killWhileLinked(site, { rounds: ROUNDS, seed: Number(part) }));
}
