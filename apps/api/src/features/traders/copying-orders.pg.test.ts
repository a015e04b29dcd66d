import { dealtQuote, type FeedQuote, simulatedQuote } from '@clearbook/domain/market';
import type { Trigger } from '@clearbook/domain/trading';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants, OPEN_MARKETS, simulatedPrices } from '../../../test/books.ts';
import { brokenCopies, type CopyBooks, openCopyBooks } from '../../../test/copies.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { recountRecord } from '../../../test/recount.ts';

/** Copies follow whatever opened or closed a trader's trade. */
let db: FreshDatabase;
let books: CopyBooks;
let stale = false;

beforeAll(async () => {
  db = await freshDatabase();
  books = openCopyBooks(db.pool, {
    prices: (now) => {
      const prices = simulatedPrices(now);
      return {
        ...prices,
        quote: (symbol, markup) =>
          stale ? { ok: false, code: 'market.stale', detail: 'old' } : prices.quote(symbol, markup),
      };
    },
  });
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  expect(await brokenCopies(db.pool)).toEqual([]);
  await books.ledger.close();
  await db.drop();
});

/** The market's own quote at a moment, moved by some parts in ten thousand. */
function quote(bps = 0): FeedQuote {
  const feed = simulatedQuote('test', 'SOL', books.now().getTime());
  const move = (price: bigint) => (price * BigInt(10_000 + bps)) / 10_000n;
  return { ...feed, id: newId(), bid: move(feed.bid), ask: move(feed.ask), receivedTime: books.now() };
}
const trigger = (bps = 0): Trigger => ({ quote: quote(bps), conversions: [] });

const mirrored = async (copyId: string) =>
  (
    await db.pool.query<Record<string, string>>(
      'select id, status, closed_by, lots, open_lots, closing_lots, collateral_left, financed from ledger.trade where copy_id = $1 order by id',
      [copyId],
    )
  ).rows;

const ok = async (answer: ReturnType<CopyBooks['run']>): Promise<void> =>
  expect((await answer).outcome).toMatchObject({ ok: true });

describe('copies of what a trader’s orders and stops do', () => {
  it('[T26] a filled order is an opening, a night is paid by both, and a stop is a close', async () => {
    const { traderId, leadId } = await books.openTrader(2_000_000n);
    const { clientId, copyId } = await books.openCopier(traderId);
    // A buy limit one step below the ask, as dealt: the quote of the moment then reaches it.
    const { ask } = dealtQuote(quote(), 16);
    const { outcome } = await books.run({
      kind: 'place_order', clientId: leadId, symbol: 'SOL', side: 'buy', lots: 1_000n, amount: 300_000n, type: 'limit', timeInForce: 'gtc',
      price: ask - 10n ** 8n, stopLoss: ask / 2n / 10n ** 8n * 10n ** 8n,
    }); // prettier-ignore
    const orderId = outcome.ok ? (outcome.result['id'] ?? '') : '';
    await books.engine.work();
    expect(await mirrored(copyId)).toEqual([]);

    await ok(books.run({ kind: 'fill_order', clientId: leadId, orderId, trigger: trigger(-2) }));
    await books.engine.work();
    const [copied] = await mirrored(copyId);
    expect(copied).toMatchObject({ status: 'active' });
    const tradeId = copied?.['id'] ?? '';
    const patch = {
      kind: 'amend_trade' as const,
      clientId,
      tradeId,
      stopLoss: 10n ** 10n,
      takeProfit: null,
      trailingDistance: null,
    };
    expect((await books.run(patch)).outcome).toMatchObject({ refusal: { code: 'trade.mirrored' } });

    const { rows } = await db.pool.query<{ id: string; client_id: string }>(
      "select id, client_id from ledger.trade where status = 'active'",
    );
    books.at(new Date('2026-03-11T21:00:00.000Z'));
    for (const { id, client_id: owner } of rows)
      await ok(
        books.run({ kind: 'charge_financing', clientId: owner, tradeId: id, day: '2026-03-11', marks: trigger() }),
      );
    const cost = BigInt((await mirrored(copyId))[0]?.['financed'] ?? 0);
    expect(cost > 0n).toBe(true);
    expect(await books.copy(copyId)).toMatchObject({
      held: (BigInt(copied?.['collateral_left'] ?? 0) - cost).toString(),
      result: (-cost).toString(),
    });
    expect(await brokenCopies(db.pool)).toEqual([]);

    const [own] = rows.filter(({ client_id: owner }) => owner === leadId);
    await ok(
      books.run({
        kind: 'trigger_close',
        clientId: leadId,
        tradeId: own?.id ?? '',
        why: 'stop',
        trigger: trigger(-6_000),
      }),
    );
    await books.engine.work();
    expect(await mirrored(copyId)).toMatchObject([{ status: 'closed', closed_by: 'copy' }]);
    expect(await books.copy(copyId)).toMatchObject({ held: '0' });
    // The trader's record counts the night: three ways of counting agree on what the closed trades brought.
    const counted = await recountRecord(db.pool, leadId, 0);
    const party = await books.party(leadId);
    expect(counted.gains - counted.losts).toBe(Number(BigInt(party['cash'] ?? 0) - 2_000_000n));
    books.at(OPEN_MARKETS);
  });

  const TICK = 10n ** 8n;
  const round = (price: bigint): bigint => (price / TICK) * TICK;
  const tradesOf = async (clientId: string): Promise<string[]> => {
    const { rows } = await db.pool.query<{ id: string }>(
      "select id from ledger.trade where client_id = $1 and status = 'active' order by id",
      [clientId],
    );
    return rows.map(({ id }) => id);
  };

  it.each([
    ['a buy limit', 'buy', 'limit', -1n, -2],
    ['a sell limit', 'sell', 'limit', 1n, 2],
    ['a buy stop', 'buy', 'stop', 1n, 2],
    ['a sell stop', 'sell', 'stop', -1n, -2],
  ] as const)(
    '[T26] %s that fills is mirrored as an opening at the copier’s own quote',
    async (_, side, type, away, bps) => {
      const { traderId, leadId } = await books.openTrader(2_000_000n);
      const { copyId } = await books.openCopier(traderId);
      const { bid, ask } = dealtQuote(quote(), 16);
      const price = (side === 'buy' ? ask : bid) + away * 10n ** 8n;
      const { outcome } = await books.run({
      kind: 'place_order', clientId: leadId, symbol: 'SOL', side, lots: 1_000n, amount: 300_000n, type, timeInForce: 'day', price,
    }); // prettier-ignore
      const orderId = outcome.ok ? (outcome.result['id'] ?? '') : '';
      await ok(books.run({ kind: 'fill_order', clientId: leadId, orderId, trigger: trigger(bps) }));
      await books.engine.work();
      const { rows } = await db.pool.query(
        `select m.side, m.lots * 20 = l.lots as share, m.entry_price = case m.side when 'buy' then q.ask else q.bid end as own from ledger.trade m
       join ledger.trade l on l.id = m.lead_trade_id join ledger.fill f on f.trade_id = m.id join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id) where m.copy_id = $1`,
        [copyId],
      );
      expect(rows).toEqual([{ side, share: true, own: true }]);
    },
  );

  it('[T26] [T80] of two linked orders of a trader the one that fills is mirrored, once', async () => {
    const { traderId, leadId } = await books.openTrader(2_000_000n);
    const { copyId } = await books.openCopier(traderId);
    const { ask } = dealtQuote(quote(), 16);
    const size = { side: 'buy', lots: 1_000n, amount: 300_000n } as const;
    const { outcome } = await books.run({
      kind: 'place_order',
      clientId: leadId,
      symbol: 'SOL',
      ...size,
      type: 'limit',
      timeInForce: 'gtc',
      price: ask - TICK,
      oco: { ...size, type: 'stop', price: ask + TICK },
    });
    const { id = '', oco_id: other } = outcome.ok ? outcome.result : {};
    await ok(books.run({ kind: 'fill_order', clientId: leadId, orderId: other ?? '', trigger: trigger(2) }));
    expect((await books.run({ kind: 'fill_order', clientId: leadId, orderId: id, trigger: trigger(-2) })).outcome).toMatchObject({ refusal: { code: 'order.not_working' } }); // prettier-ignore
    await books.engine.work();
    expect(await mirrored(copyId)).toMatchObject([{ status: 'active' }]);
    expect(await brokenCopies(db.pool)).toEqual([]);
  });

  it.each(['stop_limit', 'ioc'] as const)(
    '[T26] a trader’s %s order is mirrored once it has filled, and not before',
    async (kind) => {
      const { traderId, leadId } = await books.openTrader(2_000_000n);
      const { copyId } = await books.openCopier(traderId);
      const { ask } = dealtQuote(quote(), 16);
      const order = {
        kind: 'place_order',
        clientId: leadId,
        symbol: 'SOL',
        side: 'buy',
        lots: 1_000n,
        amount: 300_000n,
      } as const;
      const [low, high] = [ask - 10n ** 8n, ask + 10n ** 8n];
      if (kind === 'ioc') {
        await ok(books.run({ ...order, type: 'limit', timeInForce: 'ioc', price: low }));
        await books.engine.work();
        expect(await mirrored(copyId)).toEqual([]);
        await ok(books.run({ ...order, type: 'limit', timeInForce: 'ioc', price: high + 10n ** 9n }));
      } else {
        const { outcome } = await books.run({
          ...order,
          type: 'stop_limit',
          timeInForce: 'gtc',
          stopPrice: high,
          price: low,
        });
        const orderId = outcome.ok ? (outcome.result['id'] ?? '') : '';
        await ok(books.run({ kind: 'fill_order', clientId: leadId, orderId, trigger: trigger(2) }));
        await books.engine.work();
        expect(await mirrored(copyId)).toEqual([]);
        await ok(books.run({ kind: 'fill_order', clientId: leadId, orderId, trigger: trigger(-2) }));
      }
      await books.engine.work();
      expect(await mirrored(copyId)).toMatchObject([{ status: 'active' }]);
    },
  );

  it.each(['stop', 'take_profit', 'trailing_stop', 'close_out', 'client', 'admin'] as const)(
    '[T26] [C6] what closes a trader’s trade by %s closes the copy',
    async (why) => {
      const { traderId, leadId } = await books.openTrader(2_000_000n);
      const { copyId } = await books.openCopier(traderId);
      const { bid, ask } = dealtQuote(quote(), 16);
      // Ten coins at one to one, and a twentieth more: nine tenths of the way down nothing carries it.
      const amount = ((ask * 10n) / 10n ** 8n / 20n) * 21n;
      const attached = {
        stop: { stopLoss: round((bid * 9n) / 10n) },
        take_profit: { takeProfit: round((bid * 11n) / 10n) },
        trailing_stop: { trailingDistance: round(bid / 100n) },
      };
      await ok(
        books.run({
          kind: 'open_trade', clientId: leadId, symbol: 'SOL', side: 'buy', lots: 1_000n, amount, ...(why in attached && attached[why as keyof typeof attached]),
        }), // prettier-ignore
      );
      await books.engine.work();
      expect(await mirrored(copyId)).toMatchObject([{ status: 'active' }]);
      const [tradeId = ''] = await tradesOf(leadId);
      if (why === 'client') await books.close(leadId, tradeId);
      else if (why === 'admin') {
        const staffId = await books.openParty('staff');
        await ok(books.run({ kind: 'settle_trade', staffId, clientId: leadId, tradeId, result: null, reason: null }));
      } else {
        const bps = { stop: -1_500, take_profit: 1_500, trailing_stop: -300, close_out: -9_000 }[why];
        await ok(books.run({ kind: 'trigger_close', clientId: leadId, tradeId, why, trigger: trigger(bps) }));
      }
      await books.engine.work();
      expect(await mirrored(copyId)).toMatchObject([{ status: 'closed', closed_by: 'copy' }]);
    },
  );

  it('[T26] [C6] a part that a trader closes is a part of the copy, and its stop then closes the rest', async () => {
    const { traderId, leadId } = await books.openTrader(2_000_000n);
    const { copyId } = await books.openCopier(traderId);
    const stopLoss = round((dealtQuote(quote(), 16).bid * 9n) / 10n);
    await ok(
      books.run({
        kind: 'open_trade',
        clientId: leadId,
        symbol: 'SOL',
        side: 'buy',
        lots: 1_000n,
        amount: 300_000n,
        stopLoss,
      }),
    );
    await books.engine.work();
    const [tradeId = ''] = await tradesOf(leadId);
    await books.close(leadId, tradeId, 400n);
    await books.engine.work();
    const { rows } = await db.pool.query('select lots::int, open_lots::int from ledger.trade where copy_id = $1', [
      copyId,
    ]);
    expect(rows).toEqual([{ lots: 50, open_lots: 30 }]);
    await ok(books.run({ kind: 'trigger_close', clientId: leadId, tradeId, why: 'stop', trigger: trigger(-1_500) }));
    await books.engine.work();
    expect(await mirrored(copyId)).toMatchObject([{ status: 'closed' }]);
  });

  it('[J18] a part that a trader’s target closes is closed of the copy, once, which has no targets of its own', async () => {
    const { traderId, leadId } = await books.openTrader(2_000_000n);
    const { copyId } = await books.openCopier(traderId);
    const { bid } = dealtQuote(quote(), 16);
    const targets = [11n, 12n].map((tenths) => ({ price: round((bid * tenths) / 10n), lots: 400n }));
    await ok(
      books.run({ kind: 'open_trade', clientId: leadId, symbol: 'SOL', side: 'buy', lots: 1_000n, amount: 300_000n, targets }), // prettier-ignore
    );
    await books.engine.work();
    const [tradeId = ''] = await tradesOf(leadId);
    const copied = async () => {
      const { rows } = await db.pool.query(
        `select t.open_lots::int, t.targets, (select count(*)::int from ledger.closing_fill f where f.trade_id = t.id) as closes from ledger.trade t where t.copy_id = $1`,
        [copyId],
      );
      return rows;
    };
    const reached = { kind: 'trigger_close', clientId: leadId, tradeId, why: 'take_profit' } as const;
    await ok(books.run({ ...reached, trigger: trigger(1_100) }));
    await books.engine.work();
    expect(await copied()).toEqual([{ open_lots: 30, targets: null, closes: 1 }]);
    expect((await books.run({ ...reached, trigger: trigger(1_100) })).outcome).toMatchObject({ ok: false });
    await books.engine.work();
    expect(await copied()).toEqual([{ open_lots: 30, targets: null, closes: 1 }]);
    await ok(books.run({ ...reached, trigger: trigger(2_100) }));
    await books.engine.work();
    expect(await copied()).toEqual([{ open_lots: 10, targets: null, closes: 2 }]);
  });

  it('[Y8] [Y9] a copier on a break, or past their own loss of the day, is left out of openings with that reason and of no close', async () => {
    const { traderId, leadId } = await books.openTrader(2_000_000n);
    const [resting, losing] = [await books.openCopier(traderId), await books.openCopier(traderId)];
    const first = await books.lead(leadId);
    await books.engine.work();
    await ok(books.run({ kind: 'take_time_out', clientId: resting.clientId, length: '24h' }));
    // Opening cost the spread, so a dollar is reached once it is more; this one is large enough.
    await ok(
      books.run({
        kind: 'open_trade',
        clientId: losing.clientId,
        symbol: 'SOL',
        side: 'buy',
        lots: 300n,
        amount: 100_000n,
      }),
    );
    await ok(books.run({ kind: 'set_limits', clientId: losing.clientId, limits: { daily_loss: 100n } }));
    await books.lead(leadId);
    await books.engine.work();
    expect(await books.skips(resting.copyId)).toEqual(['time_out']);
    expect(await books.skips(losing.copyId)).toEqual(['daily_loss']);
    await books.close(leadId, first);
    await books.engine.work();
    for (const { copyId } of [resting, losing]) expect(await mirrored(copyId)).toMatchObject([{ status: 'closed' }]);
  });

  it('[T36] a trader’s close that waits is copied when it happens; a copier’s own close of a mirrored trade waits too', async () => {
    const { traderId, leadId } = await books.openTrader(2_000_000n);
    const { clientId, copyId } = await books.openCopier(traderId);
    const tradeId = await books.lead(leadId);
    await books.engine.work();
    const [trade] = await mirrored(copyId);
    const half = BigInt(trade?.['lots'] ?? 0) / 2n;
    stale = true;
    try {
      await ok(books.run({ kind: 'close_trade', clientId: leadId, tradeId, lots: 600n }));
      await ok(books.run({ kind: 'close_trade', clientId, tradeId: trade?.['id'] ?? '', lots: half + 1n }));
    } finally {
      stale = false;
    }
    await books.engine.work();
    expect(await mirrored(copyId)).toMatchObject([{ status: 'active', open_lots: trade?.['lots'] }]);
    await ok(books.run({ kind: 'fill_pending_close', clientId: leadId, tradeId, trigger: trigger() }));
    await books.engine.work();
    const [after] = await mirrored(copyId);
    const open = BigInt(after?.['open_lots'] ?? 0);
    // The trader kept four tenths; what waits of the copier's own is no more than that.
    expect([open, BigInt(after?.['closing_lots'] ?? 0)]).toEqual([(BigInt(trade?.['lots'] ?? 0) * 4n) / 10n, open]);
    await ok(books.run({ kind: 'fill_pending_close', clientId, tradeId: trade?.['id'] ?? '', trigger: trigger() }));
    expect(await mirrored(copyId)).toMatchObject([{ status: 'closed', closed_by: 'client' }]);
  });

  it('[J9] a trader who reverses is followed: the share closes, and the other side opens', async () => {
    const { traderId, leadId } = await books.openTrader(2_000_000n);
    const { copyId } = await books.openCopier(traderId);
    await ok(
      books.run({ kind: 'open_trade', clientId: leadId, symbol: 'SOL', side: 'buy', lots: 1_000n, amount: 300_000n }),
    );
    await books.engine.work();
    const [own = ''] = await tradesOf(leadId);
    await ok(books.run({ kind: 'reverse_trade', clientId: leadId, tradeId: own, amount: null }));
    await books.engine.work();
    const { rows } = await db.pool.query(
      'select side, status, closed_by, reverses from ledger.trade where copy_id = $1 order by id',
      [copyId],
    );
    expect(rows).toEqual([
      { side: 'buy', status: 'closed', closed_by: 'copy', reverses: null },
      { side: 'sell', status: 'active', closed_by: null, reverses: null },
    ]);
    expect((await db.pool.query('select 1 from ledger.copy_skip where copy_id = $1', [copyId])).rowCount).toBe(0);
    const [theirs] = await mirrored(copyId);
    const reverse = { kind: 'reverse_trade', amount: null, tradeId: theirs?.['id'] ?? '' } as const;
    const copier = await db.pool.query<{ client_id: string }>('select client_id from ledger.copy where id = $1', [
      copyId,
    ]);
    const clientId = copier.rows[0]?.client_id ?? '';
    expect((await books.run({ ...reverse, clientId })).outcome).toMatchObject({
      refusal: { code: 'trade.already_closed' },
    });
    const open = (await mirrored(copyId)).find(({ status }) => status === 'active')?.['id'] ?? '';
    expect((await books.run({ ...reverse, tradeId: open, clientId })).outcome).toMatchObject({
      refusal: { code: 'trade.mirrored' },
    });
  });
});
