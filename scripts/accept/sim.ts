import { command, lastLines } from './command.ts';
import type { Result } from './row.ts';

export const title = 'npm run sim -- --steps 100000 on 10 seeds: no violation';
export const minutes = 60;
export const seconds = 180;

/** The seeds. */
export const parts = Array.from({ length: 10 }, (_, i) => String(i + 1));

export async function run(seed: string): Promise<Result> {
  const ran = await command([process.execPath, 'sim/main.ts', '--seed', seed, '--steps', '100000', '--fresh']);
  const ok = ran.code === 0 && ran.output.includes('no violation');
  return {
    ok,
    figures: ok
      ? `seed ${seed}: 100,000 steps, no violation, ${Math.round(ran.seconds)} s`
      : `seed ${seed}: ${lastLines(ran)}`,
  };
}
