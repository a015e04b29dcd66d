import Fastify from 'fastify';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, openBooks } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { expectWholeLog } from '../../../test/whole-log.ts';
import { createPool } from '../../platform/database/pool.ts';
import { createSeal } from '../../platform/seal.ts';
import { isSignedBy, parseVkey, signerOf, vkeyOf } from '../../platform/tlog/index.ts';
import { LogKeys, mountLog, readProgress } from './index.ts';
import { readKeys, readSignedTree, readTree } from './log.query.ts';
import {
  appendStep,
  type CrashPoint,
  createSequencer,
  type LogSigner,
  NEW_CHECKPOINT_MS,
  SAME_CHECKPOINT_MS,
  signTree,
} from './sequencer.ts';
import { OVERLAP_MS } from './signing-keys.ts';

const ORIGIN = 'books.example/log';
const seal = createSeal(Buffer.alloc(32, 1));
const at = (seconds: number): Date => new Date(Date.UTC(2026, 2, 11, 16) + seconds * 1_000);

let db: FreshDatabase;
let books: Books;
let clients: readonly string[];
const warnings: unknown[] = [];
const log = { warn: (...args: unknown[]) => void warnings.push(args) };

beforeAll(async () => {
  db = await freshDatabase();
  for (let book = 1; book < 3; book += 1) await db.ownerPool.query('select ledger.add_book()');
  books = openBooks(db.pool);
  clients = [await books.openParty(), await books.openParty(), await books.openParty()];
  for (const client of clients) await books.fund(client, 1_000_000n);
});
afterAll(async () => {
  await books?.ledger.close();
  await db?.drop();
});

/** One more entry in a client's book. */
async function trade(clientId: string): Promise<void> {
  const { outcome } = await books.run({
    kind: 'open_trade',
    clientId,
    symbol: 'EURUSD',
    side: 'buy',
    lots: 1n,
    amount: 20_000n,
  });
  if (!outcome.ok) throw new Error(outcome.refusal.code);
}
const audit = (pool: Pick<pg.Pool, 'query'>, facts: object = {}) =>
  pool.query('select ledger.record_audit($1, $2, $3, $4, $5, $6, $7)', [
    clients[0],
    'settings.changed',
    'settings',
    'site',
    null,
    facts,
    at(0),
  ]);
const count = async (from: string): Promise<number> =>
  (await db.pool.query<{ n: number }>(`select count(*)::int as n from ${from}`)).rows[0]!.n;

/** Everything that was ever signed, by size. */
const signedTexts = new Map<string, Set<string>>();
const sealed = () => new LogKeys({ pool: db.pool, seal, log, origin: ORIGIN });
async function noting(now: Date): Promise<LogSigner> {
  const key = (await sealed().signers(now))[0]!;
  return {
    keyId: key.keyId,
    sign(text) {
      const [, size = ''] = text.split('\n');
      signedTexts.set(size, (signedTexts.get(size) ?? new Set()).add(text));
      return key.sign(text);
    },
  };
}
const sequencer = (pool: pg.Pool, now: () => Date, reached?: (point: CrashPoint) => void) =>
  createSequencer({ pool, log, signers: async () => [await noting(now())], ...(reached && { reached }) });

/** And no size was signed with two roots. */
async function expectWhole(): Promise<void> {
  await expectWholeLog(db.pool);
  expect([...signedTexts.values()].filter((texts) => texts.size > 1)).toEqual([]);
}

describe('the sequencer', () => {
  it('[U10] appends the entries of every book in their order, and audit lines, and signs what it has', async () => {
    await audit(db.pool, { fee: 'é' });
    await sequencer(db.pool, () => at(0)).run(at(0));
    await expectWhole();
    const { rows } = await db.pool.query<{ type: number; row: string }>(
      'select type, source_row as row from ledger.log_leaf order by leaf_index',
    );
    expect(rows.filter(({ type }) => type === 1).map(({ row }) => row)).toEqual(['1/1', '2/1', '3/1']);
    expect(warnings).toEqual([]);
  });

  it('[U11] loses nothing and signs no size twice with two roots, wherever it dies', async () => {
    let seconds = 100;
    for (const point of ['read', 'hashed', 'appended', 'signed', 'kept'] as const) {
      for (let times = 0; times < 2; times += 1) {
        await trade(clients[times]!);
        await audit(db.pool);
        seconds += 20;
        const dying = sequencer(
          db.pool,
          () => at(seconds),
          (reached) => {
            if (reached === point) throw new Error(`died after ${point}`);
          },
        );
        await dying.run(at(seconds)).catch((error: Error) => expect(error.message).toContain(point));
      }
      seconds += 20;
      await sequencer(db.pool, () => at(seconds)).run(at(seconds));
      await expectWhole();
    }
    expect(signedTexts.size).toBeGreaterThan(5);
  });

  it('[U11] is harmless twice at once: each leaf is there once, and one of two steps is void', async () => {
    const pools = [createPool(db.url), createPool(db.url)];
    try {
      const key = await noting(at(1_000));
      for (let turn = 0; turn < 10; turn += 1) {
        await trade(clients[turn % 3]!);
        await audit(db.pool);
        await Promise.all(pools.map((pool) => appendStep(pool)));
        await Promise.all(pools.map((pool) => signTree(pool, key, at(1_000 + turn * 20))));
      }
      await expectWhole();
    } finally {
      await Promise.all(pools.map((pool) => pool.end()));
    }
  });

  it('[U10] takes an audit line that is committed after one with a larger number', async () => {
    const slow = await db.pool.connect();
    try {
      await slow.query('begin');
      await audit(slow);
      await audit(db.pool);
      await sequencer(db.pool, () => at(2_000)).run(at(2_000));
      expect(await count('ledger.log_leaf where type = 2')).toBe(await count('ledger.audit'));
      await slow.query('commit');
    } finally {
      slow.release();
    }
    await sequencer(db.pool, () => at(2_020)).run(at(2_020));
    await expectWhole();
  });

  it('[U10] takes signals as they are published, with every price that they gave', async () => {
    const id = '0190a0a0-0000-7000-8000-0000000000aa';
    const issued = at(2_500);
    // Of one statement, as its publication is: nobody sees the signal without its place in the queue.
    await db.ownerPool.query(
      `with bar as (insert into ledger.signal_bar (symbol, time, open, high, low, close) values ('EURUSD', $2, 10, 12, 9, 11))
       insert into ledger.signal (id, rule, symbol, side, bar_time, entry, stop, target, issued_at, expires_at, origin)
       values ($1, 'trend', 'EURUSD', 'buy', $2, 11, 9, 15, $3, $4, 'live')`,
      [id, at(-3_600), issued, at(7_200)],
    );
    await sequencer(db.pool, () => at(2_540)).run(at(2_540));
    await expectWhole();
    const { rows } = await db.pool.query<{ canonical: Buffer }>('select ledger.canonical_signal($1) as canonical', [
      id,
    ]);
    const bytes = rows[0]!.canonical;
    expect(bytes.subarray(0, 18).toString('hex')).toBe(`0001${id.replaceAll('-', '')}`);
    expect([18, 26, 34, 42, 50, 58].map((offset) => Number(bytes.readBigInt64BE(offset)))).toEqual([
      ...[at(-3_600).getTime(), 11, 9, 15, issued.getTime(), at(7_200).getTime()],
    ]);
    expect(bytes.subarray(66).toString()).toBe('\0\0\0\u0005trend\0\0\0\u0006EURUSD\0\0\0\u0003buy\0\0\0\u0004live');
  });

  it('[U12] signs ten seconds after the last checkpoint where there is something new, and once a minute where there is not', async () => {
    const key = await noting(at(3_000));
    await trade(clients[0]!);
    await appendStep(db.pool);
    expect(await signTree(db.pool, key, at(3_000))).toBe(true);
    expect(await signTree(db.pool, key, at(3_000 + SAME_CHECKPOINT_MS / 1_000 - 1))).toBe(false);
    expect(await signTree(db.pool, key, at(3_000 + SAME_CHECKPOINT_MS / 1_000))).toBe(true);
    await trade(clients[0]!);
    await appendStep(db.pool);
    expect(await signTree(db.pool, key, at(3_000 + NEW_CHECKPOINT_MS / 1_000 - 1))).toBe(false);
    expect(await signTree(db.pool, key, at(3_000 + NEW_CHECKPOINT_MS / 1_000))).toBe(true);
    await expectWhole();
  });

  it('[U12] [U17] goes on without a signature where its key cannot be opened, and says so once in ten seconds', async () => {
    const other = new LogKeys({ pool: db.pool, seal: createSeal(Buffer.alloc(32, 2)), log, origin: ORIGIN });
    const unsigned = createSequencer({ pool: db.pool, log, signers: () => other.signers(at(4_000)) });
    const before = warnings.length;
    await trade(clients[0]!);
    await unsigned.run(at(4_000));
    await unsigned.run(at(4_001));
    expect(warnings.length).toBe(before + 1);
    expect((await readTree(db.pool)).size).toBe(await count('ledger.log_leaf'));
    expect(await count('ledger.log_queue')).toBe(0);
    expect(await readProgress(db.pool)).toEqual({ waiting: 0, signedAt: at(3_010) });
    await sequencer(db.pool, () => at(4_010)).run(at(4_010));
    expect((await readProgress(db.pool)).signedAt).toEqual(at(4_010));
    await expectWhole();
  });
});

describe('the log in the database', () => {
  it('[U11] refuses a step that leaves out or repeats, and one from another size', async () => {
    const { size, root } = await readTree(db.pool);
    const step = (from: number, types: number[], rows: string[], books_: number[], before: number[], upto: number[]) =>
      db.pool.query<{ done: boolean }>('select ledger.append_log($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12) as done', [
        ...[from, root, types, rows, rows.map(() => Buffer.alloc(32)), rows.map(() => Buffer.alloc(32))],
        ...[[], [], [], books_, before, upto],
      ]);
    expect((await step(size - 1, [], [], [], [], [])).rows).toEqual([{ done: false }]);
    await expect(step(size, [1], ['1/999'], [1], [0], [1])).rejects.toMatchObject({ code: 'CB121' });
    await expect(step(size, [1], ['1/999'], [], [], [])).rejects.toMatchObject({ code: 'CB121' });
    await expect(step(size, [1], ['1/1'], [], [], [])).rejects.toMatchObject({ code: '23505' });
    await expect(step(size, [2], ['999999'], [], [], [])).rejects.toMatchObject({ code: 'CB122' });
    const tile = (hashes: Buffer) =>
      db.pool.query('select ledger.append_log($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12)', [
        ...[size, root, [], [], [], [], [0], [0], [hashes], [], [], []],
      ]);
    await expect(tile(Buffer.alloc(32))).rejects.toMatchObject({ code: 'CB123' });
    await expect(tile(Buffer.alloc(8192))).rejects.toMatchObject({ code: 'CB123' });
  });

  it('[U11] is not changed by the owner of its tables either', async () => {
    for (const statement of [
      'update ledger.log_leaf set entry = entry',
      'delete from ledger.log_leaf',
      'delete from ledger.log_nonce',
      'delete from ledger.log_tile',
      'truncate ledger.log_checkpoint cascade',
      'update ledger.log_checkpoint set root = root',
      'delete from ledger.log_signature',
      'delete from ledger.log_key',
    ])
      await expect(db.ownerPool.query(statement), statement).rejects.toMatchObject({ code: 'CB120' });
  });

  it('[U12] keeps no signature under another tree than the one it has, nor a second root for a size', async () => {
    const { size, root } = await readTree(db.pool);
    const key = await noting(at(5_000));
    const sign = (of: number, hash: Buffer) =>
      db.pool.query<{ done: boolean }>('select ledger.sign_log($1, $2, $3, $4, $5) as done', [
        ...[of, hash, key.keyId, 'x', at(5_000)],
      ]);
    expect((await sign(size - 1, root)).rows).toEqual([{ done: false }]);
    expect((await sign(size, Buffer.alloc(32))).rows).toEqual([{ done: false }]);
    await db.ownerPool.query('update ledger.log_tree set root = $1', [Buffer.alloc(32)]);
    try {
      await expect(sign(size, Buffer.alloc(32))).rejects.toMatchObject({ code: 'CB124' });
    } finally {
      await db.ownerPool.query('update ledger.log_tree set root = $1', [root]);
    }
  });
});

describe('the key of the log', () => {
  it('[U13] is made once, whoever is first, and lies sealed', async () => {
    const { rows } = await db.pool.query<{ vkey: string; sealed: Buffer }>(
      'select k.vkey, s.sealed from ledger.log_key k join app.log_secret s using (key_id)',
    );
    expect(rows).toHaveLength(1);
    const verifier = parseVkey(rows[0]!.vkey)!;
    expect(verifier.name).toBe(ORIGIN);
    const seed = seal.open(rows[0]!.sealed, `log-key:${verifier.id.toString('hex')}`);
    expect(signerOf(ORIGIN, seed).publicKey).toEqual(verifier.publicKey);
    expect(rows[0]!.sealed.includes(seed)).toBe(false);
    const empty = await freshDatabase();
    try {
      const made = await Promise.all(
        [1, 2, 3].map(() => new LogKeys({ pool: empty.pool, seal, log, origin: ORIGIN }).signers(at(0))),
      );
      expect(new Set(made.map((each) => each[0]!.keyId.toString('hex'))).size).toBe(1);
    } finally {
      await empty.drop();
    }
  });
});

describe('another key', () => {
  const lines = async (): Promise<string[]> =>
    (await readSignedTree(db.pool))!.note.split('\n').filter((each) => each.startsWith('—'));
  const run = (keys: LogKeys, now: Date) =>
    createSequencer({ pool: db.pool, log, signers: () => keys.signers(now) }).run(now);
  const step = async (keys: LogKeys, now: Date): Promise<string[]> => {
    await trade(clients[1]!);
    await run(keys, now);
    return lines();
  };

  it('[U15] signs beside the former one for 30 days and alone afterwards, and both stay listed', async () => {
    const keys = sealed();
    const [former] = await readKeys(db.pool);
    const vkey = await keys.rotate(at(10_000), { atOnce: false });
    expect((await readKeys(db.pool)).map(vkeyOf)).toEqual([vkey, vkeyOf(former!)]);
    const text = async () => (await readSignedTree(db.pool))!.note.split('\n\n')[0] + '\n';
    const during = await step(keys, at(10_020));
    expect(during).toHaveLength(2);
    expect(isSignedBy(parseVkey(vkey)!, await text(), `${during[0]}\n`)).toBe(true);
    expect(isSignedBy(former!, await text(), `${during[1]}\n`)).toBe(true);
    const after = await step(keys, at(10_001 + OVERLAP_MS / 1_000));
    expect(after).toHaveLength(1);
    expect(isSignedBy(parseVkey(vkey)!, await text(), `${after[0]}\n`)).toBe(true);
  });

  it('[U15] signs alone where the former one is in the wrong hands', async () => {
    const keys = sealed();
    const now = at(20_000 + OVERLAP_MS / 1_000);
    const vkey = await keys.rotate(now, { atOnce: true });
    expect(await step(keys, new Date(now.getTime() + 20_000))).toEqual([
      expect.stringContaining(`${ORIGIN} ${parseVkey(vkey)!.id.toString('base64').slice(0, 5)}`),
    ]);
    expect(await readKeys(db.pool)).toHaveLength(3);
  });

  it('[U16] may be outside: it signs once it was made the log’s, under the log’s name, and with its own signature only', async () => {
    const now = (seconds: number) => at(30_000 + seconds + OVERLAP_MS / 1_000);
    const theirs = signerOf(ORIGIN, Buffer.alloc(32, 9));
    let answer: (text: string) => string = theirs.sign;
    const outside = {
      vkey: () => Promise.resolve(`${vkeyOf(theirs)}\n`),
      sign: (text: string) => Promise.resolve(answer(text)),
    };
    const keys = new LogKeys({ pool: db.pool, seal, log, origin: 'ignored.example/log', outside });
    const before = warnings.length;
    expect((await keys.signers(now(0))).map(({ keyId }) => keyId.equals(theirs.id))).toEqual([false]);
    expect(JSON.stringify(warnings.slice(before))).toContain('npm run log -- rotate');
    const named = signerOf('other.example/log', Buffer.alloc(32, 9));
    const other = { vkey: () => Promise.resolve(vkeyOf(named)), sign: outside.sign };
    await expect(
      new LogKeys({ pool: db.pool, seal, log, origin: ORIGIN, outside: other }).rotate(now(0), { atOnce: true }),
    ).rejects.toThrow('a key of that name must sign it');
    expect(await keys.rotate(now(0), { atOnce: true })).toBe(vkeyOf(theirs));
    await expect(keys.rotate(now(0), { atOnce: true })).rejects.toThrow('give it the new one first');
    expect(await step(keys, now(20))).toHaveLength(1);
    const { size } = await readTree(db.pool);
    answer = (text) => theirs.sign(`${text}x`);
    await step(keys, now(40));
    expect((await readSignedTree(db.pool))!.note.split('\n')[1]).toBe(String(size));
    answer = theirs.sign;
    await step(keys, now(60));
    await expectWhole();
  });
});

describe('/log', () => {
  const app = Fastify();
  beforeAll(async () => {
    mountLog(app, { pool: db.pool });
    await app.ready();
  });
  afterAll(() => app.close());
  const get = (url: string) => app.inject({ method: 'GET', url });

  it('[U14] gives the last checkpoint, signed by the key that it names, and keeps nobody from asking again soon', async () => {
    const [note, keys] = [await get('/log/checkpoint'), await get('/log/vkey')];
    expect(note.statusCode, note.body).toBe(200);
    expect(note.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(note.headers['cache-control']).toBe('public, max-age=2');
    expect(keys.headers['content-type']).toBe('text/plain; charset=utf-8');
    const end = note.body.indexOf('\n\n') + 1;
    const [text, line] = [note.body.slice(0, end), note.body.slice(end + 1)];
    const listed = keys.body.trim().split('\n');
    expect(listed).toHaveLength(4);
    expect(text.split('\n')[0]).toBe(ORIGIN);
    expect(isSignedBy(parseVkey(listed[0]!)!, text, line)).toBe(true);
  });

  it('[U14] gives the tiles of its tree as they will always be, and none beyond it', async () => {
    const size = Number((await get('/log/checkpoint')).body.split('\n')[1]);
    expect(size).toBeGreaterThan(20);
    for (const path of [`0/000.p/${size}`, '0/000.p/1', `entries/000.p/${size}`, 'entries/000.p/7']) {
      const tile = await get(`/log/tile/${path}`);
      expect(tile.statusCode).toBe(200);
      expect(tile.headers['content-type']).toBe('application/octet-stream');
      expect(tile.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
    expect((await get('/log/tile/0/000.p/3')).rawPayload).toEqual(
      (await get(`/log/tile/0/000.p/${size}`)).rawPayload.subarray(0, 96),
    );
    for (const path of ['0/000', `0/000.p/${size + 1}`, '1/000.p/1', 'entries/000', '0/001', '0/0', 'x'])
      expect((await get(`/log/tile/${path}`)).statusCode, path).not.toBe(200);
  });

  it('[U14] shows nothing of a leaf that no checkpoint covers yet', async () => {
    await trade(clients[0]!);
    await appendStep(db.pool);
    const { size } = await readTree(db.pool);
    expect((await get(`/log/tile/0/000.p/${size}`)).statusCode).not.toBe(200);
    expect((await get(`/log/tile/entries/000.p/${size}`)).statusCode).not.toBe(200);
  });
});
