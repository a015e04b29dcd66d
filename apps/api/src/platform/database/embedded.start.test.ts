import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMPILED, processesIn, startProcess, waitFor } from '../../../test/process.ts';
import type { Running } from '../../../test/process.ts';
import { isZombie, readPostmasterFile } from './embedded/postmaster.ts';

const PROGRAM = ['apps/api/test/programs/database-process.ts'];

describe('the embedded database', () => {
  let folder: string;
  let dataDir: string;
  let started: Running[];
  const pgData = () => join(dataDir, 'postgres', 'cluster');
  const start = (env: Record<string, string> = {}): Running => {
    const running = startProcess([process.execPath, ...PROGRAM], { ...COMPILED, DATA_DIR: dataDir, ...env });
    started.push(running);
    return running;
  };
  const ready = async (running: Running): Promise<string> => (await running.says(/^ready (\S+)/m))[1] ?? '';
  let madeBefore: string;
  /** For tests of what comes later: DATA_DIR as a first start made it and a stop left it. */
  const copyMade = (): void => void execFileSync('cp', ['-a', madeBefore, dataDir]);

  beforeAll(async () => {
    madeBefore = join(mkdtempSync(join(tmpdir(), 'clearbook-made-')), 'data');
    const running = startProcess([process.execPath, ...PROGRAM], { ...COMPILED, DATA_DIR: madeBefore });
    await ready(running);
    running.child.kill('SIGTERM');
    await running.ended();
  });
  afterAll(() => rmSync(join(madeBefore, '..'), { recursive: true, force: true }));
  beforeEach(() => {
    // Under root's own closed folder: the hardest place for an unprivileged database server.
    folder = mkdtempSync(join(tmpdir(), 'clearbook-start-'));
    dataDir = join(folder, 'data');
    started = [];
  });
  afterEach(async () => {
    for (const { child } of started) child.kill('SIGKILL');
    await waitFor(
      () => processesIn(dataDir).length === 0,
      'every process of the test to end',
      () => processesIn(dataDir).join('\n'),
    );
    rmSync(folder, { recursive: true, force: true });
  });

  it('[O1] a first start makes the cluster, the secrets and the schema; a second start finds the data', async () => {
    const first = start();
    const url = await ready(first);
    const seed = await one(url, 'SELECT market_seed AS value FROM app.instance');
    expect(seed).toMatch(/^[0-9a-f]{32}$/);
    first.child.kill('SIGTERM');
    expect(await first.ended()).toBe(0);

    const beganAt = performance.now();
    const second = start();
    expect(await one(await ready(second), 'SELECT market_seed AS value FROM app.instance')).toBe(seed);
    expect(performance.now() - beganAt).toBeLessThan(5_000);
  });

  it('[O2] secrets are for their owner alone, and nothing listens on a network port', async () => {
    const url = await ready(start());
    expect(statSync(join(dataDir, 'secrets')).mode & 0o777).toBe(0o700);
    for (const name of ['database-superuser', 'database-app']) {
      const path = join(dataDir, 'secrets', name);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(readFileSync(path, 'utf8').trim().length).toBeGreaterThanOrEqual(43);
    }
    expect(await one(url, "SELECT current_setting('listen_addresses') AS value")).toBe('');
    const { password: _, ...wrong } = new pg.Client({ connectionString: url });
    await expect(new pg.Client({ ...wrong, password: 'guess' }).connect()).rejects.toMatchObject({ code: '28P01' });
  });

  it('[O5] a second start on one DATA_DIR is refused in one sentence, and the first goes on', async () => {
    copyMade();
    const url = await ready(start());
    const second = start();
    expect(await second.ended()).toBe(1);
    expect(second.output().trim()).toBe(
      `Another Clearbook process already uses DATA_DIR ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
    );
    expect(await one(url, "SELECT 'still here' AS value")).toBe('still here');
  });

  it('[O5] of several starts at one moment exactly one gets DATA_DIR', async () => {
    const all = [start(), start(), start(), start()];
    const outcomes = await Promise.all(
      all.map((running) =>
        Promise.race([
          ready(running).then(
            () => 'ready',
            () => 'refused',
          ),
          running.ended(),
        ]),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'ready')).toHaveLength(1);
  });

  it('[O6] after kill -9 of the server the next start has the data, and never two database servers', async () => {
    copyMade();
    for (let round = 1; round <= 3; round += 1) {
      const server = start();
      const url = await ready(server);
      expect(await one(url, 'SELECT count(*) AS value FROM app.instance')).toBe('1');
      server.child.kill('SIGKILL');
      await server.ended();
    }
    await ready(start());
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('another postmaster');
  });

  it('[O6] an orphaned database server is stopped and waited for', async () => {
    copyMade();
    // Without the kernel's death signal, as on systems that have none: setpriv is not on this PATH.
    const server = start(withoutSetpriv(dataDir));
    await ready(server);
    const orphan = readPostmasterFile(pgData())?.pid ?? 0;
    server.child.kill('SIGKILL');
    await server.ended();
    expect(isRunning(orphan)).toBe(true);

    await ready(start());
    expect(isRunning(orphan)).toBe(false);
    expect(readPostmasterFile(pgData())?.pid).not.toBe(orphan);
  });

  it.each([
    ['a dead process', () => '2999999'],
    ['a process that is no database server', () => String(process.pid)],
  ])('[O7] a stale lock file that names %s does not stop the start', async (_name, pid) => {
    copyMade();
    const first = start();
    await ready(first);
    const lines = readFileSync(join(pgData(), 'postmaster.pid'), 'utf8').split('\n');
    first.child.kill('SIGTERM');
    await first.ended();
    expect(existsSync(join(pgData(), 'postmaster.pid'))).toBe(false);
    writeFileSync(join(pgData(), 'postmaster.pid'), [pid(), ...lines.slice(1)].join('\n'), { mode: 0o600 });

    expect(await one(await ready(start()), "SELECT 'ok' AS value")).toBe('ok');
  });

  it('[O8] a database server that is killed comes back by itself', async () => {
    copyMade();
    const server = start();
    const url = await ready(server);
    for (let round = 1; round <= 2; round += 1) {
      const before = readPostmasterFile(pgData())?.pid ?? 0;
      process.kill(before, 'SIGKILL');
      await server.says(new RegExp(`(the database server is back[^]*){${round}}`));
      expect(await one(url, 'SELECT count(*) AS value FROM app.instance')).toBe('1');
    }
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '[O9] %s stops it cleanly and leaves no process behind',
    async (signal) => {
      copyMade();
      const server = start();
      await ready(server);
      server.child.kill(signal);
      expect(await server.ended()).toBe(0);
      expect(processesIn(dataDir)).toEqual([]);
      expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8').trim()).toMatch(/database system is shut down$/);
    },
  );

  it('[O10] a DATA_DIR too deep for a socket path works', async () => {
    dataDir = join(dataDir, ...Array.from({ length: 5 }, () => 'a-folder-with-a-long-name'));
    mkdirSync(dataDir, { recursive: true });
    const server = start();
    expect(await one(await ready(server), "SELECT 'ok' AS value")).toBe('ok');
    server.child.kill('SIGTERM');
    expect(await server.ended()).toBe(0);
  });

  it('[O11] a start that was killed while it made the cluster leaves nothing that the next one trips over', async () => {
    for (const afterMs of [30, 120, 300]) {
      const broken = start();
      await waitFor(() => existsSync(join(dataDir, 'postgres')), 'the cluster to be begun');
      const until = performance.now() + afterMs;
      await waitFor(() => performance.now() > until, 'a moment');
      broken.child.kill('SIGKILL');
      await broken.ended();
    }
    expect(await one(await ready(start()), "SELECT 'ok' AS value")).toBe('ok');
  });

  it('[O12] the market changes while no position is open', async () => {
    copyMade();
    const replay = start({ MARKET: 'replay', MARKET_REPLAY_DIR: tmpdir() });
    const url = await ready(replay);
    expect(await one(url, 'SELECT market_source AS value FROM app.instance')).toBe('replay');
  });
});

async function one(url: string, sql: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ value: string }>(sql);
    return rows[0]?.value ?? '';
  } finally {
    await client.end();
  }
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !isZombie(pid);
}

/** A PATH without setpriv. Its help is also what opens closed folders to the database server, so this one is open. */
function withoutSetpriv(dataDir: string): Record<string, string> {
  const tools = join(dataDir, '..', 'tools');
  mkdirSync(tools);
  symlinkSync('/bin/sh', join(tools, 'sh'));
  chmodSync(join(dataDir, '..'), 0o755);
  return { PATH: tools };
}
