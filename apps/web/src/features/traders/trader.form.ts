import { createTraderBody, startCopyBody, type Trader } from '@clearbook/contracts/copying';
import { messages } from '@clearbook/contracts/messages';
import { uploadRefusal } from '@clearbook/contracts/uploads';
import { formOf } from '../../lib/form.ts';

/** Copying a trader. Without a stop loss none is sent. */
export const copyForm = formOf({
  route: 'POST /traders/:id/copy',
  schema: startCopyBody,
  id: ({ id }: Trader) => id,
  initial: () => ({ amount: '', copy_open: false, stop_loss: '' }),
  body: ({ amount, copy_open, stop_loss }) => ({
    amount: amount.trim(),
    copy_open,
    ...(stop_loss.trim() !== '' && { stop_loss: stop_loss.trim() }),
  }),
  topics: ['traders', 'copies', 'trades', 'account'],
});

/** Somebody new on the list. The picture goes after it, by itself. */
export const traderForm = formOf({
  route: 'POST /admin/traders',
  schema: createTraderBody,
  initial: () => ({
    name: '',
    return_rate: '',
    followers: '',
    minibalance: '',
    profit_share: '',
    client_email: '',
    picture: null as File | null,
  }),
  body: ({ client_email, picture: _, ...values }) => ({
    ...values,
    ...(client_email.trim() !== '' && { client_email: client_email.trim() }),
  }),
  check: ({ picture }) => {
    const refusal = picture === null ? null : uploadRefusal(picture, messages.upload.required);
    return refusal === null ? {} : { picture: refusal };
  },
  topics: ['traders'],
});
