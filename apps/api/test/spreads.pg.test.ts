import type { InstrumentDetail } from '@clearbook/contracts/market';
import { CONFIG_NOTICE_MS } from '@clearbook/domain/configuration-notice';
import { NO_PACKAGE } from '@clearbook/domain/positions';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from './books.ts';
import { configuring, type Configuring } from './configuring.ts';
import { freshDatabase, type FreshDatabase } from './database.ts';
import { STANDARD_FINANCING } from './financing.ts';
import { serve, type Served } from './served.ts';
import { commitTester } from './try-commit.ts';
import { openWatchBooks, type WatchBooks } from './watch-books.ts';
import { registerMarketRoutes } from '../src/features/market/index.ts';
import { changeTeller, Financing, Spreads, tellChanges } from '../src/features/configuration/index.ts';
import { transaction } from '../src/platform/transaction.ts';

const NOTICE_MS = CONFIG_NOTICE_MS.spread ?? Number.NaN;
const LEVELS = { EURUSD: '1.1' } as const;

let db: FreshDatabase;
let books: WatchBooks;
let spreads: Spreads;
let spread: Configuring<'spread'>;
let http: Served;

beforeAll(async () => {
  db = await freshDatabase();
  spreads = new Spreads(db.pool);
  books = openWatchBooks(db.pool, {}, spreads);
  spread = await configuring(books, db.pool, 'spread', 'EURUSD');
  http = await serve(books.now, (register) =>
    registerMarketRoutes(register, {
      market: books.market,
      termsOf: () => Promise.resolve(NO_PACKAGE),
      unwatched: () => Promise.resolve(undefined),
      usual: () => Promise.resolve(undefined),
      financing: STANDARD_FINANCING,
      spreads,
    }),
  );
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  expect(books.faults()).toEqual([]);
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

/** The clock goes to this instant, with good prices: three times, so that they are believed wherever they were before. */
function goTo(time: string | Date): void {
  const seconds = (new Date(time).getTime() - books.now().getTime()) / 1_000;
  for (const part of [seconds - 0.002, 0.001, 0.001]) books.say(part, LEVELS);
}

async function set(added: string | null, effectiveAt: Date | null = null): Promise<void> {
  await spread.set({ added }, effectiveAt);
  await spreads.read();
}

const tell = (): Promise<void> =>
  tellChanges({ pool: db.pool, financing: new Financing(db.pool), spreads }, books.now());

async function told(): Promise<{ user_id: string; kind: string; values: object }[]> {
  const { rows } = await db.ownerPool.query<{ user_id: string; kind: string; values: object }>(
    `select user_id, kind, values from app.notification where kind in ('spread-changes', 'spread-stays') order by at, kind, user_id`,
  );
  return rows;
}

/** The quote that a trade was opened at, as the books keep it. */
async function entryOf(id: string): Promise<{ feed_bid: string; feed_ask: string; ask: string }> {
  const { rows } = await db.pool.query<{ feed_bid: string; feed_ask: string; ask: string }>(
    `select q.feed_bid, q.feed_ask, q.ask from ledger.trade t join ledger.quote q on (q.book, q.id) = (t.book, t.entry_quote_id) where t.id = $1`,
    [id],
  );
  if (rows[0] === undefined) throw new Error('no such trade');
  return rows[0];
}

describe('[M93] what two people add to a spread', () => {
  it('is in every quote from a week after they agreed, and in none before: trades open at it, and what an instrument says of itself', async () => {
    goTo('2026-03-10T15:00:00.000Z');
    const client = await books.client();
    const plain = await entryOf(await books.open(client));
    await set('0.8');
    const from = new Date(books.now().getTime() + NOTICE_MS);
    expect(await entryOf(await books.open(client))).toEqual(plain);
    const detail = () => http.get<InstrumentDetail>('/instruments/EURUSD', `client ${client}`);
    const before = await detail();
    expect([before.added_spread, before.spread_change]).toEqual([
      '0.0',
      { from: from.toISOString(), added_spread: '0.8' },
    ]);

    goTo(new Date(from.getTime() + 60_000));
    const wide = await entryOf(await books.open(client));
    // Half of 0.8 pips is four ticks, on either side.
    expect(BigInt(wide.feed_ask) - BigInt(plain.feed_ask)).toBe(BigInt(plain.feed_bid) - BigInt(wide.feed_bid));
    expect(Number(BigInt(wide.ask) - BigInt(plain.ask)) / Number(BigInt(plain.ask))).toBeCloseTo(0.00004 / 1.1, 6);
    const after = await detail();
    expect([after.added_spread, after.spread_change]).toEqual(['0.8', null]);
    expect(Number(after.spread) - Number(before.spread)).toBeCloseTo(0.8);
  });

  it('is told to whoever holds the instrument or has an order for it, once, and to nobody else', async () => {
    goTo('2026-04-07T15:00:00.000Z');
    const [holder, waiting, gone] = [await books.client(), await books.client(), await books.client()];
    await books.open(holder);
    await books.place(waiting, { side: 'buy', type: 'limit', price: '1.05' });
    await books.run({ kind: 'close_trade', clientId: gone, tradeId: await books.open(gone), lots: null });
    const untold = new Set((await told()).map(({ user_id }) => user_id));
    await set(null);
    await Promise.all([tell(), tell()]);
    await tell();
    const values = { symbol: 'EURUSD', at: '2026-04-14 15:00', added: 'nothing', added_before: '0.8 pips' };
    const found = (await told()).filter(({ user_id }) => [holder, waiting, gone].includes(user_id));
    expect(untold.size).toBe(0);
    expect(found).toEqual([holder, waiting].toSorted().map((user_id) => ({ user_id, kind: 'spread-changes', values })));

    // Of two for one moment the newer one counts: whoever opens it afterwards is told once.
    await set('0.3');
    const late = await books.client();
    await books.open(late);
    await tell();
    expect((await told()).filter(({ user_id }) => user_id === late)).toEqual([
      { user_id: late, kind: 'spread-changes', values: { ...values, added: '0.3 pips' } },
    ]);

    // Taken back for the same moment: whoever was told is told that nothing changes.
    await set('0.8');
    await tell();
    expect((await told()).filter(({ user_id, kind }) => user_id === holder && kind === 'spread-stays')).toEqual([
      { user_id: holder, kind: 'spread-stays', values: { ...values, added: '0.8 pips' } },
    ]);
  });

  it('is looked for among all clients when a change is announced, and then once a minute, through an index of who holds the instrument', async () => {
    goTo('2026-04-15T15:00:00.000Z');
    await set('0.4');
    const asked: string[] = [];
    const query = (text: string, values: unknown[]) => {
      if (text.includes('ledger.exposure')) asked.push(text);
      return db.pool.query(text, values);
    };
    const { connect, options } = db.pool;
    const pool = { query, connect: connect.bind(db.pool), options } as unknown as FreshDatabase['pool'];
    const run = changeTeller({ pool, financing: new Financing(db.pool), spreads });
    const toldOf = async (id: string) => (await told()).filter(({ user_id }) => user_id === id).length;
    await run(books.now());
    const client = await books.client();
    await books.open(client);
    goTo(new Date(books.now().getTime() + 5_000));
    await run(books.now());
    expect([asked.length, await toldOf(client)]).toEqual([1, 0]);
    goTo(new Date(books.now().getTime() + 60_000));
    await run(books.now());
    expect([asked.length, await toldOf(client)]).toEqual([2, 1]);
    await set(null);
    await run(books.now());
    expect([asked.length, await toldOf(client)], 'of both').toEqual([4, 2]);

    const given = [`'${client}'`, "'EURUSD'", 'true', 'now()', "'spread'", 'false'];
    const sql = (asked[0] ?? '').replaceAll(/\$(\d)/g, (_, nth: string) => given[Number(nth) - 1] ?? '');
    const { rows } = await transaction(db.pool, async (tx) => {
      // A few rows are read as quickly from the table: what counts is whether the index can be used.
      await tx.query('set local enable_seqscan = off');
      return tx.query<{ 'QUERY PLAN': string }>(`explain ${sql}`);
    });
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('exposure_symbol');
    expect(plan).not.toMatch(/Scan on trade/);
  });

  it('takes effect a week after the approval at the earliest, and is ten pips or basis points at most: the database knows', async () => {
    goTo('2026-04-20T15:00:00.000Z');
    const { proposalId, command } = await spread.propose({ added: '1.5' }, new Date(books.now().getTime() + 3_600_000));
    const now = books.now();
    const version = {
      ...{ proposal_id: proposalId, item: 'spread', key: 'EURUSD', value: JSON.parse(command.value) as object },
      ...{ proposed_by: spread.maker, approved_by: spread.checker, reason: 'rates rose', reverts: null, at: now },
    };
    const tryCommit = await commitTester(db.pool, spread.checker, now);
    const proposal = [{ id: proposalId, status: 'approved', decided_by: spread.checker, decided_at: now }];
    const commit = (effective_at: Date) =>
      tryCommit({ entries: [], key: newId(), rows: { config_version: [{ ...version, effective_at }], proposal } });
    expect(await commit(new Date(now.getTime() + NOTICE_MS - 1))).toBe('CF2');
    expect(await commit(new Date(now.getTime() + NOTICE_MS))).toBe('accepted');
    const judged = await db.ownerPool.query<{ sound: boolean }>(
      `select ledger.is_spread(v::jsonb) as sound from unnest(array['{"added":"10.1"}', '{"added":"-1"}', '{}', '{"added":1}', '{"added":"0.55"}', '{"added":"1","other":1}',
         '{"added":null}', '{"added":"10"}', '{"added":"0.5"}']) v`,
    );
    expect(judged.rows.map(({ sound }) => sound)).toEqual([false, false, false, false, false, false, true, true, true]);
  });
});
