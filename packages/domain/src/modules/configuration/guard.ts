import type { Decision } from '../../kernel/decision.ts';
import { type Read, rows } from '../../kernel/module.ts';
import type { State } from '../../kernel/state.ts';
import { instrument, INSTRUMENTS, isSymbol, type Symbol } from '../../market/index.ts';
import { exposuresFrom, exposuresOf } from '../positions/exposure.ts';
import { type Side, TRADES } from '../positions/model.ts';
import { inForce, nameOf } from './in-force.ts';
import { hundredths } from './items.ts';
import { CONFIGURATION, type Volume, VOLUMES } from './model.ts';
import { refuse } from './refusals.ts';

/** What decides whether these instruments can be traded. */
export function readConfiguration(...symbols: readonly string[]): Read[] {
  const known = symbols.filter(isSymbol);
  const names = known.flatMap((symbol) => [
    nameOf('instrument', symbol),
    nameOf('closures', symbol),
    nameOf('closures', instrument(symbol).class),
    nameOf('volume_limit', symbol),
  ]);
  return [rows(CONFIGURATION, ...names), rows(VOLUMES, ...known)];
}

/** For commands that don't name their instrument. */
export function readWholeConfiguration(): Read[] {
  return readConfiguration(...INSTRUMENTS.map(({ symbol }) => symbol));
}

/** Why nothing new can be traded of an instrument now: neither a position nor an order that waits. Never asked where something is closed or cancelled. */
export function refuseNotOffered(state: State, symbol: string, now: Date): Decision<never> | undefined {
  if (!isSymbol(symbol)) return undefined;
  const { state: is } = inForce(state, 'instrument', symbol, now);
  return is === 'on' ? undefined : refuse(`instrument.${is}`, undefined, { symbol: instrument(symbol).name });
}

/** Why no position can be opened on a day that is declared a holiday, or closed for another reason. Closing is always possible. */
export function refuseHoliday(state: State, symbol: Symbol, now: Date): Decision<never> | undefined {
  const time = now.toISOString();
  const closed = [symbol, instrument(symbol).class]
    .flatMap((key) => inForce(state, 'closures', key, now).closures)
    .filter(({ from, until }) => from <= time && time < until)
    .toSorted((one, other) => (one.until < other.until ? 1 : -1))[0];
  return closed === undefined
    ? undefined
    : refuse('market.holiday', undefined, { name: closed.name, until: closed.until.slice(0, 16).replace('T', ' ') });
}

type Opening = { readonly clientId: string; readonly symbol: Symbol; readonly side: Side; readonly lots: bigint };

/** Why so much can't be opened: with what is open, it would be more than a client, or all clients together, hold of the instrument. Says what would work. */
export function refuseVolume(
  state: State,
  { clientId, symbol, side, lots }: Opening,
  now: Date,
): Decision<never> | undefined {
  const { per_client: client, all_clients: all } = inForce(state, 'volume_limit', symbol, now);
  if (client !== null) {
    const own = exposuresOf(state, clientId).filter((one) => one.symbol === symbol);
    const room = roomFor(hundredths(client), sideOf(own, side));
    if (lots > room) return refuse('volume.client', 'lots', { most: client, room: lotsText(room) });
  }
  if (all !== null) {
    const open = volumesOf(state, symbol);
    const net = sideOf(open, side) - sideOf(open, side === 'buy' ? 'sell' : 'buy');
    const room = roomFor(hundredths(all), net);
    if (lots > room) return refuse('volume.all', 'lots', { most: all, room: lotsText(room) });
  }
  return undefined;
}

/** Lots are already in today's shares: a split converts what is open. */
function sideOf(open: readonly Volume[], side: Side): bigint {
  return open.filter((one) => one.side === side).reduce((sum, { lots }) => sum + lots, 0n);
}

/** How much more there is room for. */
function roomFor(limit: bigint, open: bigint): bigint {
  return open >= limit ? 0n : limit - open;
}

/** Where every trade is held in memory, they are summed here. */
function volumesOf(state: State, symbol: Symbol): readonly Volume[] {
  const known = state.of(VOLUMES).get(symbol);
  if (known !== undefined) return known;
  const open = [...state.of(TRADES).values()].filter((one) => one.symbol === symbol && one.status === 'active');
  return exposuresFrom(open);
}

function lotsText(lots: bigint): string {
  return `${lots / 100n}.${(lots % 100n).toString().padStart(2, '0')}`;
}
