import { command, lastLines } from './command.ts';
import type { Result } from './row.ts';

export const title = 'Clients made by two pinned generators compile and complete a round trip by named models';

export async function run(): Promise<Result> {
  const ran = await command([process.execPath, 'scripts/api.ts', 'clients']);
  const trips = [...ran.output.matchAll(/^(?:openapi-typescript|hey-api): added .*$/gm)].map(([line]) => line);
  return { ok: ran.code === 0 && trips.length === 2, figures: trips.join('; ') || lastLines(ran) };
}
