import {
  cents,
  derived,
  flag,
  id,
  int,
  lots,
  nullable,
  oneOf,
  price,
  type RowOf,
  symbol,
  table,
  text,
  time,
} from '../../kernel/table.ts';
import type { Copy } from '../positions/copies.ts';
import { SIDES } from '../positions/model.ts';

/** Somebody whose trades can be copied. */
export const TRADERS = table(
  'trader',
  {
    id,
    /** Whose own trades are the record; null where nobody's account is linked. */
    clientId: nullable(id),
    /** Name of the strategy where the house's own program trades. */
    bot: nullable(text),
    name: derived(text),
    /** Free money that a client needs to start copying. */
    minibalance: cents,
    /** Hundredths of a percent of a copier's own new highs. */
    profitShareBps: int,
    /** Deleted, or the linked account is closed. */
    status: derived(oneOf('listed', 'deleted')),
    /** The linked account has closed at least one trade of its own. */
    hasRecord: derived(flag),
  },
  // Five hundred clients may start at once.
  { lock: 'share' },
);
export type Trader = RowOf<typeof TRADERS>;

/** Trades of traders that a command mirrors, read without a lock: what of them changes only ever shrinks. */
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
    openedAt: time,
    copyId: nullable(id),
    equityAtOpen: nullable(cents),
  },
  { sql: 'trade', lock: 'none' },
);
export type LeadTrade = RowOf<typeof LEAD_TRADES>;

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

declare module '../../kernel/decision.ts' {
  interface Changes {
    trader_created: {
      readonly after: Trader;
      /** What staff typed: kept for staff, never shown as a record. */
      readonly card: { readonly returnRate: string; readonly followers: string };
    };
    trader_deleted: { readonly after: Trader };
    copy_started: { readonly after: Copy; readonly copyOpen: boolean };
    copy_moved: {
      readonly before: Copy;
      readonly after: Copy;
      readonly cause?: StopCause;
      /** What was taken at the end of a month, and whether it went on to a linked client. */
      readonly share?: { readonly month: string; readonly amount: bigint; readonly passedOn: boolean };
    };
    copy_skipped: { readonly copyId: string; readonly leadTradeId: string; readonly reason: SkipReason };
  }
}
