import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, openBooks } from '../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../test/database.ts';

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

describe('refusals of the database', () => {
  it('[F8] that a payment was credited before is an answer like every other: kept under its key for ever', async () => {
    const [one, two, staff] = [await books.openParty(), await books.openParty(), await books.openParty('staff')];
    const [first, second] = [await pendingDeposit(one), await pendingDeposit(two)];
    const decide = (clientId: string, depositId: string, key: string, decision: 'approve' | 'reject' = 'approve') =>
      books.run({ kind: 'decide_deposit', staffId: staff, clientId, depositId, decision, reason: 'seen before', txid: '0xABC', outputIndex: 1, receivedUnits: null, rateNow: null }, key);
    expect((await decide(one, first, 'k1')).outcome.ok).toBe(true);
    const refused = { ok: false, refusal: { code: 'deposit.output_already_credited' } };
    expect(await decide(two, second, 'k2')).toEqual({ outcome: refused, replayed: false });
    // The deposit moves on; what was answered under the key does not.
    expect((await decide(two, second, 'k3', 'reject')).outcome.ok).toBe(true);
    expect(await decide(two, second, 'k2')).toEqual({ outcome: refused, replayed: true });
    expect((await decide(two, second, 'k2', 'reject')).outcome).toEqual({ ok: false, refusal: { code: 'key.reused' } });
    expect(await brokenInvariants(db.pool)).toEqual([]);
  });

  it('[F3] paper money does not exist in live mode, whatever the server asks for', async () => {
    const client = await books.openParty();
    await books.fund(client, 100n);
    // Nobody can switch a database over; the test must take the guard away first.
    await db.ownerPool.query(`alter table app.instance disable trigger all; update app.instance set mode = 'live'`);
    await expect(books.run({ kind: 'top_up', clientId: client, amount: 100n })).rejects.toMatchObject({ code: 'CB004' });
    expect((await books.party(client))['cash']).toBe('100');
  });
});

async function pendingDeposit(clientId: string): Promise<string> {
  const { outcome } = await books.run({ kind: 'create_deposit', clientId, amount: 10_000n, method: 'ethereum', address: 'DEMO-1', rate: 20_000_000_000_000n, rateSource: 'test' });
  const depositId = outcome.ok ? (outcome.result['id'] ?? '') : '';
  await books.run({ kind: 'attach_proof', clientId, depositId, fileId: newId() });
  return depositId;
}
