import * as z from 'zod/mini';
import { count, cursor, cursorList, email, id, line, pageList, time } from './common.ts';
import { messages } from './messages.ts';
import { isUsdAmount, MAX_USD_CENTS, money, price, usdAmount, usdToCents } from './money.ts';
import { side } from './trading.ts';

/** Hundredths of a percent as text: "12.50". A minus sign where it is a loss. */
const percent = z.string().check(z.regex(/^-?\d+\.\d{2}$/));

/** Computed from the linked account's own trades; nobody can type any of it. */
export const traderRecord = z.strictObject({
  /** Time-weighted, open trades included. */
  return: percent,
  drawdown: percent,
  win_rate: percent,
  /** Gains for each dollar lost; null while nothing was lost. */
  profit_factor: z.nullable(z.string()),
  trades: z.number(),
  wins: z.number(),
  losses: z.number(),
  open: z.number(),
  gains: money,
  losts: money,
  months: z.number(),
  since: time,
});
export type TraderRecord = z.infer<typeof traderRecord>;

export const copyStatus = z.enum(['active', 'paused', 'stopping', 'stopped']);
export type CopyStatus = z.infer<typeof copyStatus>;

export const trader = z.strictObject({
  id,
  name: z.string(),
  kind: z.enum(['client', 'bot', 'unlinked']),
  /** The published rule of a program of the house. */
  strategy: z.nullable(z.enum(['trend', 'breakout', 'reversal'])),
  picture: z.nullable(z.string()),
  minibalance: money,
  /** Percent of a copier's own new highs. */
  profit_share: percent,
  record: z.nullable(traderRecord),
  /** Clients who copy this trader now, and what all copies ever made of it brought their owners. */
  copiers: z.number(),
  copiers_result: money,
  /** The reader's own copy, where one runs. */
  copy: z.nullable(z.strictObject({ id, status: copyStatus })),
  /** The reader is this trader. */
  own: z.boolean(),
  /** What staff typed, for staff: no part of the record. */
  staff: z.nullable(
    z.strictObject({ return_rate: z.string(), followers: z.string(), client_email: z.nullable(z.string()) }),
  ),
});
export type Trader = z.infer<typeof trader>;
export const adminTraderPage = pageList(trader);
export const traderList = cursorList(trader);
export const tradersQuery = z.strictObject({
  limit: count(200),
  cursor: cursor(/^[01]\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
});
export const traderDetail = z.strictObject({
  ...trader.shape,
  /** Growth in percent since the first trade, one point a day on which a result came. */
  curve: z.array(z.strictObject({ at: time, value: percent })),
});
export type TraderDetail = z.infer<typeof traderDetail>;

export const traderTrade = z.strictObject({
  id,
  symbol: z.string(),
  side,
  lots: z.string(),
  entry_price: price,
  exit_price: z.nullable(price),
  /** Realised, or what closing now would bring. */
  result: money,
  opened_at: time,
  closed_at: z.nullable(time),
});
export type TraderTrade = z.infer<typeof traderTrade>;
export const traderTradesQuery = z.strictObject({
  state: z.enum(['active', 'closed']),
  limit: count(200),
  cursor: cursor(/^\d{1,13}\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
});

export const startCopyBody = z.strictObject({
  amount: usdAmount(messages.copy.amountRequired),
  /** Also take what the trader has open now, at now's price. */
  copy_open: z.optional(z.boolean()),
  stop_loss: z.optional(usdAmount()),
});
export type StartCopyBody = z.infer<typeof startCopyBody>;
/** `keep`: the mirrored trades stay open as the client's own instead of being closed. */
export const stopCopyBody = z.optional(z.nullable(z.strictObject({ keep: z.optional(z.boolean()) })));

export const copy = z.strictObject({
  id,
  trader: z.strictObject({ id, name: z.string(), picture: z.nullable(z.string()) }),
  status: copyStatus,
  cause: z.nullable(z.enum(['client', 'stop_loss', 'trader_deleted'])),
  allotment: money,
  /** Collateral in its open mirrored trades. */
  used: money,
  realized_pl: money,
  unrealized_pl: money,
  stop_loss: z.nullable(money),
  copy_open: z.boolean(),
  profit_share: percent,
  shared: money,
  open_trades: z.number(),
  skipped: z.number(),
  started_at: time,
  stopped_at: z.nullable(time),
});
export type Copy = z.infer<typeof copy>;

export const skipReason = z.enum([
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
  'stopped_for_all',
  'not_offered',
  'volume_limit',
  'already_closed',
  'time_out',
  'daily_loss',
  'too_many_trades',
  'not_allowed',
]);
export const copySkip = z.strictObject({
  trade_id: id,
  symbol: z.string(),
  side,
  at: time,
  reason: skipReason,
});
export type CopySkip = z.infer<typeof copySkip>;
export const copySkipsQuery = z.strictObject({
  limit: count(200),
  cursor: cursor(/^\d{1,13}\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
});

export const createTraderBody = z.strictObject({
  name: line(120, messages.trader.nameRequired),
  return_rate: line(60, messages.trader.returnRateRequired),
  followers: line(60, messages.trader.followersRequired),
  /** Zero is a minimum too. */
  minibalance: z.string({ error: messages.trader.minibalanceRequired }).check(
    z.refine((text) => text.trim() !== '', { error: messages.trader.minibalanceRequired, abort: true }),
    z.refine(isUsdAmount, { error: messages.amount.format, abort: true }),
    z.refine((text) => usdToCents(text) <= MAX_USD_CENTS, { error: messages.amount.tooLarge }),
  ),
  profit_share: z.string({ error: messages.trader.profitShareRequired }).check(
    z.refine((text) => text.trim() !== '', { error: messages.trader.profitShareRequired, abort: true }),
    z.regex(/^\d{1,3}(?:\.\d{1,2})?$/, { error: messages.trader.profitShareFormat, abort: true }),
    z.refine((text) => Number(text) <= 50, { error: messages.trader.profitShareTooLarge }),
  ),
  client_email: z.optional(email(messages.login.emailRequired, messages.login.emailInvalid)),
});
export type CreateTraderBody = z.infer<typeof createTraderBody>;
export const deletedTrader = z.strictObject({ id, message: z.string() });
