import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BAR_INTERVALS, BAR_MS, barStart } from './bars.ts';
import { conversionPair, conversionRate } from './conversion.ts';
import { portableExp } from './free-walk.ts';
import { admit, EMPTY_GUARD } from './guard.ts';
import { isOpen } from './hours.ts';
import { instrument, INSTRUMENTS, priceStep } from './instruments.ts';
import { keyedWords, keyFrom } from './keyed-random.ts';
import { exactPrice } from './price.ts';
import { simulatedBar } from './simulated-bars.ts';
import { createSimulation, simulatedQuote } from './simulated.ts';

const DAY = 86_400_000;
const YEAR = 365.25 * DAY;
const NOW = Date.UTC(2026, 10, 21, 13, 0, 0);
/** A Friday on which every market is open. */
const OPEN = Date.UTC(2026, 10, 20, 15, 0, 0);
const anyTime = fc.integer({ min: Date.UTC(2021, 0, 3), max: Date.UTC(2045, 0, 1) });
const anySymbol = fc.constantFrom(...INSTRUMENTS.map((each) => each.symbol));

describe('simulated feed', () => {
  it('[M10] gives the same quote for the same seed, symbol and time, in any order', () => {
    const one = createSimulation('a secret');
    const other = createSimulation('a secret');
    fc.assert(
      fc.property(fc.array(fc.tuple(anySymbol, anyTime), { minLength: 1, maxLength: 20 }), (asked) => {
        const forwards = asked.map(([symbol, time]) => one.quote(symbol, time));
        const backwards = asked.toReversed().map(([symbol, time]) => other.quote(symbol, time));
        expect(backwards.toReversed()).toEqual(forwards);
      }),
    );
    expect(simulatedQuote('a secret', 'BTC', NOW)).toEqual(one.quote('BTC', NOW));
  });

  it('[M10] gives another market for another seed', () => {
    const [one, other] = [createSimulation('seed 1'), createSimulation('seed 2')];
    const same = INSTRUMENTS.filter((each) => one.mid(each.symbol, NOW) === other.mid(each.symbol, NOW));
    expect(same).toEqual([]);
  });

  it('[M10] is the same on every machine: recorded prices of a known seed', () => {
    const simulation = createSimulation('known');
    const recorded = (['EURUSD', 'USDJPY', 'EURGBP', 'BTC', 'SHIB', 'AAPL'] as const).map((symbol) =>
      exactPrice(simulation.quote(symbol, NOW).bid),
    );
    expect(recorded).toMatchInlineSnapshot(`
      [
        "1.16348",
        "145.224",
        "0.9245",
        "57679.7",
        "0.000001755",
        "171.68",
      ]
    `);
  });

  it('[M11] holds for one second, and ids sort by time', () => {
    const simulation = createSimulation('ticks');
    fc.assert(
      fc.property(anySymbol, anyTime, fc.integer({ min: 1, max: 1_000_000 }), (symbol, time, later) => {
        fc.pre(isOpen(instrument(symbol), time) && isOpen(instrument(symbol), time + later * 1_000));
        const start = Math.floor(time / 1_000) * 1_000;
        const quote = simulation.quote(symbol, start);
        expect(simulation.quote(symbol, start + 999)).toEqual(quote);
        expect(quote.sourceTime.getTime()).toBe(start);
        expect(simulation.quote(symbol, start + later * 1_000).id > quote.id).toBe(true);
      }),
    );
  });

  it("[M11] lies on the instrument's last decimal, and its spread is never below the base spread", () => {
    const simulation = createSimulation('grid');
    fc.assert(
      fc.property(anySymbol, anyTime, (symbol, time) => {
        const of = instrument(symbol);
        const quote = simulation.quote(symbol, time);
        const step = priceStep(of);
        expect([quote.bid % step, quote.ask % step]).toEqual([0n, 0n]);
        expect(quote.bid > 0n && quote.ask > quote.bid).toBe(true);
        const spread = quote.ask - quote.bid;
        if (of.class === 'forex') expect(spread >= (of.pip * BigInt(of.baseSpread)) / 10n).toBe(true);
        else {
          const exact = (Number(quote.ask + quote.bid) / 2) * (of.baseSpread / 10_000);
          expect(Number(spread)).toBeGreaterThanOrEqual(exact - 0.51 * Number(step) - exact * 0.001);
        }
      }),
    );
  });

  it('[M12] leaves nothing to gain by trading round a triangle', () => {
    const simulation = createSimulation('triangles');
    const crosses = INSTRUMENTS.filter((each) => each.class === 'forex' && each.base !== 'USD' && each.quote !== 'USD');
    const sides = (currency: string, time: number): { bid: number; ask: number } => {
      const pair = conversionPair(currency)!;
      const quote = simulation.quote(pair.symbol, time);
      const [bid, ask] = [Number(quote.bid) / 1e10, Number(quote.ask) / 1e10];
      return pair.inverse ? { bid: 1 / ask, ask: 1 / bid } : { bid, ask };
    };
    fc.assert(
      fc.property(fc.constantFrom(...crosses), anyTime, (cross, time) => {
        const quote = simulation.quote(cross.symbol, time);
        const [base, other] = [sides(cross.base, time), sides(cross.quote, time)];
        // Buying the cross and selling it through dollars, and the other way round.
        expect((Number(quote.ask) / 1e10) * other.ask).toBeGreaterThanOrEqual(base.bid);
        expect((Number(quote.bid) / 1e10) * other.bid).toBeLessThanOrEqual(base.ask);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['forex', 0.03, 0.2],
    ['stock', 0.09, 0.9],
    ['crypto', 0.25, 1.4],
  ] as const)(
    '[M13] moves as much in a year as %s does, seen by six hours and by quarter hours',
    (which, least, most) => {
      const simulation = createSimulation('volatility');
      const volatility = (symbol: (typeof INSTRUMENTS)[number]['symbol'], stepMs: number, steps: number): number => {
        let [sum, before] = [0, Number(simulation.mid(symbol, NOW))];
        for (let n = 1; n <= steps; n += 1) {
          const price = Number(simulation.mid(symbol, NOW + n * stepMs));
          sum += Math.log(price / before) ** 2;
          before = price;
        }
        return Math.sqrt((sum / steps) * (YEAR / stepMs));
      };
      for (const of of INSTRUMENTS.filter((each) => each.class === which)) {
        const byHours = volatility(of.symbol, DAY / 4, 3_000);
        expect(byHours, of.symbol).toBeGreaterThan(least);
        expect(byHours, of.symbol).toBeLessThan(most);
        // Months are calmer and busier than the years that they are in.
        const byQuarters = volatility(of.symbol, DAY / 96, 3_000);
        expect(byQuarters, of.symbol).toBeGreaterThan(byHours / 4);
        expect(byQuarters, of.symbol).toBeLessThan(byHours * 4);
      }
    },
  );

  it('[M13] never needs its own guard', () => {
    const simulation = createSimulation('guard');
    for (const of of INSTRUMENTS) {
      let state = EMPTY_GUARD;
      for (let second = 0; second < 300; second += 1) {
        const next = admit(state, simulation.quote(of.symbol, OPEN + second * 1_000));
        expect(next.verdict).toBe('accepted');
        state = next.state;
      }
    }
  });
});

describe('simulated bars', () => {
  const simulation = createSimulation('bars');

  it('[M14] hold their prices together', () => {
    fc.assert(
      fc.property(anySymbol, fc.constantFrom(...BAR_INTERVALS), anyTime, (symbol, interval, time) => {
        const start = barStart(interval, time);
        const bar = simulatedBar(simulation, symbol, interval, start);
        if (bar === undefined) {
          expect(isOpen(instrument(symbol), start)).toBe(false);
          return;
        }
        expect(bar.timeMs).toBe(start);
        expect(bar.low <= bar.open && bar.low <= bar.close && bar.high >= bar.open && bar.high >= bar.close).toBe(true);
        expect(simulatedBar(simulation, symbol, interval, start)).toEqual(bar);
      }),
      { numRuns: 300 },
    );
  });

  it('[M14] follow one another: a bar opens a second after the one before closed', () => {
    for (const interval of BAR_INTERVALS) {
      const start = barStart(interval, NOW);
      const bar = simulatedBar(simulation, 'BTC', interval, start)!;
      expect(bar.open).toBe(simulation.mid('BTC', start));
      expect(bar.close).toBe(simulation.mid('BTC', start + BAR_MS[interval] - 1_000));
    }
  });

  it('[M14] leave out closed hours', () => {
    // 21 November 2026 is a Saturday.
    expect(simulatedBar(simulation, 'EURUSD', '1h', NOW)).toBeUndefined();
    expect(simulatedBar(simulation, 'AAPL', '1d', Date.UTC(2026, 10, 21))).toBeUndefined();
    const friday = simulatedBar(simulation, 'AAPL', '1d', Date.UTC(2026, 10, 20))!;
    expect(friday.open).toBe(simulation.mid('AAPL', Date.UTC(2026, 10, 20, 14, 30)));
    expect(friday.close).toBe(simulation.mid('AAPL', Date.UTC(2026, 10, 20, 20, 59, 59)));
  });

  it('[M14] end at the present while they form', () => {
    const now = NOW + 25_500;
    const bar = simulatedBar(simulation, 'BTC', '1h', NOW, now)!;
    expect(bar.close).toBe(simulation.mid('BTC', now));
  });
});

describe('numbers behind the simulated feed', () => {
  it('[M10] words look random: each bit of them falls both ways, and neighbours share nothing', () => {
    const key = keyFrom('words');
    const ones = Array.from({ length: 128 }, () => 0);
    const out = new Int32Array(4);
    const count = 4_000;
    for (let index = 0; index < count; index += 1) {
      keyedWords(key, index, 3, out);
      for (let bit = 0; bit < 128; bit += 1) ones[bit]! += (out[bit >> 5]! >>> (bit & 31)) & 1;
    }
    // Five standard deviations of a fair coin.
    for (const each of ones) expect(Math.abs(each - count / 2)).toBeLessThan(5 * Math.sqrt(count / 4));
  });

  it('[M10] keys of different texts differ, also where one begins with the other', () => {
    const texts = ['', 'a', 'aa', 'a\u0000', '\u8000', 'abcdefgh', 'abcdefgh\u0000', 'abcdefg', 'b'];
    expect(new Set(texts.map((text) => keyFrom(text).join())).size).toBe(texts.length);
  });

  it('[M10] the exponential needs no engine of its own', () => {
    fc.assert(
      fc.property(fc.double({ min: -40, max: 40, noNaN: true }), (x) => {
        expect(Math.abs(portableExp(x) / Math.exp(x) - 1)).toBeLessThan(2e-14);
      }),
    );
  });

  it('[M25] simulated pairs convert both ways round', () => {
    const simulation = createSimulation('conversion');
    const rate = conversionRate('JPY', (symbol) => simulation.quote(symbol, NOW))!;
    expect(Number(rate.num) / Number(rate.den)).toBeCloseTo(0.0066, 2);
  });
});
