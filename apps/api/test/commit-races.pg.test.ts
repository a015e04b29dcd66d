import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, brokenInvariants, OPEN_MARKETS, openBooks } from './books.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { closingEntry, closingRows } from './trade-rows.ts';
import { type CommitCall, commitTester, type TryCommit } from './try-commit.ts';

/** Two batches at once, by somebody who locks nothing before. */
let db: FreshDatabase;
let books: Books;
let client: string;
let staff: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  [client, staff] = [await books.openParty(), await books.openParty('staff')];
  await books.fund(client, 10_000_000n);
});

afterAll(async () => {
  // Results here are made up, to be refused for something else: what notices those looks afterwards.
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await books.ledger.close();
  await db.drop();
});

const AT = OPEN_MARKETS.toISOString();

async function openTrade(): Promise<string> {
  const { outcome } = await books.run({
    kind: 'open_trade', clientId: client, symbol: 'EURUSD', side: 'buy', lots: 10n, amount: 200_000n,
  }); // prettier-ignore
  return outcome.ok ? (outcome.result['trade_id'] ?? '') : '';
}

/** Two connections, each of which calls the commit function within what it has begun. */
async function twoAtOnce(
  run: (one: pg.PoolClient, two: pg.PoolClient, callers: [TryCommit, TryCommit]) => Promise<void>,
): Promise<void> {
  const [one, two] = [await db.pool.connect(), await db.pool.connect()];
  const caller = (connection: pg.PoolClient) =>
    commitTester({ query: connection.query.bind(connection) } as unknown as pg.Pool, staff, OPEN_MARKETS);
  try {
    await run(one, two, [await caller(one), await caller(two)]);
  } finally {
    await one.query('rollback');
    await two.query('rollback');
    one.release();
    two.release();
  }
}

it('[L23] a row that another batch has changed meanwhile is compared as it is then: nobody opens again what was closed', async () => {
  // The margin of another trade would pay for closing it twice.
  await openTrade();
  const id = await openTrade();
  const { rows: quotes } = await db.pool.query<{ id: string; bid: string; ask: string }>(
    'select q.id, q.bid, q.ask from ledger.quote q join ledger.trade t on t.entry_quote_id = q.id where t.id = $1',
    [id],
  );
  const result = Number((BigInt(quotes[0]?.bid ?? 0) - BigInt(quotes[0]?.ask ?? 0)) / 10_000n);
  const closing: CommitCall = {
    entries: [closingEntry(client, id, 200_000, result)],
    rows: closingRows({
      id, lots_closed: '10', collateral_out: '200000', realised: String(result), exact_num: String(result), exact_den: '1', shortfall: '0',
      exit_price: quotes[0]?.bid, exit_quote_id: quotes[0]?.id, at: AT, closed_by: 'client', exit_fill_id: newId(),
    }),
  }; // prettier-ignore
  await twoAtOnce(async (one, _two, [first, second]) => {
    await one.query('begin');
    expect(await first(closing)).toBe('accepted');
    const amending = second({ entries: [], rows: { trade: [{ id, loss_step: 1 }] } });
    // Long enough to come to the row and to wait for it.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await one.query('commit');
    expect(await amending).toBe('L7');
  });
  const { rows } = await db.pool.query('select status, collateral_left from ledger.trade where id = $1', [id]);
  expect(rows).toEqual([{ status: 'closed', collateral_left: '0' }]);
});

it('[G5] of two simultaneous debits that correct one entry, the later one takes at most what the earlier one left', async () => {
  const adjustment = (cents: number, corrects: string | null): CommitCall => ({
    entries: [{ event: 'adjustment', client, subject: newId(), corrects, postings: [['cash', cents], ['adjustments', -cents]] }],
  }); // prettier-ignore
  await twoAtOnce(async (one, _two, [first, second]) => {
    expect(await first(adjustment(-500, null))).toBe('accepted');
    const { rows } = await one.query<{ number: string }>('select number from ledger.head where book = 1');
    const corrects = rows[0]?.number ?? '';
    await one.query('begin');
    expect(await first(adjustment(300, corrects))).toBe('accepted');
    const taking = second(adjustment(300, corrects));
    // Long enough to come to the client's row and to wait for it.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await one.query('commit');
    expect(await taking).toBe('CB007');
    expect(await second(adjustment(200, corrects))).toBe('accepted');
  });
});

it('[L34] nothing is committed on what was seen before a lock was held, nor at a time that no clock says', async () => {
  await twoAtOnce(async (one, _two, [call]) => {
    for (const level of ['repeatable read', 'serializable']) {
      await one.query(`begin isolation level ${level}`);
      expect(await call({ entries: [] }), level).toBe('CB018');
      await one.query('rollback');
    }
    for (const at of ["'infinity'", "'-infinity'", 'null'])
      await expect(one.query(`select ledger.commit_batch(1::smallint, ${at}::timestamptz, null, null, null, null)`), at).rejects.toMatchObject({ code: 'CB018' }); // prettier-ignore
    expect(await call({ entries: [] })).toBe('accepted');
  });
});

it('[L39] where money or prices are real a batch is of now by the database’s own clock, whatever the server’s says', async () => {
  const fresh = await freshDatabase();
  const dated = (seconds: number) =>
    fresh.pool
      .query("select ledger.commit_batch(1::smallint, clock_timestamp() + $1 * interval '1 s', null, null, null, null)", [seconds])
      .then(() => 'accepted', (error: { code?: string }) => error.code); // prettier-ignore
  try {
    await fresh.ownerPool.query('alter table app.instance disable trigger user');
    const times = [-86_400, -75, -45, 45, 75, 86_400];
    const answers = async () => Promise.all(times.map(dated));
    expect(await answers()).toEqual(times.map(() => 'accepted'));
    for (const real of ["mode = 'live', market_source = 'simulated'", "mode = 'demo', market_source = 'live'"]) {
      await fresh.ownerPool.query(`update app.instance set ${real}`);
      expect(await answers(), real).toEqual(['40001', '40001', 'accepted', 'accepted', '40001', '40001']);
    }
  } finally {
    await fresh.drop();
  }
});
