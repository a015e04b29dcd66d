import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as newId } from 'uuid';
import { OPEN_MARKETS, simulatedPrices } from '../../../test/books.ts';
import { type CopyBooks, openCopyBooks } from '../../../test/copies.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { recountRecord } from '../../../test/recount.ts';
import { marksFrom } from '@clearbook/domain/trading';
import { isTraderPicture, listTraders, Records } from './index.ts';

const MINUTE_MS = 60_000;

let database: FreshDatabase;
let books: CopyBooks;
beforeAll(async () => {
  database = await freshDatabase();
  books = openCopyBooks(database.pool);
});
afterAll(async () => {
  await books.ledger.close();
  await database.drop();
});

const market = { marks: () => marksFrom(simulatedPrices(books.now).quote) };

describe('a record', () => {
  it('[C14] of a client who also deposits, pays out, is corrected and copies others equals a recount from the raw postings, at every step', async () => {
    const { traderId, leadId } = await books.openTrader();
    const other = await books.openTrader();
    const staffId = await books.openParty('staff');
    await books.run({
      kind: 'start_copy', clientId: leadId, traderId: other.traderId, amount: 200_000n, copyOpen: false, stopLoss: null,
    }); // prettier-ignore
    const records = new Records({ pool: database.pool, market });
    let losses = 0;
    for (let step = 1; step <= 24; step += 1) {
      books.at(new Date(OPEN_MARKETS.getTime() + step * 17 * MINUTE_MS));
      const own = await books.lead(leadId, {
        symbol: step % 2 === 0 ? 'SOL' : 'LINK',
        side: step % 3 === 0 ? 'sell' : 'buy',
        lots: 400n,
        amount: 120_000n,
      });
      const copied = await books.lead(other.leadId, { lots: 900n, amount: 300_000n });
      await books.engine.work();
      books.at(new Date(books.now().getTime() + 9 * MINUTE_MS));
      if (step % 12 === 0) await books.fund(leadId, 150_000n);
      if (step % 7 === 0) {
        const correction = {
          kind: 'adjust',
          staffId,
          clientId: leadId,
          direction: 'credit',
          amount: 5_000n,
          reason: 'r',
          corrects: null,
        } as const;
        await books.run(correction);
      }
      if (step % 4 === 0) await books.close(leadId, own, 150n);
      if (step < 24) await books.close(leadId, own);
      await books.close(other.leadId, copied);
      await books.engine.work();

      const [shown] = (
        await listTraders(
          { pool: database.pool, market, records },
          { userId: newId(), role: 'client' },
          {},
          books.now(),
        )
      ).data.filter(({ id }) => id === traderId);
      const open = await database.pool.query<{ side: string; open_lots: string; entry_price: string }>(
        "select side, open_lots, entry_price from ledger.trade where client_id = $1 and status = 'active' and copy_id is null",
        [leadId],
      );
      const mark = market.marks().mark(step % 2 === 0 ? 'SOL' : 'LINK', 16);
      const unrealised = open.rows.reduce((sum, { side, open_lots: lots, entry_price: entry }) => {
        const out = Number(side === 'buy' ? mark?.bid : mark?.ask);
        return sum + Math.round(((side === 'buy' ? 1 : -1) * (out - Number(entry)) * Number(lots)) / 1e10);
      }, 0);
      const recounted = await recountRecord(database.pool, leadId, unrealised);
      expect(Number(shown?.record?.return)).toBeCloseTo(recounted.return, 1);
      expect(Number(shown?.record?.drawdown)).toBeCloseTo(recounted.drawdown, 1);
      expect(shown?.record).toMatchObject({ wins: recounted.wins, losses: recounted.losses, open: recounted.open });
      expect(shown?.record?.gains.amount).toBe((recounted.gains / 100).toFixed(2));
      expect(shown?.record?.losts.amount).toBe((recounted.losts / 100).toFixed(2));
      losses = recounted.losses;
    }
    expect(losses).toBeGreaterThan(3);
    // What the copies of others brought is nobody's record.
    const { rows } = await database.pool.query(
      'select 1 from ledger.trade where client_id = $1 and copy_id is not null',
      [leadId],
    );
    expect(rows.length).toBeGreaterThan(5);
  });

  it('[C17] a trader’s picture is for everybody who is signed in, any other picture is not', async () => {
    const file = { id: newId(), kind: 'picture' };
    await database.ownerPool.query(
      "insert into app.file (id, owner_id, kind, sha256, bytes, mime, created_at) values ($1, $2, 'picture', sha256('x'), 1, 'image/webp', now())",
      [file.id, await books.openParty('staff')],
    );
    expect(await isTraderPicture(database.pool, file)).toBe(false);
    await database.pool.query('update app.trader_card set picture_file = $1 where name = $2', [file.id, 'Ada']);
    expect(await isTraderPicture(database.pool, file)).toBe(true);
    expect(await isTraderPicture(database.pool, { ...file, kind: 'identity' })).toBe(false);
  });

  it('[A105] traders come in pages, those with a record first', async () => {
    const parts = { pool: database.pool, market, records: new Records({ pool: database.pool, market }) };
    const reader = { userId: newId(), role: 'client' } as const;
    await books.run({
      kind: 'create_trader', staffId: await books.openParty('staff'), clientId: await books.openParty(), traderId: newId(), name: 'Nobody yet', returnRate: '1', followers: '1',
      minimumBalance: 0n, profitShareBps: 0, bot: null,
    }); // prettier-ignore
    await books.openTrader();
    const all = await listTraders(parts, reader, {}, books.now());
    expect(all.next_cursor).toBeNull();
    const known = all.data.map(({ record }) => record !== null);
    expect(known).toEqual(known.toSorted((a, b) => Number(b) - Number(a)));
    expect(new Set(known).size).toBe(2);
    for (const limit of [1, 2]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listTraders(parts, reader, { limit, cursor }, books.now());
        expect(page.data.length).toBeLessThanOrEqual(limit);
        seen.push(...page.data.map(({ id }) => id));
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(all.data.map(({ id }) => id));
    }
  });

  it('[C15] what staff typed reaches staff only', async () => {
    const parts = { pool: database.pool, market, records: new Records({ pool: database.pool, market }) };
    const {
      data: [seen],
    } = await listTraders(parts, { userId: newId(), role: 'client' }, {}, books.now());
    const {
      data: [known],
    } = await listTraders(parts, { userId: newId(), role: 'admin' }, {}, books.now());
    expect(seen?.staff).toBeNull();
    expect(JSON.stringify(seen)).not.toContain('millions');
    expect(known?.staff).toMatchObject({ return_rate: '900', followers: 'millions' });
  });
});
