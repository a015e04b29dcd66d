import type { Symbol } from '@clearbook/domain/market';
import type { Cents } from '@clearbook/domain/money';
import { type Marks, openValue, type Terms, unrealisedCents } from '@clearbook/domain/trading';

/** An open trade as json_build_object gives it. */
export type OpenRow = { symbol: Symbol; side: 'buy' | 'sell'; lots: string; entry: string; num: string; den: string };

export const OPEN_ROW = (alias: string): string =>
  `json_build_object('symbol', ${alias}.symbol, 'side', ${alias}.side, 'lots', ${alias}.open_lots::text, 'entry', ${alias}.entry_price::text,
    'num', ${alias}.splits_num::text, 'den', ${alias}.splits_den::text)`;

/** What closing these now would bring, at the last known prices; undefined while one of them has none. */
export function unrealisedOrUnknown(open: readonly OpenRow[], terms: Terms, marks: Marks): Cents | undefined {
  const known = open.every((trade) => openValue(positionOf(trade), marks, terms) !== undefined);
  return known ? unrealised(open, terms, marks) : undefined;
}

/** The same, where what has no price counts as nothing: for figures that a client looks at. */
export function unrealised(open: readonly OpenRow[], terms: Terms, marks: Marks): Cents {
  let sum = 0n;
  for (const trade of open) sum += unrealisedCents(positionOf(trade), marks, terms);
  return sum;
}

const positionOf = (trade: OpenRow): Parameters<typeof openValue>[0] => ({
  symbol: trade.symbol,
  side: trade.side,
  openLots: BigInt(trade.lots),
  entryPrice: BigInt(trade.entry),
  splits: { num: BigInt(trade.num), den: BigInt(trade.den) },
});
