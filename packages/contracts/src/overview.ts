import * as z from 'zod/mini';
import { id, time } from './common.ts';
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
});
export type Overview = z.infer<typeof overview>;
