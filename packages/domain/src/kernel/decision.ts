import type {
  DealtQuote,
  FeedQuote,
  FinancingRates,
  Held,
  Instrument,
  Rational,
  Symbol,
  Width,
} from '../market/index.ts';
import type { EntryDraft } from './accounts.ts';
import type { Entered } from './records.ts';
import type { Refusal } from './refusal.ts';
import type { State } from './state.ts';
import type { RowImage } from './table.ts';

/** The ids, codes and sums that a command answers with: small, because they are stored forever under its key. */
export type Result = Readonly<Record<string, string | null>>;

/** A result whose fields are all text. */
export type Fields<K extends string> = Readonly<Record<K, string>>;

export type Outcome<R extends Result = Result> =
  | { readonly ok: true; readonly result: R }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * What a person is told once the command is committed, in the app and by email. Values fill the named template; a value
 * named `code` appears in the email only.
 */
export type NotificationDraft = {
  readonly userId: string;
  readonly template: string;
  readonly values: Readonly<Record<string, string>>;
  /** The record it is about. Defaults to the subject of the first invalidation. */
  readonly subjectId?: string;
  /** The person did it themselves (a trade, paper money): always shown in the app, emailed only to those who asked for such emails. */
  readonly quiet?: true;
};

/** What open pages should read again. */
export type Invalidation = {
  /** Null means everybody. */
  readonly clientId: string | null;
  readonly topics: readonly string[];
  readonly event: string;
  readonly subjectId: string;
  readonly staff: boolean;
};

/** The outcome of a command and everything that is written with it. Most commands answer with the id of the record they are about. */
export type Decision<R extends Result = { readonly id: string }> = {
  readonly outcome: Outcome<R>;
  readonly entry?: EntryDraft;
  /** A second entry of the same command and client, which moves no row: staff close a trade at the quote and add the difference by hand. */
  readonly also?: EntryDraft;
  readonly records?: readonly Entered[];
  /** The rows that it creates or changes. If a row appears twice, its last image counts. */
  readonly rows?: readonly RowImage[];
  /** Changes to the state in memory that follow from the entry and are not in any row. */
  readonly carries?: (state: State) => void;
  readonly notifications?: readonly NotificationDraft[];
  readonly invalidates?: readonly Invalidation[];
  /** A part that needs a second person: it is recorded as a proposal and has no effect yet. */
  readonly proposes?: Proposing;
};

/** A decision about any command. */
export type AnyDecision = Decision<Result>;

/** What one member of staff asks another to decide; `command` is one that packages/domain/src/modules/proposals knows. */
export type Proposing = {
  readonly id: string;
  readonly command: { readonly kind: string };
  readonly proposedBy: string;
  readonly reason: string;
};

/** Not a refusal: something that came before this command is still undecided, so the command is tried again afterwards. */
export class Later extends Error {
  override name = 'Later';
}

/** Everything a decision may use besides the state. Time, ids and prices come in from outside. */
export type Context = {
  readonly now: Date;
  /** Every quote up to here has been watched, and everything it triggered is decided. Defaults to now. */
  readonly watchedUntil?: Date | undefined;
  /**
   * The good quotes of a symbol that may not have been watched yet, oldest first, with the dollar pairs at their instants. Defaults to none.
   * @throws Later where there are too many to check here
   */
  readonly unwatched?:
    | ((symbol: Symbol) => readonly { readonly quote: FeedQuote; readonly conversions: readonly FeedQuote[] }[])
    | undefined;
  readonly newId: () => string;
  /** The latest good quote with this client's mark-up, or why there is none. */
  readonly quote: (symbol: Symbol, markup: Width, purpose?: 'opening') => Priced<DealtQuote>;
  /** The quote, without mark-up, whose mid converts this currency into dollars at the same instant. Never asked for the dollar. */
  readonly conversion: (currency: string) => Priced<DealtQuote>;
  /**
   * The last known quote with this mark-up, even while its market is closed: for valuing, never for a fill.
   * @throws Later while a split of the symbol is still being applied to what is held
   */
  readonly mark: (symbol: Symbol, markup: Width) => DealtQuote | undefined;
  /** Whether a split of a symbol is still being applied to what is held of it: lots of before it and after it are not to be compared, nor valued. Defaults to none. */
  readonly isSplitting?: ((symbol: Symbol) => boolean) | undefined;
  /** The last price of a share with a dividend that is in effect still in it, where it is from before that; `mark` is without it. Defaults to none. */
  readonly beforeDividend?: ((symbol: Symbol, markup: Width) => DealtQuote | undefined) | undefined;
  /** What was known at an earlier instant: what a quote set off is valued as of that quote. Defaults to what is known now. */
  readonly asOf?: ((at: Date) => Pick<Context, 'mark' | 'markRate' | 'isSplitting' | 'beforeDividend'>) | undefined;
  /** Dollars for one unit of a currency at its last known price: for valuing, never for a fill. */
  readonly markRate: (currency: string) => Rational | undefined;
  /** The last known price of what is held at a past instant, in the shares in which it counts, and the quotes that convert its base: for a night that is still to be charged. */
  readonly nightMarks?: (held: Held, at: Date) => NightMarks | undefined;
  /** What holding an instrument overnight costs at an instant, in basis points a year: what two people set for it, or what it comes with. */
  readonly financing: (of: Instrument, at: Date) => FinancingRates;
};

export type NightMarks = { readonly quote: FeedQuote; readonly conversions: readonly FeedQuote[] };

export type Priced<Q> =
  | { readonly ok: true; readonly quote: Q }
  | {
      readonly ok: false;
      readonly code: 'market.closed' | 'market.stale' | 'market.unavailable';
      readonly detail: string;
    };
