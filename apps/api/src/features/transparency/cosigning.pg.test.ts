import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import type pg from 'pg';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { openWitnesses } from '../../adapters/log-witness/index.ts';
import { createPool } from '../../platform/database/pool.ts';
import { APP_ROLE } from '../../platform/database/roles.ts';
import { databaseOf, withLogin } from '../../platform/database/url.ts';
import { createSeal } from '../../platform/seal.ts';
import { isCosignedBy, parseCosignerKey, vkeyOf } from '../../platform/tlog/index.ts';
import { createCosigning, createSequencer, LogKeys, type LogWitness, mountLog, readWitnesses } from './index.ts';
import { readKeys, readSignedTree } from './log.query.ts';

const WITNESS = fileURLToPath(new URL('../../../../../packages/witness/src/main.ts', import.meta.url));
const at = (seconds: number): Date => new Date(Date.UTC(2026, 2, 11, 16) + seconds * 1_000);
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each();
});
const log = { warn: vi.fn<(...args: unknown[]) => void>() };

/** A log over a database, grown and signed by hand. */
async function grow(pool: pg.Pool, now: Date, action = 'settings.changed'): Promise<void> {
  await pool.query('select ledger.record_audit($1, $2, $3, $4, null, $5, $6)', [
    ...['00000000-0000-0000-0000-000000000001', action, 'settings', 'site', '{}', now],
  ]);
  const keys = new LogKeys({ pool, seal: createSeal(Buffer.alloc(32, 1)), log, origin: 'books.example/log' });
  await createSequencer({ pool, log, signers: () => keys.signers(now) }).run(now);
}

async function logWith(leaves: number): Promise<FreshDatabase> {
  const db = await freshDatabase();
  undo.push(() => db.drop());
  for (let i = 0; i < leaves; i += 1) await grow(db.pool, at(i * 20));
  return db;
}

/** The database as it is now, as a backup has it. */
async function backupOf(db: FreshDatabase): Promise<pg.Pool> {
  const admin = createPool(db.superuserUrl.replace(databaseOf(db.superuserUrl), 'postgres'));
  await db.pool.query('select 1');
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [databaseOf(db.url)]);
  await admin.end();
  const copy = await emptyDatabase(databaseOf(db.url));
  const pool = createPool(withLogin(copy.url, { user: APP_ROLE, password: inject('cluster').appPassword }));
  undo.push(async () => {
    await pool.end();
    await copy.drop();
  });
  return pool;
}

/** The log's own server, which shows whatever database it is turned to. */
async function serveLog(first: pg.Pool): Promise<{ url: string; turnTo(pool: pg.Pool): void }> {
  let shown = first;
  const app = Fastify();
  mountLog(app, { pool: { query: (...args: Parameters<pg.Pool['query']>) => shown.query(...args) } as pg.Pool });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  undo.push(() => app.close());
  return { url: `${address}/log`, turnTo: (pool) => void (shown = pool) };
}

type Running = LogWitness & { readonly ended: Promise<{ code: number | null; said: string }> };

/** packages/witness as somebody runs it on a machine of their own. */
async function startWitness(name: string, logUrl: string, vkey: string, interval = 3_600): Promise<Running> {
  const state = mkdtempSync(join(tmpdir(), 'clearbook-cosigner-'));
  undo.push(() => rmSync(state, { recursive: true, force: true }));
  const port = await freePort();
  const child: ChildProcess = spawn(
    process.execPath,
    [
      ...[WITNESS, '--log', logUrl, '--vkey', vkey, '--state', state, '--name', name],
      ...['--interval', String(interval), '--listen', String(port)],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  child.stderr!.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, said }));
  undo.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await new Promise<void>((resolve) => {
    let out = '';
    child.stdout!.on('data', (bytes: Buffer) => {
      out += bytes.toString();
      if (out.includes('Listening')) resolve();
    });
  });
  const own = readFileSync(join(state, 'vkey'), 'utf8').trim();
  const [witness] = openWitnesses({ logWitnesses: [{ url: `http://127.0.0.1:${port}`, vkey: own }] });
  return { ...witness!, ended };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Whose cosignatures stand under the checkpoint as it is served. */
async function cosigners(pool: pg.Pool, witnesses: readonly LogWitness[]): Promise<string[]> {
  const { note, text } = (await readSignedTree(pool))!;
  const lines = note.slice(text.length + 1).split(/(?<=\n)/);
  return witnesses
    .filter(({ vkey }) => lines.some((line) => isCosignedBy(parseCosignerKey(vkey)!, text, line)))
    .map(({ vkey }) => parseCosignerKey(vkey)!.name);
}
const vkeyOfLog = async (pool: pg.Pool): Promise<string> => vkeyOf((await readKeys(pool))[0]!);

describe('[U60] cosignatures', () => {
  it('of two witnesses are served with each checkpoint as the log grows', async () => {
    const db = await logWith(2);
    const { url } = await serveLog(db.pool);
    const vkey = await vkeyOfLog(db.pool);
    const witnesses = [await startWitness('one.example/w', url, vkey), await startWitness('two.example/w', url, vkey)];
    const cosigning = createCosigning({ pool: db.pool, log, witnesses });
    for (const round of [1, 2, 3]) {
      await cosigning.run(at(1_000 + round * 20));
      expect(await cosigners(db.pool, witnesses)).toEqual(['one.example/w', 'two.example/w']);
      const served = await (await fetch(`${url}/checkpoint`)).text();
      expect(served.split('\n').filter((line) => line.startsWith('— '))).toHaveLength(3);
      for (let i = 0; i < 300; i += 1)
        await db.pool.query(`select ledger.record_audit($1, 'a', 's', 's', null, '{}', $2)`, [
          ...['00000000-0000-0000-0000-000000000001', at(0)],
        ]);
      await grow(db.pool, at(1_010 + round * 20));
      expect(await cosigners(db.pool, witnesses)).toEqual([]);
    }
    const silence = await readWitnesses(db.pool, witnesses);
    expect(silence.map(({ name, at: since }) => [name, since])).toEqual(
      witnesses.map(({ vkey: key }) => [parseCosignerKey(key)!.name, at(1_060)]),
    );
  });

  it('hold up nobody: not where a witness is away, slow or lying, nor where another log’s witness answers', async () => {
    const db = await logWith(2);
    const { url } = await serveLog(db.pool);
    const good = await startWitness('good.example/w', url, await vkeyOfLog(db.pool));
    const other = randomBytes(76);
    const answers: (() => Promise<{ status: number; text: string }>)[] = [
      () => Promise.reject(new Error('connect ECONNREFUSED')),
      () => new Promise(() => undefined),
      async () => ({ status: 200, text: `— good.example/w ${other.toString('base64')}\n` }),
      async () => ({ status: 409, text: '999\n' }),
      async () => ({ status: 409, text: 'x' }),
      async () => ({ status: 500, text: '' }),
    ];
    for (const submit of answers) {
      await db.ownerPool.query(
        'alter table ledger.log_cosignature disable trigger user; delete from ledger.log_cosignature',
      );
      // Under the very key of the good one, so that what is kept in its name can only be its own.
      const bad = createCosigning({ pool: db.pool, log, witnesses: [{ vkey: good.vkey, submit }] });
      const run = bad.run(at(2_000));
      const sizeBefore = (await readSignedTree(db.pool))!.size;
      await grow(db.pool, at(2_000 + answers.indexOf(submit) * 20));
      expect((await readSignedTree(db.pool))!.size).toBe(sizeBefore + 1);
      if (submit !== answers[1]) await run;
      expect(await cosigners(db.pool, [good])).toEqual([]);
      await createCosigning({ pool: db.pool, log, witnesses: [good] }).run(at(3_000));
      expect(await cosigners(db.pool, [good])).toEqual(['good.example/w']);
    }
  });

  it('are asked for at the given address only, and within limits', async () => {
    let paths: string[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url!);
      if (request.url === '/moved/add-checkpoint') response.writeHead(302, { location: '/elsewhere' }).end();
      else response.end('x'.repeat(20_000));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    undo.push(() => server.close());
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const [moved, long] = openWitnesses({
      logWitnesses: [
        { url: `${base}/moved`, vkey: 'a' },
        { url: `${base}/long`, vkey: 'b' },
      ],
    });
    await expect(moved!.submit('')).rejects.toThrow();
    expect(paths).toEqual(['/moved/add-checkpoint']);
    await expect(long!.submit('')).rejects.toThrow('more than 16384 bytes');
    paths = [];
  });
});

describe('[U61] a witness notices', () => {
  it('a log that was set back to a backup', async () => {
    const db = await logWith(2);
    const backup = await backupOf(db);
    await grow(db.pool, at(500));
    await grow(db.pool, at(520));
    const { url, turnTo } = await serveLog(db.pool);
    const witness = await startWitness('w.example/w', url, await vkeyOfLog(db.pool), 1);
    await createCosigning({ pool: db.pool, log, witnesses: [witness] }).run(at(530));
    expect(await cosigners(db.pool, [witness])).toHaveLength(1);

    turnTo(backup);
    await grow(backup, at(600), 'another.history');
    log.warn.mockClear();
    await createCosigning({ pool: backup, log, witnesses: [witness] }).run(at(610));
    expect(await cosigners(backup, [witness])).toEqual([]);
    expect(log.warn).toHaveBeenCalledOnce();
    const { code, said } = await witness.ended;
    expect(said).toMatch(/^ALARM \(shrunk\)/m);
    expect(code).toBe(2);
  });

  it('two histories of one size, each with the log’s signature', async () => {
    const db = await logWith(2);
    const other = await backupOf(db);
    await grow(db.pool, at(500));
    await grow(other, at(500), 'another.history');
    const { url } = await serveLog(db.pool);
    const witness = await startWitness('w.example/w', url, await vkeyOfLog(db.pool));
    await createCosigning({ pool: db.pool, log, witnesses: [witness] }).run(at(510));
    expect(await cosigners(db.pool, [witness])).toHaveLength(1);
    await createCosigning({ pool: other, log, witnesses: [witness] }).run(at(510));
    expect(await cosigners(other, [witness])).toEqual([]);
    const { code, said } = await witness.ended;
    expect(said).toMatch(/^ALARM/m);
    expect(code).toBe(2);
  });
});
