import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase, makeLive } from '../../../test/database.ts';
import { commitTester } from '../../../test/try-commit.ts';
import { readFeeSchedule, readSettings } from './settings.query.ts';
import { updateSettings } from './update-settings.ts';

const DAY_MS = 86_400_000;
let db: FreshDatabase;
let books: Books;
let staff: string;
let colleague: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  colleague = await books.openParty('staff');
  await makeLive(db);
});
afterAll(async () => {
  await books.ledger.close();
  await db.drop();
});

/** As a live site sets it: one person proposes, another one approves. */
const saves = async (percent: string) => {
  const { set_by: replaces } = await readSettings(db.pool, books.now());
  const command = { kind: 'set_fees', feeBps: Number(percent) * 100, minimum: 1000n, replaces } as const;
  const proposalId = newId();
  await books.run({ kind: 'propose', staffId: staff, proposalId, command, reason: '' });
  const decided = await books.run({ kind: 'decide_proposal', staffId: colleague, proposalId, command, decision: 'approve', reason: null }); // prettier-ignore
  expect(decided.outcome).toMatchObject({ ok: true, result: { status: 'approved' } });
  return readSettings(db.pool, books.now());
};
const renames = (sitename: string) =>
  updateSettings(
    db.pool,
    { mode: 'live', actorId: staff, now: books.now() },
    { sitename, miniwithdrawal: '10.00', withdrawalpercent: '3.00' },
  );
const later = (days: number) => books.at(new Date(books.now().getTime() + days * DAY_MS));
const switches = (clientId: string, billing: boolean) =>
  books.run({
    kind: 'set_controls', staffId: staff, clientId, status: null, billing, code: null, reason: 'agreed', noteId: newId(),
  }); // prettier-ignore
async function told(clientId: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ told: string }>(
    `select concat_ws(' ', n.kind, n.values ->> 'percent', n.values ->> 'from') as told from app.notification n
     where n.user_id = $1 and exists (select 1 from app.mail_outbox m where m.user_id = n.user_id and m.template = n.kind) order by n.id`,
    [clientId],
  );
  return rows.map((row) => row.told);
}
const day = (days: number) => new Date(books.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

it('[F41] [F42] [F43] a raise and a billing switch wait for their notice; every client whom they concern hears of each once', async () => {
  const [billed, free] = [await books.openParty(), await books.openParty()];
  await switches(billed, true);
  const first = `fee-announced 1.00 ${day(30)}`;
  expect(await told(billed)).toEqual([first]);
  later(31);

  const announced = await saves('3.00');
  expect(announced).toMatchObject({ withdrawalpercent: '3.00', raise_announced: { percent_until_then: '1.00' } });
  const second = `fee-announced 3.00 ${day(30)}`;
  expect(await told(billed)).toEqual([first, second]);
  expect(await told(free)).toEqual([]);
  // Another setting leaves it as it is, and nobody is told twice.
  later(5);
  expect(await renames('Harbour')).toMatchObject({ raise_announced: announced.raise_announced });
  expect(await told(billed)).toHaveLength(2);
  // Whose billing is switched on meanwhile is told the percent that will apply to them.
  await switches(free, true);
  expect(await told(free)).toEqual([`fee-announced 3.00 ${day(30)}`]);
  const theirs = day(30);

  later(1);
  expect(await saves('0.50')).toMatchObject({ withdrawalpercent: '0.50', raise_announced: null });
  expect((await told(billed)).at(-1)).toBe('fee-withdrawn 0.50');
  expect((await told(free)).at(-1)).toBe(`fee-announced 0.50 ${theirs}`);
  const { rows } = await db.pool.query<{ facts: Record<string, string> }>(
    `select facts from ledger.audit where action = 'settings.update' order by number`,
  );
  expect(rows.map(({ facts }) => facts)).toMatchObject([
    { withdrawalpercent: '1.00 → 3.00', applies_from: announced.raise_announced?.from },
    { sitename: 'changed' },
    { withdrawalpercent: '3.00 → 0.50' },
  ]);
});

it('[F41] once its moment has come a raise applies, and nothing has to run for it', async () => {
  await saves('2.00');
  later(29);
  expect(await readSettings(db.pool, books.now())).toMatchObject({ raise_announced: { percent_until_then: '0.50' } });
  later(1);
  expect(await readSettings(db.pool, books.now())).toMatchObject({
    withdrawalpercent: '2.00',
    raise_announced: null,
  });
});

it('[F41] [F42] in live mode the database itself refuses a fee without its notice', async () => {
  const { withdrawalFeeBps } = await readFeeSchedule(db.pool);
  const now = books.now();
  const soon = new Date(now.getTime() + 29 * DAY_MS);
  for (const [bps, before, from] of [
    [withdrawalFeeBps + 1, null, null],
    [withdrawalFeeBps + 1, withdrawalFeeBps, soon],
  ])
    await expect(
      db.pool.query(
        'update app.settings set withdrawal_fee_bps = $1, fee_before_bps = $2, fee_from = $3, updated_at = $4',
        [bps, before, from, now],
      ),
    ).rejects.toMatchObject({ code: 'CB073' });

  const clientId = await books.openParty();
  const tryCommit = await commitTester(db.pool, staff, now);
  const commit = (billingFrom: Date | null) => {
    const party = { id: clientId, billing: true, billing_from: billingFrom };
    return tryCommit({ entries: [], rows: { party: [party] } });
  };
  expect(await commit(null)).toBe('F42');
  expect(await commit(soon)).toBe('F42');
  expect(await commit(new Date(now.getTime() + 30 * DAY_MS))).toBe('accepted');
  // Nor does it begin earlier where it is dated back.
  const other = { id: await books.openParty(), billing: true, billing_from: soon };
  expect(await tryCommit({ now: new Date(now.getTime() - DAY_MS), entries: [], rows: { party: [other] } })).toBe('F42');
});
