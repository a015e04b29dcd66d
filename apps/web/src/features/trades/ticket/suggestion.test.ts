import { expect, it } from 'vitest';
import { startOf, suggestionIn } from './suggestion.ts';

const read = (query: string) => suggestionIn(new URLSearchParams(query));

it('[S36] an address fills in side and lots, and what the ticket would refuse is left out', () => {
  expect(read('symbol=BTC&side=sell&lots=0.05')).toEqual({ side: 'sell', lots: '0.05' });
  expect(read('symbol=BTC')).toEqual({ side: null, lots: null });
  expect(read('side=SELL&lots=0')).toEqual({ side: null, lots: null });
  expect(read('side=buy&lots=1.005')).toEqual({ side: 'buy', lots: null });
  expect(read('lots=1e3')).toEqual({ side: null, lots: null });
});

it('[S36] the ticket begins with what was suggested, and with nothing else', () => {
  expect(startOf(read('side=sell&lots=0.05'))).toEqual({ lots: '0.05', collateral: 'follows', aim: 'sell' });
  expect(startOf(read('symbol=BTC'))).toEqual({});
});
