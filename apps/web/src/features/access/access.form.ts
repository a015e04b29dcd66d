import {
  changePasswordBody,
  resetConfirmBody,
  resetRequestBody,
  signInBody,
  signUpBody,
} from '@clearbook/contracts/access';
import type { Me } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { type FieldErrors, formOf } from '../../lib/form.ts';

const repeated = (password: string, confirm: string, said: string): FieldErrors =>
  confirm === password ? {} : { confirm: said };

export const signUpForm = formOf({
  route: 'POST /auth/sign-up',
  schema: signUpBody,
  initial: () => ({ username: '', fullname: '', email: '', password: '', confirm: '' }),
  body: ({ confirm: _, ...body }) => body,
  check: ({ password, confirm }) => repeated(password, confirm, messages.signUp.confirmMismatch),
  topics: [],
});

/** The same fields where a guest signs up, who keeps what they have. */
export const guestSignUpForm = formOf({
  route: 'POST /auth/guest/sign-up',
  schema: signUpBody,
  initial: signUpForm.initial,
  body: ({ confirm: _, ...body }: ReturnType<typeof signUpForm.initial>) => body,
  check: ({ password, confirm }) => repeated(password, confirm, messages.signUp.confirmMismatch),
  topics: [],
});

export const resetRequestForm = formOf({
  route: 'POST /auth/reset/request',
  schema: resetRequestBody,
  initial: () => ({ email: '' }),
  body: (values) => values,
  topics: [],
  failed: messages.reset.failed,
});

/** `Of` is the token of the link. */
export const resetConfirmForm = formOf({
  route: 'POST /auth/reset/confirm',
  schema: resetConfirmBody,
  initial: (_: string) => ({ password: '', confirm: '' }),
  body: ({ password }, token) => ({ token, password }),
  check: ({ password, confirm }) => repeated(password, confirm, messages.password.mismatch),
  topics: [],
  failed: messages.reset.failed,
});

export const changePasswordForm = formOf({
  route: 'POST /auth/password',
  schema: changePasswordBody,
  initial: () => ({ current_password: '', new_password: '', confirm: '', code: '' }),
  // The code is asked for where there is a second factor, and sent only then.
  body: ({ confirm: _, code, ...body }) => ({ ...body, ...(code !== '' && { code }) }),
  check: ({ new_password, confirm }) => repeated(new_password, confirm, messages.password.mismatch),
  topics: ['me', 'sessions'],
  failed: messages.password.failed,
});

/** Who is known already gives the password alone. */
export const returnForm = formOf({
  route: 'POST /auth/sign-in',
  schema: signInBody,
  initial: (_: Me) => ({ password: '' }),
  body: ({ password }, { email }) => ({ email, password }),
  // A refusal about the password stands above the button, as on the login page.
  complaints: () => [],
  topics: [],
});
