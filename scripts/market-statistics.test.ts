import { describe, expect, it } from 'vitest';
import {
  autocorrelation,
  contrarian,
  kurtosis,
  measureSeed,
  median,
  overnightShare,
  sharpe,
  slopeT,
} from './market-statistics.ts';

/** A sample of what `npm run accept -- --only market-statistics` measures over 200 seeds. */
const SEEDS = 12;
const CLASSES = ['forex', 'crypto', 'stock'] as const;

describe('the simulated market, measured', () => {
  const all = Array.from({ length: SEEDS }, (_, i) => measureSeed(i + 1));

  it.each(CLASSES)(
    '[M50] the minutes of %s have fat tails and clusters, and do not say which way the next one goes',
    (which) => {
      const minutes = all.map((each) => each.minutes[which]);
      expect(median(minutes.map((each) => each.kurtosis))).toBeGreaterThan(4);
      expect(Math.max(...minutes.map((each) => each.kurtosis))).toBeLessThan(40);
      expect(median(minutes.map((each) => each.absolute))).toBeGreaterThan(0.1);
      expect(median(minutes.map((each) => each.absolute))).toBeLessThan(0.4);
      expect(Math.abs(median(minutes.map((each) => each.plain)))).toBeLessThan(0.05);
    },
  );

  it('[M50] 15 to 40 % of a share’s variance is overnight', () => {
    for (const { overnight } of all) {
      expect(overnight).toBeGreaterThan(0.15);
      expect(overnight).toBeLessThan(0.4);
    }
  });

  it('[M50] nothing pulls a price to where it began, and neither rule that bets on it earns anything', () => {
    for (const which of CLASSES) expect(Math.abs(slopeT(all.map((each) => each.slopes[which])))).toBeLessThan(3);
    expect(Math.abs(median(all.map((each) => each.againstWeek)))).toBeLessThan(0.5);
    expect(Math.abs(median(all.map((each) => each.towardsAnchor)))).toBeLessThan(0.5);
  });

  it('[M12] no triangle gains', () => {
    expect(all.map((each) => each.trianglesGained)).toEqual(all.map(() => 0));
  });
});

describe('the measures', () => {
  it('[M50] say of known figures what is known of them', () => {
    expect(kurtosis([1, -1, 1, -1])).toBe(1);
    expect(kurtosis([0, 0, 0, 2])).toBe(4);
    expect(autocorrelation([1, 2, 1, 2, 1, 2, 1, 2])).toBeLessThan(-0.8);
    const days = [
      { open: 1, close: Math.E },
      { open: Math.E ** 2, close: Math.E ** 3 },
    ];
    expect(overnightShare(days)).toBeCloseTo(1 / 3);
    expect(sharpe([0.01, 0.02, 0.03])).toBeCloseTo((0.02 / Math.sqrt(2 / 30_000)) * Math.sqrt(52));
    // A price that goes to and fro is what a contrarian waits for.
    expect(contrarian([[1, 2, 1, 2, 1, 2]]).every((each) => each > 0)).toBe(true);
    expect(slopeT([[{ distance: 1, move: -1 }], [{ distance: -1, move: 1 }]])).toBeCloseTo(-Math.SQRT2);
    expect(median([3, 1, 2])).toBe(2);
  });
});
