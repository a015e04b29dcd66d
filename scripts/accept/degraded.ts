import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Transparency } from '@clearbook/contracts/transparency';
import { recentWalk } from '../../apps/api/src/features/integrity/index.ts';
import { numbered } from '../../apps/api/src/platform/database/function-text.ts';
import { brokenInvariants } from '../../apps/api/test/books.ts';
import { call, multipart, parsed } from '../../apps/api/test/http-client.ts';
import { mailServer } from '../../apps/api/test/mail-server.ts';
import { picture } from '../../apps/api/test/picture.ts';
import { startProcess } from '../../apps/api/test/process.ts';
import { freePort, untilReady } from '../../apps/api/test/server.ts';
import { openSite, type Person, type Site } from '../../apps/api/test/site.ts';
import { ROOT } from '../phases.ts';
import { withClone } from './clone.ts';
import { onSite } from './on-site.ts';
import type { Result } from './row.ts';

export const title =
  'Disk full (a small tmpfs), mail server down, price vendors gone, object storage gone, one of two processes on an older version: /readyz, screens and errors tell the truth and nothing is lost';
export const seconds = 55;

const DISK_MB = 420;
const CLIENTS = 4;
const FULL_MS = 12_000;

export async function run(): Promise<Result> {
  const parts = [await fullDisk(), await outside(), await olderProcess()];
  return { ok: parts.every(({ ok }) => ok), figures: parts.map(({ figures }) => figures).join('; ') };
}

type Readyz = { status: string; checks: Record<string, string>; degraded: string[] };
async function readyz(base: string): Promise<{ code: number; body: Readyz }> {
  const answer = await call(base, { path: '/readyz' });
  return { code: answer.status, body: JSON.parse(answer.text) as Readyz };
}

const codeOf = (text: string): string => /"code":"([a-z_.]+)"/.exec(text)?.[1] ?? '';
const ORDER = { symbol: 'BTC', side: 'buy', type: 'market', lots: '0.01', amount: '1000.00' };
const order = (base: string, { cookie }: Person, key: string) =>
  call(base, { path: '/orders', cookie, key, body: ORDER });
const topUp = (base: string, { cookie }: Person, key: string) =>
  call(base, { path: '/demo/top-up', cookie, key, body: { amount: '10.00' } });

// ── a full disk ──

async function fullDisk(): Promise<Result> {
  if (process.getuid?.() !== 0) return { ok: true, figures: 'full disk: not run, root is missing here' };
  const disk = mkdtempSync(join(tmpdir(), 'clearbook-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'tmpfs', disk]);
  if (mounted.status !== 0) return { ok: true, figures: 'full disk: not run, the right to mount is missing here' };
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = disk;
  try {
    return await onSite({ processes: 1 }, (site) => fill(site, disk));
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    spawnSync('umount', ['--lazy', disk]);
    rmSync(disk, { recursive: true, force: true });
  }
}

async function fill(site: Site, disk: string): Promise<Result> {
  const base = site.urls[0] ?? '';
  const clients = await Promise.all(Array.from({ length: CLIENTS }, (_, i) => site.client(`disk${i}`)));
  const wrong: string[] = [];
  const counted = new Map<string, number>();
  const acknowledged: string[] = [];
  const refusedKeys: [client: Person, key: string][] = [];
  let over = false;
  for (const { cookie } of clients)
    parsed(await call(base, { path: '/demo/top-up', cookie, key: randomUUID(), body: { amount: '100000.00' } }));
  const load = clients.map(async (client) => {
    while (!over) {
      const key = randomUUID();
      const answer = await order(base, client, key).catch(() => undefined);
      const what = answer === undefined ? 'no answer' : `${answer.status} ${codeOf(answer.text)}`.trim();
      counted.set(what, (counted.get(what) ?? 0) + 1);
      if (answer?.status === 201) acknowledged.push(parsed<{ trade_id: string }>(answer).trade_id);
      if (answer?.status === 503 && refusedKeys.length < CLIENTS) refusedKeys.push([client, key]);
      if (answer !== undefined && answer.status >= 500 && answer.status !== 503) wrong.push(what);
      await pause(40);
    }
  });
  await pause(1_000);
  await fillUp(join(disk, 'filler'));
  await pause(FULL_MS);
  const full = await readyz(base).catch(() => undefined);
  if (full?.code !== 503 || full.body.checks['writes'] !== 'no storage space left')
    wrong.push(`/readyz with a full disk: ${JSON.stringify(full)}`);
  const page = await call(base, { path: '/me', cookie: clients[0]?.cookie ?? '' });
  if (page.status !== 200) wrong.push(`reading with a full disk: ${page.status}`);
  const refused = clients[0] && (await order(base, clients[0], randomUUID()));
  if (refused?.status !== 503 || codeOf(refused.text) !== 'server.storage_full')
    wrong.push(`writing with a full disk: ${refused?.status} ${codeOf(refused?.text ?? '')}`);
  const room = Date.now();
  rmSync(join(disk, 'filler'));
  const backMs = await untilReady(base);
  over = true;
  await Promise.all(load);
  const log = await logCatchesUp(base, room);
  if (log !== undefined) wrong.push(log);
  for (const [client, key] of refusedKeys) {
    const again = await order(base, client, key);
    if (again.status !== 201) wrong.push(`the refused request afterwards: ${again.status}`);
  }
  await site.look(async (pool) => {
    wrong.push(...(await brokenInvariants(pool)));
    const differs = await recentWalk(pool, new Date(0));
    wrong.push(...differs.map(({ relation, key, fault }) => `${relation} ${key} ${fault}`));
    const { rows } = await pool.query<{ id: string }>('select subject_id as id from ledger.entry');
    const there = new Set(rows.map(({ id }) => id));
    for (const id of acknowledged) if (!there.has(id)) wrong.push(`${id} was acknowledged and is gone`);
  });
  const answers = [...counted].map(([what, times]) => `${times} × ${what}`).join(', ');
  return {
    ok: wrong.length === 0,
    figures: `full disk: ${answers}; ready again ${(backMs / 1000).toFixed(1)} s after there was room; ${wrong.length} wrong${wrong[0] === undefined ? '' : `, first: ${wrong[0]}`}`,
  };
}

/** What the log is behind after the disk was full, as anybody sees it: nothing after a while, and signed again since there was room. */
async function logCatchesUp(base: string, room: number): Promise<string | undefined> {
  let said = '';
  for (let i = 0; i < 60; i += 1) {
    const { log } = parsed<Transparency>(await call(base, { path: '/transparency' }));
    if (log.waiting === 0 && Date.parse(log.signed_at ?? '') > room) return undefined;
    said = `the log a minute later: ${log.waiting} rows wait, signed ${log.signed_at ?? 'never'}`;
    await pause(1_000);
  }
  return said;
}

/** Takes every byte that is left. */
async function fillUp(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let size = 4 * 1024 * 1024; size >= 1024; size /= 2) {
      const block = Buffer.alloc(size, 1);
      for (;;) if ((await file.write(block).catch(() => ({ bytesWritten: 0 }))).bytesWritten < size) break;
    }
  } finally {
    await file.close();
  }
}

// ── mail, prices and object storage ──

async function outside(): Promise<Result> {
  const [smtp, vendor, store] = [await freePort(), await freePort(), await freePort()];
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${smtp}`,
    MARKET: 'live',
    MARKET_VENDOR_KEY: 'a-vendor-key',
    MARKET_VENDOR_URL: `http://127.0.0.1:${vendor}`,
    COINGECKO_URL: `http://127.0.0.1:${vendor}`,
    FILES_URL: `s3://key:secret@proofs?endpoint=http://127.0.0.1:${store}&region=auto`,
    MARKET_SEED: '',
  };
  return onSite({ processes: 1, env }, async (site) => {
    const base = site.urls[0] ?? '';
    const wrong: string[] = [];
    const client = await site.client('outside');
    await site.look((pool) => pool.query("update app.mail_outbox set created_at = created_at - interval '1 hour'"));
    await pause(3_000);
    const seen = await readyz(base);
    const named = seen.body.degraded.map((each) => each.replace(/:.*/, '')).toSorted((a, b) => a.localeCompare(b));
    if (seen.code !== 200 || seen.body.status !== 'degraded' || named.join() !== 'feed,files,outbox')
      wrong.push(`/readyz: ${JSON.stringify(seen)}`);
    const upload = await call(base, {
      path: '/me/picture',
      cookie: client.cookie,
      ...multipart('file', 'me.png', picture(3)),
    });
    if (upload.status !== 503 || codeOf(upload.text) !== 'server.files_unavailable')
      wrong.push(`an upload: ${upload.status} ${upload.text.slice(0, 200)}`);
    const refused = await order(base, client, randomUUID());
    if (refused.status >= 500 && refused.status !== 503) wrong.push(`an order: ${refused.status}`);
    const mail = await mailServer({}, smtp);
    try {
      const waiting = async () =>
        (await site.look((pool) => pool.query("select from app.mail_outbox where state = 'waiting'"))).rowCount;
      await site.look((pool) => pool.query('update app.mail_outbox set next_at = now()'));
      for (let i = 0; i < 100 && (await waiting()) !== 0; i += 1) await pause(200);
      if ((await waiting()) !== 0) wrong.push('mail still waits although the mail server is back');
    } finally {
      await mail.close();
    }
    return {
      ok: wrong.length === 0,
      figures: `outside: /readyz ${seen.code} ${seen.body.status} (${seen.body.degraded.join(', ')}), upload ${upload.status}, order ${refused.status} ${codeOf(refused.text)}, mail sent when its server was back; ${wrong.length} wrong${wrong[0] === undefined ? '' : `, first: ${wrong[0]}`}`,
    };
  });
}

// ── two versions ──

async function olderProcess(): Promise<Result> {
  const site = await openSite({ processes: 2 });
  try {
    return await withClone((clone) => overtake(site, clone));
  } finally {
    await site.close();
  }
}

async function overtake(site: Site, clone: string): Promise<Result> {
  const [old = '', other = ''] = site.urls;
  const wrong: string[] = [];
  const client = await site.client('versions');
  const first = await topUp(old, client, randomUUID());
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  const readRows = join(clone, 'apps/api/sql/generated/read_rows.sql');
  writeFileSync(readRows, numbered(`${readFileSync(readRows, 'utf8')}\n-- A newer program.\n`));
  const databaseUrl = site.databaseUrl ?? '';
  const port = await freePort();
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(clone, 'data'),
    PORT: String(port),
    MARKET_SEED: 'drill',
    SEED_DEMO: 'false',
    RATE_LIMITS: 'off',
  };
  const newer = startProcess([process.execPath, join(clone, 'apps/api/src/main.ts')], env);
  const url = (await newer.says(/ready at (http\S+)/))[1] ?? '';
  try {
    await untilReady(url);
    for (let i = 0; i < 60 && (await readyz(old)).code === 200; i += 1) await pause(250);
    const states = await Promise.all([old, other, url].map(readyz));
    if (states.map(({ code }) => code).join() !== '503,503,200') wrong.push(`/readyz: ${JSON.stringify(states)}`);
    const said = states[0]?.body.checks['writes'] ?? '';
    if (!/version \d+ of its function read_rows, and this program brings version \d+/.test(said))
      wrong.push(`it says: ${said}`);
    const key = randomUUID();
    const refused = await topUp(old, client, key);
    if (refused.status !== 503 || codeOf(refused.text) !== 'server.outdated')
      wrong.push(`a write: ${refused.status} ${refused.text.slice(0, 120)}`);
    const taken = await topUp(url, client, key);
    if (first.status !== 201 || taken.status !== 201)
      wrong.push(`the newer one: ${taken.status} ${taken.text.slice(0, 120)}`);
    const late = startProcess([process.execPath, 'apps/api/src/main.ts'], {
      ...env,
      DATA_DIR: join(clone, 'late'),
      PORT: String(await freePort()),
    });
    if ((await late.ended()) !== 1 || !/start the newer program/.test(late.output()))
      wrong.push(`a start of the older one: ${late.output().slice(0, 200)}`);
    await site.look(async (pool) => wrong.push(...(await brokenInvariants(pool))));
    return {
      ok: wrong.length === 0,
      figures: `versions: both older processes 503 within seconds, "${said.slice(0, 110)}", the newer one 200 and takes the same request, a start of the older one is refused; ${wrong.length} wrong${wrong[0] === undefined ? '' : `, first: ${wrong[0]}`}`,
    };
  } finally {
    newer.child.kill('SIGTERM');
    await newer.ended();
  }
}
