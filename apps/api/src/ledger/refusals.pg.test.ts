import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, newTxid, openBooks } from '../../test/books.ts';
import { freshDatabase, type FreshDatabase, makeLive } from '../../test/database.ts';

/** What the domain cannot know and the database refuses. */
let db: FreshDatabase;
let books: Books;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
});

afterAll(async () => {
  await books.ledger.close();
  await db.drop();
});

type Decision = 'approve' | 'reject';

/** Two clients and a payment that the first one was credited. */
async function creditedOnce() {
  const [one, two, staff] = [await books.openParty(), await books.openParty(), await books.openParty('staff')];
  const [first, second] = [await pendingDeposit(one), await pendingDeposit(two)];
  const txid = newTxid();
  const decide = (
    clientId: string,
    depositId: string,
    key: string,
    decision: Decision = 'approve',
    by: Books = books,
  ) =>
    by.run(
      {
        kind: 'decide_deposit',
        staffId: staff,
        clientId,
        depositId,
        decision,
        reason: 'seen before',
        txid,
        outputIndex: 1,
        receivedUnits: null,
        rateNow: null,
      },
      key,
    );
  expect((await decide(one, first, 'k1')).outcome.ok).toBe(true);
  return {
    decideSecond: (key: string, decision: Decision = 'approve', by: Books = books) =>
      decide(two, second, key, decision, by),
  };
}

describe('refusals of the database', () => {
  it('[F8] that a payment was credited before is an answer like every other: kept under its key for ever', async () => {
    const { decideSecond } = await creditedOnce();
    const refused = { ok: false, refusal: { code: 'deposit.output_already_credited' } };
    expect(await decideSecond('k2')).toEqual({ outcome: refused, replayed: false });
    // The deposit moves on; what was answered under the key does not.
    expect((await decideSecond('k3', 'reject')).outcome.ok).toBe(true);
    expect(await decideSecond('k2')).toEqual({ outcome: refused, replayed: true });
    expect((await decideSecond('k2', 'reject')).outcome).toEqual({ ok: false, refusal: { code: 'key.reused' } });
    expect(await brokenInvariants(db.pool)).toEqual([]);
  });

  it('[F8] it is refused as credited before only as long as the decision would still be yes', async () => {
    const { decideSecond } = await creditedOnce();
    // Another process rejects the deposit between the attempt that the database refused and the next one.
    const racing = openBooks(
      onSecondBegin(db.pool, async () => expect((await decideSecond('k4', 'reject')).outcome.ok).toBe(true)),
    );
    expect((await decideSecond('k5', 'approve', racing)).outcome).toEqual({
      ok: false,
      refusal: { code: 'decision.already_taken' },
    });
    expect(await decideSecond('k5')).toEqual({
      outcome: { ok: false, refusal: { code: 'decision.already_taken' } },
      replayed: true,
    });
    await racing.ledger.close();
  });

  it('[F3] paper money does not exist in live mode, whatever the server asks for', async () => {
    const client = await books.openParty();
    await books.fund(client, 100n);
    await makeLive(db);
    await expect(books.run({ kind: 'top_up', clientId: client, amount: 100n })).rejects.toMatchObject({
      code: 'CB004',
    });
    expect((await books.party(client))['cash']).toBe('100');
  });
});

/** A pool that lets something happen before its second transaction begins. The book is looked up before the first. */
function onSecondBegin(pool: pg.Pool, happens: () => Promise<void>): pg.Pool {
  let begun = 0;
  const watched = Object.create(pool) as pg.Pool;
  Reflect.set(watched, 'connect', async () => {
    if (++begun === 3) await happens();
    return pool.connect();
  });
  // Asks for a connection of its own, which begins nothing.
  Reflect.set(watched, 'query', pool.query.bind(pool));
  return watched;
}

async function pendingDeposit(clientId: string): Promise<string> {
  const { outcome } = await books.run({
    kind: 'create_deposit',
    clientId,
    amount: 10_000n,
    method: 'ethereum',
    address: 'DEMO-1',
    rate: 20_000_000_000_000n,
    rateSource: 'test',
  });
  const depositId = outcome.ok ? (outcome.result['id'] ?? '') : '';
  await books.run({ kind: 'attach_proof', clientId, depositId, fileId: newId() });
  return depositId;
}
