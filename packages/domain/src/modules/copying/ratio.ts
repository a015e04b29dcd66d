import type { Party } from '../../kernel/party.ts';
import { type Cents, divideUp } from '../../money/index.ts';
import type { Copy } from '../positions/copies.ts';
import type { Trade } from '../positions/model.ts';
import { type Marks, openTradesOf, openValue } from '../positions/valuation.ts';
import { entryOf, UNSPLIT } from '../positions/profit.ts';
import type { LeadTrade } from './model.ts';

/** How late an opening may be mirrored, from the trader's own fill. */
export const MIRROR_MAX_DELAY_MS = 5_000;
/** How far the copier's price may be from the trader's: one part in this many, 0.2 %. */
export const MIRROR_PRICE_PARTS = 500n;

/**
 * Lots that a copy should have open of a trade, in hundredths: floor(what the trader has open × allotment ÷ the trader's equity when they opened it).
 * The ratio is fixed for the trade's life, so the target only ever shrinks. Undefined where the trader's equity was not recorded or was nothing.
 */
export function targetLots(
  copy: Pick<Copy, 'allotment'>,
  lead: Pick<LeadTrade, 'openLots' | 'equityAtOpen'>,
): bigint | undefined {
  if (lead.equityAtOpen === null || lead.equityAtOpen <= 0n) return undefined;
  return (lead.openLots * copy.allotment) / lead.equityAtOpen;
}

/** Collateral that the copy may still use: allotment + its result so far − what is in use. */
export function roomOf(copy: Pick<Copy, 'allotment' | 'result' | 'held'>): Cents {
  const room = copy.allotment + copy.result - copy.held;
  return room < 0n ? 0n : room;
}

/** The trader's collateral in proportion to the mirrored lots, rounded up, so that both are closed out at about the same price. */
export function proportionalCollateral(
  lead: Pick<LeadTrade, 'collateral' | 'lots'> & Partial<Pick<LeadTrade, 'splits'>>,
  lots: bigint,
): Cents {
  const { num, den } = lead.splits ?? UNSPLIT;
  return divideUp(lead.collateral * lots * den, lead.lots * num);
}

/** Whether a fill at `price` is too far from the trader's own. */
export function movedTooFar(
  price: bigint,
  lead: Pick<LeadTrade, 'entryPrice'> & Partial<Pick<LeadTrade, 'splits'>>,
): boolean {
  const { num, den } = entryOf(lead);
  const apart = price * den - num;
  return (apart < 0n ? -apart : apart) * MIRROR_PRICE_PARTS > num;
}

/** What closing a copy's open trades now would bring, at the last known prices. Undefined while one of them has none, or one from before a dividend. */
export function unrealisedOf(copy: Copy, party: Party, trades: Iterable<Trade>, marks: Marks): Cents | undefined {
  let sum = 0n;
  for (const trade of openTradesOf(copy.clientId, trades)) {
    if (trade.copyId !== copy.id) continue;
    const value = marks.beforeDividend?.(trade.symbol, 0) ? undefined : openValue(trade, marks, party);
    if (value === undefined) return undefined;
    sum += value.unrealised;
  }
  return sum;
}

/** The copy's own stop: what was realised and what is open together are at or below minus the stop-loss. */
export function stopLossReached(copy: Pick<Copy, 'stopLoss' | 'result'>, unrealised: Cents): boolean {
  return copy.stopLoss !== null && copy.result + unrealised <= -copy.stopLoss;
}
