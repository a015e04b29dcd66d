import type { Side, Trade } from '@clearbook/contracts';
import { protectionWords as words } from '@clearbook/contracts/words/orders';
import { formatLots, formatPrice } from '../../../lib/format.ts';

/** A part of a trade that closes at a price of its own, as its two fields hold it. */
export type TypedTarget = { readonly price: string; readonly lots: string };
type Targets = Trade['targets'];

/** As many as a trade can have. */
export const MOST_TARGETS = 5;

/** The targets with one of them at another price, or without it. */
export function changedTargets(targets: Targets, index: number, price: string | null): NonNullable<Targets> {
  return (targets ?? []).flatMap((each, at) => (at !== index ? [each] : price === null ? [] : [{ ...each, price }]));
}

/** The targets with a further one, nearest first. */
export function addedTarget(targets: Targets, further: TypedTarget, side: Side): NonNullable<Targets> {
  const rising = [...(targets ?? []), further].toSorted((a, b) => Number(a.price) - Number(b.price));
  return side === 'buy' ? rising : rising.toReversed();
}

export function targetText({ price, lots }: TypedTarget, digits: number | undefined): string {
  return words.targetAt(formatPrice(price, digits), formatLots(lots));
}

export function targetsText(targets: Targets, digits: number | undefined): string {
  return targets === null ? words.none : targets.map((target) => targetText(target, digits)).join(', ');
}
