import type { Position, Trade } from '@clearbook/contracts/trading';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, OPEN_MARKETS, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { marketPrices, simulatedMarket } from '../../../test/market.ts';
import { serve, type Served } from '../../../test/served.ts';
import { tradeRoutes } from './index.ts';

let db: FreshDatabase;
let books: Books;
let http: Served;

beforeAll(async () => {
  db = await freshDatabase();
  const now = () => books.now();
  const market = simulatedMarket(now);
  books = openBooks(db.pool, { prices: marketPrices(market, now) });
  http = await serve(now, (register) => {
    tradeRoutes(register, { ledger: books.ledger, pool: db.pool, market, config: { mode: 'demo' } });
  });
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

const post = (url: string, id: string, body: object = {}, key?: string) => http.send('POST', url, id, body, key);
const read = (trade: string, id: string) => http.get<Trade>(`/trades/${trade}`, id);

async function client(cents = 2_000_000n): Promise<string> {
  const id = await books.openParty();
  await books.fund(id, cents);
  return id;
}

async function bought(id: string, over: object = {}): Promise<string> {
  const body = { symbol: 'EURUSD', side: 'buy', lots: '0.10', amount: '2000.00', type: 'market', ...over };
  const answer = await post('/orders', id, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ trade_id: string }>().trade_id;
}

/** Until this trade is at a profit of so many cents at least, or a loss: the simulated market moves. */
async function until(id: string, trade: string, fits: (cents: number) => boolean): Promise<number> {
  for (let minute = 0; minute < 5_000; minute += 7) {
    books.at(new Date(OPEN_MARKETS.getTime() + minute * 60_000));
    const { unrealized_pl: worth } = await read(trade, id);
    if (worth !== null && fits(Number(worth.amount) * 100)) return minute;
  }
  throw new Error('the market never moved');
}

describe('break-even over the api', () => {
  it('[J1] [J2] sets the stop where the trade shows it, refuses in words, and answers twice with one answer', async () => {
    const id = await client();
    const trade = await bought(id);
    const before = await read(trade, id);
    expect(before.break_even_price).toBe(before.entry_price);
    const refused = await post(`/trades/${trade}/break-even`, id);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'break_even.beyond']);
    expect(refused.json<{ detail: string }>().detail).toMatch(
      /^The bid is 1\.\d{5}, so a stop loss at 1\.\d{5} would close the trade immediately\. Try again once the price is above it\.$/,
    );
    try {
      await until(id, trade, (cents) => cents > 500);
      const key = newId();
      const done = await post(`/trades/${trade}/break-even`, id, { at: 'costs' }, key);
      expect(done.json()).toMatchObject({ id: trade, stop_loss: before.entry_price, take_profit: null });
      expect((await post(`/trades/${trade}/break-even`, id, { at: 'costs' }, key)).json()).toEqual(done.json());
      const again = await post(`/trades/${trade}/break-even`, id);
      expect(again.json<{ code: string }>().code).toBe('break_even.covered');
      const stranger = await post(`/trades/${trade}/break-even`, await client());
      expect(stranger.statusCode).toBe(404);
    } finally {
      books.at(OPEN_MARKETS);
    }
  });
});

describe('closing some of them over the api', () => {
  it('[J3] closes one symbol, and says what became of each trade', async () => {
    const id = await client();
    const euro = await bought(id);
    const pound = await bought(id, { symbol: 'GBPUSD' });
    const answer = await post('/trades/close-all', id, { symbol: 'EURUSD' });
    expect(answer.json()).toMatchObject({
      ...{ closed: 1, waiting: 0, left: [] },
      results: [{ trade_id: euro, symbol: 'EURUSD', status: 'closed', code: null, detail: null }],
    });
    const [{ realized_pl, exit_price } = { realized_pl: null, exit_price: null }] = answer.json<{
      results: { realized_pl: object | null; exit_price: string | null }[];
    }>().results;
    const closed = await read(euro, id);
    expect({ realized_pl, exit_price }).toEqual({ realized_pl: closed.realized_pl, exit_price: closed.exit_price });
    expect((await read(pound, id)).status).toBe('active');
    expect((await post('/trades/close-all', id, { symbol: 'eur/usd' })).statusCode).toBe(422);
    const unknown = await post('/trades/close-all', id, { symbol: 'BITCOIN' });
    expect([unknown.statusCode, unknown.json<{ code: string }>().code]).toEqual([422, 'order.unknown_symbol']);
    expect((await post('/trades/close-all', id, { only: 'both' })).statusCode).toBe(422);
  });

  it('[J3] closes the winners or the losers and leaves the others', async () => {
    const id = await client();
    const [long, short] = [await bought(id), await bought(id, { side: 'sell' })];
    try {
      await until(id, long, (cents) => Math.abs(cents) > 500);
      const wins = Number((await read(long, id)).unrealized_pl?.amount) > 0;
      const [winner, loser] = wins ? [long, short] : [short, long];
      const results = async (only: string) =>
        (await post('/trades/close-all', id, { only })).json<{ results: object[] }>().results;
      expect(await results('winners')).toMatchObject([{ trade_id: winner, status: 'closed' }]);
      expect((await read(loser, id)).status).toBe('active');
      expect(await results('winners')).toEqual([]);
      expect(await results('losers')).toMatchObject([{ trade_id: loser, status: 'closed' }]);
    } finally {
      books.at(OPEN_MARKETS);
    }
  });

  it('[J5] a key keeps its answer for its own request alone', async () => {
    const id = await client();
    const trade = await bought(id);
    const key = newId();
    const first = await post('/trades/close-all', id, { symbol: 'GBPUSD' }, key);
    expect(first.json()).toEqual({ closed: 0, waiting: 0, left: [], results: [] });
    expect((await post('/trades/close-all', id, { symbol: 'GBPUSD' }, key)).json()).toEqual(first.json());
    const other = await post('/trades/close-all', id, {}, key);
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([409, 'key.reused']);
    expect((await read(trade, id)).status).toBe('active');
  });
});

describe('reversing over the api', () => {
  it('[J6] closes and opens at one price under one key, and the new trade says what it reverses', async () => {
    const id = await client();
    const trade = await bought(id);
    const key = newId();
    const done = await post(`/trades/${trade}/reverse`, id, {}, key);
    expect(done.statusCode, done.body).toBe(200);
    const reply = done.json<{ trade_id: string; exit_price: string; filled_price: string }>();
    expect(reply.filled_price).toBe(reply.exit_price);
    expect((await post(`/trades/${trade}/reverse`, id, {}, key)).json()).toEqual(reply);
    expect(await read(trade, id)).toMatchObject({ status: 'closed', closed_by: 'client', reverses: null });
    expect(await read(reply.trade_id, id)).toMatchObject({
      ...{ status: 'active', side: 'sell', lots: '0.10', reverses: trade, amount: { amount: '2000.00' } },
      ...{ stop_loss: null, take_profit: null },
    });
    expect((await post(`/trades/${trade}/reverse`, id)).json<{ code: string }>().code).toBe('trade.already_closed');
  });

  it('[J7] [J8] what refuses the opening refuses the close, and a deviation is measured from the price that was seen', async () => {
    const id = await client();
    const trade = await bought(id);
    const small = await post(`/trades/${trade}/reverse`, id, { amount: '1.00' });
    expect(small.json<{ code: string }>().code).toBe('order.margin_too_small');
    const alone = await post(`/trades/${trade}/reverse`, id, { max_deviation: '1' });
    expect(alone.json<{ fields: { name: string }[] }>().fields[0]?.name).toBe('expected_price');
    const far = await post(`/trades/${trade}/reverse`, id, { expected_price: '9', max_deviation: '1' });
    expect(far.json<{ code: string }>().code).toBe('order.price_moved');
    expect((await read(trade, id)).status).toBe('active');
  });
});

describe('net positions over the api', () => {
  it('[J10] say what is open of each asset, and its result to the cent', async () => {
    const id = await client(5_000_000n);
    const ids = [
      await bought(id),
      await bought(id, { lots: '0.30', amount: '6000.00' }),
      await bought(id, { side: 'sell' }),
    ];
    await bought(id, { symbol: 'BTC', lots: '0.01' });
    const trades = await Promise.all(ids.map((trade) => read(trade, id)));
    const { positions: data } = await http.get<{ positions: Position[] }>('/positions', id);
    expect(data.map(({ symbol }) => symbol)).toEqual(['BTC', 'EURUSD']);
    const cents = trades.reduce((sum, { unrealized_pl }) => sum + Math.round(Number(unrealized_pl?.amount) * 100), 0);
    const [first, , last] = trades;
    expect(data[1]).toMatchObject({
      ...{ symbol: 'EURUSD', side: 'buy', lots: '0.30' },
      buy: { trades: 2, lots: '0.40', avg_entry_price: first?.entry_price },
      sell: { trades: 1, lots: '0.10', avg_entry_price: last?.entry_price },
      unrealized_pl: { amount: (cents / 100).toFixed(2) },
    });
    expect((await http.get<{ positions: Position[] }>('/positions', await client())).positions).toEqual([]);
  });
});
