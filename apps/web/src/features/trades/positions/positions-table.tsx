import { ActionIcon, Group } from '@mantine/core';
import type { Instrument, Trade } from '@clearbook/contracts';
import { actionWords } from '@clearbook/contracts/words/actions';
import { positionWords as words } from '@clearbook/contracts/words/orders';
import { dashboardWords, tradeWords } from '@clearbook/contracts/words/trading';
import { Info, SlidersHorizontal } from 'lucide-react';
import { Suspense, useMemo } from 'react';
import { later } from '../../../lib/part.ts';
import { formatSymbol } from '../../../lib/format.ts';
import { OWN_ROWS_MAX } from '../../../lib/queries.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Price } from '../../../ui/price.tsx';
import { CurrentPrice, LiveProfit } from './live-profit.tsx';
import { LiveLevel, ProtectionsButton, SideLots } from './position-cells.tsx';
import { CloseButton } from './close-button.tsx';
import shared from '../trades.module.css';

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
  const columns = useMemo(
    () => columnsFor(bySymbol, { onShow, onClose, onAmend, onAct }),
    [bySymbol, onShow, onClose, onAmend, onAct],
  );
  return (
    <DataTable
      label={tradeWords.openPositions}
      columns={columns}
      rows={trades}
      rowKey={(trade) => trade.id}
      error={error}
      onRetry={onRetry}
      empty={{ title: dashboardWords.noActive, text: dashboardWords.noActiveText }}
      pageSize={ROWS}
      note={trades?.length === OWN_ROWS_MAX ? words.most(OWN_ROWS_MAX) : undefined}
      onRow={(trade) => onShow(trade.id)}
    />
  );
}

function columnsFor(bySymbol: ReadonlyMap<string, Instrument>, actions: TradeActions): Column<Trade>[] {
  const of = (trade: Trade) => bySymbol.get(trade.symbol);
  const { columns } = tradeWords;
  return [
    {
      key: 'asset',
      header: columns.asset,
      render: (trade) => (
        <div>
          <strong>{formatSymbol(trade.symbol, of(trade)?.class)}</strong>
          {trade.copied_from !== null && (
            <div className={shared.copied}>{tradeWords.follows(trade.copied_from.name)}</div>
          )}
        </div>
      ),
    },
    { key: 'lots', header: words.columns.side, render: (trade) => <SideLots of={trade} /> },
    {
      key: 'entry',
      header: columns.entry,
      align: 'end',
      render: (trade) => <Price value={trade.entry_price} digits={of(trade)?.digits} />,
    },
    {
      key: 'current',
      header: columns.current,
      align: 'end',
      render: (trade) => <CurrentPrice trade={trade} instrument={of(trade)} />,
    },
    {
      key: 'profit',
      header: columns.profit,
      align: 'end',
      render: (trade) => <LiveProfit trade={trade} instrument={of(trade)} />,
    },
    {
      key: 'level',
      header: words.columns.level,
      align: 'end',
      render: (trade) => <LiveLevel trade={trade} instrument={of(trade)} />,
    },
    {
      key: 'protections',
      header: words.columns.protections,
      render: (trade) => (
        <ProtectionsButton
          of={trade}
          name={formatSymbol(trade.symbol, of(trade)?.class)}
          digits={of(trade)?.digits}
          onEdit={trade.copied_from === null ? () => actions.onAmend(trade) : null}
        />
      ),
    },
    {
      key: 'actions',
      header: columns.actions,
      hiddenHeader: true,
      align: 'end',
      render: (trade) => <RowActions trade={trade} instrument={of(trade)} {...actions} />,
    },
  ];
}

function RowActions({
  trade,
  instrument,
  onShow,
  onClose,
  onAct,
}: TradeActions & { trade: Trade; instrument: Instrument | undefined }) {
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
