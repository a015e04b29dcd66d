import { command, lastLines } from './command.ts';
import type { Result } from './row.ts';

export const title = 'Ten planted bugs are each caught';
export const minutes = 240;
export const seconds = 450;

export async function run(): Promise<Result> {
  const ran = await command([process.execPath, 'sim/main.ts', '--planted'], { SIM_KEEP: 'no' });
  const caught = ran.output.split('\n').filter((line) => line.startsWith('caught ')).length;
  return { ok: ran.code === 0 && caught >= 10, figures: `${caught} caught; ${lastLines(ran, 1)}` };
}
