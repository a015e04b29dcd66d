import * as z from 'zod/mini';
import { email, id, line, mode, time } from './common.ts';
import { messages } from './messages.ts';

export const PASSWORD_MIN_LENGTH = 8;
/** Long enough for any passphrase; a limit so that hashing stays cheap to refuse. */
export const PASSWORD_MAX_LENGTH = 200;
export const NAME_MAX_LENGTH = 120;
export const USERNAME_MAX_LENGTH = 60;

const newPassword = (required: string, short: string) =>
  z
    .string({ error: required })
    .check(
      z.minLength(1, { error: required, abort: true }),
      z.minLength(PASSWORD_MIN_LENGTH, { error: short }),
      z.maxLength(PASSWORD_MAX_LENGTH, { error: messages.common.tooLong(PASSWORD_MAX_LENGTH) }),
    );

export const signUpBody = z.strictObject({
  username: line(USERNAME_MAX_LENGTH, messages.signUp.usernameRequired),
  fullname: line(NAME_MAX_LENGTH, messages.signUp.fullnameRequired),
  email: email(messages.login.emailRequired, messages.login.emailInvalid),
  password: newPassword(messages.login.passwordRequired, messages.signUp.passwordShort),
});
export const signUpReply = z.strictObject({ message: z.string() });

export const signInBody = z.strictObject({
  email: email(messages.login.emailRequired, messages.login.emailInvalid),
  password: z
    .string({ error: messages.login.passwordRequired })
    .check(
      z.minLength(1, { error: messages.login.passwordRequired }),
      z.maxLength(PASSWORD_MAX_LENGTH, { error: messages.common.tooLong(PASSWORD_MAX_LENGTH) }),
    ),
  code: z.optional(z.string().check(z.maxLength(20))),
});

export const resetRequestBody = z.strictObject({
  email: email(messages.login.emailRequired, messages.login.emailInvalid),
});
export const resetRequestReply = z.strictObject({ message: z.string() });
export const resetConfirmBody = z.strictObject({
  token: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,100}$/, { error: messages.reset.badLink })),
  password: newPassword(messages.password.newRequired, messages.password.short),
});

export const changePasswordBody = z.strictObject({
  current_password: z
    .string({ error: messages.password.currentRequired })
    .check(
      z.minLength(1, { error: messages.password.currentRequired }),
      z.maxLength(PASSWORD_MAX_LENGTH, { error: messages.common.tooLong(PASSWORD_MAX_LENGTH) }),
    ),
  new_password: newPassword(messages.password.newRequired, messages.password.short),
});

export const role = z.enum(['client', 'admin']);

/** Who is signed in. */
export const me = z.strictObject({
  id,
  username: z.string(),
  fullname: z.string(),
  email: z.string(),
  role,
  status: z.enum(['active', 'suspended', 'closed']),
  suspended: z.nullable(z.strictObject({ reason: z.string(), since: time })),
  is_verified: z.boolean(),
  must_change_password: z.boolean(),
  created_at: time,
  mode,
});
export type Me = z.infer<typeof me>;

/** A captured mail, shown to its own reader in demo mode. */
export const mail = z.strictObject({
  id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  created_at: time,
});
export type Mail = z.infer<typeof mail>;
