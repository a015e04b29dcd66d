import { stepUpBody } from '@clearbook/contracts/access';
import { formOf } from '../../lib/form.ts';

type Way = 'password' | 'code';

/** The password or a code, whichever somebody would rather give. `Of` is the way that is offered first. */
export const stepUpForm = formOf({
  route: 'POST /auth/step-up',
  schema: stepUpBody,
  initial: (way: Way) => ({ way, password: '', code: '' }),
  body: ({ way, ...typed }) => ({ [way]: typed[way] }),
  topics: [],
});
