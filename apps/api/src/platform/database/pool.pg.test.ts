import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { transaction } from '../transaction.ts';
import { createPool, isUnavailable } from './pool.ts';

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

it('[O8] a connection that breaks between two statements fails what it was used for, never the process, and the next one works', async () => {
  const pool = createPool(db.url, undefined, { max: 1 });
  const superuser = createPool(db.superuserUrl, undefined, { max: 1 });
  const unheard: unknown[] = [];
  const hear = (error: unknown): void => void unheard.push(error);
  process.on('uncaughtException', hear);
  const work = transaction(pool, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const gone = new Promise((resolve) => client.once('end', resolve));
    await superuser.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await gone;
    await client.query('select 1');
  });
  expect(await work.catch(isUnavailable)).toBe(true);
  await new Promise(setImmediate);
  process.off('uncaughtException', hear);
  expect(unheard).toEqual([]);
  expect((await pool.query('select 1')).rowCount).toBe(1);
  await Promise.all([pool.end(), superuser.end()]);
});
