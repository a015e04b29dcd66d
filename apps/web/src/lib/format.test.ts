import { describe, expect, it } from 'vitest';
import { centsToDecimal, formatUsd as sentence } from '@clearbook/domain/money';
import {
  formatCoins,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatDayEnded,
  formatMoney,
  formatPrice,
  formatSymbol,
  formatUsd,
  signOf,
} from './format.ts';

describe('money on screen', () => {
  it.each([
    ['0', '$0.00'],
    ['1234.5', '$1,234.50'],
    ['1234567.89', '$1,234,567.89'],
    ['-1234.50', '\u2212$1,234.50'],
    ['-0.00', '$0.00'],
    ['90071992547409931.07', '$90,071,992,547,409,931.07'],
  ])('[S1] %s reads %s', (amount, text) => {
    expect(formatUsd(amount)).toBe(text);
  });

  it('[S1] coins have at least six decimals and their name', () => {
    expect(formatMoney({ amount: '0.005', currency: 'BTC' })).toBe('0.005000 BTC');
    expect(formatCoins('0.00512345')).toBe('0.00512345');
  });

  it('[S1] a sign is gain, loss or neither', () => {
    expect([signOf('0.01'), signOf('-0.01'), signOf('-0.00')]).toEqual(['gain', 'loss', 'even']);
  });
});

describe('prices and times on screen', () => {
  it('[S2] a price has its digits and no others, and a long run of zeros is counted', () => {
    expect(formatPrice('1.05', 5)).toBe('1.05000');
    expect([formatPrice('99895.725', 2), formatPrice('99895.7251', 2)]).toEqual(['99,895.72', '99,895.73']);
    expect([formatPrice('0.000019561', 9), formatPrice('0.0000195615', 9)]).toEqual(['0.0₄19561', '0.0₄19562']);
    expect([formatPrice('-0.004', 2), formatPrice('-12.345', 2)]).toEqual(['0.00', '\u221212.34']);
    expect(formatPrice('58063.081')).toBe('58,063.081');
  });

  it('[S2] symbols read as people write them', () => {
    expect([formatSymbol('EURUSD', 'forex'), formatSymbol('BTC', 'crypto'), formatSymbol('BRK.B', 'stock')]).toEqual([
      'EUR/USD',
      'BTC/USD',
      'BRK.B',
    ]);
  });

  it('[S3] a countdown reads m:ss', () => {
    expect([formatCountdown(3600), formatCountdown(61.9), formatCountdown(-5)]).toEqual(['60:00', '1:01', '0:00']);
  });
});

it('[S64] every time names its zone, which is the one of charts and statements', () => {
  expect(formatDateTime('2026-11-21T14:05:59Z')).toBe('21 Nov 2026, 14:05 UTC');
  expect(formatDateTime('2026-11-21T23:30:00-05:00')).toBe('22 Nov 2026, 04:30 UTC');
  expect(formatDate('2026-11-21T23:30:00-05:00')).toBe('22 Nov 2026');
});

it('[PF3] the end of a day is named by that day, and an instant within one by its own', () => {
  expect(formatDayEnded('2026-03-11T00:00:00.000Z')).toBe('10 Mar 2026');
  expect(formatDayEnded('2026-03-11T00:00:00.001Z')).toBe('11 Mar 2026');
  expect(formatDayEnded('2026-01-01T00:00:00.000Z')).toBe('31 Dec 2025');
});

it('[S64] a sum reads the same in messages and mails as on the screen', () => {
  for (const cents of [-836n, 836n, 0n, -123_456_789n, 99_999_999_999n])
    expect(sentence(cents)).toBe(formatUsd(centsToDecimal(cents)));
});
