import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scaleBooks } from '../../../scripts/scale-books.ts';
import { auditRoutes } from '../src/features/audit/index.ts';
import { depositRoutes } from '../src/features/deposits/index.ts';
import { withdrawalRoutes } from '../src/features/withdrawals/index.ts';
import { type Books, OPEN_MARKETS, openBooks, openUser } from './books.ts';
import { freshDatabase, type FreshDatabase } from './database.ts';
import { serve, type Served } from './served.ts';

/** More than a file held when it had a limit. */
const MANY = 100_700;
const DAY = '2024-03-05';
let db: FreshDatabase;
let books: Books;
let http: Served;
let staff: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = newId();
  await openUser(db.pool, staff, 'staff');
  const owner = await db.ownerPool.connect();
  try {
    await scaleBooks(owner, { users: 20, now: OPEN_MARKETS, staffId: staff, proofFile: newId() });
    await owner.query(
      `insert into ledger.audit (actor_id, action, subject_type, subject_id, facts, at)
       select $1, 'test.line', 'test', n::text, '{}', case when n = 7 then timestamptz '${DAY} 23:59:59Z' else timestamptz '2024-03-07Z' end
       from generate_series(1, $2::int) as n`,
      [staff, MANY],
    );
  } finally {
    owner.release();
  }
  const none = {} as never;
  http = await serve(books.now, (register) => {
    auditRoutes(register, { pool: db.pool });
    depositRoutes(register, {
      ledger: books.ledger,
      pool: db.pool,
      files: none,
      prices: none,
      market: none,
      config: { mode: 'demo' },
    });
    withdrawalRoutes(register, { ledger: books.ledger, pool: db.pool, config: { mode: 'demo' }, secondFactor: none });
  });
}, 120_000);
afterAll(async () => {
  await http?.app.close();
  await books?.ledger.close();
  await db?.drop();
});

async function file(url: string): Promise<Record<string, string>[]> {
  const answer = await http.ask(url, `admin ${staff}`);
  expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200);
  const [head = '', ...rows] = answer.body.trimEnd().split('\r\n');
  const names = head.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, i) => [names[i] ?? '', cell])));
}

it('[G60] a file goes on to the end of its table', async () => {
  const rows = await file('/admin/audit.csv?status=test.line');
  expect(rows).toHaveLength(MANY);
  expect(new Set(rows.map((row) => row['number'])).size).toBe(MANY);
}, 60_000);

it('[G61] a file takes dates: days count whole at both ends, moments as they are', async () => {
  const subjects = async (query: string) =>
    (await file(`/admin/audit.csv?status=test.line&${query}`)).map((row) => row['subject_id']);
  expect(await subjects(`after=${DAY}&until=${DAY}`)).toEqual(['7']);
  expect(await subjects(`after=2024-03-05T23:59:59Z&until=2024-03-06`)).toEqual(['7']);
  expect(await subjects(`until=2024-03-05T23:59:59Z`)).toEqual([]);
  expect(await file('/admin/deposits.csv?until=2001-01-01')).toEqual([]);
  expect(await file('/admin/withdrawals.csv?after=2099-01-01')).toEqual([]);
  for (const [query, words] of [
    ['after=yesterday', /Enter a day such as/],
    ['after=2024-03-06&until=2024-03-05', /end date is before the start date/],
  ] as const) {
    const answer = await http.ask(`/admin/audit.csv?${query}`, `admin ${staff}`);
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringMatching(words)]);
  }
});

it('[G62] the deposits’ file has what identifies a payment, what it was credited at, and who decided', async () => {
  const rows = await file('/admin/deposits.csv?status=approved');
  expect(rows.length).toBeGreaterThan(0);
  const [transaction, figure] = [expect.stringMatching(/^[0-9a-z]/), expect.stringMatching(/^\d+(\.\d+)?$/)];
  for (const row of rows)
    expect(row).toMatchObject({
      transaction,
      rate: figure,
      received_amount: figure,
      received_rate: figure,
      output_index: figure,
      credited: figure,
      decided_by: `${staff}@example.test`,
    });
  const payouts = await http.ask('/admin/withdrawals.csv?status=approved', `admin ${staff}`);
  const [head = '', first = ''] = payouts.body.split('\r\n');
  expect(head).toMatch(/,payout_reference,fee_percent,decided_by,/);
  expect(first).toContain(`.00,${staff}@example.test,`);
});

it('[G62] both files have the moments and the rates that only some rows have', async () => {
  const deposit = await db.ownerPool.query<{ id: string }>(
    `update ledger.deposit set expires_at = created_at, proof_at = created_at + interval '1 second', received_at = decided_at, rest_rate = 500000000000000,
       late_rate = 400000000000000, late_rate_source = 'test'
     where id = (select id from ledger.deposit where status = 'approved' and method <> 'loan' order by id limit 1) returning id`,
  );
  const deposits = await file('/admin/deposits.csv?status=approved');
  const [late] = deposits.filter((row) => row['id'] === deposit.rows[0]?.id);
  expect(late).toMatchObject({
    ...{ received_utc: late?.['decided_utc'], rest_rate: '50000.00', late_rate: '40000.00', late_rate_source: 'test' },
  });
  expect(deposits.find((row) => row['late_rate'] === '')).toMatchObject({ late_rate_source: '', rest_rate: '' });
  const payout = await db.ownerPool.query<{ decided_at: Date; not_received_at: Date; traced_at: Date }>(
    `update ledger.withdrawal set not_received_at = decided_at + interval '1 hour', traced_at = decided_at + interval '2 hours'
     where id = (select id from ledger.withdrawal where status = 'approved' order by id limit 1) returning decided_at, not_received_at, traced_at`,
  );
  // Counted from the end: a destination has commas of its own.
  const [head = '', ...lines] = (await http.ask('/admin/withdrawals.csv?status=approved', `admin ${staff}`)).body
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(',').slice(-4).join());
  expect(head).toBe('decided_utc,returned_utc,not_received_utc,traced_utc');
  const [paid] = payout.rows;
  const moments = [paid?.decided_at, null, paid?.not_received_at, paid?.traced_at];
  expect(lines).toContain(moments.map((at) => at?.toISOString() ?? '').join());
});
