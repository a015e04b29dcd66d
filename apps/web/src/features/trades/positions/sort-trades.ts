import type { Instrument, Trade } from '@clearbook/contracts';
import { toCents, toUnits } from '../../../lib/decimal.ts';
import type { Quotes } from '../../../lib/quotes.ts';
import { unrealized } from '../../../lib/ticket.ts';
import { levelOfMargin } from './margin-level.ts';
import { marketValue, returnOf } from './worth.ts';

/** Columns by which open positions can be ordered. */
export const SORTED_BY = [
  'asset',
  'lots',
  'profit',
  'return',
  'level',
  'value',
  'collateral',
  'financing',
  'opened',
] as const;
export type SortedBy = (typeof SORTED_BY)[number];
export type Order = { by: SortedBy; down: boolean };

type Known = { bySymbol: ReadonlyMap<string, Instrument>; quotes: Quotes };

function figureOf(by: SortedBy, trade: Trade, { bySymbol, quotes }: Known): bigint | string | null {
  const of = bySymbol.get(trade.symbol);
  switch (by) {
    case 'asset':
      return trade.symbol;
    case 'opened':
      return trade.opened_at;
    case 'lots':
      return toUnits(trade.lots_open, 2);
    case 'collateral':
      return toCents(trade.amount.amount);
    case 'financing':
      return toCents(trade.financing.amount);
    case 'profit':
      return of === undefined ? null : unrealized(trade, of, quotes);
    case 'return':
      return of === undefined ? null : returnOf(trade, of, quotes);
    case 'value':
      return of === undefined ? null : marketValue(trade, of, quotes);
    case 'level': {
      const profit = of === undefined ? null : unrealized(trade, of, quotes);
      return profit === null ? null : levelOfMargin(trade, profit);
    }
  }
}

/** The trades in another order, by the figures of one moment. What has no figure stands last either way; equals stay as they were, newest first. */
export function sortedTrades(trades: readonly Trade[], { by, down }: Order, known: Known): Trade[] {
  const figures = new Map(trades.map((trade) => [trade.id, figureOf(by, trade, known)]));
  return trades.toSorted((a, b) => {
    const [left, right] = [figures.get(a.id) ?? null, figures.get(b.id) ?? null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const order = left < right ? -1 : Number(left > right);
    return down ? -order : order;
  });
}
