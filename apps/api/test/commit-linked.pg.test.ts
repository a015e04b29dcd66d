import { simulatedQuote } from '@clearbook/domain/market';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, OPEN_MARKETS, openBooks } from './books.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { marginAt, openingRows, takeNoMarkup } from './trade-rows.ts';
import { type CommitCall, type TryCommit, commitTester } from './try-commit.ts';

/** What the commit function refuses a server gone wrong about two orders of which one cancels the other. */
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
  await books.fund(client, 10_000_000n);
  await takeNoMarkup(db.ownerPool);
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await books.ledger.close();
  await db.drop();
});

type Row = Record<string, unknown>;
const AT = OPEN_MARKETS.toISOString();
const FEED = simulatedQuote('test', 'EURUSD', OPEN_MARKETS.getTime());
const ABOVE = (FEED.ask + 10n ** 9n).toString();
const BELOW = (FEED.ask - 10n ** 9n).toString();
const LATER = new Date(OPEN_MARKETS.getTime() + 1_000);

/** The prices that a buy limit waits for: this quote has reached the one above the ask. */
type Prices = readonly [first: string, second: string];

function orderRow(id: string, ocoId: string | null, price: string, over: Row = {}): Row {
  return {
    id, client_id: client, symbol: 'EURUSD', side: 'buy', lots: '10', amount: '200000', type: 'limit', at: AT, time_in_force: 'gtc', status: 'working',
    set_at: AT, limit_price: price, stop_price: null, stop_loss: null, take_profit: null, trailing_distance: null, expires_at: null, oco_id: ocoId, ...over,
  }; // prettier-ignore
}

const written = (...rows: Row[]): CommitCall => ({ entries: [], rows: { working_order: rows } });

/** Two orders that wait, the first with the smaller id. */
async function pair([first, second]: Prices = [ABOVE, BELOW]): Promise<readonly [string, string]> {
  const [a, b] = [newId(), newId()];
  expect(await tryCommit(written(orderRow(a, b, first), orderRow(b, a, second)))).toBe('accepted');
  return [a, b];
}

const ended = (id: string, over: Row = {}): Row => ({
  id, client_id: client, status: 'cancelled', reason: 'oco', trade_id: null, ended_at: AT, ...over,
}); // prettier-ignore

/** The trade that this order opened at the feed's own ask, and what became of the other one. */
function filling(orderId: string, ...others: Row[]): CommitCall {
  const tradeId = newId();
  const quoteId = `${FEED.id}.m0`;
  return {
    entries: [{ event: 'trade_opened', client, subject: tradeId, postings: [['cash', 200_000], ['margin', -200_000]] }], // prettier-ignore
    rows: {
      quote: [
        {
          id: quoteId, symbol: 'EURUSD', bid: FEED.bid.toString(), ask: FEED.ask.toString(), feed_bid: FEED.bid.toString(), feed_ask: FEED.ask.toString(), markup: '0',
          source: 'test', source_time: AT, received_time: AT,
        }, // prettier-ignore
      ],
      ...openingRows(
        {
          id: tradeId, client_id: client, symbol: 'EURUSD', side: 'buy', lots: '10', collateral: '200000', required_margin: marginAt(FEED, 10n), leverage_hundredths: 1500,
          entry_price: FEED.ask.toString(), entry_quote_id: quoteId, opened_at: AT, order_id: orderId, held_since: new Date(OPEN_MARKETS.getTime() + 1),
        }, // prettier-ignore
      ),
      working_order: [ended(orderId, { status: 'filled', trade_id: tradeId, reason: null }), ...others],
    },
  };
}

/** Both fill at once: two trades of one quote. */
function fillingBoth(a: string, b: string): CommitCall {
  const [one, two] = [filling(a), filling(b)];
  const rows: Record<string, unknown[]> = { quote: one.rows?.['quote'] ?? [] };
  for (const table of ['trade', 'working_order'])
    rows[table] = [...(one.rows?.[table] ?? []), ...(two.rows?.[table] ?? [])];
  return { entries: [...one.entries, ...two.entries], rows };
}

describe('the commit function and linked orders', () => {
  it('[T80] refuses one that fills, or ends in any way, while the other goes on waiting', async () => {
    const [a, b] = await pair();
    expect(await tryCommit(filling(a))).toBe('T80');
    for (const over of [
      {},
      { reason: 'client' },
      { status: 'expired', reason: 'day' },
      { status: 'rejected', reason: 'order.insufficient_balance' },
    ])
      // prettier-ignore
      for (const id of [a, b]) expect(await tryCommit(written(ended(id, over)))).toBe('T80');
    expect(await tryCommit(filling(a, ended(b)))).toBe('accepted');
  });

  it('[T80] refuses two that fill, and one that says it was cancelled by something else', async () => {
    const [a, b] = await pair([ABOVE, ABOVE]);
    expect(await tryCommit(fillingBoth(a, b))).toBe('T80');
    expect(await tryCommit(filling(a, ended(b, { reason: 'client' })))).toBe('T80');
    expect(await tryCommit(filling(a, ended(b, { status: 'expired', reason: 'day' })))).toBe('T80');
    expect(await tryCommit(filling(a, ended(b)))).toBe('accepted');
    expect(await tryCommit(filling(b))).toBe('T21');
  });

  it('[T80] refuses an order that waits for a link of its own making', async () => {
    const [a, b] = [newId(), newId()];
    const [first] = await pair();
    // To none, to one that another is linked to, in one direction only, and to itself.
    expect(await tryCommit(written(orderRow(a, newId(), ABOVE)))).toBe('T80');
    expect(await tryCommit(written(orderRow(a, first, ABOVE)))).toBe('T80');
    expect(await tryCommit(written(orderRow(a, b, ABOVE), orderRow(b, null, BELOW)))).toBe('T80');
    expect(await tryCommit(written(orderRow(a, a, ABOVE)))).toBe('23514');
    // Of another client, for another symbol, and to one from before.
    const other = (over: Row) => written(orderRow(a, b, ABOVE), orderRow(b, a, BELOW, over));
    expect(await tryCommit(other({ client_id: stranger }))).toBe('T80');
    expect(await tryCommit(other({ symbol: 'GBPUSD' }))).toBe('T80');
    // That waits longer, and one that waits for two prices.
    expect(await tryCommit(other({ time_in_force: 'gtd', expires_at: LATER }))).toBe('T80');
    expect(await tryCommit(other({ type: 'stop_limit', stop_price: ABOVE }))).toBe('T80');
    const alone = newId();
    expect(await tryCommit(written(orderRow(alone, null, BELOW)))).toBe('accepted');
    expect(await tryCommit({ ...written(orderRow(a, alone, ABOVE, { at: LATER, set_at: LATER })), now: LATER })).toBe('T80'); // prettier-ignore
    expect(await tryCommit(other({}))).toBe('accepted');
  });

  it('[T80] a link never changes', async () => {
    const [a, b] = await pair();
    const [c] = await pair();
    expect(await tryCommit(written({ id: a, client_id: client, oco_id: null }))).toBe('T21');
    expect(await tryCommit(written({ id: a, client_id: client, oco_id: c }))).toBe('T21');
    const longer = {
      client_id: client,
      set_at: LATER,
      time_in_force: 'gtd',
      expires_at: new Date(LATER.getTime() + 1),
    };
    const amended = (...ids: string[]) => ({ ...written(...ids.map((id) => ({ id, ...longer }))), now: LATER });
    expect(await tryCommit(amended(a)), 'one of them waits longer').toBe('T80');
    expect(await tryCommit(written({ id: a, client_id: client, lots: '11' }))).toBe('accepted');
    expect(await tryCommit(written(ended(a, { reason: 'client', lots: '11' }), ended(b)))).toBe('accepted');
  });

  it('[T81] refuses to fill the second at a quote that reached the first as well', async () => {
    const [a, b] = await pair([ABOVE, ABOVE]);
    expect(await tryCommit(filling(b, ended(a)))).toBe('T81');
    const [c, d] = await pair([BELOW, ABOVE]);
    expect(await tryCommit(filling(d, ended(c)))).toBe('accepted');
    expect(await tryCommit(filling(a, ended(b)))).toBe('accepted');
  });
});
