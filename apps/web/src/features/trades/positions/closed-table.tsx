import { Button } from '@mantine/core';
import type { Instrument, Trade } from '@clearbook/contracts';
import { positionWords as words } from '@clearbook/contracts/words/orders';
import { dashboardWords, tradeWords } from '@clearbook/contracts/words/trading';
import { uiWords } from '@clearbook/contracts/words/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../lib/format.ts';
import { Amount } from '../../../ui/amount.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Price } from '../../../ui/price.tsx';
import { SymbolName } from '../../../ui/symbol-name.tsx';
import { SideLots } from './position-cells.tsx';
import classes from './positions.module.css';
import { tradingQueries } from '../trading-queries.ts';

const ROWS = 10;

type Props = { bySymbol: ReadonlyMap<string, Instrument>; onShow: (id: string) => void };

/** What is over: realised result, what its nights cost, and what closed it. Older ones come on asking. */
export default function ClosedTable({ bySymbol, onShow }: Props) {
  const query = useInfiniteQuery(tradingQueries.closedTrades());
  const rows = query.data?.pages.flatMap((page) => page.data);
  return (
    <>
      <DataTable
        label={words.closedTrades}
        columns={columnsFor(bySymbol, onShow)}
        rows={rows}
        rowKey={(trade) => trade.id}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={{ title: dashboardWords.noClosed, text: dashboardWords.noClosedText }}
        pageSize={ROWS}
        onRow={(trade) => onShow(trade.id)}
      />
      {query.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="default"
            size="compact-sm"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}

function columnsFor(bySymbol: ReadonlyMap<string, Instrument>, onShow: (id: string) => void): Column<Trade>[] {
  const of = (trade: Trade) => bySymbol.get(trade.symbol);
  const { columns } = tradeWords;
  return [
    {
      key: 'asset',
      header: columns.asset,
      render: (trade) => <SymbolName symbol={trade.symbol} kind={of(trade)?.class} />,
    },
    { key: 'lots', header: words.columns.side, render: (trade) => <SideLots of={trade} /> },
    {
      key: 'entry',
      header: columns.entry,
      align: 'end',
      render: (trade) => <Price value={trade.entry_price} digits={of(trade)?.digits} />,
    },
    {
      key: 'exit',
      header: columns.exit,
      align: 'end',
      render: (trade) => <Price value={trade.exit_price} digits={of(trade)?.digits} />,
    },
    {
      key: 'profit',
      header: columns.profit,
      align: 'end',
      render: (trade) => (trade.realized_pl === null ? null : <Amount value={trade.realized_pl} trend />),
    },
    {
      key: 'financing',
      header: words.columns.financing,
      align: 'end',
      render: (trade) => <Amount value={trade.financing} />,
    },
    {
      key: 'by',
      header: words.columns.closedBy,
      render: (trade) =>
        trade.manual !== null
          ? uiWords.manual
          : trade.closed_by === null
            ? null
            : tradeWords.closedByWords[trade.closed_by],
    },
    {
      key: 'closed',
      header: columns.closed,
      render: (trade) => (trade.closed_at === null ? null : formatDateTime(trade.closed_at)),
    },
    {
      key: 'actions',
      header: columns.actions,
      hiddenHeader: true,
      align: 'end',
      render: (trade) => (
        <Button variant="subtle" size="compact-sm" onClick={() => onShow(trade.id)}>
          {tradeWords.details}
        </Button>
      ),
    },
  ];
}
