import { killServers } from '../../apps/api/test/drills/kills.ts';
import type { Result } from './row.ts';
import { onSite } from './on-site.ts';

export const title = 'kill -9 of a server at random moments under load, 20 rounds, two processes';
export const seconds = 90;

export function run(): Promise<Result> {
  return onSite({ processes: 2 }, (site) => killServers(site, { rounds: 20 }));
}
