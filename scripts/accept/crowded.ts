import { tradeBesideCrowd } from '../../apps/api/test/drills/crowded.ts';
import { onSite } from './on-site.ts';
import type { Result } from './row.ts';

export const title =
  'Next to a client with a daily-loss limit and as many open trades as there may be, everyone else’s median order stays within 1.5 × of a quiet run';
export const seconds = 15;
export const alone = true;

export function run(): Promise<Result> {
  return onSite({ processes: 1, rateLimits: false }, (site) => tradeBesideCrowd(site, { rounds: 4, orders: 50 }));
}
