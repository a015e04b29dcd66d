import { parsePrice } from '@clearbook/domain/market';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenInvariants } from './books.ts';
import { freshDatabase, type FreshDatabase } from './database.ts';
import { openWatchBooks, type WatchBooks } from './watch-books.ts';
import { Dividends } from '../src/features/corporate-actions/index.ts';
import { RecordedActions } from '../src/features/market/index.ts';

const EX = '2026-05-13';
const EFFECTIVE = new Date(`${EX}T13:25:00Z`);

let db: FreshDatabase;
let books: WatchBooks;
beforeAll(async () => {
  db = await freshDatabase();
  books = openWatchBooks(db.pool);
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await books.ledger.close();
  await db.drop();
});

const at = (ms: number): Date => new Date(EFFECTIVE.getTime() + ms);
const say = (time: string, price: string): void => {
  const seconds = (Date.parse(time) - books.now().getTime()) / 1_000;
  for (const part of [seconds - 0.002, 0.001, 0.001]) books.say(part, { AAPL: price });
};

it('[Q16] a split is being applied from its moment on until it has reached every trade that was open, in every process', async () => {
  say('2026-05-11T15:00:00.000Z', '200');
  const actionId = newId();
  await db.pool.query('select ledger.record_split($1, $2, 4, 1, $3, $4, $5, $5)', [
    ...[actionId, 'AAPL', EX, 'exchange', books.now()],
  ]);
  const actions = new RecordedActions(db.pool);
  say('2026-05-12T15:00:00.000Z', '200');
  await actions.read(books.now());
  const client = await books.client();
  const open = () => books.open(client, { symbol: 'AAPL', lots: 1_000n });
  const [first, second] = [await open(), await open()];
  // Known a day ahead: nothing has to be read at the moment itself.
  expect([-1, 0, 3_000].map((ms) => actions.isSplitting(at(ms), 'AAPL'))).toEqual([false, true, true]);
  expect([actions.isSplitting(at(0)), actions.isSplitting(at(0), 'MSFT')]).toEqual([true, false]);

  say(`${EX}T13:25:01.000Z`, '50');
  const apply = async (tradeId: string) =>
    expect((await books.run({ kind: 'apply_split', clientId: client, tradeId, actionId })).outcome.ok).toBe(true);
  await apply(first);
  await actions.read(at(1_000));
  expect(actions.isSplitting(at(1_000), 'AAPL')).toBe(true);
  // One that can't be applied holds nobody up for long.
  expect([599_999, 600_000].map((ms) => actions.isSplitting(at(ms), 'AAPL'))).toEqual([true, false]);
  await apply(second);
  await actions.read(at(2_000));
  expect(actions.isSplitting(at(2_000), 'AAPL')).toBe(false);
  const begun = new RecordedActions(db.pool);
  await begun.read(at(3_000));
  expect(begun.isSplitting(at(3_000))).toBe(false);
});

it('[Q11] what a ratio leaves over is paid at the last recorded close where nobody knows the price of then any more, and the split is applied', async () => {
  const exDate = '2026-06-10';
  say('2026-06-08T15:00:00.000Z', '50');
  const actionId = newId();
  await db.pool.query('select ledger.record_split($1, $2, 1, 10, $3, $4, $5, $5)', [
    ...[actionId, 'AAPL', exDate, 'exchange', books.now()],
  ]);
  say('2026-06-09T15:00:00.000Z', '50');
  const client = await books.client();
  const id = await books.open(client, { symbol: 'AAPL', lots: 1_005n });
  say(`${exDate}T14:00:00.000Z`, '510');
  const close = parsePrice('51.00');
  const market = {
    // As a process that began after it: it knows the price of now alone.
    showing: () => books.market.showing('AAPL', books.now()),
    bars: () => Promise.resolve([{ timeMs: Date.parse('2026-06-09'), open: close, high: close, low: close, close }]),
  };
  const said: unknown[] = [];
  const log = { warn: (details: object) => void said.push(details) };
  const booking = new Dividends({ pool: db.pool, ledger: books.ledger, market, log }, () => undefined);
  await booking.read();
  await booking.book(books.now());
  expect(said).toEqual([]);
  const { rows } = await db.pool.query<{ lots: string; price: string }>(
    'select f.lots, f.price from ledger.closing_fill f where f.trade_id = $1',
    [id],
  );
  // Five hundredths of a share of before, at the bid around 51 as this client deals.
  expect(rows.map(({ lots }) => lots)).toEqual(['5']);
  expect(Number(rows[0]?.price) / Number(close)).toBeCloseTo(1, 2);
  expect(await books.trade(id)).toMatchObject({ status: 'active', open_lots: '100' });
});
