import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPEN_MARKETS } from '../../../test/books.ts';
import { type CopyBooks, openCopyBooks } from '../../../test/copies.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { takeProfitShares } from '../traders/index.ts';
import { readStatement } from './statement.query.ts';

let db: FreshDatabase;
let books: CopyBooks;

beforeAll(async () => {
  db = await freshDatabase();
  books = openCopyBooks(db.pool);
});
afterAll(async () => {
  await books.ledger.close();
  await db.drop();
});

it('[C19] a profit share is one line for its copier and one for its trader, each about the copy', async () => {
  const { traderId, leadId } = await books.openTrader(1_000_000n, { profitShareBps: 1_000 });
  const { clientId, copyId } = await books.openCopier(traderId);
  await db.ownerPool.query('update ledger.copy set result = 50000 where id = $1', [copyId]);
  const nextMonth = new Date('2026-04-01T00:00:10.000Z');
  books.at(nextMonth);
  await takeProfitShares({ ledger: books.ledger, pool: db.pool }, nextMonth);
  await books.engine.work();
  const line = { event: 'profit_share', subject: { type: 'copy', id: copyId } };
  const copier = await readStatement(db.pool, clientId, { kind: 'copying' });
  expect(copier.data).toMatchObject([
    { ...line, title: expect.stringMatching(/paid.*Ada/), change: { amount: '-50.00' } },
  ]);
  const trader = await readStatement(db.pool, leadId, { kind: 'copying' });
  expect(trader.data).toMatchObject([
    { ...line, title: expect.stringMatching(/received.*Ada/), change: { amount: '50.00' } },
  ]);
});

it('[C11] a share says who got it: the trader, or the house whose bot it is', async () => {
  const { traderId } = await books.openTrader(1_000_000n, { profitShareBps: 1_000 });
  const said: string[] = [];
  for (const bot of [false, true]) {
    books.at(OPEN_MARKETS);
    const { clientId, copyId } = await books.openCopier(traderId);
    await db.ownerPool.query('update ledger.copy set result = 50000, bot = $2 where id = $1', [copyId, bot]);
    const nextMonth = new Date('2026-04-01T00:00:10.000Z');
    await takeProfitShares({ ledger: books.ledger, pool: db.pool }, nextMonth);
    const { data } = await readStatement(db.pool, clientId, { kind: 'copying' });
    said.push(...data.map(({ text }) => text));
  }
  expect(said).toEqual([
    '$50.00 of your copied profit went to the trader.',
    '$50.00 of your copied profit went to us, because we run this bot.',
  ]);
});

it('[C20] of a trader whose account is closed no share is taken: the month is settled, and the money stays the copier’s', async () => {
  books.at(OPEN_MARKETS);
  const { traderId, leadId } = await books.openTrader(1_000_000n, { profitShareBps: 1_000 });
  const { clientId, copyId } = await books.openCopier(traderId);
  await db.ownerPool.query('update ledger.copy set result = 50000 where id = $1', [copyId]);
  await db.ownerPool.query("update ledger.party set status = 'closed' where id = $1", [leadId]);
  const nextMonth = new Date('2026-04-01T00:00:10.000Z');
  books.at(nextMonth);
  await takeProfitShares({ ledger: books.ledger, pool: db.pool }, nextMonth);
  expect(await books.copy(copyId)).toMatchObject({ shared: '0', high_water: '50000' });
  expect(await readStatement(db.pool, clientId, { kind: 'copying' })).toMatchObject({ data: [] });
});
