import type { Side } from '@clearbook/contracts';
import { lots as lotsRule } from '@clearbook/contracts/trading';
import type { OrderValues } from './order.form.ts';

export type Suggestion = { side: Side | null; lots: string | null };

/** What an address fills into the ticket. Anything that the ticket itself would refuse is left out. */
export function suggestionIn(search: URLSearchParams): Suggestion {
  const side = search.get('side');
  const lots = search.get('lots');
  return {
    side: side === 'buy' || side === 'sell' ? side : null,
    lots: lots !== null && lotsRule.safeParse(lots).success ? lots : null,
  };
}

/** The same as the ticket's fields begin with it. */
export function startOf({ side, lots }: Suggestion): Partial<OrderValues> {
  return { ...(lots !== null && { lots, collateral: 'follows' as const }), ...(side !== null && { aim: side }) };
}
