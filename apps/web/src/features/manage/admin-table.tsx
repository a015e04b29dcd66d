import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect } from 'react';
import { API_BASE } from '../../lib/api.ts';
import type { AdminPage } from '../../lib/queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table.tsx';
import classes from './manage.module.css';
import { useTableAddress } from './use-table-address.ts';

type Page<Row> = { data: Row[]; page: number; page_size: number; total: number; capped?: boolean | undefined };

/** A table of the Manage area: searched by email and paged by the server. */
export function AdminTable<Row, Key extends QueryKey>({
  label,
  query,
  pageSize,
  columns,
  rowKey,
  onRow,
  empty,
  states,
  filter = { label: words.filter, all: words.allStates },
  file,
}: {
  label: string;
  query: (page: AdminPage) => UseQueryOptions<Page<Row>, Error, Page<Row>, Key>;
  pageSize: number;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  onRow?: (row: Row) => void;
  empty: { title: string; text: string };
  /** What the filter offers: states and their words. */
  states?: Readonly<Record<string, string>>;
  /** What the filter is called where it is not about states, and its first choice, which leaves nothing out. */
  filter?: { label: string; all: string };
  /** Where the table comes from as a file. */
  file?: `/admin/${string}.csv`;
}) {
  const address = useTableAddress();
  const { page, q, setPage } = address;
  // A state that this table does not have is no filter.
  const status = Object.hasOwn(states ?? {}, address.status) ? address.status : '';
  const asked = { ...(q !== '' && { q }), ...(status !== '' && { status }) };
  const list = useQuery(query({ page, page_size: pageSize, ...asked }));
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
      tools={
        <Group gap="xs" className={classes.tools}>
          {states === undefined ? null : (
            <NativeSelect
              aria-label={filter.label}
              value={status}
              data={[
                { value: '', label: filter.all },
                ...Object.entries(states).map(([value, name]) => ({ value, label: name })),
              ]}
              onChange={(event) => address.setStatus(event.currentTarget.value)}
            />
          )}
          {file === undefined ? null : (
            <Button
              component="a"
              variant="default"
              download
              href={`${API_BASE}${file}${addressOf(asked)}`}
              leftSection={<Download size={16} aria-hidden />}
            >
              {words.export}
            </Button>
          )}
        </Group>
      }
      filtered={status !== ''}
      note={list.data?.capped === true ? words.capped(list.data.total) : undefined}
      {...(onRow === undefined ? {} : { onRow })}
    />
  );
}

function addressOf(asked: Record<string, string>): string {
  const query = new URLSearchParams(asked).toString();
  return query === '' ? '' : `?${query}`;
}
