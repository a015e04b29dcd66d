import type { Performance, PerformanceTrade, RealisedGains } from '@clearbook/contracts/performance';
import { instrument, type Symbol } from '@clearbook/domain/market';
import { decimalToCents } from '@clearbook/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as newId } from 'uuid';
import { OPEN_MARKETS } from '../../../test/books.ts';
import { type CopyBooks, openCopyBooks } from '../../../test/copies.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { marketPrices, simulatedMarket } from '../../../test/market.ts';
import { liveRandomly } from '../../../test/random-life.ts';
import { type Served, said, serve } from '../../../test/served.ts';
import type { Market } from '../market/index.ts';
import { performanceRoutes } from './index.ts';

let db: FreshDatabase;
let books: CopyBooks;
let market: Market;
let http: Served;
let clientId: string;

beforeAll(async () => {
  db = await freshDatabase();
  market = simulatedMarket(() => books.now());
  books = openCopyBooks(db.pool, { prices: () => marketPrices(market, () => books.now()) });
  http = await serve(
    () => books.now(),
    (register) => performanceRoutes(register, { pool: db.pool, market }),
  );
  clientId = await liveRandomly({ db, books, market }, 4_711, OPEN_MARKETS);
});
afterAll(async () => {
  await http.app.close();
  await books.engine.close();
  await books.ledger.close();
  await db.drop();
});

const cents = (money: { amount: string } | null) => (money === null ? null : decimalToCents(money.amount));
const read = (query = '') => http.get<Performance>(`/me/performance${query}`, `client ${clientId}`);
const trades = async (query = '') =>
  (await http.get<{ data: PerformanceTrade[] }>(`/me/performance/trades?limit=200${query}`, `client ${clientId}`)).data;

type Closed = { id: string; symbol: Symbol; side: 'buy' | 'sell'; opened: Date; closed: Date; result: number };

/** What each closed trade brought its client, from the entries about it alone: all that came back to cash, less what was put up. */
async function recount(): Promise<Closed[]> {
  const { rows } = await db.pool.query<{ subject: string; event: string; own: string }>(
    `select e.subject_id as subject, r.name as event, (-sum(p.amount) filter (where p.party_id is not null))::text as own from ledger.entry e
     join ledger.event_rule r on r.code = e.event join ledger.posting p on (p.book, p.entry_number) = (e.book, e.number)
     where e.client_id = $1 and r.name in ('trade_opened', 'trade_closed', 'overnight_financing', 'dividend') group by e.number, e.subject_id, r.name`,
    [clientId],
  );
  const results = new Map<string, number>();
  for (const { subject, own } of rows) results.set(subject, (results.get(subject) ?? 0) + Number(own));
  const { rows: fills } = await db.pool.query<{
    trade_id: string;
    kind: string;
    lots: string;
    at: Date;
    side: 'buy' | 'sell';
    symbol: Symbol;
  }>(
    'select f.trade_id, f.kind, f.lots, f.at, t.side, t.symbol from ledger.fill f join ledger.trade t on t.id = f.trade_id where f.client_id = $1 order by f.at',
    [clientId],
  );
  return [...Map.groupBy(fills, ({ trade_id: id }) => id)].flatMap(([id, of]) => {
    const opening = of.find(({ kind }) => kind === 'open');
    const closings = of.filter(({ kind }) => kind === 'close');
    const left = Number(opening?.lots) - closings.reduce((sum, { lots }) => sum + Number(lots), 0);
    const last = closings.at(-1);
    if (opening === undefined || last === undefined || left !== 0) return [];
    return [
      {
        id,
        symbol: opening.symbol,
        side: opening.side,
        opened: opening.at,
        closed: last.at,
        result: results.get(id) ?? NaN,
      },
    ];
  });
}

const sum = (of: readonly number[]): number => of.reduce((all, each) => all + each, 0);

describe('how trading went', () => {
  it('[PF5] [PF6] [PF8] every figure is counted again from entries and fills, as a whole and by each group', async () => {
    const closed = await recount();
    expect(closed.length).toBeGreaterThan(15);
    const check = (found: Omit<Performance, 'as_of'> | Performance['by_day'][number], of: readonly Closed[]) => {
      const results = of.map(({ result }) => result);
      const [gains, losts] = [results.filter((each) => each > 0), results.filter((each) => each < 0)];
      expect(found).toMatchObject({ trades: of.length, wins: gains.length, losses: losts.length });
      expect([cents(found.net), cents(found.gross_profit), cents(found.gross_loss)].map(Number)).toEqual([
        sum(results),
        sum(gains),
        sum(losts.map((each) => -each)),
      ]);
      expect(Number(found.win_rate)).toBeCloseTo((gains.length / of.length) * 100, 1);
      expect(Number(cents(found.expectancy))).toBeCloseTo(sum(results) / of.length, -0.5);
      if (losts.length > 0) expect(Number(found.profit_factor)).toBeCloseTo(-sum(gains) / sum(losts), 1);
      else expect(found.profit_factor).toBeNull();
    };
    const whole = await read();
    check(whole, closed);
    const held = ({ opened, closed: at }: Closed) => {
      const minutes = (at.getTime() - opened.getTime()) / 60_000;
      return minutes < 5
        ? 'minutes'
        : minutes < 60
          ? 'hour'
          : minutes < 1_440
            ? 'day'
            : minutes < 10_080
              ? 'week'
              : 'longer';
    };
    const groups = {
      by_symbol: ({ symbol }: Closed) => symbol as string,
      by_side: ({ side }: Closed) => side as string,
      by_hour: ({ opened }: Closed) => String(opened.getUTCHours()),
      by_holding: held,
      by_day: ({ closed: at }: Closed) => at.toISOString().slice(0, 10),
    };
    for (const [name, keyOf] of Object.entries(groups) as [keyof typeof groups, (one: Closed) => string][]) {
      const expected = Map.groupBy(closed, keyOf);
      expect(new Set(whole[name].map(({ key }) => key))).toEqual(new Set(expected.keys()));
      for (const row of whole[name]) {
        check(row, expected.get(row.key) ?? []);
        const filter = name === 'by_day' ? `from=${row.key}&to=${row.key}` : `${name.slice(3)}=${row.key}`;
        const behind = await trades(`&${filter}`);
        expect(behind.map(({ id }) => id).toSorted()).toEqual(
          (expected.get(row.key) ?? []).map(({ id }) => id).toSorted(),
        );
        check(await read(`?${filter}`), expected.get(row.key) ?? []);
      }
    }
    for (const trade of await trades())
      expect(Number(cents(trade.result))).toBe(closed.find(({ id }) => id === trade.id)?.result);
    expect((await trades('&outcome=wins')).length).toBe(whole.wins);
    expect(await read('?from=2031-01-01')).toMatchObject({
      trades: 0,
      win_rate: null,
      profit_factor: null,
      expectancy: null,
    });
    expect((await http.ask('/me/performance?from=2026-04-01&to=2026-03-01', `client ${clientId}`)).statusCode).toBe(
      422,
    );
  });

  it('[PF7] R is the average exit over the first stop, whatever became of the stop since', async () => {
    const { rows } = await db.pool.query<{ id: string; side: string; entry: string; stop: string; exit: string }>(
      `select t.id, t.side, t.entry_price as entry, coalesce((select a.stop_loss_before from ledger.trade_amendment a where a.trade_id = t.id order by a.number limit 1), t.stop_loss) as stop,
         (select sum(f.price * f.lots) / sum(f.lots) from ledger.closing_fill f where f.trade_id = t.id)::text as exit
       from ledger.trade t where t.client_id = $1 and t.status = 'closed' and t.stop_loss is not null`,
      [clientId],
    );
    expect(rows.length).toBeGreaterThan(2);
    const shown = new Map((await trades()).map(({ id, r }) => [id, r]));
    for (const { id, side, entry, stop, exit } of rows) {
      const sign = side === 'buy' ? 1 : -1;
      expect(Number(shown.get(id))).toBeCloseTo(
        (sign * (Number(exit) - Number(entry))) / (sign * (Number(entry) - Number(stop))),
        1,
      );
    }
    expect((await read()).r_trades).toBe(rows.length);
  });

  it('[PF9] spread, financing and what else it cost are counted again from quotes and postings', async () => {
    const { costs } = await read();
    const { rows } = await db.pool.query<{
      symbol: Symbol;
      lots: string;
      opening: string;
      closing: string;
      mid: string | null;
    }>(
      `select t.symbol, f.lots, o.ask - o.bid as opening, q.ask - q.bid as closing, (c.bid + c.ask)::numeric / 2 as mid from ledger.closing_fill f
       join ledger.trade t on t.id = f.trade_id join ledger.quote o on (o.book, o.id) = (t.book, t.entry_quote_id) join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id)
       left join ledger.quote c on (c.book, c.id) = (f.book, coalesce(f.conversion_quote_id, f.quote_id)) where t.client_id = $1 and t.status = 'closed'`,
      [clientId],
    );
    let spread = 0;
    for (const { symbol, lots, opening, closing, mid } of rows) {
      const rate = instrument(symbol).quote === 'JPY' ? 1e10 / Number(mid) : 1;
      spread +=
        ((Number(opening) + Number(closing)) / 2 / 1e10) * Number(lots) * Number(instrument(symbol).lotSize) * rate;
    }
    expect(Math.abs(Number(cents(costs.spread)) - spread)).toBeLessThan(1);
    const paid = async (sql: string): Promise<number> => {
      const { rows: found } = await db.pool.query<{ cents: string }>(sql, [clientId]);
      return Number(found[0]?.cents);
    };
    const postings =
      'from ledger.posting p join ledger.entry e on (e.book, e.number) = (p.book, p.entry_number) join ledger.account_kind k on k.code = p.account where e.client_id = $1';
    expect(Number(cents(costs.plans))).toBe(
      await paid(`select -coalesce(sum(p.amount), 0) as cents ${postings} and k.name = 'plans'`),
    );
    expect(Number(cents(costs.loan_interest))).toBe(
      await paid(`select -coalesce(sum(p.amount), 0) as cents ${postings} and k.name = 'interest'`),
    );
    expect(Number(cents(costs.financing))).toBe(
      await paid(
        "select coalesce(sum(n.amount), 0) as cents from ledger.financing n join ledger.trade t on t.id = n.trade_id where t.client_id = $1 and t.status = 'closed'",
      ),
    );
    expect(Number(cents(costs.loan_interest))).toBeGreaterThan(0);
  });

  it('[PF10] gains of a year: each part a line, and all of them together what the closed trades brought; the file says the same', async () => {
    const { data, totals } = await http.get<RealisedGains>('/me/gains?year=2026', `client ${clientId}`);
    const { rows: count } = await db.pool.query<{ parts: number }>(
      'select count(*)::int as parts from ledger.closing_fill where client_id = $1',
      [clientId],
    );
    expect(data).toHaveLength(count[0]?.parts ?? 0);
    const closed = await recount();
    for (const { id, result } of closed)
      expect(sum(data.filter(({ trade_id: of }) => of === id).map(({ net }) => Number(cents(net)))), id).toBe(result);
    for (const key of ['gross', 'financing', 'dividends', 'loss_covered', 'net'] as const)
      expect(sum(data.map((line) => Number(cents(line[key]))))).toBe(Number(cents(totals[key])));
    expect(totals.lines).toBe(data.length);
    const paged: RealisedGains['data'] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page: RealisedGains = await http.get(`/me/gains?year=2026&limit=7${query}`, `client ${clientId}`);
      expect(page.totals).toEqual(totals);
      paged.push(...page.data);
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(data);
    const file = (await http.ask('/me/gains.csv?year=2026', `client ${clientId}`)).body.split('\r\n').slice(0, -1);
    expect(file).toHaveLength(data.length + 2);
    expect(file.at(-1)).toBe(
      `Total,,,,,,,,USD,${[totals.gross, totals.financing, totals.dividends, totals.loss_covered, totals.net].map(({ amount }) => amount).join()}`,
    );
    expect(await http.get<RealisedGains>('/me/gains?year=2025', `client ${clientId}`)).toMatchObject({
      data: [],
      totals: { lines: 0, net: { amount: '0.00' } },
    });
  });
});

describe('the journal', () => {
  const put = (id: string, body: object, who = clientId) =>
    http.send('PUT', `/trades/${id}/journal`, `client ${who}`, body);

  it('[PF11] [PF12] is the client’s own, letter for letter, narrows the figures by tag, and is removed when both are empty', async () => {
    const [one, two] = await trades();
    if (one === undefined || two === undefined) throw new Error('no trades');
    const hostile = '<img src=x onerror=alert(1)> =1+1 ’ 漢';
    expect((await put(one.id, { note: hostile, tags: ['Breakout', '=x'] })).json()).toMatchObject({
      note: hostile,
      tags: ['Breakout', '=x'],
    });
    await put(two.id, { note: null, tags: ['Breakout'] });
    expect((await trades('&tag=Breakout')).map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted());
    expect(await read('?tag=Breakout')).toMatchObject({ trades: 2, tags: ['=x', 'Breakout'] });
    expect((await trades('&tag=Breakout')).find(({ id }) => id === one.id)?.note).toBe(hostile);
    await put(two.id, { note: null, tags: [] });
    const { rowCount } = await db.pool.query('select from app.trade_note where trade_id = $1', [two.id]);
    expect(rowCount).toBe(0);
  });

  it('[PF12] nobody reads or writes somebody else’s, and what is too long or doubled is refused at its field', async () => {
    const [one] = await trades();
    const stranger = await books.openParty();
    for (const id of [one?.id ?? '', newId()]) {
      expect(said(await http.ask(`/trades/${id}/journal`, `client ${stranger}`))).toEqual([404, 'trade.not_found']);
      expect(said(await put(id, { note: 'mine', tags: [] }, stranger))).toEqual([404, 'trade.not_found']);
    }
    const id = one?.id ?? '';
    for (const [body, field] of [
      [{ note: 'x'.repeat(2_001), tags: [] }, 'note'],
      [{ note: null, tags: ['a', 'A'] }, 'tags'],
      [{ note: null, tags: Array.from({ length: 11 }, (_, i) => `t${i}`) }, 'tags'],
    ] as const) {
      const answer = await put(id, body);
      expect(answer.statusCode).toBe(422);
      expect(answer.json<{ fields: { name: string }[] }>().fields[0]?.name).toBe(field);
    }
  });

  it('[PF12] goes with its person', async () => {
    const { rows } = await db.pool.query<{ column: string }>(
      "select column_name as column from information_schema.columns where table_schema = 'app' and table_name = 'trade_note' and data_type = 'uuid' order by 1",
    );
    // What ledger.erase_person goes by.
    expect(rows.map(({ column }) => column)).toContain('client_id');
  });
});
