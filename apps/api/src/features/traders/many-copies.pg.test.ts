import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../../../test/books.ts';
import { brokenCopies, type CopyBooks, openCopyBooks } from '../../../test/copies.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';

const COPIERS = 500;
const AT_A_TIME = 10;

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

describe('five hundred copiers', () => {
  it('[C13] one opening and one close are mirrored by 500 copiers in one commit each, every copy to its exact share', async () => {
    const { traderId, leadId } = await books.openTrader();
    const startBegan = performance.now();
    // As many at a time as have a connection: whoever waits for one gives up after a while.
    for (let from = 0; from < COPIERS; from += AT_A_TIME) {
      const amounts = Array.from({ length: AT_A_TIME }, (_, i) => 50_000n + BigInt(from + i) * 200n);
      await Promise.all(amounts.map((amount) => books.openCopier(traderId, { amount })));
    }
    const startMs = performance.now() - startBegan;
    const commits = async (): Promise<number> => {
      const { rows } = await database.ownerPool.query<{ n: number }>(
        // Every transaction that stored a command of this kind, told apart by the row's own transaction number.
        `select count(distinct xmin::text)::int as n from ledger.command where key like 'copy:%'`,
      );
      return rows[0]?.n ?? 0;
    };
    const lead = await books.lead(leadId);
    const openBegan = performance.now();
    await books.engine.work();
    const openMs = performance.now() - openBegan;
    expect(await commits()).toBe(1);

    const { rows } = await database.pool.query<{ wrong: number; mirrored: number; skipped: number }>(
      `select count(*) filter (where t.lots is distinct from nullif(div(l.lots::numeric * c.allotment, l.equity_at_open), 0))::int as wrong,
         count(t.id)::int as mirrored, (select count(*)::int from ledger.copy_skip) as skipped
       from ledger.copy c join ledger.trade l on l.id = $1 left join ledger.trade t on t.copy_id = c.id and t.lead_trade_id = l.id`,
      [lead],
    );
    expect(rows[0]).toEqual({ wrong: 0, mirrored: COPIERS, skipped: 0 });

    await books.close(leadId, lead);
    const closeBegan = performance.now();
    await books.engine.work();
    const closeMs = performance.now() - closeBegan;
    expect(await commits()).toBe(2);
    const { rows: left } = await database.pool.query(
      'select 1 from ledger.trade where copy_id is not null and status = $1',
      ['active'],
    );
    expect(left).toEqual([]);
    process.stdout.write(
      `500 copies of one opening: 1 commit, ${Math.round(openMs)} ms; of its close: 1 commit, ${Math.round(closeMs)} ms; starting them: ${Math.round(startMs)} ms\n`,
    );
    // All together are sooner done than they were started, a few at a time, on the same machine.
    expect(Math.max(openMs, closeMs)).toBeLessThan(startMs);
    expect(await brokenInvariants(database.pool)).toEqual([]);
    expect(await brokenCopies(database.pool)).toEqual([]);
  });
});
