import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { rowsLiteral } from './composite.ts';

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

const ID = '0190a0a0-0000-7000-8000-000000000001';
const AT = new Date('2026-03-11T16:00:00.123Z');
const HOSTILE = [
  '', ' ', 'NULL', 'null', ',', '"', '""', '\\', '\\"', '(', ')', '{', '}', "'", "O'Brien", '\n\t', '(,)', '"{1,2}"', '{"a":"b"}', '\\x00', 'نورة', '😀',
]; // prettier-ignore

it('[L20] whatever stands in a row that is handed to the commit function arrives as it was', async () => {
  const rows = HOSTILE.map((text) => [ID, null, text, text, { text, list: [text] }, undefined, AT, true, false, null]);
  const { rows: read } = await db.pool.query(
    `select id, user_id, to_address, template, values, subject_id, at, hidden, quiet from unnest($1::app.notification_draft[])`,
    [rowsLiteral(rows)],
  );
  expect(read).toEqual(
    HOSTILE.map((text) => ({
      id: ID,
      user_id: null,
      to_address: text,
      template: text,
      values: { text, list: [text] },
      subject_id: null,
      at: AT,
      hidden: true,
      quiet: false,
    })),
  );
});

it('[L20] amounts keep every digit, and no rows are no rows', async () => {
  const given = [ID, ID, 'BTC', 'buy', 9_223_372_036_854_775_807n, -9_007_199_254_740_993n];
  const { rows: of } = await db.pool.query<{ columns: number }>(
    `select count(*)::int as columns from pg_attribute where attrelid = 'ledger.working_order_image'::regclass and attnum > 0`,
  );
  const others = Array<null>((of[0]?.columns ?? 0) - given.length).fill(null);
  const { rows } = await db.pool.query(
    `select lots::text, amount::text, reason from unnest($1::ledger.working_order_image[])`,
    [rowsLiteral([[...given, ...others]])],
  );
  expect(rows).toEqual([{ lots: '9223372036854775807', amount: '-9007199254740993', reason: null }]);
  expect((await db.pool.query(`select 1 from unnest($1::app.notification_draft[])`, [rowsLiteral([])])).rows).toEqual(
    [],
  );
});
