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
