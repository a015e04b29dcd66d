import { expect, it } from 'vitest';
import { secondsToClose } from './intervals.ts';

it('[H21] a bar goes on until its interval is full, counted in whole seconds of UTC', () => {
  const at = (time: string) => Date.parse(`2026-05-20T${time}Z`);
  expect(secondsToClose('1m', at('10:00:59.500'))).toBe(1);
  expect(secondsToClose('1h', at('10:15:00'))).toBe(2700);
  expect(secondsToClose('4h', at('10:15:00'))).toBe(6300);
  expect(secondsToClose('1d', at('00:00:00'))).toBe(86_400);
});
