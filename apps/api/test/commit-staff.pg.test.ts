import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBooks } from './books.ts';
import { type FreshDatabase, freshDatabase, makeLive } from './database.ts';

/** Staff of a live site, whom a server gone wrong would make by itself: two of them could decide each other's proposals. */
let db: FreshDatabase;
let first: string;

beforeAll(async () => {
  db = await freshDatabase();
  await makeLive(db);
});

afterAll(() => db.drop());

/** The refusal's SQLSTATE, or 'done'. */
async function codeOf(sql: string, values: unknown[] = [], connection: pg.Pool | pg.PoolClient = db.pool) {
  try {
    await connection.query(sql, values);
    return 'done';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

const OPEN = "select ledger.open_party($1::uuid, 'staff')";
const staff = async () => (await db.pool.query("select id from ledger.party where kind = 'staff'")).rows;

it('[G45] two together in one statement, or by what was seen before another one came, are not the first one', async () => {
  expect(await codeOf("select ledger.open_party(id, 'staff') from unnest($1::uuid[]) as id", [[newId(), newId()]])).toBe('CB093'); // prettier-ignore
  const early = await db.pool.connect();
  try {
    for (const level of ['repeatable read', 'serializable']) {
      await early.query(`begin isolation level ${level}`);
      expect(await codeOf(OPEN, [newId()], early), level).toBe('CB018');
      await early.query('rollback');
    }
  } finally {
    early.release();
  }
  expect(await staff()).toEqual([]);
});

it('[G45] the server’s role opens the first member of staff, and no second one, also where both are opened at the same time', async () => {
  first = newId();
  const [one, two] = [await db.pool.connect(), await db.pool.connect()];
  try {
    await one.query('begin');
    expect(await codeOf(OPEN, [first], one)).toBe('done');
    const second = codeOf(OPEN, [newId()], two);
    // Long enough to come to the lock and to wait for it.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await one.query('commit');
    expect(await second).toBe('CB093');
  } finally {
    one.release();
    two.release();
  }
  expect(await codeOf(OPEN, [newId()])).toBe('CB093');
  expect(await staff()).toEqual([{ id: first }]);
});

it('[G45] nor once nobody of them has access any more: whose access had ended it does not bring back', async () => {
  await db.ownerPool.query("update ledger.party set status = 'closed' where id = $1", [first]);
  expect(await codeOf(OPEN, [newId()])).toBe('CB093');
  expect(await codeOf('select ledger.reopen_staff($1)', [first])).toBe('42501');
  expect(await codeOf('select ledger.open_staff($1)', [newId()])).toBe('42501');
  await db.ownerPool.query('select ledger.reopen_staff($1)', [first]);
});

it('[G45] the owner of the database opens more, for the host', async () => {
  const second = newId();
  await db.ownerPool.query('select ledger.open_staff($1)', [second]);
  expect((await staff()).map(({ id }: { id: string }) => id).toSorted()).toEqual([first, second].toSorted());
  expect((await db.pool.query('select ledger.role_of($1) as role', [second])).rows).toEqual([{ role: 'owner' }]);
});

it('[L31] clients are opened all the same, and nobody of another kind', async () => {
  const books = openBooks(db.pool);
  expect(await books.party(await books.openParty())).toMatchObject({ status: 'active' });
  await books.ledger.close();
  expect(await codeOf("select ledger.open_party($1::uuid, 'house')", [newId()])).toBe('22P02');
  expect(await codeOf('select ledger.open_party($1::uuid, null)', [newId()])).toBe('23502');
});
