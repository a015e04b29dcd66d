import { ActionIcon, Group } from '@mantine/core';
import type { Instrument, Trade } from '@clearbook/contracts';
import { actionWords } from '@clearbook/contracts/words/actions';
import { positionWords as words } from '@clearbook/contracts/words/orders';
import { dashboardWords, tradeWords } from '@clearbook/contracts/words/trading';
import { Info, SlidersHorizontal } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { later } from '../../../lib/part.ts';
import { formatSymbol } from '../../../lib/format.ts';
import { OWN_ROWS_MAX } from '../../../lib/queries.ts';
import { latestQuotes } from '../../../lib/quotes.ts';
import { symbolsFor } from '../../../lib/ticket.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { CloseButton } from './close-button.tsx';
import { POSITION_COLUMNS, usePositionColumns } from './column-choice.ts';
import { positionColumns } from './position-columns.tsx';
import { type Order, SORTED_BY, type SortedBy, sortedTrades } from './sort-trades.ts';

const PendingClose = later(() => import('./pending-close.tsx'));

const ROWS = 10;

type TradeActions = {
  onShow: (id: string) => void;
  onClose: (trade: Trade) => void;
  onAmend: (trade: Trade) => void;
  onAct: (trade: Trade) => void;
};

type Props = TradeActions & {
  trades: readonly Trade[] | undefined;
  bySymbol: ReadonlyMap<string, Instrument>;
  error: unknown;
  onRetry: () => void;
};

/** Every open trade: a page at a time, its figures at the quotes of this moment, its stop and target changed where they stand. */
export function PositionsTable({ trades, bySymbol, error, onRetry, onShow, onClose, onAmend, onAct }: Props) {
  const [chosen] = usePositionColumns();
  const [order, setOrder] = useState<Order | null>(null);
  const columns = useMemo(() => {
    const all = positionColumns({ bySymbol, onAmend });
    const actions: Column<Trade> = {
      key: 'actions',
      header: tradeWords.columns.actions,
      hiddenHeader: true,
      align: 'end',
      render: (trade) => (
        <RowActions trade={trade} instrument={bySymbol.get(trade.symbol)} {...{ onShow, onClose, onAct }} />
      ),
    };
    return [...POSITION_COLUMNS.filter((column) => chosen.has(column)).map((column) => all[column]), actions];
  }, [bySymbol, chosen, onShow, onClose, onAmend, onAct]);
  // By the figures of the moment it was asked for: no row moves away under a pointer.
  const rows = useMemo(
    () =>
      trades === undefined || order === null
        ? trades
        : sortedTrades(trades, order, { bySymbol, quotes: latestQuotes(symbolsOf(trades, bySymbol)) }),
    [trades, order, bySymbol],
  );
  return (
    <DataTable
      label={tradeWords.openPositions}
      columns={columns}
      rows={rows}
      rowKey={(trade) => trade.id}
      error={error}
      onRetry={onRetry}
      empty={{ title: dashboardWords.noActive, text: dashboardWords.noActiveText }}
      pageSize={ROWS}
      note={trades?.length === OWN_ROWS_MAX ? words.most(OWN_ROWS_MAX) : undefined}
      onRow={(trade) => onShow(trade.id)}
      sorting={{
        by: order === null ? null : { key: order.by, down: order.down },
        onSort: (key) => setOrder(nextOrder(order, SORTED_BY.find((by) => by === key) ?? 'asset')),
      }}
    />
  );
}

/** Largest first, then smallest, then as they came. */
function nextOrder(now: Order | null, by: SortedBy): Order | null {
  if (now?.by !== by) return { by, down: true };
  return now.down ? { by, down: false } : null;
}

function symbolsOf(trades: readonly Trade[], bySymbol: ReadonlyMap<string, Instrument>): string[] {
  return trades.flatMap(({ symbol }) => {
    const of = bySymbol.get(symbol);
    return of === undefined ? [] : symbolsFor(of);
  });
}

function RowActions({
  trade,
  instrument,
  onShow,
  onClose,
  onAct,
}: Omit<TradeActions, 'onAmend'> & { trade: Trade; instrument: Instrument | undefined }) {
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap" data-trade={trade.id}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={30}
        aria-label={tradeWords.details}
        onClick={() => onShow(trade.id)}
      >
        <Info size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={30}
        aria-haspopup="dialog"
        aria-label={actionWords.open(formatSymbol(trade.symbol, instrument?.class))}
        onClick={() => onAct(trade)}
      >
        <SlidersHorizontal size={16} aria-hidden />
      </ActionIcon>
      {trade.closing === null ? (
        <CloseButton trade={trade} instrument={instrument} onClose={onClose} />
      ) : (
        <Suspense fallback={null}>
          <PendingClose trade={trade} closing={trade.closing} />
        </Suspense>
      )}
    </Group>
  );
}
