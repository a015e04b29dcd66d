import { instantsOf } from '@clearbook/contracts/common';
import type { ClientBase, Pool } from 'pg';
import type { Actor } from '../../platform/http/index.ts';
import { pageRequest } from '../../platform/paging.ts';
import type { List } from './lists.ts';
import { firstMatches, reading } from './read-page.ts';

const PORTION = 500;

type Query = {
  q?: string | undefined;
  status?: string | undefined;
  after?: string | undefined;
  until?: string | undefined;
};

/**
 * Writes down that staff took a table with them, then reads it in portions to its end, newest first: the next one when the one before has been
 * sent.
 */
export async function exportTable<R>(
  pool: Pool,
  list: List,
  { actor, query, now }: { actor: Actor; query: Query; now: Date },
  rowsOf: (client: ClientBase, keys: readonly string[]) => Promise<Map<string, R>>,
): Promise<AsyncIterable<R>> {
  // What was searched for may be somebody's address, and no personal text enters the log.
  await pool.query("select ledger.record_audit($1, $2, 'table', $3, null, $4, $5)", [
    actor.userId,
    `${list.name}.export`,
    list.name,
    {
      ...(query.status !== undefined && { status: query.status }),
      ...(query.after !== undefined && { after: query.after }),
      ...(query.until !== undefined && { until: query.until }),
      searched: query.q ? 'yes' : 'no',
    },
    now,
  ]);
  return portions(pool, list, query, rowsOf);
}

async function* portions<R>(
  pool: Pool,
  list: List,
  query: Query,
  rowsOf: (client: ClientBase, keys: readonly string[]) => Promise<Map<string, R>>,
): AsyncIterable<R> {
  const { from, before: until } = instantsOf(query);
  const wanted = { ...pageRequest(query, PORTION), from, until };
  let before: string = list.last;
  for (;;) {
    const { keys, rows } = await reading(pool, async (client) => {
      const found = await firstMatches(client, list, wanted, PORTION, before);
      return { keys: found, rows: found.length === 0 ? new Map<string, R>() : await rowsOf(client, found) };
    });
    for (const key of keys) {
      const row = rows.get(key);
      if (row !== undefined) yield row;
    }
    if (keys.length < PORTION) return;
    before = keys.at(-1) ?? before;
  }
}

/** Rows of a file from what the screens show. */
export function inFileRows<T, R>(shown: ReadonlyMap<string, T>, rowOf: (item: T) => R): Map<string, R> {
  return new Map([...shown].map(([key, item]) => [key, rowOf(item)]));
}
