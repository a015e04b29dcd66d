import { standardFinancing } from '@clearbook/domain/market';
import {
  type AnyTable,
  created,
  PARTIES,
  decide,
  type Decision,
  newParty,
  type Party,
  ReferenceLedger,
} from '@clearbook/domain/ledger';
import { PACKAGES, PURCHASES } from '@clearbook/domain/plans';
import { marksFrom } from '@clearbook/domain/trading';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, openBooks, simulatedPrices } from './books.ts';
import { freshDatabase, type FreshDatabase } from './database.ts';
import { commitStatement } from '../src/ledger/commit-batch.ts';

/** The commit function checks a purchase by itself: here a server that decided wrongly tries to write it. */
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

describe('the commit function and purchases', () => {
  /** A purchase as the server would write it, after `change` went wrong with it. The refusal's SQLSTATE, or 'accepted'. */
  async function tryCommit(change: (decision: Decision) => Decision, party: Partial<Party> = {}): Promise<string> {
    return attempt('raw', party, change);
  }

  async function attempt(
    plan: string,
    over: Partial<Party>,
    change: (decision: Decision) => Decision,
    loan = 0n,
  ): Promise<string> {
    const id = await books.openParty();
    await books.fund(id, 300_000n);
    if (loan > 0n) await db.ownerPool.query('update ledger.party set loan = $2 where id = $1', [id, loan]);
    const reference = new ReferenceLedger({ minimumWithdrawal: 0n, withdrawalFeeBps: 0 });
    reference.state.of(PARTIES).set(id, { ...newParty(id, 'client'), cash: 300_000n, ...over });
    const prices = simulatedPrices(() => books.now());
    const context = {
      now: books.now(),
      newId: () => newId(),
      ...marksFrom(prices.quote),
      financing: standardFinancing,
      ...prices,
    };
    const command =
      plan === 'raw'
        ? ({ kind: 'buy_package', clientId: id, packageId: plan } as const)
        : ({ kind: 'buy_signal_plan', clientId: id, planId: plan } as const);
    const decision = change(decide(reference.state, command, context));
    const answer = await written(decision, id);
    if (loan > 0n) await db.ownerPool.query('update ledger.party set loan = 0 where id = $1', [id]);
    return answer;
  }

  async function written(decision: Decision, actorId: string): Promise<string> {
    const connection = await db.pool.connect();
    try {
      await connection.query('begin');
      const decided = { actorId, key: newId(), requestHash: '00'.repeat(32), decision };
      await connection.query(commitStatement(1, [decided], books.now(), newId));
      return 'accepted';
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      return code === 'CB100' ? message.slice(message.lastIndexOf(' ') + 1) : (code ?? String(error));
    } finally {
      await connection.query('rollback');
      connection.release();
    }
  }

  const purchased =
    (over: object) =>
    (decision: Decision): Decision => ({
      ...decision,
      rows: (decision.rows ?? []).map((image) =>
        image.table === PURCHASES ? { ...image, after: { ...image.after, ...over } } : image,
      ),
    });
  const paying =
    (cents: bigint) =>
    (decision: Decision): Decision => ({
      ...decision,
      ...(decision.entry && {
        entry: {
          ...decision.entry,
          postings: [
            { account: 'cash' as const, amount: cents },
            { account: 'plans' as const, amount: -cents },
          ],
        },
      }),
    });
  const without =
    (table: AnyTable) =>
    (decision: Decision): Decision => ({
      ...decision,
      rows: (decision.rows ?? []).filter((image) => image.table !== table),
    });

  it('[P15] what the server decides goes through', async () => {
    expect([await tryCommit((decision) => decision), await attempt('gold', {}, (decision) => decision)]).toEqual([
      'accepted',
      'accepted',
    ]);
  });

  it.each<[string, (decision: Decision) => Decision]>([
    ['a price of its own', (decision) => paying(100n)(purchased({ price: 100n })(decision))],
    ['an entry of less than the price', paying(249_999n)],
    ['another name', purchased({ name: 'Platinum' })],
    ['a plan that is not on offer', purchased({ planId: 'platinum' })],
    ['a signal plan’s id as a package’s', purchased({ planId: 'basic' })],
    ['better terms than the package has', purchased({ markupAfter: 7 })],
    ['signals with a package', purchased({ percentAfter: 100 })],
    ['somebody else’s entry', purchased({ id: newId() })],
    ['another client', purchased({ clientId: newId() })],
    ['another time', purchased({ at: new Date('2020-01-01') })],
  ])('[P15] %s is refused', async (_name, change) => {
    expect(await tryCommit(change)).toBe('P15');
  });

  it.each<[string, (decision: Decision) => Decision]>([
    ['a balance that was not there', purchased({ cashBefore: 300_001n })],
    ['terms that the client did not get', without(PARTIES)],
  ])('[P15] %s are refused once all is written', async (_name, change) => {
    expect(await tryCommit(change)).toBe('CB014');
  });

  it('[P15] a receipt is never written over', async () => {
    const clientId = await books.openParty();
    await books.fund(clientId, 300_000n);
    const { outcome } = await books.run({ kind: 'buy_package', clientId, packageId: 'raw' });
    const id = outcome.ok ? (outcome.result['id'] ?? '') : '';
    const over = (decision: Decision): Decision => ({
      ...purchased({ id })(decision),
      ...(decision.entry && { entry: { ...decision.entry, subjectId: id } }),
    });
    expect(await tryCommit(over)).toBe('P15');
  });

  it('[P15] an entry without its purchase, and a purchase without its entry, are refused', async () => {
    expect(await tryCommit((decision) => without(PARTIES)(without(PURCHASES)(decision)))).toBe('CB013');
    expect(await tryCommit(without(PURCHASES)), 'better terms with it').toBe('P15');
    expect(await tryCommit(({ entry: _entry, ...decision }) => decision)).toBe('P15');
  });

  it('[P15] what is owed cannot be spent, whatever the server believes', async () => {
    expect(await attempt('raw', {}, (decision) => decision, 50_000n)).toBe('accepted');
    expect(await attempt('raw', {}, (decision) => decision, 50_001n)).toBe('CB019');
  });

  it('[P15] more than there is breaks the floor', async () => {
    expect(await attempt('diamond', { cash: 500_000n }, (decision) => decision)).toBe('23514');
  });

  it('[P7] a package is added by a member of staff, on terms within the limits, and never changed', async () => {
    const [staff, person] = [await books.openParty('staff'), await books.openParty()];
    const add = async (addedBy: string, over: object = {}) => {
      const offer = { id: newId(), name: 'Own', price: 100n, markup: 5, leverageCeiling: 20, features: ['One'] };
      const row = { ...offer, addedBy, at: books.now(), ...over };
      return written({ outcome: { ok: true, result: { id: row.id } }, rows: [created(PACKAGES, row)] }, addedBy);
    };
    expect(await add(staff)).toBe('accepted');
    expect(await add(person)).toBe('P7');
    expect(await add(staff, { at: new Date('2020-01-01') })).toBe('P7');
    for (const over of [{ price: 0n }, { markup: 101 }, { leverageCeiling: 501 }, { features: [] }, { name: '' }])
      expect(await add(staff, over)).toBe('23514');
    expect(await add(staff, { id: 'raw' })).toBe('P7');
  });

  it('[P15] a boost that is larger than the plan’s or that the client did not get, and days that it does not have, are refused', async () => {
    expect(await attempt('gold', {}, purchased({ percentAfter: 27 }))).toBe('P15');
    expect(await attempt('gold', {}, without(PARTIES))).toBe('CB014');
    expect(await attempt('unlimited', {}, purchased({ unlimitedAfter: new Date('2030-01-01') }))).toBe('P15');
    expect(await attempt('unlimited', {}, without(PARTIES))).toBe('CB014');
  });
});
