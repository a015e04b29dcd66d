import { marksFrom } from '@clearbook/domain/trading';
import {
  conversionPair,
  dealtQuote,
  type DealtQuote,
  simulatedQuote,
  type Symbol,
  type Width,
} from '@clearbook/domain/market';
import type { Priced } from '@clearbook/domain/ledger';
import { formatUsd } from '@clearbook/domain/money';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants, openBooks, OPEN_MARKETS, type Prices, quiet } from '../../../test/books.ts';
import { brokenCopies, type CopyBooks, openCopyBooks } from '../../../test/copies.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { payProfitShares, takeProfitShares } from './profit-shares.ts';

let database: FreshDatabase;
let books: CopyBooks;
/** Moves every price by this many percent; null shuts the market. */
let shift: bigint | null = 0n;

/** One quote of the simulated market, held still, and moved only by the test. */
function movablePrices(now: () => Date): Prices {
  const quote = (symbol: Symbol, markup: Width): Priced<DealtQuote> => {
    if (shift === null) return { ok: false, code: 'market.closed', detail: 'closed' };
    const still = simulatedQuote('copies', symbol, OPEN_MARKETS.getTime());
    const scaled = (price: bigint) => (price * (1_000n + shift!)) / 1_000n;
    const feed = {
      ...still,
      id: `${still.id}:${shift}`,
      bid: scaled(still.bid),
      ask: scaled(still.ask),
      receivedTime: OPEN_MARKETS,
    };
    void now;
    return { ok: true, quote: dealtQuote(feed, markup) };
  };
  return {
    quote,
    conversion: (currency) => quote(conversionPair(currency)?.symbol ?? 'EURUSD', 0),
    ...marksFrom(quote),
  };
}

beforeAll(async () => {
  database = await freshDatabase();
  books = openCopyBooks(database.pool, { prices: movablePrices });
});
afterAll(async () => {
  await books.ledger.close();
  await database.drop();
});

async function trades(copyId: string) {
  const { rows } = await database.pool.query<{
    id: string;
    open_lots: string;
    lots: string;
    status: string;
    closed_by: string | null;
    lead_trade_id: string;
  }>('select id, open_lots, lots, status, closed_by, lead_trade_id from ledger.trade where copy_id = $1 order by id', [
    copyId,
  ]);
  return rows;
}

async function allHolds(): Promise<void> {
  expect(await brokenInvariants(database.pool)).toEqual([]);
  expect(await brokenCopies(database.pool)).toEqual([]);
}

/** A copy of a trader with a share of a fifth, whose one trade was closed with a gain. */
async function earned(): Promise<{ leadId: string; clientId: string; copyId: string }> {
  const { traderId, leadId } = await books.openTrader(1_000_000n, { profitShareBps: 2_000 });
  const copier = await books.openCopier(traderId);
  const lead = await books.lead(leadId);
  await books.engine.work();
  shift = 100n;
  await books.close(leadId, lead);
  await books.engine.work();
  shift = 0n;
  return { leadId, ...copier };
}

describe('copying', () => {
  it('[C1] mirrors an opening in proportion, a partial close to its target, and flat means flat', async () => {
    const { traderId, leadId } = await books.openTrader();
    const { copyId } = await books.openCopier(traderId);
    const lead = await books.lead(leadId);
    await books.engine.work();
    const [mirrored] = await trades(copyId);
    const { rows } = await database.pool.query<{ equity_at_open: string }>(
      'select equity_at_open from ledger.trade where id = $1',
      [lead],
    );
    const equity = BigInt(rows[0]?.equity_at_open ?? '1');
    expect(mirrored?.lots).toBe(((1_000n * 100_000n) / equity).toString());

    await books.close(leadId, lead, 505n);
    await books.engine.work();
    expect((await trades(copyId))[0]?.open_lots).toBe(((495n * 100_000n) / equity).toString());

    await books.close(leadId, lead);
    await books.engine.work();
    expect((await trades(copyId))[0]).toMatchObject({ status: 'closed', open_lots: '0', closed_by: 'copy' });
    await allHolds();
  });

  it('[C4] mirrors own trades only: two who copy each other start no loop, and a mirror of a mirror is refused by the database', async () => {
    const a = await books.openTrader();
    const b = await books.openTrader();
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const { outcome } = await books.run({
        kind: 'start_copy', clientId: from.leadId, traderId: to.traderId, amount: 100_000n, copyOpen: false, stopLoss: null,
      }); // prettier-ignore
      expect(outcome.ok).toBe(true);
    }
    await books.lead(a.leadId);
    await books.engine.work();
    const { rows } = await database.pool.query<{ client_id: string; copied: boolean }>(
      'select client_id, copy_id is not null as copied from ledger.trade where client_id = any($1) and status = $2',
      [[a.leadId, b.leadId], 'active'],
    );
    expect(rows.toSorted((x) => (x.copied ? 1 : -1))).toEqual([
      { client_id: a.leadId, copied: false },
      { client_id: b.leadId, copied: true },
    ]);
    const self = await books.run({
      kind: 'start_copy', clientId: a.leadId, traderId: a.traderId, amount: 100n, copyOpen: false, stopLoss: null,
    }); // prettier-ignore
    expect(self.outcome).toMatchObject({ ok: false, refusal: { code: 'copy.own_trades' } });
    await expect(
      database.ownerPool.query(
        `insert into ledger.trade (book, id, client_id, symbol, side, lots, open_lots, collateral, collateral_left, required_margin, required_margin_left, leverage_hundredths,
           status, entry_price, entry_quote_id, opened_at, copy_id, lead_trade_id)
         select c.book, gen_random_uuid(), c.client_id, t.symbol, t.side, 1, 1, 1, 1, 1, 1, 100, 'active', 1, 'q', now(), c.id, t.id
         from ledger.copy c join ledger.trade t on t.client_id = c.lead_id and t.copy_id is not null and t.status = 'active' where c.lead_id = $1`,
        [b.leadId],
      ),
    ).rejects.toMatchObject({ code: 'CB030' });
    await allHolds();
  });

  it('[C5] what is late, too far, too small, shut, paused, suspended or beyond the balance is skipped with its reason', async () => {
    const { traderId, leadId } = await books.openTrader(10_000_000n);
    const copier = await books.openCopier(traderId);
    const said = async (act: () => Promise<unknown>, order = {}): Promise<string | undefined> => {
      const lead = await books.lead(leadId, order);
      await act();
      await books.engine.work();
      shift = 0n;
      books.at(OPEN_MARKETS);
      await books.close(leadId, lead);
      await books.engine.work();
      return (await books.skips(copier.copyId)).at(-1);
    };
    const nothing = async () => undefined;
    expect(await said(async () => books.at(new Date(OPEN_MARKETS.getTime() + 5_001)))).toBe('late');
    expect(await said(async () => void (shift = 3n))).toBe('price_moved');
    expect(await said(nothing, { lots: 50n })).toBe('too_small');
    expect(await said(async () => void (shift = null))).toBe('market_closed');
    await books.run({ kind: 'set_copy_status', clientId: copier.clientId, copyId: copier.copyId, to: 'paused' });
    expect(await said(nothing)).toBe('paused');
    await books.run({ kind: 'set_copy_status', clientId: copier.clientId, copyId: copier.copyId, to: 'active' });
    const staffId = await books.openParty('staff');
    const controls = {
      kind: 'set_controls',
      staffId,
      clientId: copier.clientId,
      billing: null,
      code: null,
      reason: 'r',
    } as const;
    await books.run({ ...controls, status: 'suspended', noteId: copier.copyId });
    expect(await said(nothing)).toBe('suspended');
    expect((await trades(copier.copyId)).length).toBe(0);

    const poor = await books.openCopier(traderId, { cash: 100_000n });
    await books.run({
      kind: 'open_trade', clientId: poor.clientId, symbol: 'SOL', side: 'buy', lots: 10n, amount: 99_999n,
    }); // prettier-ignore
    await books.lead(leadId, { lots: 40_000n, amount: 9_000_000n });
    await books.engine.work();
    expect(await books.skips(poor.copyId)).toEqual(['balance']);
    await allHolds();
  });

  it('[C6] closes follow for a paused and for a suspended copier, and wait while the market is shut', async () => {
    const { traderId, leadId } = await books.openTrader();
    const { clientId, copyId } = await books.openCopier(traderId);
    const staffId = await books.openParty('staff');
    const lead = await books.lead(leadId);
    await books.engine.work();
    await books.run({ kind: 'set_copy_status', clientId, copyId, to: 'paused' });
    await books.run({
      kind: 'set_controls', staffId, clientId, status: 'suspended', billing: null, code: null, reason: 'r', noteId: copyId,
    }); // prettier-ignore
    await books.close(leadId, lead);
    shift = null;
    await books.engine.work();
    await books.engine.catchUp(books.now());
    expect((await trades(copyId))[0]?.status).toBe('active');
    shift = 0n;
    await books.engine.catchUp(books.now());
    expect((await trades(copyId))[0]).toMatchObject({ status: 'closed', closed_by: 'copy' });
    await allHolds();
  });

  it('[C7] takes what is open at the start where the client chose so, at the price of now', async () => {
    const { traderId, leadId } = await books.openTrader();
    await books.lead(leadId);
    shift = 20n;
    books.at(new Date(OPEN_MARKETS.getTime() + 60_000));
    const without = await books.openCopier(traderId);
    const taken = await books.openCopier(traderId, { copyOpen: true });
    await books.engine.work();
    expect((await trades(without.copyId)).length).toBe(0);
    expect((await trades(taken.copyId)).length).toBe(1);
    shift = 0n;
    books.at(OPEN_MARKETS);
    await allHolds();
  });

  it('[C8] needs the minimum balance, the allotment, a record, and no other copy of the same trader', async () => {
    const { traderId, leadId } = await books.openTrader(1_000_000n, { minimumBalance: 150_000n });
    const start = async (clientId: string, of: string, amount = 100_000n) => {
      const { outcome } = await books.run({
        kind: 'start_copy', clientId, traderId: of, amount, copyOpen: false, stopLoss: null,
      }); // prettier-ignore
      return outcome.ok ? 'ok' : outcome.refusal;
    };
    const poor = await books.openParty();
    await books.fund(poor, 149_999n);
    expect(await start(poor, traderId)).toMatchObject({
      code: 'copy.minimum_balance',
      values: { minimum: '$1,500.00' },
    });
    await books.fund(poor, 1n);
    expect(await start(poor, traderId, 150_001n)).toMatchObject({ code: 'copy.insufficient_balance' });
    expect(await start(poor, traderId)).toBe('ok');
    expect(await start(poor, traderId)).toMatchObject({ code: 'copy.already_copying' });
    expect((await books.party(poor))['cash']).toBe('150000');

    const staffId = await books.openParty('staff');
    const newcomer = await books.openParty();
    const { outcome } = await books.run({
      kind: 'create_trader', staffId, clientId: newcomer, traderId: newcomer, name: 'New', returnRate: '1', followers: '1', minimumBalance: 0n,
      profitShareBps: 0, bot: null,
    }); // prettier-ignore
    expect(outcome.ok).toBe(true);
    expect(await start(poor, newcomer)).toMatchObject({ code: 'copy.no_record' });
    expect(await start(leadId, newcomer)).toMatchObject({ code: 'copy.no_record' });
  });

  it('[C9] ends at its stop-loss and closes what is open, and does not where the price came back', async () => {
    const { traderId, leadId } = await books.openTrader();
    const { copyId, clientId } = await books.openCopier(traderId, { stopLoss: 3_000n });
    await books.lead(leadId);
    await books.engine.work();
    await books.engine.watchStopLosses(books.now());
    expect((await books.copy(copyId))['status']).toBe('active');
    const early = await books.run({ kind: 'stop_copy', clientId, copyId, cause: 'stop_loss', keep: false });
    expect(early.outcome).toMatchObject({ ok: true, result: { status: 'active' } });
    shift = -200n;
    await books.engine.watchStopLosses(books.now());
    await books.engine.work();
    expect(await books.copy(copyId)).toMatchObject({ status: 'stopped', cause: 'stop_loss', held: '0' });
    expect((await trades(copyId))[0]).toMatchObject({ status: 'closed', closed_by: 'copy' });
    shift = 0n;
    await allHolds();
  });

  it('[C10] stopping closes, or leaves the trades as the client’s own; a deleted trader’s copies end', async () => {
    const { traderId, leadId } = await books.openTrader();
    const staffId = await books.openParty('staff');
    const [closing, keeping, left] = [
      await books.openCopier(traderId),
      await books.openCopier(traderId),
      await books.openCopier(traderId),
    ];
    const lead = await books.lead(leadId);
    await books.engine.work();
    await books.run({ kind: 'stop_copy', ...closing, cause: 'client', keep: false });
    await books.run({ kind: 'stop_copy', ...keeping, cause: 'client', keep: true });
    await books.engine.work();
    expect(await books.copy(closing.copyId)).toMatchObject({ status: 'stopped', cause: 'client' });
    expect((await trades(closing.copyId))[0]?.status).toBe('closed');
    expect(await books.copy(keeping.copyId)).toMatchObject({ status: 'stopped' });
    expect((await trades(keeping.copyId))[0]?.status).toBe('active');

    await books.run({ kind: 'delete_trader', staffId, clientId: leadId, traderId });
    await books.engine.work();
    expect(await books.copy(left.copyId)).toMatchObject({ status: 'stopped', cause: 'trader_deleted' });
    expect((await trades(left.copyId))[0]?.status).toBe('closed');
    await books.close(leadId, lead);
    await books.engine.work();
    // What was kept follows nobody.
    expect((await trades(keeping.copyId))[0]?.status).toBe('active');
    await allHolds();
  });

  it('[C10] what is closing comes too late to be kept: the answer says so, and it closes', async () => {
    const { traderId, leadId } = await books.openTrader(1_000_000n, { profitShareBps: 2_000 });
    const copier = await books.openCopier(traderId);
    await books.lead(leadId);
    await books.engine.work();
    for (const gain of [100n, -100n]) {
      shift = gain;
      await books.run({ kind: 'stop_copy', ...copier, cause: 'client', keep: false });
      const late = await books.run({ kind: 'stop_copy', ...copier, cause: 'client', keep: true });
      expect(late.outcome).toMatchObject({ ok: false, refusal: { code: 'copy.not_running' } });
    }
    shift = 0n;
    await books.engine.work();
    expect((await trades(copier.copyId))[0]).toMatchObject({ status: 'closed', closed_by: 'copy' });
    expect(await books.copy(copier.copyId)).toMatchObject({ status: 'stopped', shared: '0' });
    await allHolds();
  });

  it('[C10] a closed account neither leads nor copies', async () => {
    const { traderId, leadId } = await books.openTrader();
    const [left, follower] = [await books.openCopier(traderId), await books.openCopier(traderId)];
    const closeAccount = (id: string) =>
      database.ownerPool.query("update ledger.party set status = 'closed' where id = $1", [id]);
    await closeAccount(left.clientId);
    await books.engine.endEmptied();
    expect(await books.copy(left.copyId)).toMatchObject({ status: 'stopped', cause: 'client' });
    expect(await books.copy(follower.copyId)).toMatchObject({ status: 'active' });
    await closeAccount(leadId);
    await books.engine.endEmptied();
    expect(await books.copy(follower.copyId)).toMatchObject({ status: 'stopped', cause: 'trader_deleted' });
    await expect(books.openCopier(traderId)).rejects.toThrow('trader.not_found');
  });

  it('[C11] takes the share of a new high once a month, to the linked client, and nothing below the last high', async () => {
    const { leadId, clientId, copyId } = await earned();
    const { result = '0' } = await books.copy(copyId);
    expect(BigInt(result)).toBeGreaterThan(0n);
    const before = { copier: await books.party(clientId), lead: await books.party(leadId) };
    const nextMonth = new Date('2026-04-01T00:00:10.000Z');
    const parts = { ledger: books.ledger, pool: database.pool };
    await takeProfitShares(parts, OPEN_MARKETS);
    expect((await books.copy(copyId))['shared']).toBe('0');
    books.at(nextMonth);
    await takeProfitShares(parts, nextMonth);
    await takeProfitShares(parts, nextMonth);
    await books.engine.work();
    const share = (BigInt(result) * 2_000n) / 10_000n;
    expect(await books.copy(copyId)).toMatchObject({ shared: share.toString(), high_water: result });
    expect(BigInt((await books.party(clientId))['cash'] ?? 0)).toBe(BigInt(before.copier['cash'] ?? 0) - share);
    expect(BigInt((await books.party(leadId))['cash'] ?? 0)).toBe(BigInt(before.lead['cash'] ?? 0) + share);
    const later = new Date('2026-05-01T00:00:10.000Z');
    books.at(later);
    await takeProfitShares(parts, later);
    expect((await books.copy(copyId))['shared']).toBe(share.toString());
    books.at(OPEN_MARKETS);
    await allHolds();
  });

  it('[C11] a share that a withdrawal on its way keeps from being paid is asked for once that has ended, and until then of nobody', async () => {
    const { clientId, copyId } = await earned();
    const cash = BigInt((await books.party(clientId))['cash'] ?? 0);
    const withdrawalId = newId();
    const request = { kind: 'request_withdrawal', clientId, withdrawalId, amount: cash, method: 'bank' } as const;
    await books.run({ ...request, coin: null, destination: {}, expectedFee: null, code: '246810', codeHash: 'x' });
    const nextMonth = new Date('2026-04-01T00:00:10.000Z');
    books.at(nextMonth);
    const asked: string[] = [];
    const execute: typeof books.ledger.execute = (command, meta) => {
      if ('copyId' in command) asked.push(command.copyId);
      return books.ledger.execute(command, meta);
    };
    const parts = { ledger: { execute } as typeof books.ledger, pool: database.pool };
    await takeProfitShares(parts, nextMonth);
    expect(asked).not.toContain(copyId);
    await books.run({ kind: 'cancel_withdrawal', clientId, withdrawalId });
    await takeProfitShares(parts, nextMonth);
    expect(asked).toContain(copyId);
    await books.engine.work();
    expect(await books.copy(copyId)).toMatchObject({ high_water: (await books.copy(copyId))['result'] });
    books.at(OPEN_MARKETS);
    await allHolds();
  });

  it('[C11] an ended copy whose share found no cash is asked again for three months, and owes nothing afterwards', async () => {
    const parts = { ledger: books.ledger, pool: database.pool };
    const settled: Record<string, string>[] = [];
    for (const cashBack of ['2026-05', '2026-09']) {
      books.at(OPEN_MARKETS);
      const { clientId, copyId } = await earned();
      await books.run({ kind: 'stop_copy', clientId, copyId, cause: 'client', keep: false });
      const cash = BigInt((await books.party(clientId))['cash'] ?? 0);
      await books.run({ kind: 'open_trade', clientId, symbol: 'SOL', side: 'buy', lots: 10n, amount: cash });
      const [parked] = (
        await database.pool.query<{ id: string }>(
          "select id from ledger.trade where client_id = $1 and status = 'active'",
          [clientId],
        )
      ).rows;
      for (const month of ['2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10']) {
        const at = new Date(`${month}-01T00:00:10.000Z`);
        books.at(at);
        if (month === cashBack) {
          books.at(OPEN_MARKETS);
          await books.close(clientId, parked?.id ?? '');
          books.at(at);
        }
        await takeProfitShares(parts, at);
        await books.engine.work();
      }
      settled.push(await books.copy(copyId));
    }
    books.at(OPEN_MARKETS);
    const [asked, lapsed] = settled;
    const share = (BigInt(asked?.['result'] ?? 0) * 2_000n) / 10_000n;
    expect(share).toBeGreaterThan(0n);
    expect(asked).toMatchObject({
      shared: share.toString(),
      high_water: asked?.['result'],
      shared_month: expect.anything(),
    });
    expect(lapsed).toMatchObject({ status: 'stopped', shared: '0', high_water: '0' });
    await allHolds();
  });

  it('[C19] what a crash left between the copier’s part and the trader’s is paid once, by however many processes', async () => {
    const { leadId, copyId } = await earned();
    const before = BigInt((await books.party(leadId))['cash'] ?? 0);
    const clearing = async () =>
      (await database.pool.query('select held::text, due::text from ledger.clearing')).rows[0];
    const nextMonth = new Date('2026-04-01T00:00:10.000Z');
    books.at(nextMonth);
    await takeProfitShares({ ledger: books.ledger, pool: database.pool }, nextMonth);
    const { shared = '0' } = await books.copy(copyId);
    expect(BigInt(shared)).toBeGreaterThan(0n);
    expect(await clearing()).toEqual({ held: shared, due: shared });
    expect(await brokenInvariants(database.pool)).toEqual([]);
    const { outcome: leaving } = await books.run({ kind: 'close_account', staffId: null, clientId: leadId });
    expect(leaving.ok || leaving.refusal.values).toMatchObject({ shares: formatUsd(BigInt(shared)) });
    const another = openBooks(database.pool);
    const pay = ({ ledger }: Pick<CopyBooks, 'ledger'>) => payProfitShares({ ledger, pool: database.pool, log: quiet });
    await Promise.all([pay(books), pay(another), pay(books)]);
    await pay(another);
    await another.ledger.close();
    expect(BigInt((await books.party(leadId))['cash'] ?? 0)).toBe(before + BigInt(shared));
    expect(await clearing()).toEqual({ held: '0', due: '0' });
    const { rows } = await database.pool.query('select month::text, amount from ledger.share_paid where lead_id = $1', [
      leadId,
    ]);
    expect(rows).toEqual([{ month: '2026-03-01', amount: shared }]);
    books.at(OPEN_MARKETS);
    await allHolds();
  });

  it('[C18] what a client keeps is shared as it stands when the copy stops, and never again', async () => {
    const { traderId, leadId } = await books.openTrader(1_000_000n, { profitShareBps: 2_000 });
    const { clientId, copyId } = await books.openCopier(traderId);
    await books.lead(leadId);
    await books.engine.work();
    shift = 100n;
    const before = { copier: await books.party(clientId), lead: await books.party(leadId) };
    await books.run({ kind: 'stop_copy', clientId, copyId, cause: 'client', keep: true });
    // The winner is closed later, at the very price that it had then.
    const [kept] = await trades(copyId);
    await books.close(clientId, kept?.id ?? '');
    const { rows } = await database.pool.query<{ gain: string }>(
      'select realised as gain from ledger.trade where id = $1',
      [kept?.id],
    );
    const gain = BigInt(rows[0]?.gain ?? 0);
    shift = 0n;
    expect(gain).toBeGreaterThan(0n);
    const nextMonth = new Date('2026-04-01T00:00:10.000Z');
    books.at(nextMonth);
    await takeProfitShares({ ledger: books.ledger, pool: database.pool }, nextMonth);
    await books.engine.work();
    const share = (gain * 2_000n) / 10_000n;
    expect(await books.copy(copyId)).toMatchObject({ status: 'stopped', shared: share.toString() });
    expect(BigInt((await books.party(leadId))['cash'] ?? 0)).toBe(BigInt(before.lead['cash'] ?? 0) + share);
    books.at(OPEN_MARKETS);
    expect(await brokenInvariants(database.pool)).toEqual([]);
  });

  it('[C18] a stop that keeps a trade and a close of that trade may come together, in either order', async () => {
    const { traderId, leadId } = await books.openTrader(1_000_000n, { profitShareBps: 2_000 });
    const copiers = await Promise.all(Array.from({ length: 8 }, () => books.openCopier(traderId)));
    await books.lead(leadId);
    await books.engine.work();
    shift = 100n;
    const answers = await Promise.all(
      copiers.map(async ({ clientId, copyId }, i) => {
        const [own] = await trades(copyId);
        const stop = { kind: 'stop_copy', clientId, copyId, cause: 'client', keep: true } as const;
        const close = { kind: 'close_trade', clientId, tradeId: own?.id ?? '', lots: null } as const;
        return Promise.all((i % 2 === 0 ? [stop, close] : [close, stop]).map((command) => books.run(command)));
      }),
    );
    expect(answers.flat().filter(({ outcome }) => !outcome.ok)).toEqual([]);
    shift = 0n;
    await books.engine.work();
    for (const { copyId } of copiers) expect(await books.copy(copyId)).toMatchObject({ status: 'stopped' });
    const { rows } = await database.pool.query(
      `select t.id from ledger.copy c join ledger.trade t on t.copy_id = c.id left join ledger.kept_trade k on k.trade_id = t.id
       where c.id = any($1) and (t.closed_at > c.stopped_at and k.value is distinct from t.realised)`,
      [copiers.map(({ copyId }) => copyId)],
    );
    expect(rows).toEqual([]);
    await allHolds();
  });
});
