import type { Quote, Trade } from '@clearbook/contracts';
import type { priceExplanation } from '@clearbook/contracts/trading';
import { INSTRUMENTS } from '@clearbook/domain/market';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod/mini';
import { type Books, brokenInvariants, OPEN_MARKETS, openBooks, quiet } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { marketPrices, simulatedMarket } from '../../../test/market.ts';
import { serve, type Served } from '../../../test/served.ts';
import { CorporateActionBooking } from '../corporate-actions/index.ts';
import { tradeRoutes } from './index.ts';

type Explanation = z.infer<typeof priceExplanation>;

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

const seconds = (more: number) => books.at(new Date(books.now().getTime() + more * 1_000));

async function opened(order: object): Promise<{ id: string; tradeId: string }> {
  const id = await books.openParty();
  await books.fund(id, 10_000_000n);
  const answer = await http.send('POST', '/orders', id, { type: 'market', amount: '50000.00', ...order });
  expect(answer.statusCode, answer.body).toBe(201);
  return { id, tradeId: answer.json<{ trade_id: string }>().trade_id };
}

type Exact = { num: bigint; den: bigint };

/** The product that a formula has of its own: (exit − entry) × lots × lot size and the rate, in cents and without rounding. */
function ownPart(formula: string): Exact {
  const term =
    /\(([\d.]+) − ([\d.]+)(?: × (\d+) ÷ (\d+))?\) × ([\d.]+) lots × (\d+)(?: ([×÷]) mid ([\d.]+) of \w+)?/.exec(
      formula,
    );
  expect(term, formula).not.toBeNull();
  const [, first = '', second = '', olds = '1', forOne = '1', lots = '', size = '', way, mid = '1'] = term ?? [];
  const one = 10n ** 12n;
  const scaled = (text: string): bigint =>
    BigInt(text.replace('.', '')) * 10n ** BigInt(12 - (text.split('.')[1] ?? '').length);
  const move = scaled(first) * BigInt(forOne) - scaled(second) * BigInt(olds);
  const num = move * scaled(lots) * BigInt(size) * 100n;
  const den = one * one * BigInt(forOne);
  return way === '÷' ? { num: num * one, den: den * scaled(mid) } : { num: num * scaled(mid), den: den * one };
}

/** What the nth formula says, worked out by nothing but the figures shown: in fractions, rounded once where it says so. In cents. */
function workedOut(formulas: readonly string[], nth: number): bigint {
  const formula = formulas[nth] ?? '';
  const together = formula.includes('result = part 1') ? formulas.slice(0, nth + 1) : [formula];
  const { num, den } = together
    .map(ownPart)
    .reduce((sum, part) => ({ num: sum.num * part.den + part.num * sum.den, den: sum.den * part.den }));
  const floor = num >= 0n ? num / den : -((-num + den - 1n) / den);
  const twice = 2n * (num - floor * den);
  const rounded = twice > den || (twice === den && floor % 2n !== 0n) ? floor + 1n : floor;
  const [, sign = '', paid = '0'] = /less (\u2212?)\$([\d,]+\.\d\d)/.exec(formula) ?? [];
  return rounded - BigInt(`${sign === '' ? '' : '-'}${paid.replace(/[,.]/g, '')}`);
}

/** Announces a split two days ahead, and applies it as it takes effect. */
async function split(symbol: string, newRate: number, oldRate: number, exDate: string): Promise<void> {
  await db.pool.query("select ledger.record_split($1, $2, $3, $4, $5, 'exchange', $6, $6)", [
    ...[newId(), symbol, newRate, oldRate, exDate, books.now()],
  ]);
  books.at(new Date(`${exDate}T15:00:00.000Z`));
  const market = simulatedMarket(books.now);
  const actions = new CorporateActionBooking(
    { pool: db.pool, ledger: books.ledger, market, log: quiet },
    () => undefined,
  );
  await actions.read();
  await actions.book(books.now());
}

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));

describe('why this price', () => {
  it.each([
    { symbol: 'USDJPY', side: 'buy' },
    { symbol: 'EURGBP', side: 'sell' },
    { symbol: 'BTC', side: 'buy', lots: '0.20' },
  ])('[T44] the formula of every partial close gives the very cents beside it: $symbol', async (order) => {
    const { id, tradeId } = await opened({ lots: '0.40', ...order });
    for (let part = 0; part < 19; part += 1) {
      seconds(part % 3);
      const closed = await http.send('POST', `/trades/${tradeId}/close`, id, { lots: '0.01' });
      expect(closed.statusCode, closed.body).toBe(200);
    }
    seconds(1);
    expect((await http.send('POST', `/trades/${tradeId}/close`, id)).statusCode).toBe(200);
    const { fills } = await http.get<Explanation>(`/trades/${tradeId}/price-explanation`, id);
    const closes = fills.filter(({ realized_pl: result }) => result !== null);
    expect(closes).toHaveLength(20);
    const formulas = closes.map(({ formula }) => formula);
    expect(formulas.map((_, nth) => workedOut(formulas, nth))).toEqual(
      closes.map(({ realized_pl: result }) => cents(result?.amount ?? '')),
    );
    books.at(OPEN_MARKETS);
  });

  it('[Q14] a split stands among the prices, and every close before and after it gives the very cents beside it', async () => {
    const { id, tradeId } = await opened({ symbol: 'DIS', side: 'buy', lots: '10.05' });
    const bought = await http.get<Trade>(`/trades/${tradeId}`, id);
    expect((await http.send('POST', `/trades/${tradeId}/close`, id, { lots: '0.04' })).statusCode).toBe(200);
    await split('DIS', 3, 2, '2026-03-13');
    for (const body of [{ lots: '7.01' }, undefined]) {
      expect((await http.send('POST', `/trades/${tradeId}/close`, id, body)).statusCode).toBe(200);
      seconds(3);
    }
    const { fills, splits } = await http.get<Explanation>(`/trades/${tradeId}/price-explanation`, id);
    const paid = bought.entry_price ?? '';
    const now = (await http.get<Trade>(`/trades/${tradeId}`, id)).entry_price;
    expect(Number(now)).toBeCloseTo((Number(paid) * 2) / 3, 9);
    expect(splits).toEqual([
      expect.objectContaining({
        ...{ new_rate: 3, old_rate: 2, source: 'exchange', effective_at: '2026-03-13T13:25:00.000Z' },
        ...{ lots_before: '10.00', lots: '15.00', entry_price_before: paid, entry_price: now },
        formula: expect.stringContaining(`opening price ${paid} × 2 ÷ 3`) as string,
      }),
    ]);
    const closes = fills.filter(({ realized_pl: result }) => result !== null);
    expect(closes.map(({ lots }) => lots)).toEqual(['0.04', '0.01', '7.01', '7.99']);
    const formulas = closes.map(({ formula }) => formula);
    expect(formulas.map((formula) => formula.includes(`− ${paid} × 2 ÷ 3)`))).toEqual([false, false, true, true]);
    expect(formulas.map((_, nth) => workedOut(formulas, nth))).toEqual(
      closes.map(({ realized_pl: result }) => cents(result?.amount ?? '')),
    );
    books.at(OPEN_MARKETS);
  });

  it('[Q14] what a split left over is closed at a price of its own also where that is less than a lot step of now', async () => {
    books.at(new Date('2026-03-16T16:00:00.000Z'));
    const { id, tradeId } = await opened({ symbol: 'NKE', side: 'buy', lots: '1.03' });
    await split('NKE', 1, 20, '2026-03-18');
    const left = await http.get<Trade>(`/trades/${tradeId}`, id);
    const { fills } = await http.get<Explanation>(`/trades/${tradeId}/price-explanation`, id);
    expect(left).toMatchObject({ status: 'active', lots: '0.05', realized_pl: fills[1]?.realized_pl });
    expect(Number(left.exit_price)).toBeCloseTo(Number(fills[1]?.price) * 20, 9);
    books.at(OPEN_MARKETS);
  });

  it('[T45] the exit price is the average over the fills, for the client and in the list', async () => {
    const { id, tradeId } = await opened({ symbol: 'EURUSD', side: 'buy', lots: '1' });
    const close = async (lots: string) => {
      seconds(7);
      expect((await http.send('POST', `/trades/${tradeId}/close`, id, { lots })).statusCode).toBe(200);
    };
    const average = async (): Promise<number> => {
      const { fills } = await http.get<Explanation>(`/trades/${tradeId}/price-explanation`, id);
      const closes = fills.slice(1);
      const value = closes.reduce((sum, fill) => sum + Number(fill.price) * Number(fill.lots), 0);
      expect(new Set(closes.map(({ price }) => price)).size).toBe(closes.length);
      return value / closes.reduce((sum, { lots }) => sum + Number(lots), 0);
    };
    const read = () => http.get<Trade>(`/trades/${tradeId}`, id);
    await close('0.30');
    const first = (await read()).exit_price;
    await close('0.13');
    expect(Number((await read()).exit_price)).toBeCloseTo(await average(), 10);
    expect((await read()).exit_price).not.toBe(first);
    await close('0.57');
    const closed = await read();
    expect(closed.status).toBe('closed');
    expect(Number(closed.exit_price)).toBeCloseTo(await average(), 10);
    const { data } = await http.get<{ data: Trade[] }>('/trades?state=closed', id);
    expect(data.map(({ exit_price: price }) => price)).toEqual([closed.exit_price]);
    books.at(OPEN_MARKETS);
  });

  it('[T42] what is quoted and filled lies on the instrument’s tick, and says which', async () => {
    for (const symbol of ['BTC', 'SHIB', 'AAPL', 'USDJPY', 'EURUSD'] as const) {
      const digits = INSTRUMENTS.find((of) => of.symbol === symbol)?.digits ?? 0;
      const { id, tradeId } = await opened({ symbol, side: 'sell', lots: symbol === 'SHIB' ? '20' : '0.50' });
      const places = (price: string | null): number => (price?.split('.')[1] ?? '').length;
      const { entry_price: entry, close_out_price: out } = await http.get<Trade>(`/trades/${tradeId}`, id);
      expect([symbol, places(entry), places(out)]).toEqual([symbol, digits, digits]);
      const { fills } = await http.get<Explanation>(`/trades/${tradeId}/price-explanation`, id);
      const quote: Pick<Quote, 'bid' | 'ask'> | undefined = fills[0]?.quote;
      expect([places(quote?.bid ?? null), places(quote?.ask ?? null)]).toEqual([digits, digits]);
    }
  });
});
