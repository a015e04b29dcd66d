import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { destinationOf } from './destination.ts';
import { findWithdrawal } from './withdrawals.query.ts';

let db: FreshDatabase;
let books: Books;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
});
afterAll(async () => {
  await books.ledger.close();
  await db.drop();
});

const NOTHING = {
  ...{ coin: null, address: null, an: null, bn: null, aname: null, paypalemail: null },
  ...{ cashapptag: null, gcashacctnumber: null, gcashacctname: null },
};

it.each([
  ['bank', null, { an: 'GB29NWBK60161331926819', bn: 'Northern Bank', aname: 'Ann Lee, trustee' }],
  ['crypto', 'bitcoin', { coin: 'bitcoin', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }],
  ['paypal', null, { paypalemail: 'ann@example.org' }],
  ['cashapp', null, { cashapptag: '$ann' }],
  ['gcash', null, { gcashacctnumber: '09171234567', gcashacctname: 'Ann, Lee' }],
] as const)('[F70] a withdrawal by %s answers where it goes field by field', async (method, coin, destination) => {
  const clientId = await books.openParty();
  const withdrawalId = newId();
  await books.fund(clientId, 100_000n);
  await books.run({ kind: 'request_withdrawal', clientId, withdrawalId, amount: 10_000n, method, coin, destination: destinationOf(destination), expectedFee: null, code: null, codeHash: '' }); // prettier-ignore
  expect(await findWithdrawal(db.pool, clientId, withdrawalId, books.now())).toMatchObject({
    ...NOTHING,
    ...destination,
  });
});
