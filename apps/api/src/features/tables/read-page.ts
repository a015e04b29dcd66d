import { SORTS, type Sort } from '@clearbook/contracts/table-sorts';
import type { ClientBase, Pool } from 'pg';
import type { PageRequest } from '../../platform/paging.ts';
import type { List } from './lists.ts';
import { countRows, keysOfPage } from './page-map.ts';
import { findPeople, patternOf } from './people.ts';

/** A search, a filter or an order of other than dates lists this many of the first matches. Whoever looks for another one types more of the address. */
export const MATCHES_MAX = 1_000;

/** From so many people on, their first rows are looked for among the first of all: taking all rows of each of them costs more. */
const SEVERAL_PEOPLE = 1_000;
/** How many of the newest rows that is. */
const FIRST = 30_000;

export type PageOf<T> = { readonly data: T[]; readonly total: number; readonly capped: boolean };
/** Rows from this moment on, and before that one. */
type Stretch = { readonly from?: Date | null; readonly until?: Date | null };
type Wanted = Pick<PageRequest, 'offset' | 'pageSize' | 'part' | 'status' | 'sort'>;

/**
 * One page of a list, newest first unless another order is asked for. Everything is read from one snapshot.
 * @param show reads the rows of these keys, in any order, and may not leave one out
 */
export async function readPage<T>(
  pool: Pool,
  list: List,
  page: Wanted,
  show: (client: ClientBase, keys: readonly string[]) => Promise<Map<string, T>>,
): Promise<PageOf<T>> {
  return reading(pool, async (client) => {
    const { keys, total, capped } = await pageKeys(client, list, page);
    const rows = keys.length === 0 ? new Map<string, T>() : await show(client, keys);
    return { data: keys.map((key) => rows.get(key)).filter((row) => row !== undefined), total, capped };
  });
}

async function pageKeys(client: ClientBase, list: List, page: Wanted) {
  const { offset, pageSize: size, part, status, sort } = page;
  const { by, down } = SORTS[sort];
  if (part === null && status === null && by === 'date') {
    const total = await countRows(client, list);
    return { keys: await keysOfPage(client, list, total, { offset, size, down }), total, capped: false };
  }
  const found = await firstMatches(client, list, page, MATCHES_MAX + 1);
  const matches = found.slice(0, MATCHES_MAX);
  return {
    keys: matches.slice(offset, offset + size),
    total: matches.length,
    capped: found.length > MATCHES_MAX,
  };
}

/**
 * Keys of the first rows that match, at most `limit`, optionally only those before a key or of a stretch of time. Some people: all of their rows, by the index of
 * owners, and the first of these. Several thousand: the first rows of the list, which mostly hold enough of
 * theirs. Very many people, or a filter alone: from the first row on, until enough are found.
 */
export async function firstMatches(
  client: ClientBase,
  list: List,
  { part, status, sort, from = null, until = null }: Pick<Wanted, 'part' | 'status' | 'sort'> & Stretch,
  limit: number,
  before: string = list.last,
): Promise<string[]> {
  const { key, keyType, people, at } = list;
  const who = part === null ? undefined : await findPeople(client, part);
  if (who === 'nobody') return [];
  const filter = status === null ? '$4::text is null' : list.filter('$4');
  const dated = `($5::timestamptz is null or t.${at} >= $5) and ($6::timestamptz is null or t.${at} < $6)`;
  const where = `t.${key} < $2::${keyType} and ${filter} and ${dated}`;
  if (who !== undefined && who !== 'many') {
    const values = [who.ids, before, limit, status, from, until];
    // One row a person: nothing to look for.
    const several = who.people >= SEVERAL_PEOPLE && !people.includes(key);
    const first = several ? await keysOf(client, amongFirst(list, where, { status, sort }), values) : [];
    return first.length === limit ? first : keysOf(client, ofPeople(list, where, sort), values);
  }
  return keysOf(
    client,
    `select t.${key}::text as key from ${firstOf(list, `${where} and ${part === null ? '$1::text is null' : owned(list)}`, { status, sort, limit: '$3' })} order by ${orderOf(list, sort, 't')} limit $3`,
    [part === null ? null : patternOf(part), before, limit, status, from, until],
  );
}

/** Rows of one date or amount have an order too, so that no page repeats what another one shows. */
function orderOf(list: List, sort: Sort, rows: string): string {
  return orderColumns(list, sort)
    .map((column) => `${rows}.${column}${SORTS[sort].down ? ' desc' : ''}`)
    .join(', ');
}

/** A list's key grows with time. */
function orderColumns({ key }: List, sort: Sort): readonly string[] {
  const { by } = SORTS[sort];
  return by === 'date' ? [key] : [by, key];
}

type First = Pick<Wanted, 'status' | 'sort'> & { readonly limit: string; readonly more?: readonly string[] };

/**
 * The first rows that match. By date from each book its own, as its index has them, since no index has those of all books in order: without that each portion
 * of a file would sort all that is left of the list. Rows in a state that has an index are found by that.
 */
function firstOf(list: List, where: string, { status, sort, limit, more = [] }: First): string {
  const { table, inBooks, hasIndexOf } = list;
  const columns = [...new Set([...orderColumns(list, sort), ...more])].map((column) => `t.${column}`).join(', ');
  const first = (which: string): string =>
    `(select ${columns} from ${table} t where ${which}${where} order by ${orderOf(list, sort, 't')} limit ${limit})`;
  return inBooks && SORTS[sort].by === 'date' && (status === null || !hasIndexOf(status))
    ? `(select f.* from unnest(ledger.books()) as b cross join lateral ${first('t.book = b and ')} f order by ${orderOf(list, sort, 'f')} limit ${limit}) t`
    : `${first('')} t`;
}

function amongFirst(list: List, where: string, { status, sort }: Pick<Wanted, 'status' | 'sort'>): string {
  const { key, people } = list;
  const theirs = people.map((column) => `t.${column} = any($1::uuid[])`).join(' or ');
  return `select t.${key}::text as key from ${firstOf(list, where, { status, sort, limit: String(FIRST), more: people })}
    where ${theirs} order by ${orderOf(list, sort, 't')} limit $3`;
}

/** Collected before they are sorted: left to itself, the planner walks the whole list in its order instead. */
function ofPeople(list: List, where: string, sort: Sort): string {
  const { table, key, people } = list;
  const columns = orderColumns(list, sort).join(', t.');
  const ofEach = people.map(
    (column) => `(select t.${columns} from ${table} t where t.${column} = any($1::uuid[]) and ${where} offset 0)`,
  );
  return `select f.${key}::text as key from (${ofEach.join(' union ')}) f order by ${orderOf(list, sort, 'f')} limit $3`;
}

/** One look at a person for each row, first row first: the planner may not turn it round and collect everybody's rows. */
function owned({ name, people }: List): string {
  if (name === 'users') return 't.email like $1';
  const ids = people.map((column) => `t.${column}`).join(', ');
  return `exists (select 1 from app.user u where u.id in (${ids}) and u.email like $1 offset 0)`;
}

async function keysOf(client: ClientBase, text: string, values: unknown[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(text, values);
  return rows.map(({ key }) => key);
}

/** One snapshot for everything inside, and no plan that reads a whole table where an index would do. */
export async function reading<T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(
      'begin isolation level repeatable read read only; set local enable_seqscan = off; set local jit = off',
    );
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
