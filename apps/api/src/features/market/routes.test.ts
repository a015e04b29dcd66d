import { STANDARD_FINANCING, STANDARD_SPREADS } from '../../../test/financing.ts';
import {
  adminMarket,
  barList,
  instrumentDetail,
  instrumentList,
  marketStatus,
  quoteList,
  sparklineList,
} from '@clearbook/contracts/market';
import type { RouteKey } from '@clearbook/contracts/routes';
import { INSTRUMENTS, parsePrice } from '@clearbook/domain/market';
import { NO_PACKAGE, type Terms } from '@clearbook/domain/trading';
import { describe, expect, it } from 'vitest';
import { createSimulatedFeed } from '../../adapters/feeds/simulated.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { createMarket } from './market.ts';
import { registerMarketRoutes } from './routes.ts';
import { createUsualSpreads } from './usual-spreads.ts';

const SATURDAY = new Date('2026-11-21T13:00:00Z');
const market = createMarket({
  feed: createSimulatedFeed('a seed'),
  clock: { now: () => SATURDAY },
  onListenerError: () => undefined,
});

let terms: Terms = NO_PACKAGE;
/** Nothing is read of a tape where any instant can be asked for again. */
const NO_POOL = null as never;

type AnyHandler = (context: {
  actor: { userId: string };
  query: unknown;
  params: unknown;
  now: Date;
}) => Promise<unknown>;
const handlers = new Map<RouteKey, AnyHandler>();
registerMarketRoutes(((key: RouteKey, handler: AnyHandler) => void handlers.set(key, handler)) as unknown as Register, {
  market,
  financing: STANDARD_FINANCING,
  spreads: STANDARD_SPREADS,
  termsOf: () => Promise.resolve(terms),
  usual: createUsualSpreads(market, NO_POOL),
  unwatched: () => Promise.resolve({ from: SATURDAY, until: new Date(SATURDAY.getTime() + 54_000) }),
});

async function call(key: RouteKey, query: unknown = {}, params: unknown = {}): Promise<unknown> {
  const handler = handlers.get(key);
  if (handler === undefined) throw new Error(`${key} has no handler`);
  return handler({ actor: { userId: 'somebody' }, query, params, now: SATURDAY });
}

describe('market routes', () => {
  it("[M34] instruments carry the client's own terms and whether they are open", async () => {
    const { data } = instrumentList.parse(await call('GET /instruments'));
    expect(data).toHaveLength(77);
    expect(data[0]).toEqual({
      symbol: 'EURUSD',
      name: 'EUR/USD',
      class: 'forex',
      base: 'EUR',
      quote_currency: 'USD',
      digits: 5,
      price_increment: '0.00001',
      pip: '0.0001',
      lot_size: '100000',
      lot_step: '0.01',
      min_notional: '10.00',
      leverage: 15,
      leverage_cap: 30,
      markup: '1.6',
      financing_rates: {
        buy: { percent_year: '3.00', percent_night: '0.008219' },
        sell: { percent_year: '0.50', percent_night: '0.001370' },
      },
      open: false,
      reopens_at: '2026-11-22T22:00:00.000Z',
    });
    expect(data.find((each) => each.symbol === 'AAPL')).toMatchObject({ leverage: 2.5, markup: '16', open: false });
    expect(data.find((each) => each.symbol === 'BTC')).toMatchObject({ leverage: 1, open: true, reopens_at: null });
  });

  it('[M47] [M70] [T91] an instrument in full: its hours, holidays, costs and limits for this client', async () => {
    const detail = async (symbol: string) =>
      instrumentDetail.parse(await call('GET /instruments/:id', {}, { id: symbol }));
    expect(await detail('EURUSD')).toMatchObject({
      symbol: 'EURUSD',
      leverage: 15,
      leverage_cap: 30,
      base_spread: '0.2',
      hours: 'forex_week',
      open: false,
      reopens_at: '2026-11-22T22:00:00.000Z',
      closes_at: null,
      holidays: [
        { date: '2026-12-25', name: 'Christmas Day', closes_at: null, reopens_at: '2026-12-27T22:00:00.000Z' },
        { date: '2027-01-01', name: 'New Year’s Day' },
      ],
      financing_percent_year: '3.00',
      financing_percent_night: '0.008219',
      financing_rates: {
        buy: { percent_year: '3.00', percent_night: '0.008219' },
        sell: { percent_year: '0.50', percent_night: '0.001370' },
      },
      // The last minutes before Friday's 17:00 are wide: 0.4 pips and the mark-up of 1.6.
      spread: '2.0',
      usual_spread: { low: '1.8', quotes: 5 * 48 },
      // Saturday's and Sunday's nights are part of Wednesday's charge.
      financing_next_at: '2026-11-23T22:00:00.000Z',
      financing_next_nights: 1,
      financing_triple_at: '2026-11-25T22:00:00.000Z',
      jump_limit_percent: '1.00',
      stale_after_seconds: 15,
      price_source: 'Simulated',
    });
    expect(await detail('BTC')).toMatchObject({
      base_spread: '1',
      hours: 'always',
      open: true,
      holidays: [],
      leverage_cap: 2,
    });
    const apple = await detail('AAPL');
    expect(apple).toMatchObject({ hours: 'exchange_day', reopens_at: '2026-11-23T14:30:00.000Z', leverage_cap: 5 });
    expect(apple.holidays.slice(0, 2)).toMatchObject([
      { date: '2026-11-26', closes_at: null },
      { date: '2026-11-27', closes_at: '2026-11-27T18:00:00.000Z', reopens_at: '2026-11-30T14:30:00.000Z' },
    ]);
    await expect(call('GET /instruments/:id', {}, { id: 'NOPE' })).rejects.toMatchObject({ status: 404 });
  });

  it('[M46] the status names each class: open or closed, who quotes it, and how old a price may be', async () => {
    const status = marketStatus.parse(await call('GET /market/status'));
    expect(status).toMatchObject({
      label: 'Simulated prices',
      unwatched: { from: SATURDAY.toISOString(), until: new Date(SATURDAY.getTime() + 54_000).toISOString() },
      classes: [
        { class: 'forex', state: 'closed', good: 0, open: 0, instruments: 22, reopens_at: '2026-11-22T22:00:00.000Z' },
        { class: 'crypto', state: 'good', good: 26, open: 26, sources: ['Simulated'], delay_seconds: 1 },
        { class: 'stock', state: 'closed', reopens_at: '2026-11-23T14:30:00.000Z' },
      ],
    });
    expect(adminMarket.parse(await call('GET /admin/market')).connections).toEqual([]);
  });

  it('[M34] quotes are those that an order would be filled at', async () => {
    const all = quoteList.parse(await call('GET /quotes'));
    expect(all).toMatchObject({ source: 'simulated', label: 'Simulated prices' });
    expect(all.data).toHaveLength(77);
    const some = quoteList.parse(await call('GET /quotes', { symbols: 'BTC,EURUSD' }));
    expect(some.data.map((quote) => quote.symbol)).toEqual(['EURUSD', 'BTC']);
    const fill = market.quote('BTC', 16, SATURDAY);
    if (!fill.ok) throw new Error(fill.detail);
    const shown = some.data[1]!;
    expect([shown.id, parsePrice(shown.bid), parsePrice(shown.ask)]).toEqual([
      fill.quote.id,
      fill.quote.bid,
      fill.quote.ask,
    ]);
  });

  it('[P3] a client with a package sees their own terms and prices', async () => {
    terms = { markup: 3, leverageCeiling: 500 };
    try {
      const { data } = instrumentList.parse(await call('GET /instruments'));
      expect(data[0]).toMatchObject({ symbol: 'EURUSD', leverage: 30, markup: '0.3' });
      expect(data.find((each) => each.symbol === 'BTC')).toMatchObject({ leverage: 2, markup: '3' });
      const fill = market.quote('BTC', 3, SATURDAY);
      const [shown] = quoteList.parse(await call('GET /quotes', { symbols: 'BTC' })).data;
      expect(fill.ok && [fill.quote.id, fill.quote.ask]).toEqual([shown?.id, parsePrice(shown?.ask ?? '')]);
    } finally {
      terms = NO_PACKAGE;
    }
  });

  it('[M34] bars have the decimals of their instrument, and one more where a mid falls between two', async () => {
    const { data } = barList.parse(await call('GET /bars', { symbol: 'EURUSD', interval: '1h', limit: 24 }));
    expect(data).toHaveLength(24);
    expect(data.every((bar) => /^\d\.\d{5}5?$/.test(bar.close))).toBe(true);
    // The last hour of Friday's trading: 21:00 to 22:00 UTC.
    expect(data.at(-1)?.time).toBe('2026-11-20T21:00:00.000Z');
    expect(barList.parse(await call('GET /bars', { symbol: 'BTC', interval: '1d' })).data).toHaveLength(300);
  });

  it('[A105] instruments, quotes and bars continue where their cursor says', async () => {
    for (const [key, list] of [
      ['GET /instruments', instrumentList],
      ['GET /quotes', quoteList],
    ] as const) {
      const all = list.parse(await call(key));
      expect(all.next_cursor).toBeNull();
      const seen: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page = list.parse(await call(key, { limit: 30, cursor }));
        seen.push(...page.data);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(all.data);
    }
    const asked = { symbol: 'EURUSD', interval: '1h' };
    const newest = barList.parse(await call('GET /bars', { ...asked, limit: 40 }));
    const older = barList.parse(await call('GET /bars', { ...asked, limit: 80, cursor: newest.next_cursor }));
    expect([...older.data, ...newest.data]).toEqual(
      barList.parse(await call('GET /bars', { ...asked, limit: 120 })).data,
    );
    // The longest reply there is has older ones too.
    expect(barList.parse(await call('GET /bars', { ...asked, limit: 1000 }))).toMatchObject({
      data: { length: 1000 },
      next_cursor: expect.any(String) as string,
    });
    const first = barList.parse(await call('GET /bars', { ...asked, interval: '1d', cursor: '1970-01-03T00:00:00Z' }));
    expect(first.next_cursor).toBeNull();
  });

  it('[H12] bars before a bar continue without a gap and without a bar twice, and never reach beyond now', async () => {
    for (const [symbol, interval] of [
      ['EURUSD', '1h'],
      ['BTC', '15m'],
      ['AAPL', '1d'],
    ]) {
      const all = barList.parse(await call('GET /bars', { symbol, interval, limit: 120 })).data;
      const newest = barList.parse(await call('GET /bars', { symbol, interval, limit: 40 })).data;
      const older = barList.parse(
        await call('GET /bars', { symbol, interval, limit: 80, before: newest[0]?.time }),
      ).data;
      expect([...older, ...newest]).toEqual(all);
      expect(
        barList.parse(await call('GET /bars', { symbol, interval, limit: 120, before: '2099-01-01T00:00:00.000Z' }))
          .data,
      ).toEqual(all);
    }
  });

  it('[S44] the lines of a whole market list come in one answer, from the bars of the last day', async () => {
    const symbols = INSTRUMENTS.map(({ symbol }) => symbol);
    const { data } = sparklineList.parse(await call('GET /bars/sparklines', { symbols: symbols.join(',') }));
    expect(data.map((line) => line.symbol)).toEqual(symbols);
    for (const { symbol, since, closes } of data.filter((_, i) => i % 11 === 0)) {
      const bars = barList.parse(await call('GET /bars', { symbol, interval: '1h', limit: 24 })).data;
      expect(closes).toEqual(bars.map(({ close }) => close));
      const day = bars.at(-1)?.time.slice(0, 10);
      expect(since).toBe(bars.find(({ time }) => time.slice(0, 10) === day)?.open);
    }
    const twice = sparklineList.parse(await call('GET /bars/sparklines', { symbols: 'BTC,BTC' }));
    expect(twice.data).toHaveLength(1);
  });

  it.each<[RouteKey, unknown, string]>([
    ['GET /bars/sparklines', { symbols: 'BTC,NOPE' }, 'symbols'],
    ['GET /bars/sparklines', { symbols: '' }, 'symbols'],
    ['GET /quotes', { symbols: 'BTC,NOPE' }, 'symbols'],
    ['GET /quotes', { symbols: '' }, 'symbols'],
    ['GET /bars', { symbol: 'NOPE', interval: '1h' }, 'symbol'],
    ['GET /bars', { symbol: 'constructor', interval: '1h' }, 'symbol'],
  ])('[M34] an unknown symbol is refused: %s %o', async (key, query, name) => {
    const refusal = await call(key, query).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Problem);
    expect(refusal).toMatchObject({ status: 422, fields: [{ name, message: 'You can’t trade this asset here.' }] });
  });
});
