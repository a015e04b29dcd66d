import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenInvariants } from '../apps/api/test/books.ts';
import { type FreshDatabase, freshDatabase } from '../apps/api/test/database.ts';
import { fillDatabase } from './fill.ts';

const ENTRIES = 2_000;
let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  await database?.drop();
});

it('[O81] a database is filled with sound books, nothing open, a command for each entry and a notification for each trade', async () => {
  const owner = await database.ownerPool.connect();
  try {
    expect(await fillDatabase(owner, ENTRIES, () => undefined)).toBeGreaterThanOrEqual(ENTRIES);
  } finally {
    owner.release(true);
  }
  expect(await brokenInvariants(database.pool)).toEqual([]);
  const { rows } = await database.ownerPool.query(
    `select (select count(*) from ledger.entry) = (select count(*) from ledger.command) as commands,
       (select count(*) from ledger.entry where event in (3, 4)) = (select count(*) from app.notification) as notifications,
       (select count(*)::int from ledger.trade where status = 'active') as open`,
  );
  expect(rows).toEqual([{ commands: true, notifications: true, open: 0 }]);
});
