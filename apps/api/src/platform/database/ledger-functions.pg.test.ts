import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { applyFunctions } from './ledger-functions.ts';

let db: FreshDatabase;
beforeEach(async () => {
  db = await freshDatabase();
  await db.ownerPool.query(
    'alter table public.ledger_function add column if not exists version integer not null default 0',
  );
});
afterEach(() => db?.drop());

const apply = async (): Promise<string> => {
  const client = await db.ownerPool.connect();
  try {
    await client.query('begin');
    const names = await applyFunctions(client);
    await client.query('commit');
    return names.join();
  } catch (error) {
    await client.query('rollback');
    return (error as Error).message;
  } finally {
    client.release();
  }
};
const textOf = async (name: string): Promise<string | undefined> =>
  (await db.ownerPool.query<{ sha256: string }>('select sha256 from public.ledger_function where name = $1', [name]))
    .rows[0]?.sha256;

it('[O53] an older program leaves newer functions alone and says which version it found', async () => {
  await db.ownerPool.query(
    "update public.ledger_function set version = 907, sha256 = 'newer' where name = 'read_rows'",
  );
  expect(await apply()).toMatch(
    /^The database has version 907 of its function read_rows, and this program brings version \d+: start the newer program that made it\.$/,
  );
  expect(await textOf('read_rows')).toBe('newer');
});

it('[O53] a function that only a newer program knows is newer too', async () => {
  await db.ownerPool.query(
    "insert into public.ledger_function (name, version, sha256) values ('open_later', 1, 'newer')",
  );
  expect(await apply()).toMatch(
    /^The database has version 1 of its function open_later, and this program does not know it/,
  );
});

it('[O26] a newer program brings older functions to its own text', async () => {
  await db.ownerPool.query("update public.ledger_function set version = 0, sha256 = 'older' where name = 'read_rows'");
  expect(await apply()).toBe('read_rows');
  expect(await textOf('read_rows')).not.toBe('older');
  expect(await apply()).toBe('');
});
