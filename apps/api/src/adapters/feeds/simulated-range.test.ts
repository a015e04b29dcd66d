import { describe, expect, it } from 'vitest';
import { createSimulatedFeed } from './simulated.ts';

const MINUTE = 60_000;

describe('the range of a stretch of time', () => {
  const feed = createSimulatedFeed('past');

  it.each([
    ['a week ends', 'EURUSD', Date.UTC(2026, 10, 20, 21, 58)],
    ['a market opens', 'AAPL', Date.UTC(2026, 10, 20, 14, 28)],
    ['prices are small', 'SHIB', Date.UTC(2026, 10, 21, 12)],
    ['the banks’ day ends', 'GBPJPY', Date.UTC(2026, 10, 19, 21, 58)],
  ] as const)('[M49] holds every bid and ask while %s', (_, symbol, from) => {
    const range = feed.range!(symbol, from, from + 5 * MINUTE)!;
    let quotes = 0;
    for (let at = from; at <= from + 5 * MINUTE; at += 1_000) {
      const reading = feed.read(symbol, new Date(at));
      if (reading.state !== 'good') continue;
      const { bid, ask } = reading.quote;
      quotes += 1;
      expect(bid >= range.low && ask <= range.high).toBe(true);
    }
    expect(quotes).toBeGreaterThan(100);
    // It is not so wide that it says nothing: a percent.
    expect((range.high - range.low) * 100n).toBeLessThan(range.high);
  });

  it('[M49] is none where the market was closed', () => {
    const saturday = Date.UTC(2026, 10, 21, 12);
    expect(feed.range!('EURUSD', saturday, saturday + 60 * MINUTE)).toBeUndefined();
    expect(feed.range!('AAPL', saturday, saturday + 60 * MINUTE)).toBeUndefined();
  });
});
