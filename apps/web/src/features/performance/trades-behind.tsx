import type { PerformanceTrade } from '@clearbook/contracts/performance';
import { performanceWords as words } from '@clearbook/contracts/words/performance';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDateTime, formatLots, formatPrice, NO_VALUE } from '../../lib/format.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { Amount } from '../../ui/amount.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DirectionBadge } from '../trades/index.ts';
import { performanceQueries } from './performance-queries.ts';
import classes from './performance.module.css';
import { TRADES_ID } from './to-trades.ts';
import type { FilterAt } from './use-performance-filters.ts';

/** The trades that the filters leave, with what their client wrote about them. A row opens the trade. */
export function TradesBehind({ at }: { at: FilterAt }) {
  const trades = useInfiniteQuery(performanceQueries.trades(at.filters));
  const { bySymbol } = useInstruments();
  const columns: Column<PerformanceTrade>[] = [
    {
      key: 'asset',
      header: words.columns.asset,
      render: ({ symbol }) => <strong>{bySymbol.get(symbol)?.name ?? symbol}</strong>,
    },
    { key: 'side', header: words.columns.side, render: ({ side }) => <DirectionBadge side={side} /> },
    { key: 'lots', header: words.columns.lots, align: 'end', render: ({ lots }) => formatLots(lots) },
    { key: 'closed', header: words.columns.closed, render: ({ closed_at }) => formatDateTime(closed_at) },
    {
      key: 'result',
      header: words.columns.result,
      align: 'end',
      render: ({ result }) => <Amount value={result} trend />,
    },
    {
      key: 'r',
      header: words.columns.r,
      align: 'end',
      render: ({ r }) => (r === null ? NO_VALUE : words.r(formatPrice(r))),
    },
    {
      key: 'journal',
      header: words.columns.journal,
      render: ({ note, tags }) => <JournalCell note={note} tags={tags} />,
    },
  ];
  return (
    <div id={TRADES_ID} tabIndex={-1} className={classes.anchor}>
      <Panel title={words.trades} flush>
        <DataTable
          label={words.trades}
          columns={columns}
          rows={trades.data?.pages.flatMap(({ data }) => data)}
          rowKey={({ id }) => id}
          error={trades.error}
          onRetry={() => void trades.refetch()}
          empty={{ title: words.noTrades, text: words.noTradesText }}
          onRow={({ id }) => at.set({ trade: id })}
        />
        {trades.hasNextPage && (
          <Button
            m="md"
            variant="default"
            loading={trades.isFetchingNextPage}
            onClick={() => void trades.fetchNextPage()}
          >
            {words.more}
          </Button>
        )}
      </Panel>
    </div>
  );
}

function JournalCell({ note, tags }: Pick<PerformanceTrade, 'note' | 'tags'>) {
  if (note === null && tags.length === 0) return NO_VALUE;
  return (
    <div className={classes.journalCell}>
      {tags.map((tag) => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      ))}
      {note !== null && <span className={classes.noteCell}>{note}</span>}
    </div>
  );
}
