import type { Transparency } from '@clearbook/contracts/transparency';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Books, openBooks } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { type Running, startProcess } from '../../../test/process.ts';
import { serve, type Served } from '../../../test/served.ts';
import { expectWholeLog } from '../../../test/whole-log.ts';
import { createSeal } from '../../platform/seal.ts';
import { createSequencer, LogKeys, publishedRoutes } from './index.ts';
import type { CrashPoint } from './sequencer.ts';
import { readSignedTree, readTree } from './log.query.ts';

const ORIGIN = 'books.example/log';
const at = (seconds: number): Date => new Date(Date.UTC(2026, 2, 11, 16) + seconds * 1_000);
const log = { warn: vi.fn<(...args: unknown[]) => void>() };

let db: FreshDatabase;
let books: Books;
let client: string;
let served: Served;
let clock = at(0);
/** Everything that any process signed, by size. */
const signed = new Map<string, Set<string>>();

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  client = await books.openParty();
  for (let i = 0; i < 3; i += 1) await books.fund(client, 1_000_000n);
  served = await serve(
    () => clock,
    (register) => publishedRoutes(register, { pool: db.pool, witnesses: [], market: {} }),
  );
});
afterAll(async () => {
  await served?.app.close();
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
/** What /transparency says to anybody, ten seconds and more after it was asked before. */
async function published(): Promise<Transparency['log']> {
  clock = new Date(clock.getTime() + 11_000);
  return (await served.get<Transparency>('/transparency', '')).log;
}
const behind = async (): Promise<number> => (await published()).waiting;
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

/** How many of three new rows have no leaf when the process died behind each point: one that is added without its line here does not compile. */
const WAITING_AFTER: Readonly<Record<CrashPoint, number>> = { read: 3, hashed: 3, appended: 0, signed: 0, kept: 0 };

describe('[U11] [U12] a sequencer that is killed', () => {
  it.each(Object.entries(WAITING_AFTER))(
    'behind “%s” holds up no trade, and the next one goes on',
    async (point, waiting) => {
      const now = at(1_000 + signed.size * 100);
      for (let i = 0; i < 2; i += 1) {
        await endOf(start(now, 1));
        expect(await behind()).toBe(0);
        for (let n = 0; n < 3; n += 1) await trade();
        expect(await endOf(start(new Date(now.getTime() + 20_000), 1, point))).toBe('SIGKILL');
        expect(await behind()).toBe(waiting);
        await trade();
        expect(await behind()).toBe(waiting + 1);
        expect(await endOf(start(new Date(now.getTime() + 40_000), 1))).toBe(0);
        await expectWholeLog(db.pool);
        expectOneRootEach();
        now.setTime(now.getTime() + 60_000);
      }
    },
  );
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
      expect(await behind()).toBeGreaterThan(0);
      await db.ownerPool.query(`drop trigger no_space on ledger.${table}`);
      await endOf(start(new Date(now.getTime() + 500_000), 1));
      await expectWholeLog(db.pool);
      expectOneRootEach();
    },
  );
});

describe('[U12] [U13] without its key the log goes on unsigned, says so, and is signed once the key is back', () => {
  const GONE = 'create table public.kept as select * from app.log_secret; delete from app.log_secret';
  const OTHER = `create table public.kept as select * from app.log_secret; update app.log_secret set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1)`;
  it.each([
    ['it is gone', GONE, 1],
    ['its bytes were changed', OTHER, 1],
    ['the sealing key is another', 'create table public.kept as select * from app.log_secret', 2],
  ])('%s', async (_, sql, seal) => {
    await trade();
    await db.ownerPool.query(sql);
    const checkpoint = (await readSignedTree(db.pool))!.text;
    const signedAt = (await published()).signed_at;
    log.warn.mockClear();
    const keys = new LogKeys({ pool: db.pool, seal: createSeal(Buffer.alloc(32, seal)), log, origin: ORIGIN });
    const now = at(9_000_000 + signed.size * 1_000);
    await createSequencer({ pool: db.pool, log, signers: () => keys.signers(now) }).run(now);
    expect(JSON.stringify(log.warn.mock.calls)).toContain('A key of the log cannot be opened');
    expect((await readSignedTree(db.pool))!.text).toBe(checkpoint);
    const said = await published();
    expect(said.waiting).toBe(0);
    expect(said.signed_at).toBe(signedAt);
    await trade();
    await db.ownerPool.query(
      'delete from app.log_secret; insert into app.log_secret select * from public.kept; drop table public.kept',
    );
    expect(await endOf(start(new Date(now.getTime() + 100_000), 1))).toBe(0);
    await expectWholeLog(db.pool);
    expectOneRootEach();
  });
});

it('[U12] [U15] a key that was changed while the process was killed between both signatures signs what is missing, and nothing twice', async () => {
  await trade();
  const now = at(20_000_000);
  const keys = new LogKeys({ pool: db.pool, seal: createSeal(Buffer.alloc(32, 1)), log, origin: ORIGIN });
  await keys.rotate(now, { atOnce: false });
  await trade();
  expect(await endOf(start(new Date(now.getTime() + 20_000), 1, 'kept'))).toBe('SIGKILL');
  const signatures = async (): Promise<number> =>
    (await db.pool.query('select from ledger.log_signature where size = (select size from ledger.log_tree)'))
      .rowCount ?? 0;
  expect(await signatures()).toBe(1);
  expect(await endOf(start(new Date(now.getTime() + 25_000), 1))).toBe(0);
  expect(await signatures()).toBe(2);
  await expectWholeLog(db.pool);
  expectOneRootEach();
});
