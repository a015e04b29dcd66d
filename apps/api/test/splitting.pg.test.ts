import type { Context } from '@clearbook/domain/ledger';
import { type BarInterval, parsePrice, type Symbol } from '@clearbook/domain/market';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenInvariants } from './books.ts';
import { freshDatabase, type FreshDatabase } from './database.ts';
import { STANDARD_FINANCING } from './financing.ts';
import { openWatchBooks, type WatchBooks } from './watch-books.ts';
import { createTape } from '../src/adapters/feeds/live/tape.ts';
import { contextOf } from '../src/decision-context.ts';
import { CorporateActionBooking } from '../src/features/corporate-actions/index.ts';
import { createMarket, RecordedActions } from '../src/features/market/index.ts';

const EX = '2026-05-13';
const EFFECTIVE = new Date(`${EX}T13:25:00Z`);

let db: FreshDatabase;
let books: WatchBooks;
/** What this process knows of splits. */
let actions: RecordedActions;
beforeAll(async () => {
  db = await freshDatabase();
  actions = new RecordedActions(db.pool);
  const known = (): Context => {
    const clock = { now: () => books.now() };
    const market = createMarket({ feed: books.feed, clock, onListenerError: () => undefined, actions });
    return contextOf({ market, announced: actions, financing: STANDARD_FINANCING }, books.now());
  };
  // As a server decides: see compose.ts.
  books = openWatchBooks(db.pool, {
    mark: (symbol, markup) => known().mark(symbol, markup),
    markRate: (currency) => known().markRate(currency),
    isSplitting: (symbol) => known().isSplitting?.(symbol) === true,
    asOf: (at) => known().asOf?.(at) ?? known(),
  });
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await books.ledger.close();
  await db.drop();
});

const at = (ms: number): Date => new Date(EFFECTIVE.getTime() + ms);
const say = (time: string, AAPL: string, others: Partial<Record<Symbol, string>> = {}): void => {
  const seconds = (Date.parse(time) - books.now().getTime()) / 1_000;
  for (const part of [seconds - 0.002, 0.001, 0.001]) books.say(part, { AAPL, ...others });
};
/** A split, told a day and more ahead. */
async function announce(exDate: string, shares: number, of: number, symbol: Symbol = 'AAPL'): Promise<string> {
  const id = newId();
  const said = [exDate, 'exchange', books.now()];
  await db.pool.query('select ledger.record_split($1, $2, $3, $4, $5, $6, $7, $7)', [id, symbol, shares, of, ...said]);
  return id;
}
/** Whoever has a daily limit is valued whenever something opens. */
async function guarded(): Promise<string> {
  const client = await books.client();
  await books.run({ kind: 'set_limits', clientId: client, limits: { daily_loss: 50_000n } });
  return client;
}

it('[Q16] a split is being applied from its moment on until it has reached every trade that was open, in every process', async () => {
  say('2026-05-11T15:00:00.000Z', '200');
  const actionId = await announce(EX, 4, 1);
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
  expect([599_999, 600_000].map((ms) => actions.isSplitting(at(1), 'AAPL', undefined, at(ms)))).toEqual([true, false]);
  // A process that begins meanwhile says so too, once it has ended.
  const meanwhile = new RecordedActions(db.pool);
  await meanwhile.read(at(1_500));
  expect(meanwhile.splitSince(at(1_500))).toBe(false);
  await apply(second);
  await actions.read(at(2_000));
  expect(actions.isSplitting(at(2_000), 'AAPL')).toBe(false);
  await meanwhile.read(at(2_000));
  expect([2_000, 2_001].map((ms) => meanwhile.splitSince(at(ms)))).toEqual([true, false]);
  const begun = new RecordedActions(db.pool);
  await begun.read(at(3_000));
  expect(begun.isSplitting(at(3_000))).toBe(false);
});

it('[Q11] what a ratio leaves over is paid at the last recorded close where nobody knows the price of then any more, and the split is applied', async () => {
  const exDate = '2026-06-10';
  say('2026-06-08T15:00:00.000Z', '50');
  await announce(exDate, 1, 10);
  say('2026-06-09T15:00:00.000Z', '50');
  const client = await books.client();
  const id = await books.open(client, { symbol: 'AAPL', lots: 1_005n });
  say(`${exDate}T14:00:00.000Z`, '510');
  // As a process that began after it: it knows the price of now alone, and what was recorded of the session before and of its own.
  const tape = createTape(db.pool);
  const record = (time: string, price: string) => {
    const [timeMs, each] = [Date.parse(time), parsePrice(price)];
    return tape.record(
      timeMs,
      new Map([['AAPL', { timeMs, open: each, high: each, low: each, close: each, tickVolume: 1 }]]),
    );
  };
  await record('2026-06-09T19:59:00Z', '51.00');
  for (const minute of ['13:30', '13:59']) await record(`${exDate}T${minute}:00Z`, '510.00');
  const market = {
    showing: () => books.market.showing('AAPL', books.now()),
    bars: async (symbol: Symbol, interval: BarInterval, limit: number, until: Date) =>
      (await tape.read(symbol, interval, limit, until.getTime()))?.bars ?? [],
  };
  const said: unknown[] = [];
  const log = { warn: (details: object) => void said.push(details) };
  const booking = new CorporateActionBooking({ pool: db.pool, ledger: books.ledger, market, log }, () => undefined);
  await booking.read();
  await booking.book(books.now());
  expect(said).toEqual([]);
  const { rows } = await db.pool.query<{ lots: string; price: string }>(
    'select f.lots, f.price from ledger.closing_fill f where f.trade_id = $1',
    [id],
  );
  // Five hundredths of a share of before, at the bid around 51 as this client deals.
  expect(rows.map(({ lots }) => lots)).toEqual(['5']);
  expect(Number(rows[0]?.price) / Number(parsePrice('51'))).toBeCloseTo(1, 2);
  expect(await books.trade(id)).toMatchObject({ status: 'active', open_lots: '100' });
});

it('[Q16] what a quote of before it set off is decided as of that quote, and neither it nor the split waits for the other', async () => {
  say('2026-07-06T15:00:00.000Z', '50', { EURUSD: '1.1000' });
  await announce('2026-07-08', 4, 1);
  say('2026-07-07T15:00:00.000Z', '50', { EURUSD: '1.1000' });
  const client = await guarded();
  const held = await books.open(client, { symbol: 'AAPL', lots: 10_000n, amount: 2_000_000n });
  const order = await books.place(client, { side: 'buy', type: 'limit', price: '1.0900' });
  books.say(21 * 3_600 + 1_380, { EURUSD: '1.1000' });
  const watcher = await books.watching();
  watcher.look(books.now());
  await watcher.settled();
  const moment = Date.parse('2026-07-08T13:25:00.000Z');
  const until = (ms: number): number => (moment + ms - books.now().getTime()) / 1_000;
  for (const ms of [-20, -15, -10]) books.say(until(ms), { EURUSD: '1.0890' });
  // It is looked at only once the split has taken effect.
  books.at(new Date(moment + 200));
  await actions.read(books.now());
  expect(actions.isSplitting(books.now(), 'AAPL')).toBe(true);
  watcher.look(books.now());
  await watcher.settled();
  expect(await books.order(order)).toMatchObject({ status: 'filled' });
  expect(await books.trade(held)).toMatchObject({ status: 'active', open_lots: '40000' });
  await watcher.stop();
});

it('[Q16] a process that begins after it asks again for as long as quotes of before may still fill orders', async () => {
  say('2026-08-10T15:00:00.000Z', '50');
  await announce('2026-08-12', 4, 1, 'KO');
  const effectiveAt = new Date('2026-08-12T13:25:00Z');
  const now = new Date('2026-08-12T13:40:00Z');
  const begun = new RecordedActions(db.pool);
  await begun.read(now);
  // Nobody holds the share. Of what an order fills at a quote of before, nobody knows yet.
  expect(begun.isSplitting(now, 'KO')).toBe(false);
  const watched = (ms: number): Date => new Date(effectiveAt.getTime() + ms);
  expect([-1, 0].map((ms) => begun.isSplitting(now, 'KO', watched(ms)))).toEqual([true, false]);
  expect(begun.isSplitting(watched(-1), 'KO', watched(-2))).toBe(false);
  const client = await books.client();
  books.at(new Date('2026-08-11T16:00:00Z'));
  for (const seconds of [1, 1, 1]) books.say(seconds, { KO: '60' });
  const id = await books.open(client, { symbol: 'KO', lots: 100n });
  await begun.read(now, watched(-1));
  expect(begun.isSplitting(now, 'KO')).toBe(true);
  books.at(now);
  const { rows } = await db.pool.query<{ id: string }>(
    `select id from ledger.corporate_action where symbol = 'KO' and new_rate is not null`,
  );
  const apply = { kind: 'apply_split', clientId: client, tradeId: id, actionId: rows[0]?.id ?? '' } as const;
  expect((await books.run(apply)).outcome.ok).toBe(true);
  await begun.read(now, now);
  expect(begun.isSplitting(now, 'KO')).toBe(false);
});
