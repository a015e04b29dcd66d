import { command, lastLines } from './command.ts';
import type { Result } from './row.ts';

export const title =
  'redocly, spectral and AsyncAPI’s parser report nothing on the descriptions of the API and its WebSocket';

export async function run(): Promise<Result> {
  const ran = await command([process.execPath, 'scripts/api.ts', 'lint']);
  return { ok: ran.code === 0, figures: ran.code === 0 ? 'no findings' : lastLines(ran) };
}
