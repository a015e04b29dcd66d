import { describe, expect, it } from 'vitest';
import { asksFirst, collateralFor, readOneClick } from './one-click-settings.ts';

describe('one-click trading', () => {
  it('[S49] is off until a size was named, and anything unreadable counts as off', () => {
    for (const text of ['', 'null', '7', '[]', '{"guard":0}', '{"guard":"-5"}', '{"guard":"0"}', '{"guard":"many"}'])
      expect(readOneClick(text).guard, text).toBeNull();
    expect(readOneClick('{"guard":"2500","lots":{"BTC":"0.05","EURUSD":"many","ETH":7}}')).toEqual({
      guard: '2500',
      lots: { BTC: '0.05' },
    });
  });

  it('[S49] trades right away up to the guard, asks above it, and always asks while a loan is owed', () => {
    expect(asksFirst(1_000_000n, 1_000_000n, 0n)).toBeNull();
    expect(asksFirst(1_000_001n, 1_000_000n, 0n)).toBe('size');
    expect(asksFirst(1n, 1_000_000n, 1n)).toBe('loan');
  });

  it('[S49] puts up the required margin and a tenth more, rounded up, and never more than there is', () => {
    expect(collateralFor(333_334n, 10_000_000n)).toBe(366_668n);
    expect(collateralFor(333_334n, 350_000n)).toBe(350_000n);
    // Not even the margin is there: the server refuses it in its own words.
    expect(collateralFor(333_334n, 100_000n)).toBe(366_668n);
  });
});
