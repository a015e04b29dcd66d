import { type Bar, BAR_MS, parsePrice, type Symbol } from '@clearbook/domain/market';
import { expect, it } from 'vitest';
import { createHistory } from './history.ts';

const NOW = Date.parse('2026-11-20T15:00:00Z');
const HOUR = BAR_MS['1h'];
const bar = (timeMs: number): Bar => {
  const mid = parsePrice('1');
  return { timeMs, open: mid, high: mid, low: mid, close: mid };
};

it('[M45] candles of the past are asked for once, a few at a time, and a failure is an empty answer', async () => {
  let asked = 0;
  let atOnce = 0;
  let most = 0;
  let fails = false;
  let nowMs = NOW;
  const failures: unknown[] = [];
  const history = createHistory({
    clock: { now: () => new Date(nowMs) },
    onFailure: (cause) => void failures.push(cause),
    async ask({ fromMs, toMs }) {
      asked += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await Promise.resolve();
      atOnce -= 1;
      if (fails) throw new Error('away');
      const bars: Bar[] = [];
      for (let at = Math.ceil(fromMs / HOUR) * HOUR; at <= toMs; at += HOUR) bars.push(bar(at));
      return bars;
    },
  });
  const first = await history('EURUSD', '1h', 3, NOW);
  expect(first.map(({ timeMs }) => (timeMs - NOW) / HOUR)).toEqual([-3, -2, -1]);
  expect(await history('EURUSD', '1h', 2, NOW)).toHaveLength(2);
  expect(asked).toBe(1);
  const symbols: Symbol[] = ['GBPUSD', 'USDJPY', 'BTC', 'ETH', 'AAPL', 'MSFT', 'V', 'KO'];
  await Promise.all(symbols.map((symbol) => history(symbol, '1h', 2, NOW)));
  expect([asked, most]).toEqual([9, 4]);
  fails = true;
  expect(await history('PEP', '1h', 2, NOW)).toEqual([]);
  expect(await history('PEP', '1h', 2, NOW)).toEqual([]);
  // What fails for one fails for all: the others are not asked for a moment, and nothing more is said.
  expect(await Promise.all(['WMT' as const, 'JPM' as const].map((symbol) => history(symbol, '1h', 2, NOW)))).toEqual([
    [],
    [],
  ]);
  expect([asked, failures.length]).toEqual([10, 1]);
  fails = false;
  nowMs += 31_000;
  expect(await history('PEP', '1h', 2, NOW)).toHaveLength(2);
});
