import type { Account } from '@clearbook/domain/ledger';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants, OPEN_MARKETS } from './books.ts';
import { brokenCopies, type CopyBooks, openCopyBooks } from './copies.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { type CommitCall, type TryCommit, commitTester } from './try-commit.ts';

/** What the commit function refuses a server gone wrong about copies. Every breach is one change to a call that goes through without it. */
let database: FreshDatabase;
let books: CopyBooks;
let tryCommit: TryCommit;
let trader: { traderId: string; leadId: string };
let copier: { clientId: string; copyId: string };

beforeAll(async () => {
  database = await freshDatabase();
  books = openCopyBooks(database.pool);
  tryCommit = await commitTester(database.pool, await books.openParty('staff'), OPEN_MARKETS);
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
type Paying = { amount?: number; client?: string; from?: Account };

/** $10 of a new high of $100 for April, from the copier's cash into clearing. */
function share(
  over: Row = {},
  { amount = 1_000, to = 'clearing' }: { amount?: number; to?: Account } = {},
): CommitCall {
  const { clientId, copyId } = copier;
  const row = { id: copyId, high_water: '10000', shared: { plus: amount }, shared_month: '2026-04-01', ...over };
  return {
    entries: [
      {
        event: 'profit_share',
        client: clientId,
        subject: copyId,
        postings: [
          ['cash', amount],
          [to, -amount],
        ],
      },
    ],
    rows: { copy: [row] },
  };
}

describe('[C11] the commit function and a profit share', () => {
  it('[C11] refuses one of a high that the copy never had', async () => {
    expect(await tryCommit(share())).toBe('C11');
    await database.ownerPool.query('update ledger.copy set result = 9999 where id = $1', [copier.copyId]);
    expect(await tryCommit(share())).toBe('C11');
    await database.ownerPool.query('update ledger.copy set result = 30000 where id = $1', [copier.copyId]);
  });

  it('[C11] refuses one above its percent, kept back, without its row, or twice in a month', async () => {
    const { entries, rows } = share();
    expect(await tryCommit(share({}, { amount: 1_001 }))).toBe('C11');
    expect(await tryCommit(share({}, { to: 'fees' }))).toBe('C11');
    expect(await tryCommit({ entries: [], rows })).toBe('C11');
    expect(await tryCommit(share({ shared: { plus: 999 } }))).toBe('C11');
    expect(await tryCommit(share({ shared_month: null }))).toBe('C11');
    // A high is what a month was settled at, and only that.
    expect(await tryCommit({ entries: [], rows: { copy: [{ id: copier.copyId, high_water: '1' }] } })).toBe('C11');
    expect(await tryCommit({ entries })).toBe('CB013');
    expect(await tryCommit(share())).toBe('accepted');
    expect(await tryCommit(share({ high_water: '20000' }))).toBe('C11');
    // A high never falls, so the same profit is not shared twice.
    expect(await tryCommit(share({ high_water: '9000', shared_month: '2026-05-01' }))).toBe('C11');
    expect(await tryCommit(share({ high_water: '20000', shared_month: '2026-05-01' }))).toBe('accepted');
    // Nor does a month that was settled come again.
    expect(await tryCommit(share({ high_water: '30000' }))).toBe('C11');
  });

  it('[C19] pays the trader what is due, the very amount, to the very trader, out of clearing, once', async () => {
    const { rows } = await database.pool.query<Row & { id: string }>(
      'select id, copy_id, month::text, lead_id, amount from ledger.share_due order by month',
    );
    const [due, next] = rows;
    expect(rows).toMatchObject([
      { month: '2026-04-01', lead_id: trader.leadId, amount: '1000' },
      { month: '2026-05-01' },
    ]);
    const pay = (
      over: Row = {},
      { amount = 1_000, client = trader.leadId, from = 'clearing' }: Paying = {},
    ): CommitCall => {
      const row = { ...due, at: OPEN_MARKETS, ...over } as Row & { id: string };
      const postings: [Account, number][] = [[from, amount], ['cash', -amount]]; // prettier-ignore
      return { entries: [{ event: 'profit_share', client, subject: row.id, postings }], rows: { share_paid: [row] } };
    };
    const stranger = (await books.openTrader()).leadId;
    expect(await tryCommit(pay({}, { amount: 999 }))).toBe('C19');
    expect(await tryCommit(pay({ amount: '999' }, { amount: 999 }))).toBe('C19');
    expect(await tryCommit(pay({}, { client: stranger }))).toBe('C19');
    expect(await tryCommit(pay({ lead_id: stranger }, { client: stranger }))).toBe('C19');
    expect(await tryCommit(pay({ id: newId() }))).toBe('C19');
    expect(await tryCommit(pay({ month: '2026-05-01' }))).toBe('C19');
    expect(await tryCommit(pay({ at: new Date(0) }))).toBe('C19');
    expect(await tryCommit(pay({}, { from: 'fees' }))).toBe('CB003');
    expect(await tryCommit({ ...pay(), entries: [] })).toBe('C19');
    expect(await tryCommit({ ...pay(), rows: {} })).toBe('CB013');
    expect(await tryCommit(pay())).toBe('accepted');
    expect(await tryCommit(pay())).toBe('C19');
    // What is not paid stays due, whoever says that it is finished.
    await database.pool.query('select ledger.finish_shares()');
    expect(await tryCommit(pay())).toBe('C19');
    const left = await database.pool.query('select id from ledger.share_due');
    expect(left.rows).toEqual([{ id: next?.id }]);
    expect(await tryCommit(pay(next))).toBe('accepted');
    await database.pool.query('select ledger.finish_shares()');
  });

  it('[L25] refuses entries of two clients about one row, whatever they are of', async () => {
    const { entries, rows } = share({ shared_month: '2026-06-01', high_water: '30000' });
    const other = { ...entries[0]!, client: trader.leadId };
    expect(await tryCommit({ entries: [...entries, other], rows })).toBe('CB017');
  });
});

describe('[C10] the commit function and a copy’s life', () => {
  const started = (over: Row = {}): CommitCall => ({
    entries: [],
    rows: {
      copy: [
        {
          id: newId(), client_id: copier.clientId, trader_id: trader.traderId, lead_id: trader.leadId, bot: false, allotment: '100', stop_loss: null,
          copy_open: false, profit_share_bps: 1_000, status: 'active', high_water: '0', shared: '0', started_at: OPEN_MARKETS, ...over,
        }, // prettier-ignore
      ],
    },
  });
  const moved = (over: Row): CommitCall => ({ entries: [], rows: { copy: [{ id: copier.copyId, ...over }] } });
  const stopped = { status: 'stopped', cause: 'client', stopped_at: OPEN_MARKETS };

  it('[C8] refuses a second running copy, other terms than the trader’s, a copy of oneself, and a stop-loss above the allotment', async () => {
    const client_id = await books.openParty();
    expect(await tryCommit(started())).toBe('23505');
    expect(await tryCommit(started({ client_id, profit_share_bps: 0 }))).toBe('C8');
    expect(await tryCommit(started({ client_id, lead_id: copier.clientId }))).toBe('C8');
    expect(await tryCommit(started({ client_id, bot: true }))).toBe('C8');
    expect(await tryCommit(started({ client_id, high_water: '1' }))).toBe('C8');
    expect(await tryCommit(started({ client_id, started_at: new Date(0) }))).toBe('C8');
    expect(await tryCommit(started({ client_id: trader.leadId }))).toBe('23514');
    expect(await tryCommit(started({ client_id, stop_loss: '101' }))).toBe('23514');
    expect(await tryCommit(started({ client_id }))).toBe('accepted');
  });

  it('[C10] what was agreed stays as it was, what has ended stays ended, and nothing jumps', async () => {
    const stranger = await books.openParty();
    const terms = [
      { client_id: stranger }, { lead_id: stranger }, { bot: true }, { allotment: { plus: 1 } }, { stop_loss: '1' }, { copy_open: true },
      { profit_share_bps: 0 }, { started_at: new Date(0) }, { cause: 'client' }, { stopped_at: OPEN_MARKETS },
    ]; // prettier-ignore
    for (const over of terms) expect(await tryCommit(moved(over)), JSON.stringify(over)).toBe('C10');
    // It ends with its reason, at its time.
    expect(await tryCommit(moved({ status: 'stopping' }))).toBe('C10');
    expect(await tryCommit(moved({ ...stopped, stopped_at: null }))).toBe('C10');
    expect(await tryCommit(moved({ status: 'stopping', cause: 'client' }))).toBe('accepted');
    const { rows: waiting } = await database.pool.query('select kind, copy_id from ledger.copy_task');
    expect(waiting).toEqual([{ kind: 'stop', copy_id: copier.copyId }]);
    await database.pool.query('select ledger.finish_copy_tasks(array(select number from ledger.copy_task))');
    for (const status of ['active', 'paused']) expect(await tryCommit(moved({ status }))).toBe('C10');
    expect(await tryCommit(moved({ ...stopped, cause: 'stop_loss' }))).toBe('C10');
    expect(await tryCommit(moved(stopped))).toBe('accepted');
    for (const status of ['active', 'paused', 'stopping'])
      expect(await tryCommit(moved({ status, stopped_at: null }))).toBe('C10');
  });

  it('[C10] [C15] a trader is listed with a card, leaves the list once, and changes in nothing else', async () => {
    const traderId = newId();
    const row = { id: traderId, minimum_balance: '0', profit_share_bps: 0, listed: true, created_at: OPEN_MARKETS };
    const card = { trader_id: traderId, name: 'Ada', return_rate: '1', followers: '1' };
    const call = (trader: Row, cards: Row[] = []): CommitCall => ({
      entries: [],
      rows: { trader: [trader], ...(cards.length > 0 && { trader_card: cards }) },
    });
    expect(await tryCommit(call(row))).toBe('CB031');
    expect(await tryCommit(call({ ...row, created_at: new Date(0) }, [card]))).toBe('C15');
    expect(await tryCommit(call(row, [card]))).toBe('accepted');
    expect(await tryCommit({ entries: [], rows: { trader_card: [{ ...card, name: 'Bob' }] } })).toBe('C15');
    const gone = { id: traderId, listed: false, deleted_at: OPEN_MARKETS };
    for (const over of [
      { minimum_balance: '1' },
      { profit_share_bps: 1 },
      { client_id: copier.clientId },
      { deleted_at: null },
    ])
      expect(await tryCommit(call({ ...gone, ...over })), JSON.stringify(over)).toBe('C10');
    expect(await tryCommit(call(gone))).toBe('accepted');
    expect(await tryCommit(call(gone))).toBe('C10');
  });

  it('[C5] a skip says when it was written, and is never written over', async () => {
    const skip = { copy_id: copier.copyId, lead_trade_id: newId(), reason: 'late', at: OPEN_MARKETS };
    const call = (over: Row): CommitCall => ({ entries: [], rows: { copy_skip: [{ ...skip, ...over }] } });
    expect(await tryCommit(call({ at: new Date(0) }))).toBe('C5');
    expect(await tryCommit(call({}))).toBe('accepted');
    expect(await tryCommit(call({ reason: 'paused' }))).toBe('accepted');
    const { rows } = await database.pool.query('select reason from ledger.copy_skip where lead_trade_id = $1', [
      skip.lead_trade_id,
    ]);
    expect(rows).toEqual([{ reason: 'late' }]);
  });

  it('[C3] a mirrored trade ties up its share of the trader’s collateral, rounded up, or its margin, and no cent more', async () => {
    const { traderId, leadId } = await books.openTrader(10_000_000n);
    const lead = await books.lead(leadId, { lots: 10_000n, amount: 4_000_001n });
    const { copyId } = await books.openCopier(traderId, { amount: 190_000n });
    const mirrors = async (beyond: string, required = '1') => {
      const connection = await database.ownerPool.connect();
      try {
        await connection.query('begin');
        await connection.query(
          `insert into ledger.trade (book, id, client_id, symbol, side, lots, open_lots, collateral, collateral_left, required_margin, required_margin_left,
             leverage_hundredths, status, entry_price, entry_quote_id, opened_at, copy_id, lead_trade_id)
           select c.book, gen_random_uuid(), c.client_id, l.symbol, l.side, n.lots, n.lots, n.collateral, n.collateral, $3::bigint, $3::bigint, 100, 'active', l.entry_price,
             l.entry_quote_id, l.opened_at, c.id, l.id
           from ledger.copy c, ledger.trade l, lateral (select div(l.lots::numeric * c.allotment, l.equity_at_open) as lots) m,
             lateral (select m.lots, ceil(l.collateral * m.lots / l.lots) + $4::bigint as collateral) n where c.id = $1 and l.id = $2`,
          [copyId, lead, required, beyond],
        );
        return 'accepted';
      } catch (error) {
        return (error as { code?: string }).code ?? String(error);
      } finally {
        await connection.query('rollback');
        connection.release();
      }
    };
    expect(await mirrors('0')).toBe('accepted');
    expect(await mirrors('1')).toBe('CB030');
    const { rows } = await database.pool.query<{ share: string }>(
      `select ceil(l.collateral * div(l.lots::numeric * c.allotment, l.equity_at_open) / l.lots) + 1 as share from ledger.copy c, ledger.trade l where c.id = $1 and l.id = $2`,
      [copyId, lead],
    );
    expect(await mirrors('1', rows[0]?.share)).toBe('accepted');
  });

  it('[C2] no statement, not even the owner’s, puts a copy above its allotment', async () => {
    await expect(
      database.ownerPool.query("update ledger.copy set held = allotment + result + 1 where status <> 'stopped'"),
    ).rejects.toMatchObject({ constraint: 'copy_exposure' });
  });

  it('[L15] the server’s role writes no table of copies outside the ledger functions', async () => {
    for (const table of ['trader', 'copy', 'copy_skip', 'copy_share', 'copy_task', 'share_due', 'share_paid'])
      await expect(database.pool.query(`delete from ledger.${table}`), table).rejects.toMatchObject({ code: '42501' });
  });
});
