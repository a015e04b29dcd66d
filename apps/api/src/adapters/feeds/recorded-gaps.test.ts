import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  exactPrice,
  instrument,
  LiveBook,
  QUOTES_PER_BAR,
  quarterPrice,
  type ReplaySeries,
  screenSeries,
  session,
  sidesAround,
} from '@clearbook/domain/market';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadReplayFolders } from './replay-files.ts';

/** Real 15-minute candles of stocks; where the folder is not there these tests step aside. */
const FOLDER = fileURLToPath(new URL('../../../../../../shared/data/market/stocks/', import.meta.url));

type Gap = { series: ReplaySeries; bar: number; percent: number };
let gaps: Gap[] = [];

describe.runIf(existsSync(FOLDER))('recorded stocks that open over 5 % away', () => {
  beforeAll(async () => {
    gaps = (await loadReplayFolders([FOLDER])).flatMap((series) =>
      [...series.times.keys()].slice(1).flatMap((bar) => {
        const [before, open] = [series.close[bar - 1]!, series.open[bar]!];
        const percent = (Number(open - before) / Number(before)) * 100;
        return Math.abs(percent) > 5 ? [{ series, bar, percent }] : [];
      }),
    );
  });

  it('[M37] there are several, and each one is good at the first price of its session, replayed and live', () => {
    expect(gaps.length).toBeGreaterThanOrEqual(3);
    for (const { series, bar } of gaps) {
      expect(screenSeries(series)[bar * QUOTES_PER_BAR]).toBe(1);
      const of = instrument(series.symbol);
      const book = new LiveBook(() => [{ name: 'vendor', cadenceMs: 0 }]);
      const offer = (price: bigint, atMs: number) =>
        book.offer('vendor', {
          symbol: of.symbol,
          ...sidesAround(of, price),
          sourceTimeMs: atMs,
          receivedMs: atMs,
          source: 'vendor',
        });
      const closedAt = series.times[bar - 1]! + series.intervalMs - 1;
      expect(offer(series.close[bar - 1]!, closedAt)).toBe('accepted');
      expect(session(of, series.times[bar]!)).toMatchObject({ open: true, opensAt: series.times[bar] });
      expect(offer(series.open[bar]!, series.times[bar]!)).toBe('accepted');
    }
  });

  it('[M37] the same move inside a session is set aside, and good at the first confirmed price', () => {
    for (const { series, bar } of gaps) {
      const of = instrument(series.symbol);
      const book = new LiveBook(() => [{ name: 'vendor', cadenceMs: 0 }]);
      const start = series.times[bar]!;
      const prices = [series.close[bar - 1]!, ...[0, 1, 2].map(() => quarterPrice(series, bar, 0))];
      const verdicts = prices.map((price, n) =>
        book.offer('vendor', {
          symbol: of.symbol,
          ...sidesAround(of, price),
          sourceTimeMs: start + n * 1_000,
          receivedMs: start + n * 1_000,
          source: 'vendor',
        }),
      );
      expect(verdicts, `${of.symbol} ${exactPrice(prices[1]!)}`).toEqual([
        'accepted',
        'set_aside',
        'set_aside',
        'accepted',
      ]);
    }
  });
});
