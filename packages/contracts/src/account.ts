import * as z from 'zod/mini';
import { count, cursor, mode, time } from './common.ts';
import { money } from './money.ts';

/** Every figure comes from one snapshot of the books. Unrealised figures use the quotes named by `as_of`. */
export const account = z.strictObject({
  total_balance: money,
  deposit_balance: money,
  profit_balance: money,
  available: money,
  margin: money,
  withdrawing: money,
  equity: money,
  unrealized_pl: money,
  /** Percent with two decimals; null while nothing is open. */
  margin_level: z.nullable(z.string()),
  withdrawable: money,
  borrowed: money,
  signal_strength: z.number(),
  mode,
  as_of: time,
});
export type Account = z.infer<typeof account>;

export const posting = z.strictObject({ account: z.string(), debit: z.nullable(money), credit: z.nullable(money) });

/** One journal entry as its client sees it. */
export const entry = z.strictObject({
  number: z.string(),
  event: z.string(),
  at: time,
  subject_id: z.nullable(z.string()),
  /** Set on adjustments only. */
  reason: z.nullable(z.string()),
  /** What it did to the client's total balance. */
  change: money,
  postings: z.array(posting),
  canonical: z.string(),
});
export type Entry = z.infer<typeof entry>;

/** An entry's number, within its client's book. */
export const entryParams = z.strictObject({ number: z.string().check(z.regex(/^[1-9]\d{0,17}$/)) });

/** That an entry is in the transparency log, as whoever wants to check it needs it; bytes in base64. */
export const entryReceipt = z.strictObject({
  log_status: z.enum(['waiting', 'logged']),
  type: z.number(),
  book: z.number(),
  number: z.string(),
  canonical: z.string(),
  /** Null, as all that follows, while no checkpoint covers the entry. */
  nonce: z.nullable(z.string()),
  leaf_index: z.nullable(z.number()),
  proof: z.nullable(z.array(z.string())),
  checkpoint: z.nullable(z.string()),
});
export type EntryReceipt = z.infer<typeof entryReceipt>;
/** The client's own part of the audit log, by its numbers. */
export const ownAuditQuery = z.strictObject({ limit: count(200), cursor: cursor(/^\d{1,18}$/) });
export const entriesQuery = z.strictObject({
  limit: count(200),
  /** An entry's number. */
  cursor: cursor(/^\d{1,18}$/),
});
