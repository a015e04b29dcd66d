import * as z from 'zod/mini';
import { id, time } from './common.ts';
import { money } from './money.ts';

/** What the house gains (loses, where negative) if the price rises and if it falls by so many percent. */
const move = z.strictObject({ percent: z.number(), rises: money, falls: money });

export const exposure = z.strictObject({
  symbol: z.string(),
  clients: z.number(),
  trades: z.number(),
  /** Null where the instrument has no price: the figure is missing, not zero. */
  held: z.nullable(z.strictObject({ bought: money, sold: money, net: money, gross: money, moves: z.array(move) })),
  /** Who holds most of it, by lots left of both sides. */
  largest: z.array(z.strictObject({ user_id: id, email: z.string(), net: z.nullable(money) })),
});
export type InstrumentExposure = z.infer<typeof exposure>;

/** What is owed, held and at risk, from the ledger as it is. */
export const overview = z.strictObject({
  as_of: time,
  owed: z.strictObject({ cash: money, margin: money, withdrawing: money, total: money }),
  debt: money,
  custody: z.array(z.strictObject({ method: z.string(), amount: money })),
  custody_total: money,
  /** Custody less what is owed: what is the house's own, with what clients still owe it. */
  surplus: money,
  exposures: z.array(exposure),
});
export type Overview = z.infer<typeof overview>;
