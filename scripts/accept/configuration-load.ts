import { configureUnderLoad } from '../../apps/api/test/drills/configured.ts';
import type { Result } from './row.ts';
import { onSite } from './on-site.ts';

export const title =
  'two people change the configuration ten times under 200 orders a second over HTTP in two processes: in effect in both within one second, and no order is decided by a mix of old and new';
export const seconds = 45;
export const alone = true;

export function run(): Promise<Result> {
  return onSite({ processes: 2, rateLimits: false }, (site) => configureUnderLoad(site, { changes: 10 }));
}
