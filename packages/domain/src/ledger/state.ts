import type { Fraction, Cents } from '../money/index.ts';
import type { Price, Symbol, Width } from '../market/index.ts';
import type { Act } from '../proposals/act.ts';
import type { Releases } from '../releases/limits.ts';
import type { Member } from '../proposals/staff.ts';

/** What a decision may look at: the rows it locked, as they are now. Nothing else exists for it. */
export type State = {
  readonly parties: Map<string, Party>;
  readonly deposits: Map<string, Deposit>;
  readonly withdrawals: Map<string, Withdrawal>;
  readonly trades: Map<string, Trade>;
  /** Limit and stop orders: the working ones of the clients that a command is about, and those that it names. */
  readonly orders: Map<string, Order>;
  readonly loans: Map<string, Loan>;
  /** Entries that a debit wants to correct. */
  readonly entries: Map<bigint, CorrectableEntry>;
  /** Packages that somebody wants to buy. */
  readonly packages: Map<string, Package>;
  readonly traders: Map<string, Trader>;
  readonly copies: Map<string, Copy>;
  /** Trades of traders that a command mirrors, read without a lock: what of them changes only ever shrinks. */
  readonly leadTrades: Map<string, LeadTrade>;
  /** What clients set on themselves, by client. Only those who ever did have one here, and whoever is about to. */
  readonly protections: Map<string, Protection>;
  /** Holds on the money of the clients that a withdrawal's decision or a hold is about; nobody else's. */
  readonly holds: Map<string, Hold>;
  /** What became of a client's identity documents, where a command is about that. */
  readonly verifications: Map<
    string,
    { readonly submission: string; readonly state: 'pending' | 'approved' | 'declined' }
  >;
  /** What waits for a second person, where a command is about it. */
  readonly proposals: Map<string, Proposal>;
  /** What clients have open, summed, of those who are decided by it. Left out where `trades` holds every trade. */
  readonly exposures?: Map<string, readonly Exposure[]>;
  /** How many trades they have open, of those who open something. Left out likewise. */
  readonly openTrades?: Map<string, number>;
  settings: MoneySettings;
  /** What one person may let go alone, and what those whom a command is about did; null where no command asks. */
  releases: Releases | null;
};

/** What a client has open of an instrument on one side. */
export type Exposure = {
  readonly symbol: Symbol;
  readonly side: Side;
  /** Hundredths of a lot, the same times each entry price, and the margin that they still need. */
  readonly lots: bigint;
  readonly value: bigint;
  readonly required: Cents;
};

/** What one member of staff proposed and another decides (docs/spec/manage.md). */
export type Proposal = {
  readonly id: string;
  readonly act: Act;
  readonly proposedBy: string;
  readonly lapsesAt: Date;
  readonly status: 'waiting' | 'approved' | 'declined' | 'refused';
  readonly reason: string;
  /** The address of a member of staff to be added, and who has it by now. */
  readonly email: string | null;
  readonly member: Member | null;
};

export type Party = {
  readonly id: string;
  readonly kind: 'client' | 'staff';
  readonly status: 'active' | 'suspended' | 'closed';
  /** The withdrawal fee applies to this client (departures D3), from the announced moment on where there is one. */
  readonly billing: boolean;
  readonly billingFrom: Date | null;
  /** Withdrawals need a code from the client's email (departures D4). */
  readonly code: boolean;
  readonly cash: Cents;
  readonly margin: Cents;
  readonly withdrawing: Cents;
  readonly loan: Cents;
  /** Σ approved deposits and top-ups. */
  readonly deposited: Cents;
  /** Σ realised profit and loss by the quotes. */
  readonly realised: Cents;
  /** UTC day of the last paper-money top-up, YYYY-MM-DD, and how many that day had. */
  readonly topUpDay: string | null;
  readonly topUpCount: number;
  /** Mark-up of this client: tenths of a pip for forex, basis points otherwise. */
  readonly markup: Width;
  /** Leverage ceiling of the client's best package; 0 without one, which means half the regulatory cap. */
  readonly leverageCeiling: number;
  /** Share of the instruments for which the client sees signals, 1 to 100, and until when it is all of them. */
  readonly signalPercent: number;
  readonly unlimitedUntil: Date | null;
  /** Since when the account is suspended; days that were paid for stand still from then on. */
  readonly suspendedAt: Date | null;
  /** Copies follow this client's own trades. */
  readonly leads: boolean;
};

export type DepositMethod = 'bitcoin' | 'ethereum' | 'tether';

export type Deposit = {
  readonly id: string;
  readonly clientId: string;
  readonly amount: Cents;
  readonly method: DepositMethod;
  readonly status: 'awaiting_payment' | 'pending' | 'approved' | 'rejected';
  /** Coins to pay, in units of 1e-8. */
  readonly payUnits: bigint;
  /** Dollars for one coin, in price units. */
  readonly rate: Price;
  readonly expiresAt: Date;
  readonly proofAt: Date | null;
  /** The price when proof came after the locked rate had run out, where one could be had. */
  readonly lateRate: Price | null;
  readonly createdAt: Date;
};

export type WithdrawalMethod = 'bank' | 'crypto' | 'paypal' | 'cashapp' | 'gcash';
export type Coin = 'bitcoin' | 'ethereum' | 'usdt';

export type Withdrawal = {
  readonly id: string;
  readonly clientId: string;
  readonly amount: Cents;
  readonly feeBps: number;
  readonly fee: Cents;
  readonly method: WithdrawalMethod;
  readonly coin: Coin | null;
  readonly status: 'awaiting_code' | 'pending' | 'approved' | 'rejected' | 'cancelled' | 'lapsed' | 'returned';
  readonly codeHash: string | null;
  readonly codeExpiresAt: Date | null;
  readonly codeTries: number;
  readonly codeSends: number;
  readonly payoutReference: string | null;
  readonly notReceived: boolean;
  /** Names where it goes, as a digest; null where it is from before there were any. */
  readonly payee?: string | null;
  readonly createdAt: Date;
};

export type Side = 'buy' | 'sell';

export type Trade = {
  readonly id: string;
  readonly clientId: string;
  readonly symbol: Symbol;
  readonly side: Side;
  /** Hundredths of a lot. */
  readonly lots: bigint;
  readonly openLots: bigint;
  readonly collateral: Cents;
  readonly collateralLeft: Cents;
  readonly requiredMargin: Cents;
  readonly requiredMarginLeft: Cents;
  readonly status: 'active' | 'closed';
  readonly entryPrice: Price;
  /** Σ realised by the quotes so far, in cents; and the same before rounding. */
  readonly realised: Cents;
  readonly realisedExact: Fraction;
  /** Loss beyond the collateral, which the house bore. */
  readonly shortfall: Cents;
  readonly openedAt: Date;
  /** Both set where the trade mirrors a trader's: the copy, and the trade it follows. */
  readonly copyId: string | null;
  readonly leadTradeId: string | null;
  /** What the client was worth when they opened it, where copies follow them; null otherwise. */
  readonly equityAtOpen: Cents | null;
  /** Prices that close it, by the side that closes it: a buy's by the bid, a sell's by the ask, as dealt to this client. */
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  /** How far behind the best closing price the trailing stop stands, and that best price since it was attached. */
  readonly trailingDistance: Price | null;
  readonly trailingPeak: Price | null;
  /** Only quotes received from here on can set off its stop or target. Null: they were never set. */
  readonly protectedAt: Date | null;
  /** Only quotes received from here on can move its trailing stop or set it off: when it was set or its best price was seen. Null: since its stop and target, or its opening. */
  readonly trailingSince: Date | null;
  /** Σ overnight financing that it paid; already out of what is left of its collateral. */
  readonly financed: Cents;
  /** What its nights came to so far, in millionths of a cent: what is less than a cent of it is carried forward. */
  readonly accrued: bigint;
  /** The last day, YYYY-MM-DD in New York, whose financing was charged; null before the first. */
  readonly financedThrough: string | null;
  /** How many tenths of its collateral a notice of loss was sent for. */
  readonly lossStep: number;
  /** A close that its client asked for while there was no good price; null where none waits. */
  readonly closing: WaitingClose | null;
};

/** It is done at the first good quote that is received from then on. */
export type WaitingClose = {
  /** Hundredths of a lot; never more than is open. */
  readonly lots: bigint;
  readonly since: Date;
};

/** What closes a trade by itself. */
export type Protections = Pick<Trade, 'stopLoss' | 'takeProfit' | 'trailingDistance'>;

/** An order that waits for its price. It holds no money: at its trigger it is decided like a market order. */
export type Order = Protections & {
  readonly id: string;
  readonly clientId: string;
  readonly symbol: Symbol;
  readonly side: Side;
  /** Hundredths of a lot. */
  readonly lots: bigint;
  /** Collateral that the client will put up. */
  readonly amount: Cents;
  readonly type: 'limit' | 'stop';
  readonly timeInForce: 'gtc' | 'day';
  /** The price of a limit order and of a stop order: one of them. */
  readonly limitPrice: Price | null;
  readonly stopPrice: Price | null;
  readonly status: 'working' | 'filled' | 'cancelled' | 'expired' | 'rejected';
  /** When a day order ends. */
  readonly expiresAt: Date | null;
  /** Why it ended: who cancelled it, or the code of the refusal at its trigger. */
  readonly reason: string | null;
  readonly tradeId: string | null;
  readonly createdAt: Date;
  /** Only quotes received from here on can set it off. */
  readonly setAt: Date;
  readonly endedAt: Date | null;
};

/** A tier of the account, bought once. Its terms hold from the next quote on where they are better than what the client has. */
export type Package = {
  readonly id: string;
  readonly name: string;
  readonly price: Cents;
  readonly markup: Width;
  readonly leverageCeiling: number;
  readonly features: readonly string[];
};

/** Something bought from the balance, with what it changed. Never altered. */
export type Purchase = {
  readonly id: string;
  readonly clientId: string;
  readonly kind: 'package' | 'signal_plan';
  readonly planId: string;
  readonly name: string;
  readonly price: Cents;
  readonly cashBefore: Cents;
  readonly effect: PurchaseEffect;
  readonly at: Date;
};

type TermsAt = { readonly markup: Width; readonly leverageCeiling: number };
export type PurchaseEffect =
  | { readonly kind: 'package'; readonly before: TermsAt; readonly after: TermsAt }
  | {
      readonly kind: 'signal_plan';
      readonly percentBefore: number;
      readonly percentAfter: number;
      readonly unlimitedBefore: Date | null;
      readonly unlimitedAfter: Date | null;
    };

export type Loan = {
  readonly id: string;
  readonly clientId: string;
  readonly level: 1 | 2;
  readonly amount: Cents;
  readonly termDays: number;
  readonly status: 'pending' | 'approved' | 'rejected' | 'repaid' | 'written_off';
  /** Still owed: what is left of the amount, and of the interest charged so far. Zero until it is approved. */
  readonly principal: Cents;
  readonly interest: Cents;
  /** So far: interest charged, repaid in all, and written off. */
  readonly charged: Cents;
  readonly repaid: Cents;
  readonly writtenOff: Cents;
  /** UTC days, YYYY-MM-DD: lent on, due on, and the last one whose interest was charged or passed over. */
  readonly approvedOn: string | null;
  readonly dueOn: string | null;
  readonly interestThrough: string | null;
  /** While set, the positions that were open at that moment are being closed. */
  readonly calledAt: Date | null;
  readonly createdAt: Date;
};

/** Somebody whose trades can be copied. */
export type Trader = {
  readonly id: string;
  /** Whose own trades are the record; null where nobody's account is linked. */
  readonly clientId: string | null;
  /** Name of the strategy where the house's own program trades. */
  readonly bot: string | null;
  readonly name: string;
  /** Free money that a client needs to start copying. */
  readonly minibalance: Cents;
  /** Hundredths of a percent of a copier's own new highs. */
  readonly profitShareBps: number;
  readonly status: 'listed' | 'deleted';
  /** The linked account has closed at least one trade of its own. */
  readonly hasRecord: boolean;
};

/** One client following one trader. */
export type Copy = {
  readonly id: string;
  readonly clientId: string;
  readonly traderId: string;
  /** The trader's account. */
  readonly leadId: string;
  /** The trader is a program of the house: their share of profits stays in fees. */
  readonly bot: boolean;
  /** The most that mirrored trades may tie up: a limit, not a hold. */
  readonly allotment: Cents;
  /** Dollars below the allotment at which the copy ends; null without one. */
  readonly stopLoss: Cents | null;
  readonly profitShareBps: number;
  readonly status: 'active' | 'paused' | 'stopping' | 'stopped';
  /** Σ collateral in its open mirrored trades. */
  readonly held: Cents;
  /** Σ what its mirrored trades brought the client so far. */
  readonly result: Cents;
  /** The highest result on which profit share was reckoned. */
  readonly highWater: Cents;
  /** Σ profit share taken. */
  readonly shared: Cents;
  readonly startedAt: Date;
  /** Of the lead trades that the command names, those that this copy already mirrors. */
  readonly mirrored: readonly string[];
};

export type LeadTrade = {
  readonly id: string;
  readonly clientId: string;
  readonly symbol: Symbol;
  readonly side: Side;
  readonly lots: bigint;
  readonly openLots: bigint;
  readonly collateral: Cents;
  readonly entryPrice: Price;
  readonly openedAt: Date;
  readonly copyId: string | null;
  readonly equityAtOpen: Cents | null;
};

/** A result that staff wrote down by hand: what they added to a trade that they closed, or a trade of its own. Its id is its entry's subject. */
export type ManualTrade = {
  readonly id: string;
  readonly clientId: string;
  /** The trade that was closed with it; null for a trade of its own. */
  readonly tradeId: string | null;
  readonly symbol: Symbol;
  readonly side: Side;
  /** Hundredths of a lot. */
  readonly lots: bigint;
  /** For the client: a loss is negative. */
  readonly amount: Cents;
  readonly at: Date;
};

/** Limits and breaks that a client chose (docs/spec/self-protection.md), with what they are measured by. */
export type Protection = {
  readonly clientId: string;
  readonly limits: readonly ClientLimit[];
  readonly timeOut: TimeOut | null;
  readonly tally: Tally;
};

export type LimitKind = 'daily_loss' | 'deposit_day' | 'deposit_week' | 'deposit_month';

/** In cents; null is no limit. */
export type ClientLimit = {
  readonly kind: LimitKind;
  readonly amount: Cents | null;
  /** A looser limit and when it takes the place of this one. */
  readonly next: { readonly amount: Cents | null; readonly at: Date } | null;
};

export type TimeOut = {
  readonly kind: 'time_out' | 'self_exclusion';
  readonly startedAt: Date;
  readonly until: Date;
  /** After a self-exclusion: when the client may trade again, since they asked to. */
  readonly returnAt: Date | null;
};

/** Running sums of the latest UTC day that had any, and of its week (from Monday) and month. From entries alone. */
export type Tally = {
  readonly resultDay: string | null;
  /** Closed trades and overnight financing, for the client: a loss is negative. */
  readonly dayResult: Cents;
  readonly fundedDay: string | null;
  /** Approved deposits and paper-money top-ups. */
  readonly dayFunded: Cents;
  readonly weekFunded: Cents;
  readonly monthFunded: Cents;
};

export type HoldCode = 'aml_review' | 'court_order' | 'security_cooling';

/** What delays the approval of a client's withdrawals: see packages/domain/src/holds. */
export type Hold = {
  readonly id: string;
  readonly clientId: string;
  readonly code: HoldCode;
  readonly reference: string;
  /** Who placed it, or renewed it last; null where a change of access placed it by itself. */
  readonly setBy: string | null;
  readonly setAt: Date;
  readonly endsAt: Date;
  readonly liftedAt: Date | null;
};

export type CorrectableEntry = {
  readonly number: bigint;
  readonly clientId: string;
  /** What the entry added to the client's money. */
  readonly credited: Cents;
  /** What earlier debits have already taken back of it. */
  readonly corrected: Cents;
};

export type MoneySettings = {
  readonly minimumWithdrawal: Cents;
  /** Basis points, 0 to 500: as staff set it. What applies at a moment is in funding/fee-notice.ts. */
  readonly withdrawalFeeBps: number;
  /** Set where it was raised with notice. */
  readonly feeRaise?: FeeRaise | null;
  /** Live mode: a raised fee, or one switched on, is announced first. */
  readonly announcesFees?: boolean;
};

/** The fee before a raise, in basis points, and the moment from which the raise applies. */
export type FeeRaise = { readonly beforeBps: number; readonly from: Date };
