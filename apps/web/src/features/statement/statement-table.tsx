import type { StatementLine, StatementMonth, StatementSplit } from '@clearbook/contracts/statement';
import { statementWords as words } from '@clearbook/contracts/words/statement';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatUsd, isZero } from '../../lib/format.ts';
import { Amount } from '../../ui/amount.tsx';
import { ManualBadge } from '../../ui/manual-badge.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { VerifyEntry, type ShownEntry } from '../verify/index.ts';
import { formatDayUtc, formatMonth, formatTimeUtc } from './utc.ts';
import classes from './statement.module.css';

/** A line with its entry, or a split, which is none. */
export type Shown = Omit<StatementLine, 'number'> & { readonly key: string; readonly number: string | null };

const columnsOf = (client: string): readonly Column<Shown>[] => [
  {
    key: 'date',
    header: words.columns.date,
    render: ({ at }) => (
      <time dateTime={at} className={classes.date}>
        {formatDayUtc(at)} <span className={classes.dim}>{formatTimeUtc(at)}</span>
      </time>
    ),
  },
  { key: 'what', long: true, header: words.columns.what, render: (line) => <What line={line} client={client} /> },
  {
    key: 'change',
    header: words.columns.change,
    align: 'end',
    render: (line) => <Amount value={line.change} trend />,
  },
  { key: 'balance', header: words.columns.balance, align: 'end', render: (line) => <Amount value={line.balance} /> },
  {
    key: 'cash',
    header: words.columns.cash,
    align: 'end',
    render: (line) => (
      <span className={classes.cash}>
        <Amount value={line.cash} />
        {isZero(line.cash_change.amount) ? null : (
          <span className={classes.dim}>
            {line.cash_change.amount.startsWith('-') ? '' : '+'}
            {formatUsd(line.cash_change.amount)}
          </span>
        )}
      </span>
    ),
  },
];

/** One month of entries under the figures of that whole month. */
export function MonthOfEntries({
  month,
  figures,
  lines,
  latest,
  client,
}: {
  month: string;
  figures: StatementMonth | undefined;
  lines: readonly Shown[];
  /** The newest month, which has not ended. */
  latest: boolean;
  /** Whose entries they are. */
  client: string;
}) {
  const name = formatMonth(month);
  const columns = useMemo(() => columnsOf(client), [client]);
  return (
    <Panel title={name} flush>
      {figures !== undefined && (
        <dl className={classes.month}>
          <Figure name={words.month.opening} value={figures.opening.amount} />
          <Figure name={words.month.added} value={figures.added.amount} />
          <Figure name={words.month.taken} value={figures.taken.amount} />
          <Figure name={latest ? words.month.sofar : words.month.closing} value={figures.closing.amount} />
        </dl>
      )}
      <div className={classes.table}>
        <DataTable
          label={`${words.title}: ${name}`}
          columns={columns}
          rows={lines}
          rowKey={(line) => line.key}
          empty={{ title: words.empty }}
        />
      </div>
    </Panel>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Amount value={value} />
      </dd>
    </div>
  );
}

function What({ line, client }: { line: Shown; client: string }) {
  // What narrows the list stays while a trade is looked at.
  const [search] = useSearchParams();
  const to = addressOf(line, search);
  return (
    <div className={classes.what}>
      <span className={classes.titleLine}>
        {to === null ? <strong>{line.title}</strong> : <Link to={to}>{line.title}</Link>}
        {line.manual && <ManualBadge />}
      </span>
      <span className={classes.dim}>{line.text}</span>
      {line.reason !== null && (
        <span className={classes.typed}>
          {words.reason}: {line.reason}
        </span>
      )}
      {line.number !== null && (
        <span className={classes.dim}>
          {words.entry(line.number)}
          {line.reference === null ? null : (
            <>
              {' · '}
              {words.reference} <span className={classes.typed}>{line.reference}</span>
            </>
          )}
          {isZero(line.owed_change.amount) ? null : ` · ${words.owedChange(signed(line.owed_change.amount))}`}
        </span>
      )}
      {line.number !== null && <VerifyEntry entry={asShown(line, line.number, client)} />}
    </div>
  );
}

/** Entries and splits together, newest first: a split after whatever was written before it. */
export function shownOf(lines: readonly StatementLine[], splits: readonly StatementSplit[]): Shown[] {
  const all = [...splits.map(asLine), ...lines.map((line) => ({ ...line, key: line.number }))];
  return all.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
}

/** What the line says of its entry, and what the log must have as well. */
function asShown({ at, event, change, cash_change, owed_change }: Shown, number: string, client: string): ShownEntry {
  return { number, at, event, client, total: change.amount, cash: cash_change.amount, owed: owed_change.amount };
}

function asLine({ corporate_action_id, trade_id, at, title, text, balance, cash }: StatementSplit): Shown {
  const none = { ...balance, amount: '0.00' };
  return {
    ...{ key: `${corporate_action_id} ${trade_id}`, number: null, at, event: 'split', title, text, balance, cash },
    ...{ change: none, cash_change: none, owed_change: none },
    ...{ reference: null, manual: false, reason: null },
    subject: { type: 'trade', id: trade_id },
  };
}

function signed(amount: string): string {
  return amount.startsWith('-') ? formatUsd(amount) : `+${formatUsd(amount)}`;
}

/** Where the record behind an entry is shown. */
function addressOf({ subject }: Shown, search: URLSearchParams): string | null {
  if (subject === null) return null;
  if (subject.type === 'trade') {
    const here = new URLSearchParams(search);
    here.set('trade', subject.id);
    return `?${here.toString()}`;
  }
  if (subject.type === 'loan') return '/trading-plans';
  if (subject.type === 'copy') return '/copy-trader';
  if (subject.type === 'purchase') return `/receipts/${subject.id}`;
  return subject.type === 'withdrawal' ? `/withdrawals?open=${subject.id}` : `/deposit?id=${subject.id}`;
}
