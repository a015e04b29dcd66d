import type { CopySkip } from '@clearbook/contracts/copying';
import { messages } from '@clearbook/contracts/messages';
import type { Trade } from '@clearbook/contracts/trading';
import { copyWords as words } from '@clearbook/contracts/words/copying';
import { Skeleton } from '@mantine/core';
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
import { StatusBadge } from '../../ui/status-badge.tsx';
import { SymbolName } from '../../ui/symbol-name.tsx';
import { DirectionBadge, TradeDetails } from '../trades/index.ts';
import { CopyActions, CopyStatusBadge } from './my-copies.tsx';
import { Percent } from './percent.tsx';
import { Figure } from './record-figures.tsx';
import { StopDialog } from './stop-dialog.tsx';
import classes from './traders.module.css';

const PAGE_SIZE = 10;
const back = { to: '/copy-trader', label: words.back };

/** /copies/:id: what one copy did, and what it did not and why. */
export default function CopyPage() {
  const { id = '' } = useParams();
  const { data: copy, error, refetch } = useQuery(queries.copy(id));
  const [stopping, setStopping] = useState(false);
  if (copy === undefined)
    return (
      <>
        <PageHeader title={words.mine} back={back} />
        {error === null ? (
          <Skeleton height={420} radius="lg" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </>
    );
  const { status, cause } = copy;
  return (
    <>
      <PageHeader title={words.copyOf(copy.trader.name)} back={back} />
      <div className={classes.stack}>
        <Panel>
          <div className={classes.card}>
            <div className={classes.copyHead}>
              <div>
                <CopyStatusBadge copy={copy} />
                <p className={classes.text}>
                  {status === 'stopped' ? (cause === null ? '' : words.causes[cause]) : words.statusText[status]}
                </p>
              </div>
              <CopyActions copy={copy} onStop={() => setStopping(true)} />
            </div>
            <dl className={`${classes.figures} ${classes.wide}`}>
              <Figure name={words.allotment}>
                <Amount value={copy.allotment} />
              </Figure>
              <Figure name={words.used}>
                <Amount value={copy.used} live />
              </Figure>
              <Figure name={words.result}>
                <Amount value={copy.realized_pl} trend live />
              </Figure>
              <Figure name={words.unrealised}>
                <Amount value={copy.unrealized_pl} trend live />
              </Figure>
              <Figure name={words.stopLoss}>
                {copy.stop_loss === null ? words.noStopLoss : <Amount value={copy.stop_loss} />}
              </Figure>
              <Figure name={words.figures.profitShare}>
                <Percent value={copy.profit_share} />
              </Figure>
              <Figure name={words.sharedSoFar}>
                <Amount value={copy.shared} />
              </Figure>
              <Figure name={words.startedAt}>{formatDateTime(copy.started_at)}</Figure>
              {copy.stopped_at !== null && <Figure name={words.endedAt}>{formatDateTime(copy.stopped_at)}</Figure>}
            </dl>
          </div>
        </Panel>
        <CopiedTrades id={id} />
        <Skipped id={id} />
      </div>
      <StopDialog trader={stopping ? copy.trader : null} onClose={() => setStopping(false)} />
    </>
  );
}

function CopiedTrades({ id }: { id: string }) {
  const trades = useQuery(queries.copyTrades(id));
  const { bySymbol } = useInstruments();
  const [shown, setShown] = useState<string | null>(null);
  const columns: Column<Trade>[] = [
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
      render: (trade) => <Price value={trade.entry_price} digits={bySymbol.get(trade.symbol)?.digits} />,
    },
    {
      key: 'result',
      header: words.columns.result,
      align: 'end',
      render: (trade) =>
        trade.realized_pl === null ? <StatusBadge status={trade.status} /> : <Amount value={trade.realized_pl} trend />,
    },
    { key: 'opened', header: words.columns.opened, render: (trade) => formatDateTime(trade.opened_at) },
  ];
  return (
    <Panel title={words.trades} flush>
      <DataTable
        label={words.trades}
        columns={columns}
        rows={trades.data}
        rowKey={(trade) => trade.id}
        error={trades.error}
        onRetry={() => void trades.refetch()}
        empty={{ title: words.noTrades, text: words.noTradesText }}
        pageSize={PAGE_SIZE}
        onRow={(trade) => setShown(trade.id)}
      />
      <TradeDetails id={shown} onClose={() => setShown(null)} />
    </Panel>
  );
}

function Skipped({ id }: { id: string }) {
  const skips = useQuery(queries.copySkips(id));
  const { bySymbol } = useInstruments();
  const columns: Column<CopySkip>[] = [
    { key: 'when', header: words.columns.when, render: (skip) => formatDateTime(skip.at) },
    {
      key: 'asset',
      header: words.columns.asset,
      render: (skip) => <SymbolName symbol={skip.symbol} kind={bySymbol.get(skip.symbol)?.class} />,
    },
    { key: 'direction', header: words.columns.direction, render: (skip) => <DirectionBadge side={skip.side} /> },
    { key: 'reason', header: words.columns.reason, render: (skip) => messages.copy.skipped[skip.reason] },
  ];
  return (
    <Panel title={words.skipped} flush>
      <DataTable
        label={words.skipped}
        columns={columns}
        rows={skips.data}
        rowKey={(skip) => skip.trade_id}
        error={skips.error}
        onRetry={() => void skips.refetch()}
        empty={{ title: words.noSkipped, text: words.noSkippedText }}
        pageSize={PAGE_SIZE}
      />
    </Panel>
  );
}
