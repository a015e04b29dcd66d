import { Skeleton, TextInput } from '@mantine/core';
import clsx from 'clsx';
import { ArrowDown, ArrowUp, Search, X } from 'lucide-react';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { uiWords } from '@clearbook/contracts/words/ui';
import classes from './data-table.module.css';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { StepButton } from './step-button.tsx';

export type Column<Row> = {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  /** Figures stand at the end, so that their digits align. */
  align?: 'end';
  /** Sentences: they get twice the room where a row's cells stand side by side. */
  long?: boolean;
  /** Keeps the header for screen readers only, as for a column of buttons. */
  hiddenHeader?: boolean;
  /** Its header orders the rows, where the table can be ordered. */
  sorts?: boolean;
};

type Sorting = { key: string; down: boolean };

type Props<Row> = {
  /** Names the table for those who cannot see it. */
  label: string;
  columns: readonly Column<Row>[];
  /** undefined while loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  error?: unknown;
  onRetry?: () => void;
  empty: ComponentProps<typeof EmptyState>;
  /** Cuts the rows into pages in the browser. Leave out when the server pages. */
  pageSize?: number;
  /** The server's pages: `page` counts from one. */
  paging?: { page: number; pages: number; onPage: (page: number) => void; busy?: boolean };
  search?: { label: string; value: string; onChange: (value: string) => void; placeholder?: string };
  /** Controls beside the search box. */
  tools?: ReactNode;
  /** The rows are what a filter left of them: none means that nothing matches. */
  filtered?: boolean;
  /** A sentence under the rows. */
  note?: string | undefined;
  onRow?: (row: Row) => void;
  /** What the rows are ordered by, null for the order in which they came. */
  sorting?: { by: Sorting | null; onSort: (key: string) => void } | undefined;
};

const SKELETON_ROWS = 5;
/** A table of more columns than this needs a wide place to stay a table. */
const COLUMNS_FEW = 5;

/** A real table with headers; where it has no room every row becomes a card. */
export function DataTable<Row>(props: Props<Row>) {
  const { rows, pageSize, paging, search, error } = props;
  const [localPage, setLocalPage] = useState(1);
  const pages = paging?.pages ?? (pageSize === undefined ? 1 : Math.max(1, Math.ceil((rows?.length ?? 0) / pageSize)));
  const page = Math.min(paging?.page ?? localPage, Math.max(1, pages));
  const [shownPage, setShownPage] = useState(page);
  // While the next rows are on their way, the page that is named is still that of the rows shown.
  if (paging?.busy !== true && shownPage !== page) setShownPage(page);
  const shown =
    pageSize === undefined || paging !== undefined ? rows : rows?.slice((page - 1) * pageSize, page * pageSize);
  const failed = error !== null && error !== undefined && rows === undefined;
  const empty = !failed && rows !== undefined && rows.length === 0;

  return (
    <div className={classes.root}>
      {(search !== undefined || props.tools !== undefined) && (
        <div className={classes.tools}>
          {search !== undefined && <SearchBox {...search} />}
          {props.tools}
        </div>
      )}
      {failed && <ErrorState error={error} onRetry={props.onRetry} />}
      {empty &&
        ((search !== undefined && search.value !== '') || props.filtered === true ? (
          <EmptyState kind="search" title={uiWords.nothingFound} text={uiWords.nothingFoundText} />
        ) : (
          <EmptyState {...props.empty} />
        ))}
      {!failed && !empty && (
        <div className={classes.scroll}>
          <table
            className={clsx(classes.table, props.columns.length > COLUMNS_FEW && classes.many)}
            role="table"
            aria-label={props.label}
            aria-busy={rows === undefined || paging?.busy === true}
          >
            <thead role="rowgroup">
              <HeadRow columns={props.columns} sorting={props.sorting} />
            </thead>
            <tbody role="rowgroup">
              {shown === undefined ? (
                <Loading columns={props.columns.length} />
              ) : (
                shown.map((row) => <DataRow key={props.rowKey(row)} row={row} {...props} />)
              )}
            </tbody>
          </table>
        </div>
      )}
      {props.note !== undefined && !failed && !empty && <p className={classes.note}>{props.note}</p>}
      {(paging !== undefined || pages > 1) && !failed && !empty && (
        <Pages
          label={props.label}
          page={page}
          shownPage={paging?.busy === true ? Math.min(shownPage, pages) : page}
          pages={rows === undefined ? null : Math.max(1, pages)}
          onPage={paging?.onPage ?? setLocalPage}
        />
      )}
    </div>
  );
}

function HeadRow<Row>({ columns, sorting }: Pick<Props<Row>, 'columns' | 'sorting'>) {
  return (
    <tr role="row">
      {columns.map((column) => {
        const by = sorting?.by?.key === column.key ? sorting.by : null;
        return (
          <th
            key={column.key}
            role="columnheader"
            scope="col"
            className={clsx(column.align === 'end' && classes.end)}
            aria-sort={by === null ? undefined : by.down ? 'descending' : 'ascending'}
          >
            {column.hiddenHeader === true ? (
              <span className={classes.hidden}>{column.header}</span>
            ) : sorting !== undefined && column.sorts === true ? (
              <button type="button" className={classes.sort} onClick={() => sorting.onSort(column.key)}>
                {column.header}
                {by !== null && (by.down ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
              </button>
            ) : (
              column.header
            )}
          </th>
        );
      })}
    </tr>
  );
}

type PagesProps = {
  label: string;
  /** The page that was asked for: the next step counts from it. */
  page: number;
  /** The page whose rows are shown. */
  shownPage: number;
  /** Unknown, and not said, until the first answer. */
  pages: number | null;
  onPage: (page: number) => void;
};

function Pages({ label, page, shownPage, pages, onPage }: PagesProps) {
  return (
    <nav className={classes.pages} aria-label={`${label}: pages`}>
      <StepButton off={pages === null || page <= 1} onStep={() => onPage(page - 1)}>
        {uiWords.previous}
      </StepButton>
      <span aria-live="polite">{pages !== null && uiWords.page(shownPage, pages)}</span>
      <StepButton off={pages === null || page >= pages} onStep={() => onPage(page + 1)}>
        {uiWords.next}
      </StepButton>
    </nav>
  );
}

function DataRow<Row>({ row, columns, onRow }: Pick<Props<Row>, 'columns' | 'onRow'> & { row: Row }) {
  return (
    <tr
      role="row"
      className={clsx(onRow !== undefined && classes.clickable)}
      onClick={onRow === undefined ? undefined : (event) => isPlainClick(event.target) && onRow(row)}
    >
      {columns.map((column) => (
        <td
          key={column.key}
          role="cell"
          data-label={column.hiddenHeader === true ? undefined : column.header}
          className={clsx(column.align === 'end' && classes.end, column.long === true && classes.long)}
        >
          {column.render(row)}
        </td>
      ))}
    </tr>
  );
}

/** A click on a link or button inside the row is its own; `onRow` is a comfort beside a real link in the row. */
function isPlainClick(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest('a, button, input, label') === null &&
    (globalThis.getSelection()?.toString() ?? '') === ''
  );
}

function Loading({ columns }: { columns: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <tr key={row} role="row">
      {Array.from({ length: columns }, (_cell, cell) => (
        <td key={cell} role="cell">
          <Skeleton height={14} my={4} width={cell === 0 ? '70%' : '50%'} />
          {row === 0 && cell === 0 && <span className={classes.hidden}>{uiWords.loading}</span>}
        </td>
      ))}
    </tr>
  ));
}

function SearchBox({ label, value, onChange, placeholder }: NonNullable<Props<unknown>['search']>) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder ?? label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={
        value === '' ? null : (
          <button type="button" className={classes.clear} aria-label={uiWords.clearSearch} onClick={() => onChange('')}>
            <X size={16} aria-hidden />
          </button>
        )
      }
      className={classes.search}
    />
  );
}
