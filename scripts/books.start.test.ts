import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../apps/api/test/database.ts';
import { COMPILED, startProcess } from '../apps/api/test/process.ts';

let db: FreshDatabase;
let dataDir: string;
beforeAll(async () => {
  db = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'clearbook-books-'));
});
afterAll(async () => {
  await db.drop();
  rmSync(dataDir, { recursive: true });
});

async function run(verb: 'list' | 'add') {
  const env = { ...COMPILED, DATA_DIR: dataDir, DATABASE_URL: db.superuserUrl };
  const running = startProcess([process.execPath, 'scripts/books.ts', verb], env);
  return { code: await running.ended(), output: running.output() };
}

it('[L36] the command adds a book, and lists them without a change to a database of an older version', async () => {
  expect(await run('add')).toEqual({
    code: 0,
    output: 'book 1: 0 clients, 0 entries\nbook 2: 0 clients, 0 entries\n',
  });
  const before = 'delete from schemaversion where version = (select max(version) from schemaversion) returning version';
  const { rows } = await db.ownerPool.query<{ version: string }>(before);
  expect((await run('list')).code).toBe(0);
  const newest = await db.ownerPool.query('select 1 from schemaversion where version = $1', [rows[0]?.version]);
  expect(newest.rowCount).toBe(0);
});

it('[L36] the command says what to do where there are no books yet', async () => {
  await db.ownerPool.query('drop schema ledger cascade');
  expect(await run('list')).toEqual({
    code: 1,
    output: 'This database has no books yet: start the server once, then run the command again.\n',
  });
});
