import { expect, it } from 'vitest';
import { secondsToClose, startOf } from './intervals.ts';

it('[H21] a bar goes on until its interval is full, counted in whole seconds of UTC', () => {
  const at = (time: string) => Date.parse(`2026-05-20T${time}Z`);
  expect(secondsToClose('1m', at('10:00:59.500'))).toBe(1);
  expect(secondsToClose('1h', at('10:15:00'))).toBe(2700);
  expect(secondsToClose('4h', at('10:15:00'))).toBe(6300);
  expect(secondsToClose('1d', at('00:00:00'))).toBe(86_400);
});

it('[M92] the newest week closes on Monday and the newest month on its first, and a quote then begins the next bar', () => {
  const at = (time: string) => Date.parse(`${time}Z`);
  expect(secondsToClose('1w', at('2026-12-31T00:00:00'))).toBe(4 * 86_400);
  expect(secondsToClose('1M', at('2026-12-31T23:59:59.500'))).toBe(1);
  expect(secondsToClose('1M', at('2024-02-28T00:00:00'))).toBe(2 * 86_400);
  const begins = (interval: '1w' | '1M', time: string) => new Date(1000 * startOf(interval, at(time) / 1000));
  expect(begins('1w', '2027-01-03T23:59:59.999')).toEqual(new Date('2026-12-28'));
  expect(begins('1w', '2027-01-04T00:00:00')).toEqual(new Date('2027-01-04'));
  expect(begins('1M', '2026-02-28T23:59:59.999')).toEqual(new Date('2026-02-01'));
  expect(begins('1M', '2026-03-01T00:00:00')).toEqual(new Date('2026-03-01'));
});
