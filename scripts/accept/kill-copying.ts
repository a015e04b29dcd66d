import { killWhileCopying } from '../../apps/api/test/drills/copies.ts';
import type { Result } from './row.ts';
import { onSite } from './on-site.ts';

export const title = 'kill -9 while a trader’s 40 copiers are mirrored, 12 rounds, two processes';
export const seconds = 75;

export function run(): Promise<Result> {
  return onSite({ processes: 2 }, (site) => killWhileCopying(site, { rounds: 12 }));
}
