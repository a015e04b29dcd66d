import type { ClientBase, Pool } from 'pg';
import type { Actor } from '../../platform/http/index.ts';
import { pageRequest } from '../../platform/paging.ts';
import type { List } from './lists.ts';
import { newestMatches, reading } from './read-page.ts';

/** A file holds this many of the newest rows. */
export const EXPORT_ROWS_MAX = 100_000;
const PORTION = 500;

type Query = { q?: string | undefined; status?: string | undefined };

/** Writes down that staff took a table with them, then reads it in portions: the next one when the one before has been sent. */
export async function exportTable<T, R>(
  pool: Pool,
  list: List,
  { actor, query, now }: { actor: Actor; query: Query; now: Date },
  show: (client: ClientBase, keys: readonly string[]) => Promise<Map<string, T>>,
  rowOf: (item: T) => R,
): Promise<AsyncIterable<R>> {
  // What was searched for may be somebody's address, and no personal text enters the log.
  await pool.query("select ledger.record_audit($1, $2, 'table', $3, null, $4, $5)", [
    actor.userId,
    `${list.name}.export`,
    list.name,
    { ...(query.status !== undefined && { status: query.status }), searched: query.q ? 'yes' : 'no' },
    now,
  ]);
  return portions(pool, list, query, show, rowOf);
}

async function* portions<T, R>(
  pool: Pool,
  list: List,
  query: Query,
  show: (client: ClientBase, keys: readonly string[]) => Promise<Map<string, T>>,
  rowOf: (item: T) => R,
): AsyncIterable<R> {
  const wanted = pageRequest(query, PORTION);
  let before: string = list.last;
  for (let sent = 0; sent < EXPORT_ROWS_MAX; sent += PORTION) {
    const { keys, items } = await reading(pool, async (client) => {
      const found = await newestMatches(client, list, wanted, PORTION, before);
      return { keys: found, items: found.length === 0 ? new Map<string, T>() : await show(client, found) };
    });
    for (const key of keys) {
      const item = items.get(key);
      if (item !== undefined) yield rowOf(item);
    }
    if (keys.length < PORTION) return;
    before = keys.at(-1) ?? before;
  }
}
