import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, brokenInvariants, openBooks } from './books.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { type CommitEntry, type TryCommit, commitTester } from './try-commit.ts';

/** An entry about a row needs that very row: one of another table under the same id is none. */
let db: FreshDatabase;
let books: Books;
let client: string;
let staff: string;
let tryCommit: TryCommit;

const T0 = new Date('2026-03-11T16:00:00.000Z');
const LATER = new Date(T0.getTime() + 3_600_000);
const WEEK = new Date(T0.getTime() + 7 * 86_400_000);

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  books.at(T0);
  [client, staff] = [await books.openParty(), await books.openParty('staff')];
  tryCommit = await commitTester(db.pool, staff, T0);
  await books.fund(client, 1_000_000n);
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await books.ledger.close();
  await db.drop();
});

const ROWS: Record<string, (id: string) => object> = {
  working_order: (id) => ({
    id, client_id: client, symbol: 'EURUSD', side: 'buy', lots: 10, amount: 1000, type: 'limit', time_in_force: 'gtc', limit_price: 1000, status: 'working',
    at: T0, set_at: T0,
  }), // prettier-ignore
  hold: (id) => ({
    id, client_id: client, code: 'aml_review', reference: 'one', placed_by: staff, placed_at: T0, set_by: staff, set_at: T0, ends_at: LATER, renewals: 0,
  }), // prettier-ignore
  proposal: (id) => ({
    id, kind: 'adjust', client_id: client, amount: 100, command: { kind: 'adjust', clientId: client, amount: 100 }, proposed_by: staff, proposed_at: T0,
    lapses_at: WEEK, status: 'waiting',
  }), // prettier-ignore
};
const MONEY: Pick<CommitEntry, 'event' | 'postings'>[] = [
  { event: 'deposit_approved', postings: [['custody:bitcoin', 5000], ['cash', -5000]] },
  { event: 'withdrawal_requested', postings: [['cash', 5000], ['withdrawing', -5000]] },
  { event: 'trade_opened', postings: [['cash', 5000], ['margin', -5000]] },
  { event: 'loan_approved', postings: [['loan', 5000], ['cash', -5000]] },
]; // prettier-ignore

it.each(Object.keys(ROWS).flatMap((table) => MONEY.map((entry) => [entry.event, table, entry] as const)))(
  '[L23] an entry of %s moves no money by a row of %s with its id',
  async (_event, table, entry) => {
    const id = newId();
    const rows = { [table]: [ROWS[table]?.(id)] };
    expect(await tryCommit({ entries: [{ ...entry, client, subject: id }], rows })).toBe('CB013');
  },
);

it('[L23] each of those rows is written where no entry is about it', async () => {
  const rows = Object.fromEntries(Object.entries(ROWS).map(([table, row]) => [table, [row(newId())]]));
  expect(await tryCommit({ entries: [], rows })).toBe('accepted');
});
