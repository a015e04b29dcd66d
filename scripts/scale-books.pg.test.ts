import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as newId } from 'uuid';
import { brokenInvariants, OPEN_MARKETS, openBooks, type Books } from '../apps/api/test/books.ts';
import { type FreshDatabase, freshDatabase } from '../apps/api/test/database.ts';
import { scaleBooks, TRADES_A_USER, USERS_AT_ONCE } from './scale-books.ts';

const USERS = 200;
let database: FreshDatabase;
let books: Books;
let staffId: string;

beforeAll(async () => {
  database = await freshDatabase();
  books = openBooks(database.pool);
  staffId = await books.openParty('staff');
});
afterAll(async () => {
  await database?.drop();
});

async function scale(users: number, now = OPEN_MARKETS): Promise<void> {
  const owner = await database.ownerPool.connect();
  try {
    await scaleBooks(owner, { users, now, staffId, proofFile: newId() });
  } finally {
    owner.release(true);
  }
}

async function numbers(sql: string): Promise<unknown> {
  return (await database.ownerPool.query(sql)).rows[0];
}

/** What the ledger proves of each row that it writes. Each query finds what breaks it. */
const PROMISES: [name: string, sql: string][] = [
  ['canonical bytes and links', 'select 1 from ledger.broken_links(1::smallint, 1, 1000000000)'],
  [
    'only accounts that the event may touch',
    `select 1 from ledger.posting p join ledger.entry e on (e.book, e.number) = (p.book, p.entry_number)
     left join ledger.posting_rule r on r.event = e.event and r.account = p.account and r.side = case when p.amount > 0 then 'D' else 'C' end where r.event is null`,
  ],
  [
    'quotes before their fills, on the side of the fill',
    `select 1 from ledger.fill f join ledger.trade t on t.id = f.trade_id join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id)
     where q.received_time > f.at or q.symbol <> t.symbol or f.client_id <> t.client_id or (f.kind = 'open') <> (f.side = t.side)`,
  ],
  [
    'one order and one open fill a trade',
    'select 1 from ledger.trade t left join ledger.client_order o on o.trade_id = t.id left join ledger.fill f on f.order_id = o.id where f.id is null',
  ],
  [
    'realised is the exact result rounded half to even',
    `select 1 from ledger.trade where abs(realised - realised_exact_num / realised_exact_den) > 0.5 or realised_exact_den <= 0 or gcd(realised_exact_num, realised_exact_den) <> 1`,
  ],
  [
    'every row has its entry',
    `select 1 from ledger.deposit d where (d.status = 'approved') <> exists (select 1 from ledger.entry e where e.event = 1 and e.subject_id = d.id and e.client_id = d.client_id)`,
  ],
  [
    'deposits and results are what the entries say',
    `select 1 from ledger.party p cross join lateral (
       select coalesce(-sum(l.amount) filter (where l.account = 1 and e.event in (1, 2)), 0) as deposited, coalesce(sum(l.amount) filter (where l.account = 20), 0) as realised
       from ledger.entry e join ledger.posting l on (l.book, l.entry_number) = (e.book, e.number) where e.client_id = p.id) s
     where p.kind = 'client' and (p.deposited <> s.deposited or p.realised <> s.realised)`,
  ],
  [
    'nobody ever had less than nothing',
    `select 1 from (select sum(-p.amount) over (partition by p.party_id order by p.book, p.entry_number, p.line) as left from ledger.posting p where p.account = 1) s where s.left < 0`,
  ],
];

async function brokenPromises(): Promise<string[]> {
  const broken = await brokenInvariants(database.ownerPool);
  for (const [name, sql] of PROMISES)
    if ((await database.ownerPool.query(`${sql} limit 1`)).rowCount) broken.push(name);
  return broken;
}

describe('users for load tests', () => {
  it('[O34] keep every invariant of the books, after others and before others', async () => {
    const ann = await books.openParty();
    books.at(new Date(OPEN_MARKETS.getTime() - 3_600_000));
    await books.fund(ann, 500_000n);
    await scale(USERS);
    expect(await brokenPromises()).toEqual([]);
    expect(
      await numbers(
        "select (select count(*)::int from app.user where email like 'load-%') as users, (select count(*)::int from ledger.trade) as trades",
      ),
    ).toEqual({
      users: USERS,
      trades: USERS * TRADES_A_USER,
    });

    books.at(OPEN_MARKETS);
    await books.fund(ann, 100_000n);
    const load = (await numbers(
      'select id as "tradeId", client_id as "clientId" from ledger.trade where status = \'active\' limit 1',
    )) as { tradeId: string; clientId: string };
    expect((await books.run({ kind: 'close_trade', ...load, lots: null })).outcome.ok).toBe(true);
    const pending = (await numbers(
      'select id as "withdrawalId", client_id as "clientId" from ledger.withdrawal where status = \'pending\' limit 1',
    )) as { withdrawalId: string; clientId: string };
    expect(
      (
        await books.run({
          kind: 'decide_withdrawal',
          staffId,
          ...pending,
          decision: 'approve',
          reason: null,
          payoutReference: null,
        })
      ).outcome.ok,
    ).toBe(true);
    await database.pool.query('select ledger.fold_house()');
    expect(await brokenPromises()).toEqual([]);
  });

  it('[O34] have trades, deposits and withdrawals of every state, and nobody can sign in as them', async () => {
    const states = async (table: string) =>
      (await database.pool.query<{ status: string }>(`select distinct status::text from ledger.${table}`)).rows
        .map(({ status }) => status)
        .toSorted();
    expect(await states('trade')).toEqual(['active', 'closed']);
    expect(await states('deposit')).toEqual(['approved', 'awaiting_payment', 'pending', 'rejected']);
    expect(await states('withdrawal')).toEqual(['approved', 'cancelled', 'pending', 'rejected']);
    expect(
      await numbers("select count(*)::int from app.user where email like 'load-%' and password_hash is not null"),
    ).toEqual({ count: 0 });
    expect(
      await numbers(
        'select count(distinct symbol)::int >= 20 and min(realised) < 0 and max(realised) > 0 as mixed from ledger.trade',
      ),
    ).toEqual({ mixed: true });
  });

  it(
    '[O35] are added in parts that are whole by themselves, and a second run adds to the first',
    { timeout: 60_000 },
    async () => {
      await scale(USERS_AT_ONCE + 50);
      expect(await brokenPromises()).toEqual([]);
      expect(await numbers("select count(*)::int, max(email) from app.user where email like 'load-%'")).toEqual({
        count: USERS + USERS_AT_ONCE + 50,
        max: `load-${String(USERS + USERS_AT_ONCE + 50).padStart(7, '0')}@clearbook.invalid`,
      });
    },
  );
});
