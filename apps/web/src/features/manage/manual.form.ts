import { type AdminUser, adjustmentBody, recordTradeBody } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords } from '@clearbook/contracts/words/manage';
import { formOf } from '../../lib/form.ts';

const { record, user } = manageWords;

/** What every entry by hand has; `corrects` only where it takes something. */
export type ManualValues = { amount: string; corrects: string; reason: string };
const EMPTY: ManualValues = { amount: '', corrects: '', reason: '' };

/** Only what takes from a client names the entry that it corrects. */
function manualBody<V extends ManualValues>({ corrects, ...rest }: V, takes: boolean) {
  const common = { ...rest, amount: rest.amount.trim() };
  return takes && corrects !== '' ? { ...common, corrects } : common;
}

export const adjustmentForm = formOf({
  route: 'POST /admin/users/:id/adjustments',
  schema: adjustmentBody,
  id: ({ id }: AdminUser) => id,
  initial: () => ({ ...EMPTY, direction: 'credit' as 'credit' | 'debit' }),
  body: (values) => manualBody(values, values.direction === 'debit'),
  topics: ['users', 'account', 'proposals'],
});

/** What is asked before it is sent; the amount is null while it is none. */
export function adjustmentQuestion({ direction }: { direction: 'credit' | 'debit' }, amount: string | null) {
  const takes = direction === 'debit';
  return {
    takes,
    title: amount === null ? user.adjust : (takes ? user.confirmDebit : user.confirmCredit)(amount),
    act: user[direction],
    failed: messages.admin.adjustmentFailed,
  };
}

export const recordTradeForm = formOf({
  route: 'POST /admin/users/:id/trades',
  schema: recordTradeBody,
  id: ({ id }: AdminUser) => id,
  initial: () => ({
    ...EMPTY,
    type: 'profit' as 'profit' | 'loss',
    symbol: 'EURUSD',
    side: 'buy' as 'buy' | 'sell',
  }),
  body: (values) => manualBody(values, values.type === 'loss'),
  topics: ['users', 'account', 'trades', 'proposals'],
});

export function recordTradeQuestion({ type }: { type: 'profit' | 'loss' }, amount: string | null) {
  const takes = type === 'loss';
  return {
    takes,
    title: (takes ? record.confirmLoss : record.confirmProfit)(amount ?? ''),
    act: record.submit,
    failed: messages.manual.failed,
  };
}
