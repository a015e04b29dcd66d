import * as z from 'zod/mini';
import { day, id, time } from './common.ts';
import { money } from './money.ts';

/** One of a client's two amounts in a day's tree, with all that leads from it to the log; bytes in base64. */
export const liabilityTree = z.strictObject({
  amount: money,
  nonce: z.string(),
  /** The leaves that the amount is split into; none where it was not counted. */
  parts: z.array(z.strictObject({ index: z.number(), amount: money, path: z.string() })),
  /** Canonical bytes of the root. */
  root: z.string(),
  /** Where the root is in the log; null while no checkpoint covers it. */
  receipt: z.nullable(
    z.strictObject({ type: z.number(), nonce: z.string(), leaf_index: z.number(), proof: z.array(z.string()) }),
  ),
});
export type LiabilityTree = z.infer<typeof liabilityTree>;

/** That a client's balance was counted in what the platform owes. */
export const liabilityProof = z.strictObject({
  status: z.enum(['counted', 'waiting', 'missing']),
  day,
  at: time,
  client: id,
  /** The last entry of the client's book that was counted. */
  entry_number: z.string(),
  owed: liabilityTree,
  /** Null for a client who owes nothing, and where fewer than ten do. */
  debt: z.nullable(liabilityTree),
  checkpoint: z.nullable(z.string()),
});
export type LiabilityProof = z.infer<typeof liabilityProof>;

/** The proof of the last count; null where the client hasn't been counted yet. */
export const latestLiabilityProof = z.strictObject({ proof: z.nullable(liabilityProof) });
export const liabilityQuery = z.strictObject({ day: z.optional(day) });
