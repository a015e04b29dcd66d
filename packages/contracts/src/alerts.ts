import * as z from 'zod/mini';
import { id, time } from './common.ts';
import { symbol } from './market.ts';
import { messages } from './messages.ts';
import { price } from './money.ts';

/** Active price alerts that one client may have, and how many past ones are kept. */
export const ALERTS_MAX = 50;
export const PAST_ALERTS_KEPT = 100;
/** Of a change, in percent. */
export const CHANGE_MIN = '0.1';
export const RISE_MAX = '1000';
export const FALL_MAX = '99';
/** An alert ends a year from now at the latest. */
export const ALERT_DAYS_MAX = 365;

export const alertKind = z.enum(['above', 'below', 'rises', 'falls']);
export type AlertKind = z.infer<typeof alertKind>;
export const CHANGES: ReadonlySet<AlertKind> = new Set<AlertKind>(['rises', 'falls']);

const PRICE = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,10})?$/;
const PERCENT = /^(?:0|[1-9]\d{0,3})(?:\.\d{1,2})?$/;

/** Hundredths of a percent; undefined where it is none. */
export function hundredths(text: string): number | undefined {
  if (!PERCENT.test(text)) return undefined;
  const [whole = '0', part = ''] = text.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

const alertPrice = z.string({ error: messages.alerts.priceRequired }).check(
  z.refine((text) => text.trim() !== '', { error: messages.alerts.priceRequired, abort: true }),
  z.refine((text) => PRICE.test(text) && /[1-9]/.test(text), { error: messages.alerts.priceFormat }),
);
const change = z.string({ error: messages.alerts.percentRequired }).check(
  z.refine((text) => text.trim() !== '', { error: messages.alerts.percentRequired, abort: true }),
  z.refine((text) => hundredths(text) !== undefined, { error: messages.alerts.percentFormat }),
);

const terms = {
  kind: alertKind,
  /** Of `above` and `below`. */
  price: z.optional(alertPrice),
  /** Of `rises` and `falls`. */
  percent: z.optional(change),
  repeats: z.optional(z.boolean()),
  expires_at: z.optional(z.nullable(time)),
};
type Terms = {
  kind: AlertKind;
  price?: string | undefined;
  percent?: string | undefined;
  repeats?: boolean | undefined;
  expires_at?: string | null | undefined;
};

const checks = [
  z.refine<Terms>(({ kind, price: at }) => !CHANGES.has(kind) || at === undefined, {
    error: messages.alerts.priceNotTaken,
    path: ['price'],
  }),
  z.refine<Terms>(({ kind, percent }) => CHANGES.has(kind) || percent === undefined, {
    error: messages.alerts.percentNotTaken,
    path: ['percent'],
  }),
  z.refine<Terms>(({ kind, price: at }) => CHANGES.has(kind) || at !== undefined, {
    error: messages.alerts.priceRequired,
    path: ['price'],
  }),
  z.refine<Terms>(({ kind, percent }) => !CHANGES.has(kind) || percent !== undefined, {
    error: messages.alerts.percentRequired,
    path: ['percent'],
  }),
  z.refine<Terms>(({ kind, percent }) => !CHANGES.has(kind) || percent === undefined || withinRange(kind, percent), {
    error: (issue) =>
      messages.alerts.percentRange(CHANGE_MIN, (issue.input as Terms).kind === 'falls' ? FALL_MAX : RISE_MAX),
    path: ['percent'],
  }),
  z.refine<Terms>(({ repeats, expires_at: ends }) => repeats !== true || (ends !== undefined && ends !== null), {
    error: messages.alerts.endRequired,
    path: ['expires_at'],
  }),
] as const;

function withinRange(kind: AlertKind, percent: string): boolean {
  const value = hundredths(percent);
  const most = Number(kind === 'falls' ? FALL_MAX : RISE_MAX) * 100;
  return value === undefined || (value >= Number(CHANGE_MIN) * 100 && value <= most);
}

export const newAlertBody = z.strictObject({ symbol, ...terms }).check(...checks);
export const changeAlertBody = z.strictObject(terms).check(...checks);
export type NewAlert = z.input<typeof newAlertBody>;

export const alertState = z.enum(['active', 'triggered', 'expired']);
export const priceAlert = z.strictObject({
  id,
  symbol,
  kind: alertKind,
  /** What sets it off. */
  price,
  /** Of a change, and from which price it is measured. */
  percent: z.nullable(z.string()),
  base_price: z.nullable(price),
  repeats: z.boolean(),
  expires_at: z.nullable(time),
  state: alertState,
  set_at: time,
  triggered_at: z.nullable(time),
  triggered_price: z.nullable(price),
  times: z.number(),
});
export type PriceAlert = z.infer<typeof priceAlert>;
export const alertList = z.strictObject({ alerts: z.array(priceAlert), most_active: z.number() });
