import type { ClientBase, Pool } from 'pg';
import { each } from '../../platform/failures.ts';
import { withLease } from '../../platform/lease.ts';
import { lockTransaction } from '../../platform/locks.ts';
import { transaction } from '../../platform/transaction.ts';
import { type List, LISTS } from './lists.ts';

/** A key is kept for every so many rows. */
export const STEP_ROWS = 1_000;
/** So many of the newest rows are never in the map: a commit that is under way may still put a row among them. */
export const UNMAPPED_ROWS = 1_000;
/** Rows that one round of the job goes through. */
const ROUND_ROWS = 200_000;

/** How many rows a list has: what the map knows, and the rows behind it counted. */
export async function countRows(client: ClientBase, list: List): Promise<number> {
  const { step, key } = await lastStep(client, list);
  const { rows } = await client.query<{ rows: string }>(
    `select count(*) as rows from ${list.table} t where ${list.inBooks ? 't.book = any(ledger.books()) and ' : ''}t.${list.key} > $1::${list.keyType}`,
    [key],
  );
  return step * STEP_ROWS + Number(rows[0]?.rows ?? 0);
}

type Page = { readonly offset: number; readonly size: number; readonly down: boolean };

/** The keys of a page, newest or oldest first. `total` is what countRows said in the same transaction. */
export async function keysOfPage(client: ClientBase, list: List, total: number, page: Page): Promise<string[]> {
  return page.down ? keysFromEnd(client, list, total, page) : keysFromStart(client, list, page);
}

async function keysFromStart(client: ClientBase, list: List, { offset, size }: Page): Promise<string[]> {
  const { rows: bounds } = await client.query<{ step: number; key: string }>(
    'select step, key from app.page_map where list = $1 and step <= $2 order by step desc limit 1',
    [list.name, Math.floor(offset / STEP_ROWS)],
  );
  const { step, key } = bounds[0] ?? { step: 0, key: FIRST[list.keyType] };
  const { rows } = await client.query<{ key: string }>(
    `select key::text as key from ${keysBeyond(list, '>', '$1', '$2::bigint + $3::bigint')} order by keys.key limit $2 offset $3`,
    [key, size, offset - step * STEP_ROWS],
  );
  return rows.map((row) => row.key);
}

async function keysFromEnd(client: ClientBase, list: List, total: number, { offset, size }: Page): Promise<string[]> {
  // Counted from the oldest row, which is 1, the page begins with this one.
  const rank = total - offset;
  if (rank <= 0) return [];
  const { rows: bounds } = await client.query<{ step: number; key: string }>(
    'select step, key from app.page_map where list = $1 and step >= $2 order by step limit 1',
    [list.name, Math.ceil(rank / STEP_ROWS)],
  );
  const bound = bounds[0];
  const { rows } = await client.query<{ key: string }>(
    `select key::text as key from ${keysBeyond(list, '<=', '$1', '$2::bigint + $3::bigint')} order by keys.key desc limit $2 offset $3`,
    [bound?.key ?? list.last, size, bound ? bound.step * STEP_ROWS - rank : offset],
  );
  return rows.map(({ key }) => key);
}

/** The keys next to one, at least so many: from each book its own, as its index has them, since no index has those of all books in order. */
function keysBeyond({ table, key, keyType, inBooks }: List, side: '>' | '<=', from: string, most: string): string {
  const next = (where: string): string =>
    `(select t.${key} as key from ${table} t where ${where}t.${key} ${side} ${from}::${keyType} order by t.${key} ${side === '>' ? 'asc' : 'desc'} limit ${most})`;
  return inBooks
    ? `(select k.key from unnest(ledger.books()) as b cross join lateral ${next('t.book = b and ')} k) as keys`
    : `${next('')} as keys`;
}

/** Adds what has come to each list since the last time. For a job: safe anywhere, at any time, and cheap when there is nothing to do. */
export async function extendPageMaps(pool: Pool): Promise<void> {
  await each(LISTS, async (list) => {
    while (await extend(pool, list, list.name, ROUND_ROWS));
  });
}

/**
 * Counts everything afresh, in case a row has come to the middle of a list (a clock that was wrong, rows that were loaded past the ledger functions). In rounds like
 * those of the map itself, under another name that is put in its place at the end: pages are read by the map of before until then. One process does it at a time.
 */
export async function rebuildPageMaps(pool: Pool, roundRows = ROUND_ROWS): Promise<void> {
  const rebuild = (): Promise<void> =>
    each(LISTS, async (list) => {
      const anew = `${list.name} anew`;
      await pool.query('delete from app.page_map where list = $1', [anew]);
      while (await extend(pool, list, anew, roundRows));
      await transaction(pool, async (client) => {
        await lockTransaction(client, 'pageMaps');
        await client.query('delete from app.page_map where list = $1', [list.name]);
        await client.query('update app.page_map set list = $1 where list = $2', [list.name, anew]);
      });
    });
  await withLease(pool, 'pageMapsAnew', rebuild, { background: true });
}

/** What reads so many rows in the background may take longer than a request's statement. */
const STATEMENT_MAX = '2min';

/** Walks on from a map's last step. True where there is more to do right away. */
async function extend(pool: Pool, list: List, map: string, roundRows: number): Promise<boolean> {
  return transaction(pool, async (client) => {
    await client.query(`set local jit = off; set local statement_timeout = '${STATEMENT_MAX}'`);
    await lockTransaction(client, 'pageMaps');
    const { step, key } = await lastStep(client, list, map);
    const { rowCount } = await client.query(INSERT_STEPS(list), [map, step, key, roundRows]);
    return (rowCount ?? 0) * STEP_ROWS >= roundRows - UNMAPPED_ROWS;
  });
}

const FIRST = { uuid: '00000000-0000-0000-0000-000000000000', bigint: '0' } as const;

/** Walks on from a step, at most so many rows, and keeps every thousandth key but those of the newest rows. */
function INSERT_STEPS(list: List): string {
  return `insert into app.page_map (list, step, key)
    select $1, $2 + w.nth / ${STEP_ROWS}, w.key::text
    from (select t.key, row_number() over (order by t.key) as nth, count(*) over () as found
          from (select key from ${keysBeyond(list, '>', '$3', '$4')} order by keys.key limit $4) t) w
    where w.nth % ${STEP_ROWS} = 0 and w.nth <= w.found - ${UNMAPPED_ROWS}`;
}

async function lastStep(
  client: ClientBase,
  list: List,
  map: string = list.name,
): Promise<{ step: number; key: string }> {
  const { rows } = await client.query<{ step: number; key: string }>(
    'select step, key from app.page_map where list = $1 order by step desc limit 1',
    [map],
  );
  return rows[0] ?? { step: 0, key: FIRST[list.keyType] };
}
