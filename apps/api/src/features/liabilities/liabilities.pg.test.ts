import type { LiabilityProof } from '@clearbook/contracts/liabilities';
import { ACCOUNTS } from '@clearbook/domain/ledger';
import { readLiability, readVerifierKey, type VerifierKey, verifyLiability } from '@clearbook/verify';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, openBooks } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { serve, type Served } from '../../../test/served.ts';
import { expectWholeLog } from '../../../test/whole-log.ts';
import { createSeal } from '../../platform/seal.ts';
import { vkeyOf } from '../../platform/tlog/index.ts';
import { createSequencer, LogKeys, readKeys } from '../transparency/index.ts';
import { type CrashPoint, countLiabilities, PROOF_DAYS } from './count.ts';
import { liabilityRoutes } from './index.ts';

const log = { warn: () => undefined, info: () => undefined };
const DAY_MS = 86_400_000;

let db: FreshDatabase;
let books: Books;
let served: Served;
let clients: string[];
let keys: VerifierKey[];

beforeAll(async () => {
  db = await freshDatabase();
  await db.ownerPool.query('select ledger.add_book()');
  books = openBooks(db.pool);
  served = await serve(
    () => books.now(),
    (register) => liabilityRoutes(register, { pool: db.pool }),
  );
  clients = [];
  for (let i = 0; i < 9; i += 1) clients.push(await client(BigInt(10_000 + i * 1_234_567)));
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await served?.app.close();
  await books?.ledger.close();
  await db?.drop();
});

async function client(cents: bigint): Promise<string> {
  const id = await books.openParty();
  await books.fund(id, cents);
  return id;
}
async function done(command: Parameters<Books['run']>[0]): Promise<void> {
  const { outcome } = await books.run(command);
  if (!outcome.ok) throw new Error(outcome.refusal.code);
}
const tomorrow = (days = 1): void => books.at(new Date(books.now().getTime() + days * DAY_MS));
const count = (reached?: (point: CrashPoint) => void): Promise<void> =>
  countLiabilities({ pool: db.pool, log, ...(reached && { reached }) }, books.now());
async function sign(): Promise<void> {
  books.at(new Date(books.now().getTime() + 61_000));
  const now = books.now();
  const seal = createSeal(Buffer.alloc(32, 1));
  const own = new LogKeys({ pool: db.pool, seal, log, origin: 'books.example/log' });
  await createSequencer({ pool: db.pool, log, signers: () => own.signers(now) }).run(now);
  keys = (await readKeys(db.pool)).map((key) => readVerifierKey(vkeyOf(key)));
}
const roots = async (): Promise<{ day: string; tree: number; total: string; people: string }[]> =>
  (
    await db.pool.query(
      `select to_char(day, 'YYYY-MM-DD') as day, tree, total::text, people::text from ledger.liability_root order by 1, 2`,
    )
  ).rows;
const proofOf = async (id: string, query = ''): Promise<LiabilityProof | null> =>
  (await served.get<{ proof: LiabilityProof | null }>(`/me/liabilities/proof${query}`, id)).proof;
/** What the postings of all entries say, which no tree is made from. */
async function posted(...accounts: number[]): Promise<string> {
  const { rows } = await db.pool.query<{ sum: string }>(
    'select abs(coalesce(sum(amount), 0))::text as sum from ledger.posting where account = any($1)',
    [accounts],
  );
  return rows[0]!.sum;
}
const owedAccounts = [ACCOUNTS.cash, ACCOUNTS.margin, ACCOUNTS.withdrawing];

describe('the count of a day', () => {
  it('[U111] is not made while fewer than ten clients have anything, and then gives no proof', async () => {
    await books.openParty();
    await count();
    expect(await roots()).toEqual([]);
    expect(await proofOf(clients[0]!)).toBeNull();
    expect((await served.ask('/me/liabilities/proof?day=2026-03-11', clients[0]!)).statusCode).toBe(404);
  });

  it('[U110] comes to what the entries say to the cent, over cash, margin and withdrawals in progress of every book', async () => {
    for (let i = 0; i < 5; i += 1) clients.push(await client(BigInt(777_777 * (i + 1))));
    for (const id of clients.slice(3, 7))
      await done({ kind: 'open_trade', clientId: id, symbol: 'EURUSD', side: 'buy', lots: 1n, amount: 20_000n });
    for (const id of clients.slice(8, 10))
      await done({
        kind: 'request_withdrawal', clientId: id, withdrawalId: newId(), amount: 12_345n, method: 'bank', coin: null, destination: {}, expectedFee: null, code: '246810', codeHash: 'x',
      }); // prettier-ignore
    await count();
    const [root, ...more] = await roots();
    expect(more).toEqual([]);
    expect(root).toMatchObject({ tree: 1, total: await posted(...owedAccounts), people: String(clients.length) });
  });

  it('[U112] is made once a day, whoever asks and how often', async () => {
    const before = await roots();
    await books.fund(clients[0]!, 100n);
    await Promise.all([count(), count(), count()]);
    expect(await roots()).toEqual(before);
  });

  it('[U112] leaves nothing of a day where it is cut off, and is made by the next who looks', async () => {
    tomorrow();
    const before = await roots();
    for (const point of ['begun', 'built', 'tiles', 'ended'] as const) {
      const cut = count((reached) => {
        if (reached === point) throw new Error(`cut at ${point}`);
      });
      await expect(cut).rejects.toThrow(point);
      expect(await roots()).toEqual(before);
    }
    await Promise.all([count(), count()]);
    expect(await roots()).toHaveLength(before.length + 1);
  });

  it('[U113] is a leaf of the log, of which the next checkpoint is', async () => {
    await sign();
    await expectWholeLog(db.pool);
    const { rows } = await db.pool.query(`select source_row as row from ledger.log_leaf where type = 6 order by 1`);
    expect(rows).toEqual([{ row: '2026-03-11/1' }, { row: '2026-03-12/1' }]);
  });
});

describe('[U116] what a client is given', () => {
  it('leads from their own balance to the root in the log, and to everybody’s sum', async () => {
    const [, root] = await roots();
    let sum = 0n;
    for (const id of clients) {
      const proof = (await proofOf(id))!;
      expect(proof).toMatchObject({ status: 'counted', day: '2026-03-12', client: id, debt: null });
      const verified = verifyLiability(readLiability(proof), id, keys);
      expect(verified.root.total.toString()).toBe(root!.total);
      const party = await books.party(id);
      expect(verified.owed).toBe(BigInt(party['cash']!) + BigInt(party['margin']!) + BigInt(party['withdrawing']!));
      sum += verified.owed;
    }
    expect(sum.toString()).toBe(root!.total);
  });

  it('is of an earlier day where one is asked for, with that day’s balance', async () => {
    const [early, late] = [await proofOf(clients[0]!, '?day=2026-03-11'), await proofOf(clients[0]!)];
    expect([early!.owed.amount.amount, late!.owed.amount.amount]).toEqual(['100.00', '101.00']);
    expect(verifyLiability(readLiability(early), clients[0]!, keys).owed).toBe(10_000n);
  });

  it('is nobody else’s: each has nonce and leaves of their own', async () => {
    const given = await Promise.all(clients.map((id) => proofOf(id)));
    expect(new Set(given.map((proof) => proof!.owed.nonce)).size).toBe(clients.length);
    const leaves = given.flatMap((proof) => proof!.owed.parts.map(({ index }) => index));
    expect(new Set(leaves).size).toBe(clients.length * 4);
    expect(() => verifyLiability(readLiability(given[0]), clients[1]!, keys)).toThrow('of another client');
    expect(await proofOf(newId())).toBeNull();
    expect(await proofOf(`admin ${await books.openParty('staff')}`)).toBeNull();
  });

  it('is none for an account that was opened after the count', async () => {
    expect(await proofOf(await client(500n))).toBeNull();
  });
});

describe('[U114] what is counted wrongly', () => {
  it('is refused by the database: tiles that come to less than the books, also by what one client owes', async () => {
    tomorrow();
    await db.ownerPool.query(
      `create function public.short() returns trigger language plpgsql as $$ begin
         new.node := set_byte(new.node, 7, (get_byte(new.node, 7) + 1) % 256); return new; end $$;
       create trigger short before insert on ledger.liability_tile for each row execute function public.short()`,
    );
    await expect(count()).rejects.toMatchObject({ code: 'CB128' });
    await db.ownerPool.query('drop trigger short on ledger.liability_tile; drop function public.short()');
    expect(await roots()).toHaveLength(2);
  });

  it('is refused where the house’s accounts do not agree with what clients have', async () => {
    await db.ownerPool.query('update ledger.house_balance set amount = amount + 1 where account = 17 and book = 1');
    await expect(count()).rejects.toMatchObject({ code: 'CB128' });
    await db.ownerPool.query('update ledger.house_balance set amount = amount - 1 where account = 17 and book = 1');
  });

  it('takes no tile and no root outside of a count, and keeps what it has', async () => {
    const tile = `select ledger.add_liability_tiles('2026-03-12', 1::smallint, 99, array[decode(repeat('00', 40), 'hex')], array[decode(repeat('00', 40), 'hex')])`;
    await expect(db.pool.query(tile)).rejects.toMatchObject({ code: 'CB127' });
    const root = `select ledger.end_liabilities('2026-03-12', 2::smallint, now(), 6::smallint, 4::smallint, decode(repeat('00', 32), 'hex'))`;
    await expect(db.pool.query(root)).rejects.toMatchObject({ code: 'CB127' });
    const begin = `select ledger.begin_liabilities('2026-03-15', decode(repeat('00', 32), 'hex'))`;
    await expect(db.pool.query(begin)).rejects.toMatchObject({ code: 'CB126' });
    for (const change of [
      'update ledger.liability_root set total = total',
      'delete from ledger.liability_root',
      'truncate ledger.liability_root',
      'update ledger.liability_tile set node = node',
      'update ledger.liability_secret set secret = secret',
    ])
      await expect(db.ownerPool.query(change), change).rejects.toMatchObject({ code: 'CB120' });
  });

  it('shows a client whom the tree leaves out, or counts with less than the entries say', async () => {
    await count();
    await sign();
    const [left, lessened] = [clients[1]!, clients[2]!];
    expect((await proofOf(left))!.status).toBe('counted');
    // As if the day had been counted from balances that somebody had changed for a moment.
    tomorrow();
    await db.ownerPool.query(
      `update ledger.party set cash = cash - 1 where id = $1; `.replace('$1', `'${lessened}'`) +
        `update ledger.party set cash = cash + 1 where id = '${left}'`,
    );
    await count();
    await db.ownerPool.query(
      `update ledger.party set cash = cash + 1 where id = '${lessened}'; update ledger.party set cash = cash - 1 where id = '${left}'`,
    );
    await sign();
    for (const id of [left, lessened]) {
      const proof = (await proofOf(id))!;
      expect(proof).toMatchObject({ status: 'missing', owed: { parts: [] } });
      expect(() => verifyLiability(readLiability(proof), id, keys)).toThrow('was not counted');
    }
    expect((await proofOf(clients[0]!))!.status).toBe('counted');
  });
});

describe('[U111] debts', () => {
  it('are a tree of their own, which makes nobody’s money less, once ten clients owe something', async () => {
    const staff = await books.openParty('staff');
    const borrow = async (id: string): Promise<void> => {
      for (let i = 0; i < 3; i += 1) await books.fund(id, 10_000_000n);
      await done({ kind: 'adjust', staffId: staff, clientId: id, direction: 'credit', amount: 5_000_000n, reason: 'to begin with', corrects: null });
      const { outcome } = await books.run({ kind: 'apply_loan', clientId: id, level: 1, monthlyIncome: 500_000n, goals: 'a house' });
      if (!outcome.ok) throw new Error(outcome.refusal.code);
      await done({ kind: 'review_loan', staffId: staff, clientId: id, loanId: outcome.result.id, decision: 'approve', reason: 'not now' });
    }; // prettier-ignore
    for (const id of clients.slice(0, 9)) await borrow(id);
    tomorrow();
    await count();
    expect((await roots()).filter(({ tree }) => tree === 2)).toEqual([]);
    await borrow(clients[9]!);
    tomorrow();
    await count();
    await sign();
    const [owed, debt] = (await roots()).slice(-2);
    expect(debt).toMatchObject({ tree: 2, people: '10', total: await posted(ACCOUNTS.loan) });
    expect(owed).toMatchObject({ tree: 1, total: await posted(...owedAccounts) });
    const verified = verifyLiability(readLiability(await proofOf(clients[9]!)), clients[9]!, keys);
    const party = await books.party(clients[9]!);
    expect(verified.debt).toBe(BigInt(party['loan']!));
    expect(verified.owed).toBe(BigInt(party['cash']!) + BigInt(party['margin']!) + BigInt(party['withdrawing']!));
    expect((await proofOf(clients[10]!))!.debt).toBeNull();
  });
});

it(`[U115] proofs are given for ${PROOF_DAYS} days, and roots stay`, async () => {
  const before = await roots();
  tomorrow(PROOF_DAYS - 1);
  await count();
  const tiles = async (): Promise<string[]> =>
    (await db.pool.query<{ day: string }>(`select distinct to_char(day, 'YYYY-MM-DD') as day from ledger.liability_tile order by 1`)).rows.map(({ day }) => day); // prettier-ignore
  const oldest = (await tiles())[0]!;
  expect(Date.parse(oldest)).toBeGreaterThanOrEqual(books.now().getTime() - PROOF_DAYS * DAY_MS);
  expect(await roots()).toHaveLength(before.length + 2);
  expect((await served.ask(`/me/liabilities/proof?day=${before[0]!.day}`, clients[0]!)).statusCode).toBe(404);
  expect((await proofOf(clients[0]!, `?day=${oldest}`))!.day).toBe(oldest);
});
