import { downtime } from '../../apps/api/test/drills/downtime.ts';
import type { Result } from './row.ts';

export const title =
  'Downtime on replayed candles, one process: kill -9 at random moments while 200 orders and stops of every kind wait and 1,000 trailing stops are set, amended and hit within seconds; each at the quote that reached it, by independent code';
export const seconds = 135;

export function run(): Promise<Result> {
  return downtime({ processes: 1, waiting: 200, trailing: 1_000, kills: 12 });
}
