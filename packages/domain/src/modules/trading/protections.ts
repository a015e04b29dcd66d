import type { Context, Decision, Priced } from '../../kernel/decision.ts';
import type { Party } from '../../kernel/party.ts';
import { type DealtQuote, instrument, type Price, priceStep, type Symbol } from '../../market/index.ts';
import type { Protections, Side } from '../positions/model.ts';
import { effectiveMarkup } from '../positions/terms.ts';
import { priceOf } from './notifications.ts';
import { refuse } from './refusals.ts';

export const NO_PROTECTIONS: Protections = {
  stopLoss: null,
  takeProfit: null,
  trailingDistance: null,
  targets: null,
};

/** What a command may say of them: left out and null are both "none". */
export type OptionalProtections = {
  readonly stopLoss?: Price | null;
  readonly takeProfit?: Price | null;
  readonly trailingDistance?: Price | null;
  readonly targets?: Protections['targets'];
};

export function protectionsOf(command: OptionalProtections): Protections {
  return {
    stopLoss: command.stopLoss ?? null,
    takeProfit: command.takeProfit ?? null,
    trailingDistance: command.trailingDistance ?? null,
    targets: command.targets ?? null,
  };
}

/** Prices that can be dealt lie on the instrument's tick. */
export function isDealable(symbol: Symbol, price: Price): boolean {
  return price > 0n && price % priceStep(instrument(symbol)) === 0n;
}

/**
 * A stop stands on the losing side of `price`, a target on the winning side, so that neither closes at once. `price` is where the position would close now, or
 * where its order waits. Undefined where all is well.
 */
export function refusedProtections(
  symbol: Symbol,
  side: Side,
  price: Price,
  { stopLoss, takeProfit, trailingDistance }: Omit<Protections, 'targets'>,
): Decision<never> | undefined {
  for (const [field, level] of [
    ['stop_loss', stopLoss],
    ['take_profit', takeProfit],
    ['trailing_distance', trailingDistance],
  ] as const)
    if (level !== null && !isDealable(symbol, level)) return refuse('order.price_step', field, stepValues(symbol));
  const below = (level: Price): boolean => (side === 'buy' ? level < price : level > price);
  const above = (level: Price): boolean => (side === 'buy' ? level > price : level < price);
  const values = { side, price: priceOf({ symbol }, price) };
  if (stopLoss !== null && !below(stopLoss)) return refuse('protection.stop_side', 'stop_loss', values);
  if (takeProfit !== null && !above(takeProfit)) return refuse('protection.target_side', 'take_profit', values);
  if (trailingDistance !== null && trailingDistance >= price)
    return refuse('protection.trailing_distance', 'trailing_distance', values);
  return undefined;
}

export function stepValues(symbol: Symbol): { digits: string } {
  return { digits: String(instrument(symbol).digits) };
}

/** The latest quote with this client's mark-up, the last known one while the market is closed; why there is none at all otherwise. */
export function lastKnown(symbol: Symbol, party: Party, context: Context): Priced<DealtQuote> {
  const priced = context.quote(symbol, effectiveMarkup(party));
  if (priced.ok) return priced;
  const quote = context.mark(symbol, effectiveMarkup(party));
  return quote === undefined ? priced : { ok: true, quote };
}
