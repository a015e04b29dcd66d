import { type Read, rows } from '../../kernel/module.ts';
import type { State } from '../../kernel/state.ts';
import type { Cents } from '../../money/index.ts';
import { inForce, nameOf } from '../configuration/in-force.ts';
import { hundredths, type Sale } from '../configuration/items.ts';
import { CONFIGURATION } from '../configuration/model.ts';

/** What is sold, as configuration names it. */
export type Sold = 'package' | 'signal_plan';

/** What decides whether a plan is sold, and for how much. */
export function readSale(sold: Sold, id: string): Read {
  return rows(CONFIGURATION, nameOf(sold, id));
}

/** The price in cents under these terms of sale. */
export function priceOf(plan: { readonly price: Cents }, { price }: Sale): Cents {
  return price === null ? plan.price : hundredths(price);
}

/** The price of a plan now, in cents; null: it's no longer sold. */
export function priceNow(
  state: State,
  sold: Sold,
  plan: { readonly id: string; readonly price: Cents },
  now: Date,
): Cents | null {
  const sale = inForce(state, sold, plan.id, now);
  return sale.state === 'retired' ? null : priceOf(plan, sale);
}
