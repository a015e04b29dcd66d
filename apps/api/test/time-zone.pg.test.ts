import pg from 'pg';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSignals } from '../src/features/fraud/signals.query.ts';
import { readPeriods } from '../src/features/statements/periods.query.ts';
import { readMonths } from '../src/features/statements/statement.query.ts';
import { takeProfitShares } from '../src/features/traders/profit-shares.ts';
import { createPool } from '../src/platform/database/pool.ts';
import { databaseOf } from '../src/platform/database/url.ts';
import { newTxid } from './books.ts';
import { type CopyBooks, openCopyBooks } from './copies.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';

let db: FreshDatabase;
let books: CopyBooks;
/** As whatever else asks the database: in the zone that its owner gave it. */
let local: pg.Pool;
beforeAll(async () => {
  db = await freshDatabase();
  const superuser = createPool(db.superuserUrl, undefined, { max: 1 });
  await superuser.query(`alter database ${databaseOf(db.url)} set timezone to 'America/New_York'`);
  await superuser.end();
  books = openCopyBooks(db.pool);
  local = new pg.Pool({ connectionString: db.url, max: 2 });
  expect(await zoneOf(local)).toBe('America/New_York');
});
afterAll(async () => {
  await books.engine.close();
  await books.ledger.close();
  await local.end();
  await db.drop();
});

async function zoneOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ TimeZone: string }>('show timezone');
  return rows[0]?.TimeZone ?? '';
}

it("[O23] the server's connections are in UTC, whatever the database's own zone is and the address asks for", async () => {
  const address = new URL(db.url);
  address.searchParams.set('options', '-c work_mem=8MB -c timezone=Asia/Kolkata');
  const pools = [createPool(db.url, undefined, { max: 1 }), createPool(address.href, undefined, { max: 1 })];
  expect(await Promise.all(pools.map(zoneOf))).toEqual(['UTC', 'UTC']);
  expect((await pools[1]?.query('show work_mem'))?.rows).toEqual([{ work_mem: '8MB' }]);
  await Promise.all(pools.map((pool) => pool.end()));
});

describe('a connection in another zone has the same days and months', () => {
  it('[C11] a copy that stopped in the first hours of a month owes its share of it', async () => {
    const { traderId } = await books.openTrader(undefined, { profitShareBps: 1_000 });
    const { copyId } = await books.openCopier(traderId);
    await db.ownerPool.query(
      "update ledger.copy set started_at = '2026-02-01', status = 'stopped', cause = 'client', shared_month = '2026-02-01', stopped_at = '2026-03-01T02:00:00Z' where id = $1",
      [copyId],
    );
    const asked: object[] = [];
    const ledger = {
      execute: (command: object) => {
        asked.push(command);
        return Promise.resolve({ outcome: { ok: true, result: {} }, replayed: false });
      },
    } as unknown as Parameters<typeof takeProfitShares>[0]['ledger'];
    await takeProfitShares({ ledger, pool: local }, new Date('2026-04-02T00:00:00Z'));
    expect(asked).toMatchObject([{ kind: 'profit_share', copyId, month: '2026-03' }]);
  });

  it('[FS14] a deposit of the first hours of a day is looked for in the statements of that day', async () => {
    const [clientId, staff] = [await books.openParty(), await books.openParty('staff')];
    const [file, payout, at] = [newId(), newId(), '2026-03-11T01:00:00Z'];
    await db.ownerPool.query(
      `insert into ledger.deposit (book, id, client_id, amount, method, status, address, pay_units, rate, rate_source, expires_at, received_units, receipt_rate, credited,
         txid, output_index, created_at, decided_at, decided_by)
       values (ledger.book_of($1), $2, $1, 50000, 'bitcoin', 'approved', 'a', 1, 1, 'test', $3, 1, 1, 50000, $4, 0, $3, $3, $5)`,
      [clientId, newId(), at, newTxid(), staff],
    );
    await db.ownerPool.query(
      `insert into app.statement_file (id, method, name, sha256, format, staff_id, at, lines, known) values ($1, 'bitcoin', 'chain.csv', $2, 'csv', $3, $4, 1, 0)`,
      [file, newTxid(), staff, at],
    );
    for (const [place, day] of ['2026-03-01', '2026-03-12'].entries())
      await db.ownerPool.query(
        `insert into app.statement_line (id, file_id, method, place, day, amount, reference, txid, likeness) values ($1, $2, 'bitcoin', $3, $4, 1, '', $5, $6)`,
        [newId(), file, place + 1, day, newTxid(), newId()],
      );
    await db.ownerPool.query(
      `insert into ledger.withdrawal (book, id, client_id, amount, fee_bps, fee, method, status, created_at, requested_at)
       values (ledger.book_of($1), $2, $1, 100, 0, 0, 'bank', 'pending', $3, $3)`,
      [clientId, payout, '2026-03-13T12:00:00Z'],
    );
    const { signals = [] } = (await readSignals(local, { what: 'withdrawal', id: payout }, true)) ?? {};
    // The statement ends on the day after the deposit's: it says nothing of it yet.
    expect(signals.map(({ kind }) => kind)).not.toContain('deposit_doubtful');
  });

  it('[E30] an entry of the first hours of a month is in the statement of that month', async () => {
    books.at(new Date('2026-04-01T02:00:00.000Z'));
    const clientId = await books.openParty();
    await books.fund(clientId, 10_000n);
    const periods = await readPeriods(local, clientId, new Date('2026-04-20T00:00:00Z'));
    expect(periods.map(({ period }) => period)).toEqual(['2026-04', '2026-Q2', '2026']);
    expect(await readMonths(local, clientId, ['2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'])).toEqual([
      { month: '2026-04', opening: '0', closing: '10000', added: '10000', taken: '0' },
      { month: '2026-03', opening: '0', closing: '0', added: '0', taken: '0' },
    ]);
  });

  it('[M44] a minute is recorded as the minute of its hour in UTC, also half an hour away from it', async () => {
    const india = new pg.Client({ connectionString: db.url });
    await india.connect();
    await india.query("set time zone 'Asia/Kolkata'");
    const packed = Buffer.from([5, 2, 2, 0, 0, 0]);
    const { rows } = await india.query<{ written: boolean }>(
      "select ledger.record_bars('2026-03-11T12:05:00Z', '{KO}', '{1}', '{1}', '{1}', '{1}', $1) as written",
      [[packed]],
    );
    expect(rows).toEqual([{ written: true }]);
    const bar = "select 1 from ledger.recorded_bar('KO', '2026-03-11T12:05:00Z')";
    expect((await india.query(bar)).rowCount).toBe(1);
    await india.end();
  });
});
