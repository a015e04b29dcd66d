import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPEN_MARKETS } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { sweepAccess } from './sweep.ts';

let db: FreshDatabase;

beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(async () => {
  await db?.drop();
});

it('[A53] what browsers an account knows is not read whole to find those that it no longer does, and neither are sessions', async () => {
  const client = await db.ownerPool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off');
    await sweepAccess(client, OPEN_MARKETS);
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_stat_xact_user_tables where schemaname = 'app' and seq_scan > 0",
    );
    expect(
      rows.map(({ name }) => name).filter((name) => ['known_device', 'session', 'rate_limit'].includes(name)),
    ).toEqual([]);
  } finally {
    client.release(true);
  }
});

it('[O99] what cannot be swept now keeps nothing else from being swept', async () => {
  const swept: string[] = [];
  const pool = {
    query: (statement: string) => {
      if (statement.includes('app.session')) return Promise.reject(new Error('locked'));
      swept.push(statement);
      return Promise.resolve();
    },
  } as unknown as Pool;
  await expect(sweepAccess(pool, OPEN_MARKETS)).rejects.toThrow('locked');
  expect(swept).toHaveLength(7);
});
