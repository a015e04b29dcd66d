import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Instrument, Symbol } from './instruments.ts';
import { LiveBook, type RankedSource, type SourceTick } from './live-book.ts';
import { exactPrice, MAX_PRICE, parsePrice } from './price.ts';
import { deviation } from './quote.ts';

/** A Friday inside everybody's hours. */
const NOON = Date.parse('2026-11-20T15:00:00Z');
const SECOND = 1_000;

const first: RankedSource = { name: 'first', cadenceMs: 0 };
const second: RankedSource = { name: 'second', cadenceMs: 60_000 };
const ranking = (_of: Instrument): readonly RankedSource[] => [first, second];

function tick(symbol: Symbol, mid: string, atMs: number, changes: Partial<SourceTick> = {}): SourceTick {
  const price = parsePrice(mid);
  return { symbol, bid: price, ask: price, sourceTimeMs: atMs, receivedMs: atMs, source: 'test', ...changes };
}

function shown(book: LiveBook, symbol: Symbol, atMs: number): string {
  const reading = book.reading(symbol, atMs);
  return reading.state === 'good' ? exactPrice(reading.quote.bid) : reading.state;
}

describe('prices of several sources', () => {
  it('[M36] whatever a source sends, nothing wrong becomes good, and the next sound price is', () => {
    const book = new LiveBook(ranking);
    const faults: [Partial<SourceTick>, string][] = [
      [{ bid: 0n, ask: 0n }, 'not_positive'],
      [{ bid: -1n }, 'not_positive'],
      [{ bid: parsePrice('1.2') }, 'crossed'],
      [{ ask: MAX_PRICE + 1n }, 'out_of_bounds'],
      [{ ask: parsePrice('2') }, 'too_wide'],
      [{ sourceTimeMs: Number.NaN }, 'no_time'],
      [{ sourceTimeMs: NOON + 60_000 }, 'from_the_future'],
      [{ sourceTimeMs: NOON - 16_000 }, 'late'],
    ];
    for (const [changes, verdict] of faults)
      expect(book.offer('first', tick('EURUSD', '1.1', NOON, changes))).toBe(verdict);
    expect(book.reading('EURUSD', NOON)).toEqual({ state: 'silent' });
    expect(book.offer('nobody', tick('EURUSD', '1.1', NOON))).toBe('unknown');
    expect(book.offer('first', tick('EURUSD', '1.1', NOON))).toBe('accepted');
    for (const [changes] of faults) book.offer('first', tick('EURUSD', '1.1', NOON + SECOND, { ...changes }));
    expect(book.offer('first', tick('EURUSD', '1.1', NOON))).toBe('duplicate');
    expect(book.offer('first', tick('EURUSD', '1.0999', NOON - SECOND))).toBe('out_of_order');
    expect(shown(book, 'EURUSD', NOON)).toBe('1.1');
    expect(book.offer('first', tick('EURUSD', '1.1001', NOON + 2 * SECOND))).toBe('accepted');
    expect(shown(book, 'EURUSD', NOON + 2 * SECOND)).toBe('1.1001');
  });

  it('[M36] from random ticks of two sources only sound prices near their level come out', () => {
    const anyTick = fc.record({
      name: fc.constantFrom('first', 'second'),
      mid: fc.constantFrom('0.00000000', '50', '100', '100.5', '101', '1000', '99.5'),
      lag: fc.integer({ min: -10_000, max: 120_000 }),
      wait: fc.integer({ min: 0, max: 5_000 }),
    });
    fc.assert(
      fc.property(fc.array(anyTick, { maxLength: 60 }), (ticks) => {
        const book = new LiveBook(ranking);
        let now = NOON;
        let before: bigint | undefined;
        let jumps = 0;
        for (const { name, mid, lag, wait } of ticks) {
          now += wait;
          book.offer(name, tick('BTC', mid, now, { sourceTimeMs: now - lag }));
          const reading = book.reading('BTC', now);
          if (reading.state !== 'good') continue;
          const { bid } = reading.quote;
          expect(bid > 0n).toBe(true);
          if (before !== undefined && (bid > before * 2n || before > bid * 2n)) jumps += 1;
          before = bid;
        }
        // A change of level needs two more ticks at the new one, or a second source at it.
        expect(jumps * 2).toBeLessThanOrEqual(ticks.length);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[Symbol, string, string, string]>([
    ['EURUSD', '1.1', '1.155', '1.1551'],
    ['AAPL', '200', '210', '210.1'],
    ['BTC', '100000', '95000', '95001'],
  ])(
    '[M37] a spike of 5 %% in %s fills nothing; a lasting one is good at the third price',
    (symbol, from, to, near) => {
      const book = new LiveBook(ranking);
      book.offer('first', tick(symbol, from, NOON));
      expect(book.offer('first', tick(symbol, to, NOON + SECOND))).toBe('set_aside');
      expect(shown(book, symbol, NOON + SECOND)).toBe('set_aside');
      expect(book.offer('first', tick(symbol, from, NOON + 2 * SECOND))).toBe('accepted');
      const verdicts = [to, near, near].map((mid, n) =>
        book.offer('first', tick(symbol, mid, NOON + (3 + n) * SECOND)),
      );
      expect(verdicts).toEqual(['set_aside', 'set_aside', 'accepted']);
      expect(shown(book, symbol, NOON + 5 * SECOND)).toBe(near);
    },
  );

  it('[M37] a second source confirms a jump right away', () => {
    const book = new LiveBook(ranking);
    book.offer('first', tick('EURUSD', '1.1', NOON));
    book.offer('second', tick('EURUSD', '1.15', NOON + SECOND));
    expect(book.offer('first', tick('EURUSD', '1.151', NOON + 2 * SECOND))).toBe('accepted');
  });

  it('[M37] a session may open anywhere: its first price is good', () => {
    const book = new LiveBook(ranking);
    const thursdayClose = Date.parse('2026-11-19T20:59:59Z');
    const fridayOpen = Date.parse('2026-11-20T14:30:00Z');
    expect(book.offer('first', tick('AAPL', '200', thursdayClose))).toBe('accepted');
    expect(book.offer('first', tick('AAPL', '214', fridayOpen - SECOND))).toBe('closed');
    // A price from before the opening that comes after it says nothing about the session.
    expect(book.offer('first', tick('AAPL', '214', fridayOpen + SECOND, { sourceTimeMs: fridayOpen - SECOND }))).toBe(
      'closed',
    );
    expect(book.offer('first', tick('AAPL', '214', fridayOpen + SECOND))).toBe('accepted');
    expect(book.offer('first', tick('AAPL', '230', fridayOpen + 2 * SECOND))).toBe('set_aside');
  });

  it('[M38] the first source leads; the second one takes over when it falls silent, and hands back', () => {
    const book = new LiveBook(ranking);
    book.offer('first', tick('EURUSD', '1.1', NOON));
    expect(book.offer('second', tick('EURUSD', '1.1005', NOON + SECOND))).toBe('spare');
    expect(shown(book, 'EURUSD', NOON + SECOND)).toBe('1.1');
    // Silent for longer than its quotes live; the clock of the other one may run behind.
    const later = NOON + 16 * SECOND;
    expect(book.offer('second', tick('EURUSD', '1.1006', later, { sourceTimeMs: NOON - 5 * SECOND }))).toBe(
      'out_of_order',
    );
    expect(book.offer('second', tick('EURUSD', '1.1006', later, { sourceTimeMs: NOON + 2 * SECOND }))).toBe('accepted');
    expect(book.reading('EURUSD', later)).toMatchObject({ state: 'good', cadenceMs: 60_000 });
    expect(book.offer('first', tick('EURUSD', '1.1007', later + SECOND))).toBe('accepted');
    expect(book.offer('second', tick('EURUSD', '1.1008', later + 2 * SECOND))).toBe('spare');
    expect(shown(book, 'EURUSD', later + 2 * SECOND)).toBe('1.1007');
  });

  it('[M38] a takeover is a jump like any other: it needs confirming', () => {
    const book = new LiveBook(ranking);
    book.offer('first', tick('EURUSD', '1.1', NOON));
    expect(book.offer('second', tick('EURUSD', '1.2', NOON + 20 * SECOND))).toBe('set_aside');
    expect(book.offer('second', tick('EURUSD', '1.2', NOON + 21 * SECOND))).toBe('set_aside');
    expect(book.offer('second', tick('EURUSD', '1.2', NOON + 22 * SECOND))).toBe('accepted');
  });

  it('[M39] a second source that stands further away than a jump stops fills until it agrees or is silent', () => {
    const book = new LiveBook(ranking);
    book.offer('first', tick('EURUSD', '1.1', NOON));
    book.offer('second', tick('EURUSD', '1.2', NOON + SECOND));
    expect(shown(book, 'EURUSD', NOON + SECOND)).toBe('set_aside');
    book.offer('first', tick('EURUSD', '1.1001', NOON + 2 * SECOND));
    expect(shown(book, 'EURUSD', NOON + 2 * SECOND)).toBe('set_aside');
    book.offer('second', tick('EURUSD', '1.105', NOON + 3 * SECOND));
    expect(shown(book, 'EURUSD', NOON + 3 * SECOND)).toBe('1.1001');
    book.offer('second', tick('EURUSD', '1.2', NOON + 4 * SECOND));
    expect(shown(book, 'EURUSD', NOON + 79 * SECOND)).toBe('set_aside');
    expect(shown(book, 'EURUSD', NOON + 79 * SECOND + 1)).toBe('1.1001');
  });

  it('[M61] a share opens at a quarter after a split, whichever source speaks first, and nothing is set aside', () => {
    const closing = Date.parse('2026-11-18T20:59:59Z');
    const opens = Date.parse('2026-11-19T14:30:00Z');
    for (const [one, other] of [
      ['first', 'second'],
      ['second', 'first'],
    ] as const) {
      const book = new LiveBook(ranking);
      book.offer('first', tick('AAPL', '400', closing));
      book.offer('second', tick('AAPL', '400', closing));
      expect(book.offer(one, tick('AAPL', '100', opens))).toBe('accepted');
      book.offer(other, tick('AAPL', '100.1', opens + SECOND));
      expect(book.reading('AAPL', opens + SECOND).state).toBe('good');
    }
  });

  it('[M39] a quote knows what the second source said, and how far away that is', () => {
    const book = new LiveBook(ranking);
    book.offer('first', tick('EURUSD', '1.1', NOON));
    expect(book.second('EURUSD', NOON)).toBeUndefined();
    book.offer('second', tick('EURUSD', '1.1011', NOON + SECOND));
    const other = book.second('EURUSD', NOON + SECOND);
    expect(other).toMatchObject({ bid: parsePrice('1.1011'), sourceTime: new Date(NOON + SECOND) });
    const reading = book.reading('EURUSD', NOON + SECOND);
    // 0.0011 under 1.1011 is 9.99 basis points.
    expect(reading.state === 'good' && other && deviation(reading.quote, other)).toBe(-999n);
    expect(book.second('EURUSD', NOON + 77 * SECOND)).toBeUndefined();
  });

  it('[M38] after a restart a wild first price is a jump from what was known before', () => {
    const before = new LiveBook(ranking);
    before.offer('first', tick('EURUSD', '1.1', NOON));
    const known = before.reading('EURUSD', NOON);
    if (known.state !== 'good') throw new Error('it must be good');
    const book = new LiveBook(ranking);
    book.remember({ ...known.quote, id: 'EURUSD-l000000001' }, true);
    expect(book.reading('EURUSD', NOON).state).toBe('good');
    expect(book.offer('first', tick('EURUSD', '1.2', NOON + SECOND))).toBe('set_aside');
    expect(book.offer('first', tick('EURUSD', '1.1001', NOON + 2 * SECOND))).toBe('accepted');
  });

  it('[M38] after a restart a price that was not trusted is a level alone, until a tick is accepted', () => {
    const before = new LiveBook(ranking);
    before.offer('first', tick('EURUSD', '1.1', NOON));
    const known = before.reading('EURUSD', NOON);
    if (known.state !== 'good') throw new Error('it must be good');
    const book = new LiveBook(ranking);
    const published = { ...known.quote, id: 'EURUSD-l000000001' };
    book.remember(published, false);
    expect(book.reading('EURUSD', NOON)).toMatchObject({ state: 'set_aside', last: published });
    expect(book.offer('first', tick('EURUSD', '1.2', NOON + SECOND))).toBe('set_aside');
    expect(book.reading('EURUSD', NOON + SECOND).state).toBe('set_aside');
    expect(book.offer('first', tick('EURUSD', '1.1001', NOON + 2 * SECOND))).toBe('accepted');
    expect(book.reading('EURUSD', NOON + 2 * SECOND).state).toBe('good');
  });
});
