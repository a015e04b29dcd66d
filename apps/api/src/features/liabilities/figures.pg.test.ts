import type { Transparency } from '@clearbook/contracts/transparency';
import { dueAt } from '@clearbook/domain/funding';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, fundedLive, openBooks } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase, makeLive } from '../../../test/database.ts';
import { serve, type Served } from '../../../test/served.ts';
import { createSeal } from '../../platform/seal.ts';
import { sha256 } from '../../platform/tlog/index.ts';
import { createSequencer, LogKeys, publishedRoutes } from '../transparency/index.ts';
import { countLiabilities } from './index.ts';

const log = { warn: () => undefined, info: () => undefined };
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let db: FreshDatabase;
let books: Books;
let served: Served;
let staff: string;
let clients: string[];

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  served = await serve(
    () => books.now(),
    (register) => publishedRoutes(register, { pool: db.pool, witnesses: [], market: {} }),
  );
  clients = [];
  for (let i = 0; i < 12; i += 1) {
    const id = await books.openParty();
    await books.fund(id, BigInt(1_000_000 + i * 1_111));
    clients.push(id);
  }
});
afterAll(async () => {
  await served?.app.close();
  await books?.ledger.close();
  await db?.drop();
});

async function done(command: Parameters<Books['run']>[0]): Promise<void> {
  const { outcome } = await books.run(command);
  if (!outcome.ok) throw new Error(outcome.refusal.code);
}
const later = (ms: number): void => books.at(new Date(books.now().getTime() + ms));
/** What everybody sees after the next day's count. */
async function nextDay(): Promise<Transparency> {
  later(DAY_MS);
  await countLiabilities({ pool: db.pool, log }, books.now());
  return served.get<Transparency>('/transparency', '');
}
async function now(): Promise<Transparency> {
  later(11_000);
  return served.get<Transparency>('/transparency', '');
}
/** Debits less credits of an account, from the entries alone, in dollars. */
async function posted(account: string): Promise<string> {
  const { rows } = await db.pool.query<{ sum: string }>(
    `select to_char(coalesce(sum(p.amount), 0)::numeric / 100, 'FM999999999990.00') as sum from ledger.posting p join ledger.account_kind k on k.code = p.account where k.name = $1`,
    [account],
  );
  return rows[0]!.sum;
}
const usd = (amount: string) => ({ amount, currency: 'USD' });
const open = (id: string): Promise<void> =>
  done({ kind: 'open_trade', clientId: id, symbol: 'EURUSD', side: 'buy', lots: 1n, amount: 20_000n });
const adjust = (id: string, direction: 'credit' | 'debit', amount: bigint): Promise<void> =>
  done({
    kind: 'adjust',
    staffId: staff,
    clientId: id,
    direction,
    amount,
    reason: 'put right',
    corrects: direction === 'credit' ? null : 1n,
  });
const withdraw = (id: string, withdrawalId: string): Promise<void> =>
  done({
    kind: 'request_withdrawal', clientId: id, withdrawalId, amount: 10_000n, method: 'bank', coin: null, destination: {}, expectedFee: null, code: '246810', codeHash: 'right',
  }); // prettier-ignore

describe('[U120] [U121] the sums that are published', () => {
  it('are missing before the first count', async () => {
    expect((await now()).counted).toBeNull();
  });

  it('are of the day’s count, exact to the cent, and missing where fewer than ten clients are behind them', async () => {
    for (const id of clients.slice(0, 9)) await open(id);
    const { counted } = await nextDay();
    expect(counted).toMatchObject({ day: '2026-03-12', debt: usd('0.00'), parts: null });
    expect(counted?.owed).toEqual(usd(await posted('custody:paper')));
    expect(counted?.custody).toContainEqual({ method: 'paper', amount: usd(await posted('custody:paper')) });
    expect(counted?.custody).toContainEqual({ method: 'bitcoin', amount: usd('0.00') });
    expect(counted?.adjustments).toEqual({
      recent: { count: 0, credited: usd('0.00'), debited: usd('0.00') },
      ever: { count: 0, credited: usd('0.00'), debited: usd('0.00') },
    });
  });

  it('do not change between two counts, so that nobody’s deposit is a difference of two readings', async () => {
    const before = (await now()).counted;
    await books.fund(clients[0]!, 123_456n);
    expect((await now()).counted).toEqual(before);
    expect((await nextDay()).counted?.owed).not.toEqual(before?.owed);
  });

  it('are split once ten clients have each part, and agree with the entries', async () => {
    for (const id of clients.slice(0, 11)) {
      if (id !== clients[0]) await open(id);
      await withdraw(id, newId());
    }
    const { counted } = await nextDay();
    const positive = async (account: string) => usd((await posted(account)).replace('-', ''));
    expect(counted?.parts).toEqual({
      cash: await positive('cash'),
      margin: await positive('margin'),
      withdrawing: await positive('withdrawing'),
    });
  });

  it('say how many adjustments staff made and what they came to, but no sum of few clients’', async () => {
    for (const id of clients.slice(0, 10)) await adjust(id, 'credit', 1_001n);
    await adjust(clients[0]!, 'debit', 500n);
    const { counted } = await nextDay();
    expect(counted?.adjustments.recent).toEqual({ count: 11, credited: usd('100.10'), debited: null });
    later(31 * DAY_MS);
    const after = await nextDay();
    expect(after.counted?.adjustments).toEqual({
      recent: { count: 0, credited: usd('0.00'), debited: usd('0.00') },
      ever: { count: 11, credited: usd('100.10'), debited: null },
    });
  });

  it('name the root that anybody finds in the log by what is public', async () => {
    const seal = createSeal(Buffer.alloc(32, 1));
    const keys = new LogKeys({ pool: db.pool, seal, log, origin: 'books.example/log' });
    const unsigned = (await now()).counted;
    expect(unsigned?.roots).toMatchObject([{ tree: 'owed', nonce: null, leaf_index: null }]);
    await createSequencer({ pool: db.pool, log, signers: () => keys.signers(books.now()) }).run(books.now());
    const [root] = (await now()).counted!.roots;
    const entry = sha256(Buffer.of(6), Buffer.from(root!.nonce!, 'base64'), Buffer.from(root!.canonical, 'base64'));
    const { rows } = await db.pool.query('select leaf_index::int from ledger.log_leaf where entry = $1', [entry]);
    expect(rows).toEqual([{ leaf_index: root!.leaf_index }]);
  });
});

describe('[U122] the counts that are published', () => {
  it('say how many payouts are late and for how long the oldest is', async () => {
    await withdraw(clients[11]!, newId());
    const { payouts } = await now();
    const { rows } = await db.pool.query<{ at: Date }>(
      `select requested_at as at from ledger.withdrawal where status = 'pending'`,
    );
    const late = rows.map(({ at }) => dueAt(at).getTime()).filter((due) => due < books.now().getTime());
    expect([rows.length, late.length]).toEqual([12, 11]);
    expect(payouts).toEqual({
      overdue: 11,
      oldest_hours: Math.floor((books.now().getTime() - Math.min(...late)) / HOUR_MS),
    });
  });

  it('say how many holds run on each ground', async () => {
    await done({
      kind: 'place_hold', staffId: staff, clientId: clients[11]!, code: 'aml_review', reference: 'A-1', endsAt: new Date(books.now().getTime() + DAY_MS), holdId: newId(),
    }); // prettier-ignore
    expect((await now()).holds).toEqual([
      { ground: 'aml_review', count: 1 },
      { ground: 'court_order', count: 0 },
      { ground: 'security_cooling', count: 0 },
    ]);
    later(2 * DAY_MS);
    expect((await now()).holds[0]).toEqual({ ground: 'aml_review', count: 0 });
  });

  it('say what two members of staff decided', async () => {
    const before = (await now()).two_people;
    await makeLive(db);
    await fundedLive(books, 60_000_000n);
    // That the client may deposit so much, and the credit of it.
    expect((await now()).two_people).toEqual({ recent: before.recent + 2, ever: before.ever + 2 });
    later(31 * DAY_MS);
    expect((await now()).two_people).toEqual({ recent: before.recent, ever: before.ever + 2 });
  });

  it('hold nothing of one client', async () => {
    const text = JSON.stringify(await now());
    const { rows } = await db.pool.query<{ cash: string }>(`select (cash::numeric / 100)::numeric(20, 2)::text as cash from ledger.party where cash > 0`); // prettier-ignore
    expect(rows.length).toBeGreaterThan(10);
    for (const secret of [...clients, staff, ...rows.map(({ cash }) => `"${cash}"`)])
      expect(text).not.toContain(secret);
  });
});
