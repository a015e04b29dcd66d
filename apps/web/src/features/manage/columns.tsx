import { formatDateTime, NO_VALUE } from '../../lib/format.ts';
import { Amount } from '../../ui/amount.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ageOf } from './age.ts';
import { EmailLink } from './email-link.tsx';

/** Columns that Manage's tables have in common: each looks the same wherever it stands. */
type Money = Parameters<typeof Amount>[0]['value'];

export function emailColumn<Row>(header: string, to: (row: Row) => string, email: (row: Row) => string): Column<Row> {
  return { key: 'email', header, render: (row) => <EmailLink to={to(row)} email={email(row)} /> };
}

export function moneyColumn<Row>(key: string, header: string, of: (row: Row) => Money): Column<Row> {
  return { key, header, align: 'end', render: (row) => <Amount value={of(row)} /> };
}

export function timeColumn<Row>(header: string, of: (row: Row) => string): Column<Row> {
  return { key: 'date', header, render: (row) => formatDateTime(of(row)) };
}

/** How long a row has been waiting; nothing where it does not. */
export function ageColumn<Row>(header: string, since: (row: Row) => string | null): Column<Row> {
  return {
    key: 'age',
    header,
    render: (row) => {
      const from = since(row);
      return from === null ? NO_VALUE : ageOf(from);
    },
  };
}
