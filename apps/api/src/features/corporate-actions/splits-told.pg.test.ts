import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CorporateAction } from '@clearbook/contracts/market';
import type { Statement } from '@clearbook/contracts/statement';
import type { Symbol } from '@clearbook/domain/market';
import { parsePrice, type Price } from '@clearbook/domain/price';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../../../test/books.ts';
import { type CopyBooks, openCopyBooks } from '../../../test/copies.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { simulatedMarket } from '../../../test/market.ts';
import { type Served, serve } from '../../../test/served.ts';
import { statementRoutes } from '../statements/index.ts';
import { ActionRecorder, corporateActionRoutes, CorporateActionBooking } from './index.ts';

const silent = { info: () => undefined, warn: () => undefined };
const OPENED = new Date('2026-04-13T15:00:00.000Z');
const EFFECTIVE = new Date('2026-04-15T13:25:00.000Z');

let db: FreshDatabase;
let books: CopyBooks;
let http: Served;
let folder: string;
let holder: string;
let trade: string;
/** An order of each kind, and the ids of two that are linked. */
let waiting: Record<'stopLimit' | 'gtd' | 'linked' | 'other', string>;

/** A holder with a buy of DIS, somebody who only waits for one, and a split of four for one, from the file to the books. */
beforeAll(async () => {
  db = await freshDatabase();
  books = openCopyBooks(db.pool);
  folder = await mkdtemp(join(tmpdir(), 'splits-'));
  const market = simulatedMarket(books.now);
  http = await serve(books.now, (register) => {
    corporateActionRoutes(register, { pool: db.pool });
    statementRoutes(register, { pool: db.pool, market, config: { mode: 'demo' } } as Parameters<
      typeof statementRoutes
    >[1]);
  });
  books.at(OPENED);
  holder = await funded();
  trade = (await run({ kind: 'open_trade', symbol: 'DIS', side: 'buy', lots: 1_000n, amount: 600_000n }))['trade_id']!;
  waiting = await ordersOf(holder);
  const file = join(folder, 'corporate-actions.csv');
  await writeFile(
    file,
    'type,symbol,ex_date,rate,source,source_time\nsplit,DIS,2026-04-15,4:1,exchange,2026-04-10T10:00:00Z',
  );
  const recorder = new ActionRecorder({ pool: db.pool, market, log: silent, file });
  await Promise.all([recorder.run(books.now()), recorder.run(books.now())]);
  await recorder.run(books.now());
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await http.app.close();
  await books.engine.close();
  await books.ledger.close();
  await rm(folder, { recursive: true });
  await db.drop();
});

async function funded(): Promise<string> {
  const id = await books.openParty();
  await books.fund(id, 10_000_000n);
  return id;
}
async function run(command: object, clientId = holder): Promise<Record<string, string>> {
  const { outcome } = await books.run({ clientId, ...command } as Parameters<CopyBooks['run']>[0]);
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.result as unknown as Record<string, string>;
}
async function ordersOf(clientId: string) {
  const quote = simulatedMarket(books.now).showing('DIS' as Symbol, books.now()).quote!;
  const near = (percent: bigint): Price => ((quote.ask * percent) / 100n / 100_000_000n) * 100_000_000n;
  const order = { kind: 'place_order', symbol: 'DIS', side: 'buy', amount: 50_000n, lots: 100n };
  const placed = async (more: object) => run({ ...order, ...more }, clientId);
  const until = new Date('2026-05-20T15:00:00.000Z');
  const stopLimit = await placed({ type: 'stop_limit', stopPrice: near(120n), price: near(121n), timeInForce: 'gtc' });
  const gtd = await placed({ type: 'limit', price: near(80n), timeInForce: 'gtd', expiresAt: until });
  const oco = { side: 'buy', type: 'stop', price: near(130n), lots: 100n, amount: 50_000n };
  const linked = await placed({ type: 'limit', price: near(70n), timeInForce: 'gtc', oco });
  return { stopLimit: stopLimit['id']!, gtd: gtd['id']!, linked: linked['id']!, other: linked['oco_id']! };
}
async function orders(): Promise<Map<string, Record<string, unknown>>> {
  const { rows } = await db.pool.query<Record<string, unknown> & { id: string }>(
    'select id, type, lots, limit_price, stop_price, status, expires_at, oco_id, amount from ledger.working_order where client_id = $1',
    [holder],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
async function told(kind: string): Promise<unknown[]> {
  const { rows } = await db.pool.query<{ values: unknown }>(
    'select values from app.notification where user_id = $1 and kind = $2',
    [holder, kind],
  );
  return rows.map(({ values }) => values);
}
async function mails(template: string): Promise<number> {
  const { rows } = await db.pool.query<{ n: number }>(
    'select count(*)::int as n from app.mail_outbox where user_id = $1 and template = $2',
    [holder, template],
  );
  return rows[0]?.n ?? -1;
}

describe('a split of a share that a client holds', () => {
  it('[Q15] is listed beside dividends with its ratio, when and by whom, and what it makes of the lots', async () => {
    const { data } = await http.get<{ data: CorporateAction[] }>('/corporate-actions', `client ${holder}`);
    const split = { type: 'split', symbol: 'DIS', rate: null, new_rate: 4, old_rate: 1, source: 'exchange' };
    expect(data).toMatchObject([
      { ...split, effective_at: EFFECTIVE.toISOString(), expected: null, lots_before: '10.00', lots: '40.00' },
    ]);
    const { data: others } = await http.get<{ data: object[] }>('/corporate-actions', `client ${await funded()}`);
    expect(others).toMatchObject([{ ...split, lots_before: null, lots: null }]);
  });

  it('[Q13] is told beforehand, once, and by email', async () => {
    expect(await told('split-ahead')).toEqual([{ symbol: 'DIS', ratio: '4-for-1', day: '2026-04-15' }]);
    expect(await mails('split-ahead')).toBe(1);
    expect(await told('split-applied')).toEqual([]);
  });

  it('[Q12] [Q13] turns a stop limit, an order until a date and two linked ones into the new shares, and tells the holder', async () => {
    const before = await orders();
    books.at(EFFECTIVE);
    const market = simulatedMarket(books.now);
    const actions = new CorporateActionBooking(
      { pool: db.pool, ledger: books.ledger, market, log: silent },
      () => undefined,
    );
    await actions.read();
    await actions.book(books.now());
    await actions.book(books.now());
    const after = await orders();
    expect(after.size).toBe(4);
    const quarter = (price: unknown) => (price === null ? null : expect.toSatisfy((now: string) => near(price, now)));
    for (const [id, { limit_price, stop_price, ...was }] of before)
      expect(after.get(id)).toEqual({
        ...{ ...was, lots: '400' },
        ...{ limit_price: quarter(limit_price), stop_price: quarter(stop_price) },
      });
    expect(after.get(waiting.stopLimit)).toMatchObject({ type: 'stop_limit', status: 'working' });
    expect(after.get(waiting.gtd)).toMatchObject({ expires_at: new Date('2026-05-20T15:00:00.000Z') });
    expect(after.get(waiting.linked)).toMatchObject({ oco_id: waiting.other });
    expect(after.get(waiting.other)).toMatchObject({ oco_id: waiting.linked });
    expect(await told('split-applied')).toEqual([{ symbol: 'DIS', ratio: '4-for-1', before: '10.00', lots: '40.00' }]);
    expect(await mails('split-applied')).toBe(1);
  });

  it('[Q15] is a line of the statement without money, between its entries, on the page, in the file and narrowed', async () => {
    const get = (query: string) => http.get<Statement>(`/me/statements${query}`, `client ${holder}`);
    const all = await get('');
    const line = {
      ...{ trade_id: trade, symbol: 'DIS', new_rate: 4, old_rate: 1, lots_before: '10.00', lots: '40.00' },
      ...{ title: 'Split 4-for-1: Buy DIS', text: '10.00 lots before, 40.00 lots after. No money moved.' },
      ...{ at: EFFECTIVE.toISOString(), balance: all.data[0]?.balance, cash: all.data[0]?.cash },
    };
    expect(all.splits).toMatchObject([line]);
    for (const query of ['?kind=trades', '?q=dis', '?from=2026-04-15&to=2026-04-15'])
      expect((await get(query)).splits, query).toMatchObject([line]);
    for (const query of ['?kind=deposits', '?q=eurusd', '?to=2026-04-14', '?from=2026-04-16'])
      expect((await get(query)).splits, query).toEqual([]);
    const rows = await file();
    const [total, cash] = [all.data[0]?.balance.amount, all.data[0]?.cash.amount];
    expect(rows[0]).toMatch(new RegExp(`^,[^,]+,split,Split 4-for-1: Buy DIS,.*,USD,0.00,0.00,0.00,${total},${cash}$`));
    expect(rows).toHaveLength(all.data.length + 1);
  });

  it('[Q15] stands on one page alone, after what came before it', async () => {
    books.at(new Date('2026-04-15T15:00:00.000Z'));
    await run({ kind: 'close_trade', tradeId: trade, lots: 100n });
    const page = (query: string) => http.get<Statement>(`/me/statements?limit=1${query}`, `client ${holder}`);
    const newest = await page('');
    expect(newest.splits).toEqual([]);
    const older = await page(`&cursor=${newest.next_cursor}`);
    expect(older.splits).toMatchObject([{ trade_id: trade }]);
    expect((await page(`&cursor=${older.next_cursor}`)).splits).toEqual([]);
    const events = (await file()).map((row) => row.split(',')[2]);
    expect(events.slice(0, 3)).toEqual(['trade_closed', 'split', 'trade_opened']);
  });
});

/** The rows of the statement's file, newest first. */
async function file(): Promise<string[]> {
  const { statusCode, body } = await http.ask('/me/statements.csv', `client ${holder}`);
  expect(statusCode, body).toBe(200);
  return body.trimEnd().split('\r\n').slice(1);
}

/** A quarter of it, to the tick. */
function near(before: unknown, after: string): boolean {
  const off = 4n * BigInt(after) - BigInt(String(before));
  return off * off <= (2n * parsePrice('0.01')) ** 2n;
}
