import * as z from 'zod/mini';
import { messages } from './messages.ts';

/** The largest sum one request may name: $999,999,999.99. A limit with a name; a sum above it is a slip of the keyboard. */
export const MAX_USD_CENTS = 99_999_999_999n;

const USD = /^(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/;

/** Dollars and cents as a plain decimal string: "100", "100.5" or "100.00". ASCII digits only, no sign, no exponent. */
export function isUsdAmount(text: string): boolean {
  return USD.test(text);
}

/** Reads a string that `isUsdAmount` accepts into cents. Throws a RangeError on anything else. */
export function usdToCents(text: string): bigint {
  if (!isUsdAmount(text)) throw new RangeError('not a dollar amount');
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
}

/** A positive dollar amount in a request body. `required` is the sentence shown when the field is empty. */
export function usdAmount(required: string = messages.amount.required) {
  return z.string({ error: required }).check(
    z.refine((text) => text.trim() !== '', { error: required, abort: true }),
    z.refine((text) => !isUsdAmount(text.replace(/^-/, '')) || !text.startsWith('-'), {
      error: messages.amount.positive,
      abort: true,
    }),
    z.refine((text) => !/^[1-9]\d{12,}(?:\.\d{1,2})?$/.test(text), { error: messages.amount.tooLarge, abort: true }),
    z.refine(isUsdAmount, { error: messages.amount.format, abort: true }),
    z.refine((text) => usdToCents(text) > 0n, { error: messages.amount.positive, abort: true }),
    z.refine((text) => usdToCents(text) <= MAX_USD_CENTS, { error: messages.amount.tooLarge }),
  );
}

/** The same, or nothing. */
export function usdAmountOrZero(required: string = messages.amount.required) {
  return z.string({ error: required }).check(
    z.refine((text) => text.trim() !== '', { error: required, abort: true }),
    z.refine(isUsdAmount, { error: messages.amount.format, abort: true }),
    z.refine((text) => usdToCents(text) <= MAX_USD_CENTS, { error: messages.amount.tooLarge }),
  );
}

/** Money in a reply. The amount is a decimal string and may be negative; it is never a JSON number. */
export const money = z.strictObject({
  amount: z.string().check(z.regex(/^-?\d+(?:\.\d+)?$/)),
  currency: z.enum(['USD', 'BTC', 'ETH', 'USDT']),
});
export type Money = z.infer<typeof money>;

/** A sum without its currency, as files carry it: "-12.50". */
export const decimal = z.string().check(z.regex(/^-?\d+(?:\.\d+)?$/));

/** The same where there may be none. */
export const decimalOrNothing = z.string().check(z.regex(/^(?:-?\d+(?:\.\d+)?)?$/));

/** A price in a reply: a decimal string in the instrument's quote currency. */
export const price = z.string().check(z.regex(/^\d+(?:\.\d+)?$/));
