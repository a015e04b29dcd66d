import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit, EMPTY_GUARD, type GuardState, isStale, refuseQuote } from './guard.ts';
import { instrument, type Symbol } from './instruments.ts';
import { exactPrice, MAX_PRICE, parsePrice, PRICE_SCALE } from './price.ts';
import type { FeedQuote } from './quote.ts';

let serial = 0;
function quote(symbol: Symbol, mid: string, second: number, changes: Partial<FeedQuote> = {}): FeedQuote {
  serial += 1;
  const time = new Date(second * 1_000);
  const price = parsePrice(mid);
  return {
    id: `${symbol}-${serial}`,
    symbol,
    bid: price,
    ask: price,
    source: 'test',
    sourceTime: time,
    receivedTime: time,
    ...changes,
  };
}

/** Feeds prices a second apart and tells the verdict of each. */
function run(
  symbol: Symbol,
  mids: readonly string[],
  start: GuardState = EMPTY_GUARD,
): { verdicts: string[]; state: GuardState } {
  let state = start;
  const verdicts = mids.map((mid, second) => {
    const next = admit(state, quote(symbol, mid, second + 1));
    state = next.state;
    return next.verdict;
  });
  return { verdicts, state };
}

describe('guard', () => {
  it.each<[string, Partial<FeedQuote>]>([
    ['not_positive', { bid: 0n }],
    ['not_positive', { bid: -1n, ask: -1n }],
    ['crossed', { bid: parsePrice('1.2'), ask: parsePrice('1.1') }],
    ['out_of_bounds', { ask: MAX_PRICE + 1n }],
    ['too_wide', { bid: parsePrice('1'), ask: parsePrice('1.2') }],
    ['no_time', { sourceTime: new Date(Number.NaN) }],
    ['from_the_future', { sourceTime: new Date(100_000), receivedTime: new Date(94_999) }],
  ])('[M21] refuses a quote that is %s and keeps what it knew', (fault, changes) => {
    const { state } = run('EURUSD', ['1.1']);
    const bad = quote('EURUSD', '1.1', 50, changes);
    expect(refuseQuote(bad)).toBe(fault);
    expect(admit(state, bad)).toEqual({ state, verdict: fault });
  });

  it('[M21] takes a sound quote', () => {
    expect(refuseQuote(quote('EURUSD', '1.1', 1))).toBeUndefined();
  });

  it('[M22] ignores a repeated and an older quote', () => {
    const first = quote('EURUSD', '1.1', 10);
    const { state } = admit(EMPTY_GUARD, first);
    expect(admit(state, first)).toEqual({ state, verdict: 'duplicate' });
    expect(admit(state, quote('EURUSD', '1.1', 10))).toEqual({ state, verdict: 'out_of_order' });
    expect(admit(state, quote('EURUSD', '1.1', 9))).toEqual({ state, verdict: 'out_of_order' });
  });

  it('[M23] sets a jump aside until the next two quotes near it confirm it', () => {
    const { verdicts, state } = run('EURUSD', ['1.1', '1.15', '1.151', '1.149', '1.15']);
    expect(verdicts).toEqual(['accepted', 'set_aside', 'set_aside', 'accepted', 'accepted']);
    expect(state.suspect).toBeUndefined();
  });

  it('[M23] drops a jump when the price returns, and starts again when it moves on', () => {
    expect(run('EURUSD', ['1.1', '1.15', '1.1001', '1.15', '1.15', '1.15']).verdicts).toEqual([
      'accepted',
      'set_aside',
      'accepted',
      'set_aside',
      'set_aside',
      'accepted',
    ]);
    expect(run('EURUSD', ['1.1', '1.15', '1.2', '1.2', '1.2']).verdicts).toEqual([
      'accepted',
      'set_aside',
      'set_aside',
      'set_aside',
      'accepted',
    ]);
  });

  it.each<[Symbol, string, string, string]>([
    ['EURUSD', '1', '1.01', '1.0100000001'],
    ['AAPL', '100', '104', '104.0000000001'],
    ['BTC', '100', '104', '104.0000000001'],
    ['BTC', '100', '96', '95.9999999999'],
  ])('[M23] the limit of %s is exact', (symbol, from, within, beyond) => {
    expect(run(symbol, [from, within]).verdicts[1]).toBe('accepted');
    expect(run(symbol, [from, beyond]).verdicts[1]).toBe('set_aside');
  });

  it('[M23] a session opening or a second source confirms right away', () => {
    const { state } = run('EURUSD', ['1.1']);
    const jump = quote('EURUSD', '1.15', 5);
    expect(admit(state, jump, { opening: true }).verdict).toBe('accepted');
    expect(admit(state, jump, { second: quote('EURUSD', '1.14', 5) }).verdict).toBe('accepted');
    expect(admit(state, jump, { second: quote('EURUSD', '1.1', 5) }).verdict).toBe('set_aside');
  });

  it.each<[Symbol, string]>([
    ['EURUSD', '1.1'],
    ['BTC', '100000'],
    ['AAPL', '200'],
  ])('[M23] a single spike of 5 %% in %s is never good, up or down', (symbol, level) => {
    const price = parsePrice(level);
    for (const spike of [(price * 105n) / 100n, (price * 95n) / 100n]) {
      const { verdicts } = run(symbol, [level, exactPrice(spike), level, level]);
      expect(verdicts).toEqual(['accepted', 'set_aside', 'accepted', 'accepted']);
    }
  });

  it('[M23] one wild quote never becomes the good one, whatever the feed', () => {
    const price = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(fc.array(price, { minLength: 2, maxLength: 40 }), (prices) => {
        let state = EMPTY_GUARD;
        prices.forEach((mid, second) => {
          const before = state.good;
          const next = admit(state, quote('BTC', String(mid), second + 1));
          // A jump that was accepted had two other quotes near its level directly before.
          const level = before === undefined ? mid : Number(before.bid / PRICE_SCALE);
          if (next.verdict === 'accepted' && Math.abs(mid - level) * 25 > level) {
            const support = prices.slice(second - 2, second).map((each) => Math.abs(each / mid - 1));
            expect(support.every((distance) => distance < 0.021)).toBe(true);
          }
          state = next.state;
        });
      }),
      { numRuns: 500 },
    );
  });

  it('[M24] a quote is stale past its class and its source', () => {
    const eurusd = quote('EURUSD', '1.1', 0);
    expect(isStale(instrument('EURUSD'), eurusd, 15_000)).toBe(false);
    expect(isStale(instrument('EURUSD'), eurusd, 15_001)).toBe(true);
    expect(isStale(instrument('EURUSD'), eurusd, 16_000, 1_000)).toBe(false);
    expect(isStale(instrument('BTC'), quote('BTC', '1', 0), 30_000)).toBe(false);
    expect(isStale(instrument('BTC'), quote('BTC', '1', 0), 30_001)).toBe(true);
  });
});
