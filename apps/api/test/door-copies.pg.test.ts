import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants, OPEN_MARKETS } from './books.ts';
import { brokenCopies, type CopyBooks, openCopyBooks } from './copies.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { type DoorCall, type Knock, knocker } from './knock.ts';

/** What the door refuses a server gone wrong about copies. Every breach is one change to a call that goes through without it. */
let database: FreshDatabase;
let books: CopyBooks;
let knock: Knock;
let trader: { traderId: string; leadId: string };
let copier: { clientId: string; copyId: string };

beforeAll(async () => {
  database = await freshDatabase();
  books = openCopyBooks(database.pool);
  knock = await knocker(database.pool, await books.openParty('staff'), OPEN_MARKETS);
  trader = await books.openTrader(1_000_000n, { profitShareBps: 1_000 });
  copier = await books.openCopier(trader.traderId);
});
afterAll(async () => {
  expect(await brokenInvariants(database.pool)).toEqual([]);
  expect(await brokenCopies(database.pool)).toEqual([]);
  await books.ledger.close();
  await database.drop();
});

type Row = Record<string, unknown>;

/** $10 of a new high of $100 for April, from the copier's cash over fees into the trader's. */
function share(over: Row = {}, { amount = 1_000, to = trader.leadId, month = '2026-04-01' } = {}): DoorCall {
  const { clientId, copyId } = copier;
  const row = {
    e: 1, id: copyId, from_status: 'active', to_status: 'active', high_water: '10000', month, share: String(amount), passed_on: true, ...over,
  }; // prettier-ignore
  return {
    entries: [
      {
        event: 'profit_share',
        client: clientId,
        subject: copyId,
        postings: [
          ['cash', amount],
          ['fees', -amount],
        ],
      },
      {
        event: 'profit_share',
        client: to,
        subject: copyId,
        postings: [
          ['fees', amount],
          ['cash', -amount],
        ],
      },
    ],
    rows: { copies_moved: [row] },
  };
}

describe('[C11] the door and a profit share', () => {
  it('[C11] refuses one above its percent, to somebody else, kept back, without its row, or twice in a month', async () => {
    const stranger = (await books.openTrader()).leadId;
    expect(await knock(share({}, { amount: 1_001 }))).toBe('CB033');
    expect(await knock(share({}, { to: stranger }))).toBe('CB033');
    expect(await knock(share({ passed_on: false }))).toBe('CB033');
    expect(await knock(share({ share: '999' }))).toBe('CB033');
    expect(await knock(share({ month: null }))).toBe('CB033');
    expect(await knock({ ...share(), rows: {} })).toBe('CB013');
    expect(await knock(share())).toBe('accepted');
    expect(await knock(share({ high_water: '20000' }))).toBe('CB033');
    // A high never falls, so the same profit is not shared twice.
    expect(await knock(share({ high_water: '9000' }, { month: '2026-05-01' }))).toBe('CB033');
    expect(await knock(share({ high_water: '20000' }, { month: '2026-05-01' }))).toBe('accepted');
  });
});

describe('[C10] the door and a copy’s life', () => {
  const started = (over: Row = {}): DoorCall => ({
    entries: [],
    rows: {
      copies_started: [
        {
          id: newId(), client_id: copier.clientId, trader_id: trader.traderId, lead_id: trader.leadId, bot: false, allotment: '100', stop_loss: null,
          copy_open: false, profit_share_bps: 1_000, ...over,
        }, // prettier-ignore
      ],
    },
  });
  const moved = (from: string, to: string): DoorCall => ({
    entries: [],
    rows: { copies_moved: [{ e: null, id: copier.copyId, from_status: from, to_status: to, high_water: '20000' }] },
  });

  it('[C8] refuses a second running copy, other terms than the trader’s, a copy of oneself, and a stop-loss above the allotment', async () => {
    const client_id = await books.openParty();
    expect(await knock(started())).toBe('23505');
    expect(await knock(started({ client_id, profit_share_bps: 0 }))).toBe('CB032');
    expect(await knock(started({ client_id, lead_id: copier.clientId }))).toBe('CB032');
    expect(await knock(started({ client_id: trader.leadId }))).toBe('23514');
    expect(await knock(started({ client_id, stop_loss: '101' }))).toBe('23514');
    expect(await knock(started({ client_id }))).toBe('accepted');
  });

  it('[C10] what has ended stays ended, and nothing jumps', async () => {
    expect(await knock(moved('paused', 'active'))).toBe('CB033');
    expect(await knock(moved('active', 'stopped'))).toBe('accepted');
    for (const to of ['active', 'paused', 'stopping']) expect(await knock(moved('stopped', to))).toBe('CB033');
  });

  it('[C2] no statement, not even the owner’s, puts a copy above its allotment', async () => {
    await expect(
      database.ownerPool.query("update ledger.copy set held = allotment + result + 1 where status <> 'stopped'"),
    ).rejects.toMatchObject({ constraint: 'copy_exposure' });
  });

  it('[L15] the server’s role writes no table of copies past the door', async () => {
    for (const table of ['trader', 'copy', 'copy_skip', 'copy_share', 'copy_task'])
      await expect(database.pool.query(`delete from ledger.${table}`), table).rejects.toMatchObject({ code: '42501' });
  });
});
