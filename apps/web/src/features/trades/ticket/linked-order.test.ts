import { YEN_FINANCING as RATES } from '../../../lib/financing.fixture.ts';
import type { Instrument, Order, Quote } from '@clearbook/contracts';
import { describe, expect, it } from 'vitest';
import { errorsOf } from '../../../lib/form.ts';
import { ApiProblem } from '../../../lib/problem.ts';
import { cancelledWith } from '../positions/cancel-all.ts';
import { EMPTY_ORDER, orderForm, orderOf, type OrderValues } from './order.form.ts';
import { NO_DEVIATION } from './max-deviation.ts';

const EURUSD: Quote = {
  id: 'q',
  symbol: 'EURUSD',
  bid: '1.09990',
  ask: '1.10010',
  source: 'test',
  time: '2026-01-05T10:00:00.000Z',
};
const QUOTES = { EURUSD };
const euro: Instrument = {
  ...{ symbol: 'EURUSD', name: 'Euro', class: 'forex', base: 'EUR', quote_currency: 'USD', digits: 5, pip: '0.0001' },
  ...{ price_increment: '0.00001', lot_size: '100000', lot_step: '0.01', min_notional: '10.00', leverage: 30 },
  ...{ leverage_cap: 30, markup: '1.6', open: true, reopens_at: null, financing_rates: RATES },
};
const values = (more: Partial<OrderValues> = {}): OrderValues => ({
  ...EMPTY_ORDER,
  amount: '1000',
  lots: '0.10',
  type: 'stop',
  stop_price: '1.11',
  oco: true,
  leg_price: '1.09',
  ...more,
});
const of = { instrument: euro, start: {}, side: 'buy', quotes: QUOTES, deviation: NO_DEVIATION } as const;

describe('a second order in the ticket', () => {
  it('[T80] goes with the first, of the same size, on the side that was chosen', () => {
    expect(orderOf(euro, values(), 'buy', QUOTES).body).toMatchObject({
      side: 'buy',
      stop_price: '1.11',
      order_class: 'oco',
      legs: [{ side: 'sell', type: 'stop', stop_price: '1.09', lots: '0.10', amount: '1000' }],
    });
    const same = orderOf(euro, values({ leg_side: 'same', leg_type: 'limit' }), 'sell', QUOTES).body;
    expect(same.legs).toMatchObject([{ side: 'sell', type: 'limit', limit_price: '1.09' }]);
    for (const none of [values({ oco: false }), values({ type: 'market' })])
      expect(orderOf(euro, none, 'buy', QUOTES).body).not.toHaveProperty('legs');
  });

  it('[T80] a distance is measured from its own price, for its own side', () => {
    const units = { stop_loss: 'distance', take_profit: 'price', trailing_distance: 'distance' } as const;
    const { body } = orderOf(euro, values({ stop_loss: '25', units }), 'buy', QUOTES);
    expect([body.stop_loss, body.legs?.[0]?.stop_loss]).toEqual(['1.1075', '1.0925']);
  });

  it('[T80] what is wrong with it stands beside its price', () => {
    expect(errorsOf(orderForm, values({ leg_price: '' }), of)).toMatchObject({ leg_price: 'Input the stop price' });
    expect(errorsOf(orderForm, values({ leg_price: 'soon' }), of)).toHaveProperty('leg_price');
    expect(errorsOf(orderForm, values(), of)).toEqual({});
    const fields = ['legs.0.limit_price', 'legs.0.amount', 'limit_price'].map((name) => ({ name, message: 'm' }));
    const problem = new ApiProblem(422, 'request.invalid', 'd', fields);
    expect(orderForm.complaints?.(problem).map(({ name }) => name)).toEqual(['leg_price', 'amount', 'limit_price']);
  });
});

it('[T82] what would be cancelled includes an order that is linked to one that is meant', () => {
  const order = (id: string, symbol: string, type: 'limit' | 'stop', other: string | null = null) =>
    ({ id, symbol, type, oco_order_id: other }) as Order;
  const orders = [order('a', 'EURUSD', 'limit', 'b'), order('b', 'EURUSD', 'stop', 'a'), order('c', 'BTC', 'limit')];
  const ids = (symbol: string | null, type: 'limit' | 'stop' | null) =>
    cancelledWith(orders, { symbol, type }).map(({ id }) => id);
  expect(ids(null, null)).toEqual(['a', 'b', 'c']);
  expect(ids('EURUSD', null)).toEqual(['a', 'b']);
  expect(ids(null, 'stop')).toEqual(['a', 'b']);
  expect(ids('BTC', 'stop')).toEqual([]);
});
