import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../apps/api/test/books.ts';
import { call } from '../apps/api/test/http-client.ts';
import { COMPILED, startProcess, waitFor } from '../apps/api/test/process.ts';
import { FIRST_ADMIN, startServer } from '../apps/api/test/server.ts';
import { signIn } from '../apps/api/test/site.ts';
import { runningEmbedded } from '../apps/api/src/platform/database/embedded/index.ts';

const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const each of closing.splice(0).toReversed()) await each();
});

function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clearbook-seed-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

async function seed(
  dataDir: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: unknown; output: string }> {
  const running = startProcess([process.execPath, 'scripts/seed.ts', ...args], {
    ...COMPILED,
    DATA_DIR: dataDir,
    ...env,
  });
  return { code: await running.ended(), output: running.output() };
}

async function look<T>(dataDir: string, use: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: runningEmbedded(dataDir)?.url, max: 2 });
  pool.on('error', () => undefined);
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}

describe('npm run seed', () => {
  it('[O35] fills a database without a server and beside one; both times the books hold', async () => {
    const dataDir = newDataDir();
    const before = await seed(dataDir, ['--scale', '20']);
    expect(before.output).toMatch(/^Added 20 users and 200 trades in [\d.]+ seconds\.$/m);
    expect(before.code).toBe(0);

    const server = await startServer({ dataDir });
    closing.push(() => server.stop());
    const beside = await seed(dataDir, ['--scale', '15']);
    expect([beside.code, beside.output]).toEqual([0, expect.stringContaining('Added 15 users')]);
    expect(await look(dataDir, brokenInvariants)).toEqual([]);

    const admin = await signIn(server.url, FIRST_ADMIN.email, FIRST_ADMIN.password);
    const found = await call(server.url, { path: '/admin/users?q=load-00', cookie: admin.cookie });
    expect(JSON.parse(found.text)).toMatchObject({ total: 35 });
  });

  it('[O34] refuses live mode and says what it wants to know', async () => {
    const dataDir = newDataDir();
    for (const args of [[], ['--scale', '0'], ['--scale', '10', 'x']])
      expect(await seed(dataDir, args)).toMatchObject({
        code: 1,
        output: expect.stringContaining('Say how many users: npm run seed -- --scale N'),
      });
    expect(await seed(dataDir, ['--scale', '10'], { MODE: 'live' })).toMatchObject({ code: 1 });
  });
});

describe('a demo server', () => {
  it('[O30] has its demo clients soon after it listens, and the same ones after a restart', async () => {
    const dataDir = newDataDir();
    const first = await startServer({ dataDir, env: { SEED_DEMO: 'true' } });
    closing.push(() => first.stop());
    await waitFor(
      () => first.running.output().includes('the demo clients are ready'),
      'the demo clients',
      () => first.running.output(),
    );
    const entries = () =>
      look(
        dataDir,
        async (pool) =>
          (await pool.query('select number, (select count(*) from app.user) as users from ledger.head'))
            .rows[0] as unknown,
      );
    const made = await entries();
    expect(await look(dataDir, brokenInvariants)).toEqual([]);
    await first.stop();

    const second = await startServer({ dataDir, env: { SEED_DEMO: 'true' } });
    closing.push(() => second.stop());
    await signIn(second.url, FIRST_ADMIN.email, FIRST_ADMIN.password);
    expect(await entries()).toEqual(made);
    expect(second.running.output()).not.toContain('the demo clients are ready');
  });
});
