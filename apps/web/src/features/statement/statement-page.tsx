import type { Me } from '@clearbook/contracts';
import type { Statement, StatementFilters } from '@clearbook/contracts/statement';
import { documentsWords } from '@clearbook/contracts/words/documents';
import { statementWords as words } from '@clearbook/contracts/words/statement';
import { Anchor, Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowDownToLine, FileText } from 'lucide-react';
import { Link } from 'react-router';
import { API_BASE } from '../../lib/api.ts';
import { formatUsd, isZero, signOf } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TradeDetails } from '../trades/index.ts';
import { LogWatch } from '../verify/index.ts';
import { StatementFilterBar } from './statement-filters.tsx';
import { MonthOfEntries, shownOf, type Shown } from './statement-table.tsx';
import { useStatementFilters } from './use-statement-filters.ts';
import classes from './statement.module.css';

/** Every entry of the account in words, newest first, with the balance after each, and the same as a file. */
export default function StatementPage({ me }: { me: Me }) {
  const at = useStatementFilters();
  const statement = useInfiniteQuery(queries.statement(at.filters));
  const pages = statement.data?.pages;
  const [first] = pages ?? [];
  return (
    <>
      <PageHeader
        title={words.title}
        description={
          <>
            {words.intro}{' '}
            <Anchor component={Link} to="/verify" inherit underline="always">
              {words.toVerify}
            </Anchor>
          </>
        }
        actions={<Actions filters={at.filters} />}
      />
      <LogWatch />
      <div className={classes.page}>
        {(first !== undefined || !statement.isError) && <Standing statement={first} />}
        {first !== undefined && first.manual.count > 0 && at.filters.kind !== 'manual' && (
          <Panel title={words.manualTitle}>
            <p className={classes.manual}>
              {words.manualText(first.manual.count, signed(first.manual.sum.amount))}{' '}
              <Anchor component={Link} to="?kind=manual" inherit underline="always">
                {words.manualShow}
              </Anchor>
            </p>
          </Panel>
        )}
        <StatementFilterBar at={at} />
        {statement.isError && pages === undefined ? (
          <ErrorState error={statement.error} onRetry={() => void statement.refetch()} />
        ) : null}
        {statement.isPending ? <Skeleton height={360} radius="md" aria-busy /> : null}
        {pages === undefined ? null : <Months pages={pages} narrowed={at.narrowed} client={me.id} />}
        {pages !== undefined && statement.isFetchNextPageError ? (
          <ErrorState error={statement.error} onRetry={() => void statement.fetchNextPage()} />
        ) : null}
        {statement.hasNextPage && !statement.isFetchNextPageError ? (
          <Button
            className={classes.more ?? ''}
            variant="default"
            loading={statement.isFetchingNextPage}
            onClick={() => void statement.fetchNextPage()}
          >
            {words.more}
          </Button>
        ) : null}
      </div>
      <TradeDetails id={at.trade} onClose={() => at.set({ trade: '' })} />
    </>
  );
}

function Actions({ filters }: { filters: StatementFilters }) {
  return (
    <>
      <Button
        component={Link}
        to="/statement/documents"
        variant="default"
        leftSection={<FileText size={16} aria-hidden />}
      >
        {documentsWords.open}
      </Button>
      <Download filters={filters} />
    </>
  );
}

function Download({ filters }: { filters: StatementFilters }) {
  const query = new URLSearchParams(Object.entries(filters) as [string, string][]).toString();
  return (
    <Button
      component="a"
      variant="default"
      href={`${API_BASE}/me/statements.csv${query === '' ? '' : `?${query}`}`}
      download
      leftSection={<ArrowDownToLine size={16} aria-hidden />}
    >
      {words.download}
    </Button>
  );
}

function Standing({ statement }: { statement: Statement | undefined }) {
  const value = (of: (now: Statement) => string) =>
    statement === undefined ? <Skeleton height="1em" width="60%" /> : <Amount value={of(statement)} live />;
  return (
    <Panel>
      <dl className={classes.standing}>
        <div>
          <dt>{words.total}</dt>
          <dd>{value((now) => now.total_balance.amount)}</dd>
        </div>
        <div>
          <dt>{words.cash}</dt>
          <dd>{value((now) => now.available.amount)}</dd>
        </div>
        {statement !== undefined && !isZero(statement.borrowed.amount) && (
          <div>
            <dt>{words.owed}</dt>
            <dd>{value((now) => now.borrowed.amount)}</dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}

type MonthsProps = { pages: readonly Statement[]; narrowed: boolean; client: string };

function Months({ pages, narrowed, client }: MonthsProps) {
  const lines = shownOf(
    pages.flatMap(({ data }) => data),
    pages.flatMap(({ splits }) => splits),
  );
  if (lines.length === 0) {
    return narrowed ? (
      <EmptyState kind="search" title={words.nothing} text={words.nothingText} />
    ) : (
      <EmptyState
        title={words.empty}
        text={words.emptyText}
        action={
          <Button component={Link} to="/deposit">
            {words.emptyAction}
          </Button>
        }
      />
    );
  }
  const figures = new Map(pages.flatMap(({ months }) => months.map((month) => [month.month, month])));
  const thisMonth = new Date().toISOString().slice(0, 7);
  return (
    <>
      {[...byMonth(lines)].map(([month, rows]) => (
        <MonthOfEntries
          key={month}
          month={month}
          figures={figures.get(month)}
          lines={rows}
          latest={month === thisMonth}
          client={client}
        />
      ))}
      <p className={classes.count} role="status">
        {words.shown(lines.filter(({ number }) => number !== null).length)}
      </p>
    </>
  );
}

function byMonth(lines: readonly Shown[]): Map<string, Shown[]> {
  const months = new Map<string, Shown[]>();
  for (const line of lines) {
    const month = line.at.slice(0, 7);
    const rows = months.get(month);
    if (rows === undefined) months.set(month, [line]);
    else rows.push(line);
  }
  return months;
}

function signed(amount: string): string {
  return signOf(amount) === 'gain' ? `+${formatUsd(amount)}` : formatUsd(amount);
}
