import type { Symbol } from '@clearbook/domain/market';
import type { Cents } from '@clearbook/domain/money';
import { type Marks, type Terms, unrealisedCents } from '@clearbook/domain/trading';

/** An open trade as json_build_object gives it. */
export type OpenRow = { symbol: Symbol; side: 'buy' | 'sell'; lots: string; entry: string; num: string; den: string };

export const OPEN_ROW = (alias: string): string =>
  `json_build_object('symbol', ${alias}.symbol, 'side', ${alias}.side, 'lots', ${alias}.open_lots::text, 'entry', ${alias}.entry_price::text,
    'num', ${alias}.splits_num::text, 'den', ${alias}.splits_den::text)`;

/** What closing these now would bring, at the last known prices. */
export function unrealised(open: readonly OpenRow[], terms: Terms, marks: Marks): Cents {
  let sum = 0n;
  for (const trade of open)
    sum += unrealisedCents(
      {
        symbol: trade.symbol,
        side: trade.side,
        openLots: BigInt(trade.lots),
        entryPrice: BigInt(trade.entry),
        splits: { num: BigInt(trade.num), den: BigInt(trade.den) },
      },
      marks,
      terms,
    );
  return sum;
}
