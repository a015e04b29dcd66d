import type { Order, Quote, Trade } from '@clearbook/contracts';
import { expect, it } from 'vitest';
import { addedTarget, changedTargets } from '../ticket/targets.ts';
import { amended, firstPrice, furtherPart, furtherPrice, linesOf, pageSteps, stepped } from './lines.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' as const });
const trade: Trade = {
  ...{ id: 't1', symbol: 'EURUSD', side: 'buy', lots: '0.20', lots_open: '0.10', amount: usd('100.00'), leverage: 30 },
  ...{
    required_margin: usd('50.00'),
    status: 'active',
    outcome: 'pending',
    is_profit: 'null',
    manual: null,
    entry_price: '1.10000',
  },
  ...{ entry_quote_id: 'q', opened_at: '2026-01-05T12:00:00.000Z', exit_price: null, exit_quote_id: null },
  ...{ closed_at: null, closed_by: null, realized_pl: null, shortfall_covered: null, copied_from: null },
  ...{ stop_loss: '1.09000', take_profit: null, trailing_distance: '0.00500', trailing_stop: '1.09500' },
  targets: null,
  ...{ financing: usd('0.00'), close_out_price: '1.01000', break_even_price: '1.10000', reverses: null, closing: null },
  ...{ current_price: '1.10100', unrealized_pl: usd('10.00'), market_value: usd('11010.00') },
};
const order: Order = {
  ...{ id: 'o1', symbol: 'EURUSD', side: 'sell', type: 'limit', lots: '0.30', amount: usd('100.00') },
  ...{ time_in_force: 'gtc', limit_price: '1.12000', stop_price: null, stop_loss: '1.13000', take_profit: null },
  ...{ trailing_distance: null, status: 'working', reason: null, trade_id: null, expires_at: null, ended_at: null },
  targets: null,
  order_class: 'oto',
  oco_order_id: null,
  created_at: '2026-01-05T12:00:00.000Z',
  filled_price: null,
  triggered_at: null,
  client_order_id: null,
};

it('[H10] a chart shows entry, stop, target, trailing stop and close-out of its symbol’s positions, and the prices of its orders', () => {
  const lines = linesOf(
    'EURUSD',
    [trade, { ...trade, id: 't2', symbol: 'BTC' }],
    [order, { ...order, status: 'filled' }],
  );
  expect(lines.map(({ key, price, movable }) => [key, price, movable])).toEqual([
    ['t1:entry', '1.10000', false],
    ['t1:stop_loss', '1.09000', true],
    ['t1:trailing', '1.09500', false],
    ['t1:close_out', '1.01000', false],
    ['o1:price', '1.12000', true],
    ['o1:stop_loss', '1.13000', true],
  ]);
  expect(lines[0]?.lots).toBe('0.10');
  expect(linesOf('EURUSD', [{ ...trade, status: 'closed' }], [])).toEqual([]);
  expect(
    linesOf('EURUSD', [{ ...trade, entry_price: null, close_out_price: null }], []).map(({ what }) => what),
  ).toEqual(['stop_loss', 'trailing']);
});

it('[H10] [T74] a stop-limit order has a line for each of its prices, and for its limit alone once its stop was reached', () => {
  const both: Order = { ...order, type: 'stop_limit', stop_price: '1.09000', stop_loss: null };
  const linesAt = (triggered_at: string | null) =>
    linesOf('EURUSD', [], [{ ...both, triggered_at }]).map(({ key, price, movable }) => [key, price, movable]);
  expect(linesAt(null)).toEqual([
    ['o1:stop_price', '1.09000', true],
    ['o1:limit_price', '1.12000', true],
  ]);
  expect(linesAt('2026-01-05T12:00:00.000Z')).toEqual([['o1:limit_price', '1.12000', true]]);
});

it('[J14] [H10] a target has a line with its size, of a position and of an order, and is moved or taken away among the others', () => {
  const targets = [
    { price: '1.11000', lots: '0.03' },
    { price: '1.12000', lots: '0.04' },
  ];
  const parts = linesOf('EURUSD', [{ ...trade, targets }], [{ ...order, targets }]).filter(({ part }) => part);
  expect(parts.map(({ key, price, movable, part }) => [key, price, movable, part?.lots])).toEqual([
    ['t1:target:0', '1.11000', true, '0.03'],
    ['t1:target:1', '1.12000', true, '0.04'],
    ['o1:target:0', '1.11000', true, '0.03'],
    ['o1:target:1', '1.12000', true, '0.04'],
  ]);
  expect(changedTargets(targets, 1, '1.13000')).toEqual([targets[0], { price: '1.13000', lots: '0.04' }]);
  expect(changedTargets(targets, 0, null)).toEqual([targets[1]]);
});

it('[T95] a further target closes half of what the others leave, begins beyond them and before the take profit, and goes among them', () => {
  const targets = [
    { price: '1.11000', lots: '0.03' },
    { price: '1.12000', lots: '0.04' },
  ];
  expect(furtherPart('0.10', null)).toEqual({ index: 0, lots: '0.05', further: true });
  expect(furtherPart('0.10', targets)).toEqual({ index: 2, lots: '0.02', further: true });
  expect(furtherPart('0.01', null)).toMatchObject({ lots: '0.01' });
  expect(furtherPart('0.07', targets)).toBeUndefined();
  expect(furtherPart('1.00', Array(5).fill({ price: '1.1', lots: '0.01' }))).toBeUndefined();
  const now = { bid: '1.10000', ask: '1.10020' };
  const at = (side: 'buy' | 'sell', has: Partial<Pick<Trade, 'targets' | 'take_profit'>>) =>
    furtherPrice(side, { targets: null, take_profit: null, ...has }, now, 0.001, 5);
  expect([at('buy', {}), at('sell', {})]).toEqual(['1.10100', '1.09920']);
  expect(at('buy', { targets })).toBe('1.12100');
  expect(at('buy', { targets, take_profit: '1.13000' })).toBe('1.12500');
  const added = (price: string, side: 'buy' | 'sell') =>
    addedTarget(targets, { price, lots: '0.01' }, side).map((each) => each.price);
  expect(added('1.11500', 'buy')).toEqual(['1.11000', '1.11500', '1.12000']);
  expect(added('1.11500', 'sell')).toEqual(['1.12000', '1.11500', '1.11000']);
});

it('[H11] a change of one protection leaves the others as they are', () => {
  expect(amended(trade, 'stop_loss', '1.08')).toEqual({
    stop_loss: '1.08',
    take_profit: null,
    trailing_distance: '0.00500',
  });
  expect(amended(trade, 'take_profit', '1.2')).toMatchObject({ stop_loss: '1.09000', take_profit: '1.2' });
  expect(amended(trade, 'stop_loss', null).stop_loss).toBeNull();
});

it('[H11] a new stop begins on the losing side of the closing price, a new target on the winning one', () => {
  const quote: Quote = {
    id: 'q',
    symbol: 'EURUSD',
    bid: '1.10000',
    ask: '1.10020',
    source: 's',
    time: '2026-01-05T12:00:00.000Z',
  };
  expect(firstPrice('buy', 'stop_loss', quote, 0.001, 5)).toBe('1.09900');
  expect(firstPrice('buy', 'take_profit', quote, 0.001, 5)).toBe('1.10100');
  expect(firstPrice('sell', 'stop_loss', quote, 0.001, 5)).toBe('1.10120');
  expect(firstPrice('sell', 'take_profit', quote, 0.001, 5)).toBe('1.09920');
  expect(firstPrice('buy', 'stop_loss', quote, 5, 5)).toBe('0.00001');
});

it('[H11] an arrow key moves a line by its last decimals and never to zero', () => {
  expect(stepped('1.09000', 10, 5)).toBe('1.09010');
  expect(stepped('1.09', -1, 5)).toBe('1.08999');
  expect(stepped('0.00001', -10, 5)).toBe('0.00001');
  expect(stepped('0.30000000000000004', 1, 2)).toBe('0.31');
});

it('[H11] a page is about a thousandth of the price, in a round number of ticks', () => {
  const page = (price: string, digits: number) => (pageSteps(price, digits) / 10 ** digits).toFixed(digits);
  expect(page('1.08500', 5)).toBe('0.00100');
  expect(page('150.123', 3)).toBe('0.100');
  expect(page('79501.00', 2)).toBe('10.00');
  expect(page('192.35', 2)).toBe('0.10');
  expect(page('0.000012345', 9)).toBe('0.000000010');
  expect(page('0.02', 2)).toBe('0.01');
});
