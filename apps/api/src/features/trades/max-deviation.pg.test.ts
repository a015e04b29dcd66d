import type { Trade } from '@clearbook/contracts/trading';
import { dealtQuote, type FeedQuote, MAX_PRICE, parsePrice, type Symbol } from '@clearbook/domain/market';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { simulatedMarket } from '../../../test/market.ts';
import { serve, type Served } from '../../../test/served.ts';
import { tradeRoutes } from './index.ts';

let db: FreshDatabase;
let books: Books;
let http: Served;
/** What EURUSD is quoted at, before the client's mark-up of 1.6 pips. */
let feed = '1.10000';
let made = 0;

beforeAll(async () => {
  db = await freshDatabase();
  const now = () => books.now();
  const quote = (symbol: Symbol, markup: number) => {
    const at: FeedQuote = {
      id: `moving-${++made}`, symbol, bid: parsePrice(feed), ask: parsePrice(feed), source: 'test', sourceTime: now(), receivedTime: now(),
    }; // prettier-ignore
    return { ok: true as const, quote: dealtQuote(at, markup) };
  };
  books = openBooks(db.pool, { prices: { quote, conversion: () => quote('EURUSD', 0) } });
  http = await serve(now, (register) => {
    const market = simulatedMarket(now);
    tradeRoutes(register, { ledger: books.ledger, pool: db.pool, market, config: { mode: 'demo' } });
  });
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

const ORDER = { symbol: 'EURUSD', lots: '0.10', amount: '2000.00', type: 'market' };
// At 1.10000 a client without a package sells at 1.09992 and buys at 1.10008.
const BUY = { ...ORDER, side: 'buy', expected_price: '1.10008' };
const SELL = { ...ORDER, side: 'sell', expected_price: '1.09992' };

type Problem = { code: string; detail: string; fields: { name: string }[] };

async function client(): Promise<string> {
  const id = await books.openParty();
  await books.fund(id, 1_000_000n);
  return id;
}

describe('a market order whose price moved', () => {
  it.each([
    ['buy by points', { ...BUY, max_deviation: '10' }, '1.10010', '1.10011'],
    ['buy by percent', { ...BUY, max_deviation: '0.1', max_deviation_unit: 'percent' }, '1.10110', '1.10111'],
    ['sell by points', { ...SELL, max_deviation: '10' }, '1.09990', '1.09989'],
    ['sell by percent', { ...SELL, max_deviation: '0.1', max_deviation_unit: 'percent' }, '1.09891', '1.09890'],
  ])('[T46] %s fills as far as it may and is refused one point beyond, with the price of now', async (_, order, within, beyond) => {
    const id = await client();
    feed = beyond;
    const refused = await http.send('POST', '/orders', id, order);
    expect(refused.statusCode, refused.body).toBe(422);
    const { code, detail, fields } = refused.json<Problem>();
    const [now] = order.side === 'buy' ? ['ask'] : ['bid'];
    expect([code, fields[0]?.name]).toEqual(['order.price_moved', 'max_deviation']);
    const dealt = dealtQuote({ ...EMPTY, bid: parsePrice(beyond), ask: parsePrice(beyond) }, 16);
    const price = (order.side === 'buy' ? dealt.ask : dealt.bid).toString();
    expect(detail).toContain(`the ${now} is ${price.slice(0, -10)}.${price.slice(-10, -5)} now, not ${order.expected_price}`);
    expect(await books.party(id)).toMatchObject({ cash: '1000000', margin: '0' });

    feed = within;
    const filled = await http.send('POST', '/orders', id, order);
    expect(filled.statusCode, filled.body).toBe(201);
    // A better price always fills.
    feed = order.side === 'buy' ? '1.05000' : '1.15000';
    expect((await http.send('POST', '/orders', id, order)).statusCode).toBe(201);
    feed = '1.10000';
    expect((await http.get<{ data: Trade[] }>('/trades?state=active', id)).data).toHaveLength(2);
  }); // prettier-ignore

  it('[T46] [A82] the highest price that there is may move as far as it likes', async () => {
    const id = await client();
    for (const [most, unit] of [
      ['100', 'percent'],
      ['1000000', 'points'],
    ]) {
      const far = { expected_price: '900000000', max_deviation: most, max_deviation_unit: unit };
      const answer = await http.send('POST', '/orders', id, { ...BUY, ...far });
      expect(answer.statusCode, answer.body).toBe(201);
    }
    const { rows } = await db.pool.query<{ worst_price: string }>(
      'select worst_price from ledger.trade where client_id = $1',
      [id],
    );
    expect(rows.map(({ worst_price: worst }) => BigInt(worst))).toEqual([MAX_PRICE, MAX_PRICE]);
  });

  it('[T46] says what is missing, and belongs to market orders alone', async () => {
    const id = await client();
    const field = async (body: object): Promise<string | undefined> => {
      const answer = await http.send('POST', '/orders', id, body);
      expect(answer.statusCode, answer.body).toBe(422);
      return answer.json<Problem>().fields[0]?.name;
    };
    const { expected_price: _, ...unseen } = { ...BUY, max_deviation: '10' };
    expect(await field(unseen)).toBe('expected_price');
    for (const bad of ['-1', '1.5', 'ten', '1000001', '']) expect(await field({ ...BUY, max_deviation: bad }), bad).toBe('max_deviation'); // prettier-ignore
    for (const bad of ['101', '0.123', '1e1'])
      expect(await field({ ...BUY, max_deviation: bad, max_deviation_unit: 'percent' }), bad).toBe('max_deviation');
    expect(await field({ ...BUY, type: 'limit', limit_price: '1.05', max_deviation: '10' })).toBe('max_deviation');
  });
});

const EMPTY: Omit<FeedQuote, 'bid' | 'ask'> = {
  id: 'at',
  symbol: 'EURUSD',
  source: 'test',
  sourceTime: new Date(0),
  receivedTime: new Date(0),
};
