import { parsePrice } from '@clearbook/domain/market';
import { financingDay, financingInstant } from '@clearbook/domain/trading';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { openWatchBooks, type WatchBooks } from '../../../test/watch-books.ts';
import { LedgerBusy } from '../../ledger/index.ts';
import type { Watcher } from './watcher.ts';

let db: FreshDatabase;
let books: WatchBooks;
let watcher: Watcher;

beforeAll(async () => {
  db = await freshDatabase();
  books = openWatchBooks(db.pool);
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  expect(books.faults()).toEqual([]);
  await books.ledger.close();
  await db.drop();
});

/** Every test begins at an hour of its own, with good prices at the same levels. */
beforeEach(async () => {
  await watcher?.stop();
  await db.ownerPool.query(
    "update ledger.working_order set ended_at = set_at, status = 'cancelled' where ended_at is null",
  );
  watcher = await books.begin({ EURUSD: '1.1', USDJPY: '150', EURJPY: '165', BTC: '60000' });
});

const tick = (prices: Parameters<WatchBooks['say']>[1], seconds?: number) => books.tick(watcher, prices, seconds);
const rowsChanged = (...clientIds: string[]) => books.rowsChanged(watcher, ...clientIds);
/** The same pool, with the names of the statements that were asked of it. */
function noting(pool: Pool, read: string[]): Pool {
  return new Proxy(pool, {
    get(target, property) {
      if (property !== 'query') return Reflect.get(target, property, target) as unknown;
      return (statement: { name: string; text: string; values: unknown[] }) => {
        read.push(statement.name);
        return target.query(statement);
      };
    },
  });
}
const units = (text: string): string => parsePrice(text).toString();

describe('triggers, each at the quote that reached it', () => {
  it('[W7] a stop loss, a take profit and a trailing stop close; a buy at the bid, a sell at the ask, as dealt to the client', async () => {
    const client = await books.client();
    const stop = await books.open(client, { stopLoss: '1.095' });
    const target = await books.open(client, { takeProfit: '1.102' });
    const trailing = await books.open(client, { trailingDistance: '0.0015' });
    const sold = await books.open(client, { side: 'sell', stopLoss: '1.1035' });
    await rowsChanged(client);
    await tick({ EURUSD: '1.10208' });
    expect(await books.trade(target)).toMatchObject({ status: 'active' });
    await tick({ EURUSD: '1.1021' });
    expect(await books.trade(target)).toMatchObject({ closed_by: 'take_profit', exit_price: units('1.10201') });
    await tick({ EURUSD: '1.1025' });
    await tick({ EURUSD: '1.1034' });
    expect(await books.trade(sold)).toMatchObject({ status: 'active' });
    await tick({ EURUSD: '1.10345' });
    expect(await books.trade(sold)).toMatchObject({ closed_by: 'stop', exit_price: units('1.10354') });
    // Best bid 1.10336: the trailing stop stands at 1.10186.
    await tick({ EURUSD: '1.10196' });
    expect(await books.trade(trailing)).toMatchObject({ status: 'active' });
    await tick({ EURUSD: '1.10195' });
    expect(await books.trade(trailing)).toMatchObject({ closed_by: 'trailing_stop', exit_price: units('1.10186') });
    await tick({ EURUSD: '1.0951' });
    expect(await books.trade(stop)).toMatchObject({ status: 'active' });
    await tick({ EURUSD: '1.09509' });
    expect(await books.trade(stop)).toMatchObject({ closed_by: 'stop', exit_price: units('1.095') });
    expect(books.codes().filter((code) => !code.endsWith(' ok'))).toEqual([]);
  });

  it('[W7] a limit and a stop order open, buys at the ask and sells at the bid, and what they carry watches from the next quote on', async () => {
    const client = await books.client();
    const buyLimit = await books.place(client, { side: 'buy', type: 'limit', price: '1.099', takeProfit: '1.0995' });
    const sellLimit = await books.place(client, { side: 'sell', type: 'limit', price: '1.101' });
    const buyStop = await books.place(client, { side: 'buy', type: 'stop', price: '1.103' });
    const sellStop = await books.place(client, { side: 'sell', type: 'stop', price: '1.0985' });
    await rowsChanged(client);
    await tick({ EURUSD: '1.09892' });
    expect((await books.order(buyLimit)).status).toBe('working');
    await tick({ EURUSD: '1.09891' });
    const filled = await books.order(buyLimit);
    expect(filled.status).toBe('filled');
    expect(await books.trade(filled.trade_id ?? '')).toMatchObject({ entry_price: units('1.099'), status: 'active' });
    await tick({ EURUSD: '1.0996' });
    expect(await books.trade(filled.trade_id ?? '')).toMatchObject({ closed_by: 'take_profit' });
    await tick({ EURUSD: '1.0985' });
    const stopped = await books.order(sellStop);
    expect(await books.trade(stopped.trade_id ?? '')).toMatchObject({ entry_price: units('1.09841') });
    await tick({ EURUSD: '1.1011' });
    expect((await books.order(sellLimit)).status).toBe('filled');
    expect((await books.order(buyStop)).status).toBe('working');
    await tick({ EURUSD: '1.1035' });
    const bought = await books.order(buyStop);
    expect(await books.trade(bought.trade_id ?? '')).toMatchObject({ entry_price: units('1.10359') });
  });

  it('[T74] [W7] a stop-limit order becomes a limit order at the quote that reaches its stop, and the next quotes meet it as one', async () => {
    const client = await books.client();
    const both = { side: 'buy', type: 'stop_limit' } as const;
    const through = await books.place(client, { ...both, stopPrice: '1.101', price: '1.1015' });
    const gap = await books.place(client, { ...both, stopPrice: '1.101', price: '1.1012' });
    const pullback = await books.place(client, { ...both, stopPrice: '1.101', price: '1.0995' });
    await rowsChanged(client);
    // Already at the limit of the pullback, but its stop was not reached.
    await tick({ EURUSD: '1.0990' });
    expect(books.codes()).toEqual([]);
    await tick({ EURUSD: '1.1013' });
    const filled = await books.order(through);
    expect(await books.trade(filled.trade_id ?? '')).toMatchObject({ entry_price: units('1.10139') });
    for (const id of [gap, pullback]) expect(await books.order(id)).toMatchObject({ status: 'working' });
    await tick({ EURUSD: '1.1011' });
    const late = await books.order(gap);
    expect(await books.trade(late.trade_id ?? '')).toMatchObject({ entry_price: units('1.10119') });
    // Whoever watches next knows whose stop was reached.
    const next = await books.watching();
    await books.tick(next, { EURUSD: '1.0994' });
    const last = await books.order(pullback);
    expect(await books.trade(last.trade_id ?? '')).toMatchObject({ entry_price: units('1.09949') });
    expect(books.codes().filter((code) => !code.endsWith(' ok'))).toEqual([]);
  });

  it('[T77] [W14] an order that is good till a date ends at it, also where that was put off', async () => {
    const client = await books.client();
    const at = (seconds: number): Date => new Date(books.now().getTime() + seconds * 1_000);
    const order = { side: 'buy', type: 'limit', price: '1.09', timeInForce: 'gtd' } as const;
    const [soon, later] = [
      await books.place(client, { ...order, expiresAt: at(3) }),
      await books.place(client, { ...order, expiresAt: at(3) }),
    ];
    const end = at(6);
    const amended = {
      kind: 'amend_order',
      clientId: client,
      orderId: later,
      timeInForce: 'gtd',
      expiresAt: end,
    } as const;
    expect((await books.run(amended)).outcome.ok).toBe(true);
    await rowsChanged(client);
    await tick({ EURUSD: '1.1' }, 4);
    await watcher.endDays(books.now());
    expect(await books.order(soon)).toMatchObject({ status: 'expired', reason: 'gtd' });
    expect(await books.order(later)).toMatchObject({ status: 'working' });
    await tick({ EURUSD: '1.1' }, 2);
    await watcher.endDays(books.now());
    expect(await books.order(later)).toMatchObject({ status: 'expired', ended_at: end });
  });

  it('[W7] a gap fills at the first quote beyond, for a stop worse and for a limit better than its price', async () => {
    const client = await books.client();
    const stop = await books.open(client, { stopLoss: '1.0995' });
    const limit = await books.place(client, { side: 'buy', type: 'limit', price: '1.0994' });
    await rowsChanged(client);
    await tick({ EURUSD: '1.0945' });
    expect(await books.trade(stop)).toMatchObject({ closed_by: 'stop', exit_price: units('1.09441') });
    const { trade_id: id } = await books.order(limit);
    expect(await books.trade(id ?? '')).toMatchObject({ entry_price: units('1.09459'), status: 'active' });
  });

  it('[W7] [W1] a position is closed out at the quote where it stands at half of its margin, also by the price that converts it', async () => {
    const client = await books.client();
    // 0.10 lots EURUSD at 1.10009, bid 1.09991 at the start: $733.40 required, $734.00 put up, so −$367.30 is the last that it carries.
    const id = await books.open(client, { amount: 73_400n });
    const cross = await books.open(client, { symbol: 'EURJPY', amount: 73_400n });
    await rowsChanged(client);
    for (const bid of ['1.09', '1.08', '1.07', '1.064']) await tick({ EURUSD: bid });
    expect(await books.trade(id)).toMatchObject({ status: 'active' });
    await tick({ EURUSD: '1.0634' });
    await tick({ EURUSD: '1.06345' });
    const closed = await books.trade(id);
    expect(closed).toMatchObject({ closed_by: 'close_out', exit_price: units('1.06331') });
    expect(-BigInt(closed.realised ?? '')).toBeGreaterThanOrEqual(36_730n);

    await tick({ EURJPY: '163.5' });
    await tick({ EURJPY: '162' });
    await tick({ EURJPY: '160.5' });
    expect(await books.trade(cross)).toMatchObject({ status: 'active' });
    for (const yen of [
      '149',
      '148',
      '147',
      '146',
      '145',
      '144',
      '143',
      '142',
      '141',
      '140',
      '139',
      '138',
      '137',
      '136',
      '135',
      '134',
      '133',
      '132',
      '131',
      '130',
      '129',
      '128',
      '127',
      '126',
      '125',
      '124',
      '123',
      '122',
      '121',
      '120',
      '119',
    ]) {
      await tick({ USDJPY: yen, EURJPY: '160.5' });
      if ((await books.trade(cross)).status !== 'active') break;
    }
    expect(await books.trade(cross)).toMatchObject({ closed_by: 'close_out' });
  });
});

describe('what one quote brings', () => {
  it('[W3] is decided in order: what a stop sets free pays for the order that the same quote fills', async () => {
    const client = await books.client(500_000n);
    const stop = await books.open(client, { stopLoss: '1.0995', amount: 450_000n });
    const order = await books.place(client, { side: 'buy', type: 'limit', price: '1.0994', amount: 400_000n });
    await rowsChanged(client);
    await tick({ EURUSD: '1.099' });
    expect(await books.trade(stop)).toMatchObject({ closed_by: 'stop' });
    expect(await books.order(order)).toMatchObject({ status: 'filled' });
    expect(books.codes()).toEqual(['trigger_close ok', 'fill_order ok']);
  });

  it('[W3] sends one command a position: the first reason that turns out to be true', async () => {
    const client = await books.client();
    const both = await books.open(client, { amount: 73_400n, stopLoss: '1.0995' });
    await rowsChanged(client);
    await tick({ EURUSD: '1.0945' });
    expect(await books.trade(both)).toMatchObject({ closed_by: 'stop' });
    expect(books.codes()).toEqual(['trigger_close ok']);
  });

  it('[W8] an order whose money is gone is rejected with its reason, once, and its client is told', async () => {
    const client = await books.client(800_000n);
    const order = await books.place(client, { side: 'buy', type: 'limit', price: '1.0995', amount: 700_000n });
    await books.open(client, { amount: 400_000n });
    await rowsChanged(client);
    await tick({ EURUSD: '1.099' });
    await tick({ EURUSD: '1.0989' });
    expect(await books.order(order)).toMatchObject({ status: 'rejected', reason: 'order.insufficient_balance' });
    expect(books.codes()).toEqual(['fill_order ok']);
    const { rows } = await db.ownerPool.query(
      "select template from app.mail_outbox where user_id = $1 and template = 'order-rejected'",
      [client],
    );
    expect(rows).toHaveLength(1);
  });
});

describe('hostile quotes', () => {
  it('[W4] stale, crossed, zero, negative, unreadable, repeated and older quotes fill nothing, the refusal is plain, and the next good quote fills without a restart', async () => {
    const client = await books.client();
    const stop = await books.open(client, { stopLoss: '1.0995' });
    const order = await books.place(client, { side: 'buy', type: 'limit', price: '1.0994' });
    await rowsChanged(client);
    const beyond = { bid: parsePrice('1.0991'), ask: parsePrice('1.0991') };
    const now = (): Date => books.now();
    const later = (ms: number): Date => new Date(now().getTime() + ms);
    const hostile: [string, () => string][] = [
      ['crossed', () => books.feed.offer('EURUSD', now(), { bid: parsePrice('1.099'), ask: parsePrice('1.098') })],
      ['not_positive', () => books.feed.offer('EURUSD', now(), { bid: 0n, ask: parsePrice('1.099') })],
      ['not_positive', () => books.feed.offer('EURUSD', now(), { bid: -beyond.bid, ask: -beyond.ask })],
      ['no_time', () => books.feed.offer('EURUSD', now(), { ...beyond, sourceTime: new Date(Number.NaN) })],
      ['from_the_future', () => books.feed.offer('EURUSD', now(), { ...beyond, sourceTime: later(6_000) })],
      ['too_wide', () => books.feed.offer('EURUSD', now(), { bid: parsePrice('0.9'), ask: parsePrice('1.1') })],
      ['out_of_order', () => books.feed.offer('EURUSD', now(), { ...beyond, sourceTime: later(-30_000) })],
    ];
    for (const [verdict, offer] of hostile) {
      await tick({}, 1);
      expect(offer()).toBe(verdict);
      watcher.look(now());
      await watcher.settled();
    }
    // The last good one again, word by word.
    const last = books.market.showing('EURUSD', now()).quote!;
    expect(books.feed.offer('EURUSD', now(), last)).toBe('duplicate');
    watcher.look(now());
    await watcher.settled();
    expect(books.codes()).toEqual([]);
    expect(await books.trade(stop)).toMatchObject({ status: 'active' });
    expect(await books.order(order)).toMatchObject({ status: 'working' });
    // By now the price is old: nobody can deal on it, and says so in a sentence.
    await tick({}, 20);
    const stale = books.market.quote('EURUSD', 0, now());
    expect(stale).toMatchObject({ ok: false, code: 'market.stale' });
    expect(stale.ok ? '' : stale.detail).toMatch(/^[A-Z].+\.$/);
    expect(books.codes()).toEqual([]);
    await tick({ EURUSD: '1.099' });
    expect(await books.trade(stop)).toMatchObject({ closed_by: 'stop' });
    expect(await books.order(order)).toMatchObject({ status: 'filled' });
  });

  it('[W4] a single spike of 5 % fills nothing, even where it would pay; a lasting gap fills at the first confirmed quote', async () => {
    const client = await books.client();
    const stop = await books.open(client, { stopLoss: '1.08' });
    const target = await books.open(client, { takeProfit: '1.12' });
    await rowsChanged(client);
    for (const spike of ['1.045', '1.155']) {
      await tick({ EURUSD: spike });
      await tick({ EURUSD: '1.1' });
    }
    expect(books.codes()).toEqual([]);
    await tick({ EURUSD: '1.045' });
    await tick({ EURUSD: '1.044' });
    expect(await books.trade(stop)).toMatchObject({ status: 'active' });
    await tick({ EURUSD: '1.046' });
    expect(await books.trade(stop)).toMatchObject({ closed_by: 'stop', exit_price: units('1.04591') });
    expect(await books.trade(target)).toMatchObject({ status: 'active' });
  });

  it('[W4] a cross whose own price is set aside is not closed by the price that converts it', async () => {
    const client = await books.client();
    const cross = await books.open(client, { symbol: 'EURJPY', amount: 73_400n });
    await rowsChanged(client);
    // A spike of the cross that nothing confirms, while the yen falls far enough for a close-out at the last good price of the cross.
    for (const [yen, own] of [
      ['149', '165'],
      ['148', '150'],
      ['147', '165.4'],
    ] as const)
      await tick({ USDJPY: yen, EURJPY: own });
    await tick({ EURJPY: '163.8' });
    await tick({ EURJPY: '162.2' });
    await tick({ EURJPY: '160.65' });
    expect(await books.trade(cross)).toMatchObject({ status: 'active' });
    await tick({ EURJPY: '140' });
    for (let yen = 146; yen > 118; yen -= 1) await tick({ USDJPY: `${yen}` });
    expect(await books.trade(cross)).toMatchObject({ status: 'active' });
    await tick({ EURJPY: '160.6', USDJPY: '118.5' });
    expect(await books.trade(cross)).toMatchObject({ closed_by: 'close_out' });
  });

  it('[W4] while a market is shut its orders wait, and the opening decides', async () => {
    const client = await books.client();
    // Friday, shortly before 17:00 in New York.
    const friday = new Date('2026-03-13T20:59:50.000Z');
    const seconds = (friday.getTime() - books.now().getTime()) / 1_000;
    books.say(seconds, { EURUSD: '1.1', USDJPY: '150' });
    const stop = await books.open(client, { stopLoss: '1.0995' });
    await rowsChanged(client);
    await tick({}, 3_600);
    expect(books.market.quote('EURUSD', 0, books.now())).toMatchObject({ ok: false, code: 'market.closed' });
    await tick({}, 47 * 3_600 + 10);
    await tick({ EURUSD: '1.04' });
    expect(await books.trade(stop)).toMatchObject({ closed_by: 'stop', exit_price: units('1.03991') });
  });
});

describe('a trailing stop', () => {
  const trail = async (clientId: string, tradeId: string, distance: string, stopLoss: string | null = null) => {
    const { outcome } = await books.run({
      kind: 'amend_trade', clientId, tradeId, stopLoss: stopLoss === null ? null : parsePrice(stopLoss), takeProfit: null, trailingDistance: parsePrice(distance),
    }); // prettier-ignore
    expect(outcome.ok).toBe(true);
    await rowsChanged(clientId);
  };

  it('[W17] that is attached to an open trade trails from its first quote on: no better price from before it was set counts', async () => {
    const client = await books.client();
    const id = await books.open(client);
    await rowsChanged(client);
    await tick({ EURUSD: '1.1040' });
    await tick({ EURUSD: '1.1' });
    books.say(0.2, {});
    await trail(client, id, '0.0015');
    await tick({ EURUSD: '1.1010' });
    // Best bid 1.10091 since it was set: the trailing stop stands at 1.09941.
    await tick({ EURUSD: '1.0995' });
    expect(await books.trade(id)).toMatchObject({ closed_by: 'trailing_stop', exit_price: units('1.09941') });
  });

  it('[W17] keeps what it has gained when only the stop loss changes, also what is not written down yet', async () => {
    const client = await books.client();
    const id = await books.open(client, { trailingDistance: '0.0015' });
    await rowsChanged(client);
    await tick({ EURUSD: '1.1020' });
    books.say(0.2, {});
    await trail(client, id, '0.0015', '1.05');
    await tick({ EURUSD: '1.1006' });
    expect(await books.trade(id)).toMatchObject({ status: 'active' });
    await tick({ EURUSD: '1.1005' });
    expect(await books.trade(id)).toMatchObject({ closed_by: 'trailing_stop', exit_price: units('1.10041') });
  });

  it('[W18] that was hit closes at that quote, however much better the price became before its close was sent', async () => {
    const client = await books.client();
    const id = await books.open(client, { trailingDistance: '0.0015' });
    await rowsChanged(client);
    await tick({ EURUSD: '1.1020' });
    books.say(1, { EURUSD: '1.1005' });
    watcher.look(books.now());
    books.say(1, { EURUSD: '1.1050' });
    watcher.look(books.now());
    await watcher.settled();
    expect(await books.trade(id)).toMatchObject({ closed_by: 'trailing_stop', exit_price: units('1.10041') });
  });
});

describe('who hears of it late, and who comes back', () => {
  it('[W9] a row that arrives late meets the first quote that it should have met, at that quote', async () => {
    const client = await books.client();
    const stop = await books.open(client, { stopLoss: '1.0995' });
    books.say(1, { EURUSD: '1.0993' });
    const { quote } = books.market.showing('EURUSD', books.now());
    watcher.look(books.now());
    await tick({ EURUSD: '1.1005' });
    expect(await books.trade(stop)).toMatchObject({ status: 'active' });
    await rowsChanged(client);
    expect(await books.trade(stop)).toMatchObject({ closed_by: 'stop', exit_quote_id: `${quote?.id}.m16` });
  });

  it.each([
    ['busy for a moment', 1],
    ['standing still', 6],
  ])(
    '[W9] the first order of an instrument meets the first quote that it should have met, also with a process that was %s',
    async (_, seconds) => {
      for (let said = 0; said < 3; said += 1) await tick({ NZDUSD: '0.6' });
      const client = await books.client();
      const order = await books.place(client, { symbol: 'NZDUSD', side: 'buy', type: 'limit', price: '0.5980' });
      books.say(seconds, { NZDUSD: '0.5970' });
      books.say(seconds, { NZDUSD: '0.6' });
      watcher.look(books.now());
      await watcher.settled();
      await rowsChanged(client);
      expect(await books.order(order)).toMatchObject({ status: 'filled' });
      const { trade_id: filled } = await books.order(order);
      expect(await books.trade(filled ?? '')).toMatchObject({ entry_price: units('0.59711') });
    },
  );

  it('[W9] a quote from before a stop was set never sets it off', async () => {
    const client = await books.client();
    const id = await books.open(client);
    await rowsChanged(client);
    await tick({ EURUSD: '1.0990' });
    await tick({ EURUSD: '1.1' });
    await books.run({
      kind: 'amend_trade', clientId: client, tradeId: id, stopLoss: parsePrice('1.0995'), takeProfit: null, trailingDistance: null,
    }); // prettier-ignore
    await rowsChanged(client);
    expect(await books.trade(id)).toMatchObject({ status: 'active' });
    await tick({ EURUSD: '1.0994' });
    expect(await books.trade(id)).toMatchObject({ closed_by: 'stop' });
  });

  it('[W9] a missed invalidation is made good by the numbers of the entries, and by going through everything', async () => {
    const client = await books.client();
    const stop = await books.open(client, { stopLoss: '1.0995' });
    const order = await books.place(client, { side: 'sell', type: 'limit', price: '1.101' });
    await watcher.reconcile();
    await tick({ EURUSD: '1.0994' });
    expect(await books.trade(stop)).toMatchObject({ closed_by: 'stop' });
    await tick({ EURUSD: '1.1015' });
    expect(await books.order(order)).toMatchObject({ status: 'filled' });
  });

  it('[W9] a trade that this process opened is watched from its invalidation on, without being read; one that no invalidation names is not', async () => {
    const read: string[] = [];
    await watcher.stop();
    watcher = await books.watching({ pool: noting(db.pool, read) });
    const client = await books.client();
    books.openings();
    const stop = await books.open(client, { stopLoss: '1.0995' });
    watcher.opening(books.openings());
    read.length = 0;
    await tick({ EURUSD: '1.0994' });
    expect(await books.trade(stop)).toMatchObject({ status: 'active' });
    watcher.onRowChanged(stop);
    await watcher.settled();
    expect(await books.trade(stop)).toMatchObject({ closed_by: 'stop' });
    expect(read).toEqual([]);
    const open = await books.open(client, { stopLoss: '1.09' });
    watcher.opening(books.openings());
    watcher.onRowChanged(open);
    await watcher.settled();
    await watcher.reconcile();
    // Its entry tells nothing new; the one that closed the other trade is looked into.
    expect(read.filter((name) => name === 'watch-trades-id')).toHaveLength(1);
    await tick({ EURUSD: '1.0899' });
    expect(await books.trade(open)).toMatchObject({ closed_by: 'stop' });
  });

  it('[W9] what happened to a trade after its opening is read, however soon word of it comes', async () => {
    const client = await books.client();
    books.openings();
    const id = await books.open(client, { stopLoss: '1.0995' });
    watcher.opening(books.openings());
    const free = { kind: 'amend_trade', clientId: client, tradeId: id, stopLoss: null, takeProfit: null, trailingDistance: null } as const; // prettier-ignore
    expect((await books.run(free)).outcome.ok).toBe(true);
    watcher.onRowChanged(id);
    watcher.onRowChanged(id);
    await watcher.settled();
    await tick({ EURUSD: '1.0990' });
    expect(await books.trade(id)).toMatchObject({ status: 'active', stop_loss: null });
    expect(books.codes()).toEqual([]);
  });

  it('[W9] a trade whose invalidation was sent while nobody listened is read when it changes', async () => {
    const client = await books.client();
    books.openings();
    const id = await books.open(client);
    watcher.opening(books.openings());
    await watcher.reread();
    const stop = { kind: 'amend_trade', clientId: client, tradeId: id, stopLoss: parsePrice('1.0995'), takeProfit: null, trailingDistance: null } as const; // prettier-ignore
    expect((await books.run(stop)).outcome.ok).toBe(true);
    watcher.onRowChanged(id);
    await watcher.settled();
    await tick({ EURUSD: '1.0990' });
    expect(await books.trade(id)).toMatchObject({ status: 'closed', closed_by: 'stop' });
  });

  it('[W9] a change of mark-up moves the prices that a client waits for', async () => {
    const client = await books.client();
    const stop = await books.open(client, { stopLoss: '1.0995' });
    await rowsChanged(client);
    await db.ownerPool.query('update ledger.party set markup = 4 where id = $1', [client]);
    await watcher.reread();
    await tick({ EURUSD: '1.09955' });
    expect(await books.trade(stop)).toMatchObject({ status: 'active' });
    await tick({ EURUSD: '1.0995' });
    expect(await books.trade(stop)).toMatchObject({ closed_by: 'stop', exit_price: units('1.09947') });
  });

  it('[W10] prices that cannot be asked for again: after a restart only what the first good quote after it says', async () => {
    const live = { market: { ...books.market, nextChange: undefined } };
    const client = await books.client();
    const passed = await books.open(client, { stopLoss: '1.0995' });
    const below = await books.open(client, { stopLoss: '1.0985' });
    await rowsChanged(client);
    await watcher.stop();
    for (const price of ['1.0990', '1.0980', '1.0999']) books.say(1, { EURUSD: price });
    watcher = await books.watching(live);
    watcher.look(books.now());
    await watcher.settled();
    expect(await books.trade(passed)).toMatchObject({ status: 'active' });
    await watcher.stop();
    books.say(30, { EURUSD: '1.0984' });
    watcher = await books.watching(live);
    watcher.look(books.now());
    await watcher.settled();
    for (const id of [passed, below])
      expect(await books.trade(id)).toMatchObject({ closed_by: 'stop', exit_price: units('1.09831') });
  });

  it('[W20] where prices cannot be asked for again, whoever had something open is told from when to when nobody watched', async () => {
    const live = { market: { ...books.market, nextChange: undefined } };
    const [trader, waiting, other] = [await books.client(), await books.client(), await books.client()];
    await books.open(trader, { stopLoss: '1.0995' });
    await books.place(waiting, { side: 'buy', type: 'limit', price: '1.0994' });
    const told = async (clientId: string) => {
      const { rows } = await db.ownerPool.query<{ values: Record<string, string> }>(
        "select values from app.notification where user_id = $1 and kind = 'prices-unwatched'",
        [clientId],
      );
      return rows.map(({ values }) => values);
    };
    const again = async (): Promise<void> => {
      watcher = await books.watching(live);
      watcher.look(books.now());
      await watcher.stop();
    };
    await watcher.stop();
    await again();
    const from = books.now();
    books.say(10, { EURUSD: '1.1' });
    await again();
    expect(await told(trader)).toEqual([]);
    books.say(54, { EURUSD: '1.1' });
    await Promise.all([again(), again()]);
    const text = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ');
    const since = new Date(from.getTime() + 10_000);
    for (const each of [trader, waiting])
      expect(await told(each)).toEqual([{ from: text(since), until: text(books.now()) }]);
    expect(await told(other)).toEqual([]);
    const { rows } = await db.pool.query(
      'select began_at as from, ended_at as until from ledger.unwatched order by number desc limit 1',
    );
    expect(rows).toEqual([{ from: since, until: books.now() }]);
  });

  it('[W10] the best price of a trailing stop outlives the process that saw it', async () => {
    const client = await books.client();
    const id = await books.open(client, { trailingDistance: '0.0015' });
    await rowsChanged(client);
    await tick({ EURUSD: '1.1030' });
    watcher.recordPeaks();
    await watcher.settled();
    expect(await books.trade(id)).toMatchObject({ trailing_peak: units('1.10291') });
    // Dies without a word.
    watcher = await books.watching();
    await tick({ EURUSD: '1.1016' });
    expect(await books.trade(id)).toMatchObject({ status: 'active' });
    await tick({ EURUSD: '1.1014' });
    expect(await books.trade(id)).toMatchObject({ closed_by: 'trailing_stop', exit_price: units('1.10131') });
  });

  it('[W11] two processes that watch at once set off each thing once', async () => {
    const client = await books.client();
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => books.open(client, { stopLoss: '1.0995', amount: 80_000n })),
    );
    const order = await books.place(client, { side: 'buy', type: 'limit', price: '1.0994', amount: 80_000n });
    const other = await books.watching();
    await rowsChanged(client);
    books.say(1, { EURUSD: '1.099' });
    watcher.look(books.now());
    other.look(books.now());
    await Promise.all([watcher.settled(), other.settled()]);
    await other.stop();
    for (const id of ids) expect(await books.trade(id)).toMatchObject({ closed_by: 'stop' });
    const { rows } = await db.pool.query(
      `select e.subject_id, count(*)::int as times from ledger.entry e where e.subject_id = any($1) and e.event = 4 group by 1 having count(*) <> 1`,
      [ids],
    );
    expect(rows).toEqual([]);
    const opened = await db.pool.query('select id from ledger.trade where client_id = $1', [client]);
    expect(opened.rowCount).toBe(21);
    expect((await books.order(order)).status).toBe('filled');
  });

  it('[W12] a quote that was published while this process was busy is not skipped', async () => {
    const client = await books.client();
    const stop = await books.open(client, { stopLoss: '1.0995' });
    await rowsChanged(client);
    books.say(1, { EURUSD: '1.1001' });
    books.say(1, { EURUSD: '1.0993' });
    books.say(1, { EURUSD: '1.1002' });
    watcher.look(books.now());
    await watcher.settled();
    expect(await books.trade(stop)).toMatchObject({ closed_by: 'stop', exit_price: units('1.09921') });
  });

  it('[W12] while the database cannot take it, the quote that set it off is kept, and fills when it can', async () => {
    const client = await books.client();
    const stop = await books.open(client, { stopLoss: '1.0995' });
    await watcher.stop();
    let refusals = 2;
    watcher = await books.watching({
      ledger: {
        execute: (command, key) =>
          refusals-- > 0 ? Promise.reject(new LedgerBusy('not now')) : books.parts.ledger.execute(command, key),
      },
    });
    books.say(1, { EURUSD: '1.0993' });
    watcher.look(books.now());
    books.say(1, { EURUSD: '1.1003' });
    watcher.look(books.now());
    await watcher.settled();
    expect(await books.trade(stop)).toMatchObject({ closed_by: 'stop', exit_price: units('1.09921') });
  });
});

describe('a downtime, where prices can be asked for again', () => {
  const back = async (): Promise<void> => {
    watcher = await books.watching();
    watcher.look(books.now());
    await watcher.settled();
  };

  it('[W16] leaves every trigger at the quote that reached it, in order, however long it was', async () => {
    const client = await books.client(2_000_000n);
    const stop = await books.open(client, { stopLoss: '1.0975', amount: 400_000n });
    const trailing = await books.open(client, { trailingDistance: '0.0030', amount: 400_000n });
    const order = await books.place(client, { side: 'buy', type: 'limit', price: '1.0972', amount: 1_500_000n, takeProfit: '1.0990' }); // prettier-ignore
    await rowsChanged(client);
    await watcher.stop();
    books.say(600, { EURUSD: '1.1020' });
    books.say(1, { EURUSD: '1.0989' });
    books.say(3_600, { EURUSD: '1.0973' });
    books.say(1, { EURUSD: '1.0970' });
    books.say(1_800, { EURUSD: '1.0992' });
    books.say(3_600, { EURUSD: '1.1' });
    await back();
    expect(await books.trade(trailing)).toMatchObject({ closed_by: 'trailing_stop', exit_price: units('1.09881') });
    expect(await books.trade(stop)).toMatchObject({ closed_by: 'stop', exit_price: units('1.09721') });
    // Its money was in the two that closed before.
    const { trade_id: filled } = await books.order(order);
    expect(await books.trade(filled ?? '')).toMatchObject({
      entry_price: units('1.09709'),
      closed_by: 'take_profit',
      exit_price: units('1.09911'),
    });
  });

  it('[W16] takes its nights where they fall: who was closed before pays nothing, and who was opened before pays', async () => {
    const night = financingInstant(financingDay(new Date(books.now().getTime() + 26 * 3_600_000)));
    const seconds = (night.getTime() - books.now().getTime()) / 1_000;
    books.say(seconds - 3_600, { EURUSD: '1.1' });
    await watcher.stop();
    watcher = await books.watching();
    watcher.look(books.now());
    await watcher.settled();
    const client = await books.client(2_000_000n);
    const closed = await books.open(client, { stopLoss: '1.0995' });
    const order = await books.place(client, { side: 'buy', type: 'limit', price: '1.0994', stopLoss: '1.0900' });
    const kept = await books.open(client, { stopLoss: '1.0900' });
    await rowsChanged(client);
    await watcher.stop();
    books.say(3_590, { EURUSD: '1.0990' });
    books.say(20, { EURUSD: '1.0890' });
    books.say(3_600, { EURUSD: '1.1' });
    await back();
    expect(await books.trade(closed)).toMatchObject({ closed_by: 'stop', financed: '0', exit_price: units('1.09891') });
    expect(await books.trade(kept)).toMatchObject({ closed_by: 'stop', exit_price: units('1.08891') });
    expect((await books.trade(kept)).financed).not.toBe('0');
    const { trade_id: filled } = await books.order(order);
    expect(await books.trade(filled ?? '')).toMatchObject({ closed_by: 'stop', exit_price: units('1.08891') });
    expect((await books.trade(filled ?? '')).financed).not.toBe('0');
  });

  it('[W16] what was set while nobody watched counts from when it was set', async () => {
    const client = await books.client();
    const id = await books.open(client);
    await rowsChanged(client);
    await watcher.stop();
    books.say(100, { EURUSD: '1.0990' });
    books.say(100, { EURUSD: '1.1' });
    await books.run({
      kind: 'amend_trade', clientId: client, tradeId: id, stopLoss: parsePrice('1.0992'), takeProfit: null, trailingDistance: null,
    }); // prettier-ignore
    books.say(100, { EURUSD: '1.0991' });
    books.say(100, { EURUSD: '1.0985' });
    await back();
    expect(await books.trade(id)).toMatchObject({ closed_by: 'stop', exit_price: units('1.09901') });
  });

  it('[W16] a process that stood still does not skip what it missed', async () => {
    const client = await books.client();
    const id = await books.open(client, { stopLoss: '1.0992' });
    await rowsChanged(client);
    books.say(54, { EURUSD: '1.0991' });
    books.say(54, { EURUSD: '1.1' });
    watcher.look(books.now());
    await watcher.settled();
    expect(await books.trade(id)).toMatchObject({ closed_by: 'stop', exit_price: units('1.09901') });
  });

  it('[T22] what has been watched is over: no quote from before it sets anything off', async () => {
    const client = await books.client();
    const id = await books.open(client, { stopLoss: '1.0992' });
    books.say(1, { EURUSD: '1.0991' });
    const { quote } = books.market.showing('EURUSD', books.now());
    await tick({ EURUSD: '1.1' }, 600);
    await watcher.stop();
    const late = {
      kind: 'trigger_close',
      clientId: client,
      tradeId: id,
      why: 'stop',
      trigger: { quote: quote!, conversions: [] },
    } as const;
    expect((await books.run(late)).outcome).toMatchObject({ ok: false, refusal: { code: 'trigger.too_old' } });
    watcher = await books.watching();
  });
});
