import type { DealtQuote, FeedQuote, Price, Rational, Symbol, Width } from '../market/index.ts';
import type { Released, ReleaseLimits } from '../releases/limits.ts';
import type { EntryDraft } from './accounts.ts';
import type { Refusal, RefusalCode } from './refusals.ts';
import type {
  ClientLimit,
  Copy,
  Deposit,
  Hold,
  Loan,
  ManualTrade,
  MoneySettings,
  Order,
  Package,
  Party,
  Proposal,
  Purchase,
  TimeOut,
  Trade,
  Trader,
  Withdrawal,
} from './state.ts';

/** Ids, codes and sums of what a command did: small, and stored for ever under its key. */
export type Result = Readonly<Record<string, string | null>>;

export type Outcome =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly refusal: Refusal };

export type Fill = {
  readonly id: string;
  readonly side: 'buy' | 'sell';
  readonly lots: bigint;
  readonly quote: DealtQuote;
  readonly conversion: DealtQuote | null;
  readonly price: bigint;
  readonly realised: bigint | null;
  readonly at: Date;
};

/** What changes beside the entry. Each is one row of the books; the door checks it against the entry. */
export type Change =
  | { readonly kind: 'party'; readonly after: Party }
  | { readonly kind: 'deposit_created'; readonly after: Deposit; readonly address: string; readonly rateSource: string }
  | {
      readonly kind: 'deposit_moved';
      readonly before: Deposit;
      readonly after: Deposit;
      readonly proofFile?: string;
      /** Where the price of late proof came from. */
      readonly lateRateSource?: string;
      readonly decidedBy?: string;
      readonly receipt?: {
        readonly units: bigint;
        readonly rate: bigint;
        /** Of the coins beyond what the locked rate covers. */
        readonly restRate: bigint | null;
        readonly credited: bigint;
        readonly txid: string;
        readonly outputIndex: number;
        readonly receivedAt: Date | null;
        /** The credit, as somebody typed it again or another person saw it. */
        readonly confirmed: bigint | null;
      };
    }
  | { readonly kind: 'withdrawal_created'; readonly after: Withdrawal }
  | {
      readonly kind: 'withdrawal_moved';
      readonly before: Withdrawal;
      readonly after: Withdrawal;
      readonly decidedBy?: string;
    }
  | {
      readonly kind: 'trade_opened';
      readonly after: Trade;
      readonly orderId: string;
      readonly leverageHundredths: number;
      readonly fill: Fill;
      /** The worst price at which its client let it fill. */
      readonly worstPrice: Price | null;
      /** The order had waited: it has its row already. */
      readonly waited?: true;
    }
  | {
      readonly kind: 'trade_closed';
      readonly before: Trade;
      readonly after: Trade;
      readonly fill: Fill;
      readonly closedBy: ClosedBy;
      /** The quote of the best price that a trailing stop closed by, where the trade did not know it yet. */
      readonly peak?: DealtQuote;
    }
  | { readonly kind: 'order_placed'; readonly after: Order }
  /** Amended in place, or ended. */
  | { readonly kind: 'order_moved'; readonly before: Order; readonly after: Order }
  /** Its stops and targets, the best price of its trailing stop, the loss it was told of, or a close that waits: no money moves. */
  | {
      readonly kind: 'trade_amended';
      readonly before: Trade;
      readonly after: Trade;
      /** The quote that the best price was seen at. */
      readonly peak?: DealtQuote;
    }
  | {
      readonly kind: 'trade_financed';
      readonly before: Trade;
      readonly after: Trade;
      /** YYYY-MM-DD in New York. */
      readonly day: string;
      readonly quote: DealtQuote;
      readonly conversion: DealtQuote | null;
    }
  | { readonly kind: 'plan_bought'; readonly after: Purchase }
  | { readonly kind: 'package_added'; readonly after: Package; readonly addedBy: string }
  | { readonly kind: 'loan_created'; readonly after: Loan }
  | { readonly kind: 'loan_moved'; readonly before: Loan; readonly after: Loan; readonly decidedBy?: string }
  | { readonly kind: 'manual_trade'; readonly after: ManualTrade }
  | { readonly kind: 'limit_set'; readonly clientId: string; readonly after: ClientLimit }
  | { readonly kind: 'time_out_set'; readonly clientId: string; readonly after: TimeOut }
  | { readonly kind: 'hold_placed'; readonly after: Hold }
  | { readonly kind: 'hold_renewed'; readonly after: Hold }
  | { readonly kind: 'hold_lifted'; readonly after: Hold; readonly liftedBy: string; readonly noteId: string }
  | { readonly kind: 'release_limits_set'; readonly proposalId: string; readonly after: ReleaseLimits }
  | { readonly kind: 'wallets_set'; readonly proposalId: string; readonly from: Date }
  | {
      readonly kind: 'fees_set';
      readonly proposalId: string;
      readonly after: Omit<MoneySettings, 'announcesFees'>;
      /** What the clients whom it concerns are told; null where it is no news to them. */
      readonly told: { readonly percent: string; readonly from: Date | null } | null;
    }
  /** Every member of staff hears of it, by mail and in the app. */
  | {
      readonly kind: 'staff_told';
      readonly template: string;
      readonly values: Readonly<Record<string, string>>;
      readonly by: string;
      readonly proposedBy: string | null;
    }
  | {
      readonly kind: 'verification_declined';
      readonly clientId: string;
      readonly submission: string;
      readonly reason: string;
      readonly declinedBy: string;
    }
  | { readonly kind: 'proposal_made'; readonly after: Proposal }
  | {
      readonly kind: 'proposal_moved';
      readonly after: Proposal;
      readonly decidedBy: string;
      /** What the rules said, where they refused what was approved. */
      readonly refusal?: Refusal;
    }
  | {
      readonly kind: 'staff_added';
      readonly memberId: string;
      readonly email: string;
      /** The one-time link by which they choose a password. */
      readonly linkHash: string;
      readonly expiresAt: Date;
    }
  /** Their password, sessions and links are gone with this commit. */
  | { readonly kind: 'staff_removed'; readonly memberId: string }
  /** The person's name, addresses and way in are gone with this commit. */
  | { readonly kind: 'account_closed'; readonly clientId: string }
  | {
      readonly kind: 'trader_created';
      readonly after: Trader;
      /** What staff typed: kept for staff, never shown as a record. */
      readonly card: { readonly returnRate: string; readonly followers: string };
    }
  | { readonly kind: 'trader_deleted'; readonly after: Trader }
  | { readonly kind: 'copy_started'; readonly after: Copy; readonly copyOpen: boolean }
  | {
      readonly kind: 'copy_moved';
      readonly before: Copy;
      readonly after: Copy;
      readonly cause?: StopCause;
      /** What was taken at the end of a month, and whether it went on to a linked client. */
      readonly share?: { readonly month: string; readonly amount: bigint; readonly passedOn: boolean };
    }
  | {
      readonly kind: 'copy_skipped';
      readonly copyId: string;
      readonly leadTradeId: string;
      readonly reason: SkipReason;
    }
  | {
      readonly kind: 'note';
      readonly subjectId: string;
      readonly note: 'reason' | 'destination' | 'loan' | 'answer';
      readonly clientId: string;
      readonly body: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'audit';
      readonly actorId: string;
      readonly action: string;
      readonly subjectType: string;
      readonly subjectId: string;
      /** Null where it is about no single client. */
      readonly clientId: string | null;
      readonly facts: Readonly<Record<string, string>>;
    };

/** Who or what closed a trade: 'stop' is the stop loss. */
export type ClosedBy = 'client' | 'stop' | 'take_profit' | 'trailing_stop' | 'close_out' | 'admin' | 'copy';

/** Why a copy ended. */
export type StopCause = 'client' | 'stop_loss' | 'trader_deleted';

/** Why an opening of the trader was not mirrored. */
export type SkipReason =
  | 'paused'
  | 'suspended'
  | 'late'
  | 'price_moved'
  | 'too_small'
  | 'too_large'
  | 'allotment_used'
  | 'balance'
  | 'market_closed'
  | 'no_price'
  | 'no_equity'
  | 'already_closed'
  | 'time_out'
  | 'daily_loss'
  | 'too_many_trades'
  | 'not_allowed';

/**
 * What a person is told with the commit: kept among their notifications, and mailed. Values are filled into the named template; a value
 * named `code` goes into the mail alone.
 */
export type MailDraft = {
  readonly userId: string;
  readonly template: string;
  readonly values: Readonly<Record<string, string>>;
  /** The record it is about. Left out: the one of the decision's first notice. */
  readonly subjectId?: string;
  /** The person's own doing (a trade, paper money): in the app always, by mail only to those who asked for such mails. */
  readonly quiet?: true;
};

/** What open pages should read again. */
export type Notice = {
  /** Null: everybody. */
  readonly clientId: string | null;
  readonly topics: readonly string[];
  readonly event: string;
  readonly subjectId: string;
  readonly staff: boolean;
};

export type Decision = {
  readonly outcome: Outcome;
  readonly entry?: EntryDraft;
  /** A second entry of the same command, which moves no row: staff close a trade at the quote and add the difference by hand. */
  readonly also?: EntryDraft;
  /** What one member of staff let go alone with it. */
  readonly released?: Released;
  readonly changes?: readonly Change[];
  readonly mails?: readonly MailDraft[];
  readonly notices?: readonly Notice[];
};

/** An expected "no". It changes nothing unless the caller adds changes to it, as a wrong code does. */
export function refuse(code: RefusalCode, field?: string, values?: Readonly<Record<string, string>>): Decision {
  return {
    outcome: { ok: false, refusal: { code, ...(field !== undefined && { field }), ...(values && { values }) } },
  };
}

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
