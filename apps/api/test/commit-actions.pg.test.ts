import { simulatedQuote } from '@clearbook/domain/market';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, OPEN_MARKETS, openBooks } from './books.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { type CommitCall, type TryCommit, commitTester } from './try-commit.ts';
import { closingEntry, closingRows, marginAt, openingRows, spreadLost, takeNoMarkup } from './trade-rows.ts';

/** What the commit function refuses a server gone wrong about positions that are reversed. Every breach is one change to a call that goes through without it. */
let db: FreshDatabase;
let books: Books;
let tryCommit: TryCommit;
let client: string;
let stranger: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  tryCommit = await commitTester(db.pool, await books.openParty('staff'), OPEN_MARKETS);
  [client, stranger] = [await books.openParty(), await books.openParty()];
  for (const id of [client, stranger]) await books.fund(id, 10_000_000n);
  await takeNoMarkup(db.ownerPool);
});

afterAll(async () => {
  // Results here are made up, to be refused for something else: what notices those looks afterwards.
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await books.ledger.close();
  await db.drop();
});

type Row = Record<string, unknown>;
const AT = OPEN_MARKETS.toISOString();
const FEED = simulatedQuote('test', 'EURUSD', OPEN_MARKETS.getTime());
const QUOTE_ID = `${FEED.id}.m0`;
const QUOTE = {
  id: QUOTE_ID, symbol: 'EURUSD', bid: FEED.bid.toString(), ask: FEED.ask.toString(), feed_bid: FEED.bid.toString(), feed_ask: FEED.ask.toString(), markup: '0',
  source: 'test', source_time: AT, received_time: AT,
}; // prettier-ignore

async function opened(): Promise<string> {
  const { outcome } = await books.run({ kind: 'open_trade', clientId: client, symbol: 'EURUSD', side: 'buy', lots: 10n, amount: 200_000n }); // prettier-ignore
  return outcome.ok ? (outcome.result['trade_id'] ?? '') : '';
}

/** Closes a buy at the feed's own bid, for the spread, and opens a sell at the same bid. */
function reversing(
  id: string,
  { close = {}, open = {} }: { close?: Row; open?: Row } = {},
  cents = 200_000,
): CommitCall {
  const tradeId = newId();
  const result = spreadLost(FEED, cents / 20_000);
  const closed = closingRows({
    id, lots_closed: '10', collateral_out: String(cents), realised: String(result), exact_num: String(result), exact_den: '1', shortfall: '0', exit_price: FEED.bid.toString(),
    exit_quote_id: QUOTE_ID, at: AT, closed_by: 'client', client_id: client, exit_fill_id: newId(), ...close,
  }); // prettier-ignore
  const made = openingRows({
    id: tradeId, client_id: client, symbol: 'EURUSD', side: 'sell', lots: '10', collateral: '200000', required_margin: marginAt(FEED, 10n), leverage_hundredths: 1500,
    entry_price: FEED.bid.toString(), entry_quote_id: QUOTE_ID, opened_at: AT, reverses: id, ...open,
  }); // prettier-ignore
  const owner = (open['client_id'] as string | undefined) ?? client;
  return {
    entries: [
      closingEntry(client, id, cents, result),
      { event: 'trade_opened', client: owner, subject: tradeId, postings: [['cash', 200_000], ['margin', -200_000]] },
    ], // prettier-ignore
    rows: { quote: [QUOTE], trade: [...(closed['trade'] ?? []), ...(made['trade'] ?? [])] },
  };
}

describe('the commit function and reversed positions', () => {
  it('[J6] what is reversed was closed in this commit, whole, by its client, at this quote, as many lots on the other side', async () => {
    const id = await opened();
    for (const open of [
      { side: 'buy', entry_price: FEED.ask.toString() },
      { lots: '9' },
      { lots: '11' },
      { reverses: newId() },
      { client_id: stranger },
    ])
      expect(await tryCommit(reversing(id, { open })), JSON.stringify(open)).toBe('J6');
    for (const close of [{ closed_by: 'copy' }, { closed_by: 'admin' }])
      expect(await tryCommit(reversing(id, { close })), JSON.stringify(close)).toBe('J6');
    // A part of it.
    const part = { lots_closed: '5', collateral_out: '100000', status: 'active' };
    for (const lots of ['5', '10'])
      expect(await tryCommit(reversing(id, { close: part, open: { lots } }, 100_000)), lots).toBe('J6');
    expect(await tryCommit(reversing(id))).toBe('accepted');
  });

  it('[J6] neither half goes without the other', async () => {
    const id = await opened();
    const { entries, rows = {} } = reversing(id);
    const [close, open] = rows['trade'] as [Row, Row];
    // Opened, and nothing closed.
    expect(await tryCommit({ entries: entries.slice(1), rows: { ...rows, trade: [open] } })).toBe('J6');
    // The close's entry without its row, and the opening's.
    expect(await tryCommit({ entries, rows: { ...rows, trade: [open] } })).not.toBe('accepted');
    expect(await tryCommit({ entries, rows: { ...rows, trade: [close] } })).not.toBe('accepted');
    // Once closed it is reversed no more.
    expect(await tryCommit({ entries: entries.slice(0, 1), rows: { ...rows, trade: [close] } })).toBe('accepted');
    const later = new Date(OPEN_MARKETS.getTime() + 1);
    const late = { ...open, opened_at: later.toISOString() };
    expect(await tryCommit({ now: later, entries: entries.slice(1), rows: { ...rows, trade: [late] } })).toBe('J6');
  });

  it('[J6] a trade is reversed once, and what it reversed never changes', async () => {
    const id = await opened();
    const one = reversing(id);
    const { rows: others = {} } = reversing(id);
    const [, second] = others['trade'] as [Row, Row];
    const entry = { event: 'trade_opened', client, subject: String(second['id']), postings: [['cash', 200_000], ['margin', -200_000]] } as const; // prettier-ignore
    const twice: CommitCall = {
      entries: [...one.entries, { ...entry, postings: entry.postings.map(([account, cents]) => [account, cents]) }],
      rows: { ...one.rows, trade: [...(one.rows?.['trade'] ?? []), second] },
    };
    expect(await tryCommit(twice)).toBe('J6');
    expect(await tryCommit(one)).toBe('accepted');
    const { rows: first = {} } = one;
    const [, opening] = first['trade'] as [Row, Row];
    const made = String(opening['id']);
    for (const reverses of [null, newId()])
      expect(await tryCommit({ entries: [], rows: { trade: [{ id: made, reverses }] } }), String(reverses)).toBe('L7');
  });

  it('[J6] [J7] goes through whole by the server’s own decision, or not at all', async () => {
    const id = await opened();
    const before = await books.party(client);
    const refused = await books.run({ kind: 'reverse_trade', clientId: client, tradeId: id, amount: 1n });
    expect(refused.outcome).toMatchObject({ ok: false, refusal: { code: 'order.margin_too_small' } });
    expect(await books.party(client)).toEqual(before);
    const { outcome } = await books.run({ kind: 'reverse_trade', clientId: client, tradeId: id, amount: null });
    expect(outcome.ok).toBe(true);
    const { rows } = await db.pool.query<Row>(
      `select o.status, o.closed_by, n.status as now, n.side, n.lots, n.open_lots, n.entry_quote_id = o.exit_quote_id as at_one_quote
       from ledger.trade n join ledger.trade o on o.id = n.reverses where o.id = $1`,
      [id],
    );
    expect(rows).toEqual([
      {
        ...{ status: 'closed', closed_by: 'client', now: 'active', side: 'sell', lots: '10', open_lots: '10' },
        at_one_quote: true,
      },
    ]);
  });
});

describe('the commit function and margin calls', () => {
  it('[J11] levels are the client’s own, sound, and set now', async () => {
    const call = (over: Row = {}): CommitCall => ({
      entries: [],
      rows: { margin_call: [{ client_id: client, levels: [150, 100], set_at: AT, ...over }] },
    });
    for (const levels of [[50], [1_001], [100, 100], ['150'], [99.5], [null], [60, 70, 80, 90, 100, 110], 150, {}])
      expect(await tryCommit(call({ levels })), JSON.stringify(levels)).toMatch(/^(J11|22\w+)$/);
    for (const set_at of [new Date(0), new Date(OPEN_MARKETS.getTime() + 1)])
      expect(await tryCommit(call({ set_at }))).toBe('J11');
    expect(await tryCommit(call({ client_id: newId() }))).not.toBe('accepted');
    expect(await tryCommit(call())).toBe('accepted');
    expect(await tryCommit(call({ levels: [] }))).toBe('accepted');
  });

  it('[J12] what was told of a trade stays known, and is no part of an opening', async () => {
    const id = await opened();
    const called = (called_level: number | null, called_since: string | null = AT): CommitCall => ({
      entries: [],
      rows: { trade: [{ id, called_level, called_since }] },
    });
    for (const level of [50, 0, -1, 1_002]) expect(await tryCommit(called(level)), String(level)).toBe('23514');
    expect(await tryCommit(called(150))).toBe('accepted');
    expect(await tryCommit(called(null, null))).toBe('L7');
    // No quote from before it, and none that is yet to come.
    expect(await tryCommit(called(100, new Date(OPEN_MARKETS.getTime() - 1).toISOString()))).toBe('L7');
    expect(await tryCommit(called(100, new Date(OPEN_MARKETS.getTime() + 2).toISOString()))).toBe('L7');
    expect(await tryCommit(called(100, null))).not.toBe('accepted');
    expect(await tryCommit(called(1_001))).toBe('accepted');
    const other = await opened();
    expect(await tryCommit(reversing(other, { open: { called_level: 1_001, called_since: AT } }))).toBe('L6');
    expect(await tryCommit(reversing(other, { close: { called_level: 150, called_since: AT } }))).toBe('L7');
  });
});
