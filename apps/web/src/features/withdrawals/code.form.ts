import { confirmWithdrawalBody } from '@clearbook/contracts/funding';
import { messages } from '@clearbook/contracts/messages';
import { formOf } from '../../lib/form.ts';

/** The code of a withdrawal, as it was mailed or shown: in groups, for all we care. `Of` is the withdrawal's id. */
export const codeForm = formOf({
  route: 'POST /withdrawals/:id/confirm',
  schema: confirmWithdrawalBody,
  id: (id: string) => id,
  initial: () => ({ code: '' }),
  body: ({ code }) => ({ code: code.replaceAll(/\s/g, '') }),
  check: ({ code }) => (code.trim() === '' ? { code: messages.withdrawal.codeRequired } : {}),
  // The field is emptied for the next code, and what is said of the last one stands beside it.
  complaints: () => [],
  topics: ['withdrawals', 'account'],
  failed: messages.withdrawal.codeError,
});
