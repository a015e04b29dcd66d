import type { Side } from '@clearbook/contracts';
import { toPrice } from '../../../lib/decimal.ts';

export type OrderAt = { readonly side: Side; readonly type: 'limit' | 'stop' };

/** What can wait for a price: below the bid a buy at a limit and a sell at a stop, above the ask the other two, and in between nothing. */
export function ordersAt(price: string, quote: { readonly bid: string; readonly ask: string } | undefined): OrderAt[] {
  if (quote === undefined) return [];
  const at = toPrice(price);
  const [above, below] = [at > toPrice(quote.ask), at < toPrice(quote.bid)];
  if (!above && !below) return [];
  return [
    { side: 'buy', type: above ? 'stop' : 'limit' },
    { side: 'sell', type: above ? 'limit' : 'stop' },
  ];
}
