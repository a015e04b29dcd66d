import { secondFactorCode } from '@clearbook/contracts/access';
import { strictObject } from 'zod/mini';
import type { FormRules } from '../../lib/form.ts';

/** The second step of a login: it goes with the password of the first. */
export const codeFields: FormRules<{ code: string }, undefined> = {
  schema: strictObject({ code: secondFactorCode }),
  initial: () => ({ code: '' }),
  body: (values) => values,
};
