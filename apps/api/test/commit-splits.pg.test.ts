import type { Symbol } from '@clearbook/domain/market';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CorporateActionBooking } from '../src/features/corporate-actions/index.ts';
import { brokenInvariants, OPEN_MARKETS } from './books.ts';
import { brokenCopies, type CopyBooks, openCopyBooks } from './copies.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { simulatedMarket } from './market.ts';
import { closingRows } from './trade-rows.ts';
import { openWatchBooks } from './watch-books.ts';
import { type CommitCall, commitTester, type TryCommit } from './try-commit.ts';

const silent = { warn: () => undefined };
let db: FreshDatabase;
let books: CopyBooks;
let tryCommit: TryCommit;

beforeAll(async () => {
  db = await freshDatabase();
  books = openCopyBooks(db.pool);
  tryCommit = await commitTester(db.pool, await books.openParty('staff'), OPEN_MARKETS);
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  expect(await brokenCopies(db.pool)).toEqual([]);
  await books.engine.close();
  await books.ledger.close();
  await db.drop();
});

async function announce(symbol: Symbol, exDate: string, newRate: number, oldRate: number, at = books.now()) {
  const id = newId();
  const values = [id, symbol, newRate, oldRate, exDate, 'exchange', at];
  await db.pool.query('select ledger.record_split($1, $2, $3, $4, $5, $6, $7, $7)', values);
  return id;
}
async function funded(): Promise<string> {
  const id = await books.openParty();
  await books.fund(id, 10_000_000n);
  return id;
}
async function open(clientId: string, symbol: Symbol, side: 'buy' | 'sell', lots: bigint, more: object = {}) {
  const { outcome } = await books.run({
    ...{ kind: 'open_trade', clientId, symbol, side, lots, amount: 600_000n },
    ...more,
  });
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.result.trade_id;
}
async function apply(at = books.now()): Promise<void> {
  const market = simulatedMarket(books.now);
  const actions = new CorporateActionBooking(
    { pool: db.pool, ledger: books.ledger, market, log: silent },
    () => undefined,
  );
  await actions.read();
  await actions.book(at);
}
async function trade(id: string): Promise<Record<string, string | null>> {
  const { rows } = await db.pool.query<Record<string, string | null>>('select * from ledger.trade where id = $1', [id]);
  return rows[0] ?? {};
}

describe('the commit function and splits of trades', () => {
  it('[Q9] [Q11] [Q12] every trade, mirrored ones too, and every order is converted once, and what is left over is closed', async () => {
    books.at(new Date('2026-04-13T15:00:00.000Z'));
    const client = await funded();
    const long = await open(client, 'DIS', 'buy', 1_003n);
    const short = await open(client, 'DIS', 'sell', 700n);
    const tiny = await open(client, 'DIS', 'buy', 15n);
    const place = { kind: 'place_order', clientId: client, symbol: 'DIS', side: 'buy', amount: 50_000n } as const;
    const limit = await books.run({ ...place, lots: 45n, type: 'limit', price: 500_000_000_000n, timeInForce: 'gtc' } as never); // prettier-ignore
    const small = await books.run({ ...place, lots: 1_900n, type: 'limit', price: 490_000_000_000n, timeInForce: 'gtc' } as never); // prettier-ignore
    expect([limit.outcome.ok]).toEqual([true]);
    const { leadId, traderId } = await traderHolding('DIS');
    const action = await announce('DIS', '2026-04-15', 1, 20);
    books.at(new Date('2026-04-15T13:25:00.000Z'));
    await apply();
    expect(await trade(long)).toMatchObject({ open_lots: '50', splits_num: '1', splits_den: '20', closed_by: 'split' });
    expect(await trade(short)).toMatchObject({ open_lots: '35', status: 'active', closed_by: null });
    expect(await trade(tiny)).toMatchObject({ open_lots: '0', status: 'closed', closed_by: 'split' });
    const { rows: orders } = await db.pool.query(
      'select lots, limit_price, status, reason from ledger.working_order where client_id = $1 order by lots',
      [client],
    );
    expect(orders).toContainEqual({ lots: '2', limit_price: '10000000000000', status: 'working', reason: null });
    expect(small.outcome.ok).toBe(true);
    const { rows } = await db.pool.query(
      `select l.open_lots as lead, m.open_lots as mirrored, m.splits_den from ledger.trade l join ledger.trade m on m.lead_trade_id = l.id where l.client_id = $1`,
      [leadId],
    );
    expect(traderId).toBeTruthy();
    expect(rows).toEqual([{ lead: '100', mirrored: '50', splits_den: '20' }]);
    await apply();
    const { rows: applied } = await db.pool.query<{ n: number }>(
      'select count(*)::int as n from ledger.trade_split where action_id = $1',
      [action],
    );
    expect(applied[0]?.n).toBe(4);
    expect(await brokenInvariants(db.pool)).toEqual([]);
  });

  it('[Q10] comes before any close, stop or order at a later quote, and nothing closes by an earlier one after it', async () => {
    books.at(new Date('2026-04-20T15:00:00.000Z'));
    const client = await funded();
    const [early, late] = [await open(client, 'JPM', 'sell', 1_000n), await open(client, 'JPM', 'sell', 1_000n)];
    const { outcome } = await books.run({
      ...{ kind: 'place_order', clientId: client, symbol: 'JPM', side: 'buy', amount: 50_000n, lots: 100n },
      ...{ type: 'limit', price: 1_000_000_000_000n, timeInForce: 'gtc' },
    } as never);
    if (!outcome.ok) throw new Error(outcome.refusal.code);
    const orderId = (outcome.result as { id: string }).id;
    await announce('JPM', '2026-04-22', 4, 1);
    books.at(new Date('2026-04-21T19:59:59.000Z'));
    await books.close(client, early);
    books.at(new Date('2026-04-22T13:30:05.000Z'));
    const first = { ok: false, refusal: { code: 'corporate_action.first' } };
    const of = { clientId: client, tradeId: late };
    for (const lots of [null, 400n])
      expect((await books.run({ kind: 'close_trade', ...of, lots })).outcome).toMatchObject(first);
    const amended = { stopLoss: 90_000_000_000_000n, takeProfit: null, trailingDistance: null };
    expect((await books.run({ kind: 'amend_trade', ...of, ...amended })).outcome).toMatchObject(first);
    const price = 1_010_000_000_000n;
    expect((await books.run({ kind: 'amend_order', clientId: client, orderId, price })).outcome).toMatchObject(first);
    const quote = await trade(late);
    await apply();
    const kept: CommitCall = {
      now: books.now(),
      entries: [{ event: 'trade_closed', client, subject: late, postings: [['margin', 600_000], ['cash', -600_000]] }],
      rows: closingRows({
        id: late, lots_closed: '4000', collateral_out: '600000', realised: '0', exact_num: '0', exact_den: '1', shortfall: '0',
        exit_price: quote['entry_price'], exit_quote_id: quote['entry_quote_id'], at: books.now(), closed_by: 'client', client_id: client, exit_fill_id: newId(),
      }),
    }; // prettier-ignore
    expect(await tryCommit(kept), 'new shares at a price of the old ones').not.toBe('accepted');
    await books.close(client, late, 400n);
    await books.close(client, late);
    expect(await trade(late)).toMatchObject({ status: 'closed', splits_num: '4' });
  });

  it('[Q9] a commit splits nothing else: not twice, not early, not by another ratio, not of another share and not without its row', async () => {
    books.at(new Date('2026-04-27T15:00:00.000Z'));
    const client = await funded();
    const id = await open(client, 'NKE', 'buy', 1_000n);
    const other = await open(client, 'KO', 'buy', 1_000n);
    const action = await announce('NKE', '2026-04-29', 2, 1);
    const at = new Date('2026-04-29T13:25:00.000Z');
    const split = (over: object = {}, row: object = {}, { subject = id, now = at }: { subject?: string; now?: Date } = {}): CommitCall => ({
      now, entries: [],
      rows: {
        trade: [{ id: subject, client_id: client, open_lots: '2000', splits_num: '2', splits_den: '1', protected_at: at, ...over }],
        trade_split: [{
          action_id: action, trade_id: subject, client_id: client, lots_before: '1000', lots: '2000', splits_before_num: '1', splits_before_den: '1', splits_num: '2',
          splits_den: '1', at: now, ...row,
        }],
      },
    }); // prettier-ignore
    const broken = /^(Q9|L7|T25|CB\d+|23\d+)$/;
    expect(await tryCommit(split({}, {}, { now: new Date(at.getTime() - 1) })), 'early').toMatch(broken);
    expect(await tryCommit(split({ splits_num: '3', open_lots: '3000' }, { splits_num: '3', lots: '3000' }))).toBe(
      'Q9',
    );
    expect(await tryCommit(split({ open_lots: '2001' }, { lots: '2001' })), 'a lot step more').toBe('Q9');
    expect(await tryCommit(split({}, {}, { subject: other })), 'of another share').toBe('Q9');
    expect(await tryCommit(split({}, { action_id: newId() })), 'that nobody announced').toMatch(broken);
    expect(await tryCommit(split({ collateral_left: { plus: 1 } })), 'with money').toMatch(broken);
    expect(await tryCommit(split({ stop_loss: '100000000' })), 'with a stop').toBe('Q9');
    const { trade: alone = [], trade_split: said = [] } = split().rows ?? {};
    expect(await tryCommit({ ...split(), rows: { trade: alone } }), 'without its row').toMatch(broken);
    expect(await tryCommit({ ...split(), rows: { trade_split: said } }), 'without its trade').toMatch(broken);
    for (const [open, splits] of [
      ['1000', '2'],
      ['2000', '1'],
      ['1001', '1'],
    ] as const)
      // prettier-ignore
      expect(
        await tryCommit({ now: at, entries: [], rows: { trade: [{ id, open_lots: open, splits_num: splits }] } }),
        `${open} by ${splits} from nowhere`,
      ).toMatch(broken);
    expect(await tryCommit(split())).toBe('accepted');
    const again = split({ open_lots: '4000', splits_num: '4' }, { lots_before: '2000', lots: '4000', splits_before_num: '2', splits_num: '4' }); // prettier-ignore
    expect(await tryCommit(again), 'twice').toMatch(broken);
    const later = { ...again, now: new Date(at.getTime() + 5) };
    expect(await tryCommit(later), 'twice, later').toMatch(broken);
    expect(await tryCommit({ now: at, entries: [], rows: { trade: [{ id, open_lots: '1000', splits_num: '1' }] } })).toMatch(broken); // prettier-ignore
    const row = { action_id: action, lots_before: '1000', lots: '2000' };
    expect(await tryCommit({ ...split(), rows: { trade_split: [{ ...said[0] as object, ...row }] } }), 'its row twice').toMatch(broken); // prettier-ignore
  });

  it('[Q10] whoever watches after a downtime applies it before the quotes of the session, so that nobody is closed out by it', async () => {
    const watch = openWatchBooks(db.pool);
    watch.at(new Date('2026-05-04T18:00:00.000Z'));
    const before = await watch.begin({ NVDA: '100' });
    const client = await watch.client();
    const id = await watch.open(client, { symbol: 'NVDA', lots: 10_000n, amount: 405_000n, stopLoss: '90' });
    await watch.rowsChanged(before, client);
    await before.stop();
    await announce('NVDA', '2026-05-06', 4, 1, watch.now());
    watch.at(new Date('2026-05-06T13:30:00.000Z'));
    for (let second = 0; second < 3; second += 1) watch.say(1, { NVDA: '25' });
    const after = await watch.watching();
    after.look(watch.now());
    await after.settled();
    expect(await watch.trade(id)).toMatchObject({ status: 'active', open_lots: '40000', stop_loss: '225000000000' });
    for (let second = 0; second < 3; second += 1) await watch.tick(after, { NVDA: '22' });
    await after.stop();
    expect(await watch.trade(id)).toMatchObject({ status: 'closed', closed_by: 'stop' });
    expect(watch.faults()).toEqual([]);
    await watch.ledger.close();
  });

  it('[Q10] comes before a price of the new shares reaches the stop of a stop-limit order', async () => {
    books.at(new Date('2026-06-22T15:00:00.000Z'));
    const client = await funded();
    const market = simulatedMarket(books.now);
    const quoteOf = () => market.showing('KO' as Symbol, books.now()).quote!;
    // A sell's stop at half of the price, which a split of four for one goes far below.
    const half = (quoteOf().bid / 200_000_000n) * 100_000_000n;
    const { outcome } = await books.run({
      ...{ kind: 'place_order', clientId: client, symbol: 'KO', side: 'sell', amount: 100_000n, lots: 1_000n },
      ...{ type: 'stop_limit', stopPrice: half, price: 2n * half, timeInForce: 'gtc' },
    } as never);
    if (!outcome.ok) throw new Error(outcome.refusal.code);
    const orderId = (outcome.result as { id: string }).id;
    await announce('KO', '2026-06-24', 4, 1);
    books.at(new Date('2026-06-24T13:30:05.000Z'));
    const now = quoteOf();
    const quote = { ...now, bid: now.bid / 4n, ask: now.ask / 4n };
    const fill = () => books.run({ kind: 'fill_order', clientId: client, orderId, trigger: { quote, conversions: [] } }); // prettier-ignore
    expect((await fill()).outcome).toMatchObject({ ok: false, refusal: { code: 'corporate_action.first' } });
    await apply();
    expect((await fill()).outcome).toMatchObject({ ok: false, refusal: { code: 'trigger.not_reached' } });
    const { rows } = await db.pool.query('select status, triggered_at from ledger.working_order where id = $1', [orderId]); // prettier-ignore
    expect(rows).toEqual([{ status: 'working', triggered_at: null }]);
  });
});

it('[CF7] a split counts once towards a limit of volume, of one client and of all, and the sums follow it', async () => {
  books.at(new Date('2026-07-06T15:00:00.000Z'));
  const client = await funded();
  await open(client, 'WMT', 'buy', 1_000n);
  await announce('WMT', '2026-07-08', 4, 1);
  books.at(new Date('2026-07-08T13:30:05.000Z'));
  await apply();
  const { rows } = await db.pool.query(
    `select lots, splits_num from ledger.instrument_volume where symbol = 'WMT' order by splits_num`,
  );
  expect(rows).toEqual([
    { lots: '0', splits_num: '1' },
    { lots: '4000', splits_num: '4' },
  ]);
  const [maker, checker] = [await books.openParty('staff'), await books.openParty('staff')];
  const value = JSON.stringify({ per_client: '50.00', all_clients: '50.00' });
  const command = { kind: 'configure', item: 'volume_limit', key: 'WMT', value, effectiveAt: null, replaces: null, reverts: null } as const; // prettier-ignore
  const proposalId = newId();
  await books.run({ kind: 'propose', staffId: maker, proposalId, command, reason: 'r' });
  await books.run({
    kind: 'decide_proposal',
    staffId: checker,
    proposalId,
    command,
    decision: 'approve',
    reason: null,
  });
  await open(client, 'WMT', 'buy', 1_000n);
  await expect(open(client, 'WMT', 'buy', 10n)).rejects.toThrow('volume.client');
  await expect(open(await funded(), 'WMT', 'buy', 10n)).rejects.toThrow('volume.all');
});

async function traderHolding(symbol: Symbol): Promise<{ leadId: string; traderId: string }> {
  const { leadId, traderId } = await books.openTrader(10_000_000n);
  await books.openCopier(traderId, { cash: 5_000_000n, amount: 5_000_000n });
  await books.lead(leadId, { symbol, lots: 2_000n, amount: 600_000n });
  await books.engine.work();
  return { leadId, traderId };
}
