import { instantsOf } from '@clearbook/contracts/common';
import type { manageWords } from '@clearbook/contracts/words/manage';
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
type Asked<Q> = { readonly actor: Pick<Actor, 'userId'>; readonly query: Q; readonly now: Date };

/** What staff take as a file: whatever the audit log has words for. */
type FileName = keyof typeof manageWords.actions extends infer Action
  ? Action extends `${infer Name}.export`
    ? Name
    : never
  : never;

/** Writes down that staff took a table with them, and what narrowed it. */
export async function recordExport(
  pool: Pool,
  name: FileName,
  { actor, query: { q, ...filters }, now }: Asked<Readonly<Record<string, string | undefined>>>,
): Promise<void> {
  // What was searched for may be somebody's address, and no personal text enters the log.
  await pool.query("select ledger.record_audit($1, $2, 'table', $3, null, $4, $5)", [
    actor.userId,
    `${name}.export`,
    name,
    { ...filters, searched: q ? 'yes' : 'no' },
    now,
  ]);
}

/** Rows that are at hand as a whole. */
export async function* listed<R>(rows: readonly R[]): AsyncGenerator<R> {
  yield* rows;
}

/** Whether something of such a list came to be between the dates of a file. */
export function within<T>(range: Pick<Query, 'after' | 'until'>, at: (item: T) => string): (item: T) => boolean {
  const { from, before } = instantsOf(range);
  return (item) => {
    const moment = new Date(at(item));
    return (from === null || moment >= from) && (before === null || moment < before);
  };
}

/** Every row of a list that is read by cursor: a page when the one before has been sent. */
export async function* everyRow<R>(
  read: (page: { readonly cursor: string | undefined; readonly limit: number }) => Promise<{
    data: R[];
    next_cursor: string | null;
  }>,
): AsyncGenerator<R> {
  let cursor: string | undefined;
  do {
    const page = await read({ cursor, limit: PORTION });
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/**
 * Writes down that staff took a table with them, then reads it in portions to its end, newest first: the next one when the one before has been
 * sent.
 */
export async function exportTable<R>(
  pool: Pool,
  list: List,
  asked: Asked<Query>,
  rowsOf: (client: ClientBase, keys: readonly string[]) => Promise<Map<string, R>>,
): Promise<AsyncIterable<R>> {
  await recordExport(pool, list.name, asked);
  return portions(pool, list, asked.query, rowsOf);
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
