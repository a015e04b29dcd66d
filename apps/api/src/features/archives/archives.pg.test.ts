import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CoMETRE } from '@transmute/rfc9162';
import { readZip, verifyArchive } from '@clearbook/verify';
import type { Archive } from '@clearbook/contracts/archives';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveServer, type ArchiveServer } from '../../../test/archives.ts';
import { picture } from '../../../test/picture.ts';
import { finishErasures } from '../clients/index.ts';
import { FILES, LEFT_OUT } from './files.ts';

const { RFC9162_SHA256: theirs } = CoMETRE;
const PYTHON = fileURLToPath(new URL('../../../../../packages/verify/python/verify_archive.py', import.meta.url));
type Json = Readonly<Record<string, unknown>>;
type Files = Map<string, Uint8Array>;

let server: ArchiveServer;
let staff: string;
beforeAll(async () => {
  server = await archiveServer();
  staff = await server.books.openParty('staff');
});
afterAll(() => server?.close());

async function done(command: Parameters<ArchiveServer['books']['run']>[0]): Promise<Record<string, string>> {
  const { outcome } = await server.books.run(command);
  if (!outcome.ok) throw new Error(`${command.kind}: ${outcome.refusal.code}`);
  return outcome.result as Record<string, string>;
}

/** A client of whom there is something in most files. */
async function livelyClient(): Promise<string> {
  const { books } = server;
  const clientId = await books.openParty();
  await books.fund(clientId, 1_000_000n);
  const open = { kind: 'open_trade', clientId, side: 'buy', amount: 300_000n } as const;
  const { trade_id: tradeId } = await done({ ...open, symbol: 'EURJPY', lots: 10n });
  await done({ ...open, symbol: 'SOL', lots: 1_000n });
  await done({ kind: 'close_trade', clientId, tradeId: tradeId!, lots: 4n });
  await done({ kind: 'buy_package', clientId, packageId: 'raw' });
  const adjust = {
    kind: 'adjust',
    staffId: staff,
    clientId,
    amount: 777n,
    reason: 'Bank’s mistake',
    corrects: null,
  } as const;
  await done({ ...adjust, direction: 'credit' });
  const withdrawalId = newId();
  await done({ kind: 'request_withdrawal', clientId, withdrawalId, amount: 10_000n, method: 'bank', coin: null, destination: { iban: 'DE00' }, expectedFee: null, code: '246810', codeHash: 'right' }); // prettier-ignore
  await done({ kind: 'decide_withdrawal', staffId: staff, clientId, withdrawalId, decision: 'reject', reason: 'No such account', payoutReference: null }); // prettier-ignore
  return clientId;
}

async function made(clientId: string): Promise<Archive> {
  const asked = await server.ask(clientId);
  expect(asked.statusCode, asked.body).toBe(202);
  await server.sign();
  await server.archiver().run(server.books.now());
  const [archive] = (await server.get('/me/archives', clientId)).json<{ data: Archive[] }>().data;
  expect(archive).toMatchObject({ state: 'ready', progress: 100, failure: null });
  return archive!;
}

async function unpacked(clientId: string, { id, bytes }: Archive): Promise<Files> {
  const file = await server.get(`/me/archives/${id}/file`, clientId);
  expect([file.statusCode, file.headers['content-type'], file.rawPayload.length]).toEqual([
    200,
    'application/zip',
    bytes,
  ]);
  return readZip(file.rawPayload);
}

const textOf = (files: Files, name: string): string => new TextDecoder().decode(files.get(name));
const jsonOf = (files: Files, name: string): Json => JSON.parse(textOf(files, name)) as Json;
const linesOf = (files: Files, name: string): Json[] =>
  textOf(files, `data/${name}.jsonl`)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Json);
const bytes = (text: unknown): Buffer => Buffer.from(text as string, 'base64');
const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

describe('an archive', () => {
  let clientId: string;
  let archive: Archive;
  let files: Files;
  beforeAll(async () => {
    clientId = await livelyClient();
    await server.files.store({ ownerId: clientId, kind: 'picture', data: picture(1) }, server.books.now());
    archive = await made(clientId);
    files = await unpacked(clientId, archive);
  });

  it('[U20] [U22] is a zip of lines with their schemas, a README and a manifest that names each file with its hash', () => {
    const manifest = jsonOf(files, 'manifest.json');
    const listed = manifest['files'] as { name: string; lines: number | null; bytes: number; sha256: string }[];
    expect(listed.map(({ name }) => name).toSorted()).toEqual(
      [...files.keys()].filter((name) => name !== 'manifest.json').toSorted(),
    );
    for (const { name, lines, bytes: length, sha256: digest } of listed) {
      const content = files.get(name)!;
      expect([name, content.length, sha256(content).toString('hex')]).toEqual([name, length, digest]);
      expect([name, lines]).toEqual([
        name,
        name.endsWith('.jsonl') ? textOf(files, name).split('\n').length - 1 : null,
      ]);
    }
    expect([...files.keys()].at(-1)).toBe('manifest.json');
    expect(manifest).toMatchObject({
      format: 'clearbook-archive',
      version: 1,
      origin: 'books.example/log',
      client: clientId,
      entries: archive.entries,
      last_entry: linesOf(files, 'entries').at(-1)!['number'],
      vkeys: [expect.stringContaining('books.example/log+')],
    });
    expect(textOf(files, 'README.txt')).toContain('HOW TO READ IT');
  });

  it('[U21] has lines as their schemas say, in every file', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    for (const { name } of FILES) {
      const check = ajv.compile(jsonOf(files, `schemas/${name}.schema.json`));
      for (const line of linesOf(files, name)) expect([name, check(line), check.errors]).toEqual([name, true, null]);
    }
    const filled = FILES.filter(({ name }) => linesOf(files, name).length > 0).map(({ name }) => name);
    expect(filled).toEqual(
      expect.arrayContaining(['profile', 'entries', 'orders', 'trades', 'fills', 'quotes', 'bars', 'terms', 'withdrawals', 'adjustments', 'purchases', 'statements', 'marks', 'figures', 'notifications', 'staff_actions', 'emails', 'documents']), // prettier-ignore
    );
  });

  it('[U23] has a receipt with every entry and staff action, all in the tree of the manifest’s checkpoint', async () => {
    const [origin, size, root] = (jsonOf(files, 'manifest.json')['checkpoint'] as string).split('\n');
    expect(origin).toBe('books.example/log');
    const logged = [
      ...linesOf(files, 'entries').map((line) => ({ line, type: 1 })),
      ...linesOf(files, 'staff_actions').map((line) => ({ line, type: 2 })),
    ];
    expect(logged.length).toBeGreaterThan(6);
    for (const { line, type } of logged) {
      const entry = sha256(Buffer.of(type), bytes(line['nonce']), bytes(line['canonical']));
      const found = await theirs.verify_inclusion_proof(await theirs.leaf(entry), {
        log_id: '',
        tree_size: Number(size),
        leaf_index: line['leaf_index'] as number,
        inclusion_path: (line['proof'] as string[]).map(bytes),
      });
      expect([type, line['number'], Buffer.from(found).toString('base64')]).toEqual([type, line['number'], root]);
      if (type === 1)
        expect(sha256(bytes(line['previous_link']), bytes(line['canonical']))).toEqual(bytes(line['link']));
    }
  });

  it('[U23] comes to the balances, the statement and the figures of the pages', async () => {
    const party = await server.books.party(clientId);
    const last = linesOf(files, 'entries').at(-1)!;
    const cents = (text: unknown): string => BigInt((text as string).replace('.', '')).toString();
    expect(['cash', 'margin', 'withdrawing', 'loan'].map((name) => cents(last[`${name}_after`]))).toEqual(
      ['cash', 'margin', 'withdrawing', 'loan'].map((name) => party[name]),
    );
    const shown = new Map(
      linesOf(files, 'figures').map(({ page, of, figure, value }) => [[page, of ?? '-', figure].join('/'), value]),
    );
    expect(cents(shown.get('home/-/available'))).toBe(party['cash']);
    expect(shown.get('home/-/total_balance')).toBe(shown.get('statement/-/total_balance'));
    expect(linesOf(files, 'statements').at(-1)!['closing']).toBe(shown.get('home/-/total_balance'));
  });

  it('[U21] has with every fill its quotes and the bars around it', () => {
    const quotes = new Set(linesOf(files, 'quotes').map(({ id }) => id));
    const bars = new Set(linesOf(files, 'bars').map(({ symbol, time }) => `${symbol as string} ${time as string}`));
    const fills = linesOf(files, 'fills');
    expect(fills).toHaveLength(3);
    for (const fill of fills) {
      expect(quotes).toContain(fill['quote_id']);
      if (fill['conversion_quote_id'] !== null) expect(quotes).toContain(fill['conversion_quote_id']);
      expect(bars).toContain(`${fill['symbol'] as string} ${(fill['at'] as string).slice(0, 16)}:00.000Z`);
    }
  });

  it('[U56] [U129] is in order for both verifiers', async () => {
    const { rawPayload } = await server.get(`/me/archives/${archive.id}/file`, clientId);
    const { checks } = await verifyArchive(rawPayload);
    expect(checks.flatMap(({ failures }) => failures)).toEqual([]);
    const path = join(await mkdtemp(join(tmpdir(), 'clearbook-archive-')), 'archive.zip');
    await writeFile(path, rawPayload);
    const second = spawnSync('python3', [PYTHON, path], { encoding: 'utf8' });
    await rm(dirname(path), { recursive: true });
    if (second.error !== undefined) return console.warn('No python3 on this machine: one verifier alone was asked.');
    expect([second.stderr, second.stdout]).toEqual(['', expect.stringMatching(/checks, all in order\n$/)]);
    expect(second.stdout).toMatch(/^ok     Trades: 2 trades/m);
  });

  it('[U25] names nobody else, and no mere proposal', async () => {
    const other = await livelyClient();
    await done({ kind: 'top_up', clientId, amount: 100n });
    const own = await unpacked(clientId, await made(clientId));
    const all = [...own]
      .filter(([name]) => name.startsWith('data/'))
      .map(([name]) => textOf(own, name))
      .join('');
    const { rows } = await server.pool.query<{ email: string }>('select email from app.user where id = $1', [other]);
    expect([all.includes(other), all.includes(rows[0]!.email), all.includes('"subject_type":"proposal"')]).toEqual([
      false,
      false,
      false,
    ]);
    expect(all).toContain(clientId);
  });
});

describe('making one', () => {
  it('[U26] takes a fresh password, is one at a time and on record', async () => {
    const clientId = await server.books.openParty();
    expect((await server.ask(`early ${clientId}`)).json()).toMatchObject({ code: 'auth.step_up_required' });
    expect((await server.ask(`admin ${staff}`)).statusCode).toBe(403);
    expect((await server.ask(clientId)).json()).toMatchObject({ state: 'waiting', progress: 0 });
    expect((await server.ask(clientId)).json()).toMatchObject({ status: 409, code: 'archive.in_progress' });
    const { rows } = await server.pool.query('select actor_id, action, facts from ledger.audit where client_id = $1', [
      clientId,
    ]);
    expect(rows).toEqual([{ actor_id: clientId, action: 'archive.ask', facts: {} }]);
    await server.pool.query('delete from app.archive where client_id = $1', [clientId]);
  });

  it('[U26] is made five times a day at most, in whichever process it is asked for', async () => {
    const clientId = await server.books.openParty();
    for (let asked = 0; asked < 5; asked += 1) {
      expect((await server.ask(clientId)).json()).toMatchObject({ state: 'waiting' });
      await server.pool.query('delete from app.archive where client_id = $1', [clientId]);
    }
    const sixth = await server.ask(clientId);
    expect([sixth.statusCode, Number(sixth.headers['retry-after'])]).toEqual([429, expect.closeTo(86_400, -2)]);
    const { rows } = await server.pool.query('select from app.archive where client_id = $1', [clientId]);
    expect(rows).toEqual([]);
  });

  it('[U23] [U26] waits for a signature, and after the third attempt without one says so', async () => {
    const clientId = await server.books.openParty();
    await server.books.fund(clientId, 5_000n);
    await server.ask(clientId);
    const impatient = server.archiver(0);
    const state = async () => (await server.get('/me/archives', clientId)).json<{ data: Archive[] }>().data;
    for (const left of ['waiting', 'waiting', 'failed']) {
      await impatient.run(server.books.now());
      expect((await state()).map(({ state: its }) => its)).toEqual([left]);
    }
    expect(await state()).toMatchObject([{ failure: 'log_not_signed', bytes: null }]);
    // Asked for again, it takes the place of the one that failed.
    await made(clientId);
    expect(await state()).toMatchObject([{ state: 'ready' }]);
  });

  it('[U26] begins again what a process left unfinished, and leaves nothing of the first attempt', async () => {
    const clientId = await server.books.openParty();
    await server.ask(clientId);
    await server.sign();
    const lost = newId();
    await server.storage.put(lost, Buffer.from('half of it'));
    await server.pool.query("update app.archive set state = 'building', attempts = 1 where client_id = $1", [clientId]);
    await server.pool.query('insert into app.archive_piece (archive_id, place, file_id) select id, 0, $2 from app.archive where client_id = $1', [clientId, lost]); // prettier-ignore
    await server.archiver().run(server.books.now());
    const [archive] = (await server.get('/me/archives', clientId)).json<{ data: Archive[] }>().data;
    expect((await unpacked(clientId, archive!)).has('manifest.json')).toBe(true);
    await finishErasures({ pool: server.pool, files: server.files }, server.books.now());
    expect(await server.storage.get(lost)).toBeUndefined();
  });

  it('[U26] gives one up that five processes ended over, with its cause; others go first, and its failures are counted apart', async () => {
    const [heavy, light] = [await server.books.openParty(), await server.books.openParty()];
    await server.ask(heavy);
    await server.ask(light);
    const shown = async (clientId: string) =>
      (await server.get('/me/archives', clientId)).json<{ data: Archive[] }>().data[0];
    const die = () =>
      server.pool.query("update app.archive set state = 'building' where client_id = $1 and state = 'waiting'", [
        heavy,
      ]);
    // Nothing covers them yet, so each turn ends with an attempt that failed: of the one that no process died over.
    const impatient = server.archiver(0);
    await die();
    await impatient.run(server.books.now());
    const counted = async () =>
      (
        await server.pool.query<{ attempts: number; interruptions: number }>(
          'select attempts, interruptions from app.archive where client_id = any($1) order by id',
          [[heavy, light]],
        )
      ).rows;
    expect(await counted()).toEqual([
      { attempts: 0, interruptions: 1 },
      { attempts: 1, interruptions: 0 },
    ]);
    await server.sign();
    await server.archiver().run(server.books.now());
    expect((await shown(heavy))?.state).toBe('ready');
    await server.ask(heavy);
    await server.pool.query("update app.archive set interruptions = 4 where client_id = $1 and state = 'waiting'", [
      heavy,
    ]);
    await die();
    await server.archiver().run(server.books.now());
    expect(await shown(heavy)).toMatchObject({ state: 'failed', failure: 'interrupted' });
  });

  it('[U26] a process that is told to end leaves the archive as it was asked for', async () => {
    const clientId = await server.books.openParty();
    await server.books.fund(clientId, 5_000n);
    await server.ask(clientId);
    const archiver = server.archiver(60_000);
    const running = archiver.run(server.books.now());
    const row = async () =>
      (
        await server.pool.query<{ state: string; attempts: number; interruptions: number }>(
          'select state, attempts, interruptions from app.archive where client_id = $1',
          [clientId],
        )
      ).rows[0];
    await expect.poll(async () => (await row())?.state).toBe('building');
    archiver.stop();
    await running;
    expect(await row()).toEqual({ state: 'waiting', attempts: 0, interruptions: 0 });
    await server.pool.query('delete from app.archive where client_id = $1', [clientId]);
  });

  it('[U28] tells the client by email, with a link that wants a sign-in', async () => {
    const clientId = await server.books.openParty();
    await made(clientId);
    const { rows } = await server.pool.query('select template, "values" from app.mail_outbox where user_id = $1', [
      clientId,
    ]);
    expect(rows).toEqual([{ template: 'archive-ready', values: {} }]);
  });
});

describe('keeping and getting it', () => {
  it('[U27] what lies in the storage shows nothing, and goes after seven days or with a newer one', async () => {
    const clientId = await server.books.openParty();
    const first = await made(clientId);
    const kept = async (id: string): Promise<string[]> => {
      const { rows } = await server.pool.query<{ file: string }>(
        'select file_id as file from app.archive_piece where archive_id = $1',
        [id],
      );
      return rows.map(({ file }) => file);
    };
    const pieces = await kept(first.id);
    expect(pieces.length).toBeGreaterThan(0);
    const stored = await readFile(join(server.folder, 'files', pieces[0]!.slice(-2), pieces[0]!));
    expect([stored.includes('PK\u0003\u0004'), stored.includes('manifest.json'), stored.includes(clientId)]).toEqual([
      false,
      false,
      false,
    ]);
    const second = await made(clientId);
    expect(await kept(first.id)).toEqual([]);
    await server.archiver().run(new Date(Date.parse(second.expires_at!)));
    expect(Date.parse(second.expires_at!) - Date.parse(second.made_at!)).toBe(7 * 86_400_000);
    expect(await kept(second.id)).toEqual([]);
    await finishErasures({ pool: server.pool, files: server.files }, server.books.now());
    const left = (await readdir(join(server.folder, 'files'), { recursive: true })).map((path) =>
      path.split('/').at(-1),
    );
    expect(left).not.toContain(pieces[0]);
  });

  it('[U28] goes to its client alone, with a fresh password, and each download is on record', async () => {
    const clientId = await server.books.openParty();
    const { id } = await made(clientId);
    const stranger = await server.books.openParty();
    const path = `/me/archives/${id}/file`;
    const answers = [`early ${clientId}`, stranger, `admin ${staff}`, ''].map((who) => server.get(path, who));
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([403, 404, 404, 401]);
    expect((await server.get(path, clientId)).statusCode).toBe(200);
    const { rows } = await server.pool.query(
      'select action, subject_id from ledger.audit where client_id = $1 order by number',
      [clientId],
    );
    expect(rows).toEqual([
      { action: 'archive.ask', subject_id: id },
      { action: 'archive.download', subject_id: id },
    ]);
  });
});

it('[U24] every table with rows of clients is in a file, or left out with a reason', async () => {
  const { rows } = await server.pool.query<{ name: string }>(
    `select distinct c.table_schema || '.' || c.table_name as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema in ('app', 'ledger') and t.table_type = 'BASE TABLE' and (c.table_name in ('user', 'party_book', 'party')
       or c.column_name in ('client_id', 'user_id', 'owner_id', 'party_id', 'lead_id', 'trade_id', 'order_id', 'copy_id', 'quote_id', 'archive_id', 'deposit_id')) order by 1`,
  );
  const named = new Set([...FILES.flatMap(({ tables }) => tables), ...Object.keys(LEFT_OUT)]);
  expect(rows.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
  const { rows: there } = await server.pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('app', 'ledger')`,
  );
  const tables = new Set(there.map(({ name }) => name));
  expect([...named].filter((name) => !tables.has(name))).toEqual([]);
});
