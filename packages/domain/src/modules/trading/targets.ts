import type { Decision } from '../../kernel/decision.ts';
import type { Price, Symbol } from '../../market/index.ts';
import { min } from '../../money/index.ts';
import type { Protections, Side, Target, Trade } from '../positions/model.ts';
import { lotsText, priceOf } from './notifications.ts';
import { isDealable, refusedProtections, stepValues } from './protections.ts';
import { refuse } from './refusals.ts';

type Targets = Pick<Trade, 'targets' | 'takeProfit'>;

/** Where a trade gains first: at its nearest target, and at its take profit once no target is left. */
export function nextTarget({ targets, takeProfit }: Targets): Price | null {
  return targets?.[0]?.price ?? takeProfit;
}

/** How many lots this closing price closes of a trade by its targets, together; null for all that is open, at its take profit. */
export function lotsAtTargets(trade: Targets & Pick<Trade, 'side'>, price: Price): bigint | null {
  const { side, targets, takeProfit } = trade;
  if (targets === null || (takeProfit !== null && reaches(side, price, takeProfit))) return null;
  return sum(targets.filter((target) => reaches(side, price, target.price)));
}

/**
 * What a close leaves of a trade's targets, with so many lots still open: none of those that it was for, which lie up to the price `reached`, and of the
 * others as much as there is, nearest first. A close of the whole leaves them as they stood.
 */
export function targetsLeft(
  { side, targets }: Pick<Trade, 'side' | 'targets'>,
  reached: Price | null,
  open: bigint,
): Trade['targets'] {
  if (targets === null || open === 0n) return targets;
  const kept: Target[] = [];
  for (const { price, lots } of targets) {
    if (reached !== null && reaches(side, reached, price)) continue;
    const fitting = min(lots, open - sum(kept));
    if (fitting > 0n) kept.push({ price, lots: fitting });
  }
  return kept.length === 0 ? null : kept;
}

/** What is wrong with what is to close so many lots by itself, with the price where they would close now. Undefined where all is well. */
export function refusedClosing(
  symbol: Symbol,
  side: Side,
  price: Price,
  protections: Protections,
  lots: bigint,
): Decision<never> | undefined {
  return (
    refusedProtections(symbol, side, price, protections) ?? refusedTargets({ symbol, side, price, lots }, protections)
  );
}

type Closable = { readonly symbol: Symbol; readonly side: Side; readonly price: Price; readonly lots: bigint };

function refusedTargets(
  { symbol, side, price, lots }: Closable,
  { targets, takeProfit }: Protections,
): Decision<never> | undefined {
  if (targets === null) return undefined;
  let nearer = price;
  for (const [index, target] of targets.entries()) {
    const field = `targets.${index}.price`;
    if (!isDealable(symbol, target.price)) return refuse('order.price_step', field, stepValues(symbol));
    if (reaches(side, price, target.price))
      return refuse('protection.target_side', field, { side, price: priceOf({ symbol }, price) });
    if (reaches(side, nearer, target.price)) return refuse('protection.target_order', field);
    nearer = target.price;
  }
  if (takeProfit !== null && reaches(side, nearer, takeProfit)) return refuse('protection.target_order', 'take_profit');
  return sum(targets) > lots ? refuse('protection.target_lots', 'targets', { lots: lotsText(lots) }) : undefined;
}

/** Whether a closing price is at a level on the winning side, or beyond it. */
function reaches(side: Side, price: Price, level: Price): boolean {
  return side === 'buy' ? price >= level : price <= level;
}

function sum(targets: readonly Target[]): bigint {
  return targets.reduce((lots, target) => lots + target.lots, 0n);
}
