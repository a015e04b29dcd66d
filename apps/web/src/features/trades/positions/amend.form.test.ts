import type { Instrument, Order, Quote, Trade } from '@clearbook/contracts';
import { protectionWords } from '@clearbook/contracts/words/orders';
import { describe, expect, it } from 'vitest';
import { errorsOf, placed, requestOf } from '../../../lib/form.ts';
import { ApiProblem } from '../../../lib/problem.ts';
import { aimOf, EMPTY_ORDER, orderForm } from '../ticket/order.form.ts';
import { amendOrderForm, amendTradeForm } from './amend.form.ts';

const instrument = {
  ...{ symbol: 'BTC', name: 'Bitcoin', class: 'crypto', base: 'BTC', quote_currency: 'USD', digits: 2, lot_size: '1' },
  ...{ leverage: 2, leverage_cap: 2, markup: '1.6', open: true, reopens_at: null },
} as Instrument;
const quotes = {
  BTC: {
    id: 'q1',
    symbol: 'BTC',
    bid: '99999.00',
    ask: '100001.00',
    source: 'test',
    time: '2026-01-05T10:00:00Z',
  } as Quote,
};

describe('changing an order', () => {
  const order = {
    ...{ id: 'o1', symbol: 'BTC', side: 'buy', type: 'limit', lots: '0.01', limit_price: '90000.00', stop_price: null },
    ...{
      amount: { amount: '500.00', currency: 'USD' },
      stop_loss: '80000.00',
      take_profit: null,
      trailing_distance: null,
    },
  } as unknown as Order;
  const of = { order, instrument, quotes };

  it('[S65] begins as it waits, and sends all that closes it', () => {
    const typed = amendOrderForm.initial(of);
    expect(typed).toMatchObject({ price: '90000.00', lots: '0.01', amount: '500.00', stop_loss: '80000.00' });
    expect(requestOf(amendOrderForm, { ...typed, lots: '0.02' }, of)).toEqual({
      params: { id: 'o1' },
      body: {
        price: '90000.00',
        lots: '0.02',
        amount: '500.00',
        stop_loss: '80000',
        take_profit: null,
        trailing_distance: null,
      },
    });
    expect(errorsOf(amendOrderForm, { ...typed, take_profit: 'x' }, of)).toEqual({
      take_profit: protectionWords.unreadable,
    });
  });

  it('[S65] what is said of its price stands beside its one price', () => {
    const problem = new ApiProblem(422, 'order.price', 'Check', [{ name: 'limit_price', message: 'Too high' }]);
    expect(placed(amendOrderForm, problem, amendOrderForm.initial(of)).errors).toEqual({ price: 'Too high' });
  });
});

it('[S65] what is emptied of a trade’s protection is taken away', () => {
  const trade = {
    ...{ id: 't1', symbol: 'BTC', side: 'buy', lots: '0.01', entry_price: '100000.00' },
    ...{ stop_loss: '90000.00', take_profit: null, trailing_distance: null },
  } as unknown as Trade;
  const of = { trade, instrument, quotes };
  const typed = amendTradeForm.initial(of);
  expect(amendTradeForm.body({ ...typed, stop_loss: ' ' }, of)).toEqual({
    stop_loss: null,
    take_profit: null,
    trailing_distance: null,
  });
  expect(errorsOf(amendTradeForm, { ...typed, stop_loss: 'x' }, of)).toEqual({ stop_loss: protectionWords.unreadable });
});

describe('the ticket', () => {
  it('[S65] begins with what is suggested and asks for what is missing', () => {
    const of = {
      instrument,
      start: { lots: '0.05' },
      side: 'buy' as const,
      quotes,
      deviation: { unit: 'percent' as const, value: '' },
    };
    const typed = orderForm.initial(of);
    expect(typed).toEqual({ ...EMPTY_ORDER, lots: '0.05' });
    expect(Object.keys(errorsOf(orderForm, typed, of))).toEqual(['amount']);
    expect(requestOf(orderForm, { ...typed, amount: '5000' }, of).body).toMatchObject({
      symbol: 'BTC',
      side: 'buy',
      lots: '0.05',
    });
  });

  it('[S65] a stop below the price belongs to a buy, one above it to a sell; a target the other way round', () => {
    expect(aimOf('stop_loss', '90000', instrument, EMPTY_ORDER, quotes)).toBe('buy');
    expect(aimOf('stop_loss', '110000', instrument, EMPTY_ORDER, quotes)).toBe('sell');
    expect(aimOf('take_profit', '110000', instrument, EMPTY_ORDER, quotes)).toBe('buy');
    expect(aimOf('take_profit', '100000', instrument, EMPTY_ORDER, quotes)).toBeUndefined();
    expect(aimOf('trailing_distance', '90000', instrument, EMPTY_ORDER, quotes)).toBeUndefined();
    expect(aimOf('stop_loss', '90000', instrument, EMPTY_ORDER, {})).toBeUndefined();
  });
});
