import { lookAtAll, lookAtRecent } from '../src/features/integrity/index.ts';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figuresOf } from '../src/figures.ts';
import { tradeRoutes } from '../src/features/trades/index.ts';
import { assertBooksBalance } from '../src/platform/backup/restore.ts';
import { Fitness } from '../src/platform/fitness.ts';
import { createJobs } from '../src/platform/jobs.ts';
import { createLog } from '../src/platform/log.ts';
import { showFigures } from '../src/platform/telemetry/index.ts';
import { type Books, OPEN_MARKETS, openBooks } from './books.ts';
import { freshDatabase, type FreshDatabase } from './database.ts';
import { simulatedMarket } from './market.ts';
import { serve, type Served } from './served.ts';

const log = createLog({ level: 'fatal' });
let db: FreshDatabase;
let books: Books;
let http: Served;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  books.at(OPEN_MARKETS);
  const market = simulatedMarket(books.now);
  const { pool } = db;
  const fitness = new Fitness({ pool, dataDir: '/tmp', embedded: false, log });
  await fitness.look();
  showFigures(
    figuresOf({
      pool,
      ledger: books.ledger,
      market,
      fitness,
      clock: { now: books.now },
      dataDir: '/tmp',
      witnesses: [],
    }),
  );
  http = await serve(books.now, (register) =>
    tradeRoutes(register, { ledger: books.ledger, pool, market, config: { mode: 'demo' } }),
  );
});
afterAll(async () => {
  showFigures([]);
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

const metrics = async (): Promise<string> => (await http.app.inject({ url: '/metrics' })).body;
const figure = (text: string, name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);

it('[O59] [U17] the books, the pool, quotes, jobs, mail, payouts and the disk are counted', async () => {
  const client = await books.openParty();
  await books.fund(client, 500_000n);
  const order = { symbol: 'BTC', side: 'buy', type: 'market', lots: '0.01', amount: '3000.00' };
  // Files share their worker's counters, so these grow from wherever they are.
  const placed = 'clearbook_http_request_seconds_count{method="POST",route="/api/v1/orders",status="201"}';
  const before = figure(await metrics(), placed) || 0;
  expect((await http.send('POST', '/orders', client, order)).statusCode).toBe(201);
  expect((await http.send('POST', '/orders', client, order)).statusCode).toBe(422);
  const jobs = createJobs([{ name: 'a job', everyMs: 60_000, run: async () => undefined }], {
    clock: { now: books.now },
    log,
  });
  jobs.start();
  await jobs.stop();

  const text = await metrics();
  expect(figure(text, placed)).toBe(before + 1);
  expect(text).toMatch(/clearbook_refusals_total\{code="\w+\.\w+"\} [1-9]/);
  expect(text).toMatch(/clearbook_ledger_batch_size_count [1-9]/);
  expect(text).toMatch(/clearbook_ledger_commit_seconds_count [1-9]/);
  expect(text).toMatch(/clearbook_job_seconds_count\{job="a job"\} 1/);
  expect(figure(text, 'clearbook_job_last_success_timestamp_seconds{job="a job"}')).toBeGreaterThan(1.7e9);
  expect(figure(text, 'clearbook_ledger_queue')).toBe(0);
  expect(figure(text, 'clearbook_database_connections{state="waiting"}')).toBe(0);
  expect(figure(text, 'clearbook_quote_age_seconds{class="crypto"}')).toBeLessThan(60);
  expect(figure(text, 'clearbook_outbox_age_seconds')).toBeGreaterThanOrEqual(0);
  expect(figure(text, 'clearbook_overdue_payouts')).toBe(0);
  expect(figure(text, 'clearbook_disk_free_bytes')).toBeGreaterThan(1e6);
  // Nobody runs the sequencer here: the top-up and the order wait for their leaves, and no key has signed.
  // Two entries, and the terms that a new site begins with.
  const terms = await db.pool.query<{ n: number }>('select count(*)::int as n from ledger.terms_change');
  expect(figure(text, 'clearbook_log_waiting')).toBe(2 + terms.rows[0]!.n);
  expect(text).toMatch(/^clearbook_log_checkpoint_age_seconds nan$/im);
  expect(figure(text, 'clearbook_writable')).toBe(1);
  expect(figure(text, 'clearbook_trial_balance_cents')).toBe(0);
  expect(figure(text, 'clearbook_clearing_difference_cents')).toBe(0);
  expect(figure(text, 'clearbook_integrity_findings')).toBe(0);
  expect(figure(text, 'clearbook_integrity_checked_timestamp_seconds')).toBeGreaterThan(1.7e9);
});

it('[O59] totals that do not balance show by how much', async () => {
  const client = await books.openParty();
  await db.ownerPool.query('update ledger.party set cash = cash + 7 where id = $1', [client]);
  expect(figure(await metrics(), 'clearbook_trial_balance_cents')).toBe(-7);
  await db.ownerPool.query('update ledger.party set cash = cash - 7 where id = $1', [client]);
});

it('[O91] a row that is not what the commit wrote turns its figure from 0, until a look through everything no longer finds it', async () => {
  const client = await books.openParty();
  const deps = { pool: db.pool, log: { error: () => undefined } };
  await db.ownerPool.query('update ledger.party set cash = cash + 7 where id = $1', [client]);
  await lookAtRecent(deps, books.now());
  expect(figure(await metrics(), 'clearbook_integrity_findings')).toBe(1);
  await db.ownerPool.query('update ledger.party set cash = cash - 7 where id = $1', [client]);
  await db.ownerPool.query('update app.integrity_look set all_at = $1', [new Date(0)]);
  await lookAtAll(deps, new Date(books.now().getTime() + 60_000), 60_000);
  expect(figure(await metrics(), 'clearbook_integrity_findings')).toBe(0);
});

it('[C19] [O59] clearing that holds anything but what is due shows by how much, and no restore takes it', async () => {
  const id = newId();
  await db.ownerPool.query(
    `insert into ledger.share_due (id, copy_id, month, lead_id, amount, at) values ($1, $1, '2026-01-01', $1, 5, now())`,
    [id],
  );
  expect(figure(await metrics(), 'clearbook_clearing_difference_cents')).toBe(-5);
  const client = await db.ownerPool.connect();
  await expect(assertBooksBalance(client)).rejects.toThrow('0 cents are in clearing, and 5 are due');
  await db.ownerPool.query('delete from ledger.share_due where id = $1', [id]);
  await assertBooksBalance(client);
  client.release();
});
