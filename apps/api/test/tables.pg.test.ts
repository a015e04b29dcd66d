import { type Sort, SORTS, TABLE_SORTS } from '@clearbook/contracts/table-sorts';
import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaleBooks } from '../../../scripts/scale-books.ts';
import {
  AUDIT,
  DEPOSITS,
  extendPageMaps,
  firstMatches,
  type List,
  LISTS,
  MATCHES_MAX,
  readPage,
  rebuildPageMaps,
  STEP_ROWS,
  TRADES,
  UNMAPPED_ROWS,
  USERS,
  WITHDRAWALS,
} from '../src/features/tables/index.ts';
import { pageUsers } from '../src/features/clients/clients.query.ts';
import { pageDeposits } from '../src/features/deposits/deposits.query.ts';
import { pageTrades } from '../src/features/trades/trades.query.ts';
import { pageWithdrawals } from '../src/features/withdrawals/withdrawals.query.ts';
import { pageRequest } from '../src/platform/paging.ts';
import { OPEN_MARKETS, openBooks, openUser } from './books.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';

const LOAD_USERS = 3_000;
const SIZE = 10;
let database: FreshDatabase;
let staffId: string;

beforeAll(async () => {
  database = await freshDatabase();
  staffId = await openBooks(database.pool).openParty('staff');
  const owner = await database.ownerPool.connect();
  try {
    await scaleBooks(owner, {
      users: LOAD_USERS,
      now: OPEN_MARKETS,
      staffId,
      proofFile: newId(),
    });
    await owner.query('analyze');
  } finally {
    owner.release(true);
  }
  await extendPageMaps(database.pool);
}, 120_000);
afterAll(async () => {
  await database?.drop();
});

type Asked = { text: string; values: unknown[] };
const isSelect = ({ text }: Asked): boolean => text.startsWith('select');

/** A pool whose connections write down what they are asked. */
function listening(pool: pg.Pool, asked: Asked[]): pg.Pool {
  return {
    connect: async () => {
      const client = await pool.connect();
      return {
        query: (text: string, values: unknown[] = []) => {
          asked.push({ text, values });
          return client.query(text, values);
        },
        release: (error?: Error) => client.release(error),
      };
    },
  } as unknown as pg.Pool;
}

const PAGES: Record<
  Exclude<List['name'], 'verifications'>,
  (pool: pg.Pool, query: Parameters<typeof pageRequest>[0]) => Promise<unknown>
> = {
  users: (pool, query) => pageUsers(pool, pageRequest(query, SIZE), OPEN_MARKETS),
  deposits: (pool, query) => pageDeposits(pool, pageRequest(query, SIZE), OPEN_MARKETS),
  withdrawals: (pool, query) => pageWithdrawals(pool, pageRequest(query, SIZE), OPEN_MARKETS),
  trades: (pool, query) => pageTrades(pool, pageRequest(query, SIZE)),
  audit: (pool, query) => readPage(pool, AUDIT, pageRequest(query, SIZE), async () => new Map()),
};
const STATUS: Record<Exclude<List['name'], 'verifications'>, string> = {
  users: 'suspended',
  deposits: 'pending',
  withdrawals: 'rejected',
  trades: 'active',
  audit: 'deposit.approve',
};
/** One person, a tenth of all, everybody, two letters, one letter, nobody. */
const PARTS = ['load-0001234', 'load-00012', 'clearbook', '01', '7', 'xyzzy', 'load-0000001@clearbook.invalid'];

const sortsOf = (name: List['name']): readonly Sort[] => TABLE_SORTS[name];

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

function scans(plan: Plan): string[] {
  const own = plan['Node Type'].includes('Seq Scan') ? [plan['Relation Name'] ?? '?'] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scans)];
}

/** Rows that a plan, once it was carried out, had read from big tables. */
function rowsRead(plan: Plan): number {
  const { 'Actual Rows': kept = 0, 'Rows Removed by Filter': left = 0, 'Actual Loops': loops = 1 } = plan;
  const own = BIG.has(plan['Relation Name'] ?? '') ? (kept + left) * loops : 0;
  return (plan.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), own);
}

/** What each of the questions is planned as, in a transaction like the one that they were asked in. */
async function explained(how: string, asked: readonly Asked[]): Promise<{ statement: string; plan?: Plan }[]> {
  const client = await database.pool.connect();
  try {
    await client.query(asked[0]?.text ?? '');
    const found = [];
    for (const { text, values } of asked.filter(isSelect)) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`${how} ${text}`, values);
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      found.push({ statement: `${text} with ${JSON.stringify(values)}`, ...(plan && { plan }) });
    }
    return found;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const BIG = new Set([
  'user',
  'party',
  'deposit',
  'withdrawal',
  'trade',
  'audit',
  'note',
  'entry',
  'posting',
  'closing_fill',
]);

describe.each(LISTS.map(({ name }) => name))('%s', (name) => {
  const last = 1_000_000;
  const queries = [
    {},
    { page: 150 },
    { page: last },
    { status: STATUS[name] },
    ...(name === 'withdrawals' ? [{ status: 'overdue' }, { status: 'overdue', q: '01' }] : []),
    ...PARTS.flatMap((q) => [{ q }, { q, page: 5 }, { q, status: STATUS[name] }]),
    ...sortsOf(name).flatMap((sort) => [
      { sort },
      { sort, page: 150 },
      { sort, status: STATUS[name] },
      ...PARTS.flatMap((q) => [
        { q, sort },
        { q, sort, status: STATUS[name] },
      ]),
    ]),
  ];

  it('[G20] no statement of a page, search or filter reads a big table from end to end', async () => {
    const asked: Asked[] = [];
    for (const query of queries) await PAGES[name](listening(database.pool, asked), query);
    expect(asked.filter(isSelect).length).toBeGreaterThan(queries.length);
    for (const { statement, plan } of await explained('explain (format json)', asked)) {
      const read = plan ? scans(plan) : ['?'];
      expect(
        read.filter((table) => BIG.has(table) || table === '?'),
        statement,
      ).toEqual([]);
    }
  });

  it('[G21] a page by date reads no more rows than lie between it and the nearest step of the map, however many a list has', async () => {
    const asked: Asked[] = [];
    for (const query of [{}, { page: 150 }, { page: last }, { sort: 'oldest' }] as const)
      await PAGES[name](listening(database.pool, asked), query);
    for (const { statement, plan } of await explained('explain (analyze, format json)', asked)) {
      const read = plan ? rowsRead(plan) : Number.POSITIVE_INFINITY;
      expect(read, statement).toBeLessThanOrEqual(STEP_ROWS + UNMAPPED_ROWS + SIZE);
    }
  });
});

async function keysInOrder(list: List, where = 'true', sort: Sort = 'newest'): Promise<string[]> {
  const { by, down } = SORTS[sort];
  const columns = by === 'date' ? [list.key] : [by, list.key];
  const { rows } = await database.ownerPool.query<{ key: string }>(
    `select t.${list.key}::text as key from ${list.table} t where ${where}
     order by ${columns.map((column) => `t.${column} ${down ? 'desc' : 'asc'}`).join(', ')}`,
  );
  return rows.map(({ key }) => key);
}

async function page(list: List, query: Parameters<typeof pageRequest>[0]) {
  return readPage(
    database.pool,
    list,
    pageRequest(query, SIZE),
    async (_client, keys) => new Map(keys.map((key) => [key, key])),
  );
}

it.each([USERS, DEPOSITS, WITHDRAWALS, TRADES, AUDIT])(
  '[G21] every page of $name holds the rows that belong there, and the total is exact',
  async (list) => {
    const all = await keysInOrder(list);
    const pages = Math.ceil(all.length / SIZE);
    const some = [1, 2, Math.floor(pages / 3), Math.floor(pages / 2), pages - 101, pages - 100, pages - 1, pages];
    for (const number of some.filter((n) => n > 0)) {
      const found = await page(list, { page: number });
      expect(found.data).toEqual(all.slice((number - 1) * SIZE, number * SIZE));
      expect(found).toMatchObject({ total: all.length, capped: false });
    }
    expect((await page(list, { page: pages + 1 })).data).toEqual([]);
  },
);

it('[G21] the page map may be missing, behind or made afresh: pages are the same', async () => {
  const all = await keysInOrder(TRADES);
  const middle = Math.floor(all.length / SIZE / 2);
  const expected = all.slice((middle - 1) * SIZE, middle * SIZE);
  await database.ownerPool.query("delete from app.page_map where list = 'trades' and step > 7");
  expect((await page(TRADES, { page: middle })).data).toEqual(expected);
  await database.ownerPool.query('truncate app.page_map');
  expect(await page(TRADES, { page: middle })).toMatchObject({ data: expected, total: all.length });
  await rebuildPageMaps(database.pool);
  const { rows } = await database.ownerPool.query("select step from app.page_map where list = 'trades'");
  expect(rows.length).toBe(Math.floor(all.length / 1000) - 1);
  expect(await page(TRADES, { page: middle })).toMatchObject({ data: expected, total: all.length });
});

it('[G21] a map is made afresh in rounds, and a list that cannot be read keeps no other one from its turn', async () => {
  const steps = async (list: string): Promise<string[]> =>
    (
      await database.ownerPool.query<{ key: string }>('select key from app.page_map where list = $1 order by step', [
        list,
      ])
    ).rows.map(({ key }) => key);
  await extendPageMaps(database.pool);
  const [trades, audit] = [await steps('trades'), await steps('audit')];
  await database.ownerPool.query("update app.page_map set key = '0' where list in ('trades', 'audit') and step = 1");
  await database.ownerPool.query('revoke select on ledger.deposit from clearbook_app');
  try {
    await expect(rebuildPageMaps(database.pool, 4 * STEP_ROWS)).rejects.toThrow('permission denied');
  } finally {
    await database.ownerPool.query('grant select on ledger.deposit to clearbook_app');
  }
  expect([await steps('trades'), await steps('audit')]).toEqual([trades, audit]);
  expect(trades.length).toBeGreaterThan(10);
});

it.each([
  [TRADES, null],
  [TRADES, 'closed'],
  [DEPOSITS, null],
  [DEPOSITS, 'approved'],
  [WITHDRAWALS, null],
  [WITHDRAWALS, 'rejected'],
] as const)(
  '[G24] a portion of the file of $0.name in state $1 reads what it shows, and not all that is left',
  async (list, status) => {
    const all = await keysInOrder(list, status === null ? 'true' : list.filter(`'${status}'`));
    const from = Math.floor(all.length / 10);
    const { found, plan, statement } = await portionOf(list, status, all[from]);
    expect(found).toEqual(all.slice(from + 1, from + 101));
    // Three of ten trades are open, and lie between the others.
    expect(plan ? rowsRead(plan) : Number.POSITIVE_INFINITY, statement).toBeLessThanOrEqual(200);
  },
);

it('[G24] open trades, which are few and the newest, are collected by their own index', async () => {
  const all = await keysInOrder(TRADES, "t.status = 'active'");
  const from = Math.floor(all.length / 10);
  const { found, plan, statement } = await portionOf(TRADES, 'active', all[from]);
  expect(found).toEqual(all.slice(from + 1, from + 101));
  expect(JSON.stringify(plan), statement).toContain('trade_client_active');
  expect(plan ? rowsRead(plan) : Number.POSITIVE_INFINITY, statement).toBeLessThanOrEqual(all.length);
});

/** A hundred rows of a file, and how they are found. */
async function portionOf(list: List, status: string | null, before: string | undefined) {
  const asked: Asked[] = [];
  const begin = 'begin; set local enable_seqscan = off; set local jit = off';
  const client = await listening(database.pool, asked).connect();
  try {
    await client.query(begin);
    const found = await firstMatches(client, list, { part: null, status, sort: 'newest' }, 100, before);
    const [read] = await explained('explain (analyze, format json)', [
      { text: begin, values: [] },
      ...asked.filter((each) => isSelect(each) && each.text.includes(`${list.table} t`)),
    ]);
    return { found, ...read };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

it('[G21] rows that come in between shift pages by as many rows, and the total follows', async () => {
  const before = await keysInOrder(USERS);
  await openUser(database.pool, newId(), 'client');
  const found = await page(USERS, { page: 100 });
  expect(found.total).toBe(before.length + 1);
  expect(found.data).toEqual(before.slice(99 * SIZE - 1, 100 * SIZE - 1));
});

it.each([
  ['load-0001234', 1],
  ['load-00012', 100],
  ['LOAD-00012', 100],
  ['load-0001', 1_000],
  ['clearbook.inv', LOAD_USERS],
  ['29@clearbook', 30],
  ['_', 0],
  ['%', 0],
  ['nobody', 0],
] as const)('[G22] the search for %s finds the newest %i matches in every table', async (q, people) => {
  const found = await page(USERS, { q });
  expect(found.total).toBe(Math.min(people, MATCHES_MAX));
  expect(found.capped).toBe(people > MATCHES_MAX);
  const part = q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
  for (const list of [TRADES, DEPOSITS, WITHDRAWALS]) {
    const truth = await keysInOrder(
      list,
      `exists (select 1 from app.user u where u.id = t.client_id and u.email like '%${part}%')`,
    );
    const total = Math.min(truth.length, MATCHES_MAX);
    const number = Math.max(1, Math.floor(total / SIZE / 2));
    const rows = await page(list, { q, page: number });
    expect(rows.data).toEqual(truth.slice(0, MATCHES_MAX).slice((number - 1) * SIZE, number * SIZE));
    expect(rows).toMatchObject({ total, capped: truth.length > MATCHES_MAX });
  }
});

it('[G22] the audit log is searched by the staff who acted and by the client it was about', async () => {
  const { rows } = await database.ownerPool.query<{ client: string; number: string }>(
    'select u.email as client, a.number from ledger.audit a join app.user u on u.id = a.client_id order by a.number desc limit 1',
  );
  const [newest] = rows;
  expect((await page(AUDIT, { q: newest?.client ?? '' })).data[0]).toBe(newest?.number);
  expect((await page(AUDIT, { q: `${staffId}@` })).data[0]).toBe(newest?.number);
});

it('[G23] a filter lists what is in that state, together with a search too', async () => {
  const pending = await keysInOrder(DEPOSITS, "t.status = 'pending'");
  expect(await page(DEPOSITS, { status: 'pending' })).toMatchObject({
    data: pending.slice(0, SIZE),
    total: Math.min(pending.length, MATCHES_MAX),
  });
  const both = await keysInOrder(
    DEPOSITS,
    "t.status = 'pending' and exists (select 1 from app.user u where u.id = t.client_id and u.email like '%-00012%')",
  );
  expect(both.length).toBeGreaterThan(0);
  expect((await page(DEPOSITS, { status: 'pending', q: '-00012' })).total).toBe(both.length);
});

describe.each([USERS, DEPOSITS, WITHDRAWALS, TRADES, AUDIT])('$name', (list) => {
  it.each(sortsOf(list.name))(
    '[G95] in the order %s, a page holds what belongs there of the whole table',
    async (sort) => {
      const all = await keysInOrder(list, 'true', sort);
      const byDate = SORTS[sort].by === 'date';
      const listed = byDate ? all : all.slice(0, MATCHES_MAX);
      const pages = Math.ceil(listed.length / SIZE);
      for (const number of [1, 2, Math.floor(pages / 2), pages - 1, pages].filter((n) => n > 0)) {
        const found = await page(list, { sort, page: number });
        expect(found.data).toEqual(listed.slice((number - 1) * SIZE, number * SIZE));
        expect(found).toMatchObject({ total: listed.length, capped: all.length > listed.length });
      }
      expect((await page(list, { sort, page: pages + 1 })).data).toEqual([]);
    },
  );

  it.each(sortsOf(list.name))('[G95] the order %s holds for a search and a filter too', async (sort) => {
    const status = STATUS[list.name];
    const inState = list.filter(`'${status}'`);
    const theirs = (part: string) =>
      list.people
        .map((column) => `exists (select 1 from app.user u where u.id = t.${column} and u.email like '%${part}%')`)
        .join(' or ');
    for (const [query, where] of [
      [{ status }, inState],
      ...['00012', 'load-0001', 'clearbook.inv'].flatMap((q): [object, string][] => [
        [{ q }, theirs(q)],
        [{ q, status }, `${inState} and (${theirs(q)})`],
      ]),
    ] as const) {
      const all = await keysInOrder(list, where, sort);
      const found = await page(list, { ...query, sort });
      expect(found.data, JSON.stringify(query)).toEqual(all.slice(0, SIZE));
      expect(found).toMatchObject({ total: Math.min(all.length, MATCHES_MAX), capped: all.length > MATCHES_MAX });
    }
  });
});
