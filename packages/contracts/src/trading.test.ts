import { describe, expect, it } from 'vitest';
import { messages } from './messages.ts';
import { usdAmount } from './money.ts';
import { lots, placeOrderBody } from './trading.ts';

const LIMIT = { symbol: 'EURUSD', side: 'buy', lots: '0.10', amount: '100.00', type: 'limit', limit_price: '1.09' };
const LEG = { side: 'buy', lots: '0.10', amount: '100.00', type: 'stop', stop_price: '1.11' };
const [stop_loss, take_profit, trailing_distance] = ['1.08', '1.12', '0.005'];

const wrongOf = (over: object): string[] =>
  (placeOrderBody.safeParse({ ...LIMIT, ...over }).error?.issues ?? []).map(({ path }) => path.join('.'));

describe('the class of an order', () => {
  it.each<[string, object]>([
    ['a bracket with a stop and a target', { order_class: 'bracket', stop_loss, take_profit }],
    ['a bracket with a trailing stop and a target', { order_class: 'bracket', trailing_distance, take_profit }],
    ['an oto with a stop', { order_class: 'oto', stop_loss }],
    ['an oto with a target', { order_class: 'oto', take_profit }],
    ['a simple one with neither', { order_class: 'simple' }],
    ['linked orders', { order_class: 'oco', legs: [LEG] }],
    ['linked orders with stops of their own', { order_class: 'oco', stop_loss, legs: [{ ...LEG, take_profit }] }],
    ['none, whatever it brings', { stop_loss, take_profit }],
  ])('[T83] is accepted: %s', (_what, over) => {
    expect(wrongOf(over)).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['a bracket without a target', { order_class: 'bracket', stop_loss, trailing_distance }, 'order_class'],
    ['a bracket without a stop', { order_class: 'bracket', take_profit }, 'order_class'],
    ['an oto with both', { order_class: 'oto', stop_loss, take_profit }, 'order_class'],
    ['an oto with neither', { order_class: 'oto' }, 'order_class'],
    ['a simple one with a stop', { order_class: 'simple', trailing_distance }, 'order_class'],
    ['linked orders without the second', { order_class: 'oco' }, 'order_class'],
    ['a second order without the class', { legs: [LEG] }, 'legs'],
    [
      'a second order without its price',
      { order_class: 'oco', legs: [{ ...LEG, stop_price: null }] },
      'legs.0.stop_price',
    ],
    ['a second order for another symbol', { order_class: 'oco', legs: [{ ...LEG, symbol: 'BTC' }] }, 'legs.0'],
    ['a second market order', { order_class: 'oco', legs: [{ ...LEG, type: 'market' }] }, 'legs.0.type'],
  ])('[T83] is refused: %s', (_what, over, where) => {
    expect(wrongOf(over)).toContain(where);
  });

  it('[T83] three are too many to link, and a market order waits for nothing', () => {
    expect(wrongOf({ order_class: 'oco', legs: [LEG, LEG] })).toContain('legs');
    expect(wrongOf({ type: 'market', limit_price: null, order_class: 'oco', legs: [LEG] })).toContain('order_class');
  });
});

it('[T42] what is wrong with a size or a sum is what is said of it', () => {
  const said = (text: string) => lots.safeParse(text).error?.issues[0]?.message;
  const { trade, amount } = messages;
  expect(['0.01', '1', '9999999.99'].map(said)).toEqual([undefined, undefined, undefined]);
  expect(['x', '1e3', '.5', '01', '1.', '1,5'].map(said)).toEqual(Array<string>(6).fill(trade.lotsNumber));
  expect(['0.005', '1.123'].map(said)).toEqual([trade.lotsStep, trade.lotsStep]);
  expect(['10000000', '99999999.9'].map(said)).toEqual([trade.lotsMost, trade.lotsMost]);
  expect(['0', '0.00', '-1'].map(said)).toEqual(Array<string>(3).fill(trade.lotsPositive));
  const dollars = (text: string) => usdAmount().safeParse(text).error?.issues[0]?.message;
  expect(['1000000000000', '999999999999.00', '-3', '0', '1e5', '1.234', '5'].map(dollars)).toEqual([
    ...[amount.tooLarge, amount.tooLarge, amount.positive, amount.positive, amount.format, amount.format, undefined],
  ]);
});
