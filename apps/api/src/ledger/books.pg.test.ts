import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Books, brokenInvariants, fundedLive, newTxid, openBooks, pendingDeposit } from '../../test/books.ts';
import { emptyDatabase, freshDatabase, type FreshDatabase, makeLive } from '../../test/database.ts';
import { createPool } from '../platform/database/pool.ts';
import { prepareDatabase } from '../platform/database/prepare.ts';
import { commitTester, type TryCommit } from '../../test/try-commit.ts';

/** Three books; clients come into them in turn. */
let db: FreshDatabase;
let books: Books;
let other: Books;
let staff: string;
let tryCommit: TryCommit;
let clients: readonly [string, string, string];

beforeAll(async () => {
  db = await freshDatabase();
  for (let book = 1; book < 3; book++) await db.ownerPool.query('select ledger.add_book()');
  [books, other] = [openBooks(db.pool), openBooks(db.pool)];
  clients = [await books.openParty(), await books.openParty(), await books.openParty()];
  staff = await books.openParty('staff');
  tryCommit = await commitTester(db.pool, staff, books.now());
  for (const client of clients) await books.fund(client, 1_000_000n);
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await Promise.all([books.ledger.close(), other.ledger.close()]);
  await db.drop();
});

const bookOf = async (id: string): Promise<number | undefined> =>
  (await db.pool.query<{ book: number }>('select book from ledger.party where id = $1', [id])).rows[0]?.book;
const heads = async (): Promise<Map<number, number>> => {
  const { rows } = await db.pool.query<{ book: number; number: string }>('select book, number from ledger.head');
  return new Map(rows.map(({ book, number }) => [book, Number(number)]));
};
/** Until so many connections to this database wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await db.ownerPool.query<{ waiting: number }>(
      `select count(distinct l.pid)::int as waiting from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where not l.granted and a.datname = current_database()`,
    );
    if ((rows[0]?.waiting ?? 0) >= count) return;
  }
}
const order = (clientId: string) =>
  ({ kind: 'open_trade', clientId, symbol: 'EURUSD', side: 'buy', lots: 1n, amount: 50_000n }) as const;
const topUp = (client: string) => ({
  event: 'demo_top_up' as const,
  client,
  subject: newId(),
  postings: [['custody:paper', 100] as ['custody:paper', number], ['cash', -100] as ['cash', number]],
});

describe('[L31] a client comes into a book and stays there', () => {
  it('into the open one with the fewest; staff stand in book 0', async () => {
    expect(await Promise.all(clients.map(bookOf))).toEqual([1, 2, 3]);
    expect(await bookOf(staff)).toBe(0);
    await db.ownerPool.query('update ledger.book set open = false where book = 1');
    expect([await bookOf(await books.openParty()), await bookOf(await books.openParty())]).toEqual([2, 3]);
    await db.ownerPool.query('update ledger.book set open = true where book = 1');
    expect(await bookOf(await books.openParty())).toBe(1);
  });

  it('and nobody is in two', async () => {
    const [client] = clients;
    await expect(db.pool.query("select ledger.open_party($1, 'client')", [client])).rejects.toMatchObject({
      code: '23505',
    });
    await expect(
      db.ownerPool.query("insert into ledger.party (book, id, kind) values (2, $1, 'client')", [client]),
    ).rejects.toMatchObject({ code: '23503' });
  });
});

describe('[L30] a batch is of one book', () => {
  it('each book has its own numbers, and its entries say in which they are', async () => {
    const before = await heads();
    const answers = await Promise.all(clients.map((client) => books.run(order(client))));
    for (const { outcome } of answers) expect(outcome).toMatchObject({ ok: true });
    expect(await heads()).toEqual(new Map([...before].map(([book, number]) => [book, number + 1])));
    const { rows } = await db.pool.query(
      'select e.book from ledger.entry e join ledger.party p on p.id = e.client_id where p.book <> e.book',
    );
    expect(rows).toEqual([]);
  });

  it('whatever a batch says, no row of another book is moved by it', async () => {
    const [own, foreign] = clients;
    expect(await tryCommit({ entries: [topUp(own)] })).toBe('accepted');
    expect(await tryCommit({ entries: [topUp(foreign)] }), 'an entry').toBe('CB006');
    expect(await tryCommit({ entries: [topUp(foreign)], book: 2 })).toBe('accepted');
    const depositId = await pendingDeposit(books, foreign, 10_000n);
    const rejected = { id: depositId, status: 'rejected', decided_at: books.now(), decided_by: staff };
    const decide = (book: number) => tryCommit({ entries: [], rows: { deposit: [rejected] }, book });
    expect(await decide(1), 'a row that is there').toBe('F7');
    expect(await decide(2)).toBe('accepted');
    const hold = {
      id: newId(),
      client_id: foreign,
      placed_by: staff,
      placed_at: books.now(),
      set_by: staff,
      set_at: books.now(),
    };
    const place = (book: number) =>
      tryCommit({
        entries: [],
        rows: {
          hold: [
            {
              ...hold,
              code: 'aml_review',
              reference: 'R-1',
              ends_at: new Date(books.now().getTime() + 86_400_000),
              renewals: 0,
            },
          ],
        },
        book,
      });
    expect(await place(1), 'a new row of a foreign client').toBe('F33');
    const closed = { id: foreign, status: 'closed' };
    expect(await tryCommit({ entries: [], rows: { party: [closed] } }), 'the client').toBe('L2');
    expect(await tryCommit({ entries: [topUp(own)], actor: foreign }), 'an answer').toBe('23502');
    expect(await tryCommit({ entries: [topUp(own)], book: 9 }), 'a book that is none').toBe('CB006');
    expect(await tryCommit({ entries: [], book: 9 }), 'a book that is none').toBe('P0002');
    expect(await tryCommit({ entries: [], book: 0 }), 'the site’s own').toBe('P0002');
  });
});

describe('[L33] books do not wait for one another', () => {
  it('a lock on one book’s head delays nobody of another', async () => {
    const [blocked, ...free] = clients;
    const credit = (clientId: string) =>
      books.run({
        kind: 'adjust',
        staffId: staff,
        clientId,
        direction: 'credit',
        amount: 1n,
        reason: 'r',
        corrects: null,
      });
    const holder = await db.ownerPool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from ledger.head where book = 1 for update');
      // Staff wait for what they decide in the blocked book themselves, and no client waits for that.
      const stuck: Promise<unknown>[] = [credit(blocked)];
      await untilWaiting(1);
      stuck.push(...free.map(credit));
      await untilWaiting(3);
      stuck.push(books.run(order(blocked)));
      for (let i = 0; i < 5; i++)
        for (const client of free) expect((await books.run(order(client))).outcome).toMatchObject({ ok: true });
      await untilWaiting(4);
      await holder.query('rollback');
      for (const answer of await Promise.all(stuck)) expect(answer).toMatchObject({ outcome: { ok: true } });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  it('[L13] two processes answer the same key once, in whichever book', async () => {
    const sent = clients.map((client) => ({ client, key: newId() }));
    const answers = await Promise.all(
      [books, other, books, other].flatMap((process) =>
        sent.map(({ client, key }) => process.run({ kind: 'top_up', clientId: client, amount: 700n }, key)),
      ),
    );
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(3);
    for (const { client, key } of sent)
      expect((await other.run({ kind: 'top_up', clientId: client, amount: 701n }, key)).outcome).toEqual({
        ok: false,
        refusal: { code: 'key.reused' },
      });
  });

  it('[L13] a member of staff has one set of keys for all books', async () => {
    const key = newId();
    const credit = (clientId: string) =>
      books.run(
        { kind: 'adjust', staffId: staff, clientId, direction: 'credit', amount: 5n, reason: 'r', corrects: null },
        key,
      );
    expect((await credit(clients[0])).outcome).toMatchObject({ ok: true });
    expect(await credit(clients[0])).toMatchObject({ replayed: true });
    expect((await credit(clients[1])).outcome).toEqual({ ok: false, refusal: { code: 'key.reused' } });
  });
});

describe('[L34] what is summed over all clients is summed over all books', () => {
  it('the trial balance and the house’s accounts, folded or not', async () => {
    const { rows: before } = await db.pool.query('select * from ledger.trial_balance');
    await db.ownerPool.query('select ledger.fold_house()');
    expect((await db.pool.query('select * from ledger.trial_balance')).rows).toEqual(before);
    const { rows } = await db.pool.query(
      `select (select sum(amount) from ledger.house_balance b where b.account = k.code)::text as folded, h.debit_balance::text as shown
       from ledger.account_kind k join ledger.house_account h on h.code = k.code`,
    );
    for (const { folded, shown } of rows) expect(folded).toBe(shown);
  });
});

describe('[G56] in live mode', () => {
  it('what one member of staff lets go on a day is summed over all books, however they come in between each other', async () => {
    const live = await freshDatabase();
    const [one, two] = [openBooks(live.pool), openBooks(live.pool)];
    try {
      await live.ownerPool.query('select ledger.add_book()');
      await makeLive(live);
      const member = await one.openParty('staff');
      const people = [
        await fundedLive(one, 1_000n),
        await fundedLive(one, 1_000n),
        await fundedLive(one, 1_000n),
        await fundedLive(one, 1_000n),
      ];
      const asked = await Promise.all(
        people.map(async (clientId) => ({ clientId, depositId: await pendingDeposit(one, clientId, 900_000n) })),
      );
      const answers = await Promise.all(
        asked.map(({ clientId, depositId }, i) =>
          (i % 2 === 0 ? one : two).run({
            kind: 'decide_deposit', staffId: member, clientId, depositId, decision: 'approve', reason: null,
            txid: newTxid(), outputIndex: 0, receivedUnits: null, receivedAt: one.now(), rateNow: null, proposalId: newId(),
          }),
        ),
      ); // prettier-ignore
      const alone = answers.filter(({ outcome }) => outcome.ok && !('proposal' in outcome.result));
      expect(alone, 'of four times $9,000.00 two fit into $25,000.00').toHaveLength(2);
      const { rows } = await live.pool.query('select distinct book from ledger.entry where actor_id = $1', [member]);
      expect(rows.length).toBeGreaterThan(0);
      expect(await brokenInvariants(live.pool)).toEqual([]);
    } finally {
      await Promise.all([one.ledger.close(), two.ledger.close()]);
      await live.drop();
    }
  });
});

describe('[L36] a database', () => {
  it('has the books that it was made with, and those that were added', async () => {
    const made = await emptyDatabase('template0');
    const pool = createPool(made.url, undefined, { max: 1 });
    const start = async (wanted: { books: number; addBook?: true }) => {
      const { books: count, ...rest } = wanted;
      const instance = { mode: 'demo', market: 'simulated', marketSeed: 'books', books: count } as const;
      await prepareDatabase({ url: made.url, appPassword: inject('cluster').appPassword, instance, ...rest });
      const { rows } = await pool.query<{ book: number }>('select book from ledger.head order by book');
      return rows.map(({ book }) => book);
    };
    try {
      expect(await start({ books: 3 })).toEqual([1, 2, 3]);
      expect(await start({ books: 5 }), 'later starts find it as it is').toEqual([1, 2, 3]);
      expect(await start({ books: 1, addBook: true })).toEqual([1, 2, 3, 4]);
    } finally {
      await pool.end();
      await made.drop();
    }
  });
});
