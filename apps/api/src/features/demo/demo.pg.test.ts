import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePrice } from '@clearbook/domain/market';
import { afterEach, describe, expect, it } from 'vitest';
import { brokenInvariants, OPEN_MARKETS, openBooks, simulatedPrices } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { fileStorage } from '../../adapters/files/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { FileStore } from '../../platform/files/index.ts';
import { createLog } from '../../platform/log.ts';
import { enqueueMail, MailWorker } from '../../platform/mail/index.ts';
import { createSeal } from '../../platform/seal.ts';
import { createDemoSeed, DEMO_DOMAIN, type DemoSeedParts, ensureDemoPerson, sparingDemoClients } from './index.ts';

const log = createLog({ level: 'fatal' });
const clock = { now: () => OPEN_MARKETS };
const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const each of closing.splice(0).toReversed()) await each();
});

async function installation(): Promise<{ database: FreshDatabase; parts: DemoSeedParts }> {
  const database = await freshDatabase();
  closing.push(() => database.drop());
  const dataDir = mkdtempSync(join(tmpdir(), 'clearbook-demo-'));
  closing.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const { ledger } = openBooks(database.pool);
  const { quote } = simulatedPrices(clock.now);
  const parts: DemoSeedParts = {
    wanted: true,
    pool: database.pool,
    ledger,
    files: new FileStore(database.pool, fileStorage({ dataDir }), createSeal(Buffer.alloc(32, 7))),
    market: {
      quote: (symbol, markup) => quote(symbol, markup),
      status: () => ({
        source: 'simulated',
        label: '',
        ticksFrom: undefined,
        ok: true,
        good: 77,
        closed: 0,
        setAside: 0,
        silent: 0,
        classes: [],
        connections: [],
      }),
      onTick: () => () => undefined,
    },
    prices: {
      usdPrice: () =>
        Promise.resolve({ ok: true, price: parsePrice('2000'), source: 'test', quoteId: null, at: OPEN_MARKETS }),
    },
    clock,
    log,
  };
  return { database, parts };
}

async function run(parts: DemoSeedParts): Promise<void> {
  const seed = createDemoSeed(parts);
  seed.start();
  await seed.done();
}

/** How much there is of everything that a seed makes. */
async function contents({ pool }: FreshDatabase): Promise<unknown> {
  const tables = ['app.user', 'app.file', 'app.note', 'app.mail_outbox', 'ledger.party', 'ledger.entry', 'ledger.posting', 'ledger.command', 'ledger.trade', 'ledger.fill', 'ledger.deposit', 'ledger.withdrawal', 'ledger.audit']; // prettier-ignore
  const { rows } = await pool.query(
    `select ${tables.map((table) => `(select count(*)::int from ${table}) as "${table}"`).join(', ')}, (select sum(cash) from ledger.party) as cash`,
  );
  return rows[0];
}

describe('demo data', () => {
  it('[O30] is five clients that say what they are, with something of every kind, through the ledger', async () => {
    const { database, parts } = await installation();
    await run(parts);
    const { rows: clients } = await database.pool.query(
      "select fullname, email from app.user where role = 'client' order by email",
    );
    expect(clients).toEqual(
      [1, 2, 3, 4, 5].map((n) => ({ fullname: `Demo Client ${n}`, email: `demo${n}@${DEMO_DOMAIN}` })),
    );
    const statuses = async (table: string) =>
      (await database.pool.query<{ status: string }>(`select distinct status from ledger.${table}`)).rows
        .map(({ status }) => status)
        .toSorted();
    expect(await statuses('deposit')).toEqual(['approved', 'pending', 'rejected']);
    expect(await statuses('withdrawal')).toEqual(['approved', 'pending', 'rejected']);
    expect(await statuses('trade')).toEqual(['closed']);
    const { rows: proofs } = await database.pool.query<{ file: string }>(
      'select f.id as file from ledger.deposit d join app.file f on f.id = d.proof_file and f.owner_id = d.client_id',
    );
    expect(proofs).toHaveLength(3);
    for (const { file } of proofs) expect((await parts.files.read(file))?.length).toBeGreaterThan(500);
    const { rows: deciders } = await database.pool.query(
      'select distinct u.email from ledger.audit a join app.user u on u.id = a.actor_id',
    );
    expect(deciders).toEqual([{ email: `demo-desk@${DEMO_DOMAIN}` }]);
    expect(await brokenInvariants(database.pool)).toEqual([]);
  });

  it('[O31] is made once: a second run and runs at one moment add nothing', async () => {
    const { database, parts } = await installation();
    await Promise.all([run(parts), run(parts), run({ ...parts, ledger: openBooks(database.pool).ledger })]);
    await run(parts);
    const first = await contents(database);
    await run(parts);
    expect(await contents(database)).toEqual(first);

    const other = await installation();
    await run(other.parts);
    expect(await contents(other.database)).toEqual(first);
  });

  it('[O31] that was cut off at any command is continued, and none of it is doubled', async () => {
    const whole = await installation();
    await run(whole.parts);
    const { database, parts } = await installation();
    for (let cut = 0; cut < 45; cut += 4) {
      let left = cut;
      const dying: Ledger = {
        ...parts.ledger,
        execute: (...given) =>
          left-- > 0 ? parts.ledger.execute(...given) : Promise.reject(new Error('the process died')),
      };
      await run({ ...parts, ledger: dying });
      expect(await brokenInvariants(database.pool)).toEqual([]);
    }
    await run(parts);
    expect(await contents(database)).toEqual(await contents(whole.database));
  });

  it('[O32] lets nobody in: no account has a password, and an address that a person took first is left alone', async () => {
    const { database, parts } = await installation();
    const id = await ensureDemoPerson(
      database.pool,
      { email: `demo2@${DEMO_DOMAIN}`, username: 'me', fullname: 'Me', role: 'client' },
      OPEN_MARKETS,
    );
    await database.pool.query("update app.user set password_hash = '$argon2id$v=19$taken' where id = $1", [id]);
    await run(parts);
    const { rows } = await database.pool.query('select email, fullname from app.user where password_hash is not null');
    expect(rows).toEqual([{ email: `demo2@${DEMO_DOMAIN}`, fullname: 'Me' }]);
    expect((await database.pool.query('select from ledger.entry where client_id = $1', [id])).rowCount).toBe(0);
  });

  it('[O32] mails nobody, now or later, and ordinary clients still get theirs', async () => {
    const { database, parts } = await installation();
    await run(parts);
    const ann = await ensureDemoPerson(
      database.pool,
      { email: 'ann@example.org', username: 'ann', fullname: 'Ann', role: 'client' },
      OPEN_MARKETS,
    );
    await enqueueMail(database.pool, { userId: ann ?? '', template: 'welcome' }, OPEN_MARKETS);
    const sent: string[] = [];
    const transport = sparingDemoClients(
      { send: async ({ to }) => void sent.push(to), close: () => undefined },
      () => false,
    );
    const worker = new MailWorker({
      pool: database.pool,
      clock,
      log,
      transport,
      config: { mode: 'demo', mailFrom: 'desk@example.org', publicUrl: 'http://127.0.0.1' },
    });
    worker.start();
    await expect
      .poll(async () => (await database.pool.query("select from app.mail_outbox where state <> 'sent'")).rowCount)
      .toBe(0);
    await worker.stop();
    expect(sent).toEqual(['ann@example.org']);
    expect((await database.pool.query('select from app.mail_outbox')).rowCount).toBeGreaterThan(1);
  });

  it('[O33] is not made where it is not wanted, and needs no price: without one there are no trades', async () => {
    const { database, parts } = await installation();
    await run({ ...parts, wanted: false });
    expect((await database.pool.query('select from app.user')).rowCount).toBe(0);
    const refused = { ok: false, code: 'market.closed', detail: 'Closed.' } as const;
    await run({ ...parts, market: { ...parts.market, quote: () => refused } });
    expect((await database.pool.query("select from app.user where role = 'client'")).rowCount).toBe(5);
    expect((await database.pool.query('select from ledger.trade')).rowCount).toBe(0);
    expect(await brokenInvariants(database.pool)).toEqual([]);
  });
});
