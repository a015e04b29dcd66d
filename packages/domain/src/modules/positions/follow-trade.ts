import type { AnyDecision } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { imageOf } from '../../kernel/table.ts';
import { COPIES } from './copies.ts';
import { EXPOSURES, type Trade, TRADES } from './model.ts';

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
  const { clientId, symbol, side, entryPrice } = after;
  const sums = state.of(EXPOSURES).get(clientId);
  if (sums === undefined) return;
  const lots = after.openLots - (before?.openLots ?? 0n);
  const required = after.requiredMarginLeft - (before?.requiredMarginLeft ?? 0n);
  const known = sums.find((sum) => sum.symbol === symbol && sum.side === side);
  const sum = known ?? { symbol, side, trades: 0, lots: 0n, value: 0n, required: 0n };
  state.of(EXPOSURES).set(clientId, [
    ...sums.filter((one) => one !== known),
    {
      ...sum,
      trades: sum.trades + open(after) - open(before),
      lots: sum.lots + lots,
      value: sum.value + lots * entryPrice,
      required: sum.required + required,
    },
  ]);
}

function open(trade: Trade | null): number {
  return trade?.status === 'active' ? 1 : 0;
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
