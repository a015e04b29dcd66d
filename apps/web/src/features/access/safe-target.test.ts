import { expect, it } from 'vitest';
import { safeTarget } from './safe-target.ts';

it.each(['/trades?symbol=BTC', '/withdrawals', '/user/1'])('[S11] %s is kept', (from) => {
  expect(safeTarget(from)).toBe(from);
});

it.each([
  'https://example.com/',
  '//example.com',
  '/\\example.com',
  'javascript:alert(1)',
  '/',
  '/login',
  '/signup?x=1',
  undefined,
  5,
])('[S11] %s leads to Home', (from) => {
  expect(safeTarget(from)).toBe('/dashboard');
});
