import { tool } from '../phases.ts';
import { command, resultOf } from './command.ts';
import type { Result } from './row.ts';

export const title =
  'On replayed real candles (forex, crypto and stocks): 10,000 random orders of every type and duration, with targets, amendments and restarts in between, through the real ledger; every result, balance and night’s financing computed again from the exported fills, quotes and fee schedule by separate code, to the cent';
export const seconds = 400;

export async function run(): Promise<Result> {
  const ran = await command(
    tool('vitest/vitest.mjs', 'run', '--project', 'long', 'apps/api/test/orders-recomputed.pg.test.ts'),
    { RECOMPUTED_ORDERS: '10000' },
  );
  const { ok, figures } = resultOf(ran);
  const measured = /^recomputed: .+$/m.exec(ran.output)?.[0];
  return { ok: ok && measured !== undefined, figures: `${measured ?? 'the candles are not here'}; ${figures}` };
}
