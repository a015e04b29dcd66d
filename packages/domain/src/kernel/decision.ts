import type { DealtQuote, FeedQuote, Rational, Symbol, Width } from '../market/index.ts';
import type { EntryDraft } from './accounts.ts';
import type { Entered } from './records.ts';
import type { Refusal } from './refusal.ts';
import type { State } from './state.ts';
import type { RowImage } from './table.ts';

/** Ids, codes and sums of what a command did: small, and stored for ever under its key. */
export type Result = Readonly<Record<string, string | null>>;

/** A result whose fields are all text. */
export type Fields<K extends string> = Readonly<Record<K, string>>;

export type Outcome<R extends Result = Result> =
  | { readonly ok: true; readonly result: R }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * What a person is told with the commit: kept among their notifications, and mailed. Values are filled into the named template; a value
 * named `code` goes into the mail alone.
 */
export type NotificationDraft = {
  readonly userId: string;
  readonly template: string;
  readonly values: Readonly<Record<string, string>>;
  /** The record it is about. Left out: the one of the first invalidation. */
  readonly subjectId?: string;
  /** The person's own doing (a trade, paper money): in the app always, by mail only to those who asked for such mails. */
  readonly quiet?: true;
};

/** What open pages should read again. */
export type Invalidation = {
  /** Null: everybody. */
  readonly clientId: string | null;
  readonly topics: readonly string[];
  readonly event: string;
  readonly subjectId: string;
  readonly staff: boolean;
};

/** What became of a command, and everything that is written with it. Most commands answer with the id of what they are about. */
export type Decision<R extends Result = { readonly id: string }> = {
  readonly outcome: Outcome<R>;
  readonly entry?: EntryDraft;
  /** A second entry of the same command, which moves no row: staff close a trade at the quote and add the difference by hand. */
  readonly also?: EntryDraft;
  readonly records?: readonly Entered[];
  /** The rows that it makes or changes. Of one row the last image counts. */
  readonly rows?: readonly RowImage[];
  /** What follows in memory from its entry, where no row says it. */
  readonly carries?: (state: State) => void;
  readonly notifications?: readonly NotificationDraft[];
  readonly invalidates?: readonly Invalidation[];
  /** A part that needs a second person: it is written down as a proposal with the rest, and nothing of it happens yet. */
  readonly proposes?: Proposing;
};

/** A decision of whichever command. */
export type AnyDecision = Decision<Result>;

/** What somebody of the staff asks another to decide; `command` is one of those that packages/domain/src/modules/proposals knows. */
export type Proposing = {
  readonly id: string;
  readonly command: { readonly kind: string };
  readonly proposedBy: string;
  readonly reason: string;
};

/** Not a no: something that came before this command is not decided yet, and it is asked again once that is. */
export class Later extends Error {
  override name = 'Later';
}

/** Everything a decision may use besides the state. Time, ids and prices come in from outside. */
export type Context = {
  readonly now: Date;
  /** Every quote up to here has been looked at, and what it set off is decided. Left out: up to now. */
  readonly watchedUntil?: Date | undefined;
  /**
   * The good quotes of a symbol that may not have been looked at yet, oldest first, and the dollar pairs at their instants. Left out: there are none.
   * @throws Later where there are too many to look at here
   */
  readonly unwatched?:
    | ((symbol: Symbol) => readonly { readonly quote: FeedQuote; readonly conversions: readonly FeedQuote[] }[])
    | undefined;
  readonly newId: () => string;
  /** The latest good quote with this client's mark-up, or why there is none. */
  readonly quote: (symbol: Symbol, markup: Width, purpose?: 'opening') => Priced<DealtQuote>;
  /** The quote, without mark-up, whose mid converts this currency into dollars at the same instant. Never asked for the dollar. */
  readonly conversion: (currency: string) => Priced<DealtQuote>;
  /** The last known quote with this mark-up, also while its market is closed: for valuing, never for a fill. */
  readonly mark: (symbol: Symbol, markup: Width) => DealtQuote | undefined;
  /** Dollars for one unit of a currency at its last known price: for valuing, never for a fill. */
  readonly markRate: (currency: string) => Rational | undefined;
  /** What a symbol was last known to be worth at an instant that has passed, and what converts its base: for a night that nobody has charged yet. */
  readonly nightMarks?: (symbol: Symbol, at: Date) => NightMarks | undefined;
};

export type NightMarks = { readonly quote: FeedQuote; readonly conversions: readonly FeedQuote[] };

export type Priced<Q> =
  | { readonly ok: true; readonly quote: Q }
  | {
      readonly ok: false;
      readonly code: 'market.closed' | 'market.stale' | 'market.unavailable';
      readonly detail: string;
    };
