import { type FeedQuote, INSTRUMENTS, instrument, parsePrice, type Symbol } from '@clearbook/domain/market';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSimulatedFeed } from '../../adapters/feeds/simulated.ts';
import { createMarketConversionPrices } from './conversion-prices.ts';
import type { Feed, FeedReading } from './feed.ts';
import { marketReadiness } from './readiness.ts';
import { createMarket, MAX_BARS, SHUT_PAIR_LIMIT_MS } from './market.ts';
import { TICK_MS } from './ticks.ts';

const FRIDAY = new Date('2026-11-20T15:00:00Z');
const SATURDAY = new Date('2026-11-21T13:00:00Z');

const open = (feed: Feed, now = FRIDAY) =>
  createMarket({ feed, clock: { now: () => now }, onListenerError: () => undefined });
const simulated = (now = FRIDAY) => open(createSimulatedFeed('a seed'), now);

/** A feed that says what a test tells it. */
function scripted(readings: Partial<Record<Symbol, FeedReading>>): Feed {
  return {
    source: 'scripted',
    label: 'Scripted',
    cadenceMs: () => 0,
    read: (symbol) => readings[symbol] ?? { state: 'silent' },
    bars: () => Promise.resolve([]),
  };
}

function quoteOf(symbol: Symbol, price: string, time: Date, id = `${symbol}-1`): FeedQuote {
  return {
    id,
    symbol,
    bid: parsePrice(price),
    ask: parsePrice(price),
    source: 'scripted',
    sourceTime: time,
    receivedTime: time,
  };
}

describe('a market order with prices of outside sources', () => {
  const at = (seconds: number): Date => new Date(FRIDAY.getTime() + seconds * 1_000);
  const BTC: FeedQuote = { ...quoteOf('BTC', '90000', FRIDAY), receivedTime: at(4) };

  it('[M54] needs a quote at most five seconds old by its source’s clock; a close does not', () => {
    const market = open(scripted({ BTC: { state: 'good', quote: BTC } }));
    expect(market.quote('BTC', 16, at(5), 'opening').ok).toBe(true);
    expect(market.quote('BTC', 16, at(5.001), 'opening')).toMatchObject({
      ok: false,
      code: 'market.stale',
      detail:
        'The latest price for BTC/USD is 6 seconds old, and a market order needs one at most 5 seconds old. Nothing was traded; try again in a moment or place a limit or stop order.',
    });
    expect(market.quote('BTC', 16, at(30)).ok).toBe(true);
    expect(market.status(at(5)).classes[1]).toMatchObject({ good: 1, fresh: 1 });
    expect(market.status(at(30)).classes[1]).toMatchObject({ good: 1, fresh: 0 });
  });

  it('[M54] prices that are a function of time are never late', () => {
    const market = open({ ...scripted({ BTC: { state: 'good', quote: BTC } }), nextChange: () => undefined });
    expect(market.quote('BTC', 16, at(30), 'opening').ok).toBe(true);
  });
});

describe('status of the classes', () => {
  afterEach(() => void vi.useRealTimers());

  it('[M48] says where somebody chose the seed', () => {
    expect(open(createSimulatedFeed('a seed', true), FRIDAY).status(FRIDAY).label).toBe('Simulated prices (test seed)');
    expect(simulated().status(FRIDAY).label).toBe('Simulated prices');
  });

  it('[M46] tells per class what most of its open instruments are, and since when', () => {
    vi.useFakeTimers({ now: FRIDAY });
    const fresh = quoteOf('EURUSD', '1.1', FRIDAY);
    const readings: Partial<Record<Symbol, FeedReading>> = {
      EURUSD: { state: 'good', quote: fresh },
      BTC: { state: 'set_aside', last: undefined },
      ETH: { state: 'set_aside', last: undefined },
    };
    for (const { symbol, class: which } of INSTRUMENTS)
      if (which === 'crypto') readings[symbol] ??= { state: 'closed', last: undefined, reopensAt: undefined };
    const feed = scripted(readings);
    const market = createMarket({ feed, clock: { now: () => new Date() }, onListenerError: () => undefined });
    market.start();
    vi.advanceTimersByTime(TICK_MS);
    const states = () => market.status(new Date()).classes.map(({ state, good, open }) => `${state} ${good}/${open}`);
    expect(states()).toEqual(['partly 1/22', 'set_aside 0/2', 'silent 0/29']);
    expect(marketReadiness(market.status(new Date()))).toBe('no fresh price: crypto set aside, stock silent');
    vi.advanceTimersByTime(16_000);
    expect(states()).toEqual(['silent 0/22', 'set_aside 0/2', 'silent 0/29']);
    expect(marketReadiness(market.status(new Date()))).toBe(
      'no fresh price: forex silent, crypto set aside, stock silent',
    );
    const [forex, crypto] = market.status(new Date()).classes;
    expect(crypto?.since).toEqual(new Date(FRIDAY.getTime() + TICK_MS));
    expect(forex?.since?.getTime()).toBeGreaterThan(FRIDAY.getTime() + 15_000);
    market.stop();
  });

  it('[M46] a market in which everything is closed is ready', () => {
    const closed = scripted(
      Object.fromEntries(
        INSTRUMENTS.map(({ symbol }) => [symbol, { state: 'closed', last: undefined, reopensAt: FRIDAY }]),
      ),
    );
    const status = open(closed).status(FRIDAY);
    expect(status.classes.map(({ state, reopensAt }) => [state, reopensAt])).toEqual(
      Array.from({ length: 3 }, () => ['closed', FRIDAY]),
    );
    expect(marketReadiness(status)).toBe(true);
  });
});

describe('market', () => {
  afterEach(() => void vi.useRealTimers());

  it('[M27] quotes every instrument in trading hours, with the mark-up asked for', () => {
    const market = simulated();
    for (const of of INSTRUMENTS) {
      const result = market.quote(of.symbol, 16, FRIDAY);
      if (!result.ok) throw new Error(`${of.symbol}: ${result.detail}`);
      expect(result.quote.ask > result.quote.feedAsk && result.quote.bid < result.quote.feedBid).toBe(true);
      expect(result.quote.ask - result.quote.bid).toBe(
        result.quote.feedAsk - result.quote.feedBid + result.quote.markup,
      );
    }
    expect(market.status(FRIDAY)).toMatchObject({ source: 'simulated', label: 'Simulated prices', ok: true, good: 77 });
  });

  it('[M27] a closed instrument says when it reopens, and crypto trades on', () => {
    const market = simulated(SATURDAY);
    expect(market.quote('EURUSD', 16, SATURDAY)).toEqual({
      ok: false,
      code: 'market.closed',
      detail: 'The market for EUR/USD is closed. It reopens on Sunday 22 November 2026 at 22:00 UTC.',
      reopensAt: new Date('2026-11-22T22:00:00Z'),
    });
    expect(market.quote('AAPL', 16, SATURDAY)).toMatchObject({
      code: 'market.closed',
      reopensAt: new Date('2026-11-23T14:30:00Z'),
    });
    expect(market.quote('BTC', 16, SATURDAY).ok).toBe(true);
    expect(market.status(SATURDAY)).toMatchObject({ ok: true, good: 26, closed: 51 });
    const showing = market.showing('EURUSD', SATURDAY);
    expect(showing).toMatchObject({ open: false, quote: { sourceTime: new Date('2026-11-20T21:59:59Z') } });
  });

  it('[M27] no trusted price and no fresh price are said in words', () => {
    const old = new Date(FRIDAY.getTime() - 15_001);
    const market = open(
      scripted({
        EURUSD: { state: 'good', quote: quoteOf('EURUSD', '1.1', old) },
        GBPUSD: { state: 'set_aside', last: undefined },
        USDJPY: { state: 'closed', last: undefined, reopensAt: undefined },
      }),
    );
    const detail = 'There’s no current price for EUR/USD. Nothing was traded; try again in a moment.';
    expect(market.quote('EURUSD', 16, FRIDAY)).toEqual({ ok: false, code: 'market.stale', detail });
    expect(market.quote('GBPUSD', 16, FRIDAY)).toMatchObject({ ok: false, code: 'market.unavailable' });
    expect(market.quote('BTC', 16, FRIDAY)).toMatchObject({ ok: false, code: 'market.unavailable' });
    expect(market.quote('USDJPY', 16, FRIDAY)).toMatchObject({ ok: false, code: 'market.closed' });
    expect(market.status(FRIDAY).ok).toBe(false);
  });

  it('[M28] two processes agree, whatever each was asked before', () => {
    const [one, other] = [simulated(), simulated()];
    for (let n = 0; n < 50; n += 1) one.quote('BTC', 8, new Date(FRIDAY.getTime() + n * 7_777));
    const at = new Date(FRIDAY.getTime() + 123_456);
    expect(one.quote('BTC', 16, at)).toEqual(other.quote('BTC', 16, at));
    expect(one.quote('BTC', 16, FRIDAY)).toEqual(other.quote('BTC', 16, FRIDAY));
    expect(one.feedQuotes(SATURDAY)).toEqual(other.feedQuotes(SATURDAY));
  });

  it('[M25] converts base and quote currencies with the quote of the same instant', () => {
    const market = simulated();
    const jpy = market.conversion('JPY', FRIDAY);
    const usdjpy = market.quote('USDJPY', 16, FRIDAY);
    if (!jpy.ok || !usdjpy.ok) throw new Error('both must be good');
    expect(jpy.rate.quoteId).toBe(jpy.quote?.id);
    expect(usdjpy.quote.id).toBe(`${jpy.rate.quoteId}.m16`);
    expect(jpy.rate.den).toBe(usdjpy.quote.bid + usdjpy.quote.ask);
    expect(market.conversion('USD', FRIDAY)).toEqual({
      ok: true,
      rate: { num: 1n, den: 1n, quoteId: null },
      quote: null,
    });
    expect(market.conversion('BTC', FRIDAY)).toMatchObject({ ok: true, quote: { symbol: 'BTC' } });
  });

  it('[M26] a shut pair converts fills for an hour and screens for as long as it takes', () => {
    const shut = (agoMs: number) =>
      open(
        scripted({
          USDJPY: {
            state: 'closed',
            last: quoteOf('USDJPY', '150', new Date(FRIDAY.getTime() - agoMs)),
            reopensAt: undefined,
          },
        }),
      );
    expect(shut(SHUT_PAIR_LIMIT_MS).conversion('JPY', FRIDAY).ok).toBe(true);
    expect(shut(SHUT_PAIR_LIMIT_MS + 1).conversion('JPY', FRIDAY)).toMatchObject({ ok: false, code: 'market.closed' });
    expect(shut(60 * 86_400_000).conversion('JPY', FRIDAY, 'display').ok).toBe(true);
    expect(simulated(SATURDAY).conversion('JPY', SATURDAY, 'display').ok).toBe(true);
    expect(open(scripted({})).conversion('JPY', FRIDAY, 'display')).toMatchObject({
      ok: false,
      code: 'market.unavailable',
    });
  });

  it('[M29] tells listeners what changed, and only that, four times a second', () => {
    vi.useFakeTimers({ now: FRIDAY });
    const failures: unknown[] = [];
    const market = createMarket({
      feed: createSimulatedFeed('a seed'),
      clock: { now: () => new Date() },
      onListenerError: (error) => failures.push(error),
    });
    const received: string[][] = [];
    market.onTick(() => {
      throw new Error('broken listener');
    });
    const leave = market.onTick((changed) => received.push(changed.map((quote) => quote.id)));
    market.start();
    market.start();
    vi.advanceTimersByTime(TICK_MS);
    expect(received).toHaveLength(1);
    expect(received[0]).toHaveLength(77);
    vi.advanceTimersByTime(1_000);
    // Simulated prices move once a second.
    expect(received).toHaveLength(2);
    expect(failures).toHaveLength(2);
    leave();
    vi.advanceTimersByTime(5_000);
    market.stop();
    const before = failures.length;
    vi.advanceTimersByTime(5_000);
    expect([received.length, failures.length]).toEqual([2, before]);
  });

  it('[M14] gives as many bars as asked for, over nights and weekends, up to a limit', async () => {
    const market = simulated(SATURDAY);
    for (const symbol of ['BTC', 'EURUSD', 'AAPL'] as const) {
      for (const interval of ['1m', '1h', '1d'] as const) {
        const bars = await market.bars(symbol, interval, 120, SATURDAY);
        expect(bars).toHaveLength(120);
        expect(bars.every((bar, n) => n === 0 || bar.timeMs > bars[n - 1]!.timeMs)).toBe(true);
        expect(bars.at(-1)!.timeMs).toBeLessThanOrEqual(SATURDAY.getTime());
        expect(await market.bars(symbol, interval, 120, SATURDAY)).toEqual(bars);
      }
    }
    expect(() => market.bars('BTC', '1h', MAX_BARS + 1, SATURDAY)).toThrow(RangeError);
  });

  it('[M30] deposit prices come from the market itself', async () => {
    const market = simulated(SATURDAY);
    const prices = createMarketConversionPrices(market, { now: () => SATURDAY });
    const bitcoin = await prices.usdPrice('bitcoin');
    const btc = market.feedQuotes(SATURDAY).find((quote) => quote.symbol === 'BTC')!;
    expect(bitcoin).toEqual({
      ok: true,
      price: (btc.bid + btc.ask) / 2n,
      source: 'simulated',
      quoteId: btc.id,
      at: btc.sourceTime,
    });
    expect(await prices.usdPrice('ethereum')).toMatchObject({ ok: true, source: 'simulated' });
    expect(await prices.usdPrice('tether')).toMatchObject({ ok: true, price: parsePrice('1') });
    const none = createMarketConversionPrices(open(scripted({})), { now: () => SATURDAY });
    expect(await none.usdPrice('bitcoin')).toMatchObject({ ok: false, code: 'price.unavailable' });
  });

  it('[M1] names every instrument by its own name in a refusal', () => {
    const market = open(scripted({}));
    for (const of of INSTRUMENTS) {
      const result = market.quote(of.symbol, 0, FRIDAY);
      if (result.ok) throw new Error('a silent feed has no quotes');
      expect(result.detail).toContain(instrument(of.symbol).name);
    }
  });
});
