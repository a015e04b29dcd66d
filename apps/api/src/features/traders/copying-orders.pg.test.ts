import { dealtQuote, type FeedQuote, simulatedQuote } from '@clearbook/domain/market';
import type { Trigger } from '@clearbook/domain/trading';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants, OPEN_MARKETS } from '../../../test/books.ts';
import { brokenCopies, type CopyBooks, openCopyBooks } from '../../../test/copies.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { recountRecord } from '../../../test/recount.ts';

/** Copies follow whatever opened or closed a trader's trade. */
let db: FreshDatabase;
let books: CopyBooks;

beforeAll(async () => {
  db = await freshDatabase();
  await db.ownerPool.query(
    `insert into app.instance (mode, market_source, market_seed, seed_given, generator_version) values ('demo', 'simulated', 'test', true, 1) on conflict do nothing`,
  );
  books = openCopyBooks(db.pool);
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
      'select id, status, closed_by, lots, collateral_left, financed from ledger.trade where copy_id = $1 order by id',
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
      price: ask - 10n ** 7n, stopLoss: ask / 2n / 10n ** 7n * 10n ** 7n,
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
});
