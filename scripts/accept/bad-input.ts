import { badInput } from '../../apps/api/test/drills/bad-input.ts';
import type { Result } from './row.ts';
import { onSite } from './on-site.ts';

export const title = 'Bad input to every route';
export const seconds = 90;

export function run(): Promise<Result> {
  return onSite({ processes: 1 }, (site) => badInput(site, { every: 1, runs: 200, texts: 10_000 }));
}
