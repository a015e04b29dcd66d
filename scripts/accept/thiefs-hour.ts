import { thiefsHour } from '../../apps/api/test/drills/thief.ts';
import { onSite } from './on-site.ts';
import type { Result } from './row.ts';

export const title = 'A thief’s hour: a stolen session and password, every route of a client, two-factor on and off';

export function run(): Promise<Result> {
  return onSite({ processes: 1 }, (site) => thiefsHour(site));
}
