import { manageWords as words } from '@clearbook/contracts/words/manage';
import { useQuery } from '@tanstack/react-query';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AdminPage } from '../../lib/queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { useTableAddress } from './use-table-address.ts';

type Page<Row> = { data: Row[]; page: number; page_size: number; total: number };

/** A table of the Manage area: searched by e-mail and paged by the server. */
export function AdminTable<Row, Key extends QueryKey>({
  label,
  query,
  pageSize,
  columns,
  rowKey,
  onRow,
  empty,
}: {
  label: string;
  query: (page: AdminPage) => UseQueryOptions<Page<Row>, Error, Page<Row>, Key>;
  pageSize: number;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  onRow?: (row: Row) => void;
  empty: { title: string; text: string };
}) {
  const address = useTableAddress();
  const { page, q, setPage } = address;
  const list = useQuery(query({ page, page_size: pageSize, q: q === '' ? undefined : q }));
  const pages = Math.max(1, Math.ceil((list.data?.total ?? 0) / pageSize));

  // The page in the address may have vanished, for instance because rows were decided elsewhere.
  const beyond = list.data !== undefined && !list.isPlaceholderData && page > pages;
  useEffect(() => {
    if (beyond) setPage(pages);
  }, [beyond, pages, setPage]);

  return (
    <DataTable
      label={label}
      columns={columns}
      rows={list.data?.data}
      rowKey={rowKey}
      error={list.error}
      onRetry={() => void list.refetch()}
      empty={empty}
      paging={{ page, pages, onPage: setPage, busy: list.isPlaceholderData }}
      search={{ label: words.search, value: address.typed, onChange: address.setTyped }}
      {...(onRow === undefined ? {} : { onRow })}
    />
  );
}
