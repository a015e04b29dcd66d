import { topUpBody } from '@clearbook/contracts/top-ups';
import { formOf } from '../../lib/form.ts';

/** Enough to look around with. */
const FIRST_AMOUNT = '10000.00';

export const topUpForm = formOf({
  route: 'POST /demo/top-up',
  schema: topUpBody,
  initial: () => ({ amount: FIRST_AMOUNT }),
  body: (values) => values,
  topics: ['account'],
});
