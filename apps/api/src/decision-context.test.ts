import { Later } from '@clearbook/domain/ledger';
import { expect, it } from 'vitest';
import { simulatedMarket } from '../test/market.ts';
import { contextOf } from './decision-context.ts';

const NOW = new Date('2026-03-11T15:00:00Z');

it('[Q16] no decision values what is held of a share while a split is being applied to it: it waits', () => {
  const context = contextOf(
    {
      market: simulatedMarket(() => NOW),
      announced: { isSplitting: (at, symbol) => at <= NOW && symbol === 'AAPL' },
      financing: { at: () => ({ buy: 0, sell: 0 }) },
    },
    NOW,
  );
  expect(() => context.mark('AAPL', 0)).toThrow(Later);
  expect(context.mark('MSFT', 0)?.symbol).toBe('MSFT');
  // It can be bought and sold: the database says which trades of before wait.
  expect(context.quote('AAPL', 0).ok).toBe(true);
  expect([context.isSplitting?.('AAPL'), context.isSplitting?.('MSFT')]).toEqual([true, false]);
});

it('[Q16] what a quote set off is valued as of it, but for lots that are split already, and waits no longer than the clock says', () => {
  const [at, now] = [new Date('2026-03-11T14:00:00Z'), NOW];
  const effectiveAt = new Date('2026-03-11T14:30:00Z');
  const asked: unknown[][] = [];
  const of = (isSplitting: boolean) =>
    contextOf(
      {
        market: {
          ...simulatedMarket(() => now),
          actionsOf: (symbol) =>
            symbol === 'AAPL' ? [{ type: 'split', symbol, effectiveAt, num: 4n, den: 1n } as const] : [],
        },
        announced: {
          isSplitting: (...of: unknown[]) => {
            asked.push(of);
            return isSplitting && (of[0] as Date) >= effectiveAt;
          },
        },
        financing: { at: () => ({ buy: 0, sell: 0 }) },
      },
      now,
    );
  const then = (context: ReturnType<typeof of>) => context.asOf?.(at).mark('AAPL', 0)?.id;
  const plain = contextOf(
    {
      market: simulatedMarket(() => now),
      announced: { isSplitting: () => false },
      financing: { at: () => ({ buy: 0, sell: 0 }) },
    },
    now,
  );
  const [before, after] = [plain.asOf?.(at).mark('AAPL', 0)?.id, plain.mark('AAPL', 0)?.id];
  expect(before).not.toBe(after);
  // Still to be applied: lots of before, at the price of then. Applied: lots of now.
  expect(then(of(true))).toBe(before);
  expect(then(of(false))).toBe(after);
  // The instant of the quote, and the clock that ends the waiting.
  expect(asked).toContainEqual([at, 'AAPL', undefined, now]);
});
