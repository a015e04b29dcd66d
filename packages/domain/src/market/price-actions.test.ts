import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Track } from '../indicators/index.ts';
import { type Bar, BAR_INTERVALS, BAR_MS, type BarInterval, barStart } from './bars.ts';
import { instrument, priceStep } from './instruments.ts';
import { lastMarketDay } from './market-time.ts';
import { dealtQuote } from './markup.ts';
import { parsePrice } from './price.ts';
import { adjustedBars, barsAsTraded, type PriceAction, restated, sharesPerShare, standing } from './price-actions.ts';
import { doubleMid } from './quote.ts';
import { simulatedBar, simulatedRange } from './simulated-bars.ts';
import { createSimulation } from './simulated.ts';
import { joinBars } from './tape.ts';
import { simulatedTicks } from './ticks.ts';

/** Five minutes before New York opens on a Thursday. */
const EFFECTIVE = new Date('2026-11-19T14:25:00Z');
const OPENS = Date.parse('2026-11-19T14:30:00Z');
const CLOSED_MS = Date.parse('2026-11-18T21:00:00Z');
const split = (num: bigint, den: bigint, effectiveAt = EFFECTIVE): PriceAction => ({
  type: 'split',
  symbol: 'AAPL',
  effectiveAt,
  num,
  den,
});
const dividend = (rate: string, effectiveAt = EFFECTIVE): PriceAction => ({
  type: 'cash_dividend',
  symbol: 'AAPL',
  effectiveAt,
  rate: parsePrice(rate),
});
const LATER = new Date('2026-12-03T14:25:00Z');
const bar = (timeMs: number, price: string, volume?: number): Bar => {
  const at = parsePrice(price);
  return { timeMs, open: at, high: at, low: at, close: at, tickVolume: 7, ...(volume !== undefined && { volume }) };
};

describe('bars across a split', () => {
  it('[M60] are in the shares of now: prices divided, volume multiplied, quotes counted as they were', () => {
    const hour = (text: string): number => Date.parse(text);
    const bars = [bar(hour('2026-11-18T20:00:00Z'), '400.02', 100), bar(hour('2026-11-19T15:00:00Z'), '100', 400)];
    expect(adjustedBars(bars, '1h', [split(4n, 1n)], OPENS + BAR_MS['1h'])).toEqual([
      bar(hour('2026-11-18T20:00:00Z'), '100.005', 400),
      bars[1],
    ]);
    // Ahead, it changes nothing.
    expect(adjustedBars(bars.slice(0, 1), '1h', [split(4n, 1n)], EFFECTIVE.getTime() - 1)).toEqual(bars.slice(0, 1));
    // One share for ten, and half to even where a price does not divide.
    expect(adjustedBars(bars.slice(0, 1), '1h', [split(1n, 10n)], OPENS)[0]?.open).toBe(parsePrice('4000.2'));
    expect(adjustedBars(bars.slice(0, 1), '1h', [split(3n, 1n)], OPENS)[0]?.open).toBe(parsePrice('133.34'));
    expect(restated(1n, { num: 2n, den: 1n })).toBe(0n);
    expect(restated(3n, { num: 2n, den: 1n })).toBe(2n);
  });

  it('[M60] that begin before it and have their quotes after it are of the new shares', () => {
    for (const interval of ['4h', '1d', '1h'] as const) {
      const begins = barStart(interval, EFFECTIVE.getTime());
      const straddling = bar(begins, '100');
      expect(begins).toBeLessThan(EFFECTIVE.getTime());
      for (const asOf of [OPENS, OPENS + BAR_MS['1d'], Infinity])
        expect(adjustedBars([straddling], interval, [split(4n, 1n)], asOf), interval).toEqual([straddling]);
    }
  });

  it('[M60] count every split between, a reverse one too, and dividends none', () => {
    const actions = [split(4n, 1n), dividend('1', LATER), split(1n, 10n, LATER)];
    const ms = (date: Date): number => date.getTime();
    expect(sharesPerShare(actions, ms(EFFECTIVE) - 1, ms(LATER))).toEqual({ num: 2n, den: 5n });
    expect(sharesPerShare(actions, ms(EFFECTIVE), ms(LATER))).toEqual({ num: 1n, den: 10n });
    expect(sharesPerShare(actions, ms(EFFECTIVE) - 1, ms(LATER) - 1)).toEqual({ num: 4n, den: 1n });
    expect(sharesPerShare(actions, ms(LATER), ms(EFFECTIVE) - 1)).toEqual({ num: 5n, den: 2n });
    const old = [bar(CLOSED_MS - BAR_MS['1h'], '400', 10)];
    const now = adjustedBars(old, '1h', actions, ms(LATER));
    expect(now[0]).toMatchObject({ close: parsePrice('1000'), volume: 4, tickVolume: 7 });
    // What a source states in its own shares of a moment is stated as it was traded.
    expect(barsAsTraded(now, '1h', actions, ms(LATER))).toEqual(old);
  });

  it('[M60] longer ones are still their shorter ones joined, and high and low stay outermost', () => {
    const simulation = createSimulation('splits', () => [split(3n, 1n)]);
    const from = barStart('1d', CLOSED_MS);
    const untilMs = from + 2 * BAR_MS['1d'];
    const of = (interval: BarInterval): Bar[] => {
      const bars: Bar[] = [];
      for (let at = from; at < untilMs; at += BAR_MS[interval])
        bars.push(...[simulatedBar(simulation, 'AAPL', interval, at)].filter((each) => each !== undefined));
      return adjustedBars(bars, interval, [split(3n, 1n)], untilMs);
    };
    const minutes = of('1m');
    for (const interval of BAR_INTERVALS) expect(joinBars(minutes, interval), interval).toEqual(of(interval));
    for (const { open, high, low, close } of minutes) {
      expect([open, close].every((price) => price <= high && price >= low)).toBe(true);
    }
  });

  it('[M60] indicators go on as though nothing had happened', () => {
    const candlesOf = (actions: readonly PriceAction[], shares: bigint) => {
      const simulation = createSimulation('splits', () => actions);
      const bars: Bar[] = [];
      for (let at = OPENS - 5 * BAR_MS['1d']; at < OPENS + 2 * BAR_MS['1d']; at += BAR_MS['15m'])
        bars.push(...[simulatedBar(simulation, 'AAPL', '15m', at)].filter((each) => each !== undefined));
      return adjustedBars(bars, '15m', actions, OPENS + 2 * BAR_MS['1d']).map((each) => ({
        time: each.timeMs / 1000,
        open: Number(each.open * shares) / 1e10,
        high: Number(each.high * shares) / 1e10,
        low: Number(each.low * shares) / 1e10,
        close: Number(each.close * shares) / 1e10,
        volume: null,
      }));
    };
    const whole = candlesOf([], 1n);
    const divided = candlesOf([split(4n, 1n)], 4n);
    expect(divided.length).toBe(whole.length);
    for (const id of ['sma', 'rsi', 'macd', 'atr'] as const) {
      const [a, b] = [new Track(id, {}).fill(whole), new Track(id, {}).fill(divided)];
      for (const [i, row] of a.entries())
        for (const [k, value] of row.entries())
          // A price of a quarter is rounded to its own cent.
          if (!Number.isNaN(value)) expect(b[i]?.[k], `${id} ${i}`).toBeCloseTo(value, id === 'rsi' ? -1 : 0);
    }
  });
});

describe('a standing quote', () => {
  const quote = createSimulation('stands').quote('AAPL', CLOSED_MS + 1);

  it('[M61] is in the shares of now from the effective moment on, under an id of its own, and values what is held as before', () => {
    const at = (ms: number) => standing(quote, [split(4n, 1n)], ms);
    expect(at(EFFECTIVE.getTime() - 1)).toBe(quote);
    const dealt = dealtQuote(quote, 16);
    const divided = dealtQuote(at(EFFECTIVE.getTime()), 16);
    expect(divided.id).not.toBe(dealt.id);
    expect([divided.bid * 4n, divided.ask * 4n, divided.feedBid * 4n]).toEqual([dealt.bid, dealt.ask, dealt.feedBid]);
    expect(divided).not.toHaveProperty('shares');
    expect(dealtQuote(standing(quote, [split(1n, 10n)], OPENS), 16).bid).toBe(10n * dealt.bid);
  });
});

describe('the simulated market', () => {
  const plain = createSimulation('actions');
  const mid = (actions: readonly PriceAction[], timeMs: number): number =>
    Number(doubleMid(createSimulation('actions', () => actions).quote('AAPL', timeMs))) / 2e10;

  it('[M62] divides a share’s price by a split from its first session on, and nothing before or beside it', () => {
    const sim = createSimulation('actions', (symbol) => (symbol === 'AAPL' ? [split(4n, 1n)] : []));
    for (const ms of [CLOSED_MS - 1_000, CLOSED_MS + 1, EFFECTIVE.getTime(), OPENS - 1])
      expect(sim.quote('AAPL', ms)).toEqual(plain.quote('AAPL', ms));
    expect(sim.quote('MSFT', OPENS)).toEqual(plain.quote('MSFT', OPENS));
    for (const ms of [OPENS, OPENS + 3_600_000, LATER.getTime()]) {
      const [is, was] = [sim.mid('AAPL', ms), plain.mid('AAPL', ms)];
      // A quarter, to the cent on which it falls.
      expect(Math.abs(Number(4n * is - was))).toBeLessThanOrEqual(4 * Number(priceStep(instrument('AAPL'))));
    }
    expect(mid([split(1n, 10n)], OPENS) / mid([], OPENS)).toBeCloseTo(10, 3);
    expect(mid([split(2n, 1n), split(3n, 1n, LATER)], LATER.getTime() + 600_000)).toBeCloseTo(
      mid([], LATER.getTime() + 600_000) / 6,
      1,
    );
  });

  it('[M62] lets it fall by a dividend: by its share of the last price before, and never by more than half', () => {
    const before = mid([], CLOSED_MS);
    const kept = (actions: readonly PriceAction[]): number => mid(actions, OPENS) / mid([], OPENS);
    expect(kept([dividend('5')])).toBeCloseTo(1 - 5 / before, 3);
    expect(kept([dividend('5000')])).toBeCloseTo(0.5, 3);
    expect(mid([dividend('5')], EFFECTIVE.getTime())).toBe(before);
    // The later one falls from what the split has left.
    const both = [split(4n, 1n), dividend('2', LATER)];
    const at = LATER.getTime() + 600_000;
    expect(mid(both, at) / mid([split(4n, 1n)], at)).toBeCloseTo(1 - 2 / mid([split(4n, 1n)], LATER.getTime()), 2);
  });

  it('[M62] is the same in every process, whenever it learnt of an action that was still ahead', () => {
    let known: readonly PriceAction[] = [];
    const learning = createSimulation('actions', () => known);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: CLOSED_MS - BAR_MS['1d'], max: LATER.getTime() + BAR_MS['1d'] }), { maxLength: 12 }),
        (moments) => {
          known = [];
          for (const ms of moments.filter((each) => each < EFFECTIVE.getTime()))
            expect(learning.quote('AAPL', ms)).toEqual(plain.quote('AAPL', ms));
          known = [split(4n, 1n), dividend('1', LATER)];
          const all = known;
          const told = createSimulation('actions', () => all);
          for (const ms of moments) expect(learning.quote('AAPL', ms)).toEqual(told.quote('AAPL', ms));
        },
      ),
      { numRuns: 25 },
    );
  });

  it('[M62] bars, ticks and ranges are still those of its quotes', () => {
    const actions = [split(7n, 2n)];
    const sim = createSimulation('actions', () => actions);
    const ticks = [...simulatedTicks(sim, 'AAPL', OPENS, OPENS + 60_000)];
    expect(ticks.every(({ good }) => good)).toBe(true);
    const mids = ticks.map(({ quote }) => doubleMid(quote) / 2n);
    const made = simulatedBar(sim, 'AAPL', '1m', OPENS)!;
    expect(made).toMatchObject({ open: mids[0], close: mids.at(-1), tickVolume: 60 });
    expect([made.high, made.low]).toEqual([
      mids.reduce((a, b) => (a > b ? a : b)),
      mids.reduce((a, b) => (a < b ? a : b)),
    ]);
    const range = simulatedRange(sim, 'AAPL', CLOSED_MS - 60_000, OPENS + 60_000)!;
    const day = lastMarketDay('stock', CLOSED_MS);
    for (const { bid, ask } of [sim.quote('AAPL', CLOSED_MS - 1_000), ...ticks.map(({ quote }) => quote)])
      expect(bid >= range.low && ask <= range.high).toBe(true);
    expect(day.opensAtMs).toBeLessThan(EFFECTIVE.getTime());
  });
});
