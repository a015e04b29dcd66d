import type { Reply } from '@clearbook/contracts';
import type { Order, Trade } from '@clearbook/contracts/trading';
import { exactPrice, type FeedQuote, simulatedQuote, type Symbol } from '@clearbook/domain/market';
import type { Trigger } from '@clearbook/domain/trading';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, OPEN_MARKETS, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { marketPrices, simulatedMarket } from '../../../test/market.ts';
import { serve, type Served } from '../../../test/served.ts';
import { statementRoutes } from '../statements/index.ts';
import { tradeRoutes } from './index.ts';

let db: FreshDatabase;
let books: Books;
let http: Served;
let staff: string;

beforeAll(async () => {
  db = await freshDatabase();
  const now = () => books.now();
  const market = simulatedMarket(now);
  books = openBooks(db.pool, { prices: marketPrices(market, now) });
  staff = await books.openParty('staff');
  http = await serve(now, (register) => {
    tradeRoutes(register, { ledger: books.ledger, pool: db.pool, market, config: { mode: 'demo' } });
    statementRoutes(register, { pool: db.pool, market, config: { mode: 'demo' } });
  });
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

const get = <T>(url: string, id: string): Promise<T> => http.get<T>(url, id);
const send = (method: 'POST' | 'PATCH', url: string, id: string, body: object = {}, key?: string) =>
  http.send(method, url, id, body, key);

async function client(cents = 1_000_000n): Promise<string> {
  const id = await books.openParty();
  await books.fund(id, cents);
  return id;
}

/** The feed's EURUSD moved by so many parts in ten thousand, received some seconds after now. */
function quote(symbol: Symbol, bps: number, seconds = 1): FeedQuote {
  const feed = simulatedQuote('test', symbol, OPEN_MARKETS.getTime());
  const at = new Date(books.now().getTime() + seconds * 1_000);
  const move = (price: bigint) => (price * BigInt(10_000 + bps)) / 10_000n;
  return { ...feed, id: newId(), bid: move(feed.bid), ask: move(feed.ask), sourceTime: at, receivedTime: at };
}

const trigger = (symbol: Symbol, bps: number): Trigger => ({ quote: quote(symbol, bps, 0), conversions: [] });

/** A price so many parts in ten thousand away from the market, with as many decimals as a feed price. */
function away(symbol: Symbol, bps: number, digits = 5): string {
  const unit = 10n ** BigInt(10 - digits);
  return exactPrice((quote(symbol, bps).bid / unit) * unit, digits);
}

const LIMIT = { symbol: 'EURUSD', side: 'buy', lots: '0.10', amount: '2000.00', type: 'limit' } as const;

async function placed(id: string, over: object = {}): Promise<string> {
  const answer = await send('POST', '/orders', id, { ...LIMIT, limit_price: away('EURUSD', -100), ...over });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string }>().id;
}

async function bought(id: string, over: object = {}): Promise<string> {
  const answer = await send('POST', '/orders', id, { ...LIMIT, type: 'market', ...over });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ trade_id: string }>().trade_id;
}

describe('orders over the api', () => {
  it('[T15] [T16] a limit order is placed once, listed, and moves no money', async () => {
    const id = await client();
    const key = newId();
    const body = { ...LIMIT, limit_price: away('EURUSD', -100), stop_loss: away('EURUSD', -200), time_in_force: 'day' };
    const first = await send('POST', '/orders', id, body, key);
    expect(first.json()).toEqual({
      id: expect.any(String) as string,
      status: 'working',
      trade_id: null,
      filled_price: null,
      quote_id: null,
      order_class: 'oto',
      legs: null,
    });
    const again = await send('POST', '/orders', id, body, key);
    expect([again.json(), again.headers['idempotency-replayed']]).toEqual([first.json(), 'true']);
    const { data } = await get<{ data: Order[] }>('/orders?state=working', id);
    expect(data).toMatchObject([
      {
        symbol: 'EURUSD', type: 'limit', lots: '0.10', amount: { amount: '2000.00' }, limit_price: body.limit_price, stop_price: null, stop_loss: body.stop_loss,
        time_in_force: 'day', status: 'working', reason: null, trade_id: null, expires_at: '2026-03-11T21:00:00.000Z',
      },
    ]); // prettier-ignore
    expect(await books.party(id)).toMatchObject({ cash: '1000000', margin: '0' });
    expect(await get<{ data: Order[] }>('/orders?state=ended', id)).toMatchObject({ data: [] });
  });

  it('[T16] a body says what it lacks, and what it has too much', async () => {
    const id = await client();
    const fields = async (over: object) =>
      (await send('POST', '/orders', id, { ...LIMIT, ...over })).json<{ fields: { name: string }[] }>().fields[0]?.name;
    expect(await fields({})).toBe('limit_price');
    expect(await fields({ type: 'stop' })).toBe('stop_price');
    expect(await fields({ type: 'market', limit_price: '1.0' })).toBe('limit_price');
    expect(await fields({ limit_price: '1.0', stop_price: '1.0' })).toBe('stop_price');
    expect(await fields({ type: 'market', time_in_force: 'day' })).toBe('time_in_force');
    for (const wrong of ['0', '-1', '1e1', '', ' ', '1,5', '1.12345678901', 'NaN'])
      expect(await fields({ limit_price: wrong }), wrong).toBe('limit_price');
  });

  it('[T17] a price that is reached already is refused in words', async () => {
    const id = await client();
    const answer = await send('POST', '/orders', id, { ...LIMIT, limit_price: away('EURUSD', 100) });
    expect(answer.statusCode).toBe(422);
    expect(answer.json<{ detail: string }>().detail).toMatch(
      /^The ask is 1\.\d+\. Set a limit below it, or place a market order\.$/,
    );
  });

  it('[T19] amends in place and cancels; a stranger finds nothing', async () => {
    const [id, stranger] = [await client(), await client()];
    const order = await placed(id);
    const lower = away('EURUSD', -150);
    expect((await send('PATCH', `/orders/${order}`, id, {})).statusCode).toBe(422);
    expect((await send('PATCH', `/orders/${order}`, stranger, { lots: '0.20' })).statusCode).toBe(404);
    expect(
      (await send('PATCH', `/orders/${order}`, id, { price: lower, take_profit: away('EURUSD', 100) })).statusCode,
    ).toBe(200);
    expect((await send('PATCH', `/orders/${order}`, id, { take_profit: null })).statusCode).toBe(200);
    expect((await get<{ data: Order[] }>('/orders', id)).data).toMatchObject([
      { limit_price: lower, take_profit: null, lots: '0.10' },
    ]);
    expect((await send('POST', `/orders/${order}/cancel`, stranger)).statusCode).toBe(404);
    expect((await send('POST', `/orders/${order}/cancel`, id)).json()).toEqual({ id: order, status: 'cancelled' });
    expect((await send('POST', `/orders/${order}/cancel`, id)).statusCode).toBe(409);
    expect((await get<{ data: Order[] }>('/orders?state=ended', id)).data).toMatchObject([
      { status: 'cancelled', reason: { code: 'client', text: 'You cancelled it.' } },
    ]);
  });

  it('[T34] in a closed market a market order says when it reopens, and what waits may be placed, amended and cancelled', async () => {
    const id = await client();
    const tradeId = await bought(id);
    books.at(new Date('2026-03-14T12:00:00.000Z'));
    try {
      const refused = await send('POST', '/orders', id, { ...LIMIT, type: 'market' });
      expect(refused.statusCode).toBe(422);
      expect(refused.json<{ detail: string }>().detail).toMatch(
        /^The market for EUR\/USD is closed\. It reopens .*15.*2026/,
      );
      const order = await placed(id, { limit_price: '0.50', time_in_force: 'day' });
      expect((await get<{ data: Order[] }>('/orders?type=pending', id)).data).toMatchObject([
        { expires_at: '2026-03-16T21:00:00.000Z' },
      ]);
      expect((await send('PATCH', `/orders/${order}`, id, { price: '0.51' })).statusCode).toBe(200);
      const stops = { stop_loss: '0.50', take_profit: null, trailing_distance: null };
      expect((await send('PATCH', `/trades/${tradeId}`, id, stops)).json()).toMatchObject({ stop_loss: '0.50000' });
      expect((await send('POST', `/orders/${order}/cancel`, id)).statusCode).toBe(200);
    } finally {
      books.at(OPEN_MARKETS);
    }
  });

  it('[T20] a suspension cancels what waits', async () => {
    const id = await client();
    await placed(id);
    await placed(id);
    const { outcome } = await books.run({
      kind: 'set_controls', staffId: staff, clientId: id, status: 'suspended', billing: null, code: null, reason: 'r', noteId: newId(),
    }); // prettier-ignore
    expect(outcome.ok).toBe(true);
    const { data } = await get<{ data: Order[] }>('/orders', id);
    expect(data.map(({ status, reason }) => [status, reason?.code])).toEqual([['cancelled', 'suspended'], ['cancelled', 'suspended']]); // prettier-ignore
  });
});

describe('what a quote sets off, in the books', () => {
  const filled = (clientId: string, orderId: string, bps: number) =>
    books.run({ kind: 'fill_order', clientId, orderId, trigger: trigger('EURUSD', bps) });

  it('[T21] an order fills at its trigger’s quote, once, and its stops go over to the trade', async () => {
    const id = await client();
    const order = await placed(id, { stop_loss: away('EURUSD', -300), trailing_distance: '0.01' });
    expect((await filled(id, order, -50)).outcome).toMatchObject({ refusal: { code: 'trigger.not_reached' } });
    expect((await filled(id, order, -150)).outcome).toMatchObject({ ok: true });
    expect((await filled(id, order, -150)).outcome).toMatchObject({ refusal: { code: 'order.not_working' } });
    const [listed] = (await get<{ data: Order[] }>('/orders?state=ended', id)).data;
    const trade = await get<Trade>(`/trades/${listed?.trade_id}`, id);
    expect(listed).toMatchObject({ status: 'filled', reason: null });
    expect(trade).toMatchObject({
      lots: '0.10', lots_open: '0.10', amount: { amount: '2000.00' }, stop_loss: listed?.stop_loss, trailing_distance: '0.01000', financing: { amount: '0.00' },
    }); // prettier-ignore
    expect(Number(trade.trailing_stop)).toBeLessThan(Number(trade.entry_price) - 0.01);
    expect(Number(trade.close_out_price)).toBeLessThan(Number(trade.entry_price));
    const explained = await get<{ fills: { price: string }[] }>(`/trades/${trade.id}/price-explanation`, id);
    expect(explained.fills).toMatchObject([{ price: trade.entry_price }]);
  });

  it('[T21] two fills of one order at the same moment open one trade', async () => {
    const id = await client();
    const order = await placed(id);
    const answers = await Promise.all([filled(id, order, -150), filled(id, order, -160), filled(id, order, -170)]);
    expect(answers.filter(({ outcome }) => outcome.ok)).toHaveLength(1);
    expect((await get<{ data: Trade[] }>('/trades?state=active', id)).data).toHaveLength(1);
  });

  it('[T21] without the money it is rejected, and the client reads why', async () => {
    const id = await client(100_000n);
    const order = await placed(id);
    expect((await filled(id, order, -150)).outcome).toMatchObject({ result: { status: 'rejected' } });
    expect((await get<{ data: Order[] }>('/orders', id)).data).toMatchObject([
      {
        status: 'rejected',
        reason: { code: 'order.insufficient_balance', text: 'Your balance didn’t cover its amount.' },
      },
    ]);
    const { rows } = await db.pool.query('select kind from app.notification where user_id = $1 order by id', [id]);
    expect(rows).toEqual([{ kind: 'top-up' }, { kind: 'order-rejected' }]);
  });

  it('[T24] [T25] stops move over the api, and close at the quote that reaches them', async () => {
    const id = await client();
    const tradeId = await bought(id, { stop_loss: away('EURUSD', -300) });
    const none = { stop_loss: null, take_profit: null, trailing_distance: null };
    const key = newId();
    const patch = { ...none, trailing_distance: '0.01', take_profit: away('EURUSD', 200) };
    const amended = await send('PATCH', `/trades/${tradeId}`, id, patch, key);
    expect(amended.statusCode, amended.body).toBe(200);
    expect(amended.json()).toMatchObject({
      id: tradeId,
      stop_loss: null,
      take_profit: patch.take_profit,
      trailing_distance: '0.01000',
    });
    await send('PATCH', `/trades/${tradeId}`, id, none);
    // What was shown first under a key is shown again.
    expect((await send('PATCH', `/trades/${tradeId}`, id, patch, key)).json()).toEqual(amended.json());
    await send('PATCH', `/trades/${tradeId}`, id, patch);
    expect((await send('PATCH', `/trades/${tradeId}`, id, { ...none, stop_loss: away('EURUSD', 50) })).json()).toMatchObject({
      code: 'protection.stop_side', fields: [{ name: 'stop_loss' }],
    }); // prettier-ignore
    const peak = await books.run({
      kind: 'record_trailing_peak',
      clientId: id,
      tradeId,
      peak: quote('EURUSD', 150, 0),
    });
    expect(peak.outcome.ok).toBe(true);
    const before = await get<Trade>(`/trades/${tradeId}`, id);
    const close = await books.run({
      kind: 'trigger_close',
      clientId: id,
      tradeId,
      why: 'trailing_stop',
      trigger: trigger('EURUSD', 20),
    });
    expect(close.outcome).toMatchObject({ ok: true });
    const after = await get<Trade>(`/trades/${tradeId}`, id);
    expect(after).toMatchObject({
      status: 'closed',
      closed_by: 'trailing_stop',
      lots_open: '0.00',
      trailing_stop: null,
      close_out_price: null,
    });
    expect(Number(after.exit_price)).toBeLessThanOrEqual(Number(before.trailing_stop));
  });

  it('[T27] [T92] a night is charged once, and the statement and the explanation of its trade say of what', async () => {
    const id = await client();
    const tradeId = await bought(id);
    const midnight = new Date('2026-03-11T21:00:00.000Z');
    const charge = () =>
      books.run({
        kind: 'charge_financing',
        clientId: id,
        tradeId,
        day: '2026-03-11',
        marks: { quote: quote('EURUSD', 0, 0), conversions: [] },
      });
    books.at(midnight);
    try {
      const [one, two] = await Promise.all([charge(), charge()]);
      expect([one, two].filter(({ outcome }) => outcome.ok)).toHaveLength(1);
    } finally {
      books.at(OPEN_MARKETS);
    }
    const { rows } = await db.pool.query<{ amount: string; worth: string }>(
      `select f.amount, round(f.lots * 100000 * (q.bid + q.ask)::numeric / 2e10 * 900 / 3650000) as worth
       from ledger.financing f join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id) where f.trade_id = $1`,
      [tradeId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.amount).toBe(rows[0]?.worth);
    const trade = await get<Trade>(`/trades/${tradeId}`, id);
    const cost = trade.financing.amount;
    expect(Number(cost)).toBeGreaterThan(0);
    expect((2_000 - Number(cost)).toFixed(2)).toBe(trade.amount.amount);
    // What the explanation shows gives what was taken.
    const { nights } = await get<Reply<'GET /trades/:id/price-explanation'>>(
      `/trades/${tradeId}/price-explanation`,
      id,
    );
    expect(nights).toMatchObject([{ day: '2026-03-11', nights: 3, percent_year: '3.00', amount: { amount: cost } }]);
    const [, lots, size, mid, sum] =
      /^([\d.]+) lots × (\d+) × mid ([\d.]+) of EURUSD × 3.00 % ÷ 365 × 3 nights = \$([\d.]+); taken/.exec(
        nights[0]?.formula ?? '',
      ) ?? [];
    expect(((Number(lots) * Number(size) * Number(mid) * 0.03) / 365) * 3).toBeCloseTo(Number(sum), 7);
    expect(Number(sum).toFixed(2)).toBe(cost);
    const { data } = await get<{ data: { event: string; title: string; text: string; subject: object }[] }>(
      '/me/statements',
      id,
    );
    expect(data[0]).toMatchObject({
      event: 'overnight_financing',
      title: 'Overnight financing: Buy EUR/USD',
      text: `$${cost} for three nights, the weekend’s included, at 3.00% a year, taken from the trade’s collateral.`,
      subject: { type: 'trade', id: tradeId },
    });
  });

  it('[T28] [T29] a close-out closes at its quote, and never costs more than the collateral', async () => {
    const id = await client();
    const tradeId = await bought(id, { amount: '1000.00' });
    const run = (bps: number) =>
      books.run({ kind: 'trigger_close', clientId: id, tradeId, why: 'close_out', trigger: trigger('EURUSD', bps) });
    expect((await run(-100)).outcome).toMatchObject({ refusal: { code: 'trigger.not_reached' } });
    expect((await run(-9_000)).outcome.ok).toBe(true);
    expect(await get<Trade>(`/trades/${tradeId}`, id)).toMatchObject({ closed_by: 'close_out', status: 'closed' });
    expect(await books.party(id)).toMatchObject({ cash: '900000', margin: '0' });
  });

  it('[T30] a loss is told once a step', async () => {
    const id = await client();
    const tradeId = await bought(id);
    const note = () =>
      books.run({ kind: 'alert_loss', clientId: id, tradeId, step: 1, trigger: trigger('EURUSD', -200) });
    await note();
    await note();
    const { rows } = await db.pool.query("select values ->> 'percent' as percent from app.notification where user_id = $1 and kind = 'trade-losing'", [id]); // prettier-ignore
    expect(rows).toEqual([{ percent: '10%' }]);
  });

  it('[T41] every change of a stop is kept with what stood before, and is read newest first by its client alone', async () => {
    const [id, stranger] = [await client(), await client()];
    const first = away('EURUSD', -300);
    const tradeId = await bought(id, { stop_loss: first });
    type Stops = {
      stop_loss: string | null;
      take_profit: string | null;
      trailing_distance: string | null;
      targets?: null;
    };
    type Page = { data: { at: string; before: Stops; after: Stops }[]; next_cursor: string | null };
    const read = (query = '') => get<Page>(`/trades/${tradeId}/amendments${query}`, id);
    expect(await read(), 'opening it is no change').toEqual({ data: [], next_cursor: null });

    const none = { stop_loss: null, take_profit: null, trailing_distance: null, targets: null };
    const steps: Stops[] = [
      { ...none, stop_loss: away('EURUSD', -200), take_profit: away('EURUSD', 300) },
      { ...none, trailing_distance: '0.01000' },
      // The same again, and a better price for the trailing stop, change nothing.
      { ...none, trailing_distance: '0.01' },
      none,
    ];
    const amend = async (stops: Stops) =>
      expect((await send('PATCH', `/trades/${tradeId}`, id, stops)).statusCode).toBe(200);
    for (const [index, stops] of steps.entries()) {
      books.at(new Date(OPEN_MARKETS.getTime() + 1_000 * (index + 1)));
      await amend(stops);
      if (index === 2)
        await books.run({ kind: 'record_trailing_peak', clientId: id, tradeId, peak: quote('EURUSD', 50, 0) });
    }
    const at = (seconds: number) => new Date(OPEN_MARKETS.getTime() + 1_000 * seconds).toISOString();
    const [one, two] = steps as [Stops, Stops];
    const all = [
      { at: at(4), before: two, after: none },
      { at: at(2), before: one, after: two },
      { at: at(1), before: { ...none, stop_loss: first }, after: one },
    ];
    expect(await read()).toEqual({ data: all, next_cursor: null });
    const newest = await read('?limit=2');
    expect(newest.data).toEqual(all.slice(0, 2));
    expect(await read(`?limit=2&cursor=${newest.next_cursor}`)).toEqual({ data: all.slice(2), next_cursor: null });
    expect((await http.ask(`/trades/${tradeId}/amendments`, stranger)).statusCode).toBe(404);
    books.at(OPEN_MARKETS);
  });

  it('[T33] where some cannot close, the others do, and each that stays is named with its reason and closes nothing twice', async () => {
    const id = await client();
    const [euro, coin, pound] = [
      await bought(id),
      await bought(id, { symbol: 'BTC', lots: '0.01' }),
      await bought(id, { symbol: 'GBPUSD', side: 'sell' }),
    ];
    const key = newId();
    const closeAll = () => send('POST', '/trades/close-all', id, {}, key);
    try {
      // Saturday: bitcoin trades, currencies do not.
      books.at(new Date('2026-03-14T12:00:00.000Z'));
      const answer = await closeAll();
      expect(answer.statusCode, answer.body).toBe(200);
      const reopens = (name: string) => expect.stringMatching(new RegExp(`^The market for ${name} is closed\\. It reopens .*15.*2026`)) as string; // prettier-ignore
      const left = [
        { trade_id: euro, code: 'market.closed', detail: reopens('EUR/USD') },
        { trade_id: pound, code: 'market.closed', detail: reopens('GBP/USD') },
      ].toSorted((a, b) => (a.trade_id < b.trade_id ? -1 : 1));
      expect(answer.json()).toMatchObject({ closed: 1, waiting: 0, left });
      const open = (await get<{ data: Trade[] }>('/trades?state=active', id)).data;
      expect(open.map((trade) => trade.id).toSorted()).toEqual([euro, pound].toSorted());
      expect(open.every(({ closing }) => closing === null)).toBe(true);
      expect(await books.party(id)).toMatchObject({ margin: '400000' });
      const [closed] = (await get<{ data: Trade[] }>('/trades?state=closed', id)).data;
      expect(closed?.id).toBe(coin);
      // The key keeps its answer; a new one closes what is left once it can.
      expect((await closeAll()).json()).toEqual(answer.json());
      books.at(new Date('2026-03-16T12:00:00.000Z'));
      expect((await closeAll()).json()).toEqual(answer.json());
      expect((await send('POST', '/trades/close-all', id)).json()).toMatchObject({ closed: 2, waiting: 0, left: [] });
    } finally {
      books.at(OPEN_MARKETS);
    }
  });

  it('[T33] closes all, keeps its answer, and names what it could not close', async () => {
    const id = await client();
    await bought(id);
    await bought(id, { side: 'sell' });
    const key = newId();
    const all = await send('POST', '/trades/close-all', id, {}, key);
    expect(all.json()).toMatchObject({ closed: 2, waiting: 0, left: [] });
    await bought(id);
    const again = await send('POST', '/trades/close-all', id, {}, key);
    expect([again.json(), again.headers['idempotency-replayed']]).toEqual([all.json(), 'true']);
    expect((await get<{ data: Trade[] }>('/trades?state=active', id)).data).toHaveLength(1);
    expect((await send('POST', '/trades/close-all', await client(), {})).json()).toEqual({
      closed: 0,
      waiting: 0,
      left: [],
      results: [],
    });
  });
});
