import { STANDARD_FINANCING, STANDARD_SPREADS } from '../../../test/financing.ts';
import { barList, barsQuery, sparklineList } from '@clearbook/contracts/market';
import type { RouteKey } from '@clearbook/contracts/routes';
import {
  BAR_INTERVALS,
  createSimulation,
  dealtQuote,
  NO_ACTIONS,
  type PriceAction,
  type Symbol,
} from '@clearbook/domain/market';
import { NO_PACKAGE } from '@clearbook/domain/trading';
import { describe, expect, it } from 'vitest';
import { createSimulatedFeed } from '../../adapters/feeds/simulated.ts';
import type { Register } from '../../platform/http/index.ts';
import type { Feed } from './feed.ts';
import { createMarket } from './market.ts';
import type { KnownActions } from './price-actions.ts';
import { registerMarketRoutes } from './routes.ts';

/** Five minutes before New York opens on a Thursday. */
const EFFECTIVE = new Date('2026-11-19T14:25:00Z');
const OPENS = new Date('2026-11-19T14:30:00Z');
const BEFORE = new Date('2026-11-18T20:30:00Z');
const LATER = new Date('2026-11-20T16:30:00Z');
const ACTIONS: readonly PriceAction[] = [
  { type: 'split', symbol: 'AAPL', effectiveAt: EFFECTIVE, num: 4n, den: 1n },
  { type: 'split', symbol: 'AAPL', effectiveAt: new Date('2026-11-20T14:25:00Z'), num: 1n, den: 10n },
];
const ONE = ACTIONS.slice(0, 1);
const known = (actions: readonly PriceAction[], untilMs = Infinity): KnownActions => ({
  of: (symbol) => (symbol === 'AAPL' ? actions : NO_ACTIONS(symbol)),
  knownUntilMs: () => untilMs,
});
const marketOf = (feed: Feed, actions: KnownActions) =>
  createMarket({ feed, actions, clock: { now: () => LATER }, onListenerError: () => undefined });
const open = (actions: readonly PriceAction[]) =>
  marketOf(createSimulatedFeed('a split', false, known(actions).of), known(actions));

function routesOf(actions: readonly PriceAction[]) {
  const handlers = new Map<RouteKey, (context: unknown) => Promise<unknown>>();
  const register = (key: RouteKey, handler: (context: unknown) => Promise<unknown>) => void handlers.set(key, handler);
  registerMarketRoutes(register as unknown as Register, {
    market: open(actions),
    financing: STANDARD_FINANCING,
    spreads: STANDARD_SPREADS,
    termsOf: () => Promise.resolve(NO_PACKAGE),
    unwatched: () => Promise.resolve(undefined),
    usual: () => Promise.resolve(undefined),
  });
  const call = (key: RouteKey, query: object, now: Date) =>
    handlers.get(key)!({ actor: { userId: 'somebody' }, query, params: {}, now });
  return {
    bars: async (query: Record<string, string>, now = LATER) =>
      barList.parse(await call('GET /bars', barsQuery.parse(query), now)).data,
    lines: async (now: Date) => sparklineList.parse(await call('GET /bars/sparklines', { symbols: 'AAPL' }, now)).data,
  };
}

const numbers = (bars: readonly { open: string; close: string }[]): number[] =>
  bars.flatMap((bar) => [Number(bar.open), Number(bar.close)]);

describe('bars over the API across splits', () => {
  const plain = routesOf([]);
  const split = routesOf(ACTIONS);
  const asked = { symbol: 'AAPL', start: '2026-11-17T00:00:00Z' };

  it('[M60] [M92] are in the shares of now at every interval, page by page, and as traded on request', async () => {
    for (const interval of BAR_INTERVALS.filter((each) => each !== '1m' && each !== '5m')) {
      const was = await plain.bars({ ...asked, interval });
      const now = await split.bars({ ...asked, interval });
      expect(now.map(({ time, tick_volume: ticks }) => [time, ticks])).toEqual(
        was.map(({ time, tick_volume: ticks }) => [time, ticks]),
      );
      const factors = numbers(now).map((price, i) => price / numbers(was)[i]!);
      // Four for one and then one for ten: two and a half times as much, nowhere a cliff.
      for (const factor of factors) expect(factor, interval).toBeCloseTo(2.5, 2);
      const older = await split.bars({ ...asked, interval, before: now.at(-2)!.time });
      expect(older, interval).toEqual(now.slice(0, -2));
      const raw = await split.bars({ ...asked, interval, adjustment: 'raw' });
      const days = new Map(raw.map((bar, i) => [bar.time.slice(0, 10), Number(bar.open) / Number(was[i]!.open)]));
      expect([...days.values()].map((each) => Math.round(100 * each) / 100)).toEqual([1, 1, 0.25, 2.5]);
    }
    // Both splits fall within one week, whose days are stated in one share before they are joined.
    const ask = { symbol: 'AAPL', interval: '1w', limit: '3' };
    const [was, now] = [await plain.bars(ask), await split.bars(ask)];
    expect(now.at(-1)?.time).toBe('2026-11-16T00:00:00.000Z');
    for (const of of ['open', 'high', 'low', 'close'] as const)
      for (const [i, bar] of now.entries()) expect(Number(bar[of]) / Number(was[i]![of]), of).toBeCloseTo(2.5, 2);
    expect(barsQuery.safeParse({ ...asked, interval: '1h', adjustment: 'dividend' }).success).toBe(false);
  });

  it('[M60] the day’s change does not fall by a split, before the opening either', async () => {
    const lines = routesOf(ONE);
    const [before] = await lines.lines(new Date(EFFECTIVE.getTime() - 10_000));
    const [after] = await lines.lines(new Date(EFFECTIVE.getTime() + 10_000));
    expect(after?.closes.map(Number)).toEqual(before?.closes.map((close) => Number(close) / 4));
    expect(Number(after?.since)).toBe(Number(before?.since) / 4);
    const [opened] = await lines.lines(new Date(OPENS.getTime() + 3_600_000));
    for (const close of opened!.closes) expect(Number(close) / Number(opened!.since)).toBeGreaterThan(0.9);
  });
});

describe('a share that was split', () => {
  const market = open(ONE);
  const [quoted] = [market.showing('AAPL', BEFORE).quote!];

  it('[M61] stands divided while it is closed, and what is held is worth the same to the cent', () => {
    const at = (now: Date, markup = 16) => market.marks(now).mark('AAPL', markup)!;
    const closed = new Date(EFFECTIVE.getTime() - 1);
    const [was, is] = [at(closed), at(EFFECTIVE)];
    expect([is.bid * 4n, is.ask * 4n]).toEqual([was.bid, was.ask]);
    expect(is.id).not.toBe(was.id);
    expect(market.feedQuotes(EFFECTIVE).find(({ symbol }) => symbol === 'AAPL')).toMatchObject({
      shares: { num: 4n, den: 1n },
    });
    expect(market.showing('AAPL', EFFECTIVE)).toMatchObject({ open: false });
    expect(market.quote('AAPL', 16, EFFECTIVE)).toMatchObject({ ok: false, code: 'market.closed' });
    expect(market.goodQuotes(EFFECTIVE, ['AAPL'])).toEqual([]);
  });

  it('[M61] deals at its first quote, which no guard takes for a bad one', () => {
    const first = market.quote('AAPL', 16, OPENS, 'opening');
    expect(first).toMatchObject({ ok: true });
    const expected = createSimulation('a split', known(ONE).of).quote('AAPL', OPENS.getTime());
    expect(first.ok && first.quote).toEqual(dealtQuote(expected, 16));
    for (let ms = 0; ms < 10_000; ms += 1_000)
      expect(market.quote('AAPL', 0, new Date(OPENS.getTime() + ms)).ok).toBe(true);
  });

  it('[M61] fills nothing at a quote from before it, however fresh its source calls it', () => {
    const late: Feed = {
      ...{ source: 'late', label: 'Late', cadenceMs: () => 1e9, bars: () => Promise.resolve([]) },
      read: () => ({ state: 'good', quote: quoted }),
    };
    const slow = marketOf(late, known(ONE));
    expect(slow.quote('AAPL', 16, new Date(EFFECTIVE.getTime() - 1)).ok).toBe(true);
    expect(slow.quote('AAPL', 16, EFFECTIVE)).toMatchObject({ ok: false, code: 'market.stale' });
    expect(slow.goodQuotes(OPENS, ['AAPL'])).toEqual([]);
  });

  it('[M63] is not dealt in while nobody has read for a day what was recorded; anything else is', () => {
    const untilMs = LATER.getTime() - 1;
    const unread = marketOf(createSimulatedFeed('a split'), known([], untilMs));
    const codeOf = (symbol: Symbol, now: Date) => {
      const found = unread.quote(symbol, 16, now);
      return found.ok ? 'ok' : found.code;
    };
    expect([codeOf('AAPL', new Date(untilMs)), codeOf('AAPL', LATER), codeOf('BTC', LATER)]).toEqual([
      ...['ok', 'market.stale', 'ok'],
    ]);
  });
});

describe('a share that pays a dividend', () => {
  const dividend = (rate: bigint, effectiveAt = EFFECTIVE): PriceAction => ({
    type: 'cash_dividend',
    symbol: 'AAPL',
    effectiveAt,
    rate,
  });
  const RATE = 12_345_000_000n;

  it('[Q17] is worth its last price without it, from its moment until the first quote from after it, and is called that', () => {
    const actions = [dividend(RATE)];
    const marks = (now: Date, of = actions) => open(of).marks(now);
    const was = marks(new Date(EFFECTIVE.getTime() - 1));
    const is = marks(EFFECTIVE);
    const [before, after] = [was.mark('AAPL', 16)!, is.mark('AAPL', 16)!];
    expect([before.bid - after.bid, before.ask - after.ask]).toEqual([RATE, RATE]);
    expect(after.id).not.toBe(before.id);
    expect(is.beforeDividend?.('AAPL', 16)).toEqual(before);
    expect([was.beforeDividend?.('AAPL', 16), is.beforeDividend?.('MSFT', 16)]).toEqual([undefined, undefined]);
    // What is shown and dealt on is what the source said.
    expect(open(actions).showing('AAPL', EFFECTIVE).quote).toEqual(open([]).showing('AAPL', EFFECTIVE).quote);
    const opened = marks(OPENS);
    expect(opened.beforeDividend?.('AAPL', 16)).toBeUndefined();
    expect(opened.mark('AAPL', 16)).toEqual(dealtQuote(open(actions).showing('AAPL', OPENS).quote!, 16));
    // Of a split since then, in the shares of now.
    const split: PriceAction = {
      type: 'split',
      symbol: 'AAPL',
      effectiveAt: new Date(EFFECTIVE.getTime() + 1),
      num: 4n,
      den: 1n,
    };
    const both = marks(new Date(EFFECTIVE.getTime() + 1), [dividend(4n * RATE), split]);
    expect(both.mark('AAPL', 16)!.bid).toBe(before.bid / 4n - RATE);
  });
});
