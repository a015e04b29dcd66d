/** Page and search of an admin table, as SQL needs them. `pattern` is null without a search. */
export type PageRequest = {
  readonly page: number;
  readonly pageSize: number;
  readonly offset: number;
  readonly pattern: string | null;
};

type Query = { page?: number | undefined; page_size?: number | undefined; q?: string | undefined };

export function pageRequest(query: Query, defaultSize: number): PageRequest {
  const [page, pageSize] = [query.page ?? 1, query.page_size ?? defaultSize];
  const part = query.q?.trim().toLowerCase();
  return {
    page,
    pageSize,
    offset: (page - 1) * pageSize,
    pattern: part ? `%${part.replaceAll(/[\\%_]/g, '\\$&')}%` : null,
  };
}

export function pageReply<T>(
  { page, pageSize }: PageRequest,
  data: T[],
  total: number,
): { data: T[]; page: number; page_size: number; total: number } {
  return { data, page, page_size: pageSize, total };
}
