import { Button, Group } from '@mantine/core';
import type { Instrument, Order } from '@clearbook/contracts';
import { orderWords as words, positionWords } from '@clearbook/contracts/words/orders';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { formatDateTime, formatSymbol, NO_VALUE } from '../../../lib/format.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { Amount } from '../../../ui/amount.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Price } from '../../../ui/price.tsx';
import { toast } from '../../../ui/toast.ts';
import { SymbolName } from '../../../ui/symbol-name.tsx';
import { Away, ProtectionsButton, SideLots } from './position-cells.tsx';
import classes from './positions.module.css';
import { tradingQueries } from '../trading-queries.ts';

const ROWS = 10;

export type OrderState = 'working' | 'ended';

type Props = {
  state: OrderState;
  bySymbol: ReadonlyMap<string, Instrument>;
  onAmend: (order: Order) => void;
  onShow: (tradeId: string) => void;
};

/** Orders that wait, to be changed or cancelled where they stand, and what became of the others. */
export default function OrdersTable({ state, bySymbol, onAmend, onShow }: Props) {
  return state === 'working' ? (
    <Working bySymbol={bySymbol} onAmend={onAmend} />
  ) : (
    <Ended bySymbol={bySymbol} onShow={onShow} />
  );
}

function Working({ bySymbol, onAmend }: Pick<Props, 'bySymbol' | 'onAmend'>) {
  const query = useQuery(tradingQueries.workingOrders());
  const { submit, pending } = useSubmit('POST /orders/:id/cancel', {
    topics: ['orders'],
    onSuccess: (_reply, { params }) =>
      toast.success(isLinked(query.data?.data, params?.id) ? words.bothCancelled : words.cancelled),
    onProblem: (problem) => toast.error(problem.detail),
  });
  const of = (order: Order) => bySymbol.get(order.symbol);
  const columns: Column<Order>[] = [
    ...shared(bySymbol),
    {
      key: 'away',
      header: words.columns.away,
      align: 'end',
      render: (order) => <Away order={order} instrument={of(order)} />,
    },
    { key: 'amount', header: tradeWords.amount, align: 'end', render: (order) => <Amount value={order.amount} /> },
    {
      key: 'protections',
      header: positionWords.columns.protections,
      render: (order) => (
        <ProtectionsButton
          of={order}
          name={formatSymbol(order.symbol, of(order)?.class)}
          digits={of(order)?.digits}
          onEdit={() => onAmend(order)}
        />
      ),
    },
    {
      key: 'valid',
      header: words.columns.valid,
      render: (order) => (
        <div className={classes.stack}>
          <span>{order.time_in_force === null ? NO_VALUE : words.timesInForce[order.time_in_force]}</span>
          {order.expires_at !== null && <span className={classes.until}>{formatDateTime(order.expires_at)}</span>}
        </div>
      ),
    },
    {
      key: 'actions',
      header: tradeWords.columns.actions,
      hiddenHeader: true,
      align: 'end',
      render: (order) => (
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <Button variant="subtle" size="compact-sm" aria-haspopup="dialog" onClick={() => onAmend(order)}>
            {words.edit}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            disabled={pending}
            onClick={() => void submit({ params: { id: order.id } })}
          >
            {words.cancel}
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <DataTable
      label={words.working}
      columns={columns}
      rows={query.data?.data}
      rowKey={(order) => order.id}
      error={query.error}
      onRetry={() => void query.refetch()}
      empty={{ title: words.noWorking, text: words.noWorkingText }}
      pageSize={ROWS}
    />
  );
}

function isLinked(orders: readonly Order[] | undefined, id: string | undefined): boolean {
  return orders?.some((order) => order.id === id && order.oco_order_id !== null) ?? false;
}

function Ended({ bySymbol, onShow }: Pick<Props, 'bySymbol' | 'onShow'>) {
  const query = useInfiniteQuery(tradingQueries.endedOrders());
  const columns: Column<Order>[] = [
    ...shared(bySymbol),
    {
      key: 'status',
      header: words.columns.status,
      render: (order) => (
        <div className={classes.stack}>
          <span>{words.statuses[order.status]}</span>
          {order.reason !== null && <span className={classes.muted}>{order.reason.text}</span>}
        </div>
      ),
    },
    {
      key: 'ended',
      header: words.columns.ended,
      render: (order) => (order.ended_at === null ? null : formatDateTime(order.ended_at)),
    },
    {
      key: 'actions',
      header: tradeWords.columns.actions,
      hiddenHeader: true,
      align: 'end',
      render: ({ trade_id: tradeId }) =>
        tradeId === null ? null : (
          <Button variant="subtle" size="compact-sm" onClick={() => onShow(tradeId)}>
            {tradeWords.details}
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable
        label={words.ended}
        columns={columns}
        rows={query.data?.pages.flatMap((page) => page.data)}
        rowKey={(order) => order.id}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={{ title: words.noEnded, text: words.noEndedText }}
        pageSize={ROWS}
      />
      {query.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="default"
            size="compact-sm"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {positionWords.moreOrders}
          </Button>
        </div>
      )}
    </>
  );
}

/** The one price that an order has, or both of a stop-limit order. */
function OrderPrice({ order, digits }: { order: Order; digits: number | undefined }) {
  const { limit_price: limit, stop_price: stop } = order;
  if (limit === null || stop === null) return <Price value={limit ?? stop} digits={digits} />;
  return (
    <div className={classes.stack}>
      <span className={classes.priceLine}>
        {words.prices.stop} <Price value={stop} digits={digits} />
      </span>
      <span className={classes.priceLine}>
        {words.prices.limit} <Price value={limit} digits={digits} />
      </span>
      {order.triggered_at !== null && <span className={classes.muted}>{words.stopReached}</span>}
    </div>
  );
}

function shared(bySymbol: ReadonlyMap<string, Instrument>): Column<Order>[] {
  const of = (order: Order) => bySymbol.get(order.symbol);
  return [
    {
      key: 'asset',
      header: tradeWords.columns.asset,
      render: (order) => (
        <div className={classes.stack}>
          <SymbolName symbol={order.symbol} kind={of(order)?.class} />
          {order.client_order_id !== null && (
            <span className={classes.muted}>{words.clientOrderId(order.client_order_id)}</span>
          )}
        </div>
      ),
    },
    { key: 'lots', header: positionWords.columns.side, render: (order) => <SideLots of={order} /> },
    {
      key: 'type',
      header: words.columns.type,
      render: (order) => (
        <div className={classes.stack}>
          <span>{words.types[order.type]}</span>
          {order.oco_order_id !== null && <span className={classes.until}>{words.linked}</span>}
        </div>
      ),
    },
    {
      key: 'price',
      header: words.columns.price,
      align: 'end',
      render: (order) => <OrderPrice order={order} digits={of(order)?.digits} />,
    },
  ];
}
