import { marksFrom } from '@clearbook/domain/trading';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { simulatedPrices } from '../../../test/books.ts';
import { type CopyBooks, openCopyBooks } from '../../../test/copies.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { takeProfitShares } from '../traders/index.ts';
import { readTrackRecord, updateTrackRecord } from './index.ts';

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

it('[T40] what a trader gets of others’ profit hides no loss of their own, whether they copy somebody or not', async () => {
  const { pool } = database;
  // Each has closed one trade of their own, at the loss of its spread.
  const [both, other] = [
    await books.openTrader(1_000_000n, { profitShareBps: 1_000 }),
    await books.openTrader(1_000_000n, { profitShareBps: 1_000 }),
  ];
  const started = await books.run({
    kind: 'start_copy', clientId: both.leadId, traderId: other.traderId, amount: 100_000n, copyOpen: false, stopLoss: null,
  }); // prettier-ignore
  expect(started.outcome.ok).toBe(true);
  await books.openCopier(both.traderId, { cash: 500_000n });
  await database.ownerPool.query(
    'update ledger.copy set result = case lead_id when $1 then 1000000 else 50000 end where lead_id in ($1, $2)',
    [both.leadId, other.leadId],
  );
  const nextMonth = new Date('2026-04-01T00:00:10.000Z');
  books.at(nextMonth);
  await takeProfitShares({ ledger: books.ledger, pool }, nextMonth);
  await books.engine.work();
  const { rows } = await pool.query(
    'select sum(amount)::int as paid, count(*)::int as shares from ledger.share_paid where lead_id = $1',
    [both.leadId],
  );
  expect(rows).toEqual([{ paid: 100_000, shares: 1 }]);
  await updateTrackRecord({ pool, market: { marks: () => marksFrom(simulatedPrices(books.now).quote) } }, books.now());
  expect(await readTrackRecord(pool)).toEqual({ lost_percent: 100, until: '2026-04-01' });
});
