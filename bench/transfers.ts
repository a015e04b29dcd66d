import { standardFinancing } from '@clearbook/domain/market';
import { marksFrom } from '@clearbook/domain/trading';
import { createLedger, type Ledger } from '@clearbook/api/ledger/index.ts';
import { createPool } from '@clearbook/api/platform/database/pool.ts';
import { hash } from 'node:crypto';
import { newId } from '@clearbook/api/platform/ids.ts';
import type pg from 'pg';

const CLIENTS = 2_000;
/** Commands under way at once: enough for full batches. */
const IN_FLIGHT = 1_024;

const quiet = {
  warn: () => undefined,
  error: (details: object) => process.stderr.write(`${String(Reflect.get(details, 'err'))}\n`),
};
const noMarket = { ok: false, code: 'market.unavailable', detail: 'no market in this bench' } as const;

async function openParties(pool: pg.Pool, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await pool.query(`select ledger.open_party(id, 'client') from unnest($1::uuid[]) as u(id)`, [ids]);
  return ids;
}

/**
 * Transfers a second through the ledger, each a command of its own with its own key, decision, entry, postings and stored answer,
 * and each with the same house account (custody:paper) on the other side.
 */
export async function runTransfers(url: string, seconds: number): Promise<number> {
  const pool = createPool(url);
  const clients = await openParties(pool, CLIENTS);
  let day = 0;
  const ledger: Ledger = createLedger({
    pool,
    log: quiet,
    // A day passes with every batch, so that the three-a-day rule lets everybody through.
    context: () => ({
      now: new Date(Date.now() + ++day * 86_400_000),
      newId: () => newId(),
      quote: () => noMarket,
      conversion: () => noMarket,
      ...marksFrom(() => noMarket),
      financing: standardFinancing,
    }),
  });
  const until = performance.now() + seconds * 1000;
  const started = performance.now();
  let done = 0;
  let next = 0;
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (performance.now() < until) {
        const clientId = clients[next++ % CLIENTS] ?? '';
        const key = newId();
        const { outcome } = await ledger.execute(
          { kind: 'top_up', clientId, amount: 100n },
          { actorId: clientId, key, requestHash: hash('sha256', key) },
        );
        if (!outcome.ok) throw new Error(`refused: ${outcome.refusal.code}`);
        done++;
      }
    }),
  );
  const perSecond = done / ((performance.now() - started) / 1000);
  await ledger.close();
  await pool.end();
  return perSecond;
}
