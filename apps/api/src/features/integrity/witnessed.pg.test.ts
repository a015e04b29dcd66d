import { COSIGNATURE, lookAgain, type ReadFile, readVerifierKey, type Remembered, signerKey } from '@clearbook/verify';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import pg from 'pg';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { Alarm } from '../../../../../packages/witness/src/memory.ts';
import { openStore } from '../../../../../packages/witness/src/store.ts';
import { createWitness, type Witness } from '../../../../../packages/witness/src/witness.ts';
import { type Books, openBooks } from '../../../test/books.ts';
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { createPool } from '../../platform/database/pool.ts';
import { APP_ROLE } from '../../platform/database/roles.ts';
import { databaseOf, withLogin } from '../../platform/database/url.ts';
import { createSeal } from '../../platform/seal.ts';
import { appendLeaves, rootOf, sha256 } from '../../platform/tlog/index.ts';
import { createSequencer, LogKeys, mountLog } from '../transparency/index.ts';
import { recentWalk } from './walk.ts';

const ORIGIN = 'books.example/log';
const quiet = { warn: () => undefined, error: () => undefined };
const at = (seconds: number): Date => new Date(Date.UTC(2026, 2, 11, 16) + seconds * 1_000);
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each();
});

/** An installation: its database, its books, and its log as anybody reads it. */
type Site = { readonly pool: pg.Pool; readonly superuserUrl: string; readonly books: Books; readonly read: ReadFile };

async function siteOver(pool: pg.Pool, superuserUrl: string): Promise<Site> {
  const app = Fastify();
  mountLog(app, { pool });
  await app.ready();
  const books = openBooks(pool);
  undo.push(() => Promise.all([books.ledger.close(), app.close()]));
  const read: ReadFile = async (path) => {
    const answer = await app.inject({ url: `/log/${path}` });
    return answer.statusCode === 200 ? answer.rawPayload : undefined;
  };
  return { pool, superuserUrl, books, read };
}

async function siteWith(entries: number): Promise<Site> {
  const db: FreshDatabase = await freshDatabase();
  undo.push(() => db.drop());
  const site = await siteOver(db.pool, db.superuserUrl);
  await grow(site, entries);
  await sign(site, at(0));
  return site;
}

async function grow({ books }: Site, entries: number): Promise<void> {
  const client = await books.openParty();
  await books.fund(client, 1_000_000n);
  const order = {
    kind: 'open_trade',
    clientId: client,
    symbol: 'EURUSD',
    side: 'buy',
    lots: 1n,
    amount: 20_000n,
  } as const;
  for (let i = 0; i < entries; i += 1) await books.run(order);
}

async function sign({ pool }: Site, now: Date): Promise<void> {
  const keys = new LogKeys({ pool, seal: createSeal(Buffer.alloc(32, 1)), log: quiet, origin: ORIGIN });
  await createSequencer({ pool, log: quiet, signers: () => keys.signers(now) }).run(now);
}

/** The database as it is now, as a backup has it, opened as an installation of its own. */
async function backupOf({ pool, superuserUrl }: Site): Promise<Site> {
  const admin = new pg.Client({ connectionString: superuserUrl.replace(databaseOf(superuserUrl), 'postgres') });
  await admin.connect();
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    databaseOf(superuserUrl),
  ]);
  await admin.end();
  const copy = await emptyDatabase(databaseOf(superuserUrl));
  const restored = createPool(withLogin(copy.url, { user: APP_ROLE, password: inject('cluster').appPassword }));
  undo.push(async () => {
    await restored.end();
    await copy.drop();
  });
  await pool.query('select 1');
  return siteOver(restored, copy.url);
}

async function asSuperuser({ superuserUrl }: Site, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await work(client);
  } finally {
    await client.end();
  }
}

async function witnessOf({ pool }: Site, name = 'witness.example/w1'): Promise<Witness & { published(): Buffer }> {
  const folder = mkdtempSync(join(tmpdir(), 'clearbook-witness-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const { rows } = await pool.query<{ vkey: string }>('select vkey from ledger.log_key');
  const signer = signerKey(name, COSIGNATURE, createHash('sha256').update(name).digest());
  const keys = rows.map(({ vkey }) => readVerifierKey(vkey));
  const witness = createWitness({ keys, signer, store: openStore(folder), now: () => 1_800_000_000 });
  return { ...witness, published: () => readFileSync(join(folder, 'checkpoint')) };
}

/** What a witness raises when it looks, or nothing. */
async function alarmOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (!(error instanceof Alarm)) throw error;
    return error.kind;
  }
}

async function remembered(read: ReadFile, before?: Remembered): Promise<Remembered> {
  const sight = await lookAgain(before, read);
  if ('fault' in sight) throw new Error(sight.fault.message);
  return sight.remembered;
}
/** What a client's browser says that comes back with what it kept. */
async function faultOf(read: ReadFile, before: Remembered): Promise<string> {
  const sight = await lookAgain(before, read);
  return 'fault' in sight ? sight.fault.kind : 'none';
}
const hourAgo = (): Date => at(-3_600);

describe('[U140] a database that was set back to yesterday’s backup', () => {
  it('is noticed by a witness and by the browser of whoever was there since, also once it has grown again', async () => {
    const site = await siteWith(3);
    const yesterday = await backupOf(site);
    await grow(site, 4);
    await sign(site, at(60));
    const witness = await witnessOf(site);
    await witness.look(site.read);
    const visitor = await remembered(site.read);
    expect(await alarmOf(witness.look(yesterday.read))).toBe('shrunk');
    expect(await faultOf(yesterday.read, visitor)).toBe('shrunk');
    await grow(yesterday, 9);
    await sign(yesterday, at(120));
    expect((await recentWalk(yesterday.pool, hourAgo())).length, 'it agrees with itself').toBe(0);
    expect(await alarmOf(witness.look(yesterday.read))).toBe('forked');
    expect(await faultOf(yesterday.read, visitor)).toBe('forked');
  });
});

describe('[U141] two clients who are shown different checkpoints', () => {
  it('are found out by witnesses that compare, and by either client who sees the other’s', async () => {
    const one = await siteWith(3);
    const other = await backupOf(one);
    await grow(one, 2);
    await grow(other, 2);
    await sign(one, at(60));
    await sign(other, at(60));
    const [first, second] = [await witnessOf(one), await witnessOf(other, 'witness.example/w2')];
    await first.look(one.read);
    await second.look(other.read);
    expect(await alarmOf(first.compare(second.published(), one.read))).toBe('forked');
    expect(await alarmOf(second.compare(first.published(), other.read))).toBe('forked');
    expect(await faultOf(other.read, await remembered(one.read))).toBe('forked');
  });
});

describe('[U142] a balance that was raised, with everything made anew and signed by the log’s own key', () => {
  it('agrees with itself, and with nothing that anybody has seen before', async () => {
    const site = await siteWith(3);
    const witness = await witnessOf(site);
    await witness.look(site.read);
    const visitor = await remembered(site.read);
    await asSuperuser(site, raiseAndMakeAnew);
    await sign(site, at(60));
    expect(await recentWalk(site.pool, hourAgo()), 'nothing inside the database shows it').toEqual([]);
    expect(await alarmOf(witness.look(site.read))).toBe('forked');
    expect(await faultOf(site.read, visitor)).toBe('forked');
  });
});

/** One more dollar, in the entry that paid in, in every running total, in the chain, the leaves, the tiles and the root: whoever does this has every nonce and key. */
async function raiseAndMakeAnew(client: pg.Client): Promise<void> {
  await client.query(`
    update ledger.entry set amounts = array[amounts[1] + 100, amounts[2] - 100] where number = 1;
    update ledger.party set cash = cash + 100, deposited = deposited + 100 where kind = 'client';
    update ledger.house_delta set amount = amount + 100 where account = 17 and upto = 1;
    update ledger.entry set canonical = ledger.canonical_entry(book, number);
    do $$ declare e record; before bytea := ledger.link_at(1::smallint, 0); begin
      for e in select number, canonical from ledger.entry order by number loop
        before := sha256(before || e.canonical);
        update ledger.entry set link = before where number = e.number;
      end loop; end $$;
    update ledger.log_leaf l set entry = sha256(set_byte('\\x00', 0, l.type) || n.nonce || ledger.canonical_leaf(l.type, l.source_row))
      from ledger.log_nonce n where n.leaf_index = l.leaf_index;
    delete from ledger.log_signature; delete from ledger.log_checkpoint; delete from ledger.log_tile`);
  const { rows } = await client.query<{ entry: Buffer }>('select entry from ledger.log_leaf order by leaf_index');
  const tiles = appendLeaves(
    0,
    [],
    rows.map(({ entry }) => entry),
  );
  for (const { level, index, hashes } of tiles)
    await client.query('insert into ledger.log_tile values ($1, $2, $3)', [level, index, hashes]);
  await client.query('update ledger.log_tree set root = $1', [rootOf(rows.length, tiles)]);
}

describe('[U143] another key in the place of the log’s', () => {
  it('is believed by no witness and by nobody who knew the former one', async () => {
    const site = await siteWith(3);
    const witness = await witnessOf(site);
    await witness.look(site.read);
    const visitor = await remembered(site.read);
    await asSuperuser(site, (client) =>
      client.query(
        'delete from ledger.log_signature; delete from ledger.log_checkpoint; delete from app.log_secret; delete from ledger.log_key',
      ),
    );
    await sign(site, at(60));
    expect(await alarmOf(witness.look(site.read))).toBe('key');
    expect(await faultOf(site.read, visitor)).toBe('key');
  });

  it('is named by the job as well where what the former one signed is still there', async () => {
    const site = await siteWith(3);
    await asSuperuser(site, (client) =>
      client.query('update ledger.log_key set vkey = $1, key_id = $2', [
        `${ORIGIN}+01020304+${Buffer.concat([Buffer.of(1), sha256(Buffer.of(7))]).toString('base64')}`,
        Buffer.of(1, 2, 3, 4),
      ]),
    );
    const named = (await recentWalk(site.pool, hourAgo())).map(({ relation }) => relation);
    expect(named).toContain('ledger.log_key');
    expect(named).toContain('ledger.log_signature');
  });
});
