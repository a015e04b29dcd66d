import { expect, it } from 'vitest';
import { wireManual } from './wire.ts';

it.each([
  ['1250', 'profit'],
  ['-1250', 'loss'],
])('[T70] a recorded result of %s cents answers is_profit %s', (amount, isProfit) => {
  const row = { id: 't', client_id: 'c', symbol: 'EURUSD', side: 'buy' as const, lots: '100', amount, at: new Date(0), reason: 'late fill' }; // prettier-ignore
  expect(wireManual(row)).toMatchObject({ is_profit: isProfit, outcome: isProfit });
});
