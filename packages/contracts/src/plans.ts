import * as z from 'zod/mini';
import { cursor, count, cursorList, id, line, time } from './common.ts';
import { messages } from './messages.ts';
import { money, usdAmount } from './money.ts';

/** Id of a package or signal plan: a short name or a UUID. */
export const planParams = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/, { error: messages.common.badId })),
});

/** The price that the client was shown: where it is another one by now, nothing is bought. Left out: at any price. */
export const purchaseBody = z.optional(z.nullable(z.strictObject({ price: z.optional(usdAmount()) })));
export type PurchaseBody = z.infer<typeof purchaseBody>;

/** What a client trades on: mark-up added to the spread, and leverage by group of instruments. */
export const terms = z.strictObject({
  /** Pips, for forex. */
  markup_pips: z.string(),
  /** Basis points, for crypto and stocks. */
  markup_points: z.string(),
  /** N of N:1. */
  leverage: z.strictObject({
    forex_major: z.number(),
    forex_other: z.number(),
    stock: z.number(),
    crypto: z.number(),
  }),
});
export type TermsWire = z.infer<typeof terms>;

export const packageOffer = z.strictObject({
  id: z.string(),
  name: z.string(),
  price: money,
  features: z.array(z.string()),
  /** What this client would trade on with it: the better of what they have and what it gives. */
  terms,
  owned: z.boolean(),
  /** False where it would change nothing for this client; then it cannot be bought. */
  improves: z.boolean(),
});
export type PackageOffer = z.infer<typeof packageOffer>;
export const packageList = z.strictObject({
  ...cursorList(packageOffer).shape,
  /** What the client trades on now. */
  terms,
  instruments: z.number(),
});

export const signalPlanOffer = z.strictObject({
  id: z.string(),
  name: z.string(),
  price: money,
  /** Percent points that it adds for good, or null. */
  boost: z.nullable(z.number()),
  /** Days of everything, or null. */
  days: z.nullable(z.number()),
  improves: z.boolean(),
  /** What this client would have with it. */
  percent_after: z.number(),
  unlimited_after: z.nullable(time),
  instruments_after: z.number(),
});
export type SignalPlanOffer = z.infer<typeof signalPlanOffer>;
export const signalPlanList = z.strictObject({
  ...cursorList(signalPlanOffer).shape,
  /** Percent now: 100 while unlimited signals run. */
  signal_strength: z.number(),
  /** Percent that stays when they end. */
  percent: z.number(),
  /** The end of unlimited signals while they run; while the account is suspended the days stand still. */
  unlimited_until: z.nullable(time),
  instruments_covered: z.number(),
  instruments: z.number(),
});

export const purchaseEffect = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('package'), before: terms, after: terms }),
  z.strictObject({
    kind: z.literal('signal_plan'),
    percent_before: z.number(),
    percent_after: z.number(),
    unlimited_before: z.nullable(time),
    unlimited_after: z.nullable(time),
  }),
]);
export type PurchaseEffectWire = z.infer<typeof purchaseEffect>;

/** The receipt of something bought from the balance. */
export const purchase = z.strictObject({
  id,
  /** What the receipt is called on paper. */
  receipt: z.string(),
  kind: z.enum(['package', 'signal_plan']),
  plan_id: z.string(),
  name: z.string(),
  price: money,
  balance_before: money,
  balance_after: money,
  at: time,
  entry_number: z.string(),
  effect: purchaseEffect,
});
export type PurchaseWire = z.infer<typeof purchase>;
export const purchasesQuery = z.strictObject({
  limit: count(200),
  cursor: cursor(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
});

export const FEATURES_MAX = 20;
const incomplete = messages.plans.incomplete;

/** A width in pips with one decimal: "1.6" and at most ten. */
const pips = z.string({ error: incomplete }).check(
  z.refine((text) => text.trim() !== '', { error: incomplete, abort: true }),
  z.regex(/^(?:0|[1-9]\d?)(?:\.\d)?$/, { error: messages.plans.markupFormat, abort: true }),
  z.refine((text) => Number(text) <= 10, { error: messages.plans.markupFormat }),
);
const leverage = z.string({ error: incomplete }).check(
  z.refine((text) => text.trim() !== '', { error: incomplete, abort: true }),
  z.regex(/^[1-9]\d{0,2}$/, { error: messages.plans.leverageFormat, abort: true }),
  z.refine((text) => Number(text) <= 500, { error: messages.plans.leverageFormat }),
);

export const addPackageBody = z.strictObject({
  name: line(60, incomplete),
  price: usdAmount(incomplete),
  markup: pips,
  leverage,
  features: z
    .array(line(120, incomplete), { error: incomplete })
    .check(z.minLength(1, { error: incomplete }), z.maxLength(FEATURES_MAX, { error: messages.plans.featuresMany })),
});

export const adminPackage = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** What it costs now. */
  price: money,
  /** `retired`: it's no longer sold. Whoever has it keeps it. */
  state: z.enum(['on_sale', 'retired']),
  /** Pips, as staff typed it. */
  markup: z.string(),
  leverage: z.number(),
  features: z.array(z.string()),
  buyers: z.number(),
  /** Null for those that come with the product. */
  added_by: z.nullable(z.string()),
  added_at: time,
});
export type AdminPackage = z.infer<typeof adminPackage>;
export const adminPackageList = cursorList(adminPackage);
