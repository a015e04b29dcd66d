import { expect, it } from 'vitest';
import { startOf, suggestionIn } from './suggestion.ts';

const read = (query: string) => suggestionIn(new URLSearchParams(query));

it('[S36] an address fills in side and lots, and what the ticket would refuse is left out', () => {
  expect(read('symbol=BTC&side=sell&lots=0.05')).toEqual({ side: 'sell', lots: '0.05', waiting: null });
  expect(read('symbol=BTC')).toEqual({ side: null, lots: null, waiting: null });
  expect(read('side=SELL&lots=0')).toEqual({ side: null, lots: null, waiting: null });
  expect(read('side=buy&lots=1.005')).toEqual({ side: 'buy', lots: null, waiting: null });
  expect(read('lots=1e3')).toEqual({ side: null, lots: null, waiting: null });
});

it('[S36] the ticket begins with what was suggested, and with nothing else', () => {
  expect(startOf(read('side=sell&lots=0.05'))).toEqual({ lots: '0.05', collateral: 'follows', aim: 'sell' });
  expect(startOf(read('symbol=BTC'))).toEqual({});
});

it('[S146] an address fills in an order that waits, and leaves out a price that is none', () => {
  const of = (query: string) => startOf(read(query));
  expect(of('side=sell&type=limit&price=1.25')).toEqual({ type: 'limit', limit_price: '1.25', aim: 'sell' });
  expect(of('type=stop&price=60000')).toEqual({ type: 'stop', stop_price: '60000' });
  for (const query of ['type=limit', 'type=limit&price=', 'type=limit&price=0', 'type=stop&price=1e5', 'price=1.25'])
    expect(of(query), query).toEqual({});
});
