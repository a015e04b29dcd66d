import * as z from 'zod/mini';
import { day, id, time } from './common.ts';
import { money } from './money.ts';

/** What the house gains (loses, where negative) if the price rises and if it falls by so many percent. */
export const exposureMove = z.strictObject({ percent: z.number(), rises: money, falls: money });

export const exposureWorth = z.strictObject({
  bought: money,
  sold: money,
  net: money,
  gross: money,
  moves: z.array(exposureMove),
});
export const exposureHolder = z.strictObject({ user_id: id, email: z.string(), net: z.nullable(money) });

export const instrumentExposure = z.strictObject({
  symbol: z.string(),
  clients: z.number(),
  trades: z.number(),
  /** Null where the instrument has no price: the figure is missing, not zero. */
  held: z.nullable(exposureWorth),
  /** Who holds most of it, by lots left of both sides. */
  largest: z.array(exposureHolder),
});
export type InstrumentExposure = z.infer<typeof instrumentExposure>;

export const owedToClients = z.strictObject({ cash: money, margin: money, withdrawing: money, total: money });
export const heldByMethod = z.strictObject({ method: z.string(), amount: money });

/** Collateral that a move of every price against its trade by so many percent would use up. */
export const marginMove = z.strictObject({
  percent: z.number(),
  clients: z.number(),
  trades: z.number(),
  collateral: money,
});
export type MarginMove = z.infer<typeof marginMove>;
export const marginAtRisk = z.strictObject({
  /** Collateral in open trades of instruments that have a price, and how many of the others there are. */
  collateral: money,
  unpriced: z.number(),
  moves: z.array(marginMove),
});

/** What is owed, held and at risk, from the ledger as it is. */
export const overview = z.strictObject({
  as_of: time,
  owed: owedToClients,
  debt: money,
  /** What the house gave its own bots to trade with: part of what is owed, and its own. */
  capital: money,
  custody: z.array(heldByMethod),
  custody_total: money,
  /** Custody, debt and capital less what is owed: what is left for the house, or missing. */
  surplus: money,
  exposures: z.array(instrumentExposure),
  margin_at_risk: marginAtRisk,
});
export type Overview = z.infer<typeof overview>;

/** What the house earned on a UTC day, by what it came from; negative where it paid. */
export const houseDay = z.strictObject({
  day,
  forex: money,
  crypto: money,
  stocks: money,
  fees: money,
  plans: money,
  interest: money,
  other: money,
  total: money,
});
export type HouseDay = z.infer<typeof houseDay>;
/** Today so far first, then the days before it. */
export const houseResults = z.strictObject({ as_of: time, days: z.array(houseDay) });
export type HouseResults = z.infer<typeof houseResults>;

export const jobState = z.strictObject({
  name: z.string(),
  /** When it last ended well; null where it never did in this process. */
  done_at: z.nullable(time),
  failed_at: z.nullable(time),
  failures: z.number(),
});
export const processState = z.strictObject({
  host: z.string(),
  pid: z.number(),
  version: z.string(),
  runtime: z.string(),
  started_at: time,
  seen_at: time,
  /** It has written within the last minute. */
  alive: z.boolean(),
  free_bytes: z.nullable(z.number()),
  jobs: z.array(jobState),
});
export type ProcessState = z.infer<typeof processState>;
/** Processes, versions and space. */
export const system = z.strictObject({
  as_of: time,
  database_version: z.string(),
  migration: z.number(),
  database_bytes: z.number(),
  processes: z.array(processState),
});
export type System = z.infer<typeof system>;
