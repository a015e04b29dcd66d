import type { FilePath } from '@clearbook/contracts/list-files';
import type { Permission } from '@clearbook/contracts/permissions';
import { type Sort, SORTS, TABLE_SORTS, type TableName } from '@clearbook/contracts/table-sorts';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { AdminPage } from '../../lib/queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ExportButton } from './export-button.tsx';
import classes from './manage.module.css';
import { SavedViews } from './saved-views.tsx';
import { useCan } from './use-can.ts';
import { useTableAddress } from './use-table-address.ts';

type Page<Row> = { data: Row[]; page: number; page_size: number; total: number; capped?: boolean | undefined };

/** A table of the Manage area: what it shows, what narrows it, where a row leads and what it is as a file. */
export type AdminTableOf<Row, Key extends QueryKey> = {
  /** The table by the name under which its views are saved. */
  name: TableName;
  label: string;
  query: (page: AdminPage) => UseQueryOptions<Page<Row>, Error, Page<Row>, Key>;
  pageSize: number;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** The page of a row. */
  to?: (row: Row) => string;
  empty: { title: string; text: string };
  /** What the filter offers: states and their words. */
  states?: Readonly<Record<string, string>>;
  /** What the filter is called where it is not about states, and its first choice, which leaves nothing out. */
  filter?: { label: string; all: string };
  /** Where the table comes from as a file: each of them does. */
  file: FilePath;
  /** What taking it as a file needs, where that is more than reading it. */
  fileNeeds?: Permission;
};

/** Here for its types: a row of another list is found where the table is declared. */
export function adminTable<Row, Key extends QueryKey>(table: AdminTableOf<Row, Key>): AdminTableOf<Row, Key> {
  return table;
}

type Props<Row, Key extends QueryKey> = {
  table: AdminTableOf<Row, Key>;
  /** A column of buttons, where rows can be acted upon. */
  actions?: Column<Row>;
  /** What a press on a row does where it leads to no page. */
  onRow?: (row: Row) => void;
};

/** Draws any of them: searched by email and paged by the server. */
export function AdminTable<Row, Key extends QueryKey>({ table, actions, onRow }: Props<Row, Key>) {
  const {
    label,
    query,
    pageSize,
    states,
    to,
    filter = { label: words.filter, all: words.allStates },
    file,
    fileNeeds,
  } = table;
  const navigate = useNavigate();
  const can = useCan();
  const address = useTableAddress();
  const { page, q, setPage } = address;
  // A state that this table does not have is no filter.
  const status = Object.hasOwn(states ?? {}, address.status) ? address.status : '';
  // Nor is an order that it does not take.
  const sorts: readonly Sort[] = TABLE_SORTS[table.name];
  const sort = sorts.find((name) => name === address.sort) ?? 'newest';
  const asked = { ...(q !== '' && { q }), ...(status !== '' && { status }) };
  const inOrder = { ...asked, ...(sort !== 'newest' && { sort }) };
  const list = useQuery(query({ page, page_size: pageSize, ...inOrder }));
  const columns = actions === undefined ? table.columns : [...table.columns, actions];
  const setSort = (next: Sort) => address.setSort(next === 'newest' ? '' : next);
  const pages = Math.max(1, Math.ceil((list.data?.total ?? 0) / pageSize));

  // The page in the address may have vanished, for instance because rows were decided elsewhere: Back doesn't lead to it again.
  const beyond = list.data !== undefined && !list.isPlaceholderData && page > pages;
  useEffect(() => {
    if (beyond) setPage(pages, true);
  }, [beyond, pages, setPage]);

  return (
    <DataTable
      label={label}
      columns={columns.map((column) => ({ ...column, sorts: sorts.some((name) => SORTS[name].by === column.key) }))}
      rows={list.data?.data}
      rowKey={table.rowKey}
      error={list.error}
      onRetry={() => void list.refetch()}
      empty={table.empty}
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
          <NativeSelect
            className={classes.sort}
            aria-label={words.sort}
            value={sort}
            data={sorts.map((value) => ({ value, label: words.sorts[value] }))}
            onChange={({ currentTarget: { value } }) => setSort(sorts.find((name) => name === value) ?? 'newest')}
          />
          <SavedViews table={table.name} states={states} address={inOrder} onPick={address.show} />
          {fileNeeds === undefined || can(fileNeeds) ? <ExportButton of={label} file={file} query={asked} /> : null}
        </Group>
      }
      filtered={status !== ''}
      sorting={{
        by: { key: SORTS[sort].by, down: SORTS[sort].down },
        onSort: (key) => setSort(nextSort(sorts, sort, key)),
      }}
      note={list.data?.capped === true ? words.capped(list.data.total) : undefined}
      {...(to !== undefined && { onRow: (row: Row) => void navigate(to(row)) })}
      {...(onRow !== undefined && { onRow })}
    />
  );
}

/** A column's own order first, then the other way round. */
function nextSort(sorts: readonly Sort[], now: Sort, key: string): Sort {
  const [first = 'newest', second = first] = sorts.filter((name) => SORTS[name].by === key);
  return now === first ? second : first;
}
