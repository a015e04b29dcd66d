import { expect, it } from 'vitest';
import { plainDecimal } from './plain-decimal.ts';

it('[S59] thousands may be separated, and nothing else changes what was typed', () => {
  for (const [typed, plain] of [
    ['1,250.50', '1250.50'],
    [' 1,250,000 ', '1250000'],
    ['12,345.', '12345.'],
    ['1 250.50', '1250.50'],
    ['1\u202f250.50', '1250.50'],
    ["1'250.50", '1250.50'],
    // Not thousands: these are refused as they stand.
    ['1,25', '1,25'],
    ['1,2500', '1,2500'],
    ['0,250', '0,250'],
    ['1.250,50', '1.250,50'],
    ['1,250 000', '1,250 000'],
    ['1250.50', '1250.50'],
    ['', ''],
    ['abc', 'abc'],
  ] as const)
    expect(plainDecimal(typed)).toBe(plain);
});
