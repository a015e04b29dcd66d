import { messages } from '@clearbook/contracts/messages';
import type { Sort } from '@clearbook/contracts/table-sorts';
import { Problem } from './http/problem.ts';

/** Page, search, filter and order of an admin table, as SQL needs them. `part` and `pattern` are null without a search, `status` without a filter. */
export type PageRequest = {
  readonly page: number;
  readonly pageSize: number;
  readonly offset: number;
  readonly part: string | null;
  readonly pattern: string | null;
  readonly status: string | null;
  readonly sort: Sort;
};

type Query = {
  page?: number | undefined;
  page_size?: number | undefined;
  q?: string | undefined;
  status?: string | undefined;
  sort?: Sort | undefined;
};

export function pageRequest(query: Query, defaultSize: number): PageRequest {
  const [page, pageSize] = [query.page ?? 1, query.page_size ?? defaultSize];
  const part = query.q?.trim().toLowerCase();
  return {
    page,
    pageSize,
    offset: (page - 1) * pageSize,
    part: part ? part : null,
    pattern: part ? `%${part.replaceAll(/[\\%_]/g, '\\$&')}%` : null,
    status: query.status ?? null,
    sort: query.sort ?? 'newest',
  };
}

/** `capped`: more rows match than are listed. */
export function pageReply<T>(
  { page, pageSize }: PageRequest,
  data: T[],
  total: number,
  capped?: boolean,
): { data: T[]; page: number; page_size: number; total: number; capped?: boolean } {
  return { data, page, page_size: pageSize, total, ...(capped !== undefined && { capped }) };
}

/**
 * A page of a list that is at hand as a whole, in its own order; all that is left where no limit is named. A cursor names the last row
 * of the page before. @throws Problem 422 where no row of the list has that name, or has it any more
 */
export function pageOf<T>(
  rows: readonly T[],
  nameOf: (row: T) => string,
  { limit = rows.length, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): { data: T[]; next_cursor: string | null } {
  const from = cursor === undefined ? 0 : rows.findIndex((row) => nameOf(row) === cursor) + 1;
  if (cursor !== undefined && from === 0) {
    const message = messages.common.badCursor;
    throw new Problem(422, 'request.invalid', message, [{ name: 'cursor', message }]);
  }
  const data = rows.slice(from, from + limit);
  const last = data.at(-1);
  return { data, next_cursor: last !== undefined && from + data.length < rows.length ? nameOf(last) : null };
}
