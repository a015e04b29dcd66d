import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { openWatchBooks, type WatchBooks } from '../../../test/watch-books.ts';
import type { Watcher } from './watcher.ts';

let db: FreshDatabase;
let books: WatchBooks;
let watcher: Watcher;

beforeAll(async () => {
  db = await freshDatabase();
  books = openWatchBooks(db.pool);
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  expect(books.faults()).toEqual([]);
  await watcher.stop();
  await books.ledger.close();
  await db.drop();
});
beforeEach(async () => {
  await watcher?.stop();
  watcher = await books.begin({ EURUSD: '1.1' });
});

const tick = (EURUSD: string) => books.tick(watcher, { EURUSD });
/** Prices on the way from one to another: a larger step would be set aside until a second one says the same. */
function way(from: number, to: number): string[] {
  const steps = Math.ceil(Math.abs(to - from) / 0.008);
  return Array.from({ length: steps }, (_, i) => (from + ((to - from) * (i + 1)) / steps).toFixed(5));
}
async function go(from: number, to: number): Promise<void> {
  for (const price of way(from, to)) await tick(price);
}
/** Which levels a client was told of, in order. */
async function told(clientId: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ level: string }>(
    "select values ->> 'level' as level from app.notification where user_id = $1 and kind = 'margin-call' order by id",
    [clientId],
  );
  return rows.map(({ level }) => level);
}

/**
 * 0.10 lots at 1.10009 need $733.40; $1,467.00 is put up. As dealt, 150 % is reached at 1.06349, 100 % at 1.02682, and 155 % again at 1.06716.
 */
async function holding(levels: number[] = [150, 100]): Promise<{ client: string; id: string }> {
  const client = await books.client(1_000_000n);
  await books.run({ kind: 'set_margin_calls', clientId: client, levels });
  await watcher.reconcile();
  const id = await books.open(client, { amount: 146_700n });
  await books.rowsChanged(watcher, client);
  return { client, id };
}

describe('margin calls while prices are watched', () => {
  it('[J12] each crossing is told once, in the app and by mail, at the quote that brought it', async () => {
    const { client, id } = await holding();
    await go(1.1, 1.0635);
    expect(await told(client)).toEqual([]);
    await tick('1.06349');
    await tick('1.0634');
    await tick('1.064');
    await tick('1.0634');
    expect(await told(client)).toEqual(['150%']);
    const { rowCount } = await db.pool.query("select 1 from app.mail_outbox where template = 'margin-call'");
    expect(rowCount).toBe(1);
    await tick('1.0672');
    await tick('1.0634');
    expect(await told(client)).toEqual(['150%', '150%']);
    await go(1.0634, 1.0268);
    expect(await told(client)).toEqual(['150%', '150%', '100%']);
    // At half of its margin it is closed out, and nothing more is told.
    await go(1.0268, 0.989);
    expect(await books.trade(id)).toMatchObject({ closed_by: 'close_out' });
    expect(await told(client)).toEqual(['150%', '150%', '100%']);
  });

  it('[J11] levels that are set while a position is open are told of from then on, whoever reads of them', async () => {
    const { client } = await holding([]);
    await go(1.1, 1.06);
    await books.run({ kind: 'set_margin_calls', clientId: client, levels: [150] });
    watcher.onCallsChanged();
    await watcher.reconcile();
    await watcher.settled();
    expect(await told(client)).toEqual([]);
    await tick('1.0601');
    expect(await told(client)).toEqual(['150%']);
  });

  it('[J13] a close-out comes first: a gap through every level tells of the close alone', async () => {
    const { client, id } = await holding([60]);
    // 60 % is reached at 0.99748, the close-out at 0.99014.
    await go(1.1, 0.9982);
    expect(await told(client)).toEqual([]);
    await tick('0.9900');
    expect(await books.trade(id)).toMatchObject({ closed_by: 'close_out' });
    expect(await told(client)).toEqual([]);
  });

  it('[J12] two processes that watch at once tell once', async () => {
    const { client } = await holding();
    const other = await books.watching();
    await go(1.1, 1.07);
    books.say(1, { EURUSD: '1.0634' });
    watcher.look(books.now());
    other.look(books.now());
    await Promise.all([watcher.settled(), other.settled()]);
    books.say(1, { EURUSD: '1.0633' });
    watcher.look(books.now());
    other.look(books.now());
    await Promise.all([watcher.settled(), other.settled()]);
    await other.stop();
    expect(await told(client)).toEqual(['150%']);
  });

  it('[J13] after a downtime each crossing is told, in the order of the quotes, once', async () => {
    const { client } = await holding();
    await watcher.stop();
    const past = [...way(1.1, 1.0634), ...way(1.0634, 1.0672), ...way(1.0672, 1.0268), ...way(1.0268, 1.035)];
    for (const price of past) books.say(600, { EURUSD: price });
    watcher = await books.watching();
    watcher.look(books.now());
    await watcher.settled();
    expect(await told(client)).toEqual(['150%', '150%', '100%']);
    watcher = await books.watching();
    watcher.look(books.now());
    await watcher.settled();
    expect(await told(client)).toEqual(['150%', '150%', '100%']);
  });
});
