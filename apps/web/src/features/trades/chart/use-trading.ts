import type { Order, Trade } from '@clearbook/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { linesOf, type Line } from './lines.ts';
import type { Mark } from './plot.ts';
import { chartQueries } from './queries.ts';

const NO_TRADES: readonly Trade[] = [];
const NO_ORDERS: readonly Order[] = [];

/** What a client has in this symbol, as lines and marks on its chart. */
export function useTrading(symbol: string): {
  trades: readonly Trade[];
  orders: readonly Order[];
  lines: readonly Line[];
  marks: readonly Mark[];
} {
  const { data: open } = useQuery(chartQueries.openTrades());
  const { data: closed } = useQuery(chartQueries.closedTrades(symbol));
  const { data: working } = useQuery(chartQueries.workingOrders());
  const trades = open?.data ?? NO_TRADES;
  const orders = working?.data ?? NO_ORDERS;
  const lines = useMemo(() => linesOf(symbol, trades, orders), [symbol, trades, orders]);
  const marks = useMemo(() => marksOf(symbol, [...trades, ...(closed?.data ?? [])]), [symbol, trades, closed]);
  return { trades, orders, lines, marks };
}

/** Every fill of this symbol: where a position was opened and where it was closed. What staff wrote down has no fill. */
function marksOf(symbol: string, trades: readonly Trade[]): Mark[] {
  return trades
    .filter((trade) => trade.symbol === symbol && trade.entry_price !== null)
    .flatMap(({ side, opened_at, closed_at }) => [
      { time: Math.floor(Date.parse(opened_at) / 1000), side, opens: true },
      ...(closed_at === null
        ? []
        : [
            {
              time: Math.floor(Date.parse(closed_at) / 1000),
              side: side === 'buy' ? ('sell' as const) : ('buy' as const),
              opens: false,
            },
          ]),
    ]);
}
