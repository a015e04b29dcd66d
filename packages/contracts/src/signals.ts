import * as z from 'zod/mini';
import { count, cursor, cursorList, id, time } from './common.ts';
import { symbol } from './market.ts';
import { messages } from './messages.ts';
import { price } from './money.ts';
import { side } from './trading.ts';

/** The published rules. Their words are in words/signals.ts. */
export const signalRule = z.enum([
  'average_cross',
  'channel_breakout',
  'band_reentry',
  'strength_reversal',
  'stochastic_cross',
]);
export type SignalRule = z.infer<typeof signalRule>;

/** `live`: published within five minutes of its bar's close. `backtest`: worked out later, from bars recorded before; counted apart. */
export const signalOrigin = z.enum(['live', 'backtest']);
export type SignalOrigin = z.infer<typeof signalOrigin>;

const decimal = z.string().check(z.regex(/^-?\d+(?:\.\d+)?$/));

/** What became of a signal, after spread and the default mark-up. */
export const signalResult = z.strictObject({
  outcome: z.enum(['target', 'stop', 'expired', 'not_entered']),
  fill_price: z.nullable(price),
  exit_price: z.nullable(price),
  ended_at: time,
  /** In units of the risk that was published (entry to stop), two decimals. */
  r: decimal,
  /** Of the fill price, two decimals; null where it was not entered. */
  percent: z.nullable(decimal),
  /** Forex only, one decimal. */
  pips: z.nullable(decimal),
});

/** A signal as it was published; `result` is null while it is open. */
export const signal = z.strictObject({
  id,
  rule: signalRule,
  symbol,
  side,
  /** Beginning of the hourly bar that it was computed from. */
  bar_time: time,
  entry: price,
  stop: price,
  target: price,
  issued_at: time,
  expires_at: time,
  origin: signalOrigin,
  result: z.nullable(signalResult),
});
export type Signal = z.infer<typeof signal>;

export const signalList = cursorList(signal);
/** `total`: how many there are in all of its pages. */
export const endedSignalList = z.strictObject({ ...cursorList(signal).shape, total: z.number() });

export const signalBar = z.strictObject({ time, open: price, high: price, low: price, close: price });

/** One signal with the recorded bars that it and its score were computed from: whoever has these can count it again. */
export const signalDetail = z.strictObject({ ...signal.shape, bars: z.array(signalBar) });
export type SignalDetail = z.infer<typeof signalDetail>;

/** Totals of the ended signals of one origin. Averages and sums in units of the published risk. */
export const signalTotals = z.strictObject({
  issued: z.number(),
  open: z.number(),
  ended: z.number(),
  target: z.number(),
  stop: z.number(),
  expired: z.number(),
  not_entered: z.number(),
  won: z.number(),
  lost: z.number(),
  /** Percent of the entered ones that ended above zero, one decimal; null before the first. */
  win_rate: z.nullable(decimal),
  average_r: z.nullable(decimal),
  total_r: decimal,
});
export type SignalTotals = z.infer<typeof signalTotals>;

const record = z.strictObject({
  totals: signalTotals,
  /** Every rule, also one that has given nothing yet. */
  by_rule: z.array(z.strictObject({ rule: signalRule, totals: signalTotals })),
});
export const signalRecord = z.strictObject({
  live: record,
  backtest: record,
  /** Hour up to which every bar is recorded and every signal of it published; null before the first. */
  until: z.nullable(time),
});
export type SignalRecord = z.infer<typeof signalRecord>;

export const endedSignalsQuery = z.strictObject({
  limit: count(200),
  /** When the signal before ended, in milliseconds since 1970, and its id. */
  cursor: cursor(/^\d{1,13}\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
  origin: z.optional(signalOrigin),
  rule: z.optional(signalRule),
  symbol: z.optional(symbol),
});

/** For which instruments the client sees current signals. */
export const signalCoverage = z.strictObject({
  /** Signal strength now, 1 to 100. */
  percent: z.number(),
  /** How many instruments it covers, and of how many. */
  allowed: z.number(),
  instruments: z.number(),
  /** What the client chose, in that order; the first `allowed` of them are covered. */
  chosen: z.array(symbol),
  covered: z.array(symbol),
  /** When an instrument may be given up for another again; null where it may now. */
  next_change_at: z.nullable(time),
});
export type SignalCoverage = z.infer<typeof signalCoverage>;

export const putCoverageBody = z.strictObject({
  symbols: z
    .array(symbol, { error: messages.signals.chooseOne })
    .check(z.minLength(1, { error: messages.signals.chooseOne }), z.maxLength(200)),
});
