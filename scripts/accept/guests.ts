import { tradeBesideGuests } from '../../apps/api/test/drills/guests.ts';
import { onSite } from './on-site.ts';
import type { Result } from './row.ts';

export const title =
  '10,000 people try the demo at one time: 2,000 guests begin and the others are told so, nobody else’s books change, and other clients’ median order stays within 1.2 × of what it was';
export const seconds = 180;
export const alone = true;

export function run(): Promise<Result> {
  return onSite({ processes: 1, env: { TRUST_PROXY: '127.0.0.1' } }, (site) =>
    tradeBesideGuests(site, { guests: 10_000, orders: 40 }),
  );
}
