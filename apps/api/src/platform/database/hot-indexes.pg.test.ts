import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';

/** What every order writes. An index here costs each of them. */
const HOT = [
  'ledger.trade',
  'ledger.working_order',
  'ledger.closing_fill',
  'ledger.quote',
  'ledger.entry',
  'ledger.command',
  'ledger.party',
  'ledger.exposure',
  'ledger.house_delta',
  'app.notification',
  'app.invalidation',
];
let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  await database?.drop();
});

it('[O80] every index of a table that orders write names the query that it is there for', async () => {
  const { rows } = await database.ownerPool.query<{ index: string; why: string | null }>(
    `select i.indexrelid::regclass::text as index, obj_description(i.indexrelid, 'pg_class') as why
     from pg_index i where i.indrelid = any($1::regclass[])`,
    [HOT],
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ why }) => why === null).map(({ index }) => index)).toEqual([]);
});

it('[O80] no two indexes of such a table hold the same columns under the same condition', async () => {
  const { rows } = await database.ownerPool.query<{ same: string[] }>(
    `select array_agg(i.indexrelid::regclass::text) as same from pg_index i where i.indrelid = any($1::regclass[])
     group by i.indrelid, i.indkey::text, i.indclass::text, i.indoption::text, i.indisunique, pg_get_expr(i.indpred, i.indrelid) having count(*) > 1`,
    [HOT],
  );
  expect(rows).toEqual([]);
});

it.each([
  [
    'what waits of one client, newest first',
    'order_working',
    `select o.id from ledger.client_order o where o.client_id = '00000000-0000-0000-0000-000000000000' and o.time_in_force is not null and o.ended_at is null
     order by o.id desc limit 50`,
  ],
  [
    'a client’s market orders, newest first',
    'trade_client',
    `select o.id from ledger.market_order o where o.client_id = '00000000-0000-0000-0000-000000000000' order by o.id desc limit 50`,
  ],
  [
    'the fills of a trade',
    'closing_fill_pkey',
    `select f.price from ledger.fill f where f.trade_id = '00000000-0000-0000-0000-000000000000'`,
  ],
  [
    'people with a status, for staff',
    'party_pkey',
    `select t.id from app.user t where (select p.status from ledger.party p where p.id = t.id) = 'suspended' order by t.id desc limit 25`,
  ],
])('[O80] %s: found by an index that is still there', async (_what, index, sql) => {
  const client = await database.ownerPool.connect();
  try {
    await client.query('begin');
    // A few rows are read as quickly from the table: what counts is whether the index can be used.
    await client.query('set local enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(index);
    expect(plan).not.toContain('Sort');
    await client.query('rollback');
  } finally {
    client.release();
  }
});
