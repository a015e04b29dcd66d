import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, OPEN_MARKETS, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { OLD_SENT, SENT_KEPT_DAYS, sweepSent } from './sweep-sent.ts';

let db: FreshDatabase;
let books: Books;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
});
afterAll(async () => {
  await books?.ledger.close();
  await db?.drop();
});

it('[N27] that a mail was sent is kept for two years, then it goes, found by an index; what waits or failed stays', async () => {
  const daysAgo = (days: number): Date => new Date(OPEN_MARKETS.getTime() - days * 86_400_000);
  const [old, kept] = [daysAgo(SENT_KEPT_DAYS + 1), daysAgo(SENT_KEPT_DAYS - 1)];
  await db.ownerPool.query(
    `insert into app.mail_outbox (id, user_id, template, state, next_at, created_at, sent_at, failed_at)
     select gen_random_uuid(), $1, 'welcome', state, at, at, case when state = 'sent' then at end, case when state = 'failed' then at end
     from unnest($2::timestamptz[]) as at, unnest(array['sent', 'waiting', 'failed']) as state, generate_series(1, 6000)`,
    [await books.openParty(), [old, kept]],
  );
  await db.ownerPool.query('analyze app.mail_outbox');
  const { rows: plan } = await db.pool.query<{ 'QUERY PLAN': string }>(
    `explain ${OLD_SENT.replace('$1', `'${daysAgo(900).toISOString()}'`).replace('$2', '10')}`,
  );
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('mail_outbox_sent');
  await sweepSent(db.pool, OPEN_MARKETS);
  const { rows: left } = await db.pool.query(
    `select state, count(*)::int as n, min(created_at) as oldest from app.mail_outbox where template = 'welcome' group by state order by state`,
  );
  expect(left).toEqual([
    { state: 'failed', n: 12_000, oldest: old },
    { state: 'sent', n: 6_000, oldest: kept },
    { state: 'waiting', n: 12_000, oldest: old },
  ]);
});
