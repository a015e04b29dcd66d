import { expect, it } from 'vitest';
import { changeSince, openOfDay } from './change.ts';

const bar = (time: string, open: string) => ({ time, open, high: open, low: open, close: open });

it('[S33] today is measured from the first bar of the newest bar’s day in UTC', () => {
  const bars = [
    bar('2026-11-24T23:00:00Z', '10'),
    bar('2026-11-25T00:00:00Z', '11'),
    bar('2026-11-25T01:00:00Z', '12'),
  ] as unknown as Parameters<typeof openOfDay>[0];
  expect(openOfDay(bars)).toBe('11');
  expect(openOfDay(bars.slice(0, 1))).toBe('10');
  expect(openOfDay([])).toBeNull();
});

it('[S33] a change has a sign and two decimals, and nothing has none', () => {
  const quote = (mid: string) => ({ bid: mid, ask: mid });
  expect(changeSince('100', quote('101.2449'))).toEqual({ sign: 'gain', text: '+1.24%' });
  expect(changeSince('100', quote('98.5'))).toEqual({ sign: 'loss', text: '\u22121.50%' });
  expect(changeSince('100', { bid: '99.99', ask: '100.01' })).toEqual({ sign: 'even', text: '0.00%' });
  expect(changeSince('0.00000001', quote('0.00000002'))).toEqual({ sign: 'gain', text: '+100.00%' });
  expect(changeSince('0', quote('1'))).toEqual({ sign: 'even', text: '0.00%' });
});
