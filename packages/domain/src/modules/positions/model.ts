import {
  cents,
  day,
  fixed,
  fraction,
  id,
  int,
  json,
  lots,
  nullable,
  oneOf,
  price,
  reading,
  type RowOf,
  rowsOf,
  symbol,
  table,
  text,
  time,
  units,
} from '../../kernel/table.ts';
import type { Price, Symbol } from '../../market/index.ts';
import type { Cents, Fraction } from '../../money/index.ts';

export const SIDES = ['buy', 'sell'] as const;
export type Side = (typeof SIDES)[number];

/** A part of a trade that is closed at a price of its own. */
export type Target = { readonly price: Price; readonly lots: bigint };

type StoredTarget = { readonly price: string; readonly lots: string };
const TARGETS = {
  from: (stored: unknown): readonly Target[] =>
    (stored as readonly StoredTarget[]).map(({ price: at, lots: of }) => ({ price: BigInt(at), lots: BigInt(of) })),
  to: (targets: readonly Target[]): readonly StoredTarget[] =>
    targets.map(({ price: at, lots: of }) => ({ price: at.toString(), lots: of.toString() })),
};

/** What closes a trade automatically, at the price of its closing side (a buy's bid, a sell's ask) as dealt to this client. */
export const PROTECTION_COLUMNS = {
  stopLoss: nullable(price),
  takeProfit: nullable(price),
  /** How far behind the best closing price the trailing stop stands. */
  trailingDistance: nullable(price),
  /** Parts that are closed before the take profit, nearest first. Null: none. */
  targets: nullable(json<readonly Target[]>(TARGETS)),
};

/** Who or what closes a trade: 'stop' is the stop loss. */
export const CLOSED_BY = [
  'client',
  'stop',
  'take_profit',
  'trailing_stop',
  'close_out',
  'admin',
  'copy',
  'split',
] as const;
export type ClosedBy = (typeof CLOSED_BY)[number];

/** A position with the market order and the fill that opened it, and what its last part was closed at. */
export const TRADES = table(
  'trade',
  {
    id,
    clientId: fixed(id),
    symbol: fixed(symbol),
    side: fixed(oneOf(...SIDES)),
    lots: fixed(lots),
    openLots: lots,
    collateral: fixed(cents),
    collateralLeft: cents,
    requiredMargin: fixed(cents),
    requiredMarginLeft: cents,
    leverageHundredths: fixed(int),
    status: oneOf('active', 'closed'),
    entryPrice: fixed(price),
    entryQuoteId: fixed(text),
    /** The quote that turned its base into dollars, where that is another one. */
    entryConversionQuoteId: fixed(nullable(text)),
    /** The order that had waited and opened it. Null: a market order, which has this trade's id. */
    orderId: fixed(nullable(id)),
    /** The worst price at which its client let a market order fill. */
    worstPrice: fixed(nullable(price)),
    /** Σ realised by the quotes so far, in cents; and the same before rounding. */
    realised: cents,
    realisedExact: fraction,
    /** Loss beyond the collateral, which the house bore. */
    shortfall: cents,
    openedAt: fixed(time),
    /** Where an order that had waited opened it: from when on it was held, after the quote that filled the order, which may be written down much later. */
    heldSince: fixed(nullable(time)),
    /** Its latest close: the quote, the time, and who or what closed it. */
    exitPrice: nullable(price),
    exitQuoteId: nullable(text),
    exitConversionQuoteId: nullable(text),
    /** The id of that fill. The database keeps each of them. */
    exitFillId: nullable(id),
    closedAt: nullable(time),
    closedBy: nullable(oneOf(...CLOSED_BY)),
    /** Both set where the trade mirrors a trader's: the copy, and the trade it follows. */
    copyId: fixed(nullable(id)),
    leadTradeId: fixed(nullable(id)),
    /** The trade that was closed in the same commit to turn the position round. */
    reverses: fixed(nullable(id)),
    /** The client's equity when they opened it, if they are copied; null otherwise. */
    equityAtOpen: fixed(nullable(cents)),
    ...PROTECTION_COLUMNS,
    /** The best closing price since the trailing stop was attached. */
    trailingPeak: nullable(price),
    /** Only quotes received from here on can set off its stop or target. Null: they were never set. */
    protectedAt: nullable(time),
    /** Only quotes received from here on can move its trailing stop or set it off: when it was set or its best price was seen. Null: since its stop and target, or its opening. */
    trailingSince: nullable(time),
    /** Σ overnight financing paid, already deducted from the remaining collateral. */
    financed: cents,
    /** Financing accrued so far, in millionths of a cent. Fractions of a cent are carried forward. */
    accrued: units,
    /** The last day, in New York, whose financing was charged; null before the first. */
    financedThrough: nullable(day),
    /** Σ dividends received less those paid, already in or out of the remaining collateral. */
    dividends: cents,
    /** Shares held for each share bought, by the splits since: every new rate multiplied, and every old one, not in lowest terms. */
    splits: fraction,
    /** How many tenths of its collateral a notification of loss was sent for. */
    lossStep: int,
    /** The lowest margin level in percent, of those that its client chose, that it has reached and not left since. Null: none was looked at yet. */
    calledLevel: nullable(int),
    /** Only quotes received from here on can change that: from after the one that did last. */
    calledSince: nullable(time),
    /** A close that its client asked for while there was no good price, done at the first one that is received from then on: how much of it, never more than is open. */
    closingLots: nullable(lots),
    closingSince: nullable(time),
  },
  { alone: true, entries: true, rule: 'L7' },
);
export type Trade = RowOf<typeof TRADES>;

/** Every open trade of a client. */
export const POSITIONS_OF = rowsOf(TRADES, 'clientId', { where: { status: ['active'] } });
/** The trade by which a copy mirrors a lead trade. */
export const MIRROR_OF = rowsOf(TRADES, ['copyId', 'leadTradeId']);

/** A close that waits for the first good quote that is received from then on. */
export type PendingClose = { readonly lots: bigint; readonly since: Date };

/** Null where none waits. */
export function pendingClose({ closingLots, closingSince }: Trade): PendingClose | null {
  return closingLots === null || closingSince === null ? null : { lots: closingLots, since: closingSince };
}

/** The columns of a close that waits, or of none. */
export function closingColumns(waits: PendingClose | null): Pick<Trade, 'closingLots' | 'closingSince'> {
  return { closingLots: waits?.lots ?? null, closingSince: waits?.since ?? null };
}

export type Protections = Pick<Trade, keyof typeof PROTECTION_COLUMNS>;

/** What a client has open of an instrument on one side. */
export type Exposure = {
  readonly symbol: Symbol;
  readonly side: Side;
  /** As of each of its trades. */
  readonly splits: Fraction;
  readonly trades: number;
  /** Hundredths of a lot, the same times each entry price as it was paid, and the margin that they still need. */
  readonly lots: bigint;
  readonly value: bigint;
  readonly required: Cents;
};

/** What clients have open, summed, of those who open something. Not read where TRADES holds every trade. */
export const EXPOSURES = reading<readonly Exposure[]>('exposures');
