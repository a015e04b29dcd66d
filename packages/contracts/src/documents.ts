import * as z from 'zod/mini';
import { day, id, time } from './common.ts';
import { messages } from './messages.ts';
import { decimal, money } from './money.ts';

/** The most entries that one document lists. A longer period has its CSV, and shorter ones within it. */
export const DOCUMENT_ENTRIES_MAX = 10_000;

export const PAPERS = ['a4', 'letter'] as const;

const period = z
  .string()
  .check(z.regex(/^20\d\d(?:-(?:0[1-9]|1[0-2]|Q[1-4]))?$/, { error: messages.statement.period }));

export const documentParams = z.strictObject({ period });
export const documentQuery = z.strictObject({
  paper: z.optional(z.enum(PAPERS, { error: messages.statement.paper })),
});
export type Paper = (typeof PAPERS)[number];

/** A month, quarter or year that the account has a statement of. Figures are those of the whole account. */
export const statementPeriod = z.strictObject({
  period: z.string(),
  kind: z.enum(['month', 'quarter', 'year']),
  from: day,
  to: day,
  /** False while more can come. */
  ended: z.boolean(),
  entries: z.number(),
  opening: money,
  added: money,
  taken: money,
  closing: money,
});
export type StatementPeriod = z.infer<typeof statementPeriod>;

/** Newest first. */
export const statementPeriods = z.strictObject({ periods: z.array(statementPeriod) });

/** A line of the statement: an entry, or with null for its number a split, by which no money moved. */
export const documentEntry = z.strictObject({
  entry: z.nullable(z.string()),
  time_utc: time,
  event: z.string(),
  change_to_total: decimal,
  change_to_cash: decimal,
  change_to_owed: decimal,
  total_balance: decimal,
  cash: decimal,
});

/**
 * What a statement says, in figures. Nothing is in it that can change once the period has ended: no words, no names and no time of its making. So its
 * SHA-256 is the same whenever it is made, and stands on the PDF. The order of its fields is the order of its bytes.
 */
export const statementDocument = z.strictObject({
  format: z.literal('clearbook-statement'),
  version: z.literal(1),
  account: id,
  currency: z.literal('USD'),
  period: z.string(),
  from: day,
  to: day,
  ended: z.boolean(),
  opening: decimal,
  added: decimal,
  taken: decimal,
  closing: decimal,
  opening_cash: decimal,
  closing_cash: decimal,
  /** Oldest first. */
  entries: z.array(documentEntry),
});
export type StatementDocument = z.infer<typeof statementDocument>;
