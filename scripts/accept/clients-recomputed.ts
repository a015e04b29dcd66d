import { tool } from '../phases.ts';
import { command, resultOf } from './command.ts';
import type { Result } from './row.ts';

export const title =
  'Equity curve, day change, performance figures, calendar and tax gains equal independent code working from the exported archive, to the cent, for 20 random clients (with deposits, loans, copies, dividends and adjustments); five times over, each with other clients and prices';
export const parts = ['1', '2', '3', '4', '5'];
export const seconds = 60;

export async function run(seed: string): Promise<Result> {
  const file = 'apps/api/test/clients-recomputed.pg.test.ts';
  const ran = await command(tool('vitest/vitest.mjs', 'run', '--project', 'long', file), { CLIENTS_SEED: seed });
  const { ok, figures } = resultOf(ran);
  const measured = /^clients recomputed: .+$/m.exec(ran.output)?.[0];
  return { ok: ok && measured !== undefined, figures: ok && measured !== undefined ? measured : figures };
}
