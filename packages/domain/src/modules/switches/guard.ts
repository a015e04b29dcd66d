import type { Decision } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { type Read, rows } from '../../kernel/module.ts';
import { type AssetClass, instrument, isSymbol } from '../../market/index.ts';
import { STOPS, type SwitchName } from './model.ts';
import { refuse } from './refusals.ts';

/** The switch of each asset class. */
export const CLASS_SWITCHES = { forex: 'forex', crypto: 'crypto', stock: 'stocks' } as const satisfies Readonly<
  Record<AssetClass, SwitchName>
>;

/** For the commands that a switch can refuse. */
export const readStops = (): Read => rows(STOPS, 'site');

function isStopped(state: State, name: SwitchName): boolean {
  return state.of(STOPS).has(name);
}

/** Why nothing new can be traded now: neither a position nor an order that waits. Never asked where something is closed or cancelled. */
export function refuseStoppedTrading(state: State, symbol: string): Decision<never> | undefined {
  if (isStopped(state, 'trading')) return refuse('trading.stopped');
  if (!isSymbol(symbol)) return undefined;
  const { class: of } = instrument(symbol);
  return isStopped(state, CLASS_SWITCHES[of]) ? refuse('trading.class_stopped', undefined, { class: of }) : undefined;
}

/** Why no deposit can be begun now. One that is under way goes on, because its money may have been sent. */
export function refuseStoppedDeposits(state: State): Decision<never> | undefined {
  return isStopped(state, 'deposits') ? refuse('deposits.stopped') : undefined;
}

/** Why no copy can be started or resumed now, and no opening mirrored. Closings are mirrored all the same. */
export function refuseStoppedCopying(state: State): Decision<never> | undefined {
  return isStopped(state, 'copying') ? refuse('copying.stopped') : undefined;
}
