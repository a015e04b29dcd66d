import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../../../test/books.ts';
import { brokenCopies, type CopyBooks, openCopyBooks } from '../../../test/copies.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';

const COPIERS = 500;
/** About one second on two cores; the limit leaves room for a machine that does other things meanwhile. */
const MOST_MS = 8_000;

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
    const copies = await Promise.all(
      Array.from({ length: COPIERS }, (_, i) => books.openCopier(traderId, { amount: 50_000n + BigInt(i) * 200n })),
    );
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
    expect(copies.length).toBe(COPIERS);
    process.stdout.write(
      `500 copies of one opening: 1 commit, ${Math.round(openMs)} ms; of its close: 1 commit, ${Math.round(closeMs)} ms\n`,
    );
    expect(Math.max(openMs, closeMs)).toBeLessThan(MOST_MS);
    expect(await brokenInvariants(database.pool)).toEqual([]);
    expect(await brokenCopies(database.pool)).toEqual([]);
  });
});
