import { killServers } from '../../apps/api/test/drills/kills.ts';
import type { Result } from './row.ts';
import { onSite } from './on-site.ts';

export const title = 'kill -9 of the server at random moments under load, 20 rounds, one process';
export const seconds = 70;

export function run(): Promise<Result> {
  return onSite({ processes: 1 }, (site) => killServers(site, { rounds: 20 }));
}
