import { Button, Group } from '@mantine/core';
import type { Instrument, Trade } from '@clearbook/contracts';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { later } from '../../../lib/part.ts';
import { formatDateTime, formatLots } from '../../../lib/format.ts';
import { queries } from '../../../lib/queries.ts';
import { useInstruments } from '../../../lib/use-instruments.ts';
import { Amount } from '../../../ui/amount.tsx';
import { ManualBadge } from '../../../ui/manual-badge.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Price } from '../../../ui/price.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { SymbolName } from '../../../ui/symbol-name.tsx';
import { CloseButton } from './close-button.tsx';
import { DirectionBadge } from '../direction-badge.tsx';
import { CurrentPrice, LiveProfit } from './live-profit.tsx';
import classes from '../trades.module.css';

const CloseDialog = later(async () => ({ default: (await import('./close-dialog.tsx')).CloseDialog }));
const PendingClose = later(() => import('./pending-close.tsx'));
const TradeDrawer = later(async () => ({ default: (await import('./trade-drawer.tsx')).TradeDrawer }));

type Props = {
  state: 'active' | 'closed';
  label: string;
  pageSize: number;
  empty: { title: string; text?: string };
  /** Leaves out what a narrow place has no room for; it stands in the details. */
  compact?: boolean;
};

/** The client's own trades. Active ones show their profit or loss as prices move and can be closed. */
export function TradesTable({ state, label, pageSize, empty, compact = false }: Props) {
  const trades = useQuery(queries.trades(state));
  const { bySymbol } = useInstruments();
  const [closing, setClosing] = useState<Trade | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  // Both come in files of their own when first asked for, and stay, so that they can fade out.
  const [asked, setAsked] = useState({ close: false, show: false });
  const close = (trade: Trade) => {
    setAsked((now) => ({ ...now, close: true }));
    setClosing(trade);
  };
  const show = (id: string) => {
    setAsked((now) => ({ ...now, show: true }));
    setShown(id);
  };
  const actions = (trade: Trade) => (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <Button variant="subtle" size="compact-sm" onClick={() => show(trade.id)}>
        {words.details}
      </Button>
      {trade.status === 'active' && trade.closing === null && (
        <CloseButton trade={trade} instrument={bySymbol.get(trade.symbol)} onClose={close} />
      )}
      {trade.closing !== null && (
        <Suspense fallback={null}>
          <PendingClose trade={trade} closing={trade.closing} />
        </Suspense>
      )}
    </Group>
  );
  const columns = [
    ...columnsFor(state, bySymbol).filter(({ key }) => !compact || (key !== 'outcome' && key !== 'opened')),
    { key: 'actions', header: words.columns.actions, hiddenHeader: true, align: 'end', render: actions } as const,
  ];
  return (
    <>
      <DataTable
        key={state}
        label={label}
        columns={columns}
        rows={trades.data}
        rowKey={(trade) => trade.id}
        error={trades.error}
        onRetry={() => void trades.refetch()}
        empty={empty}
        pageSize={pageSize}
        onRow={(trade) => show(trade.id)}
      />
      <Suspense fallback={null}>
        {asked.close && (
          <CloseDialog
            trade={closing}
            instrument={closing === null ? undefined : bySymbol.get(closing.symbol)}
            onClose={() => setClosing(null)}
          />
        )}
        {asked.show && <TradeDrawer id={shown} onClose={() => setShown(null)} onCloseTrade={close} />}
      </Suspense>
    </>
  );
}

function columnsFor(state: 'active' | 'closed', instruments: ReadonlyMap<string, Instrument>): Column<Trade>[] {
  const of = (trade: Trade) => instruments.get(trade.symbol);
  const shared: Column<Trade>[] = [
    {
      key: 'asset',
      header: words.columns.asset,
      render: (trade) => (
        <div>
          <SymbolName symbol={trade.symbol} kind={of(trade)?.class} />
          {trade.copied_from !== null && <div className={classes.copied}>{words.follows(trade.copied_from.name)}</div>}
        </div>
      ),
    },
    { key: 'direction', header: words.columns.direction, render: (trade) => <DirectionBadge side={trade.side} /> },
    { key: 'lots', header: words.columns.lots, align: 'end', render: (trade) => formatLots(trade.lots) },
    { key: 'amount', header: words.columns.amount, align: 'end', render: (trade) => <Amount value={trade.amount} /> },
    {
      key: 'entry',
      header: words.columns.entry,
      align: 'end',
      render: (trade) => <Price value={trade.entry_price} digits={of(trade)?.digits} />,
    },
  ];
  if (state === 'active') {
    return [
      ...shared,
      {
        key: 'current',
        header: words.columns.current,
        align: 'end',
        render: (trade) => <CurrentPrice trade={trade} instrument={of(trade)} />,
      },
      {
        key: 'profit',
        header: words.columns.profit,
        align: 'end',
        render: (trade) => <LiveProfit trade={trade} instrument={of(trade)} />,
      },
      {
        key: 'outcome',
        header: words.columns.outcome,
        render: () => <StatusBadge status="pending" label={words.pending} />,
      },
      { key: 'opened', header: words.columns.opened, render: (trade) => formatDateTime(trade.opened_at) },
    ];
  }
  return [
    ...shared,
    {
      key: 'exit',
      header: words.columns.exit,
      align: 'end',
      render: (trade) => <Price value={trade.exit_price ?? undefined} digits={of(trade)?.digits} />,
    },
    {
      key: 'profit',
      header: words.columns.profit,
      align: 'end',
      render: (trade) => (trade.realized_pl === null ? null : <Amount value={trade.realized_pl} trend />),
    },
    { key: 'outcome', header: words.columns.outcome, render: (trade) => <Outcome trade={trade} /> },
    {
      key: 'closed',
      header: words.columns.closed,
      render: (trade) => (trade.closed_at === null ? null : formatDateTime(trade.closed_at)),
    },
  ];
}

function Outcome({ trade }: { trade: Trade }) {
  return (
    <div>
      <Group display="inline-flex" gap={6} wrap="nowrap">
        <StatusBadge status={trade.outcome} />
        {trade.manual !== null && <ManualBadge />}
      </Group>
      {trade.manual !== null && <p className={classes.reason}>{trade.manual.reason}</p>}
    </div>
  );
}
