import type { StatementFile } from '@clearbook/contracts/reconciliation';
import { reconciliationWords as words } from '@clearbook/contracts/words/reconciliation';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ListTable } from '../manage/index.ts';
import classes from './reconciliation.module.css';

export function Files() {
  const { data, error, refetch } = useQuery(queries.statementFiles());
  return (
    <ListTable
      label={words.files}
      file="/admin/statement-files.csv"
      columns={COLUMNS}
      rows={data?.files}
      rowKey={({ id }) => id}
      error={error}
      onRetry={() => void refetch()}
      empty={{ title: words.noFiles }}
      pageSize={10}
    />
  );
}

const COLUMNS: readonly Column<StatementFile>[] = [
  { key: 'date', header: words.date, render: ({ at }) => formatDateTime(at) },
  { key: 'account', header: words.account, render: ({ method }) => words.methods[method] },
  { key: 'name', header: words.name, render: ({ name }) => <span className={classes.text}>{name}</span> },
  { key: 'format', header: words.format, render: ({ format }) => format.toUpperCase() },
  { key: 'by', header: words.by, render: ({ by }) => <span className={classes.text}>{by}</span> },
  { key: 'lines', header: words.linesIn, align: 'end', render: ({ lines }) => lines.toLocaleString('en') },
  { key: 'known', header: words.knownIn, align: 'end', render: ({ known }) => known.toLocaleString('en') },
  { key: 'matched', header: words.matchedIn, align: 'end', render: ({ matched }) => matched.toLocaleString('en') },
];
