import type { Me } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { expect, it } from 'vitest';
import { errorsOf, requestOf } from '../../lib/form.ts';
import { changePasswordForm, resetConfirmForm, returnForm, signUpForm } from './access.form.ts';

const long = 'quiet harbour 27 lamps';

it('[S65] a new password is typed twice, and sent once', () => {
  const typed = { ...signUpForm.initial(), username: 'fay', fullname: 'Fay Marsh', email: 'fay@example.test' };
  expect(errorsOf(signUpForm, { ...typed, password: long, confirm: 'x' }, undefined)).toEqual({
    confirm: messages.signUp.confirmMismatch,
  });
  expect(requestOf(signUpForm, { ...typed, password: long, confirm: long }, undefined).body).not.toHaveProperty(
    'confirm',
  );
  const token = 'a'.repeat(40);
  expect(errorsOf(resetConfirmForm, { password: long, confirm: '' }, token)).toEqual({
    confirm: messages.password.mismatch,
  });
  expect(requestOf(resetConfirmForm, { password: long, confirm: long }, token).body).toEqual({ token, password: long });
  expect(errorsOf(resetConfirmForm, { password: long, confirm: long }, 'short')).toEqual({
    token: messages.reset.badLink,
  });
});

it('[S65] a code is sent only where one was typed', () => {
  const typed = { current_password: 'old one', new_password: long, confirm: long, code: '' };
  expect(changePasswordForm.body(typed, undefined)).not.toHaveProperty('code');
  expect(changePasswordForm.body({ ...typed, code: '123456' }, undefined)).toHaveProperty('code', '123456');
});

it('[S65] whose session ended gives the password alone', () => {
  const me = { email: 'fay@example.test' } as Me;
  expect(requestOf(returnForm, { password: long }, me)).toEqual({ body: { email: me.email, password: long } });
  expect(errorsOf(returnForm, { password: '' }, me)).toHaveProperty('password');
});
