import * as z from 'zod/mini';
import { count, cursor, cursorList, day, id, time } from './common.ts';
import { journalTag } from './journal.ts';
import { symbol } from './market.ts';
import { messages } from './messages.ts';
import { decimal, money, price } from './money.ts';
import { side } from './trading.ts';

export const EQUITY_RANGES = ['1d', '1w', '1m', '3m', '1y', 'all'] as const;
export const equityRange = z.enum(EQUITY_RANGES);
export type EquityRange = z.infer<typeof equityRange>;
export const equityQuery = z.strictObject({ range: equityRange });

/** Percent with two decimals: "-1.25". */
export const percent = z.string().check(z.regex(/^-?\d+\.\d{2}$/));

/** What a time brought beyond what came in and went out. Null where a price is missing, and in percent also where nothing was invested. */
export const equityChange = z.strictObject({
  since: time,
  change: z.nullable(money),
  percent: z.nullable(percent),
});

export const equityPoint = z.strictObject({
  at: time,
  /** Null where the price of something held was not recorded. */
  value: z.nullable(money),
  /** Since the point before. */
  deposited: money,
  withdrawn: money,
  adjusted: money,
});
export type EquityPoint = z.infer<typeof equityPoint>;

export const equity = z.strictObject({
  range: equityRange,
  as_of: time,
  value: z.nullable(money),
  today: equityChange,
  over_range: equityChange,
  points: z.array(equityPoint),
});
export type Equity = z.infer<typeof equity>;

export const holdingTime = z.enum(['minutes', 'hour', 'day', 'week', 'longer']);
export type HoldingTime = z.infer<typeof holdingTime>;
export const tradeOutcome = z.enum(['wins', 'losses']);

const filters = {
  /** First and last UTC day on which a trade closed, both included. */
  from: z.optional(day),
  to: z.optional(day),
  symbol: z.optional(symbol),
  side: z.optional(side),
  /** The UTC hour in which it was opened. */
  hour: z.optional(z.string().check(z.regex(/^(?:\d|1\d|2[0-3])$/, { error: messages.journal.hour }))),
  holding: z.optional(holdingTime),
  outcome: z.optional(tradeOutcome),
  tag: z.optional(journalTag),
};
const inOrder = z.refine<{ from?: string | undefined; to?: string | undefined }>(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  { error: messages.common.datesReversed, path: ['to'] },
);
export const performanceQuery = z.strictObject(filters).check(inOrder);
export type PerformanceFilters = z.infer<typeof performanceQuery>;
export const performanceTradesQuery = z
  .strictObject({ ...filters, limit: count(200), cursor: cursor(/^\d{1,15}\.[0-9a-f-]{36}$/) })
  .check(inOrder);

const figures = {
  trades: z.number(),
  wins: z.number(),
  losses: z.number(),
  net: money,
  gross_profit: money,
  gross_loss: money,
  win_rate: z.nullable(percent),
  profit_factor: z.nullable(decimal),
  expectancy: z.nullable(money),
  average_win: z.nullable(money),
  average_loss: z.nullable(money),
};

/** Trades that have something in common, and how they went. */
export const performanceGroup = z.strictObject({ key: z.string(), ...figures });
export type PerformanceGroup = z.infer<typeof performanceGroup>;

/** Of the whole account, by the dates alone. */
export const accountReturn = z.strictObject({
  days: z.number(),
  time_weighted: z.nullable(percent),
  max_drawdown: z.nullable(percent),
  peak_at: z.nullable(time),
  trough_at: z.nullable(time),
});

/** What trading cost. Spread and financing of the trades, the rest of the account by the dates alone. */
export const tradingCosts = z.strictObject({
  spread: money,
  financing: money,
  dividends: money,
  withdrawal_fees: money,
  plans: money,
  loan_interest: money,
  profit_shares: money,
});

export const performance = z.strictObject({
  as_of: time,
  ...figures,
  average_r: z.nullable(decimal),
  r_trades: z.number(),
  account: accountReturn,
  costs: tradingCosts,
  by_symbol: z.array(performanceGroup),
  by_side: z.array(performanceGroup),
  by_hour: z.array(performanceGroup),
  by_holding: z.array(performanceGroup),
  /** UTC days on which a trade closed, in order. */
  by_day: z.array(performanceGroup),
  /** Every tag of the client's journal. */
  tags: z.array(z.string()),
});
export type Performance = z.infer<typeof performance>;

export const performanceTrade = z.strictObject({
  id,
  symbol,
  side,
  lots: z.string(),
  opened_at: time,
  closed_at: time,
  result: money,
  r: z.nullable(decimal),
  note: z.nullable(z.string()),
  tags: z.array(z.string()),
});
export type PerformanceTrade = z.infer<typeof performanceTrade>;
export const performanceTradeList = cursorList(performanceTrade);

const year = z.string().check(z.regex(/^20\d\d$/, { error: messages.journal.year }));
export const gainsFilters = z.strictObject({ year });
export const gainsQuery = z.strictObject({
  year,
  limit: count(200),
  cursor: cursor(/^\d{1,15}\.[0-9a-f-]{36}$/),
});

/** A part of a trade that closed, with what was charged and paid since the part before it. */
export const realisedGain = z.strictObject({
  trade_id: id,
  symbol,
  side,
  lots: z.string(),
  opened_at: time,
  closed_at: time,
  entry_price: price,
  exit_price: price,
  gross: money,
  financing: money,
  dividends: money,
  loss_covered: money,
  net: money,
});
export type RealisedGain = z.infer<typeof realisedGain>;

export const gainTotals = z.strictObject({
  lines: z.number(),
  gross: money,
  financing: money,
  dividends: money,
  loss_covered: money,
  net: money,
});

export const realisedGains = z.strictObject({
  year: z.string(),
  totals: gainTotals,
  data: z.array(realisedGain),
  next_cursor: z.nullable(z.string()),
});
export type RealisedGains = z.infer<typeof realisedGains>;

/** The same as a row of a file; the last one is the total. */
export const gainRow = z.strictObject({
  trade: z.string(),
  symbol: z.string(),
  side: z.string(),
  lots: z.string(),
  opened_utc: z.string(),
  closed_utc: z.string(),
  entry_price: z.string(),
  exit_price: z.string(),
  currency: z.string(),
  gross: decimal,
  financing: decimal,
  dividends: decimal,
  loss_covered: decimal,
  net: decimal,
});
export type GainRow = z.infer<typeof gainRow>;
