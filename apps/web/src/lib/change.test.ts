import { expect, it } from 'vitest';
import { changeSince } from './change.ts';

it('[S33] a change has a sign and two decimals, and nothing has none', () => {
  const quote = (mid: string) => ({ bid: mid, ask: mid });
  expect(changeSince('100', quote('101.2449'))).toEqual({ sign: 'gain', text: '+1.24%' });
  expect(changeSince('100', quote('98.5'))).toEqual({ sign: 'loss', text: '\u22121.50%' });
  expect(changeSince('100', { bid: '99.99', ask: '100.01' })).toEqual({ sign: 'even', text: '0.00%' });
  expect(changeSince('0.00000001', quote('0.00000002'))).toEqual({ sign: 'gain', text: '+100.00%' });
  expect(changeSince('0', quote('1'))).toEqual({ sign: 'even', text: '0.00%' });
});
