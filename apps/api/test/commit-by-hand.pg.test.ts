import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants, openBooks } from './books.ts';
import type { Books } from './books.ts';
import { freshDatabase } from './database.ts';
import type { FreshDatabase } from './database.ts';
import { commitTester, type CommitEntry, type TryCommit } from './try-commit.ts';

/** What the commit function itself says of trades written down by hand and of accounts that end, whatever the server decided. */
let db: FreshDatabase;
let books: Books;
let client: string;
let stranger: string;
let tryCommit: TryCommit;

const T0 = new Date('2026-03-11T16:00:00.000Z');

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  books.at(T0);
  const staff = await books.openParty('staff');
  [client, stranger] = [await books.openParty(), await books.openParty()];
  tryCommit = await commitTester(db.pool, staff, T0);
  await books.fund(client, 1_000_000n);
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await books.ledger.close();
  await db.drop();
});

const given = (subject: string, amount: number): CommitEntry => ({
  event: 'adjustment',
  client,
  subject,
  postings: [
    ['adjustments', amount],
    ['cash', -amount],
  ],
});
const row = (id: string, amount: number, over: object = {}) => ({
  id, client_id: client, trade_id: null, symbol: 'EURUSD', side: 'buy', lots: '100', amount: String(amount), at: T0, ...over,
}); // prettier-ignore

describe('[G2] a manual trade', () => {
  it('[G2] that its adjustment carries is accepted', async () => {
    const id = newId();
    expect(await tryCommit({ entries: [given(id, 500)], rows: { manual_trade: [row(id, 500)] } })).toBe('accepted');
  });

  it.each<[string, (id: string) => object[]]>([
    ['of another amount', (id) => [row(id, 501)]],
    ['of another client', (id) => [row(id, 500, { client_id: stranger })]],
    ['without an adjustment', () => [row(newId(), 500)]],
    ['twice for one adjustment', (id) => [row(id, 500), row(newId(), 500)]],
    ['on a trade that does not exist', (id) => [row(id, 500, { trade_id: newId() })]],
    ['of another time', (id) => [row(id, 500, { at: new Date(0) })]],
  ])('[G2] %s is refused', async (_name, rows) => {
    const id = newId();
    expect(await tryCommit({ entries: [given(id, 500)], rows: { manual_trade: rows(id) } })).toBe('G2');
  });

  it('[G2] that was written before is not written over', async () => {
    const id = newId();
    expect(await tryCommit({ entries: [given(id, 500)], rows: { manual_trade: [row(id, 500)] } })).toBe('accepted');
    expect(await tryCommit({ entries: [given(id, 700)], rows: { manual_trade: [row(id, 700)] } })).toBe('G2');
  });

  it('[G2] on a trade that the client closed themselves is refused', async () => {
    const opened = await books.run({ kind: 'open_trade', clientId: client, symbol: 'EURUSD', side: 'buy', lots: 1n, amount: 20_000n }); // prettier-ignore
    const tradeId = opened.outcome.ok ? (opened.outcome.result['trade_id'] ?? '') : '';
    await books.run({ kind: 'close_trade', clientId: client, tradeId, lots: null });
    const id = newId();
    expect(
      await tryCommit({ entries: [given(id, 500)], rows: { manual_trade: [row(id, 500, { trade_id: tradeId })] } }),
    ).toBe('G2');
  });
});

describe('[G10] an account', () => {
  const closed = (id: string) => ({
    party: [{ id, status: 'closed', billing: false, billing_from: null, code: false }],
    erasure: [{ client_id: id, asked_at: T0 }],
  }); // prettier-ignore

  it('[G10] with money in it does not end', async () => {
    expect(await tryCommit({ entries: [], rows: closed(client) })).toBe('CB021');
    expect((await books.party(client))['status']).toBe('active');
  });

  it('[C20] with a profit share on its way to it does not end', async () => {
    const due = await db.ownerPool.query(
      `insert into ledger.share_due (id, copy_id, month, lead_id, amount, at) values ($1, $1, '2026-01-01', $2, 1, $3) returning id`,
      [newId(), stranger, T0],
    );
    expect(await tryCommit({ entries: [], rows: closed(stranger) })).toBe('CB021');
    await db.ownerPool.query('delete from ledger.share_due where id = $1', [due.rows[0].id]);
  });

  it('[Y6] does not end while its break runs', async () => {
    const until = new Date(T0.getTime() + 1);
    await db.ownerPool.query(
      "insert into ledger.time_out (book, client_id, kind, started_at, until) select book, id, 'time_out', $2::timestamptz - interval '1 day', $3 from ledger.party where id = $1",
      [stranger, T0, until],
    );
    expect(await tryCommit({ entries: [], rows: closed(stranger) })).toBe('CB021');
    await db.ownerPool.query('delete from ledger.time_out where client_id = $1', [stranger]);
  });

  it('[G10] does not end without its state, nor at another time', async () => {
    const { party, erasure } = closed(stranger);
    expect(await tryCommit({ entries: [], rows: { erasure } })).toBe('CB021');
    const past = [{ client_id: stranger, asked_at: new Date(0) }];
    expect(await tryCommit({ entries: [], rows: { party, erasure: past } })).toBe('G10');
  });

  it('[G10] [G11] that is empty ends, under a number, and its address is free', async () => {
    expect(await tryCommit({ entries: [], rows: closed(stranger) })).toBe('accepted');
    const { rows } = await db.pool.query('select email, fullname, password_hash from app.user where id = $1', [
      stranger,
    ]);
    expect(rows).toEqual([
      { email: `closed-${stranger}@closed.invalid`, fullname: 'Closed account', password_hash: null },
    ]);
    expect(await tryCommit({ entries: [], rows: closed(stranger) })).toBe('G10');
    // Nobody's data is erased who has not ended their account.
    await db.pool.query('select ledger.erase_person($1, $2)', [client, T0]);
    const { rows: kept } = await db.pool.query('select email from app.user where id = $1', [client]);
    expect(kept).toEqual([{ email: `${client}@example.test` }]);
  });
});
