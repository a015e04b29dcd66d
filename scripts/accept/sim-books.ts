import type { Result } from './row.ts';
import { parts, simulated } from './sim.ts';

export const title =
  'Clients in four books: npm run sim -- --steps 30000 --books 4 on 10 seeds, two processes: no violation';
export const minutes = 60;
export const seconds = 45;
export { parts };

export function run(seed: string): Promise<Result> {
  return simulated(seed, 30_000, 4);
}
