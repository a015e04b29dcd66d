import * as z from 'zod/mini';
import { time } from './common.ts';
import { money } from './money.ts';

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
