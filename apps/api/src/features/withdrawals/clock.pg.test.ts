import { afterAll, beforeAll, expect, it } from 'vitest';
import { v7 as newId } from 'uuid';
import { type Books, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase, makeLive } from '../../../test/database.ts';
import { settleDueWithdrawals } from './clock.ts';

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

it('[F15] [F19] over a weekend a hold lapses with its code, however many requests wait for Monday', async () => {
  const [client, many] = [await books.openParty(), await books.openParty()];
  await books.fund(client, 100_000n);
  await makeLive(db);
  const saturday = new Date('2026-03-14T09:00:00.000Z');
  await db.ownerPool.query(
    `insert into ledger.withdrawal (book, id, client_id, amount, fee_bps, fee, method, status, created_at, requested_at)
     select ledger.book_of($1), gen_random_uuid(), $1, 1000, 0, 0, 'bank', 'pending', $2, $2 from generate_series(1, 250)`,
    [many, saturday],
  );
  // The ids of requests are in the order of their times, and these came first.
  await db.ownerPool.query("update ledger.withdrawal set id = ('00000000' || substr(id::text, 9))::uuid");
  const sunday = new Date('2026-03-15T09:30:00.000Z');
  books.at(sunday);
  const withdrawalId = '0195a000-0000-7000-8000-000000000001';
  await books.run({
    ...{ kind: 'request_withdrawal', clientId: client, withdrawalId, amount: 50_000n, method: 'bank', coin: null },
    ...{ destination: {}, expectedFee: null, code: null, codeHash: 'x' },
  });
  expect(await books.party(client)).toMatchObject({ withdrawing: '50000' });
  const settle = (at: Date) => {
    books.at(at);
    return settleDueWithdrawals({ ledger: books.ledger, pool: db.pool, mode: 'live' }, at);
  };
  await settle(new Date(sunday.getTime() + 11 * 60_000));
  expect(await books.party(client)).toMatchObject({ withdrawing: '0', cash: '100000' });

  // On Monday at the same hour, and not before, all of them hear that they wait for too long: once each.
  const told = async () =>
    (await db.pool.query("select from app.notification where kind = 'withdrawal-overdue'")).rowCount;
  await settle(new Date('2026-03-16T09:00:00.000Z'));
  expect(await told()).toBe(0);
  for (let turn = 1; turn <= 3; turn += 1) await settle(new Date(`2026-03-16T09:00:0${turn}.000Z`));
  expect(await told()).toBe(250);
});

it('[O99] a withdrawal that cannot be settled now holds up none behind it', async () => {
  await db.ownerPool.query("update ledger.withdrawal set status = 'cancelled' where status = 'pending'");
  const now = new Date('2026-03-18T09:00:00.000Z');
  const clients = [await books.openParty(), await books.openParty(), await books.openParty()];
  for (const clientId of clients)
    await db.ownerPool.query(
      `insert into ledger.withdrawal (book, id, client_id, amount, fee_bps, fee, method, status, created_at, requested_at)
       values (ledger.book_of($1), $2, $1, 1000, 0, 0, 'bank', 'pending', $3, $3)`,
      [clientId, newId(), new Date('2026-03-12T09:00:00.000Z')],
    );
  books.at(now);
  const [bad] = clients;
  const ledger: Books['ledger'] = {
    ...books.ledger,
    execute: (command, key) =>
      'clientId' in command && command.clientId === bad
        ? Promise.reject(new Error('not this one'))
        : books.ledger.execute(command, key),
  };
  await expect(settleDueWithdrawals({ ledger, pool: db.pool, mode: 'live' }, now)).rejects.toThrow('not this one');
  const { rows } = await db.pool.query<{ id: string }>(
    "select user_id as id from app.notification where kind = 'withdrawal-overdue' and user_id = any($1::uuid[])",
    [clients],
  );
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(clients.slice(1)));
});
