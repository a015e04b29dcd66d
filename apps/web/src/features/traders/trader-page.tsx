import type { Me } from '@clearbook/contracts';
import type { Trader, TraderTrade } from '@clearbook/contracts/copying';
import { copyWords as words } from '@clearbook/contracts/words/copying';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { formatDateTime, formatLots } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { Amount } from '../../ui/amount.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Price } from '../../ui/price.tsx';
import { SymbolName } from '../../ui/symbol-name.tsx';
import { DirectionBadge } from '../trades/index.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { GrowthCurve } from './growth-curve.tsx';
import { RecordFigures } from './record-figures.tsx';
import { StopDialog } from './stop-dialog.tsx';
import { StaffTyped, TraderTags, TraderTerms } from './trader-card.tsx';
import classes from './traders.module.css';

const PAGE_SIZE = 10;
const back = { to: '/copy-trader', label: words.back };

/** /trader/:id: the whole record, computed from the trader's own trades. */
export default function TraderPage({ me }: { me: Me }) {
  const { id = '' } = useParams();
  const { data: trader, error, refetch } = useQuery(queries.trader(id));
  const [copying, setCopying] = useState<Trader | null>(null);
  const [cancelling, setCancelling] = useState<Trader | null>(null);
  if (trader === undefined)
    return (
      <>
        <PageHeader title={words.record} back={back} />
        {error === null ? (
          <Skeleton height={420} radius="lg" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </>
    );
  const client = me.role === 'client';
  return (
    <>
      <PageHeader
        title={trader.name}
        description={trader.strategy === null ? undefined : words.strategies[trader.strategy].text}
        back={back}
        actions={
          client && trader.record !== null && !trader.own ? (
            trader.copy === null ? (
              <Button onClick={() => setCopying(trader)}>{words.copy}</Button>
            ) : (
              <Button
                variant="default"
                disabled={trader.copy.status === 'stopping'}
                onClick={() => setCancelling(trader)}
              >
                {trader.copy.status === 'stopping' ? words.stopping : words.cancel}
              </Button>
            )
          ) : undefined
        }
      />
      <div className={classes.stack}>
        <TrackRecord trader={trader} />
        {trader.record !== null && (
          <Panel title={words.curve}>
            <GrowthCurve name={trader.name} curve={trader.curve} />
          </Panel>
        )}
        {trader.kind !== 'unlinked' && (
          <>
            <Trades
              id={id}
              state="active"
              title={words.openTrades}
              empty={{ title: words.noOpen, text: words.noOpenText }}
            />
            <Trades
              id={id}
              state="closed"
              title={words.closedTrades}
              empty={{ title: words.noClosed, text: words.noClosedText }}
            />
          </>
        )}
      </div>
      <CopyDialog trader={copying} onClose={() => setCopying(null)} />
      <StopDialog trader={cancelling} onClose={() => setCancelling(null)} />
    </>
  );
}

function TrackRecord({ trader }: { trader: Trader }) {
  return (
    <Panel title={words.record}>
      <div className={classes.card}>
        <TraderTags trader={trader} />
        {trader.record === null ? (
          <div className={classes.none}>
            <p className={classes.noneTitle}>{words.noRecord}</p>
            <p className={classes.text}>{words.noRecordText}</p>
          </div>
        ) : (
          <RecordFigures trader={trader} whole />
        )}
        <TraderTerms trader={trader} />
        <StaffTyped trader={trader} />
      </div>
    </Panel>
  );
}

function Trades({
  id,
  state,
  title,
  empty,
}: {
  id: string;
  state: 'active' | 'closed';
  title: string;
  empty: { title: string; text: string };
}) {
  const trades = useQuery(queries.traderTrades(id, state));
  const { bySymbol } = useInstruments();
  const digitsOf = (trade: TraderTrade) => bySymbol.get(trade.symbol)?.digits;
  const columns: Column<TraderTrade>[] = [
    {
      key: 'asset',
      header: words.columns.asset,
      render: (trade) => <SymbolName symbol={trade.symbol} kind={bySymbol.get(trade.symbol)?.class} />,
    },
    { key: 'direction', header: words.columns.direction, render: (trade) => <DirectionBadge side={trade.side} /> },
    { key: 'lots', header: words.columns.lots, align: 'end', render: (trade) => formatLots(trade.lots) },
    {
      key: 'entry',
      header: words.columns.entry,
      align: 'end',
      render: (trade) => <Price value={trade.entry_price} digits={digitsOf(trade)} />,
    },
    ...(state === 'closed'
      ? [
          {
            key: 'exit',
            header: words.columns.exit,
            align: 'end' as const,
            render: (trade: TraderTrade) => <Price value={trade.exit_price ?? undefined} digits={digitsOf(trade)} />,
          },
        ]
      : []),
    {
      key: 'result',
      header: words.columns.result,
      align: 'end',
      render: (trade) => <Amount value={trade.result} trend />,
    },
    {
      key: 'when',
      header: state === 'closed' ? words.columns.closed : words.columns.opened,
      render: (trade) => formatDateTime(trade.closed_at ?? trade.opened_at),
    },
  ];
  return (
    <Panel title={title} flush>
      <DataTable
        label={title}
        columns={columns}
        rows={trades.data}
        rowKey={(trade) => trade.id}
        error={trades.error}
        onRetry={() => void trades.refetch()}
        empty={empty}
        pageSize={PAGE_SIZE}
      />
    </Panel>
  );
}
