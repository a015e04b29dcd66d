import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { courseOf, figuresOf, growthOf, heldResult, type Held, rHundredths, type Span, type Tally } from './index.ts';

const PRICE = 10_000_000_000n;
const cents = fc.bigInt({ min: -1_000_000n, max: 1_000_000n });
const amount = fc.bigInt({ min: 0n, max: 1_000_000n });

const mid = (price: bigint, until = 0) => ({ price: price * PRICE, until });
const holding = (over: Partial<Held> = {}): Held => ({
  ...{ symbol: 'BTC', side: 'buy', splits: [], lots: 100n, parts: 1n, cost: 100n * 50_000n * PRICE },
  ...over,
});

describe('what is held', () => {
  it('[PF1] is worth what it would bring at the mid, and nothing is worth nothing', () => {
    expect(heldResult([holding()], () => mid(50_100n))).toBe(10_000n);
    expect(heldResult([holding({ side: 'sell' })], () => mid(50_100n))).toBe(-10_000n);
    expect(heldResult([], () => undefined)).toBe(0n);
  });

  it('[PF1] has no worth while a price of it, or of what converts it, is missing', () => {
    const yen = holding({ symbol: 'EURJPY', cost: 100n * 160n * PRICE });
    expect(heldResult([yen], (symbol) => (symbol === 'EURJPY' ? mid(161n) : undefined))).toBeUndefined();
    expect(heldResult([yen], (symbol) => (symbol === 'USDJPY' ? mid(150n) : undefined))).toBeUndefined();
    expect(heldResult([yen], (symbol) => mid(symbol === 'EURJPY' ? 161n : 150n))).toBe(66_667n);
  });

  it('[PF1] a split changes no worth: a price from before it is of the old shares, whatever is held by then', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10_000n }), fc.bigInt({ min: 1n, max: 9n }), (price, ratio) => {
        const splits = [{ at: 10, num: ratio, den: 1n }];
        const held = holding({ symbol: 'AAPL', splits, lots: 100n * 7n, parts: 7n, cost: 700n * 200n * PRICE });
        const before = heldResult([held], () => mid(price * ratio, 10));
        expect(heldResult([held], () => mid(price, 11))).toBe(before);
        expect(before).toBe((price * ratio - 200n) * 100n);
      }),
    );
  });

  it('[PF1] is what was opened and not closed before each instant', () => {
    const opened = { ...holding({ lots: 10n, cost: 10n * 100n * PRICE }), step: 1 };
    const closed = { ...holding({ lots: -10n, cost: -10n * 100n * PRICE }), step: 3 };
    const moved = [{ step: 0, change: 1_000n, paidIn: 1_000n, paidOut: 0n, adjusted: 0n }];
    const points = courseOf({
      ...{ instants: [1, 2, 3, 4], balance: 0n, moved, movements: [opened, closed] },
      midAt: (_, at) => (at === 4 ? undefined : mid(BigInt(100 + at))),
    });
    expect(points.map(({ value }) => value)).toEqual([1_000n, 1_020n, 1_030n, 1_000n]);
  });
});

describe('growth', () => {
  const span = (value: bigint | undefined, flows: Partial<Span> = {}): Span => ({
    ...{ at: 0, value, paidIn: 0n, paidOut: 0n, adjusted: 0n },
    ...flows,
  });

  it('[PF3] money that only comes and goes is no performance', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(amount, amount, cents), { maxLength: 20 }), (flows) => {
        let value = 2_000_000n;
        const spans = flows.map(([paidIn, wanted, byStaff]) => {
          const paidOut = wanted > value ? 0n : wanted;
          const left = value + paidIn - paidOut;
          const adjusted = byStaff > -left ? byStaff : 0n;
          value = left + adjusted;
          return span(value, { paidIn, paidOut, adjusted });
        });
        fc.pre(spans.every((each) => each.value !== 0n));
        const { returnBps, drawdownBps } = growthOf(2_000_000n, spans);
        expect([returnBps, drawdownBps]).toEqual([0n, 0n]);
      }),
    );
  });

  it('[PF3] is linked geometrically, and its deepest fall is measured from the peak before it', () => {
    const spans = [span(1_200n, { at: 1 }), span(900n, { at: 2 }), span(990n, { at: 3 })];
    expect(growthOf(1_000n, spans)).toEqual({
      returnBps: -100n,
      drawdownBps: 2_500n,
      peakAt: 1,
      troughAt: 2,
      spans: 3,
    });
  });

  it('[PF3] a step without a value is joined to the next one, and without anything invested there is none', () => {
    const doubled = growthOf(1_000n, [span(undefined, { paidIn: 1_000n }), span(4_000n)]);
    expect(doubled).toMatchObject({ returnBps: 10_000n, spans: 1 });
    expect(growthOf(0n, [span(0n)])).toMatchObject({ returnBps: 0n, spans: 0 });
    expect(growthOf(1_000n, [span(-5n), span(500n, { paidIn: 505n })]).returnBps).toBe(-10_000n);
  });
});

describe('figures of closed trades', () => {
  const tally = (results: readonly bigint[]): Tally => {
    const [gains, losts] = [results.filter((each) => each > 0n), results.filter((each) => each < 0n)];
    const sum = (of: readonly bigint[]) => of.reduce((all, each) => all + each, 0n);
    return {
      ...{ trades: results.length, wins: gains.length, losses: losts.length },
      ...{ gains: sum(gains), losts: -sum(losts) },
    };
  };

  it('[PF6] win rate, profit factor, expectancy and averages are those of the field', () => {
    expect(figuresOf(tally([300n, 100n, -100n, 0n]))).toMatchObject({
      ...{ trades: 4, wins: 2, losses: 1, gains: 400n, losts: 100n, net: 300n, winRateBps: 5_000n },
      ...{ profitFactorHundredths: 400n, expectancy: 75n, averageWin: 200n, averageLoss: -100n },
    });
    expect(figuresOf(tally([]))).toMatchObject({
      winRateBps: null,
      profitFactorHundredths: null,
      expectancy: null,
    });
  });

  it('[PF7] R counts the distance from entry to first stop, and is unknown without one', () => {
    const closed = {
      side: 'buy' as const,
      entryPrice: 100n,
      exit: { num: 110n, den: 1n },
      firstStop: null,
      split: false,
    };
    expect(rHundredths({ ...closed, firstStop: 95n })).toBe(200n);
    expect(rHundredths({ ...closed, side: 'sell', firstStop: 105n, exit: { num: 215n, den: 2n } })).toBe(-150n);
    for (const unknown of [{}, { firstStop: 101n }, { firstStop: 95n, split: true }])
      expect(rHundredths({ ...closed, ...unknown })).toBeUndefined();
  });
});
