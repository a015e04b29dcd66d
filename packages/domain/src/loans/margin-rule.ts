import type { Party, Trade } from '../ledger/state.ts';
import type { Cents } from '../money/index.ts';
import { equityCents, type Marks, requiredMarginOf } from '../trading/valuation.ts';

export type Weight = { readonly equity: Cents; readonly required: Cents };

/** What a borrower is worth, and the required margin of all of their open positions. */
export function weigh(party: Party, trades: Iterable<Trade>, marks: Marks): Weight {
  const own = [...trades];
  return { equity: equityCents(party, own, marks), required: requiredMarginOf(party.id, own) };
}

/** While something is owed, the required margins of all positions, a new one included, are never more than the equity. */
export function exceedsEquity(party: Party, trades: Iterable<Trade>, opened: Trade, marks: Marks): Weight | undefined {
  if (party.loan === 0n) return undefined;
  // The new position counts with its own spread: its collateral has only moved from cash to margin.
  const weight = weigh(party, [...trades, opened], marks);
  return weight.required > weight.equity ? weight : undefined;
}

/** All positions of a borrower close where equity is at most half of the required margin. Compared exactly. */
export function isCalled({ equity, required }: Weight): boolean {
  return required > 0n && equity * 2n <= required;
}
