import type { AnyDecision } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { imageOf } from '../../kernel/table.ts';
import { COPIES } from './copies.ts';
import { type Exposure, EXPOSURES, type Trade, TRADES } from './model.ts';

/** The trade that a decision opens or changes. @throws where it changes none */
export function movedTrade({ rows = [] }: AnyDecision): { readonly before: Trade | null; readonly after: Trade } {
  for (const row of rows) {
    const found = imageOf(TRADES, row);
    if (found !== undefined) return found;
  }
  throw new Error('a decision about a trade that has none');
}

/** The sums of what a client has open, and those of a copy, follow each trade, here as in the database. */
export function followTrade(state: State, before: Trade | null, after: Trade): void {
  followInPositions(state, before, after);
  followInCopy(state, before, after);
}

function followInPositions(state: State, before: Trade | null, after: Trade): void {
  const sums = state.of(EXPOSURES).get(after.clientId);
  if (sums === undefined) return;
  // A split takes a trade from the sums of those that had none to the sums of those that had it.
  const left = before === null ? sums : counted(sums, before, -1n);
  state.of(EXPOSURES).set(after.clientId, counted(left, after, 1n));
}

function counted(sums: readonly Exposure[], trade: Trade, times: 1n | -1n): readonly Exposure[] {
  if (trade.status !== 'active') return sums;
  const { symbol, side, splits, openLots, entryPrice, requiredMarginLeft } = trade;
  const known = sums.find(
    (sum) =>
      sum.symbol === symbol && sum.side === side && sum.splits.num === splits.num && sum.splits.den === splits.den,
  );
  const sum = known ?? { symbol, side, splits, trades: 0, lots: 0n, value: 0n, required: 0n };
  return [
    ...sums.filter((one) => one !== known),
    {
      ...sum,
      trades: sum.trades + Number(times),
      lots: sum.lots + times * openLots,
      value: sum.value + times * openLots * entryPrice,
      required: sum.required + times * requiredMarginLeft,
    },
  ];
}

function followInCopy(state: State, before: Trade | null, { copyId, ...after }: Trade): void {
  const copy = copyId === null ? undefined : state.of(COPIES).get(copyId);
  if (copy === undefined || copy.status === 'stopped') return;
  const brought = (of: Pick<Trade, 'realised' | 'shortfall' | 'financed' | 'dividends'>): bigint =>
    of.realised + of.shortfall - of.financed + of.dividends;
  state.of(COPIES).set(copy.id, {
    ...copy,
    held: copy.held + after.collateralLeft - (before?.collateralLeft ?? 0n),
    result: copy.result + brought(after) - (before === null ? 0n : brought(before)),
  });
}
