import type { Bar } from '@clearbook/contracts';
import { expect, it } from 'vitest';
import { placeIn, yearRange } from './year-range.ts';

const now = Date.parse('2026-11-26T10:00:00Z');
const bar = (day: string, low: string, high: string) => ({ time: `${day}T00:00:00.000Z`, low, high }) as Bar;

it('[S51] the 52-week range leaves out older days, and says since when there are prices where they are fewer', () => {
  const old = bar('2025-11-01', '1', '900');
  const bars = [bar('2025-12-01', '90', '110'), bar('2026-11-26', '100', '130')];
  expect(yearRange([old, ...bars], now)).toEqual({ low: 90, high: 130, since: null });
  expect(yearRange(bars, now)).toEqual({ low: 90, high: 130, since: '2025-12-01T00:00:00.000Z' });
  expect(yearRange([old], now)).toBeNull();
  expect(placeIn({ low: 90, high: 130, since: null }, 120)).toBe(0.75);
  expect(placeIn({ low: 90, high: 130, since: null }, 140)).toBe(1);
});
