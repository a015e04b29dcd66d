import {
  cents,
  day,
  derived,
  fixed,
  flag,
  fraction,
  id,
  int,
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
} from '../../kernel/table.ts';
import { SIDES } from '../positions/model.ts';

/** Somebody whose trades can be copied. The copies themselves, which open trades are valued with, are COPIES of ../positions/copies.ts. */
export const TRADERS = table(
  'trader',
  {
    id,
    /** The client whose own trades are the track record; null if no account is linked. */
    clientId: fixed(nullable(id)),
    /** The bot's strategy; null for a client. */
    bot: fixed(nullable(text)),
    name: derived(text),
    /** Free money that a client needs to start copying. */
    minimumBalance: fixed(cents),
    /** Hundredths of a percent of a copier's own new highs. */
    profitShareBps: fixed(int),
    listed: flag,
    createdAt: fixed(time),
    deletedAt: nullable(time),
    /** Deleted, or the linked account is closed. */
    status: derived(oneOf('listed', 'deleted')),
    /** The linked account has closed at least one trade of its own. */
    hasRecord: derived(flag),
  },
  // Five hundred clients may start at the same time.
  { lock: 'share', book: 'site', rule: 'C10' },
);
export type Trader = RowOf<typeof TRADERS>;

/** A trader's public profile, and figures typed by staff, which are kept for staff and never shown as a record. */
export const TRADER_CARDS = table(
  'app.trader_card',
  { traderId: id, name: text, returnRate: text, followers: text },
  { key: ['traderId'], lock: 'none' },
);

/** Trades of traders, who may be in another book, that a command mirrors. Read without a lock, because they can only shrink. */
export const LEAD_TRADES = table(
  'lead_trade',
  {
    id,
    clientId: id,
    symbol,
    side: oneOf(...SIDES),
    lots,
    openLots: lots,
    collateral: cents,
    entryPrice: price,
    splits: fraction,
    openedAt: time,
    copyId: nullable(id),
    equityAtOpen: nullable(cents),
  },
  { sql: 'trade', lock: 'none', book: 'all' },
);
export type LeadTrade = RowOf<typeof LEAD_TRADES>;

/** Why an opening of the trader was not mirrored. */
export const SKIP_REASONS = [
  'paused',
  'suspended',
  'late',
  'price_moved',
  'too_small',
  'too_large',
  'allotment_used',
  'balance',
  'market_closed',
  'no_price',
  'no_equity',
  'already_closed',
  'time_out',
  'daily_loss',
  'too_many_trades',
  'stopped_for_all',
  'not_offered',
  'volume_limit',
  'not_allowed',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Openings that were not mirrored. Recording the same one twice changes nothing. */
export const COPY_SKIPS = table(
  'copy_skip',
  { copyId: id, leadTradeId: id, reason: oneOf(...SKIP_REASONS), at: time },
  { key: ['copyId', 'leadTradeId'], lock: 'none', once: true },
);

/** What a trade that its client kept would have brought as its copy stopped, once each: the profit share is settled on it. */
export const KEPT_TRADES = table(
  'kept_trade',
  {
    tradeId: id,
    copyId: id,
    /** The last price, as dealt to the client, and the quote that turned what it brings into dollars, where that is another one. */
    quoteId: text,
    conversionQuoteId: nullable(text),
    value: cents,
    at: time,
  },
  { key: ['tradeId'] },
);
export type KeptTrade = RowOf<typeof KEPT_TRADES>;

/** A copier's share of one month on its way to the trader: taken by one command, paid by another. Neither kind of row ever changes. */
const SHARE = {
  id,
  copyId: id,
  /** Its first day. */
  month: day,
  /** Who gets it. */
  leadId: id,
  amount: cents,
  at: time,
};
/** Written by the database with the copy that it was taken for, and gone some time after it was paid. */
export const SHARES_DUE = table('share_due', SHARE, { lock: 'none', book: 'site' });
export const SHARES_DUE_TO = rowsOf(SHARES_DUE, 'leadId');
export const SHARES_PAID = table('share_paid', SHARE, { entries: true });

/** Of copies, those whose trader has closed the account. Nobody is locked for it: who has left stays away. */
export const LEFT_BY_LEAD = reading<true>('copies left by their trader');
