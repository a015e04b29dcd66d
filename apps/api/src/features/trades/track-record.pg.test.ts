import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as newId } from 'uuid';
import { marksFrom } from '@clearbook/domain/trading';
import { OPEN_MARKETS, simulatedPrices } from '../../../test/books.ts';
import { type CopyBooks, openCopyBooks } from '../../../test/copies.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { readTrackRecord, updateTrackRecord } from './index.ts';
import { LAST, RESULTS } from './track-record.ts';

const DAY_MS = 86_400_000;

let database: FreshDatabase;
let books: CopyBooks;
beforeAll(async () => {
  database = await freshDatabase();
  books = openCopyBooks(database.pool);
});
afterAll(async () => {
  await books.ledger.close();
  await database.drop();
});

const market = { marks: () => marksFrom(simulatedPrices(books.now).quote) };
const update = () => updateTrackRecord({ pool: database.pool, market }, books.now());
const read = () => readTrackRecord(database.pool);

/** A client with one open trade; what it brings by and by is the market's business. */
async function trader(side: 'buy' | 'sell' = 'buy'): Promise<{ id: string; tradeId: string }> {
  const id = await books.openParty();
  await books.fund(id, 1_000_000n);
  return { id, tradeId: await books.lead(id, { symbol: 'XRP', side, lots: 5_000n, amount: 50_000n }) };
}

/** The same from every posting that changed what a client has, by code of its own; open trades at the last prices. */
async function recount(since: Date): Promise<{ clients: number; lost: number }> {
  const { rows: moved } = await database.pool.query<{ client_id: string; cents: string }>(
    `select e.client_id, (-sum(p.amount))::text as cents from ledger.entry e join ledger.posting p on (p.book, p.entry_number) = (e.book, e.number) and p.account in (1, 2)
     where e.event in (4, 16, 17) and e.at > $1 group by e.client_id`,
    [since],
  );
  const { rows: open } = await database.pool.query<{ client_id: string; side: string; lots: string; entry: string }>(
    "select client_id, side, open_lots as lots, entry_price as entry from ledger.trade where status = 'active'",
  );
  const results = new Map(moved.map(({ client_id: id, cents }) => [id, Number(cents)]));
  for (const { client_id: id, side, lots, entry } of open) {
    const mark = market.marks().mark('XRP', 16);
    const way = side === 'buy' ? Number(mark?.bid) - Number(entry) : Number(entry) - Number(mark?.ask);
    results.set(id, (results.get(id) ?? 0) + Math.round((way * Number(lots)) / 1e10));
  }
  return { clients: results.size, lost: [...results.values()].filter((cents) => cents < 0).length };
}

describe('how many clients lose', () => {
  it('[T40] is not known before anybody has traded, and is looked for again until then', async () => {
    await books.fund(await books.openParty(), 1_000n);
    await update();
    expect(await read()).toBeNull();
  });

  it('[T40] equals a recount from the postings and the last prices, and stays for a day', async () => {
    for (const side of ['buy', 'sell', 'buy'] as const) {
      const { id, tradeId } = await trader(side);
      books.at(new Date(books.now().getTime() + 3_600_000));
      await books.close(id, tradeId, side === 'sell' ? 1_000n : undefined);
    }
    await trader();
    await trader('sell');
    await update();
    const found = await recount(new Date(0));
    expect(found.clients).toBe(5);
    expect(found.lost).toBeGreaterThan(0);
    const figure = { lost_percent: Math.ceil((found.lost * 100) / found.clients), until: '2026-03-11' };
    expect(await read()).toEqual(figure);

    await trader();
    await update();
    expect(await read()).toEqual(figure);
    books.at(new Date(OPEN_MARKETS.getTime() + DAY_MS));
    // As often as there are processes, at one moment.
    await Promise.all(Array.from({ length: 8 }, update));
    const next = await recount(new Date(0));
    expect(next.clients).toBe(6);
    expect(await read()).toEqual({ lost_percent: Math.ceil((next.lost * 100) / next.clients), until: '2026-03-12' });
  });

  it('[T40] reads the trades of a year by each client’s own indexes, some clients at a time, and never all trades', async () => {
    const client = await database.ownerPool.connect();
    try {
      await client.query('begin');
      // A few rows are read as quickly from the table: what counts is whether the indexes can be used.
      await client.query('set local enable_seqscan = off');
      const planOf = async (sql: string, values: unknown[]): Promise<string> =>
        (await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, values)).rows
          .map((row) => row['QUERY PLAN'])
          .join('\n');
      const plan = await planOf(RESULTS, [OPEN_MARKETS, newId()]);
      expect(plan).toMatch(/using trade_client_active on trade t .*\n +Index Cond: \(client_id = /);
      expect(plan).toMatch(/trade_client_closed.*\n +Index Cond: \(\(client_id = .*\) AND \(closed_at > /);
      for (const text of [plan, await planOf(LAST, [newId()])])
        expect(text).not.toMatch(/Seq Scan on (?:trade|entry|party)\b/);
      await client.query('rollback');
    } finally {
      client.release();
    }
  });

  it('[T40] leaves out bots, and what was closed more than twelve months ago', async () => {
    const clientsOf = async (): Promise<number> => {
      const { rows } = await database.pool.query<{ clients: number }>('select clients from app.track_record');
      return rows[0]?.clients ?? 0;
    };
    const before = await clientsOf();
    const { id, tradeId } = await trader();
    await books.run({
      kind: 'create_trader', staffId: await books.openParty('staff'), clientId: id, traderId: newId(), name: 'Trend', returnRate: '0', followers: '0',
      minimumBalance: 0n, profitShareBps: 0, bot: 'trend',
    }); // prettier-ignore
    await books.close(id, tradeId);
    books.at(new Date(OPEN_MARKETS.getTime() + 2 * DAY_MS));
    await update();
    expect(await clientsOf()).toBe(before);
    // Two of the first clients have closed everything; a year later only what is open counts.
    books.at(new Date(OPEN_MARKETS.getTime() + 400 * DAY_MS));
    await update();
    expect(await clientsOf()).toBe(before - 2);
  });
});
