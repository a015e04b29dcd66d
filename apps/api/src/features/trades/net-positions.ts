import type { Position } from '@clearbook/contracts/trading';
import { type Marks, netPositionsOf, type OpenSide, openValue } from '@clearbook/domain/trading';
import { usd } from '../books/index.ts';
import type { OpenTradeRow } from './trades.query.ts';
import { lotsText, priceText } from './wire.ts';

/** What a client has open of each instrument, at the last known prices. */
export function netPositions(trades: readonly OpenTradeRow[], marks: Marks): Position[] {
  return netPositionsOf(trades).map(({ symbol, side, lots, average, buy, sell, trades: own }) => ({
    symbol,
    side,
    lots: lotsText(lots),
    avg_entry_price: average === null ? null : priceText(average, symbol),
    buy: sideOf(buy, symbol),
    sell: sideOf(sell, symbol),
    unrealized_pl: unrealisedOf(own, marks),
  }));
}

function sideOf(side: OpenSide | null, symbol: string): Position['buy'] {
  if (side === null) return null;
  return { trades: side.trades, lots: lotsText(side.lots), avg_entry_price: priceText(side.average, symbol) };
}

/** Null while one of them has no price. */
function unrealisedOf(trades: readonly OpenTradeRow[], marks: Marks): Position['unrealized_pl'] {
  let sum = 0n;
  for (const trade of trades) {
    const value = openValue(trade, marks, trade);
    if (value === undefined) return null;
    sum += value.unrealised;
  }
  return usd(sum);
}
