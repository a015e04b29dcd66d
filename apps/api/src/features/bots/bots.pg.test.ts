import type { Context } from '@clearbook/domain/ledger';
import { dealtQuote, standardFinancing } from '@clearbook/domain/market';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as newId } from 'uuid';
import { brokenInvariants, OPEN_MARKETS, openUser, quiet } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { recountRecord } from '../../../test/recount.ts';
import { createSimulatedFeed } from '../../adapters/feeds/simulated.ts';
import { createLedger, type Ledger } from '../../ledger/index.ts';
import { createLog } from '../../platform/log.ts';
import { createMarket } from '../market/index.ts';
import { listTraders, Records } from '../traders/index.ts';
import { type BotDesk, createBotDesk } from './index.ts';

const HOUR_MS = 3_600_000;

let database: FreshDatabase;
let ledger: Ledger;
let now = OPEN_MARKETS;
const clock = { now: () => now };
const market = createMarket({ feed: createSimulatedFeed('bots'), clock, onListenerError: () => undefined });
const contextAt = (at: Date): Context => ({
  now: at,
  newId: () => newId(),
  quote: (symbol, markup) => market.quote(symbol, markup, at),
  conversion: (currency) => {
    const found = market.conversion(currency, at);
    if (!found.ok) return found;
    if (found.quote === null) throw new Error('the dollar needs no conversion');
    return { ok: true, quote: dealtQuote(found.quote, 0) };
  },
  ...market.marks(at),
  financing: standardFinancing,
});
const desk = (wanted = true): BotDesk =>
  createBotDesk({
    wanted,
    pool: database.pool,
    ledger,
    market,
    past: true,
    contextAt,
    clock,
    log: createLog({ level: 'fatal' }),
  });

beforeAll(async () => {
  database = await freshDatabase();
  ledger = createLedger({ pool: database.pool, log: quiet, context: () => contextAt(now) });
  await desk().prepare();
});
afterAll(async () => {
  await ledger.close();
  await database.drop();
});

async function count(sql: string): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(`select count(*)::int as n from ${sql}`);
  return rows[0]?.n ?? 0;
}

describe('bots', () => {
  it('[C16] have a history that was traded through the ledger, at recorded quotes of its own times, before anybody else', async () => {
    expect(await brokenInvariants(database.pool)).toEqual([]);
    const { rows } = await database.pool.query<{ fullname: string; trades: number; first: Date; cash: string }>(
      `select u.fullname, count(t.id)::int as trades, min(t.opened_at) as first, p.cash from ledger.trader r join app.user u on u.id = r.client_id
       join ledger.party p on p.id = u.id join ledger.trade t on t.client_id = u.id where r.bot is not null group by 1, 4 order by 1`,
    );
    expect(rows.map(({ fullname }) => fullname)).toEqual(['Breakout bot', 'Reversal bot', 'Trend bot']);
    for (const { trades, first } of rows) {
      expect(trades).toBeGreaterThan(5);
      expect(now.getTime() - first.getTime()).toBeGreaterThan(35 * 24 * HOUR_MS);
    }
    // Every fill is dated as its entry, and its quote was there then.
    expect(
      await count(
        'ledger.trade t join ledger.entry e on e.subject_id = t.id and e.event = 3 where e.at <> t.opened_at',
      ),
    ).toBe(0);
    expect(
      await count(
        "ledger.fill f join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id) where q.received_time > f.at or f.at - q.received_time > interval '1 minute'",
      ),
    ).toBe(0);
    // Stops and targets closed some of them, each at a quote that had reached it; whatever is open has both.
    const levels = `ledger.trade t join ledger.fill f on f.trade_id = t.id and f.kind = 'close' where t.closed_by`;
    const against = "case t.side when 'buy' then f.price <= t.stop_loss else f.price >= t.stop_loss end";
    const with_ = "case t.side when 'buy' then f.price >= t.take_profit else f.price <= t.take_profit end";
    expect(await count(`${levels} = 'stop' and ${against}`)).toBe(await count(`${levels} = 'stop'`));
    expect(await count(`${levels} = 'take_profit' and ${with_}`)).toBe(await count(`${levels} = 'take_profit'`));
    expect(await count("ledger.trade where closed_by in ('stop', 'take_profit')")).toBeGreaterThan(0);
    expect(await count('ledger.trade where stop_loss is null or take_profit is null')).toBe(0);
    expect(await count('ledger.copy_task')).toBe(0);
    // Nobody can sign in as a bot.
    expect(await count('app.user u join ledger.trader r on r.client_id = u.id where u.password_hash is not null')).toBe(
      0,
    );
  });

  it('[C16] are made once: a second start, and one in books that have begun without them, change nothing', async () => {
    const before = await count('ledger.command');
    await desk().prepare();
    expect(await count('ledger.command')).toBe(before);
    const other = await freshDatabase();
    try {
      const id = newId();
      await openUser(other.pool, id, 'client');
      const books = createLedger({ pool: other.pool, log: quiet, context: () => contextAt(now) });
      await books.execute({ kind: 'top_up', clientId: id, amount: 100n }, { actorId: id, key: 'k', requestHash: '00' });
      await createBotDesk({
        wanted: true, pool: other.pool, ledger: books, market, past: true, contextAt, clock, log: createLog({ level: 'fatal' }),
      }).prepare(); // prettier-ignore
      const { rows } = await other.pool.query('select 1 from ledger.trader');
      expect(rows).toEqual([]);
      await books.close();
    } finally {
      await other.drop();
    }
  });

  it('[C14] a bot’s page equals a recount from the raw postings, losing and open trades included', async () => {
    const { data: traders } = await listTraders(
      { pool: database.pool, market, records: new Records({ pool: database.pool, market }) },
      { userId: newId(), role: 'client' },
      {},
      now,
    );
    expect(traders.length).toBe(3);
    for (const { id, record, kind, staff } of traders) {
      expect(kind).toBe('bot');
      expect(staff).toBeNull();
      const { rows } = await database.pool.query<{ client_id: string }>(
        'select client_id from ledger.trader where id = $1',
        [id],
      );
      const clientId = rows[0]?.client_id ?? '';
      const recounted = await recountRecord(database.pool, clientId, await unrealisedOf(clientId));
      expect(Number(record?.return)).toBeCloseTo(recounted.return, 1);
      expect(Number(record?.drawdown)).toBeCloseTo(recounted.drawdown, 1);
      expect(record).toMatchObject({ wins: recounted.wins, losses: recounted.losses, open: recounted.open });
      expect(record?.losses).toBeGreaterThan(0);
      expect(record?.gains.amount).toBe((recounted.gains / 100).toFixed(2));
      expect(record?.losts.amount).toBe((recounted.losts / 100).toFixed(2));
    }
  });

  it('[C16] trade on as bars end, each bar once however many look, and go flat off the list and where they are not wanted', async () => {
    const before = await count('ledger.trade');
    for (let hour = 0; hour < 30; hour += 1) {
      now = new Date(OPEN_MARKETS.getTime() + hour * HOUR_MS + 20_000);
      await Promise.all([desk().trade(now), desk().trade(now)]);
    }
    const after = await count('ledger.trade');
    expect(after).toBeGreaterThan(before);
    expect(
      await count(
        "(select client_id, symbol from ledger.trade where status = 'active' group by 1, 2 having count(*) > 1) x",
      ),
    ).toBe(0);
    expect(await brokenInvariants(database.pool)).toEqual([]);
    const { rows } = await database.pool.query<{ id: string; client_id: string; desk: string }>(
      `select r.id, r.client_id, (select u.id from app.user u where u.role = 'admin') as desk from ledger.trader r
       where exists (select 1 from ledger.trade t where t.client_id = r.client_id and t.status = 'active') limit 1`,
    );
    const [bot] = rows;
    const { id: traderId = '', client_id: clientId = '', desk: staffId = '' } = bot ?? {};
    await ledger.execute(
      { kind: 'delete_trader', staffId, clientId, traderId },
      { actorId: staffId, key: 'delete', requestHash: '00' },
    );
    await desk().trade(now);
    expect(await count(`ledger.trade where status = 'active' and client_id = '${clientId}'`)).toBe(0);
    await desk(false).trade(now);
    expect(await count("ledger.trade where status = 'active'")).toBe(0);
  });
});

/** By the quotes of the feed, with the bot's mark-up, worked out here. */
async function unrealisedOf(clientId: string): Promise<number> {
  const { rows } = await database.pool.query<{ symbol: 'SOL'; side: string; open_lots: string; entry_price: string }>(
    "select symbol, side, open_lots, entry_price from ledger.trade where client_id = $1 and status = 'active'",
    [clientId],
  );
  let sum = 0;
  for (const { symbol, side, open_lots: lots, entry_price: entry } of rows) {
    const quote = market.marks(now).mark(symbol, 16);
    const size = symbol.length === 6 ? 100_000 : 1;
    const out = Number(side === 'buy' ? quote?.bid : quote?.ask) / 1e10;
    const move = (side === 'buy' ? 1 : -1) * (out - Number(entry) / 1e10) * (Number(lots) / 100) * size;
    // USD/CAD earns Canadian dollars.
    sum += symbol.startsWith('USD') ? move / (Number(market.marks(now).mark(symbol, 0)?.bid) / 1e10) : move;
  }
  return sum * 100;
}
