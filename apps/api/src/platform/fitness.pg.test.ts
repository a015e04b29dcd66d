import { tmpdir } from 'node:os';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../test/database.ts';
import { Fitness, RESERVE_BYTES } from './fitness.ts';

let db: FreshDatabase;
let opened: Fitness[] = [];

beforeAll(async () => {
  db = await freshDatabase();
  await db.ownerPool.query(`
    create function public.no_space() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop();
});
afterAll(() => db?.drop());

function fitness(options: { embedded?: boolean; reserveBytes?: number } = {}): Fitness {
  const made = new Fitness({
    pool: db.pool,
    dataDir: tmpdir(),
    embedded: false,
    log: pino({ level: 'silent' }),
    ...options,
  });
  opened = [...opened, made];
  return made;
}

it('[O52] a database that takes no more rows is seen by a tiny write, and so is that it takes them again', async () => {
  const own = fitness();
  await own.look();
  expect([own.halt(), await own.readiness()]).toEqual([undefined, true]);
  await db.ownerPool.query(
    'create trigger no_space before insert on app.storage_probe execute function public.no_space()',
  );
  await own.look();
  expect([own.halt(), await own.readiness()]).toEqual(['storage_full', 'no storage space left']);
  await db.ownerPool.query('drop trigger no_space on app.storage_probe');
  await own.look();
  expect([own.halt(), await own.readiness()]).toEqual([undefined, true]);
  const { rows } = await db.ownerPool.query('select count(*)::int as kept from app.storage_probe');
  expect(rows).toEqual([{ kept: 0 }]);
});

it('[O52] where the database lies in DATA_DIR, a reserve is left to it', async () => {
  const scarce = fitness({ embedded: true, reserveBytes: Number.MAX_SAFE_INTEGER });
  await scarce.look();
  expect(scarce.halt()).toBe('storage_full');
  const elsewhere = fitness({ embedded: false, reserveBytes: Number.MAX_SAFE_INTEGER });
  await elsewhere.look();
  expect(elsewhere.halt()).toBeUndefined();
  expect(RESERVE_BYTES).toBeGreaterThanOrEqual(4 * 16 * 1024 * 1024);
});

it('[O53] a process that a newer program has overtaken takes no more writes and says which version it found', async () => {
  const old = fitness();
  await old.look();
  expect(old.halt()).toBeUndefined();
  await db.ownerPool.query("update public.ledger_function set version = version + 900 where name = 'read_rows'");
  await old.look();
  expect(old.halt()).toBe('outdated');
  expect(await old.readiness()).toMatch(
    /^The database has version 9\d\d of its function read_rows, and this program brings version \d+: /,
  );
  await db.ownerPool.query("update public.ledger_function set version = version - 900 where name = 'read_rows'");
  await old.look();
  expect(old.halt()).toBeUndefined();
});
