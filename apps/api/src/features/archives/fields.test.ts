import { expect, it } from 'vitest';
import { declared, lineOf, schemaOf } from './fields.ts';

const fields = declared('at time, amount money, price price, lots lots, reason text?');
const row = { at: new Date(1_800_000_000_000), amount: '-5', price: '10842000000', lots: '7', reason: null };

it('[U21] writes sums, prices, lots and times exactly, and null where there may be nothing', () => {
  expect(JSON.parse(lineOf('x', fields, row))).toEqual({
    at: '2027-01-15T08:00:00.000Z',
    amount: '-0.05',
    price: '1.0842',
    lots: '0.07',
    reason: null,
  });
  expect(lineOf('x', fields, row)).toMatch(/^[^\n]*\n$/);
});

it('[U21] [U24] a line with a hole is no line: what every line has may be neither null nor left out', () => {
  expect(() => lineOf('x', fields, { ...row, amount: null })).toThrow('x lacks amount');
  const { reason: _, ...without } = row;
  expect(() => lineOf('x', fields, without)).toThrow('x lacks reason');
  expect(() => declared('amount mony')).toThrow('amount is of no kind: mony');
});

it('[U20] says of each field in the schema what it is, and whether there may be nothing', () => {
  expect(schemaOf({ name: 'x', about: 'An x.', fields })).toMatchObject({
    properties: { at: { type: 'string', format: 'date-time' }, reason: { type: ['string', 'null'] } },
    required: ['at', 'amount', 'price', 'lots', 'reason'],
    additionalProperties: false,
  });
});
