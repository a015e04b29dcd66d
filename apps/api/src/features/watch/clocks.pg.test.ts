import { MAX_MISSED_NIGHTS, overnightCost } from '@clearbook/domain/trading';
import { instrument, standardFinancing } from '@clearbook/domain/market';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants, quiet } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { openWatchBooks, type WatchBooks } from '../../../test/watch-books.ts';
import { createLog } from '../../platform/log.ts';
import { Nights } from './nights.ts';
import { createWatch, type Watch } from './watch.ts';

let db: FreshDatabase;
let books: WatchBooks;
const watches: Watch[] = [];
const HOUR_S = 3_600;
const LEVELS = { EURUSD: '1.1', USDJPY: '150', EURJPY: '165', BTC: '60000', AAPL: '180' } as const;

beforeAll(async () => {
  db = await freshDatabase();
  books = openWatchBooks(db.pool);
});
afterAll(async () => {
  await Promise.all(watches.map((watch) => watch.stop()));
  expect(await brokenInvariants(db.pool)).toEqual([]);
  expect(books.faults()).toEqual([]);
  await books.ledger.close();
  await db.drop();
});

/** The clock goes to this instant, with good prices: three times, so that they are believed wherever they were before. */
function goTo(time: string): void {
  const seconds = (Date.parse(time) - books.now().getTime()) / 1_000;
  for (const part of [seconds - 0.002, 0.001, 0.001]) books.say(part, LEVELS);
}
async function nightsOf(id: string): Promise<{ day: string; amount: string }[]> {
  const { rows } = await db.pool.query<{ day: string; amount: string }>(
    'select day::text, amount from ledger.financing where trade_id = $1 order by day',
    [id],
  );
  return rows;
}
/** What a position was worth at its first night's quote, in cents. */
async function notionalOf(id: string): Promise<number> {
  const { rows } = await db.pool.query<{ cents: number }>(
    `select (t.lots * (q.bid + q.ask) / 2e10)::float as cents from ledger.trade t join ledger.quote q on (q.book, q.id) = (t.book, t.entry_quote_id) where t.id = $1`,
    [id],
  );
  return rows[0]?.cents ?? Number.NaN;
}
const charge = (): Promise<void> => new Nights(books.parts).charge(books.now());

describe('overnight financing', () => {
  it('[W13] at 17:00 New York each trade that is open pays one night, once, whoever charges and however often', async () => {
    goTo('2026-03-10T20:00:00.000Z');
    const client = await books.client();
    const id = await books.open(client);
    const coin = await books.open(client, { symbol: 'BTC', lots: 10n, amount: 800_000n });
    goTo('2026-03-10T20:59:59.000Z');
    await charge();
    expect(await nightsOf(id)).toEqual([]);
    goTo('2026-03-10T21:00:00.000Z');
    const late = await books.open(client, { symbol: 'BTC', lots: 1n, amount: 800_000n });
    await Promise.all([charge(), charge()]);
    await charge();
    // 10,000 euros at 1.1, 3 % a year; 0.10 coins at 60,000, 15 % a year.
    expect(await nightsOf(id)).toEqual([{ day: '2026-03-10', amount: '90' }]);
    expect(overnightCost(standardFinancing(instrument('EURUSD')).buy, { num: 1_100_000n, den: 1n })).toBe(90n);
    expect(await nightsOf(coin)).toEqual([{ day: '2026-03-10', amount: '247' }]);
    expect(await nightsOf(late)).toEqual([]);
    expect(await books.trade(id)).toMatchObject({ financed: '90', collateral_left: '399910' });
  });

  it('[W13] nights that nobody was there for are charged afterwards, in order, each at its own hour’s prices, and no more than seven days of them', async () => {
    goTo('2026-03-11T22:00:00.000Z');
    const client = await books.client();
    const id = await books.open(client);
    goTo('2026-03-12T20:59:00.000Z');
    books.say(30, { EURUSD: '1.1' });
    goTo('2026-03-13T20:59:00.000Z');
    books.say(30, { EURUSD: '1.105' });
    goTo('2026-03-16T15:00:00.000Z');
    await charge();
    expect(await nightsOf(id)).toEqual([
      { day: '2026-03-12', amount: '90' },
      // Saturday and Sunday are part of Wednesday.
      { day: '2026-03-13', amount: '91' },
    ]);
    goTo('2026-03-31T15:00:00.000Z');
    await charge();
    const nights = await nightsOf(id);
    const seven = Array.from({ length: MAX_MISSED_NIGHTS }, (_, i) => `2026-03-${24 + i}`);
    const weekend = ['2026-03-28', '2026-03-29'];
    expect(nights.slice(2).map(({ day }) => day)).toEqual(seven.filter((day) => !weekend.includes(day)));
    // Wednesday the 25th counts three of them.
    expect(nights.slice(2).map(({ amount }) => Math.round(Number(amount) / 90))).toEqual([1, 3, 1, 1, 1]);
  });

  it('[T47] whatever is open at the hour pays, also what is closed a second later, whole or in part', async () => {
    goTo('2026-04-01T20:59:59.000Z');
    const client = await books.client();
    const [whole, part, before] = [await books.open(client), await books.open(client), await books.open(client)];
    const close = async (tradeId: string, lots: bigint | null) =>
      expect((await books.run({ kind: 'close_trade', clientId: client, tradeId, lots })).outcome.ok).toBe(true);
    await close(before, null);
    goTo('2026-04-01T21:00:01.000Z');
    await close(whole, null);
    await close(part, 4n);
    await charge();
    for (const id of [whole, part]) expect(await nightsOf(id)).toEqual([{ day: '2026-04-01', amount: '271' }]);
    expect(await nightsOf(before)).toEqual([]);
    expect(await books.trade(whole)).toMatchObject({ status: 'closed', financed: '271', collateral_left: '0' });
  });

  it('[W13] what has no price yet waits for one, and the others do not wait with it', async () => {
    goTo('2026-04-02T15:00:00.000Z');
    const client = await books.client();
    const coin = await books.open(client, { symbol: 'BTC', lots: 10n, amount: 800_000n });
    const euro = await books.open(client);
    books.say(8 * HOUR_S, LEVELS);
    const nights = new Nights({
      ...books.parts,
      market: {
        ...books.parts.market,
        showing: (symbol, now) =>
          symbol === 'BTC'
            ? { symbol, quote: undefined, open: true, reopensAt: undefined }
            : books.market.showing(symbol, now),
      },
    });
    await nights.charge(books.now());
    expect(await nightsOf(coin)).toEqual([]);
    expect(await nightsOf(euro)).toHaveLength(1);
    await charge();
    expect(await nightsOf(coin)).toHaveLength(1);
  });
});

describe('the end of a day order', () => {
  it('[W14] it expires with its day, is told, and nothing fills it afterwards; one that is good till cancelled stays', async () => {
    goTo('2026-04-06T15:00:00.000Z');
    const client = await books.client();
    const order = { side: 'buy', type: 'limit', price: '1.0995' } as const;
    const day = await books.place(client, { ...order, timeInForce: 'day' });
    const stays = await books.place(client, order);
    const share = await books.place(client, {
      ...order,
      symbol: 'AAPL',
      price: '179',
      amount: 100_000n,
      timeInForce: 'day',
    });
    const watcher = await books.watching();
    goTo('2026-04-06T20:00:00.000Z');
    await watcher.endDays(books.now());
    expect(await books.order(share)).toMatchObject({ status: 'expired', reason: 'day' });
    expect(await books.order(day)).toMatchObject({ status: 'working' });
    // A price that came in the last second of the day, and is only looked at once it is over.
    const inTime = await books.place(client, { side: 'sell', type: 'limit', price: '1.1015', timeInForce: 'day' });
    await watcher.reread();
    goTo('2026-04-06T20:59:57.000Z');
    watcher.look(books.now());
    books.say(2.9, { EURUSD: '1.1017' });
    books.say(0.1, {});
    await watcher.endDays(books.now());
    expect(await books.order(inTime)).toMatchObject({ status: 'filled' });
    expect(await books.order(day)).toMatchObject({ status: 'expired', reason: 'day' });
    expect(await books.order(stays)).toMatchObject({ status: 'working' });
    books.codes();
    books.say(1, { EURUSD: '1.0993' });
    watcher.look(books.now());
    await watcher.settled();
    await watcher.stop();
    expect(books.codes()).toEqual(['fill_order ok']);
    const { rows } = await db.ownerPool.query<{ kind: string }>(
      `select kind from app.notification where user_id = $1 and kind = 'order-expired'`,
      [client],
    );
    expect(rows).toHaveLength(2);
  });
});

describe('losses', () => {
  it('[W15] a notification goes out at a tenth of the collateral and at each further tenth, by mail and in the app, never twice for the same one', async () => {
    goTo('2026-04-07T15:00:00.000Z');
    const client = await books.client();
    // 10,000 euros with $800.00 behind them: a tenth is 0.8 cents a euro.
    const id = await books.open(client, { amount: 80_000n });
    let watcher = await books.watching();
    const said = async (price: string): Promise<number> => {
      books.say(1, { EURUSD: price });
      watcher.look(books.now());
      await watcher.settled();
      const { rows } = await db.ownerPool.query<{ times: number }>(
        `select count(*)::int as times from app.mail_outbox where user_id = $1 and template = 'trade-losing'`,
        [client],
      );
      return rows[0]?.times ?? 0;
    };
    // The entry is 1.10009, the dealt bid 0.00009 under the mid.
    expect(await said('1.0922')).toBe(0);
    expect(await said('1.09218')).toBe(1);
    expect(await said('1.0921')).toBe(1);
    expect(await said('1.0980')).toBe(1);
    expect(await said('1.0900')).toBe(1);
    expect(await said('1.0830')).toBe(2);
    // Two tenths in one move are one notification; a process that begins anew says nothing again.
    watcher = await books.watching();
    expect(await said('1.0829')).toBe(2);
    expect(await said('1.0730')).toBe(3);
    expect(await said('1.0660')).toBe(4);
    expect((await books.trade(id)).loss_step).toBe(4);
    const { rows } = await db.pool.query('select 1 from app.notification where user_id = $1 and kind = $2', [
      client,
      'trade-losing',
    ]);
    expect(rows).toHaveLength(4);
    await watcher.stop();
  });

  it('[W15] two who watch at once say it once', async () => {
    goTo('2026-04-07T16:00:00.000Z');
    const client = await books.client();
    await books.open(client, { amount: 80_000n });
    const both = [await books.watching(), await books.watching()];
    books.say(1, { EURUSD: '1.0915' });
    for (const each of both) each.look(books.now());
    await Promise.all(both.map((each) => each.settled()));
    await Promise.all(both.map((each) => each.stop()));
    const { rows } = await db.ownerPool.query('select 1 from app.mail_outbox where user_id = $1 and template = $2', [
      client,
      'trade-losing',
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe('the lease', () => {
  it('[W11] one process watches; when its connection dies another one goes on, and each stop is set off once', async () => {
    goTo('2026-04-08T15:00:00.000Z');
    const client = await books.client();
    const first = await books.open(client, { stopLoss: '1.0995' });
    const second = await books.open(client, { stopLoss: '1.0985' });
    const third = await books.open(client, { stopLoss: '1.0975' });
    const begun: string[] = [];
    const listening = new Map<() => void, string>();
    const start = (name: 'a' | 'b') => {
      const watch = createWatch({
        ...books.parts,
        market: {
          ...books.parts.market,
          onTick: (listener) => {
            const call = (): void => listener([]);
            begun.push(name);
            listening.set(call, name);
            return () => void listening.delete(call);
          },
        },
        log: createLog({ level: 'fatal' }),
      });
      watches.push(watch);
      watch.start();
      return watch;
    };
    const tick = (price: string): void => {
      books.say(1, { EURUSD: price });
      for (const call of listening.keys()) call();
    };
    const a = start('a');
    await expect.poll(() => begun).toEqual(['a']);
    const b = start('b');
    tick('1.0994');
    await expect.poll(async () => (await books.trade(first)).closed_by).toBe('stop');
    expect(begun).toEqual(['a']);

    const { rowCount } = await db.pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7240012 and granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(rowCount).toBe(1);
    await expect.poll(() => begun.length).toBe(2);
    tick('1.0984');
    await expect.poll(async () => (await books.trade(second)).closed_by).toBe('stop');

    // Whoever watches now goes in peace; the other one takes over.
    const [one, other, next] = begun[1] === 'a' ? [a, b, 'b'] : [b, a, 'a'];
    await one.stop();
    await expect.poll(() => begun[2]).toBe(next);
    tick('1.0974');
    await expect.poll(async () => (await books.trade(third)).closed_by).toBe('stop');
    await other.stop();
    expect(listening.size).toBe(0);
  });

  it('[W22] the process that publishes live prices watches them, and gives that up with them', async () => {
    let publishes = 'b';
    const begun: string[] = [];
    const start = (name: string): void => {
      const onTick = (): (() => void) => {
        begun.push(name);
        return () => undefined;
      };
      const market = { ...books.parts.market, onTick, publishesHere: () => publishes === name };
      const watch = createWatch({ ...books.parts, market, log: createLog({ level: 'fatal' }) });
      watches.push(watch);
      watch.start();
    };
    start('a');
    start('b');
    await expect.poll(() => begun).toEqual(['b']);
    publishes = 'a';
    await expect.poll(() => begun).toEqual(['b', 'a']);
  });
});

describe('a position of ten dollars', () => {
  it('[T47] the smallest positions pay too: what is less than a cent is carried to the nights that follow', async () => {
    goTo('2026-04-13T15:00:00.000Z');
    const client = await books.client();
    // 0.06 shares at 180 and 7 % a year: 0.2 cents a night.
    const id = await books.open(client, { symbol: 'AAPL', lots: 6n, amount: 2_000n });
    const worth = await notionalOf(id);
    expect(worth).toBeLessThan(1_200);
    const paid: number[] = [];
    for (let night = 13; night <= 19; night += 1) {
      goTo(`2026-04-${String(night).padStart(2, '0')}T21:00:00.000Z`);
      await charge();
      paid.push((await nightsOf(id)).reduce((sum, { amount }) => sum + Number(amount), 0));
    }
    const exact = paid.map((_, night) => ((night + 1) * worth * 0.07) / 365);
    expect(paid).toEqual(exact.map(Math.round));
    expect(paid.at(-1)).toBeGreaterThan(0);
  });
});

describe('a night that fails', () => {
  it('[W13] a night that could not be charged is not lost by the next one', async () => {
    goTo('2027-07-06T15:00:00.000Z');
    const client = await books.client();
    const id = await books.open(client);
    for (const day of ['07', '08', '09']) goTo(`2027-07-${day}T15:00:00.000Z`);
    const { ledger } = books.parts;
    const failing = new Nights({
      ...books.parts,
      log: { ...quiet, info: () => undefined },
      ledger: {
        execute: (command, asked) =>
          command.kind === 'charge_financing' && command.day === '2027-07-07'
            ? Promise.reject(new Error('the database went away'))
            : ledger.execute(command, asked),
      },
    });
    await failing.charge(books.now());
    expect((await nightsOf(id)).map(({ day }) => day)).toEqual(['2027-07-06']);
    await charge();
    expect((await nightsOf(id)).map(({ day }) => day)).toEqual(['2027-07-06', '2027-07-07', '2027-07-08']);
  });
});
