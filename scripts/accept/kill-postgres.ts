import { killPostgres } from '../../apps/api/test/drills/kills.ts';
import type { Result } from './row.ts';
import { onSite } from './on-site.ts';

export const title = 'kill -9 of PostgreSQL under load, 5 rounds';

export function run(): Promise<Result> {
  return onSite({ processes: 1 }, (site) => killPostgres(site, { rounds: 5 }));
}
