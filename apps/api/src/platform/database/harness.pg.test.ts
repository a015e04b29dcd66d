import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import type { FreshDatabase } from '../../../test/database.ts';

describe('a fresh database', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  it('[O3] the server runs as the app role, which may not create anything', async () => {
    const { rows } = await database.pool.query('SELECT current_user AS name');
    expect(rows).toEqual([{ name: 'clearbook_app' }]);
    for (const sql of [
      'CREATE TABLE public.x ()',
      'CREATE TABLE app.x ()',
      'CREATE SCHEMA x',
      'CREATE TEMP TABLE x ()',
      'CREATE ROLE x',
    ]) {
      await expect(database.pool.query(sql), sql).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('[O4] fsync, synchronous_commit and full_page_writes are on', async () => {
    const { rows } = await database.pool.query(`
      SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
             current_setting('full_page_writes') AS pages`);
    expect(rows).toEqual([{ fsync: 'on', commit: 'on', pages: 'on' }]);
  });
});
