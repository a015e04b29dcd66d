import type { Performance } from '@clearbook/contracts/performance';
import { ACCOUNTS, EVENTS } from '@clearbook/domain/ledger';
import { decimalToCents } from '@clearbook/domain/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBooks, OPEN_MARKETS, type Books } from '../../../test/books.ts';
import { writeBusyClient } from '../../../test/busy-client.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { simulatedMarket } from '../../../test/market.ts';
import { type Served, serve } from '../../../test/served.ts';
import { PAID } from './costs.query.ts';
import { OUTSIDE } from './course.query.ts';
import { performanceRoutes } from './index.ts';

/** A sample; `npm run accept -- --only performance-size` is the whole. */
const TRADES = Number(process.env['PERFORMANCE_TRADES'] ?? 2_000);
const DAYS = 400;
const YEAR = OPEN_MARKETS.getUTCFullYear() - 1;
/** A reading is measured this many times, and the quickest one says what it takes: the others waited for something else. */
const READINGS = 5;

let db: FreshDatabase;
let books: Books;
let http: Served;
let clientId: string;
beforeAll(async () => {
  db = await freshDatabase({ durable: false });
  books = openBooks(db.pool);
  const market = simulatedMarket(() => books.now());
  http = await serve(
    () => books.now(),
    (register) => performanceRoutes(register, { pool: db.pool, market }),
  );
  clientId = await books.openParty();
  await writeBusyClient(db.ownerPool, { clientId, trades: TRADES, until: OPEN_MARKETS, days: DAYS });
}, 600_000);
afterAll(async () => {
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

async function timed(url: string): Promise<number> {
  const began = performance.now();
  const { statusCode } = await http.ask(url, `client ${clientId}`);
  expect(statusCode).toBe(200);
  return performance.now() - began;
}

it(
  '[PF15] the screen of a client with 100,000 closed trades is answered within a second, whatever narrows it',
  { timeout: 600_000 },
  async () => {
    // What the account was worth at the end of each day is kept when Home is first read.
    await timed('/me/equity?range=1y');
    const first = await timed('/me/performance');
    const quickest = async (url: string): Promise<number> => {
      const times: number[] = [];
      for (let i = 0; i < READINGS; i++) times.push(await timed(url));
      return Math.min(...times);
    };
    const whole = await quickest('/me/performance');
    const narrowed = Math.max(
      await quickest('/me/performance?side=buy'),
      await quickest('/me/performance?symbol=GBPJPY&outcome=wins'),
    );
    const trades = await quickest('/me/performance/trades?limit=25');
    const gains = await quickest(`/me/gains?year=${YEAR}&limit=25`);
    process.stdout.write(
      `performance of ${TRADES} closed trades: figures ${whole.toFixed()} ms, narrowed ${narrowed.toFixed()} ms, their trades ${trades.toFixed()} ms, ` +
        `gains of a year ${gains.toFixed()} ms; the first time ${first.toFixed()} ms\n`,
    );
    expect(whole + trades + gains).toBeLessThanOrEqual(1_000);
    expect(narrowed).toBeLessThanOrEqual(1_000);
  },
);

it('[PF5] [PF9] [PF15] what is kept is what the trades say, and is made again when it is gone', async () => {
  const read = () => http.get<Performance>('/me/performance?side=sell', `client ${clientId}`);
  const kept = await read();
  const { rows } = await db.ownerPool.query<{ net: string; trades: number }>(
    `select sum(realised + shortfall - financed + dividends)::text as net, count(*)::int as trades from ledger.trade
     where client_id = $1 and status = 'closed' and side = 'sell'`,
    [clientId],
  );
  expect([kept.trades, decimalToCents(kept.net.amount)]).toEqual([rows[0]?.trades, BigInt(rows[0]?.net ?? 0)]);
  await db.pool.query('delete from app.closed_trade where client_id = $1', [clientId]);
  const [one, other] = await Promise.all([read(), read()]);
  expect(one).toEqual(kept);
  expect(other).toEqual(kept);
});

it('[PF2] [PF9] the events that the sums go by are those that the posting rules give them', async () => {
  const events = async (sql: string, values: unknown[]): Promise<number[]> => {
    const { rows } = await db.ownerPool.query<{ event: number }>(sql, values);
    return rows.map(({ event }) => event);
  };
  const { fees, plans, interest } = ACCOUNTS;
  expect(
    await events('select distinct event from ledger.posting_rule where account = any($1) order by event', [
      [fees, plans, interest],
    ]),
  ).toEqual([...PAID]);
  expect(PAID).toContain(EVENTS.profit_share);
  expect(
    await events(
      'select event from ledger.posting_rule where account = any($1) group by event having count(distinct side) > 1',
      [OUTSIDE],
    ),
  ).toEqual([]);
});
