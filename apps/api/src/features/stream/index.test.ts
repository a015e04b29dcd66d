import { type FeedQuote, parsePrice, type PriceAction } from '@clearbook/domain/market';
import { expect, it } from 'vitest';
import { marketQuotes } from './index.ts';

type TickListener = Parameters<Parameters<typeof marketQuotes>[0]['onTick']>[0];

it('[Q16] a price of before a split is sent in the shares of now, however long it stands', () => {
  const at = new Date('2026-05-12T19:59:59Z');
  const effectiveAt = new Date('2026-05-13T13:25:00Z');
  const quote: FeedQuote = {
    ...{ id: 'AAPL-1', symbol: 'AAPL', bid: parsePrice('200'), ask: parsePrice('200.04') },
    ...{ source: 'test', sourceTime: at, receivedTime: at },
  };
  const splits: readonly PriceAction[] = [{ type: 'split', symbol: 'AAPL', effectiveAt, num: 4n, den: 1n }];
  let now = at;
  let tell: TickListener = () => undefined;
  const market = {
    onTick: (listener: TickListener) => {
      tell = listener;
      return () => undefined;
    },
    showing: () => ({ symbol: 'AAPL' as const, quote, open: false, reopensAt: undefined }),
    actionsOf: () => splits,
  };
  const quotes = marketQuotes(market, { now: () => now }, { of: () => undefined, forget: () => undefined });
  quotes.onTick(() => undefined);
  tell([quote]);
  const sent = () => JSON.parse(quotes.json('AAPL', 0) ?? '{}') as { bid: string; id: string };
  expect(sent().bid).toBe('200.00');
  now = effectiveAt;
  expect(sent().bid).toBe('50.00');
});
