import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FeedQuote, instrument, INSTRUMENTS, parsePrice, type Symbol } from '../market/index.ts';
import { AlertBook, type AlertKind, isBeyond, isReached, levelOf, midOf, rebased, type WatchedAlert } from './index.ts';

const NOON_MS = Date.UTC(2026, 2, 11, 16);
const KINDS: readonly AlertKind[] = ['above', 'below', 'rises', 'falls'];

const quote = (symbol: Symbol, bid: bigint, ask = bid, second = 0): FeedQuote => {
  const at = new Date(NOON_MS + second * 1_000);
  return { id: `${symbol}:${second}`, symbol, bid, ask, source: 'test', sourceTime: at, receivedTime: at };
};
const alert = (over: Partial<WatchedAlert> = {}): WatchedAlert => ({
  id: 'a',
  symbol: 'BTC',
  kind: 'above',
  level: 1_000n,
  percent: null,
  repeats: false,
  returning: false,
  turn: 0,
  countsFrom: new Date(0),
  expiresAt: null,
  ...over,
});
const ids = (found: readonly WatchedAlert[]): string[] => found.map(({ id }) => id).toSorted();

describe('the level', () => {
  it('[PA1] the mid decides, exactly: at the level is reached, half a unit before it is not', () => {
    expect(isBeyond('above', 100n, quote('BTC', 99n, 101n))).toBe(true);
    expect(isBeyond('above', 100n, quote('BTC', 99n, 100n))).toBe(false);
    expect(isBeyond('below', 100n, quote('BTC', 99n, 101n))).toBe(true);
    expect(isBeyond('below', 100n, quote('BTC', 100n, 101n))).toBe(false);
  });

  it('[PA2] a change ends on the tick, and is never less than was asked for', () => {
    const of = instrument('AAPL');
    const base = parsePrice('181.13');
    expect(levelOf(of, 'rises', base, 500)).toBe(parsePrice('190.19'));
    expect(levelOf(of, 'falls', base, 500)).toBe(parsePrice('172.07'));
    fc.assert(
      fc.property(
        fc.constantFrom(...INSTRUMENTS),
        fc.bigInt({ min: 10n ** 8n, max: 10n ** 15n }),
        fc.integer({ min: 10, max: 9_900 }),
        (some, from, percent) => {
          const up = levelOf(some, 'rises', from, percent);
          const down = levelOf(some, 'falls', from, percent);
          if (up !== undefined) expect(up * 10_000n >= from * (10_000n + BigInt(percent))).toBe(true);
          if (down !== undefined) expect(down * 10_000n <= from * (10_000n - BigInt(percent))).toBe(true);
        },
      ),
    );
  });

  it('[PA2] a change that would end at nothing, or beyond any price, has no level', () => {
    expect(levelOf(instrument('SHIB'), 'falls', 1n, 9_900)).toBeUndefined();
    expect(levelOf(instrument('BTC'), 'rises', parsePrice('899999999'), 100)).toBeUndefined();
  });

  it('[PA5] a change that repeats goes on from the price that set it off', () => {
    const at = quote('AAPL', parsePrice('199.99'), parsePrice('200.01'));
    expect(midOf(instrument('AAPL'), at)).toBe(parsePrice('200'));
    expect(rebased(instrument('AAPL'), 'rises', 1_000, at)).toEqual({
      base: parsePrice('200'),
      level: parsePrice('220'),
    });
    expect(rebased(instrument('AAPL'), 'above', null, at)).toBeUndefined();
  });
});

describe('the book of alerts', () => {
  it('[PA1] names those that the quote reaches and nobody else, after any puts, changes and removals', () => {
    const near = fc.bigInt({ min: 90n, max: 110n });
    const anAlert = fc
      .record({
        n: fc.integer({ min: 0, max: 40 }),
        symbol: fc.constantFrom<Symbol>('BTC', 'AAPL'),
        kind: fc.constantFrom(...KINDS),
        level: near,
        returning: fc.boolean(),
        since: fc.integer({ min: -2, max: 2 }),
        ends: fc.option(fc.integer({ min: -1, max: 2 })),
      })
      .map(({ n, since, ends, ...rest }) =>
        alert({
          ...rest,
          id: `a${n}`,
          countsFrom: new Date(NOON_MS + since * 1_000),
          expiresAt: ends === null ? null : new Date(NOON_MS + ends * 1_000),
        }),
      );
    const step = fc.oneof(
      anAlert.map((put) => ({ put })),
      fc.integer({ min: 0, max: 40 }).map((n) => ({ remove: `a${n}` })),
      fc.record({ symbol: fc.constantFrom<Symbol>('BTC', 'AAPL'), bid: near, wide: fc.bigInt({ min: 0n, max: 3n }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 120 }), (steps) => {
        const book = new AlertBook();
        const model = new Map<string, WatchedAlert>();
        for (const one of steps) {
          if ('put' in one) {
            book.put(one.put);
            model.set(one.put.id, one.put);
          } else if ('remove' in one) {
            book.remove(one.remove);
            model.delete(one.remove);
          } else {
            const said = quote(one.symbol, one.bid, one.bid + one.wide);
            const due = [...model.values()].filter((each) => each.symbol === one.symbol && isReached(each, said));
            expect(ids(book.reachedBy(said))).toEqual(ids(due));
            const range = { low: said.bid, high: said.ask };
            if (due.length > 0)
              expect(book.isQuiet((symbol) => (symbol === one.symbol ? range : undefined))).toBe(false);
          }
          expect(book.size).toBe(model.size);
        }
      }),
    );
  });

  it('[PA5] one that repeats looks the other way until the price has come back', () => {
    const book = new AlertBook();
    book.put(alert({ returning: true }));
    expect(ids(book.reachedBy(quote('BTC', 1_000n)))).toEqual([]);
    expect(ids(book.reachedBy(quote('BTC', 999n, 1_000n)))).toEqual(['a']);
  });

  it('[PA11] a hundred thousand cost a quote of every symbol less than five milliseconds', () => {
    const book = new AlertBook();
    const quotes = INSTRUMENTS.map(({ symbol }) => quote(symbol, 10n ** 12n));
    for (let n = 0; n < 100_000; n += 1) {
      const { symbol } = INSTRUMENTS[n % INSTRUMENTS.length]!;
      // One in a hundred is nearer than the price and rests, so that every row is looked at.
      const resting = n % 100 === 0;
      book.put(
        alert({
          id: `a${n}`,
          symbol,
          kind: n % 2 === 0 ? 'above' : 'below',
          level: n % 2 === 0 ? 10n ** 12n + BigInt(resting ? -n : n + 1) : 10n ** 12n - BigInt(resting ? -n : n + 1),
          countsFrom: new Date(resting ? NOON_MS + 60_000 : 0),
        }),
      );
    }
    const tries = Array.from({ length: 40 }, () => {
      const began = performance.now();
      for (const each of quotes) expect(book.reachedBy(each).length).toBe(0);
      return performance.now() - began;
    }).toSorted((a, b) => a - b);
    // The best of them: what the machine does besides is none of the book's doing.
    expect(tries[0]).toBeLessThan(5);
  });
});
