import { newAlertBody } from '@clearbook/contracts/alerts';
import type { PriceAlert, Quote } from '@clearbook/contracts';
import { expect, it } from 'vitest';
import { errorsOf, requestOf } from '../../lib/form.ts';
import { alertIntent } from './alert-intent.ts';
import { changeAlertForm, newAlertForm, type AlertOf, type AlertValues } from './alert.form.ts';

const quote = { symbol: 'BTC', bid: '59999', ask: '60001', time: '2026-03-11T16:00:00.000Z' } as Quote;
const of = (over: Partial<AlertOf> = {}): AlertOf => ({
  alert: null,
  symbol: 'BTC',
  price: '',
  quoteOf: () => quote,
  since: new Date('2026-03-11T16:00:00.000Z'),
  ...over,
});
const typed = (over: Partial<AlertValues>): AlertValues => ({ ...newAlertForm.initial(of()), ...over });

it('[PA12] a price is reached from the side on which the price is now', () => {
  const kindOf = (price: string) => requestOf(newAlertForm, typed({ price }), of()).body?.kind;
  expect(['60000.01', '60000', '59999'].map(kindOf)).toEqual(['above', 'below', 'below']);
  expect(requestOf(newAlertForm, typed({ price: '118000' }), of({ quoteOf: () => undefined })).body).toMatchObject({
    symbol: 'BTC',
    kind: 'above',
    repeats: false,
    expires_at: null,
  });
});

it('[PA1] a level takes no percentage and a change no price', () => {
  const said = (body: object) => newAlertBody.safeParse({ symbol: 'BTC', ...body }).error?.issues[0]?.path[0];
  expect(said({ kind: 'rises', percent: '5', price: '1' })).toBe('price');
  expect(said({ kind: 'above', price: '1', percent: '5' })).toBe('percent');
  expect(said({ kind: 'above', price: '1' })).toBeUndefined();
});

it('[PA12] what is missing is said beside its field, and a repeating alert asks how long', () => {
  expect(errorsOf(newAlertForm, typed({}), of())).toHaveProperty('price');
  expect(errorsOf(newAlertForm, typed({ wanted: 'falls', percent: '100' }), of())['percent']).toContain('99%');
  expect(errorsOf(newAlertForm, typed({ price: '61000', repeats: true }), of())).toHaveProperty('ends');
  expect(errorsOf(newAlertForm, typed({ price: '61000', repeats: true, ends: '7' }), of())).toEqual({});
});

it('[PA12] one that is changed begins with what it is, and keeps its end', () => {
  const alert = {
    ...{ id: 'a', symbol: 'ETH', kind: 'falls', price: '2850', percent: '5', base_price: '3000', repeats: true },
    ...{ state: 'active', expires_at: '2026-04-01T00:00:00.000Z', set_at: '', triggered_at: null, times: 0 },
    triggered_price: null,
  } as PriceAlert;
  const its = of({ alert });
  const values = changeAlertForm.initial(its);
  expect(values).toMatchObject({ symbol: 'ETH', wanted: 'falls', percent: '5', ends: 'kept' });
  expect(requestOf(changeAlertForm, values, its)).toEqual({
    params: { id: 'a' },
    body: { kind: 'falls', percent: '5', repeats: true, expires_at: '2026-04-01T00:00:00.000Z' },
  });
});

it.each([
  ['alert BTC 118000', { wanted: 'BTC', price: '118000' }],
  ['alert btc/usd at $118,000.50', { wanted: 'btcusd', price: '118000.50' }],
  ['Alert eth', { wanted: 'eth', price: '' }],
  ['alert', null],
  ['alert btc soon', null],
  ['buy btc 1', null],
])('[PA13] the palette reads “%s”', (query, read) => {
  expect(alertIntent(query)).toEqual(read);
});
