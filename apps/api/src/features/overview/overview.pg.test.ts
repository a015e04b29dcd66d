import type { HouseResults, Overview, System } from '@clearbook/contracts/overview';
import type { Symbol } from '@clearbook/domain/market';
import { openValue, type Side } from '@clearbook/domain/positions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { serve, type Served } from '../../../test/served.ts';
import { simulatedMarket } from '../../../test/market.ts';
import { createHeartbeat } from '../../platform/processes.ts';
import { overviewRoutes } from './index.ts';

type Row = {
  client_id: string;
  symbol: Symbol;
  side: Side;
  open_lots: string;
  entry_price: string;
  collateral_left: string;
};

let db: FreshDatabase;
let books: Books;
let http: Served;
let staff: string;
const clients: string[] = [];

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  http = await serve(books.now, (register) =>
    overviewRoutes(register, { pool: db.pool, market: simulatedMarket(books.now) }),
  );
  for (let n = 0; n < 4; n++) {
    const clientId = await books.openParty();
    clients.push(clientId);
    await books.fund(clientId, 5_000_000n);
    for (const [symbol, side, lots] of [
      ['EURUSD', 'buy', BigInt(10 + n)],
      ['EURUSD', 'sell', BigInt(1 + 3 * n)],
      ['BTC', n % 2 === 0 ? 'buy' : 'sell', 1n],
    ] as const)
      expect(await books.run({ kind: 'open_trade', clientId, symbol, side, lots, amount: 900_000n })).toMatchObject({
        outcome: { ok: true },
      });
  }
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

const read = (): Promise<Overview> => http.get<Overview>('/admin/overview', `admin ${staff}`);
const cents = ({ amount }: { amount: string }): bigint => BigInt(amount.replace('.', ''));

describe('the overview of staff', () => {
  it('[OV1] equals a recount of every posting: owed by account, held by method, and the difference', async () => {
    const closing = clients[0] ?? '';
    const { rows: open } = await db.pool.query<{ id: string }>(
      "select id from ledger.trade where client_id = $1 and symbol = 'BTC'",
      [closing],
    );
    books.at(new Date(books.now().getTime() + 60_000));
    await books.run({ kind: 'close_trade', clientId: closing, tradeId: open[0]?.id ?? '', lots: null });
    const { rows } = await db.pool.query<{ name: string; sum: string }>(
      `select k.name, sum(p.amount)::text as sum from ledger.entry e, unnest(e.accounts, e.amounts) as p(account, amount)
         join ledger.account_kind k on k.code = p.account group by k.name`,
    );
    const recount = (name: string) => BigInt(rows.find((row) => row.name === name)?.sum ?? 0);
    const shown = await read();
    expect([shown.owed.cash, shown.owed.margin, shown.owed.withdrawing, shown.debt].map(cents)).toEqual([
      -recount('cash'),
      -recount('margin'),
      -recount('withdrawing'),
      recount('loan'),
    ]);
    expect(shown.custody.map(({ method, amount }) => [method, cents(amount)])).toEqual([
      ['paper', recount('custody:paper')],
    ]);
    expect(cents(shown.owed.total)).toBe(-recount('cash') - recount('margin') - recount('withdrawing'));
    expect(cents(shown.capital)).toBe(recount('capital'));
    expect(cents(shown.surplus)).toBe(
      recount('custody:paper') + recount('loan') + recount('capital') - cents(shown.owed.total),
    );
    expect(cents(shown.surplus)).not.toBe(0n);
  });

  it('[OV2] sums what is open as the trades themselves do, and names who holds most', async () => {
    const { rows } = await db.pool.query<{
      symbol: string;
      clients: number;
      trades: number;
      bought: string;
      sold: string;
    }>(
      `select symbol, count(distinct client_id)::int as clients, count(*)::int as trades, coalesce(sum(open_lots) filter (where side = 'buy'), 0)::text as bought,
         coalesce(sum(open_lots) filter (where side = 'sell'), 0)::text as sold
       from ledger.trade where status = 'active' group by symbol order by symbol`,
    );
    const { exposures } = await read();
    expect(exposures.map(({ symbol, clients: people, trades }) => ({ symbol, clients: people, trades }))).toEqual(
      rows.map(({ symbol, clients: people, trades }) => ({ symbol, clients: people, trades })),
    );
    for (const { symbol, held, largest } of exposures) {
      const { bought, sold } = rows.find((row) => row.symbol === symbol) ?? { bought: '0', sold: '0' };
      if (held === null) throw new Error('no price');
      const [long, short] = [cents(held.bought), cents(held.sold)];
      // The same price on both sides: worth is in proportion to lots, to the cent that is rounded.
      const off = long * BigInt(sold) - short * BigInt(bought);
      expect(off < 0n ? -off : off).toBeLessThanOrEqual(BigInt(bought) + BigInt(sold));
      expect(cents(held.gross) - long - short).toBeLessThanOrEqual(1n);
      const [one] = held.moves;
      if (one === undefined) throw new Error('no moves');
      expect(cents(one.rises)).toBe(-cents(one.falls));
      expect(Math.sign(Number(cents(one.rises)))).toBe(-Math.sign(Number(cents(held.net))));
      const sizes = largest.map(({ net }) => (net === null ? -1 : Math.abs(Number(net.amount))));
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
      expect(sizes.length).toBeLessThanOrEqual(3);
    }
  });

  it('[OV4] counts the collateral that a move would use up as each trade by itself does, and what has no price apart', async () => {
    const { margin_at_risk: shown } = await read();
    const marks = simulatedMarket(books.now).marks(books.now());
    const { rows } = await db.pool.query<Row>(
      "select client_id, symbol, side, open_lots, entry_price, collateral_left from ledger.trade where status = 'active'",
    );
    expect(cents(shown.collateral)).toBe(rows.reduce((sum, row) => sum + BigInt(row.collateral_left), 0n));
    expect(shown.unpriced).toBe(0);
    for (const { percent, trades, clients: people, collateral } of shown.moves) {
      const lost = rows.filter((row) => {
        const of = {
          symbol: row.symbol,
          side: row.side,
          openLots: BigInt(row.open_lots),
          entryPrice: BigInt(row.entry_price),
        };
        const value = openValue(of, marks, { markup: 0 });
        if (value === undefined) throw new Error('no price');
        return BigInt(row.collateral_left) + value.unrealised <= (value.marketValue * BigInt(percent)) / 100n;
      });
      expect([trades, people], String(percent)).toEqual([lost.length, new Set(lost.map((row) => row.client_id)).size]);
      expect(cents(collateral)).toBe(lost.reduce((sum, row) => sum + BigInt(row.collateral_left), 0n));
    }
    expect(shown.moves.map(({ percent }) => percent)).toEqual([1, 5, 10]);
  });

  it('[OV5] its days add up to what the accounts of the house say, by what they came from', async () => {
    const { days } = await http.get<HouseResults>('/admin/house-results', `admin ${staff}`);
    expect(days).toHaveLength(8);
    const total = days.reduce((sum, day) => sum + cents(day.total), 0n);
    expect(total).toBe(cents((await read()).surplus));
    expect(total).not.toBe(0n);
    for (const day of days) {
      const parts = [day.forex, day.crypto, day.stocks, day.fees, day.plans, day.interest, day.other];
      expect(parts.reduce((sum, part) => sum + cents(part), 0n)).toBe(cents(day.total));
    }
    // Coins alone were closed.
    expect(cents(days[0]?.crypto ?? { amount: '0' })).toBe(total);
  });

  it('[OV6] lists processes with their jobs, whether they still run, and versions', async () => {
    const beat = createHeartbeat({
      pool: db.pool,
      clock: { now: books.now },
      dataDir: '.',
      jobs: () => [{ name: 'a job', doneAt: books.now().toISOString(), failedAt: null, failures: 2 }],
    });
    await beat.run(books.now());
    const of = async () => (await http.get<System>('/admin/system', `admin ${staff}`)).processes;
    expect(await of()).toMatchObject([{ pid: process.pid, alive: true, jobs: [{ name: 'a job', failures: 2 }] }]);
    const now = books.now();
    books.at(new Date(now.getTime() + 61_000));
    expect(await of()).toMatchObject([{ alive: false }]);
    books.at(now);
    expect(await http.get<System>('/admin/system', `admin ${staff}`)).toMatchObject({
      migration: expect.any(Number) as number,
    });
  });

  it('[OV3] is shown to staff who may see the books, and to no client', async () => {
    expect((await http.ask('/admin/overview', clients[0] ?? '')).statusCode).toBe(403);
  });
});
