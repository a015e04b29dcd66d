/** Page, search and filter of an admin table, as SQL needs them. `part` and `pattern` are null without a search, `status` without a filter. */
export type PageRequest = {
  readonly page: number;
  readonly pageSize: number;
  readonly offset: number;
  readonly part: string | null;
  readonly pattern: string | null;
  readonly status: string | null;
};

type Query = {
  page?: number | undefined;
  page_size?: number | undefined;
  q?: string | undefined;
  status?: string | undefined;
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
