import type { Side } from '@clearbook/contracts';
import { lots as lotsRule, priceInput } from '@clearbook/contracts/trading';
import type { OrderValues } from './order.form.ts';

/** An order that waits: for which price, as what. */
type Waiting = { type: 'limit' | 'stop'; price: string };
export type Suggestion = { side: Side | null; lots: string | null; waiting: Waiting | null };

const priceRule = priceInput('');

/** What an address fills into the ticket. Anything that the ticket itself would refuse is left out. */
export function suggestionIn(search: URLSearchParams): Suggestion {
  const side = search.get('side');
  const lots = search.get('lots');
  const type = search.get('type');
  const price = search.get('price');
  return {
    side: side === 'buy' || side === 'sell' ? side : null,
    lots: lots !== null && lotsRule.safeParse(lots).success ? lots : null,
    waiting:
      (type === 'limit' || type === 'stop') && price !== null && priceRule.safeParse(price).success
        ? { type, price }
        : null,
  };
}

/** The same as the ticket's fields begin with it. */
export function startOf({ side, lots, waiting }: Suggestion): Partial<OrderValues> {
  return {
    ...(waiting !== null && { type: waiting.type, [`${waiting.type}_price`]: waiting.price }),
    ...(lots !== null && { lots, collateral: 'follows' as const }),
    ...(side !== null && { aim: side }),
  };
}
