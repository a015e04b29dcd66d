import type { Instrument, Order, Quote, Trade } from '@clearbook/contracts';
import { protectionWords } from '@clearbook/contracts/words/orders';
import { describe, expect, it } from 'vitest';
import { errorsOf, requestOf } from '../../../lib/form.ts';
import { YEN_FINANCING } from '../../../lib/financing.fixture.ts';
import { aimOf, EMPTY_ORDER, orderForm } from '../ticket/order.form.ts';
import { amendOrderForm, amendTradeForm, followed } from './amend.form.ts';

const instrument = {
  ...{ symbol: 'BTC', name: 'Bitcoin', class: 'crypto', base: 'BTC', quote_currency: 'USD', digits: 2, lot_size: '1' },
  ...{ leverage: 2, leverage_cap: 2, markup: '1.6', open: true, reopens_at: null, financing_rates: YEN_FINANCING },
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
    ...{ time_in_force: 'gtc', expires_at: null, triggered_at: null },
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
    expect(typed).toMatchObject({ limit_price: '90000.00', lots: '0.01', amount: '500.00', stop_loss: '80000.00' });
    expect(requestOf(amendOrderForm, { ...typed, lots: '0.02' }, of)).toEqual({
      params: { id: 'o1' },
      body: {
        limit_price: '90000.00',
        lots: '0.02',
        amount: '500.00',
        stop_loss: '80000',
        take_profit: null,
        trailing_distance: null,
        targets: [],
      },
    });
    expect(errorsOf(amendOrderForm, { ...typed, take_profit: 'x' }, of)).toEqual({
      take_profit: protectionWords.unreadable,
    });
  });

  it('[T75] a stop-limit order has both of its prices until its stop is reached, and how long it waits is sent where it changes', () => {
    const both = {
      ...{ ...order, type: 'stop_limit', stop_price: '101000.00', limit_price: '102000.00' },
      ...{ time_in_force: 'gtd', expires_at: '2030-06-28T21:00:30.000Z' },
    } as Order;
    const waits = { ...of, order: both };
    const typed = amendOrderForm.initial(waits);
    expect(typed).toMatchObject({ stop_price: '101000.00', expires_at: '2030-06-28T21:00', time_in_force: 'gtd' });
    const sent = (over: Partial<typeof typed>, at = waits): object =>
      requestOf(amendOrderForm, { ...typed, ...over }, at).body ?? {};
    expect(sent({})).toMatchObject({ stop_price: '101000.00', limit_price: '102000.00' });
    expect(Object.keys(sent({}))).not.toContain('expires_at');
    expect(sent({ expires_at: '2030-07-01T09:00' })).toMatchObject({ expires_at: '2030-07-01T09:00:00Z' });
    expect(sent({ time_in_force: 'day' })).toMatchObject({ time_in_force: 'day' });
    expect(Object.keys(sent({ time_in_force: 'day' }))).not.toContain('expires_at');
    const reached = { ...waits, order: { ...both, triggered_at: '2026-01-05T12:00:00.000Z' } };
    expect(Object.keys(sent({}, reached))).not.toContain('stop_price');
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
  const typedTargets = [
    { price: ' 110000 ', lots: '0.01' },
    { price: '', lots: ' ' },
  ];
  expect(amendTradeForm.body({ ...typed, targets: typedTargets }, of)).toMatchObject({
    targets: [{ price: '110000', lots: '0.01' }],
  });
  expect(Object.keys(errorsOf(amendTradeForm, { ...typed, targets: [{ price: 'x', lots: '' }] }, of))).toEqual([
    'targets.0.price',
    'targets.0.lots',
  ]);
  expect(errorsOf(amendTradeForm, { ...typed, stop_loss: 'x' }, of)).toEqual({ stop_loss: protectionWords.unreadable });
});

it('[J17] a target that closed its part while the form was open does not come back with another change', () => {
  const targets = [
    { price: '110000.00', lots: '0.01' },
    { price: '120000.00', lots: '0.01' },
  ];
  const trade = {
    ...{ id: 't1', symbol: 'BTC', side: 'buy', lots: '0.04', entry_price: '100000.00', targets },
    ...{ stop_loss: null, take_profit: null, trailing_distance: null },
  } as unknown as Trade;
  const typed = { ...amendTradeForm.initial({ trade, instrument, quotes }), stop_loss: '90000' };
  const now = { trade: { ...trade, targets: targets.slice(1) }, instrument, quotes };
  expect(Object.keys(amendTradeForm.body(typed, now) as object)).not.toContain('targets');
  expect(amendTradeForm.body({ ...typed, targets: [] }, now)).toMatchObject({ targets: [] });
  // Nor where a row was only begun, nor once the form has followed what is left.
  const begun = { ...typed, targets: [...targets, { price: '', lots: '' }] };
  const after = { ...begun, ...followed(begun, now.trade) };
  expect(Object.keys(amendTradeForm.body(after, now) as object)).not.toContain('targets');
  expect(followed(after, now.trade)).toBeNull();
  expect(followed(typed, now.trade)).toMatchObject({ targets: targets.slice(1) });
});

it('[S48] a stop that was moved elsewhere while the form was open does not go back with another change', () => {
  const trade = {
    ...{ id: 't1', symbol: 'BTC', side: 'buy', lots: '0.04', entry_price: '100000.00', targets: null },
    ...{ stop_loss: '90000.00', take_profit: '120000.00', trailing_distance: null },
  } as unknown as Trade;
  const typed = { ...amendTradeForm.initial({ trade, instrument, quotes }), take_profit: '125000' };
  expect(followed(typed, trade)).toBeNull();
  // A break-even on the phone.
  const now = { ...trade, stop_loss: '100000.00' };
  const next = { ...typed, ...followed(typed, now) };
  expect(amendTradeForm.body(next, { trade: now, instrument, quotes })).toEqual({
    ...{ stop_loss: '100000', take_profit: '125000', trailing_distance: null },
  });
  expect(followed(next, now)).toBeNull();
  // What was typed stays, however it is moved elsewhere.
  expect(followed({ ...typed, stop_loss: '95000' }, now)).not.toHaveProperty('stop_loss');
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
