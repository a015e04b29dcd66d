import * as z from 'zod/mini';
import { id } from './common.ts';
import { messages } from './messages.ts';
import { money, usdAmount } from './money.ts';

/** Paper money that a demo client adds by themselves. */
export const topUpBody = z.strictObject({
  amount: usdAmount(messages.amount.required),
});
export const topUpReply = z.strictObject({ id, amount: money, total_balance: money });
