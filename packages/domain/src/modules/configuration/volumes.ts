import type { State } from '../../kernel/state.ts';
import type { Trade } from '../positions/model.ts';
import { type Volume, VOLUMES } from './model.ts';

/** What all clients hold of an instrument follows each trade, so that the next command of the batch is decided on it. */
export function followVolume(state: State, before: Trade | null, after: Trade): void {
  const open = state.of(VOLUMES).get(after.symbol);
  if (open === undefined) return;
  const moved = (trade: Trade | null, times: bigint): Volume[] =>
    trade === null ? [] : [{ side: trade.side, splits: trade.splits, lots: trade.openLots * times }];
  state.of(VOLUMES).set(after.symbol, [...open, ...moved(before, -1n), ...moved(after, 1n)]);
}
