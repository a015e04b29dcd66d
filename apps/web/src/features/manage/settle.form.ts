import { type AdminTrade, settleTradeBody } from '@clearbook/contracts/admin';
import { centsText } from '../../lib/decimal.ts';
import { formOf } from '../../lib/form.ts';

export type Result = { type: 'profit' | 'loss'; amount: string };
/** `typed` once somebody has changed what was quoted: until then it follows the quote. */
type Values = Result & { typed: boolean; reason: string };
type Of = { trade: AdminTrade; quoted: Result };

/** "Update Trade": a trade closes at the live quote, or with what somebody typed. */
export const settleForm = formOf({
  route: 'POST /admin/trades/:id/settle',
  schema: settleTradeBody,
  id: ({ trade }: Of) => trade.id,
  initial: ({ quoted }: Of): Values => ({ ...quoted, typed: false, reason: '' }),
  body: (values, of) => {
    const { type, amount } = resultOf(values, of);
    return {
      type,
      amount: amount.trim(),
      ...(!values.typed && { as_quoted: true }),
      ...(values.reason.trim() !== '' && { reason: values.reason }),
    };
  },
  topics: ['trades', 'users', 'proposals'],
});

/** What the fields show. */
export function resultOf({ typed, type, amount }: Values, { quoted }: Of): Result {
  return typed ? { type, amount } : quoted;
}

/** Profit or loss of so many cents; nothing while there is no quote. */
export function quotedOf(live: bigint | null): Result {
  if (live === null) return { type: 'profit', amount: '' };
  return { type: live < 0n ? 'loss' : 'profit', amount: centsText(live < 0n ? -live : live) };
}
