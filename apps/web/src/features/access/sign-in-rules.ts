import { signInBody } from '@clearbook/contracts/access';
import { rulesOf } from '../../lib/form.ts';

/** The login's rules, in a file of their own: the page is on screen before the schemas are fetched. */
export const signInRules = rulesOf(signInBody);
