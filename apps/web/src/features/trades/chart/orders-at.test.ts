import { expect, it } from 'vitest';
import { ordersAt } from './orders-at.ts';

const QUOTE = { bid: '1.10000', ask: '1.10020' };
const at = (price: string) => ordersAt(price, QUOTE).map(({ side, type }) => `${side} ${type}`);

it('[S146] below the market a buy waits at a limit and a sell at a stop, above it the other way round', () => {
  expect(at('1.09999')).toEqual(['buy limit', 'sell stop']);
  expect(at('1.10021')).toEqual(['buy stop', 'sell limit']);
});

it('[S146] nothing waits for a price that the market is at, and nothing is offered while there is no price', () => {
  expect([at('1.10000'), at('1.10010'), at('1.10020'), ordersAt('1.1', undefined)]).toEqual([[], [], [], []]);
});
