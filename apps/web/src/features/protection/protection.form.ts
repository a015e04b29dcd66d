import { isUsdAmount } from '@clearbook/contracts/money';
import { messages } from '@clearbook/contracts/messages';
import { setProtectionBody, takeTimeOutBody, type OwnLimit, type TimeOutLength } from '@clearbook/contracts/protection';
import { protectionWords as words } from '@clearbook/contracts/words/protection';
import { toCents } from '../../lib/decimal.ts';
import { formOf } from '../../lib/form.ts';

/** One limit, under its own name. */
export const limitForm = formOf({
  route: 'PUT /me/protection',
  schema: setProtectionBody,
  initial: ({ kind, amount }: OwnLimit): Record<string, string> => ({ [kind]: amount?.amount ?? '' }),
  body: (values, { kind }) => ({ [kind]: (values[kind] ?? '').trim() }),
  /** Whether it holds right away or waits. */
  preview: (values, limit) => effectOf(limit, (values[limit.kind] ?? '').trim()),
  topics: ['protection'],
  failed: messages.protection.failed,
});

function effectOf({ amount, next }: OwnLimit, typed: string): string {
  if (!isUsdAmount(typed)) return amount === null ? words.atOnce : ' ';
  if (amount === null || toCents(typed) < toCents(amount.amount)) return words.atOnce;
  if (toCents(typed) === toCents(amount.amount)) return next === null ? words.same : words.sameBack;
  return words.later;
}

/** A break, confirmed in words. */
export const breakForm = formOf({
  route: 'POST /me/time-outs',
  schema: takeTimeOutBody,
  initial: () => ({ length: null as TimeOutLength | null, phrase: '' }),
  body: ({ length }) => ({ length: length ?? undefined }),
  check: ({ length, phrase }) => ({
    ...(length === null && { length: messages.protection.lengthRequired }),
    ...(phrase.trim().toLowerCase() !== words.break.phrase && { phrase: words.break.mistyped(words.break.phrase) }),
  }),
  topics: ['protection'],
  failed: messages.protection.failed,
});
