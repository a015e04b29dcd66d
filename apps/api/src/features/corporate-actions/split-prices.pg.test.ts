import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePrice } from '@clearbook/domain/price';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import type { Showing } from '../market/index.ts';
import { ActionRecorder } from './index.ts';

const NOW = new Date('2026-05-04T12:00:00Z');
let db: FreshDatabase;
let folder: string;
beforeAll(async () => {
  db = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'clearbook-splits-'));
});
afterAll(async () => {
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

it('[M65] a split after which a price could not be divided to the cent is not recorded, and staff read why', async () => {
  const file = join(folder, 'corporate-actions.csv');
  const lines = ['AAPL,2026-05-11,200:1', 'AAPL,2026-05-12,201:1', 'MSFT,2026-05-11,1:1000', 'TSLA,2026-05-11,1:1000'];
  await writeFile(
    file,
    [
      'type,symbol,ex_date,rate,source,source_time',
      ...lines.map((line) => `split,${line},exchange,2026-05-01T10:00:00Z`),
    ].join('\n'),
  );
  const price = (symbol: string): bigint => parsePrice(symbol === 'TSLA' ? '1000.01' : '200');
  const showing = (symbol: Showing['symbol']): Showing => ({
    ...{ symbol, open: true, reopensAt: undefined },
    quote: {
      ...{
        id: 'x',
        symbol,
        bid: price(symbol),
        ask: price(symbol),
        source: 'test',
        sourceTime: NOW,
        receivedTime: NOW,
      },
    },
  });
  const said: string[] = [];
  const log = { info: () => undefined, warn: (about: object) => void said.push(JSON.stringify(about)) };
  await new ActionRecorder({ pool: db.pool, market: { showing }, log, file }).run(NOW);
  const { rows } = await db.pool.query(
    'select symbol, new_rate, old_rate from ledger.corporate_action order by symbol',
  );
  expect(rows).toEqual([
    { symbol: 'AAPL', new_rate: 200, old_rate: 1 },
    { symbol: 'MSFT', new_rate: 1, old_rate: 1000 },
  ]);
  expect(said).toHaveLength(2);
  for (const line of said) expect(line).toContain('below $1 or above $1,000,000');
});
