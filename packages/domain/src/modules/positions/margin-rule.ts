import type { Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import type { Cents } from '../../money/index.ts';
import { exposuresFrom, openResult, worthOf } from './exposure.ts';
import type { Trade } from './model.ts';
import { equityCents, type Marks, requiredMarginOf } from './valuation.ts';

export type Weight = { readonly equity: Cents; readonly required: Cents };

/** What a borrower is worth, and the required margin of all of their open positions. */
export function weigh(party: Party, trades: Iterable<Trade>, marks: Marks): Weight {
  const own = [...trades];
  return { equity: equityCents(party, own, marks), required: requiredMarginOf(party.id, own) };
}

/** While something is owed, the required margins of all positions, a new one included, are never more than the equity. */
export function exceedsEquity(state: State, party: Party, opened: Trade, marks: Marks): Weight | undefined {
  if (party.loan === 0n) return undefined;
  // The new position counts with its own spread: its collateral has only moved from cash to margin.
  const { equity, required } = worthOf(state, party, marks);
  const weight = {
    equity: equity + openResult(exposuresFrom([opened]), marks, party),
    required: required + opened.requiredMarginLeft,
  };
  return weight.required > weight.equity ? weight : undefined;
}

/** All positions of a borrower close where equity is at most half of the required margin. Compared exactly. */
export function isCalled({ equity, required }: Weight): boolean {
  return required > 0n && equity * 2n <= required;
}
