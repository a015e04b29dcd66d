import { closeAccountBody } from '@clearbook/contracts/access';
import { formOf } from '../../lib/form.ts';

export const closeAccountForm = formOf({
  route: 'POST /me/close',
  schema: closeAccountBody,
  initial: () => ({ password: '' }),
  body: (values) => values,
  topics: [],
});
