import { type Volume, VOLUMES } from '@clearbook/domain/configuration';
import {
  type AnyDecision,
  type Command,
  type Context,
  decide,
  imageOf,
  type Outcome,
  type State,
} from '@clearbook/domain/ledger';
import type { Symbol } from '@clearbook/domain/market';
import { exposuresFrom, type Trade, TRADES } from '@clearbook/domain/positions';

/** A decision of this round, and the book that it was committed in. */
export type Committed = { readonly book: number; readonly decision: AnyDecision };

type Volumes = ReadonlyMap<Symbol, readonly Volume[]>;

/** `context`: another one each time, since ids are counted within it. */
type Tried = { readonly command: Command; readonly context: () => Context; readonly outcome: string };

const OPENING: ReadonlySet<Command['kind']> = new Set(['open_trade', 'place_order', 'fill_order', 'reverse_trade']);

/**
 * Lets `act` go on with what all clients had open at a moment of this round by which the database's outcome follows. A limit over all clients
 * is decided by what the other books had committed when it was read; whether one of them commits between that and this book's own commit does
 * not follow from the order of the commits. What was let in may have missed closes alone: openings wait for each other. Without such a moment, by
 * what is open now.
 */
export function withVolumesSeen<T>(
  state: State,
  tried: Tried,
  { round, book }: { readonly round: readonly Committed[]; readonly book: number },
  act: () => T,
): T {
  if (!OPENING.has(tried.command.kind) || round.length === 0 || !differsByVolumes(state, tried)) return act();
  const all = state.of(VOLUMES);
  const refused = tried.outcome.includes('"volume.all"');
  for (const volumes of volumesSeen(state, round, book, refused)) {
    for (const [symbol, open] of volumes) all.set(symbol, open);
    try {
      if (expected(state, tried) === known(JSON.parse(tried.outcome))) return act();
    } finally {
      all.clear();
    }
  }
  return act();
}

/** Whether a limit over all clients decides it, either here or in the database, and the other does not have it so. */
function differsByVolumes(state: State, tried: Tried): boolean {
  const said = [expected(state, tried), known(JSON.parse(tried.outcome))];
  return said[0] !== said[1] && said.some((text) => text.includes('"volume.all"'));
}

function expected(state: State, { command, context }: Tried): string {
  return known(decide(state, command, context()).outcome);
}

/** What an outcome says but the ids, which depend on what else is in the batch. */
function known(outcome: Outcome): string {
  if (!outcome.ok) return JSON.stringify(outcome.refusal);
  const { status, reason } = outcome.result as { status?: string; reason?: string };
  return JSON.stringify({ status, reason });
}

/** Every moment since the round began as a book may have seen it: all books as they were, all but its own, or one other book alone. */
function* volumesSeen(state: State, round: readonly Committed[], book: number, openings: boolean): Generator<Volumes> {
  const others = [...new Set(round.map((one) => one.book))].filter((one) => one !== book);
  const families = [undefined, ...others].map(
    (of) => (one: Committed) => (of === undefined ? one.book !== book : one.book === of),
  );
  const symbols = new Set(
    round.flatMap(({ decision }) =>
      (decision.rows ?? []).flatMap((image) => imageOf(TRADES, image)?.after.symbol ?? []),
    ),
  );
  for (const undone of [() => true, ...families]) {
    const trades = new Map(state.of(TRADES));
    for (const { decision } of round.filter(undone).toReversed()) {
      undo(trades, decision, openings);
      yield new Map([...symbols].map((symbol) => [symbol, openOf(trades, symbol)]));
    }
  }
}

function undo(trades: Map<string, Trade>, { rows = [] }: AnyDecision, openings: boolean): void {
  for (const image of rows.toReversed()) {
    const { before, after } = imageOf(TRADES, image) ?? {};
    if (before) trades.set(before.id, before);
    else if (after && openings) trades.delete(after.id);
  }
}

function openOf(trades: ReadonlyMap<string, Trade>, symbol: Symbol): readonly Volume[] {
  return exposuresFrom([...trades.values()].filter((one) => one.symbol === symbol && one.status === 'active'));
}
