import type { Order, Trade } from '@clearbook/contracts';
import type { Fill } from '@clearbook/contracts/trading';
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
  const { data: fills } = useQuery(chartQueries.fills(symbol));
  const { data: working } = useQuery(chartQueries.workingOrders());
  const trades = open?.data ?? NO_TRADES;
  const orders = working?.data ?? NO_ORDERS;
  const lines = useMemo(() => linesOf(symbol, trades, orders), [symbol, trades, orders]);
  const marks = useMemo(() => (fills?.data ?? []).map(markOf), [fills]);
  return { trades, orders, lines, marks };
}

/** Where a position was opened and where each part of it was closed. What staff wrote down has no fill. */
function markOf({ at, side, opens }: Fill): Mark {
  return { time: Math.floor(Date.parse(at) / 1000), side, opens };
}
