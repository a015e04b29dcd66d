import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS, EVENTS } from '@clearbook/domain/ledger';
import type { Account, EventName } from '@clearbook/domain/ledger';
import { brokenInvariants, newTxid, openBooks } from './books.ts';
import type { Books } from './books.ts';
import { freshDatabase, type FreshDatabase, makeLive } from './database.ts';
import { type CommitCall as Call, type CommitEntry as Entry, type TryCommit, commitTester } from './try-commit.ts';
import { closingRows, openingRows } from './trade-rows.ts';

/**
 * The commit function checks by itself what the server decided: here a server gone wrong talks to it directly, as its own role. Every breach is one
 * change to a call that goes through without it.
 */
let db: FreshDatabase;
let books: Books;
let client: string;
let stranger: string;
let staff: string;
let tryCommit: TryCommit;

const T0 = new Date('2026-03-11T16:00:00.000Z');

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  books.at(T0);
  [client, stranger, staff] = [await books.openParty(), await books.openParty(), await books.openParty('staff')];
  tryCommit = await commitTester(db.pool, staff, T0);
  await books.fund(client, 1_000_000n);
  await books.fund(stranger, 1_000_000n);
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await books.ledger.close();
  await db.drop();
});

const credit = (amount = 100, over: Partial<Entry> = {}): Entry => ({
  event: 'adjustment',
  client,
  subject: newId(),
  postings: [
    ['adjustments', amount],
    ['cash', -amount],
  ],
  ...over,
});

describe('[L1] entries', () => {
  it('[L1] one that balances is accepted', async () => {
    expect(await tryCommit({ entries: [credit()] })).toBe('accepted');
  });

  it.each<[string, [Account, number][]]>([
    [
      'one cent short',
      [
        ['adjustments', 100],
        ['cash', -99],
      ],
    ],
    ['only one side', [['cash', -100]]],
    ['no posting at all', []],
    [
      'both sides credits',
      [
        ['adjustments', -100],
        ['cash', -100],
      ],
    ],
  ])('[L1] %s is refused', async (_name, postings) => {
    expect(await tryCommit({ entries: [credit(100, { postings })] })).toBe('CB001');
  });

  it('[L1] two entries that balance only together are refused', async () => {
    expect(
      await tryCommit({
        entries: [
          credit(100, {
            postings: [
              ['adjustments', 100],
              ['cash', -60],
            ],
          }),
          credit(100, {
            postings: [
              ['adjustments', 20],
              ['cash', -60],
            ],
          }),
        ],
      }),
    ).toBe('CB001');
  });

  it('[L1] a posting of nothing is refused', async () => {
    expect(
      await tryCommit({
        entries: [
          credit(100, {
            postings: [
              ['adjustments', 100],
              ['cash', -100],
              ['cash', 0],
            ],
          }),
        ],
      }),
    ).toMatch(/^(23514|CB\d+)$/);
  });

  it.each<[string, [number | null, number | null][]]>([
    ['of nobody knows how much', [[ACCOUNTS.adjustments, 100], [ACCOUNTS.cash, -100], [ACCOUNTS.cash, null]]],
    ['in no account', [[null, 100], [ACCOUNTS.cash, -100]]],
    ['in an account whose number is none', [[ACCOUNTS.adjustments, 100], [ACCOUNTS.cash - 64, -100]]],
    ['in one that only looks like an account of the event', [[ACCOUNTS.adjustments + 64, 100], [ACCOUNTS.cash, -100]]],
  ])('[L1] a posting %s is refused', async (_name, lines) => {
    const entry = { ...credit(), postings: [] };
    expect(await tryCommit({ entries: [entry], lines: lines.map(([account, amount]) => [1, account, amount]) })).toBe(
      'CB001',
    );
  }); // prettier-ignore

  it('[L2] an entry for somebody who has no books, and one for staff, are refused', async () => {
    expect(await tryCommit({ entries: [credit(100, { client: newId() })] })).toBe('CB006');
    expect(await tryCommit({ entries: [credit(100, { client: staff })] })).toBe('CB006');
  });

  it('[L14] one breach undoes the whole call', async () => {
    const before = await db.pool.query('select number from ledger.head');
    expect(
      await tryCommit({
        entries: [
          credit(),
          credit(),
          credit(100, {
            postings: [
              ['adjustments', 100],
              ['cash', -99],
            ],
          }),
        ],
      }),
    ).toBe('CB001');
    expect((await db.pool.query('select number from ledger.head')).rows).toEqual(before.rows);
  });
});

describe('[L3] the posting table', () => {
  const cases = Object.keys(EVENTS).flatMap((event) =>
    (Object.keys(ACCOUNTS) as Account[]).map((account) => [event as EventName, account] as const),
  );

  it.each(cases)('[L3] %s touches %s only on the sides that the table gives it', async (event, account) => {
    for (const side of [1, -1]) {
      const { rowCount } = await db.pool.query(
        'select 1 from ledger.posting_rule where event = $1 and account = $2 and side = $3',
        [EVENTS[event], ACCOUNTS[account], side > 0 ? 'D' : 'C'],
      );
      if (rowCount === 1) continue;
      const other: Account = account === 'cash' ? 'fees' : 'cash';
      expect(
        await tryCommit({
          entries: [
            credit(100, {
              event,
              postings: [
                [account, 100 * side],
                [other, -100 * side],
              ],
            }),
          ],
        }),
      ).toBe('CB003');
    }
  });
});

describe('[L4] paper money', () => {
  const topUp = (): Entry => ({
    event: 'demo_top_up',
    client: stranger,
    subject: newId(),
    postings: [
      ['custody:paper', 100],
      ['cash', -100],
    ],
  });

  it('[L4] is accepted in demo mode, three times a day at most', async () => {
    const day = new Date('2026-03-20T10:00:00Z');
    for (let i = 0; i < 3; i += 1) expect(await tryCommit({ now: day, entries: [topUp()] })).toBe('accepted');
    expect(await tryCommit({ now: day, entries: [topUp()] })).toBe('23514');
    expect(await tryCommit({ now: new Date('2026-03-21T10:00:00Z'), entries: [topUp()] })).toBe('accepted');
  });

  it('[F1] is $100,000.00 at a time at most', async () => {
    const of = (cents: number): Entry => ({ ...topUp(), postings: [['custody:paper', cents], ['cash', -cents]] }); // prettier-ignore
    const day = new Date('2026-03-22T10:00:00Z');
    expect(await tryCommit({ now: day, entries: [of(10_000_001)] })).toBe('CB008');
    expect(await tryCommit({ now: day, entries: [of(10_000_000)] })).toBe('accepted');
  });

  it('[L4] is refused where the database was made for live mode, whatever the server believes', async () => {
    const live = await freshDatabase();
    try {
      await makeLive(live);
      const person = await openBooks(live.pool).openParty();
      const { outcome } = await openBooks(live.pool)
        .run({ kind: 'top_up', clientId: person, amount: 100n })
        .catch((error: unknown) => ({ outcome: error as { code: string } }));
      expect(outcome).toMatchObject({ code: 'CB004' });
      expect((await live.pool.query('select cash from ledger.party where id = $1', [person])).rows).toEqual([
        { cash: '0' },
      ]);
    } finally {
      await live.drop();
    }
  });
});

describe('[L5] corrections', () => {
  const back = (corrects: string | null, over: Partial<Entry> = {}) =>
    credit(100, {
      corrects,
      postings: [
        ['cash', 100],
        ['adjustments', -100],
      ],
      ...over,
    });
  let own: string;

  beforeAll(async () => {
    expect(await tryCommit({ entries: [credit(500)] })).toBe('accepted');
    own = (await db.pool.query<{ number: string }>('select number from ledger.head')).rows[0]?.number ?? '';
  });

  it('[L5] a debit that names an entry of the same client is accepted', async () => {
    expect(await tryCommit({ entries: [back(own)] })).toBe('accepted');
  });

  it('[L5] one that names nothing, somebody else’s entry, or one that is not there is refused', async () => {
    expect(await tryCommit({ entries: [back(null)] })).toBe('CB005');
    expect(await tryCommit({ entries: [back(own, { client: stranger })] })).toBe('CB005');
    expect(await tryCommit({ entries: [back('999999999')] })).toBe('CB005');
  });

  it('[L5] only an adjustment corrects', async () => {
    const topUp: Entry = {
      event: 'demo_top_up',
      client,
      subject: newId(),
      corrects: own,
      postings: [
        ['custody:paper', 100],
        ['cash', -100],
      ],
    };
    expect(await tryCommit({ now: new Date('2026-03-25T00:00:00Z'), entries: [topUp] })).toBe('CB005');
  });
});

describe('[G5] what a correction takes back', () => {
  const back = (corrects: string, amount: number) =>
    credit(amount, { corrects, postings: [['cash', amount], ['adjustments', -amount]] }); // prettier-ignore
  const lastNumber = async () =>
    (await db.pool.query<{ number: string }>('select number from ledger.head where book = 1')).rows[0]?.number ?? '';

  async function credited(cents: number): Promise<string> {
    expect(await tryCommit({ entries: [credit(cents)] })).toBe('accepted');
    return lastNumber();
  }

  it('[G5] all of an entry can be taken back, in one go or in parts, and then no cent more', async () => {
    const [whole, parts] = [await credited(500), await credited(500)];
    expect(await tryCommit({ entries: [back(whole, 500)] })).toBe('accepted');
    expect(await tryCommit({ entries: [back(whole, 1)] })).toBe('CB007');
    expect(await tryCommit({ entries: [back(parts, 300)] })).toBe('accepted');
    expect(await tryCommit({ entries: [back(parts, 201)] })).toBe('CB007');
    expect(await tryCommit({ entries: [back(parts, 200)] })).toBe('accepted');
  });

  it('[G5] more than the entry added is refused, by one debit and by two of one batch', async () => {
    const [own, other] = [await credited(500), await credited(500)];
    expect(await tryCommit({ entries: [back(own, 600)] })).toBe('CB007');
    expect(await tryCommit({ entries: [back(own, 300), back(own, 300)] })).toBe('CB007');
    expect(await tryCommit({ entries: [back(own, 300), back(other, 300)] })).toBe('accepted');
    expect(await tryCommit({ entries: [back(own, 100), back(own, 100)] })).toBe('accepted');
  });

  it('[G5] an entry that added nothing to the client’s money, such as a debit, has nothing to take back', async () => {
    expect(await tryCommit({ entries: [back(await credited(500), 400)] })).toBe('accepted');
    expect(await tryCommit({ entries: [back(await lastNumber(), 1)] })).toBe('CB007');
  });
});

describe('[L6] trades', () => {
  const quote = (over: object = {}) => ({
    id: newId(),
    symbol: 'ETH',
    bid: '4000000000000',
    ask: '4010000000000',
    feed_bid: '4003210000000',
    feed_ask: '4006790000000',
    markup: '6420000000',
    source: 'test',
    source_time: T0,
    received_time: T0,
    ...over,
  });

  function opening(
    change: { entry?: Partial<Entry>; row?: object; quote?: object; withoutRow?: boolean; withoutEntry?: boolean } = {},
  ): Call & { id: string } {
    const id = newId();
    const dealt = quote(change.quote);
    const row = {
      id, client_id: client, symbol: 'ETH', side: 'buy', lots: '10', collateral: '5000', required_margin: '4005', leverage_hundredths: 100,
      entry_price: '4010000000000', entry_quote_id: dealt.id, opened_at: T0, ...change.row,
    }; // prettier-ignore
    const entry: Entry = {
      event: 'trade_opened',
      client,
      subject: id,
      postings: [
        ['cash', 5000],
        ['margin', -5000],
      ],
      ...change.entry,
    };
    return {
      id,
      entries: change.withoutEntry ? [] : [entry],
      rows: { quote: [dealt], ...(!change.withoutRow && openingRows(row)) },
    };
  }

  it('[L6] one that agrees with its entry and its quote is accepted', async () => {
    expect(await tryCommit(opening())).toBe('accepted');
    expect(await tryCommit(opening({ row: { side: 'sell', entry_price: '4000000000000' } }))).toBe('accepted');
  });

  it('[T48] the trade beyond two hundred is refused', async () => {
    const crowd = (trades: number) =>
      db.ownerPool.query('update ledger.exposure set trades = trades + $1 where client_id = $2', [trades, client]);
    await crowd(200);
    expect(await tryCommit(opening())).toBe('CB009');
    await crowd(-200);
    expect(await tryCommit(opening())).toBe('accepted');
  });

  it('[L6] [T21] [T72] one that fills no order that waited is its own, and no other’s', async () => {
    const call = opening();
    expect(await tryCommit(call)).toBe('accepted');
    const { rows } = await db.pool.query('select id, type, status from ledger.client_order where trade_id = $1', [
      call.id,
    ]);
    expect(rows).toEqual([{ id: call.id, type: 'market', status: 'filled' }]);
    expect(await tryCommit(opening({ row: { order_id: newId() } }))).toBe('T21');
    expect(await tryCommit(opening({ row: { held_since: new Date(0) } }))).toBe('T22');
  });

  it('[T7] [P12] whose account is suspended or has ended opens nothing, and adds no money', async () => {
    const topUp: Entry = { event: 'demo_top_up', client, subject: newId(), postings: [['custody:paper', 1], ['cash', -1]] }; // prettier-ignore
    for (const status of ['suspended', 'closed']) {
      await db.ownerPool.query('update ledger.party set status = $1 where id = $2', [status, client]);
      expect(await tryCommit(opening()), status).toBe('CB023');
      expect(await tryCommit({ entries: [topUp] }), status).toBe('CB023');
    }
    await db.ownerPool.query("update ledger.party set status = 'active' where id = $1", [client]);
    expect(await tryCommit(opening())).toBe('accepted');
  });

  it('[Y5] [Y7] nor does who takes a break, or has not come back from an exclusion', async () => {
    const person = await books.openParty();
    await books.fund(person, 1_000_000n);
    const opens = (now: Date) => {
      const call = opening({ entry: { client: person }, row: { client_id: person, opened_at: now }, quote: { received_time: now } }); // prettier-ignore
      return tryCommit({ ...call, now });
    };
    const [until, back] = [new Date(T0.getTime() + 60_000), new Date(T0.getTime() + 120_000)];
    const takes = (row: object) =>
      db.ownerPool.query(
        `with gone as (delete from ledger.time_out where client_id = $1), found as (update ledger.party set guarded = true where id = $1)
         insert into ledger.time_out (book, client_id, kind, started_at, until, return_at) values (1, $1, $2, $3, $4, $5)`,
        [person, ...Object.values(row)],
      );
    await takes({ kind: 'time_out', started_at: T0, until, return_at: null });
    expect(await opens(T0)).toBe('CB023');
    expect(await opens(until)).toBe('accepted');
    await db.ownerPool.query('delete from ledger.time_out where client_id = $1', [person]);
    await takes({ kind: 'self_exclusion', started_at: T0, until, return_at: null });
    expect(await opens(back)).toBe('CB023');
    await db.ownerPool.query('update ledger.time_out set return_at = $2 where client_id = $1', [person, back]);
    expect(await opens(new Date(back.getTime() - 1))).toBe('CB023');
    expect(await opens(back)).toBe('accepted');
  });

  it.each<[string, Parameters<typeof opening>[0], string]>([
    ['a collateral that the entry did not move', { row: { collateral: '5001' } }, 'L6'],
    ['somebody else’s entry', { row: { client_id: 'stranger' } }, 'L6'],
    ['an entry about another trade', { entry: { subject: newId() } }, 'L6'],
    [
      'an entry of another event',
      {
        entry: {
          event: 'adjustment',
          postings: [
            ['adjustments', 5000],
            ['cash', -5000],
          ],
        },
      },
      'L6',
    ],
    ['a row without an entry', { withoutEntry: true }, 'L6'],
    ['an entry without a row', { withoutRow: true }, 'CB013'],
    ['[T2] a margin a cent below what its quote says', { row: { required_margin: '4004' } }, 'T2'],
    ['[T2] more leverage than its client has', { row: { leverage_hundredths: 200, required_margin: '2003' } }, 'T2'],
    ['a collateral below the required margin', { row: { required_margin: '5001' } }, '23514'],
    ['[T6] a quote of an hour ago', { quote: { received_time: new Date(T0.getTime() - 3_600_001) } }, 'T6'],
    ['[L8] a buy at the bid', { row: { entry_price: '4000000000000' } }, 'L8'],
    [
      '[L8] a quote that is better than the feed’s own',
      { quote: { feed_ask: '4010000000001', markup: '3209999999' } },
      'L8',
    ],
    ['[L8] a quote with a mark-up that it does not name', { quote: { markup: '6420000001' } }, 'L8'],
    ['[T42] a mark-up beyond its client’s', { quote: { feed_ask: '4006690000000', markup: '6520000000' } }, 'T42'],
    ['[T46] beyond the worst price that its client named', { row: { worst_price: '4009999999999' } }, 'T46'],
    ['[L8] a sell at the ask', { row: { side: 'sell' } }, 'L8'],
    ['[L8] a price that no quote shows', { row: { entry_price: '4010000000001' } }, 'L8'],
    ['[L8] another instrument’s quote', { quote: { symbol: 'BTC' } }, 'L8'],
    ['[L8] a quote from after the fill', { quote: { received_time: new Date(T0.getTime() + 1) } }, 'L8'],
    ['[L8] a quote that is not on the tape', { row: { entry_quote_id: newId() } }, 'L8'],
    ['[L8] a conversion that is not on the tape', { row: { entry_conversion_quote_id: newId() } }, 'L8'],
    ['a fill that closed it', { row: { exit_fill_id: newId() } }, 'L6'],
    [
      '[L8] a crossed quote',
      {
        quote: { ask: '3999999999999', feed_bid: '4000000000000', feed_ask: '3999999999999', markup: '0' },
        row: { entry_price: '3999999999999', required_margin: '4000' },
      },
      '23514',
    ],
  ])('[L6] %s is refused', async (_name, change, code) => {
    const whose =
      change?.row !== undefined && 'client_id' in change.row ? { ...change.row, client_id: stranger } : change?.row;
    expect(await tryCommit(opening({ ...change, ...(whose && { row: whose }) }))).toBe(code);
  });

  /** A close whose row and entry agree about what it moves. */
  function settled(
    { margin, trading, shortfall = 0 }: { margin: number; trading: number; shortfall?: number },
    row = {},
  ): Closing {
    const moved: Entry['postings'] = [['margin', margin], ['trading', trading], ['shortfall', shortfall], ['cash', -(margin + trading + shortfall)]]; // prettier-ignore
    return {
      entry: { postings: moved.filter(([, cents]) => cents !== 0) },
      row: { collateral_out: margin, realised: trading, exact_num: trading, shortfall, ...row },
    };
  }
  const half = (moved: { margin: number; trading: number }, row = {}) =>
    settled(moved, { lots_closed: '5', status: 'active', ...row });

  type Closing = { entry?: Partial<Entry>; row?: object; quote?: object; withoutEntry?: boolean; withoutRow?: boolean };
  async function closing(change: Closing = {}): Promise<Call> {
    const opened = opening();
    expect(await tryCommit(opened)).toBe('accepted');
    const dealt = quote(change.quote);
    const row = {
      id: opened.id, lots_closed: '10', collateral_out: '5000', realised: '-10', exact_num: '-10', exact_den: '1', shortfall: '0',
      exit_price: '4000000000000', exit_quote_id: dealt.id, at: T0, closed_by: 'client', client_id: client, exit_fill_id: newId(), ...change.row,
    }; // prettier-ignore
    const entry: Entry = {
      event: 'trade_closed',
      client,
      subject: opened.id,
      postings: [
        ['margin', 5000],
        ['trading', -10],
        ['cash', -4990],
      ],
      ...change.entry,
    };
    return {
      entries: change.withoutEntry ? [] : [entry],
      rows: { quote: [dealt], ...(!change.withoutRow && closingRows(row)) },
    };
  }

  it('[L7] a close that agrees with its entry and its quote is accepted, and only once', async () => {
    const call = await closing();
    expect(await tryCommit(call)).toBe('accepted');
    expect(await tryCommit(call)).toBe('L7');
    expect(await tryCommit(await closing(half({ margin: 2500, trading: -5 })))).toBe('accepted');
  });

  it('[T28] it is closed out where half of its margin is gone, and nowhere else', async () => {
    expect(await tryCommit(await closing({ row: { closed_by: 'close_out' } }))).toBe('T28');
    const fallen = { bid: '1010000000000', ask: '1011800000000', feed_bid: '1010900000000', feed_ask: '1010900000000', markup: '1800000000' }; // prettier-ignore
    const out = settled({ margin: 5000, trading: -3000 }, { closed_by: 'close_out', exit_price: fallen.bid });
    expect(await tryCommit(await closing({ ...out, quote: fallen }))).toBe('accepted');
  });

  it.each<[string, Closing, string]>([
    ['a result that the house’s account does not show', { row: { realised: '-9' } }, 'L7'],
    ['a collateral that the entry did not move', { row: { collateral_out: '4999' } }, 'L7'],
    ['a shortfall that the entry did not book', { row: { shortfall: '1' } }, 'L7'],
    ['another order', { row: { order_id: newId() } }, 'L7'],
    ['another beginning', { row: { held_since: new Date(0) } }, 'L7'],
    ['another worst price', { row: { worst_price: '4010000000000' } }, 'L7'],
    ['another conversion of its opening', { row: { entry_conversion_quote_id: newId() } }, 'L7'],
    ['no fill', { row: { exit_fill_id: null } }, '23502'],
    ['no moment', { row: { at: null } }, 'L7'],
    ['[L8] a conversion that is not on the tape', { row: { exit_conversion_quote_id: newId() } }, 'L8'],
    ['[L8] the price of the side it was opened on', { row: { exit_price: '4010000000000' } }, 'L8'],
    ['[T6] a quote of an hour ago', { quote: { received_time: new Date(T0.getTime() - 3_600_001) } }, 'T6'],
    ['more lots than are open', { row: { lots_closed: '11' } }, 'L7'],
    ['fewer than no lots', { row: { lots_closed: '-1' } }, 'L7'],
    ['[L8] a quote that is not on the tape', { row: { exit_quote_id: newId() } }, 'L8'],
    ['a moment that is not its batch’s', { row: { at: new Date(T0.getTime() - 1) } }, 'L7'],
    ['[L8] a quote from after the fill', { quote: { received_time: new Date(T0.getTime() + 1) } }, 'L8'],
    ['an entry about another trade', { entry: { subject: newId() } }, 'L7'],
    ['an entry without a row', { withoutRow: true }, 'CB013'],
    ['a row that moves money without an entry', { withoutEntry: true }, 'L7'],
    [
      'the end of a trade whose collateral stays behind',
      { withoutEntry: true, row: { realised: '0', collateral_out: '0' } },
      'L7',
    ],
    [
      'a loss of which the house bears what the collateral could',
      settled({ margin: 5000, trading: -10, shortfall: 50 }),
      'L7',
    ],
    ['more of the collateral than the share of its lots', half({ margin: 5000, trading: -5 }), 'L7'],
    ['less of the collateral than the share of its lots', half({ margin: 2499, trading: -5 }), 'L7'],
    [
      'more margin that stays required',
      half({ margin: 2500, trading: -5 }, { required_margin_left: { plus: -1 } }),
      'L7',
    ],
  ])('[L7] a close with %s is refused', async (_name, change, code) => {
    expect(await tryCommit(await closing(change))).toBe(code);
  });
});

describe('[L9] deposits', () => {
  /** $100.00 at $60,000 a coin. */
  const PAY_UNITS = '166700';

  async function pending(steps: 'awaiting_payment' | 'pending' = 'pending'): Promise<string> {
    // Three may be open at a time.
    await db.ownerPool.query(
      "update ledger.deposit set status = 'rejected' where client_id = $1 and status in ('awaiting_payment', 'pending')",
      [client],
    );
    const { outcome } = await books.run({
      kind: 'create_deposit',
      clientId: client,
      amount: 10_000n,
      method: 'bitcoin',
      address: 'DEMO-1',
      rate: 600_000_000_000_000n,
      rateSource: 'test',
    });
    const depositId = outcome.ok ? (outcome.result['id'] ?? '') : '';
    if (steps === 'pending')
      expect((await books.run({ kind: 'attach_proof', clientId: client, depositId, fileId: newId() })).outcome.ok).toBe(
        true,
      );
    return depositId;
  }

  function approval(
    id: string,
    change: { entry?: Partial<Entry>; row?: object; withoutEntry?: boolean; withoutRow?: boolean } = {},
  ): Call {
    const row = {
      id, status: 'approved', received_units: PAY_UNITS, receipt_rate: '600000000000000', credited: '10000', txid: newTxid(),
      output_index: 0, decided_at: T0, decided_by: staff, ...change.row,
    }; // prettier-ignore
    const entry: Entry = {
      event: 'deposit_approved',
      client,
      subject: id,
      postings: [
        ['custody:bitcoin', 10_000],
        ['cash', -10_000],
      ],
      ...change.entry,
    };
    return {
      entries: change.withoutEntry ? [] : [entry],
      ...(!change.withoutRow && { rows: { deposit: [row] } }),
    };
  }

  it('[F4] [F5] is asked for in the coins of its amount at its rate, for an hour', async () => {
    const asks = (over: object = {}) => {
      const row = {
        id: newId(), client_id: stranger, amount: '10000', method: 'bitcoin', status: 'awaiting_payment', address: 'DEMO-1', pay_units: PAY_UNITS,
        rate: '600000000000000', rate_source: 'test', expires_at: new Date(T0.getTime() + 3_600_000), created_at: T0, ...over,
      }; // prettier-ignore
      return tryCommit({ entries: [], rows: { deposit: [row] } });
    };
    for (const pay_units of ['1', '166600', '166650', '166701', '166800'])
      expect(await asks({ pay_units }), pay_units).toBe('F4');
    expect(await asks({ amount: '10003' })).toBe('F4');
    for (const ms of [3_599_999, 3_600_001])
      expect(await asks({ expires_at: new Date(T0.getTime() + ms) }), String(ms)).toBe('F5');
    expect(await asks()).toBe('accepted');
    await db.ownerPool.query("update ledger.deposit set status = 'rejected' where client_id = $1", [stranger]);
  });

  it('[L9] is credited once, for what its entry put into cash', async () => {
    const id = await pending();
    expect(await tryCommit(approval(id))).toBe('accepted');
    expect(await tryCommit(approval(id))).toBe('L9');
  });

  it.each<[string, Parameters<typeof approval>[1], string]>([
    ['another sum than the entry’s', { row: { credited: '10001' } }, 'L9'],
    ['no entry', { withoutEntry: true }, 'L9'],
    ['no row', { withoutRow: true }, 'CB013'],
    ['somebody else’s entry', { entry: { client: 'stranger' } }, 'L9'],
    ['somebody else’s deposit', { row: { client_id: newId() } }, 'L9'],
    ['an entry about another deposit', { entry: { subject: newId() } }, 'L9'],
    [
      'a rejection that pays',
      {
        row: {
          status: 'rejected',
          ...Object.fromEntries(
            ['received_units', 'receipt_rate', 'txid', 'output_index', 'credited'].map((name) => [name, null]),
          ),
        },
      },
      'L9',
    ],
    ['nobody who decided it', { row: { decided_by: null } }, 'L9'],
    ['another moment', { row: { decided_at: new Date(T0.getTime() - 1) } }, 'L9'],
    ['another sum that was asked for', { row: { amount: '10001' } }, 'L9'],
    ['another locked rate', { row: { rate: '600000000000001' } }, 'L9'],
    ['another hour', { row: { expires_at: new Date(T0.getTime() + 9_000_000) } }, 'L9'],
    ['another beginning', { row: { created_at: new Date(T0.getTime() - 1) } }, 'L9'],
    ['[F5] another proof', { row: { proof_at: new Date(T0.getTime() + 1) } }, 'F5'],
    ['[F5] a late price of its own', { row: { late_rate: '1', late_rate_source: 'x' } }, 'F5'],
    ['[F50] coins that are worth something else', { row: { received_units: '166800' } }, 'F50'],
    ['[F50] another rate than the locked one', { row: { receipt_rate: '600000000000001' } }, 'F50'],
    ['[F50] another sum typed again', { row: { confirmed: '9999' } }, 'F50'],
    ['no transaction', { row: { txid: null } }, '23514'],
    [
      'the account of another coin',
      {
        entry: {
          postings: [
            ['custody:tether', 10_000],
            ['cash', -10_000],
          ],
        },
      },
      'L9',
    ],
  ])('[L9] an approval with %s is refused', async (_name, change, code) => {
    const call = approval(await pending(), change);
    for (const entry of call.entries) if (entry.client === 'stranger') entry.client = stranger;
    expect(await tryCommit(call)).toBe(code);
  });

  it('[L9] one that was never paid is not approved', async () => {
    expect(await tryCommit(approval(await pending('awaiting_payment')))).toBe('L9');
  });

  it('[F7] a new one waits for its payment, and its proof comes once', async () => {
    const id = await pending();
    const [row] = approval(id).rows?.['deposit'] ?? [];
    const { rows: found } = await db.pool.query<{ row: object }>(
      'select to_jsonb(d) as row from ledger.deposit d where id = $1',
      [id],
    );
    const made = (over: object) =>
      tryCommit({ entries: [], rows: { deposit: [{ ...found[0]?.row, id: newId(), status: 'awaiting_payment', proof_file: null, proof_at: null, created_at: T0, ...over }] } }); // prettier-ignore
    expect(await made({ status: 'pending', proof_file: newId(), proof_at: T0 })).toBe('F7');
    expect(await made({ ...(row as object), id: newId() })).toBe('F7');
    expect(await made({ created_at: new Date(T0.getTime() - 1) })).toBe('F7');
    expect(await made({ method: 'loan' })).toBe('F7');
    expect(await made({})).toBe('accepted');
    const again = { id, proof_file: newId(), proof_at: T0 };
    expect(await tryCommit({ entries: [], rows: { deposit: [again] } })).toBe('L9');
  });

  it('[F30] better proof of a rejected one asks for another decision, and changes nothing else', async () => {
    const id = await pending();
    const rejected = { kind: 'decide_deposit', staffId: staff, clientId: client, depositId: id, decision: 'reject', reason: 'no', txid: null, outputIndex: null, receivedUnits: null, rateNow: null } as const; // prettier-ignore
    expect((await books.run(rejected)).outcome.ok).toBe(true);
    const again = { id, status: 'pending', proof_file: newId(), proof_at: T0, decided_at: null, decided_by: null };
    const says = (over: object) => tryCommit({ entries: [], rows: { deposit: [{ ...again, ...over }] } });
    const wrong = [{ proof_at: new Date(T0.getTime() + 1) }, { decided_by: staff }, { status: 'approved' }];
    for (const over of wrong) expect(await says(over), JSON.stringify(over)).toBe('L9');
    expect(await says({})).toBe('accepted');
  });

  it('[L9] an entry finds its row once: neither the same row twice nor an empty table hides another entry', async () => {
    const call = approval(await pending());
    const alone: Entry = { event: 'deposit_approved', client, subject: newId(), postings: [['custody:bitcoin', 1], ['cash', -1]] }; // prettier-ignore
    const row = call.rows?.['deposit'] ?? [];
    expect(await tryCommit({ entries: [...call.entries, alone], rows: { deposit: [...row, ...row] } })).toBe('CB101');
    expect(await tryCommit({ entries: [alone], rows: { deposit: [] } })).toBe('CB013');
    expect(await tryCommit(call)).toBe('accepted');
  });

  it('[L9] one payment is credited once, whoever claims it, however it is spelt', async () => {
    const txid = newTxid();
    expect(await tryCommit(approval(await pending(), { row: { txid } }))).toBe('accepted');
    expect(await tryCommit(approval(await pending(), { row: { txid } }))).toBe('23505');
    // F53: there is one way to spell it.
    for (const other of [`0x${txid}`, ` ${txid}`, txid.toUpperCase(), txid.slice(1), 'AB'])
      expect(await tryCommit(approval(await pending(), { row: { txid: other } })), other).toBe('23514');
  });
});

describe('[L10] withdrawals', () => {
  beforeAll(() =>
    db.ownerPool.query('update ledger.party set billing = true where id = any($1)', [[client, stranger]]),
  );

  type Change = { entry?: Partial<Entry>; row?: object; withoutEntry?: boolean; withoutRow?: boolean };

  function request(change: Change = {}): Call & { id: string } {
    const id = newId();
    const row = {
      id, client_id: client, amount: '3000', fee_bps: 100, fee: '30', method: 'bank', coin: null, status: 'pending', code_hash: null, code_expires_at: null,
      code_tries: 0, code_sends: 0, not_received: false, created_at: T0, requested_at: T0, ...change.row,
    }; // prettier-ignore
    const entry: Entry = {
      event: 'withdrawal_requested',
      client,
      subject: id,
      postings: [
        ['cash', 3000],
        ['withdrawing', -3000],
      ],
      ...change.entry,
    };
    return {
      id,
      entries: change.withoutEntry ? [] : [entry],
      ...(!change.withoutRow && { rows: { withdrawal: [row] } }),
    };
  }

  it.each<[string, Change, string]>([
    [
      'a smaller hold',
      {
        entry: {
          postings: [
            ['cash', 2999],
            ['withdrawing', -2999],
          ],
        },
      },
      'L10',
    ],
    ['no hold', { withoutEntry: true }, 'L10'],
    ['a hold and no request', { withoutRow: true }, 'CB013'],
    ['an approval in the same breath', { row: { status: 'approved', payout_reference: 'x' } }, 'L10'],
    ['somebody else’s hold', { row: { client_id: 'stranger' } }, 'L10'],
    ['a fee of everything', { row: { fee: '3000' } }, 'F12'],
    ['a fee above five percent', { row: { fee_bps: 501, fee: '150' } }, '23514'],
    ['nearly all of it as a fee of one percent', { row: { fee: '2999' } }, 'F12'],
    ['a fee of no percent', { row: { fee_bps: 0 } }, 'F12'],
    ['another percent than applies to its client', { row: { fee_bps: 200, fee: '60' } }, '40001'],
    ['no fee where one applies', { row: { fee_bps: 0, fee: '0' } }, '40001'],
    ['a fee below its percent', { row: { fee: '29' } }, 'F12'],
    [
      'more than there is',
      {
        entry: {
          postings: [
            ['cash', 900_000_000],
            ['withdrawing', -900_000_000],
          ],
        },
        row: { amount: '900000000' },
      },
      '23514',
    ],
  ])('[L10] a request with %s is refused', async (_name, change, code) => {
    const call = request(change);
    for (const row of (call.rows?.['withdrawal'] ?? []) as { client_id: string }[])
      if (row.client_id === 'stranger') row.client_id = stranger;
    expect(code.split('|')).toContain(await tryCommit(call));
  });

  async function end(to: string, change: Change = {}): Promise<Call & { id: string }> {
    // Another hold stays open beside it, so that no floor does the commit function's work.
    expect(await tryCommit(request())).toBe('accepted');
    const requested = request();
    expect(await tryCommit(requested)).toBe('accepted');
    const { id } = requested;
    const row = {
      id, status: to, payout_reference: to === 'approved' ? 'wire 1' : null, decided_at: T0, decided_by: staff, ...change.row,
    }; // prettier-ignore
    const entry: Entry =
      to === 'approved'
        ? {
            event: 'withdrawal_approved',
            client,
            subject: id,
            postings: [
              ['withdrawing', 3000],
              ['custody:bank', -2970],
              ['fees', -30],
            ],
            ...change.entry,
          }
        : {
            event: 'withdrawal_released',
            client,
            subject: id,
            postings: [
              ['withdrawing', 3000],
              ['cash', -3000],
            ],
            ...change.entry,
          };
    return {
      id,
      entries: change.withoutEntry ? [] : [entry],
      ...(!change.withoutRow && { rows: { withdrawal: [row] } }),
    };
  }

  it.each(['approved', 'rejected', 'cancelled'])('[L11] %s once, and then nothing more', async (to) => {
    const call = await end(to);
    expect(await tryCommit(call)).toBe('accepted');
    expect(await tryCommit(call)).toBe('L11');
    const released: Entry = {
      event: 'withdrawal_released',
      client,
      subject: call.id,
      postings: [
        ['withdrawing', 3000],
        ['cash', -3000],
      ],
    };
    const row = { id: call.id, status: 'rejected', decided_at: T0, decided_by: staff };
    expect(await tryCommit({ entries: [released], rows: { withdrawal: [row] } })).toBe('L11');
  });

  it('[L11] what was paid out comes back whole, once', async () => {
    const paid = await end('approved');
    expect(await tryCommit(paid)).toBe('accepted');
    const row = { id: paid.id, status: 'returned', returned_at: T0 };
    const back = (postings: Entry['postings']): Call => ({
      entries: [{ event: 'withdrawal_returned', client, subject: paid.id, postings }],
      rows: { withdrawal: [row] },
    });
    expect(
      await tryCommit(
        back([
          ['custody:bank', 2970],
          ['cash', -2970],
        ]),
      ),
    ).toBe('L11');
    expect(
      await tryCommit(
        back([
          ['custody:bank', 3000],
          ['cash', -3000],
        ]),
      ),
    ).toBe('L11');
    expect(
      await tryCommit(
        back([
          ['custody:paypal', 2970],
          ['fees', 30],
          ['cash', -3000],
        ]),
      ),
    ).toBe('L11');
    expect(
      await tryCommit(
        back([
          ['custody:bank', 2970],
          ['fees', 30],
          ['cash', -3000],
        ]),
      ),
    ).toBe('accepted');
    expect(
      await tryCommit(
        back([
          ['custody:bank', 2970],
          ['fees', 30],
          ['cash', -3000],
        ]),
      ),
    ).toBe('L11');
  });

  it.each<[string, string, Change]>([
    [
      'a release of a part',
      'rejected',
      {
        entry: {
          postings: [
            ['withdrawing', 2999],
            ['cash', -2999],
          ],
        },
      },
    ],
    [
      'a release that goes out instead',
      'rejected',
      {
        entry: {
          event: 'withdrawal_approved',
          postings: [
            ['withdrawing', 3000],
            ['custody:bank', -3000],
          ],
        },
      },
    ],
    ['no entry', 'rejected', { withoutEntry: true }],
    ['no entry', 'approved', { withoutEntry: true }],
    [
      'a payout of a part',
      'approved',
      {
        entry: {
          postings: [
            ['withdrawing', 2000],
            ['custody:bank', -2000],
          ],
        },
      },
    ],
    [
      'a fee that was never agreed',
      'approved',
      {
        entry: {
          postings: [
            ['withdrawing', 3000],
            ['custody:bank', -2900],
            ['fees', -100],
          ],
        },
      },
    ],
    [
      'all of it as a fee',
      'approved',
      {
        entry: {
          postings: [
            ['withdrawing', 3000],
            ['fees', -3000],
          ],
        },
      },
    ],
    [
      'the account of another method',
      'approved',
      {
        entry: {
          postings: [
            ['withdrawing', 3000],
            ['custody:paypal', -2970],
            ['fees', -30],
          ],
        },
      },
    ],
    ['an entry about another withdrawal', 'approved', { entry: { subject: newId() } }],
    ['a state that does not follow', 'lapsed', {}],
    ['another sum', 'rejected', { row: { amount: '2999' } }],
    ['another fee', 'approved', { row: { fee: '0' } }],
    ['another method', 'approved', { row: { method: 'paypal' } }],
    ['another client', 'rejected', { row: { client_id: newId() } }],
    ['another payee', 'approved', { row: { payee: 'x' } }],
    ['another beginning', 'rejected', { row: { created_at: new Date(T0.getTime() - 1) } }],
    ['another moment', 'rejected', { row: { decided_at: new Date(T0.getTime() - 1) } }],
    ['a report with its decision', 'approved', { row: { not_received: true, not_received_at: T0 } }],
    ['a return with its decision', 'approved', { row: { returned_at: T0 } }],
    ['a state that does not exist', 'paid', {}],
    ['a return before it was paid out', 'returned', {}],
  ])('[L11] %s (%s) is refused', async (_name, to, change) => {
    // A state that no withdrawal has is no value of its type; the others are refused by the commit function.
    expect(await tryCommit(await end(to, change))).toBe(to === 'paid' ? '22P02' : 'L11');
  });

  it('[L11] a hold that ends without its withdrawal is refused', async () => {
    expect(await tryCommit(await end('rejected', { withoutRow: true }))).toBe('CB013');
  });

  it('[L11] the tries of a code only go up, and so do the codes that were sent', async () => {
    const requested = request({
      row: { status: 'awaiting_code', code_hash: 'x', code_expires_at: T0, code_sends: 1, requested_at: null },
    });
    expect(await tryCommit(requested)).toBe('accepted');
    const step = (row: object) =>
      tryCommit({ entries: [], rows: { withdrawal: [{ id: requested.id, code_hash: 'y', ...row }] } });
    expect(await step({ code_tries: 2, code_sends: 2 })).toBe('accepted');
    expect(await step({ code_tries: 1 })).toBe('L11');
    expect(await step({ code_sends: 1 })).toBe('L11');
    expect(await step({ code_tries: 6 })).toBe('23514');
    expect(await step({ amount: '2999' })).toBe('L11');
    expect(await step({ status: 'pending', code_hash: null })).toBe('L11');
    expect(await step({ status: 'pending', code_hash: null, requested_at: T0 })).toBe('accepted');
    expect(await step({ status: 'awaiting_code' })).toBe('L11');
  });

  it('[F45] what was paid out is reported and traced, each once and at its moment', async () => {
    const paid = await end('approved');
    expect(await tryCommit(paid)).toBe('accepted');
    const step = (row: object) => tryCommit({ entries: [], rows: { withdrawal: [{ id: paid.id, ...row }] } });
    expect(await step({ traced_at: T0 })).toBe('L11');
    expect(await step({ not_received: true })).toBe('L11');
    expect(await step({ not_received: true, not_received_at: T0, payout_reference: 'wire 2' })).toBe('L11');
    expect(await step({ not_received: true, not_received_at: T0 })).toBe('accepted');
    expect(await step({ not_received: true, not_received_at: T0 })).toBe('L11');
    expect(await step({ not_received: false, traced_at: T0 })).toBe('accepted');
  });
});

describe('[L2] whoever has books', () => {
  it('[L2] has balances that no row of theirs can carry, and comes to have books by no row', async () => {
    const before = await books.party(client);
    const row = {
      id: client,
      code: true,
      cash: '1',
      deposited: '1',
      margin: '1',
      loan: '1',
      top_up_count: 0,
      day_funded: '0',
    };
    expect(await tryCommit({ entries: [], rows: { party: [row] } })).toBe('accepted');
    expect(await books.party(client)).toEqual(before);
    const { rows: switched } = await db.pool.query(
      'select code, day_funded > 0 as funded from ledger.party where id = $1',
      [client],
    );
    expect(switched).toEqual([{ code: true, funded: true }]);
    const { rows: columns } = await db.pool.query<{ name: string }>(
      `select a.attname as name from pg_attribute a join pg_type t on t.typrelid = a.attrelid where t.oid = 'ledger.party_image'::regtype order by a.attnum`,
    );
    expect(columns.map(({ name }) => name)).toEqual([
      'id', 'status', 'billing', 'billing_from', 'code', 'markup', 'leverage_ceiling', 'signal_percent', 'unlimited_until', 'suspended_at', 'leads',
    ]); // prettier-ignore
    expect(await tryCommit({ entries: [], rows: { party: [{ ...row, id: newId(), status: 'active' }] } })).toBe('L2');
    const about: Entry = { event: 'withdrawal_requested', client, subject: client, postings: [['cash', 1], ['withdrawing', -1]] }; // prettier-ignore
    expect(await tryCommit({ entries: [about], rows: { party: [row] } })).toBe('CB013');
  });
});

describe('what a person is', () => {
  const party = (row: object) => tryCommit({ entries: [], rows: { party: [row] } });
  const set = (id: string, status: string) =>
    db.ownerPool.query('update ledger.party set status = $2 where id = $1', [id, status]);

  it('[P15] [T3] nobody deals on better terms than their packages give', async () => {
    expect(await party({ id: client, markup: 15 })).toBe('P15');
    expect(await party({ id: client, leverage_ceiling: 500 })).toBe('P15');
    const buyer = await books.openParty();
    await books.fund(buyer, 1_000_000n);
    expect((await books.run({ kind: 'buy_package', clientId: buyer, packageId: 'raw' })).outcome.ok).toBe(true);
    expect(await party({ id: buyer, code: true })).toBe('accepted');
    expect(await party({ id: buyer, markup: 7 })).toBe('P15');
  });

  it('[G10] an account that ended does not begin again', async () => {
    await set(stranger, 'closed');
    for (const status of ['active', 'suspended']) expect(await party({ id: stranger, status }), status).toBe('G10');
    await set(stranger, 'active');
  });

  it('[G45] nobody leaves staff, or comes back, without a proposal', async () => {
    const member = await books.openParty('staff');
    expect(await party({ id: member, status: 'closed' })).toBe('CB093');
    await set(member, 'closed');
    expect(await party({ id: member, status: 'active' })).toBe('G45');
  });
});

describe('keys, floors, order', () => {
  it('[L13] a key is used once, even with nothing to book', async () => {
    const key = newId();
    expect(await tryCommit({ entries: [credit()], key })).toBe('accepted');
    expect(await tryCommit({ entries: [credit()], key })).toBe('23505');
    expect(await tryCommit({ entries: [], key })).toBe('23505');
  });

  it('[L2] no balance goes below zero', async () => {
    const poor = await books.openParty();
    expect(await tryCommit({ entries: [credit(100, { client: poor })] })).toBe('accepted');
    const number = (await db.pool.query<{ number: string }>('select number from ledger.head')).rows[0]?.number ?? '';
    expect(
      await tryCommit({
        entries: [
          credit(1, {
            client: poor,
            corrects: number,
            postings: [
              ['cash', 101],
              ['adjustments', -101],
            ],
          }),
        ],
      }),
    ).toBe('23514');
    expect(
      await tryCommit({
        entries: [
          credit(1, {
            client: poor,
            corrects: number,
            postings: [
              ['cash', 100],
              ['adjustments', -100],
            ],
          }),
        ],
      }),
    ).toBe('accepted');
  });

  it('[L16] numbers follow each other, and time never runs backwards', async () => {
    const later = new Date('2026-04-01T00:00:00.000Z');
    expect(await tryCommit({ now: later, entries: [credit()] })).toBe('accepted');
    expect(await tryCommit({ now: T0, entries: [credit(), credit()] })).toBe('accepted');
    const { rows } = await db.pool.query<{ number: string; at: Date }>(
      'select number, at from ledger.entry order by number desc limit 3',
    );
    expect(rows.map(({ at }) => at)).toEqual([later, later, later]);
    expect(rows.map(({ number }) => BigInt(rows[0]?.number ?? 0) - BigInt(number))).toEqual([0n, 1n, 2n]);
  });
});
