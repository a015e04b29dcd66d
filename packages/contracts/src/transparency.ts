import * as z from 'zod/mini';
import { time } from './common.ts';

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
});
export type Transparency = z.infer<typeof transparency>;
