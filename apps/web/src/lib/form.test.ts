import { topUpBody } from '@clearbook/contracts/top-ups';
import { messages } from '@clearbook/contracts/messages';
import { describe, expect, it } from 'vitest';
import { errorsOf, firstErrors, formOf, placed, requestOf, uploadOf } from './form.ts';
import { ApiProblem } from './problem.ts';

const declared = formOf({
  route: 'POST /demo/top-up',
  schema: topUpBody,
  initial: () => ({ amount: '' }),
  body: ({ amount }) => ({ amount: amount.trim() }),
  check: ({ amount }, most: number) => (Number(amount) > most ? { amount: 'too much' } : {}),
  topics: ['account'],
});
const refused = (...fields: { name: string; message: string }[]) =>
  new ApiProblem(422, 'request.invalid', 'Please check your entries', fields);

describe('a declared form', () => {
  it('[S65] says of each field what its route’s schema says first, and what the schema cannot know', () => {
    expect(errorsOf(declared, { amount: '' }, 100)).toEqual({ amount: messages.amount.required });
    expect(errorsOf(declared, { amount: '1.234' }, 100)).toEqual({ amount: messages.amount.format });
    expect(errorsOf(declared, { amount: '101' }, 100)).toEqual({ amount: 'too much' });
    expect(errorsOf(declared, { amount: ' 99 ' }, 100)).toEqual({});
    expect(firstErrors(topUpBody, {})).toEqual({ amount: messages.amount.required });
  });

  it('[S65] sends what the schema reads, to the record that it is about', () => {
    expect(requestOf(declared, { amount: ' 99 ' }, 100)).toEqual({ body: { amount: '99' } });
    const about = { ...declared, id: () => 'one' };
    expect(requestOf(about, { amount: '1' }, 100)).toEqual({ params: { id: 'one' }, body: { amount: '1' } });
  });

  it('[S65] an upload sends its files under their names, and leaves out what was not chosen', () => {
    const upload = uploadOf({
      route: 'POST /identity',
      initial: () => ({ front: null as Blob | null, back: null as Blob | null }),
      files: (values) => values,
      topics: [],
    });
    const { form } = requestOf(upload, { front: new Blob(['x']), back: null }, undefined);
    expect([...(form?.keys() ?? [])]).toEqual(['front']);
  });
});

describe('where the server’s complaints go', () => {
  it('[S65] beside the fields that they name; whether that is all of them is told', () => {
    const amount = { name: 'amount', message: 'Too little' };
    const symbol = { name: 'symbol', message: 'Unknown' };
    expect(placed({}, refused(amount), { amount: '' })).toEqual({ errors: { amount: 'Too little' }, all: true });
    expect(placed({}, refused(amount, symbol), { amount: '' })).toEqual({
      errors: { amount: 'Too little' },
      all: false,
    });
    expect(placed({}, refused(), { amount: '' })).toEqual({ errors: {}, all: false });
  });

  it('[T94] in the row of a list that they name', () => {
    const row = { name: 'targets.1.price', message: 'Too near' };
    expect(placed({}, refused(row), { targets: [] })).toEqual({ errors: { 'targets.1.price': 'Too near' }, all: true });
    expect(placed({}, refused(row), { amount: '' })).toEqual({ errors: {}, all: false });
  });

  it('[S65] where the form says that they belong', () => {
    const complaints = ({ detail }: ApiProblem) => [{ name: 'price', message: detail }];
    expect(placed({ complaints }, refused(), { price: '' })).toEqual({
      errors: { price: 'Please check your entries' },
      all: true,
    });
  });
});
