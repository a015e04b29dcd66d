import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DividendList } from '@clearbook/contracts/market';
import { simulatedQuote, type Symbol } from '@clearbook/domain/market';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants, OPEN_MARKETS } from '../../../test/books.ts';
import { brokenCopies, type CopyBooks, openCopyBooks } from '../../../test/copies.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { simulatedMarket } from '../../../test/market.ts';
import { type Served, serve } from '../../../test/served.ts';
import { openWatchBooks } from '../../../test/watch-books.ts';
import { closingRows } from '../../../test/trade-rows.ts';
import { type CommitCall, commitTester, type TryCommit } from '../../../test/try-commit.ts';
import { statementRoutes } from '../statements/index.ts';
import { ActionRecorder, corporateActionRoutes, CorporateActionBooking } from './index.ts';

const silent = { info: () => undefined, warn: () => undefined };
let db: FreshDatabase;
let books: CopyBooks;
let tryCommit: TryCommit;
let http: Served;
let folder: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openCopyBooks(db.pool);
  tryCommit = await commitTester(db.pool, await books.openParty('staff'), OPEN_MARKETS);
  folder = await mkdtemp(join(tmpdir(), 'actions-'));
  const market = simulatedMarket(books.now);
  http = await serve(books.now, (register) => {
    corporateActionRoutes(register, { pool: db.pool });
    statementRoutes(register, { pool: db.pool, market, config: { mode: 'demo' } } as Parameters<
      typeof statementRoutes
    >[1]);
  });
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  expect(await brokenCopies(db.pool)).toEqual([]);
  await http.app.close();
  await books.engine.close();
  await books.ledger.close();
  await rm(folder, { recursive: true });
  await db.drop();
});

/** Recorded as the recorder does; the SQLSTATE where the database refuses it. */
async function announce(symbol: Symbol, exDate: string, rate: bigint, at = books.now()): Promise<string> {
  const id = newId();
  try {
    await db.pool.query('select ledger.record_corporate_action($1, $2, $3, $4, $5, $6, $7)', [
      id,
      symbol,
      rate,
      exDate,
      'exchange',
      at,
      at,
    ]);
    return id;
  } catch (error) {
    return (error as { code: string }).code;
  }
}
async function open(
  clientId: string,
  symbol: Symbol,
  side: 'buy' | 'sell',
  lots: bigint,
  amount: bigint,
): Promise<string> {
  const { outcome } = await books.run({ kind: 'open_trade', clientId, symbol, side, lots, amount });
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.result.trade_id;
}
async function funded(): Promise<string> {
  const id = await books.openParty();
  await books.fund(id, 10_000_000n);
  return id;
}
function booking(): CorporateActionBooking {
  return new CorporateActionBooking(
    { pool: db.pool, ledger: books.ledger, market: simulatedMarket(books.now), log: silent },
    () => undefined,
  );
}
async function book(at = books.now()): Promise<void> {
  const dividends = booking();
  await dividends.read();
  await dividends.book(at);
}

describe('an announcement', () => {
  it('[Q1] is recorded a day ahead, once for a share and an ex-date, and nobody changes it', async () => {
    books.at(new Date('2026-03-11T16:00:00.000Z'));
    const id = await announce('KO', '2026-03-16', 5_100_000_000n);
    expect(id).toHaveLength(36);
    await announce('KO', '2026-03-16', 9_900_000_000n);
    const { rows } = await db.pool.query(
      "select id, rate, effective_at from ledger.corporate_action where symbol = 'KO'",
    );
    expect(rows).toEqual([{ id, rate: '5100000000', effective_at: new Date('2026-03-16T13:25:00.000Z') }]);
    expect(await announce('KO', '2026-03-12', 1n), 'in less than a day').toBe('23514');
    expect(await announce('KO', '2026-03-15', 1n), 'a Sunday').toBe('23514');
    expect(await announce('KO', '2026-03-17', 0n), 'of nothing').toBe('23514');
    const client = await funded();
    expect(client).toHaveLength(36);
    expect(await announce('KO', '2026-03-11', 1n, new Date('2026-03-01T00:00:00Z')), 'dated back').toBe('CB110');
    for (const sql of [
      'update ledger.corporate_action set rate = 1',
      'delete from ledger.corporate_action',
      'truncate ledger.corporate_action cascade',
    ]) {
      await expect(db.pool.query(sql), sql).rejects.toMatchObject({ code: '42501' });
      await expect(db.ownerPool.query(sql), sql).rejects.toMatchObject({ code: 'CB110' });
    }
  });

  it('[Q2] [Q6] comes from a file whose faulty lines hold no other up, and is told once to whoever holds the share', async () => {
    const client = await funded();
    await open(client, 'MSFT', 'buy', 100n, 100_000n);
    const file = join(folder, 'corporate-actions.csv');
    const sentences: string[] = [];
    const log = { info: () => undefined, warn: ({ why }: { why: string }) => void sentences.push(why) };
    const recorder = new ActionRecorder({
      pool: db.pool,
      market: simulatedMarket(books.now),
      log: log as typeof silent,
      file,
    });
    await recorder.run(books.now());
    await writeFile(
      file,
      `type,symbol,ex_date,rate,source,source_time
cash_dividend,MSFT,2026-04-31,0.83,exchange,2026-03-10T20:30:00Z
cash_dividend,MSFT,2026-04-30,0.83,ex\0change,2026-03-10T20:30:00Z
cash_dividend,MSFT,2026-03-18,0.83,exchange,2026-03-10T20:30:00Z
cash_dividend,MSFT,2026-03-19,900,exchange,2026-03-10T20:30:00Z
cash_dividend,NOPE,2026-03-18,0.83,exchange,2026-03-10T20:30:00Z
cash_dividend,MSFT,2026-03-22,0.83,exchange,2026-03-10T20:30:00Z
cash_dividend,MSFT,2026-03-12,0.83,exchange,2026-03-10T20:30:00Z
spin_off,MSFT,2026-03-18,0.83,exchange,2026-03-10T20:30:00Z
cash_dividend,MSFT,2026-03-20,-1,exchange,2026-03-10T20:30:00Z
`,
    );
    await Promise.all([recorder.run(books.now()), recorder.run(books.now())]);
    await recorder.run(books.now());
    const { rows } = await db.pool.query(
      "select ex_date::text, rate from ledger.corporate_action where symbol = 'MSFT'",
    );
    expect(rows).toEqual([{ ex_date: '2026-03-18', rate: '8300000000' }]);
    expect(new Set(sentences)).toEqual(
      new Set([
        'it is more than a tenth of the price',
        'no such symbol',
        'the source must have 1 to 200 characters that can be read',
        'the ex_date must be a trading day of a share, YYYY-MM-DD',
        'it takes effect in less than a day',
        'the type must be cash_dividend or split',
        'the rate must be dollars a share, greater than zero',
      ]),
    );
    const told = await db.pool.query(
      "select values from app.notification where user_id = $1 and kind = 'dividend-ahead'",
      [client],
    );
    expect(told.rows).toEqual([{ values: { symbol: 'MSFT', rate: '$0.83', day: '2026-03-18' } }]);
    const { data } = await http.get<{ data: object[] }>('/corporate-actions', `client ${client}`);
    expect(data).toMatchObject([
      { symbol: 'KO', expected: null },
      {
        symbol: 'MSFT',
        rate: '0.83',
        source: 'exchange',
        effective_at: '2026-03-18T13:25:00.000Z',
        expected: { amount: '0.83' },
      },
    ]);
  });

  it('[Q2] one that fails for a moment holds no other up, and is recorded later', async () => {
    const file = join(folder, 'again.csv');
    const lines = ['V', 'WMT'].map((symbol) => `cash_dividend,${symbol},2026-03-18,0.5,exchange,2026-03-10T20:30:00Z`);
    await writeFile(file, ['type,symbol,ex_date,rate,source,source_time', ...lines].join('\n'));
    let failing = true;
    const pool = Object.create(db.pool) as typeof db.pool;
    pool.query = ((text: string, values: unknown[]) =>
      failing && values[0] === 'V'
        ? Promise.reject(new Error('the database went away'))
        : db.pool.query(text, values)) as typeof pool.query;
    const recorder = new ActionRecorder({ pool, market: simulatedMarket(books.now), log: silent, file });
    const recorded = async () => {
      await recorder.run(books.now());
      const { rows } = await db.pool.query<{ symbol: string }>(
        "select symbol from ledger.corporate_action where symbol in ('V', 'WMT') order by symbol",
      );
      return rows.map(({ symbol }) => symbol);
    };
    expect(await recorded()).toEqual(['WMT']);
    failing = false;
    expect(await recorded()).toEqual(['V', 'WMT']);
  });

  it('[Q2] one without a price yet, or said for a minute ahead, is tried again until a day before it takes effect', async () => {
    books.at(new Date('2026-03-11T17:00:00.000Z'));
    const file = join(folder, 'waits.csv');
    await writeFile(
      file,
      `type,symbol,ex_date,rate,source,source_time
cash_dividend,XOM,2026-03-18,0.5,exchange,2026-03-10T20:30:00Z
cash_dividend,CVX,2026-03-18,0.5,exchange,2026-03-11T17:01:00Z
cash_dividend,JPM,2026-03-13,0.5,exchange,2026-03-10T20:30:00Z
spin_off,JPM,2026-03-18,0.5,exchange,2026-03-10T20:30:00Z
`,
    );
    const said: string[] = [];
    const log = {
      ...silent,
      warn: ({ symbol = '', why }: { symbol?: string; why: string }) => void said.push(`${symbol} ${why}`),
    } as typeof silent;
    const market = simulatedMarket(books.now);
    const unpriced = new Set<string>(['XOM', 'JPM']);
    const showing = (symbol: Symbol, now: Date): ReturnType<typeof market.showing> => {
      const shown = market.showing(symbol, now);
      return unpriced.has(symbol) ? { ...shown, quote: undefined } : shown;
    };
    const recorder = new ActionRecorder({ pool: db.pool, market: { showing }, log, file });
    const recorded = async () => {
      await recorder.run(books.now());
      const { rows } = await db.pool.query<{ symbol: string }>(
        "select symbol from ledger.corporate_action where symbol in ('CVX', 'JPM', 'XOM') order by symbol",
      );
      return rows.map(({ symbol }) => symbol);
    };
    const waiting = [
      ' the type must be cash_dividend or split',
      'CVX its source_time is in the future',
      'JPM no price of it is known yet',
      'XOM no price of it is known yet',
    ];
    expect(await recorded()).toEqual([]);
    expect(await recorded()).toEqual([]);
    expect(said.toSorted(), 'once for a change of the file').toEqual(waiting);
    books.at(new Date('2026-03-11T17:01:00.000Z'));
    unpriced.delete('XOM');
    expect(await recorded()).toEqual(['CVX', 'XOM']);
    books.at(new Date('2026-03-12T13:25:00.001Z'));
    unpriced.delete('JPM');
    expect(await recorded(), 'less than a day ahead').toEqual(['CVX', 'XOM']);
    expect(said.slice(waiting.length)).toEqual(['JPM it takes effect in less than a day']);
    unpriced.add('CVX');
    await recorder.run(books.now());
    expect(said, 'nothing waits any more').toHaveLength(waiting.length + 1);
  });
});

/** Half to even, of a rate in text and lots in hundredths: by whole numbers of 1e-12 dollars, sharing nothing with the product. */
function centsOf(rate: string, lots: bigint): bigint {
  const [whole = '0', part = ''] = rate.split('.');
  const exact = BigInt(whole + part.padEnd(10, '0')) * lots;
  const [down, rest, half] = [exact / 10n ** 10n, exact % 10n ** 10n, 5n * 10n ** 9n];
  return rest > half || (rest === half && down % 2n === 1n) ? down + 1n : down;
}

describe('booking', () => {
  it('[Q3] 200 dividends on buys, sells and copies, with fractions, by two processes at once, equal independent arithmetic to the cent', async () => {
    books.at(new Date('2026-04-01T15:00:00.000Z'));
    const { traderId, leadId } = await books.openTrader(10_000_000n);
    const copiers = [
      await books.openCopier(traderId, { cash: 10_000_000n, amount: 9_000_000n }),
      await books.openCopier(traderId, { cash: 10_000_000n, amount: 7_777_777n }),
    ];
    await books.lead(leadId, { symbol: 'AAPL', side: 'buy', lots: 17_333n, amount: 4_000_000n });
    await books.lead(leadId, { symbol: 'AAPL', side: 'sell', lots: 8_347n, amount: 3_000_000n });
    await books.engine.work();
    const clients = [await funded(), await funded(), await funded()];
    for (const [i, client] of clients.entries())
      for (let n = 0; n < 5; n += 1)
        await open(client, 'AAPL', n % 2 === 0 ? 'buy' : 'sell', BigInt(7 + 61 * n + 17 * i), 200_000n);
    const held = await db.pool.query<{
      id: string;
      side: 'buy' | 'sell';
      open_lots: string;
      collateral_left: string;
      copy_id: string | null;
    }>(
      "select id, side, open_lots, collateral_left, copy_id from ledger.trade where symbol = 'AAPL' and status = 'active'",
    );
    expect(held.rows.filter(({ copy_id }) => copy_id !== null)).toHaveLength(2 * copiers.length);
    const rates = [
      '0.26',
      '0.3333333333',
      '1.005',
      '0.0000000001',
      '2.5',
      '0.075',
      '0.115',
      '0.9999999999',
      '0.5',
      '1.2345678901',
      '0.01',
    ];
    const days = ['06', '07', '08', '09', '10', '13', '14', '15', '16', '17', '20'];
    const booked = new Map<string, bigint>();
    for (const [i, day] of days.entries())
      await announce(
        'AAPL',
        `2026-04-${day}`,
        BigInt((rates[i] ?? '').replace('.', '').padEnd((rates[i] ?? '').indexOf('.') + 10, '0')),
      );
    for (const [i, day] of days.entries()) {
      const at = new Date(`2026-04-${day}T13:25:00.000Z`);
      await book(new Date(at.getTime() - 1));
      books.at(at);
      await Promise.all([book(), book()]);
      await book();
      for (const { id, side, open_lots, collateral_left } of held.rows) {
        const amount = centsOf(rates[i] ?? '', BigInt(open_lots)) * (side === 'buy' ? 1n : -1n);
        const left = BigInt(collateral_left) + (booked.get(id) ?? 0n);
        booked.set(id, (booked.get(id) ?? 0n) + (amount < -left ? -left : amount));
      }
    }
    const count = await db.pool.query<{ n: number }>(
      "select count(*)::int as n from ledger.dividend d join ledger.corporate_action c on c.id = d.action_id where c.symbol = 'AAPL'",
    );
    expect(count.rows[0]?.n).toBe(held.rows.length * days.length);
    expect(count.rows[0]?.n).toBeGreaterThanOrEqual(200);
    const after = await db.pool.query<{ id: string; dividends: string; collateral_left: string; realised: string }>(
      'select id, dividends, collateral_left, realised from ledger.trade where id = any($1)',
      [held.rows.map(({ id }) => id)],
    );
    for (const { id, dividends, collateral_left, realised } of after.rows) {
      const before = held.rows.find((row) => row.id === id);
      expect([dividends, collateral_left, realised], id).toEqual([
        (booked.get(id) ?? 0n).toString(),
        (BigInt(before?.collateral_left ?? 0) + (booked.get(id) ?? 0n)).toString(),
        '0',
      ]);
    }
    expect(await brokenCopies(db.pool)).toEqual([]);
    // It comes back with the collateral, part by part.
    books.at(new Date('2026-04-20T13:30:05.000Z'));
    const [client = ''] = clients;
    const before = await books.party(client);
    const own = await db.pool.query<{ id: string; open_lots: string }>(
      "select id, open_lots from ledger.trade where client_id = $1 and status = 'active'",
      [client],
    );
    for (const { id, open_lots } of own.rows) {
      await books.close(client, id, BigInt(open_lots) / 2n);
      await books.close(client, id);
    }
    const now = await books.party(client);
    expect([now['margin'], BigInt(now['cash'] ?? 0)]).toEqual([
      '0',
      BigInt(before['cash'] ?? 0) + BigInt(before['margin'] ?? 0) + BigInt(now['realised'] ?? 0),
    ]);
  });

  it('[Q4] comes before any close at a later quote, and a close at an earlier one leaves nothing to book', async () => {
    const client = await funded();
    const early = await open(client, 'JPM', 'sell', 1_000n, 400_000n);
    const late = await open(client, 'JPM', 'sell', 1_000n, 400_000n);
    await announce('JPM', '2026-04-22', 4_300_000_000n);
    books.at(new Date('2026-04-21T19:59:59.000Z'));
    await books.close(client, early);
    books.at(new Date('2026-04-22T13:30:05.000Z'));
    const refused = await books.run({ kind: 'close_trade', clientId: client, tradeId: late, lots: null });
    expect(refused.outcome).toMatchObject({ ok: false, refusal: { code: 'corporate_action.first' } });
    await book();
    const { rows } = await db.pool.query(
      "select trade_id, amount, moved from ledger.dividend d join ledger.corporate_action c on c.id = d.action_id where c.symbol = 'JPM'",
    );
    expect(rows).toEqual([{ trade_id: late, amount: '-430', moved: '-430' }]);
    await books.close(client, late);
  });

  it('[Q3] a commit pays nothing else: not twice, not early, not of another share, size, sign or sum, and not without its dividend', async () => {
    const client = await funded();
    const at = new Date('2026-04-24T13:25:00.000Z');
    const id = await open(client, 'DIS', 'buy', 1_000n, 200_000n);
    const other = await open(client, 'NKE', 'buy', 1_000n, 200_000n);
    const action = await announce('DIS', '2026-04-24', 5_000_000_000n);
    const pays = (over: object = {}, { amount = 500, trade = {}, subject = id, now = at }: { amount?: number; trade?: object; subject?: string; now?: Date } = {}): CommitCall => ({
      now,
      entries: [{ event: 'dividend', client, subject, postings: [['dividends', amount], ['margin', -amount]] }],
      rows: {
        trade: [{ id: subject, client_id: client, dividends: { plus: amount }, collateral_left: { plus: amount }, ...trade }],
        dividend: [{ action_id: action, trade_id: subject, client_id: client, lots: '1000', amount: String(amount), moved: String(amount), at: now, ...over }],
      },
    }); // prettier-ignore
    expect(await tryCommit(pays({}, { amount: 501 })), 'a cent more').toBe('Q3');
    expect(await tryCommit(pays({}, { amount: -500 })), 'taken from a buy').toBe('Q3');
    expect(
      await tryCommit(pays({ lots: '2000', amount: '1000', moved: '1000' }, { amount: 1_000 })),
      'of more than is open',
    ).toBe('Q3');
    expect(await tryCommit(pays({}, { now: new Date(at.getTime() - 1) })), 'early').toBe('Q3');
    expect(await tryCommit(pays({}, { subject: other })), 'of another share').toBe('Q3');
    expect(await tryCommit(pays({ action_id: newId() })), 'that nobody announced').toBe('Q3');
    expect(await tryCommit(pays({ moved: '499' }, { amount: 500 })), 'less than it says').toBe('Q3');
    expect(
      await tryCommit({ ...pays(), rows: { trade: pays().rows?.['trade'] ?? [] } }),
      'an entry without its dividend',
    ).toBe('Q3');
    expect(await tryCommit({ ...pays(), entries: [] }), 'without its entry').toBe('Q3');
    expect(
      await tryCommit({ ...pays(), rows: { dividend: pays().rows?.['dividend'] ?? [] } }),
      'an entry that moves no trade',
    ).toMatch(/^CB(013|111)$/);
    expect(
      await tryCommit(pays({}, { trade: { stop_loss: 1, open_lots: 999 } })),
      'with something else of the trade',
    ).toMatch(/^(Q3|L7|23514)$/);
    expect(
      await tryCommit({
        ...pays(),
        entries: [
          {
            event: 'dividend',
            client,
            subject: id,
            postings: [
              ['dividends', 500],
              ['cash', -500],
            ],
          },
        ],
      }),
      'into cash',
    ).toBe('CB003');
    expect(await tryCommit(pays())).toBe('accepted');
    expect(await tryCommit(pays()), 'twice').toBe('Q3');
    expect(
      await tryCommit(pays({ at: new Date(at.getTime() + 1) }, { now: new Date(at.getTime() + 1) })),
      'twice, later',
    ).toBe('Q3');
    const { rows: quotes } = await db.pool.query<{ id: string; bid: string }>(
      'select q.id, q.bid from ledger.trade t join ledger.quote q on q.id = t.entry_quote_id where t.id = $1',
      [id],
    );
    const [before] = quotes;
    const kept = {
      now: at,
      entries: [{ event: 'trade_closed', client, subject: id, postings: [['margin', 200_500], ['cash', -200_500]] }],
      rows: closingRows({
        id, lots_closed: '1000', collateral_out: '200500', realised: '0', exact_num: '0', exact_den: '1', shortfall: '0',
        exit_price: before?.bid, exit_quote_id: before?.id, at, closed_by: 'client', client_id: client, exit_fill_id: newId(),
      }),
    } as CommitCall; // prettier-ignore
    expect(await tryCommit(kept), 'kept, and closed at a price from before it').toBe('(Q4)');
    const back = { ...pays({}, { amount: -500 }), rows: { trade: pays({}, { amount: -500 }).rows?.['trade'] ?? [] } };
    expect(await tryCommit(back), 'taken back, so that none is left to be found').toBe('Q3');
  });

  it('[Y3] [Q6] [Q7] counts in the day’s result, is told with its amount, a line on the statement, and one of the year’s sums', async () => {
    books.at(new Date('2026-04-27T15:00:00.000Z'));
    const client = await funded();
    await open(client, 'KO', 'buy', 1_000n, 100_000n);
    await open(client, 'KO', 'sell', 500n, 100_000n);
    await announce('KO', '2026-04-29', 5_100_000_000n);
    books.at(new Date('2026-04-29T13:25:00.000Z'));
    await book();
    const day = await db.pool.query('select day_result, result_day::text from ledger.party where id = $1', [client]);
    expect(day.rows).toEqual([{ day_result: '255', result_day: '2026-04-29' }]);
    const list = await http.get<DividendList>('/me/dividends', `client ${client}`);
    expect(list).toMatchObject({ year: 2026, received: { amount: '5.10' }, paid: { amount: '2.55' } });
    expect(
      list.data
        .map(({ side, lots, rate, ex_date, amount }) => [side, lots, rate, ex_date, amount.amount].join(' '))
        .toSorted(),
    ).toEqual(['buy 10.00 0.51 2026-04-29 5.10', 'sell 5.00 0.51 2026-04-29 -2.55']);
    expect(await http.get('/me/dividends?year=2025', `client ${client}`)).toMatchObject({
      data: [],
      received: { amount: '0.00' },
    });
    const { data } = await http.get<{ data: { event: string; title: string; text: string }[] }>(
      '/me/statements?kind=trades&q=KO',
      `client ${client}`,
    );
    expect(
      data
        .filter(({ event }) => event === 'dividend')
        .map(({ title, text }) => `${title}. ${text}`)
        .toSorted(),
    ).toEqual([
      'Dividend: Buy KO. $5.10 for the shares you held, added to the trade’s collateral.',
      'Dividend: Sell KO. $2.55 for the shares you were short, taken from the trade’s collateral.',
    ]);
    const told = await db.pool.query<{ kind: string }>(
      "select kind from app.notification where user_id = $1 and kind like 'dividend-%' order by kind",
      [client],
    );
    expect(told.rows.map(({ kind }) => kind)).toEqual(['dividend-paid', 'dividend-received']);
    const member = await books.openParty('staff');
    const staff = await http.get<{ data: object[] }>('/admin/corporate-actions', `admin ${member}`);
    expect(staff.data).toContainEqual(
      expect.objectContaining({
        symbol: 'KO',
        ex_date: '2026-04-29',
        positions: 2,
        received: { amount: '5.10', currency: 'USD' },
        paid: { amount: '2.55', currency: 'USD' },
      }),
    );
    const file = async (query: string) =>
      (await http.ask(`/admin/corporate-actions.csv${query}`, `admin ${member}`)).body;
    expect((await file('')).trimEnd().split('\r\n')).toHaveLength(staff.data.length + 1);
    expect(await file('?after=2026-04-28&until=2026-04-29'), '[G98]').toMatch(
      /^[^\n]+\r\n[0-9a-f-]{36},cash_dividend,KO,[0-9.]+,,,2026-04-29,2,5\.10,2\.55,/,
    );
    expect((await file('?until=2001-01-01')).trimEnd().split('\r\n')).toHaveLength(1);
  });

  it('[Q3] [Q4] whoever watches after a downtime books it before the quotes of the session, so that nobody is closed out by the fall that it makes up for', async () => {
    const watch = openWatchBooks(db.pool);
    watch.at(new Date('2026-05-04T18:00:00.000Z'));
    const before = await watch.begin({ NVDA: '100' });
    const client = await watch.client();
    const id = await watch.open(client, { symbol: 'NVDA', lots: 10_000n, amount: 405_000n });
    for (let second = 0; second < 3; second += 1) await watch.tick(before, { NVDA: '81' });
    await watch.rowsChanged(before, client);
    await before.stop();
    const action = await announce('NVDA', '2026-05-06', 20_000_000_000n, watch.now());
    watch.at(new Date('2026-05-06T13:30:00.000Z'));
    for (let second = 0; second < 3; second += 1) watch.say(1, { NVDA: '79' });
    const after = await watch.watching();
    after.look(watch.now());
    await after.settled();
    await after.stop();
    expect(await watch.trade(id)).toMatchObject({ status: 'active', open_lots: '10000' });
    const { rows } = await db.pool.query(
      'select trade_id, moved from ledger.dividend where action_id = $1 and trade_id = $2',
      [action, id],
    );
    expect(rows).toEqual([{ trade_id: id, moved: '20000' }]);
    expect(watch.faults()).toEqual([]);
    await watch.ledger.close();
  });

  it('[Q3] books a fill from before its moment that is written down after everything else was booked, whatever its client amends', async () => {
    books.at(new Date('2026-05-11T15:00:00.000Z'));
    const clientId = await funded();
    const held = await open(clientId, 'PEP', 'sell', 1_000n, 400_000n);
    const action = await announce('PEP', '2026-05-13', 10_000_000_000n);
    const at = new Date('2026-05-13T13:25:00.000Z');
    const receivedTime = new Date(at.getTime() - 500);
    const quote = { ...simulatedQuote('test', 'PEP', receivedTime.getTime()), receivedTime, sourceTime: receivedTime };
    const away = {
      kind: 'place_order',
      clientId,
      symbol: 'PEP',
      side: 'sell',
      lots: 1_000n,
      amount: 900_000n,
    } as const;
    const placed = await books.run({
      ...away,
      type: 'limit',
      timeInForce: 'gtc',
      price: ((quote.ask * 2n) / 10n ** 8n) * 10n ** 8n,
    });
    if (!placed.outcome.ok) throw new Error(placed.outcome.refusal.code);
    books.at(new Date(at.getTime() + 1_000));
    const dividends = booking();
    await dividends.read();
    await dividends.book(books.now());
    books.at(new Date(at.getTime() + 5_000));
    const trigger = { quote: { ...quote, bid: quote.bid * 3n, ask: quote.ask * 3n, id: 'PEP:late' }, conversions: [] };
    const filled = await books.run({ kind: 'fill_order', clientId, orderId: placed.outcome.result.id, trigger });
    expect(filled.outcome).toMatchObject({ ok: true });
    const {
      rows: [trade],
    } = await db.pool.query<{ id: string; held_since: Date }>(
      'select id, held_since from ledger.trade where client_id = $1 and order_id is not null',
      [clientId],
    );
    const tradeId = trade?.id ?? '';
    expect(trade?.held_since).toEqual(new Date(receivedTime.getTime() + 1));
    const amended = await books.run({
      kind: 'amend_trade',
      clientId,
      tradeId,
      stopLoss: ((quote.ask * 9n) / 10n ** 8n) * 10n ** 8n,
      takeProfit: null,
      trailingDistance: null,
    });
    expect(amended.outcome).toMatchObject({ ok: true });
    books.at(new Date('2026-05-13T13:30:05.000Z'));
    const close = () => books.run({ kind: 'close_trade', clientId, tradeId, lots: null });
    expect((await close()).outcome).toMatchObject({ refusal: { code: 'corporate_action.first' } });
    await dividends.book(books.now());
    const { rows } = await db.pool.query<{ trade_id: string; moved: string }>(
      'select trade_id, moved from ledger.dividend where action_id = $1 order by moved',
      [action],
    );
    expect(rows.map(({ trade_id, moved }) => [trade_id, moved])).toEqual(
      expect.arrayContaining([
        [held, '-1000'],
        [tradeId, '-1000'],
      ]),
    );
    expect((await close()).outcome).toMatchObject({ ok: true });
  });
});
