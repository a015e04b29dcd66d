import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Books, openBooks } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { type Running, startProcess } from '../../../test/process.ts';
import { expectWholeLog } from '../../../test/whole-log.ts';
import { createSeal } from '../../platform/seal.ts';
import { createSequencer, LogKeys, readProgress } from './index.ts';
import { readSignedTree, readTree } from './log.query.ts';

const ORIGIN = 'books.example/log';
const at = (seconds: number): Date => new Date(Date.UTC(2026, 2, 11, 16) + seconds * 1_000);
const log = { warn: vi.fn<(...args: unknown[]) => void>() };

let db: FreshDatabase;
let books: Books;
let client: string;
/** Everything that any process signed, by size. */
const signed = new Map<string, Set<string>>();

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  client = await books.openParty();
  for (let i = 0; i < 3; i += 1) await books.fund(client, 1_000_000n);
});
afterAll(async () => {
  await books?.ledger.close();
  await db?.drop();
});

async function trade(): Promise<void> {
  const order = {
    kind: 'open_trade',
    clientId: client,
    symbol: 'EURUSD',
    side: 'buy',
    lots: 1n,
    amount: 20_000n,
  } as const;
  const { outcome } = await books.run(order);
  if (!outcome.ok) throw new Error(outcome.refusal.code);
}
/** The sequencer as a process, and how it ended. */
const start = (now: Date, rounds: number, point = ''): Running =>
  startProcess(
    [
      ...[process.execPath, 'apps/api/test/programs/sequencer.ts'],
      ...[db.url, ORIGIN, now.toISOString(), String(rounds), point],
    ],
    {},
  );
async function endOf(running: Running): Promise<number | NodeJS.Signals> {
  const end = await running.ended();
  for (const [, text = ''] of running.output().matchAll(/^signs (.*)$/gm)) {
    const [, size = ''] = (JSON.parse(text) as string).split('\n');
    signed.set(size, (signed.get(size) ?? new Set()).add(text));
  }
  return end;
}
const expectOneRootEach = (): void => expect([...signed.values()].filter((texts) => texts.size > 1)).toEqual([]);

describe('[U11] [U12] a sequencer that is killed', () => {
  it.each([
    ['read', 3],
    ['hashed', 3],
    ['appended', 0],
    ['signed', 0],
    ['kept', 0],
  ] as const)('behind “%s” holds up no trade, and the next one goes on', async (point, behind) => {
    const now = at(1_000 + signed.size * 100);
    for (let i = 0; i < 2; i += 1) {
      await endOf(start(now, 1));
      const before = (await readProgress(db.pool)).waiting;
      expect(before).toBe(0);
      for (let n = 0; n < 3; n += 1) await trade();
      expect(await endOf(start(new Date(now.getTime() + 20_000), 1, point))).toBe('SIGKILL');
      expect((await readProgress(db.pool)).waiting).toBe(behind);
      await trade();
      expect((await readProgress(db.pool)).waiting).toBe(behind + 1);
      expect(await endOf(start(new Date(now.getTime() + 40_000), 1))).toBe(0);
      await expectWholeLog(db.pool);
      expectOneRootEach();
      now.setTime(now.getTime() + 60_000);
    }
  });
});

it('[U11] two processes at once put each leaf in once and sign each size once', async () => {
  const running = [1, 2].map(() => start(at(100_000), 30));
  for (let n = 0; n < 5; n += 1) await trade();
  expect(await Promise.all(running.map(endOf))).toEqual([0, 0]);
  expect(await endOf(start(at(200_000), 1))).toBe(0);
  await expectWholeLog(db.pool);
  expectOneRootEach();
});

describe('[U11] [U12] on a full disk', () => {
  it.each(['log_leaf', 'log_tile', 'log_checkpoint', 'log_signature'])(
    'where %s cannot grow trading goes on, and the log catches up when there is space',
    async (table) => {
      const now = at(300_000 + signed.size * 1_000);
      await trade();
      const before = await readTree(db.pool);
      const checkpoint = (await readSignedTree(db.pool))!.text;
      // As PostgreSQL says it when a table cannot grow.
      await db.ownerPool.query(`
        create or replace function public.no_space() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
        create trigger no_space before insert on ledger.${table} execute function public.no_space()`);
      const keys = new LogKeys({ pool: db.pool, seal: createSeal(Buffer.alloc(32, 1)), log, origin: ORIGIN });
      const signers = () => keys.signers(now);
      await createSequencer({ pool: db.pool, log, signers })
        .run(now)
        .catch(() => undefined);
      await trade();
      expect((await readSignedTree(db.pool))!.text).toBe(checkpoint);
      const { size } = await readTree(db.pool);
      expect(size > before.size).toBe(table === 'log_checkpoint' || table === 'log_signature');
      expect((await readProgress(db.pool)).waiting).toBeGreaterThan(0);
      await db.ownerPool.query(`drop trigger no_space on ledger.${table}`);
      await endOf(start(new Date(now.getTime() + 500_000), 1));
      await expectWholeLog(db.pool);
      expectOneRootEach();
    },
  );
});

it('[U12] [U13] without its key the log goes on unsigned, says so, and is signed once the key is back', async () => {
  await trade();
  await db.ownerPool.query('create table public.kept as select * from app.log_secret; delete from app.log_secret');
  const checkpoint = (await readSignedTree(db.pool))!.text;
  log.warn.mockClear();
  const keys = new LogKeys({ pool: db.pool, seal: createSeal(Buffer.alloc(32, 1)), log, origin: ORIGIN });
  const now = at(9_000_000);
  await createSequencer({ pool: db.pool, log, signers: () => keys.signers(now) }).run(now);
  expect(JSON.stringify(log.warn.mock.calls)).toContain('A key of the log cannot be opened');
  expect((await readSignedTree(db.pool))!.text).toBe(checkpoint);
  expect((await readProgress(db.pool)).waiting).toBe(0);
  await trade();
  await db.ownerPool.query('insert into app.log_secret select * from public.kept; drop table public.kept');
  expect(await endOf(start(at(9_000_100), 1))).toBe(0);
  await expectWholeLog(db.pool);
  expectOneRootEach();
});
