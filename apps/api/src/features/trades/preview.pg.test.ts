import type { OrderPreview, Trade } from '@clearbook/contracts/trading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, OPEN_MARKETS, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { marketPrices, simulatedMarket } from '../../../test/market.ts';
import { serve, type Served } from '../../../test/served.ts';
import type { Market } from '../market/index.ts';
import { tradeRoutes } from './index.ts';

let db: FreshDatabase;
let books: Books;
let http: Served;
let market: Market;
let priced = true;

beforeAll(async () => {
  db = await freshDatabase();
  const now = () => books.now();
  market = simulatedMarket(now);
  const silent = { mark: () => undefined, markRate: () => undefined };
  const shown: Market = { ...market, marks: (at) => (priced ? market.marks(at) : silent) };
  books = openBooks(db.pool, { prices: marketPrices(shown, now) });
  http = await serve(now, (register) =>
    tradeRoutes(register, { ledger: books.ledger, pool: db.pool, market: shown, config: { mode: 'demo' } }),
  );
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

const SATURDAY = new Date('2026-03-14T16:00:00.000Z');
const ORDER = { symbol: 'USDJPY', side: 'buy', lots: '0.10', amount: '1200.00', type: 'market' };
type Preview = Record<string, { amount: string } & string> & { refusal: { code: string; detail: string } | null };

async function client(): Promise<string> {
  books.at(OPEN_MARKETS);
  const id = await books.openParty();
  await books.fund(id, 1_000_000n);
  return id;
}

const withoutKey = (id: string, body: object) =>
  http.app.inject({
    method: 'POST',
    url: '/api/v1/orders/preview',
    payload: JSON.stringify(body),
    headers: { 'content-type': 'application/json', cookie: id },
  });

async function preview(id: string, body: object): Promise<Preview> {
  const answer = await withoutKey(id, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Preview>();
}

const previewOf = async (id: string, body: object): Promise<OrderPreview> =>
  (await withoutKey(id, body)).json<OrderPreview>();

async function opened(id: string, body: object): Promise<Trade> {
  const answer = await http.send('POST', '/orders', id, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return http.get<Trade>(`/trades/${answer.json<{ trade_id: string }>().trade_id}`, id);
}

describe('what an open trade is worth', () => {
  it.each(['buy', 'sell'] as const)(
    '[T50] an open %s has the price, the result and the value that closing it then gives',
    async (side) => {
      const id = await client();
      const { id: trade } = await opened(id, { ...ORDER, side });
      books.at(new Date(OPEN_MARKETS.getTime() + 45_000));
      const { data } = await http.get<{ data: Trade[] }>('/trades?state=active', id);
      const shown = await http.get<Trade>(`/trades/${trade}`, id);
      expect(data).toEqual([shown]);
      expect([shown.market_value?.currency, typeof shown.current_price]).toEqual(['USD', 'string']);
      // 0.10 lots of 100,000 dollars: the feed's mid turns their yen at the closing price back into dollars.
      const feed = market.showing('USDJPY', books.now()).quote;
      const yen = 10_000 * Number(shown.current_price);
      const rate = (Number(feed?.bid) + Number(feed?.ask)) / 2 / 1e10;
      expect(Number(shown.market_value?.amount)).toBeCloseTo(yen / rate, 1);

      const closed = await http.send('POST', `/trades/${trade}/close`, id, {});
      expect([shown.current_price, shown.unrealized_pl]).toEqual([
        closed.json<{ exit_price: string }>().exit_price,
        closed.json<{ realized_pl: object }>().realized_pl,
      ]);
      expect(await http.get<Trade>(`/trades/${trade}`, id)).toMatchObject({
        ...{ current_price: null, unrealized_pl: null, market_value: null },
      });
    },
  );

  it('[T50] without a price there are no figures, and never zero', async () => {
    const id = await client();
    const { id: trade } = await opened(id, ORDER);
    priced = false;
    try {
      expect(await http.get<Trade>(`/trades/${trade}`, id)).toMatchObject({
        ...{ current_price: null, unrealized_pl: null, market_value: null },
      });
      expect(await preview(id, ORDER)).toMatchObject({
        ...{ expected_price: null, spread_cost: null, trade_value: null, required_margin: null },
        ...{ close_out_price: null, available_after: { amount: '7600.00' } },
      });
    } finally {
      priced = true;
    }
  });
});

describe('what an order would need', () => {
  it.each([
    ['USDJPY', 'buy', '0.10', '1200.00'],
    ['EURUSD', 'sell', '0.10', '1200.00'],
    ['EURGBP', 'buy', '0.10', '1500.00'],
    ['BTC', 'sell', '0.01', '1500.00'],
  ])(
    '[T50] the preview of %s %s is what placing it then gives, and changes nothing',
    async (symbol, side, lots, amount) => {
      const id = await client();
      const body = { symbol, side, lots, amount, type: 'market' };
      const before = await books.party(id);
      const shown = await preview(id, body);
      expect(shown.refusal).toBeNull();
      expect(await books.party(id)).toEqual(before);
      expect((await http.get<{ data: object[] }>('/orders', id)).data).toEqual([]);
      const { rows } = await db.pool.query(
        "select 1 from ledger.command where party_id = $1 and key like '%preview%'",
        [id],
      );
      expect(rows).toEqual([]);

      const trade = await opened(id, body);
      expect(shown).toMatchObject({
        expected_price: trade.entry_price,
        required_margin: trade.required_margin,
        close_out_price: trade.close_out_price,
        available_before: { amount: '10000.00' },
      });
      // Opened and not closed: what it would lose right now is its spread.
      expect(trade.unrealized_pl?.amount).toBe(`-${shown['spread_cost']?.amount}`);
      expect(Math.round(Number(shown['available_after']?.amount) * 100)).toBe(Number((await books.party(id))['cash']));
    },
  );

  it.each(['buy', 'sell'] as const)(
    '[T91] [M70] the preview of a %s names its spread, its usual range in money, and its nights to come',
    async (side) => {
      const id = await client();
      const shown = await previewOf(id, { ...ORDER, symbol: 'EURUSD', side });
      // 0.2 pips of the source and 1.6 of mark-up.
      expect(shown).toMatchObject({ spread: '1.8', spread_cost: { amount: '1.80' } });
      expect(shown.usual_spread).toMatchObject({ low: '1.8', until: OPEN_MARKETS.toISOString() });
      expect(shown.usual_spread_cost?.low.amount).toBe('1.80');
      expect(Number(shown.usual_spread_cost?.high.amount)).toBeCloseTo(Number(shown.usual_spread?.high), 2);
      // Noon of a Wednesday.
      const [rate, percent] = side === 'buy' ? [0.03, '3.00'] : [0.005, '0.50'];
      expect(shown.overnight).toEqual({
        night: { amount: ((Number(shown.trade_value?.amount) * rate) / 365).toFixed(2), currency: 'USD' },
        financing_percent_year: percent,
        financing_next_at: '2026-03-11T21:00:00.000Z',
        financing_next_nights: 3,
        financing_triple_at: '2026-03-11T21:00:00.000Z',
      });
      const coin = await previewOf(id, { ...ORDER, symbol: 'BTC', side, lots: '0.01' });
      expect(coin.overnight).toMatchObject({ financing_next_nights: 1, financing_triple_at: null });
      expect((await previewOf(id, { ...ORDER, symbol: 'NOSUCH' })).overnight).toBeNull();
    },
  );

  it('[T50] it meets the refusal that the order meets, in the same words', async () => {
    const id = await client();
    const wrong = [
      { ...ORDER, amount: '0.10' },
      { ...ORDER, amount: '20000.00' },
      { ...ORDER, lots: '9000' },
      { ...ORDER, symbol: 'NOSUCH' },
      { ...ORDER, stop_loss: '900.000' },
      { ...ORDER, type: 'limit', limit_price: '900.000' },
      { ...ORDER, type: 'stop', stop_price: '1.23456' },
      { ...ORDER, expected_price: '1.000', max_deviation: '0' },
    ];
    for (const body of wrong) {
      const { refusal } = await preview(id, body);
      const { code, detail } = (await http.send('POST', '/orders', id, body)).json<{ code: string; detail: string }>();
      expect(refusal).toEqual({ code, detail });
    }
    books.at(SATURDAY);
    expect((await preview(id, ORDER)).refusal?.code).toBe('market.closed');
  });

  it('[T50] a waiting order is valued at its own price; what placing refuses as malformed is refused here too', async () => {
    const id = await client();
    const waiting = { ...ORDER, type: 'limit', limit_price: '100.000' };
    const shown = await preview(id, waiting);
    expect([shown['expected_price'], shown.refusal]).toEqual(['100.000', null]);
    expect((await withoutKey(id, { ...ORDER, lots: 'many' })).statusCode).toBe(422);
    expect((await withoutKey(id, { ...ORDER, limit_price: '1.000' })).statusCode).toBe(422);
  });
});
