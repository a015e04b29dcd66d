import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, openBooks } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { simulatedMarket } from '../../../test/market.ts';
import { readUpcoming } from './actions.query.ts';
import { ActionRecorder } from './index.ts';

let db: FreshDatabase;
let books: Books;
let folder: string;
beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  books.at(new Date('2026-04-13T15:00:00.000Z'));
  folder = await mkdtemp(join(tmpdir(), 'after-a-split-'));
});
afterAll(async () => {
  await books.ledger.close();
  await rm(folder, { recursive: true });
  await db.drop();
});

const HEADER = 'type,symbol,ex_date,rate,source,source_time';
const line = (type: string, symbol: string, day: string, rate: string) =>
  `${type},${symbol},${day},${rate},exchange,2026-04-10T10:00:00Z`;

async function announced(...lines: string[]): Promise<string[]> {
  const file = join(folder, 'corporate-actions.csv');
  await writeFile(file, [HEADER, ...lines].join('\n'));
  const said: string[] = [];
  const log = {
    info: () => undefined,
    warn: (of: unknown) => void said.push((of as { symbol: string; why: string }).why),
  };
  await new ActionRecorder({ pool: db.pool, market: simulatedMarket(books.now), log, file }).run(books.now());
  return said;
}

it('[Q6] [Q15] what is ahead after a split is shown of the shares that it makes', async () => {
  const clientId = await books.openParty();
  await books.fund(clientId, 1_000_000n);
  const { outcome } = await books.run({
    kind: 'open_trade', clientId, symbol: 'DIS', side: 'buy', lots: 1_000n, amount: 600_000n,
  }); // prettier-ignore
  expect(outcome.ok).toBe(true);
  // The dividend first in the file: it is the later one all the same.
  expect(
    await announced(
      line('cash_dividend', 'DIS', '2026-04-16', '0.25'),
      line('split', 'DIS', '2026-04-15', '4:1'),
      line('split', 'DIS', '2026-04-17', '1:2'),
    ),
  ).toEqual([]);
  expect(await readUpcoming(db.pool, clientId, books.now())).toMatchObject([
    { type: 'split', lots_before: '10.00', lots: '40.00' },
    // 40 shares at $0.25 each.
    { type: 'cash_dividend', expected: { amount: '10.00' } },
    { type: 'split', lots_before: '40.00', lots: '20.00' },
  ]);
});

it('[Q2] a tenth of the price is of the shares that a split before it makes', async () => {
  const market = simulatedMarket(books.now);
  const dollars = (symbol: 'KO' | 'MSFT', part: number): string => {
    const { quote } = market.showing(symbol, books.now());
    return (Number(quote?.bid) / 1e10 / part).toFixed(2);
  };
  // A twelfth of the price of now, and ten twelfths of what it is after ten new ones for one.
  expect(
    await announced(
      line('split', 'KO', '2026-04-15', '10:1'),
      line('cash_dividend', 'KO', '2026-04-16', dollars('KO', 12)),
    ),
  ).toEqual(['it is more than a tenth of the price']);
  // Half of the price of now, and a twentieth of what it is after one new one for ten.
  expect(
    await announced(
      line('split', 'MSFT', '2026-04-15', '1:10'),
      line('cash_dividend', 'MSFT', '2026-04-16', dollars('MSFT', 2)),
    ),
  ).toEqual([]);
});
