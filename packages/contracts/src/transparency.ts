import * as z from 'zod/mini';
import { day, time } from './common.ts';
import { symbol } from './market.ts';
import { holdCode } from './holds.ts';
import { money } from './money.ts';

/** A sum over at least ten clients; null where fewer are behind it. */
const sumOfMany = z.nullable(money);
const adjustmentSums = z.strictObject({ count: z.number(), credited: sumOfMany, debited: sumOfMany });

/** What anybody may see about the books and their log. Nothing in it is about one client, and nothing is a sum over few of them. */
export const transparency = z.strictObject({
  as_of: time,
  books: z.strictObject({
    /** How many rows don't agree with the books' own record. */
    differences: z.number(),
    /** When everything was last walked and compared; null before the first time. */
    checked_at: z.nullable(time),
  }),
  log: z.strictObject({
    /** The last signed checkpoint; null before the first one. */
    checkpoint: z.nullable(z.strictObject({ size: z.number(), root: z.string() })),
    /** When the key in use last signed; null where it never has. */
    signed_at: z.nullable(time),
    /** Rows that have no leaf yet. */
    waiting: z.number(),
    keys: z.array(z.strictObject({ vkey: z.string(), retired_at: z.nullable(time) })),
    witnesses: z.array(
      z.strictObject({
        name: z.string(),
        vkey: z.string(),
        /** What they cosigned last; null where they never have. */
        cosigned: z.nullable(z.strictObject({ size: z.number(), at: time })),
      }),
    ),
  }),
  /** Sums of the last day's count: what clients are owed, and what there is for it. Null before the first count. */
  counted: z.nullable(
    z.strictObject({
      day,
      at: time,
      /** Cash, margin and withdrawals in progress of all clients. */
      owed: money,
      /** What it is made of; null where one of them is of fewer than ten clients. */
      parts: z.nullable(z.strictObject({ cash: money, margin: money, withdrawing: money })),
      debt: sumOfMany,
      custody: z.array(z.strictObject({ method: z.string(), amount: sumOfMany })),
      adjustments: z.strictObject({ recent: adjustmentSums, ever: adjustmentSums }),
      /** The roots of that day, each as anybody may find it in the log; bytes in base64. */
      roots: z.array(
        z.strictObject({
          tree: z.enum(['owed', 'debt']),
          hash: z.string(),
          canonical: z.string(),
          nonce: z.nullable(z.string()),
          leaf_index: z.nullable(z.number()),
        }),
      ),
    }),
  ),
  payouts: z.strictObject({
    overdue: z.number(),
    /** For how many whole hours the oldest of them has been overdue; null where none is. */
    oldest_hours: z.nullable(z.number()),
  }),
  holds: z.array(z.strictObject({ ground: holdCode, count: z.number() })),
  /** What one member of staff proposed and another decided. */
  two_people: z.strictObject({ recent: z.number(), ever: z.number() }),
  /** Of which days and instruments anybody may have every quote; null where prices come from outside. */
  tape: z.nullable(
    z.strictObject({
      first_day: day,
      /** The last day that is over; null while none is. */
      last_day: z.nullable(day),
      symbols: z.array(symbol),
    }),
  ),
});
export type Transparency = z.infer<typeof transparency>;
