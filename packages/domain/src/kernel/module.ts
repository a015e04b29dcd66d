import type { Cents } from '../money/index.ts';
import type { EntryDraft } from './accounts.ts';
import type { AnyDecision, Context, Decision, Result } from './decision.ts';
import type { Party } from './party.ts';
import type { Refusal, Refusals } from './refusal.ts';
import type { State } from './state.ts';
import { type AnyTable, imageOf, type RowImage, type Rows, type Table } from './table.ts';

/** Rows that a command needs. The owner of an id in a command never changes. */
export type Read = { readonly of: Rows<unknown>; readonly ids: readonly string[] };

/** What deciding a command locks and reads, known before anything is read. */
export type LockSet = { readonly parties: readonly string[]; readonly rows: readonly Read[] };

type AnyCommand = { readonly kind: string };
/** What a second person would be asked to approve; packages/domain/src/modules/proposals lists them all. */
type ActDraft = { readonly kind: string };

type Options<C> = {
  /** What it reads besides its parties. */
  readonly reads?: (command: C) => readonly Read[];
  /** Whose books it locks. Defaults to its client's and the acting member of staff's. */
  readonly parties?: (command: C) => readonly string[];
  /** Throws Later until everything that must come before it is decided. */
  readonly before?: (state: State, command: C, context: Context) => void;
  /** Closes the trade that it names, or a part, which was open until then: nights that nobody has charged are charged first. */
  readonly closes?: (state: State, command: C, context: Context) => Date;
  /** Releases money: above the limit of a single person, this is proposed instead (packages/domain/src/modules/releases). */
  readonly release?: (command: C, amount: Cents) => ActDraft;
  /** How it ends where only the database can refuse what was decided, if that changes anything: by default it is the refusal, and nothing else. */
  readonly refused?: (
    state: State,
    command: C,
    decided: AnyDecision,
    refusal: Refusal,
    context: Context,
  ) => AnyDecision;
};

/** One command: what it reads and how it is decided. */
export type CommandRule<C, R extends Result> = Options<C> & {
  readonly handle: (state: State, command: C, context: Context) => Decision<R>;
};

export function command<C extends AnyCommand, R extends Result, const O extends Options<C>>(
  handle: (state: State, command: C, context: Context) => Decision<R>,
  options?: O & Options<C>,
): CommandRule<C, R> & O {
  return { handle, ...(options as O) };
}

/** Updates the sums in memory that depend on a written row, as the database does for its own. */
export type Follow = (state: State, image: RowImage) => void;

export function follow<R>(of: Table<R>, carry: (state: State, before: R | null, after: R) => void): Follow {
  return (state, image) => {
    const found = imageOf(of, image);
    if (found !== undefined) carry(state, found.before, found.after);
  };
}

/** Updates the state in memory that depends on a posted entry, besides its client's balances. */
export type Posted = (
  state: State,
  entry: EntryDraft,
  client: { readonly before: Party; readonly after: Party },
  now: Date,
) => void;

/** Everything that a module adds to the books. */
export type Module = {
  readonly name: string;
  /** The tables whose rows its commands write. */
  readonly tables?: readonly AnyTable[];
  readonly follows?: readonly Follow[];
  readonly posted?: Posted;
  /** The modules whose code this one may import. */
  readonly uses: readonly string[];
  /** The tables whose rows its commands read by key. */
  readonly locks?: readonly AnyTable[];
  /** What it reads that is not a row of a table. */
  readonly readings?: Readonly<Record<string, Rows<unknown>>>;
  readonly refusals: Refusals;
  /** The refusal for each constraint that only the database can check. */
  readonly constraints?: Readonly<Record<string, string>>;
  /** Numbers that the database holds too: SQL names them `@limit.<name>`. Sums in cents, durations in milliseconds. */
  readonly limits?: Readonly<Record<string, number | bigint>>;
  /** By their kind. */
  readonly commands: Readonly<Record<string, CommandRule<never, Result>>>;
};

export function module<const M extends Module>(declared: M): M {
  return declared;
}

/** Rows of one kind, by their keys. */
export function rows(of: Rows<unknown>, ...ids: readonly string[]): Read {
  return { of, ids };
}
