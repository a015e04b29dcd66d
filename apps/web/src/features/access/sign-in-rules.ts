import { signInBody } from '@clearbook/contracts/access';
import { firstErrors } from '../../lib/form.ts';

/** The login's rules, in a file of their own: the page is on screen before the schemas are fetched. */
export const signInRules = (values: unknown) => firstErrors(signInBody, values);
