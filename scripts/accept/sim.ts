import { command, lastLines } from './command.ts';
import type { Result } from './row.ts';

export const title = 'npm run sim -- --steps 100000 on 10 seeds: no violation';
export const minutes = 240;

const SEEDS = Array.from({ length: 10 }, (_, i) => i + 1);

export async function run(): Promise<Result> {
  const figures: string[] = [];
  for (const seed of SEEDS) {
    process.stderr.write(`  seed ${seed}\n`);
    const ran = await command([
      process.execPath,
      'sim/main.ts',
      '--seed',
      String(seed),
      '--steps',
      '100000',
      '--fresh',
    ]);
    if (ran.code !== 0 || !ran.output.includes('no violation'))
      return { ok: false, figures: `seed ${seed}: ${lastLines(ran)}` };
    figures.push(`${seed}: ${Math.round(ran.seconds)} s`);
  }
  return { ok: true, figures: `10 seeds × 100,000 steps, 0 violations (${figures.join(', ')})` };
}
