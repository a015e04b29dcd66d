import { simulatedQuote } from '@clearbook/domain/market';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, OPEN_MARKETS, openBooks } from './books.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { closingEntry, closingRows, spreadLost, takeNoMarkup } from './trade-rows.ts';
import { type CommitCall, type TryCommit, commitTester } from './try-commit.ts';

/** What the commit function refuses a server gone wrong about targets. Every breach is one change to a call that goes through without it. */
let db: FreshDatabase;
let books: Books;
let tryCommit: TryCommit;
let client: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  tryCommit = await commitTester(db.pool, await books.openParty('staff'), OPEN_MARKETS);
  client = await books.openParty();
  await books.fund(client, 10_000_000n);
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
const QUOTE = {
  id: `${FEED.id}.m0`, symbol: 'EURUSD', bid: FEED.bid.toString(), ask: FEED.ask.toString(), feed_bid: FEED.bid.toString(), feed_ask: FEED.ask.toString(),
  markup: '0', source: 'test', source_time: AT, received_time: AT,
}; // prettier-ignore
/** So many points from the feed's own bid. */
const target = (points: number, lots: number): Row => ({
  price: (FEED.bid + BigInt(points) * 10n ** 5n).toString(),
  lots: String(lots),
});

async function opened(targets: Row[] | null = null): Promise<string> {
  const { outcome } = await books.run({ kind: 'open_trade', clientId: client, symbol: 'EURUSD', side: 'buy', lots: 10n, amount: 200_000n }); // prettier-ignore
  const id = outcome.ok ? (outcome.result['trade_id'] ?? '') : '';
  // The price has risen to some of them since.
  if (targets !== null)
    await db.ownerPool.query('update ledger.trade set targets = $2, protected_at = opened_at where id = $1', [
      id,
      JSON.stringify(targets),
    ]);
  return id;
}

function amending(id: string, over: Row): CommitCall {
  return { entries: [], rows: { trade: [{ id, client_id: client, protected_at: AT, ...over }] } };
}

/** At the feed's own bid: what was opened at its ask loses the spread. */
function closing(id: string, closed_by: string, lots: number, over: Row = {}): CommitCall {
  const cents = lots * 20_000;
  const result = spreadLost(FEED, lots);
  const closed = closingRows({
    id, lots_closed: String(lots), collateral_out: String(cents), realised: String(result), exact_num: String(result), exact_den: '1', shortfall: '0',
    exit_price: FEED.bid.toString(), exit_quote_id: QUOTE.id, at: AT, closed_by, client_id: client, exit_fill_id: newId(),
    status: lots === 10 ? 'closed' : 'active', ...over,
  }); // prettier-ignore
  return {
    entries: [closingEntry(client, id, cents, result)],
    rows: { quote: [QUOTE], ...closed },
  }; // prettier-ignore
}

describe('the commit function and targets', () => {
  it('[J14] they are up to five, in order, before the take profit, of no more lots than are open, and count from now', async () => {
    const id = await opened();
    for (const targets of [
      [],
      [target(20, 3), target(10, 3)],
      [target(10, 3), target(10, 3)],
      [target(10, 5), target(20, 6)],
      [target(10, 0)],
      [target(10, -1), target(20, 2)],
      [1, 2, 3, 4, 5, 6].map((n) => target(n, 1)),
      [{ ...target(10, 1), more: '1' }],
      [{ ...target(10, 1), lots: 1 }],
    ])
      expect(await tryCommit(amending(id, { targets })), JSON.stringify(targets)).toBe('J14');
    const take_profit = target(20, 1)['price'];
    expect(await tryCommit(amending(id, { take_profit, targets: [target(20, 3)] }))).toBe('J14');
    expect(await tryCommit(amending(id, { targets: {} }))).toBe('22023');
    expect(await tryCommit(amending(id, { protected_at: null, targets: [target(10, 3)] }))).toBe('T25');
    expect(await tryCommit(amending(id, { take_profit, targets: [target(10, 3)] }))).toBe('accepted');
    expect(await tryCommit(amending(id, { take_profit: target(10, 1)['price'] }))).toBe('J14');
  });

  it('[J15] a close by targets is of exactly the lots of those that its price reached, and only all of it is closed at the take profit', async () => {
    const targets = [target(-10, 3), target(0, 4), target(10, 2)];
    const left = { targets: [target(10, 2)] };
    const id = await opened(targets);
    for (const lots of [3, 4, 6, 8, 9, 10])
      expect(await tryCommit(closing(id, 'take_profit', lots, left)), String(lots)).toBe('T24');
    expect(await tryCommit(closing(id, 'take_profit', 7, left))).toBe('accepted');
    expect(await tryCommit(closing(id, 'take_profit', 2, { targets: null }))).toBe('T24');
    const plain = await opened();
    expect(await tryCommit(closing(plain, 'take_profit', 3))).toBe('T24');
    await db.ownerPool.query('update ledger.trade set take_profit = $2, protected_at = opened_at where id = $1', [
      plain,
      FEED.bid.toString(),
    ]);
    expect(await tryCommit(closing(plain, 'take_profit', 3))).toBe('T24');
    expect(await tryCommit(closing(plain, 'take_profit', 10))).toBe('accepted');
  });

  it('[J16] what a close leaves of them is what was not reached, as far as there is something open for it', async () => {
    const targets = [target(-10, 3), target(0, 4), target(10, 2)];
    const fired = await opened(targets);
    for (const after of [
      targets,
      null,
      [target(10, 1)],
      [target(10, 3)],
      [target(11, 2)],
      [target(0, 4), target(10, 2)],
    ])
      expect(await tryCommit(closing(fired, 'take_profit', 7, { targets: after }))).toBe('J16');
    const part = await opened(targets);
    expect(await tryCommit(closing(part, 'client', 2, { targets: null }))).toBe('J16');
    expect(await tryCommit(closing(part, 'client', 6, { targets }))).toBe('J16');
    expect(await tryCommit(closing(part, 'client', 6, { targets: [target(-10, 3), target(0, 1)] }))).toBe('accepted');
    const whole = await opened(targets);
    expect(await tryCommit(closing(whole, 'client', 10, { targets: null }))).toBe('J16');
    expect(await tryCommit(closing(whole, 'client', 10))).toBe('accepted');
    const bare = await opened();
    expect(await tryCommit(closing(bare, 'client', 2, { targets: [target(10, 2)] }))).toBe('J16');
  });
});
