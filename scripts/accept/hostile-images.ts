import { hostileImages } from '../../apps/api/test/drills/hostile-images.ts';
import { onSite } from './on-site.ts';
import type { Result } from './row.ts';

export const title = 'Hostile pictures: refused or drawn anew within 2 s, memory below +200 MB, no metadata';
export const seconds = 30;
export const alone = true;

export function run(): Promise<Result> {
  return onSite({ processes: 1 }, (site) => hostileImages(site, { inFull: true }));
}
