import { command, lastLines } from './command.ts';
import type { Result } from './row.ts';

export const title = 'npm run bench: ratios of one run, medians of three rounds, against a5adec5 and a full database';
export const seconds = 500;
export const alone = true;

/** The profile is for the page: no figure comes from it. */
const SHORTER = ['--seconds', '5', '--without', 'profile'];

type Report = {
  durability: Record<string, string>;
  /** No number where nothing could be measured. */
  figures: { name: string; value: number | null; must: string; bound: number; ok: boolean }[];
};

export async function run(): Promise<Result> {
  const ran = await command([process.execPath, 'bench/main.ts', '--json', ...SHORTER]);
  if (ran.code !== 0) return { ok: false, figures: lastLines(ran) };
  const { durability, figures } = JSON.parse(ran.stdout) as Report;
  const durable = Object.values(durability).every((setting) => setting === 'on');
  return {
    ok: durable && figures.length > 0 && figures.every(({ ok }) => ok),
    figures: `${figures.map(({ name, value, must, bound, ok }) => `${ok ? '' : 'NOT '}${name}: ${value?.toFixed(value < 10 ? 2 : 0) ?? 'not measured'} (${must} ${bound})`).join('; ')}; ${Object.entries(
      durability,
    )
      .map(([name, setting]) => `${name}=${setting}`)
      .join(' ')}`,
  };
}
