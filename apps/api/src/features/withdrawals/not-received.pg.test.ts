import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Books, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { isOverdue } from '@clearbook/domain/funding';
import { pageRequest } from '../../platform/paging.ts';
import { countOverdue, findWithdrawal, findWithdrawalForStaff, pageWithdrawals } from './withdrawals.query.ts';

const HOUR_MS = 3_600_000;
let db: FreshDatabase;
let books: Books;
let staff: string;
let clientId: string;
let withdrawalId: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
});
afterAll(async () => {
  await books.ledger.close();
  await db.drop();
});
/** A payout that its client reports as not received. */
beforeEach(async () => {
  clientId = await books.openParty();
  withdrawalId = newId();
  await books.fund(clientId, 100_000n);
  await done({ kind: 'request_withdrawal', clientId, withdrawalId, amount: 10_000n, method: 'bank', coin: null, destination: {}, expectedFee: null, code: '1', codeHash: 'x' }); // prettier-ignore
  await done({ kind: 'decide_withdrawal', staffId: staff, clientId, withdrawalId, decision: 'approve', reason: null, payoutReference: 'WIRE-1' }); // prettier-ignore
  later(1);
  await report();
});

async function done(command: Parameters<Books['run']>[0]): Promise<void> {
  const { outcome } = await books.run(command);
  if (!outcome.ok) throw new Error(`${command.kind}: ${outcome.refusal.code}`);
}
const later = (hours: number) => books.at(new Date(books.now().getTime() + hours * HOUR_MS));
const report = () => done({ kind: 'report_not_received', clientId, withdrawalId });
const trace = () =>
  done({
    kind: 'trace_withdrawal',
    staffId: staff,
    clientId,
    withdrawalId,
    reason: 'the bank has it',
    noteId: newId(),
  });
const giveBack = () =>
  done({ kind: 'return_withdrawal', staffId: staff, clientId, withdrawalId, reason: 'account closed' });
const shown = () => findWithdrawal(db.pool, clientId, withdrawalId, books.now());

it('[F45] a traced payment is overdue no longer, its client reads why, and a new report stands after it', async () => {
  expect(await shown()).toMatchObject({ status: 'approved', overdue: true, not_received: true });
  later(2);
  await trace();
  expect(await shown()).toMatchObject({ overdue: false, not_received: false, reason: 'the bank has it' });
  const { rows } = await db.pool.query<{ text: string }>(
    `select n.body ->> 'text' as text from ledger.audit a join app.note n on n.subject_id::text = a.facts ->> 'note'
     where a.action = 'withdrawal.trace' and a.subject_id = $1`,
    [withdrawalId],
  );
  expect(rows).toEqual([{ text: 'the bank has it' }]);
  later(30);
  await report();
  const again = await shown();
  expect(again).toMatchObject({ overdue: true, not_received: true });
  expect(again?.timeline.map(({ status }) => status)).toEqual(['pending', 'approved', 'traced', 'not_received']);
});

it('[F45] what was given back is not overdue, and the database keeps no report on it', async () => {
  await giveBack();
  expect(await shown()).toMatchObject({ status: 'returned', overdue: false, not_received: false });
  await expect(
    db.ownerPool.query('update ledger.withdrawal set not_received = true where id = $1', [withdrawalId]),
  ).rejects.toMatchObject({ constraint: 'withdrawal_reopened' });
});

it('[F46] what was reported counts publicly and has its age since the report, until it is traced', async () => {
  const before = await countOverdue(db.pool, books.now());
  const since = books.now().toISOString();
  later(5);
  expect(await findWithdrawalForStaff(db.pool, withdrawalId, books.now())).toMatchObject({ waiting_since: since });
  await trace();
  expect(await countOverdue(db.pool, books.now())).toBe(before - 1);
  expect(await findWithdrawalForStaff(db.pool, withdrawalId, books.now())).toMatchObject({ waiting_since: null });
});

it('[F46] the filter lists exactly what is overdue, over weekends too, and the count says as many', async () => {
  // One request every five hours of a week, all still waiting.
  for (let i = 0; i < 34; i += 1) {
    later(5);
    await done({ kind: 'request_withdrawal', clientId, withdrawalId: newId(), amount: 2_000n, method: 'bank', coin: null, destination: {}, expectedFee: null, code: '1', codeHash: 'x' }); // prettier-ignore
  }
  const { rows } = await db.pool.query<{ id: string; status: string; not_received: boolean; requested_at: Date }>(
    'select id, status, not_received, requested_at from ledger.withdrawal',
  );
  for (let i = 0; i < 12; i += 1) {
    const now = books.now();
    const expected = rows
      .filter((row) => row.not_received || (row.status === 'pending' && isOverdue(row.requested_at, now)))
      .map(({ id }) => id)
      .toSorted()
      .toReversed();
    const { data, total } = await pageWithdrawals(db.pool, pageRequest({ status: 'overdue', page_size: 100 }, 5), now);
    expect(data.map(({ id }) => id)).toEqual(expected);
    expect(data.every(({ overdue, waiting_since }) => overdue && waiting_since !== null)).toBe(true);
    expect(total).toBe(expected.length);
    expect(await countOverdue(db.pool, now)).toBe(expected.length);
    later(7);
  }
});
