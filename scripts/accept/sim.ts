import { command, lastLines } from './command.ts';
import type { Result } from './row.ts';

export const title = 'npm run sim -- --steps 100000 on 10 seeds: no violation';
export const minutes = 60;
export const seconds = 130;

/** The seeds. */
export const parts = Array.from({ length: 10 }, (_, i) => String(i + 1));

export function run(seed: string): Promise<Result> {
  return simulated(seed, 100_000, 1);
}

export async function simulated(seed: string, steps: number, books: number): Promise<Result> {
  const options = { seed, steps: String(steps), books: String(books) };
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const ran = await command([process.execPath, 'sim/main.ts', ...given, '--fresh']);
  const ok = ran.code === 0 && ran.output.includes('no violation');
  return {
    ok,
    figures: ok
      ? `seed ${seed}: ${steps.toLocaleString('en')} steps, no violation, ${Math.round(ran.seconds)} s`
      : `seed ${seed}: ${lastLines(ran)}`,
  };
}
