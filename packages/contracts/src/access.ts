import * as z from 'zod/mini';
import { count, cursor, cursorList, email, id, line, mode, time } from './common.ts';
import { messages } from './messages.ts';
import { PERMISSIONS } from './permissions.ts';

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

/** Six digits of an authenticator, or a recovery code of twelve letters and digits, with or without its dashes. */
export const secondFactorCode = z.string({ error: messages.secondFactor.codeRequired }).check(
  z.trim(),
  z.minLength(1, { error: messages.secondFactor.codeRequired, abort: true }),
  z.maxLength(20, { error: messages.secondFactor.codeFormat, abort: true }),
  z.regex(/^(?:\d{3} ?\d{3}|[a-zA-Z0-9]{4}[- ]?[a-zA-Z0-9]{4}[- ]?[a-zA-Z0-9]{4})$/, {
    error: messages.secondFactor.codeFormat,
  }),
);

export const signInBody = z.strictObject({
  email: email(messages.login.emailRequired, messages.login.emailInvalid),
  password: z
    .string({ error: messages.login.passwordRequired })
    .check(
      z.minLength(1, { error: messages.login.passwordRequired }),
      z.maxLength(PASSWORD_MAX_LENGTH, { error: messages.common.tooLong(PASSWORD_MAX_LENGTH) }),
    ),
  /** Of the authenticator, or a recovery code; only where the first try was answered `auth.second_factor_required`. */
  code: z.optional(secondFactorCode),
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
  /** Of the authenticator, or a recovery code; asked for where two-factor is on (422 `auth.second_factor_required`). */
  code: z.optional(secondFactorCode),
});

const ownPassword = (required: string) =>
  z
    .string({ error: required })
    .check(
      z.minLength(1, { error: required }),
      z.maxLength(PASSWORD_MAX_LENGTH, { error: messages.common.tooLong(PASSWORD_MAX_LENGTH) }),
    );

export const changeEmailBody = z.strictObject({
  email: email(messages.email.fillIn, messages.email.invalid),
  password: ownPassword(messages.email.fillIn),
  /** Of the authenticator, or a recovery code; asked for where two-factor is on (422 `auth.second_factor_required`). */
  code: z.optional(secondFactorCode),
});
/** The link of the mail about a change of access. */
export const lockAccountBody = z.strictObject({
  token: z
    .string({ error: messages.lock.badLink })
    .check(z.regex(/^[A-Za-z0-9_-]{20,100}$/, { error: messages.lock.badLink })),
});
export const confirmEmailBody = z.strictObject({
  token: z
    .string({ error: messages.email.badLink })
    .check(z.regex(/^[A-Za-z0-9_-]{20,100}$/, { error: messages.email.badLink })),
});

/** Whether a second factor guards the account. */
export const twoFactor = z.strictObject({
  enabled: z.boolean(),
  since: z.nullable(time),
  recovery_codes_left: z.number(),
  /** Staff of a live site cannot be without it. */
  mandatory: z.boolean(),
});
export type TwoFactor = z.infer<typeof twoFactor>;
export const enrolBody = z.strictObject({ password: ownPassword(messages.login.passwordRequired) });
/** Shown once, to be put into an authenticator: as a QR code of `uri`, or typed. */
export const enrolment = z.strictObject({ secret: z.string(), uri: z.string() });
export const confirmTwoFactorBody = z.strictObject({ code: secondFactorCode });
/** Shown once; only their hashes are kept. */
export const recoveryCodes = z.strictObject({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
/** What turns the second factor off, or makes new recovery codes: the password and a code. */
export const bothProofsBody = z.strictObject({
  password: ownPassword(messages.login.passwordRequired),
  code: secondFactorCode,
});

const either = ({ password, code }: { password?: string | undefined; code?: string | undefined }): boolean =>
  password !== undefined || code !== undefined;

/** The password, or a code of the authenticator where two-factor is on: either is enough. */
export const stepUpBody = z
  .strictObject({
    password: z.optional(ownPassword(messages.login.passwordRequired)),
    code: z.optional(secondFactorCode),
  })
  .check(
    // Without either, whichever field is shown says so.
    z.refine(either, { path: ['password'], error: messages.stepUp.required }),
    z.refine(either, { path: ['code'], error: messages.stepUp.required }),
    z.refine(({ password, code }) => password === undefined || code === undefined, {
      path: ['password'],
      error: messages.stepUp.either,
    }),
  );
/** Until when it counts. */
export const stepUpReply = z.strictObject({ until: time });

/** Bytes as WebAuthn writes them in JSON: base64url without padding. */
const bytes = (most: number) =>
  z
    .string({ error: messages.passkey.refused })
    .check(
      z.maxLength(most, { error: messages.passkey.refused, abort: true }),
      z.regex(/^[A-Za-z0-9_-]+$/, { error: messages.passkey.refused }),
    );
const credentialId = bytes(1364);

/** What a browser answers where somebody uses a passkey: what it signed, and the signature. */
export const passkeyAssertion = z.strictObject({
  id: credentialId,
  client_data: bytes(4_000),
  authenticator_data: bytes(4_000),
  signature: bytes(8_000),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

export const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
/** What a browser answers where it made a passkey: its public half, and how the device is reached. */
export const passkeyAttestation = z.strictObject({
  id: credentialId,
  client_data: bytes(4_000),
  attestation: bytes(16_000),
  transports: z.optional(z.array(z.enum(TRANSPORTS)).check(z.maxLength(TRANSPORTS.length))),
});
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>;

const credentialDescriptor = z.strictObject({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()),
});
/** PublicKeyCredentialRequestOptionsJSON of WebAuthn, under its own names: a browser takes it as it is. */
export const passkeyRequest = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.enum(['required', 'preferred']),
  /** Only these count; whichever the person picks where it is left out. */
  allowCredentials: z.optional(z.array(credentialDescriptor)),
});
export type PasskeyRequest = z.infer<typeof passkeyRequest>;
/** PublicKeyCredentialCreationOptionsJSON of WebAuthn, under its own names. */
export const passkeyCreation = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(credentialDescriptor),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('preferred'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

export const passkeySignInBody = z.strictObject({
  credential: passkeyAssertion,
  /** Only where a passkey that made sure of nobody was answered `auth.second_factor_required`. */
  code: z.optional(secondFactorCode),
});
export const passkeyStepUpBody = z.strictObject({ credential: passkeyAssertion });

export const PASSKEY_NAME_MAX_LENGTH = 60;
const passkeyName = line(PASSKEY_NAME_MAX_LENGTH, messages.passkey.nameRequired);
/** The password, and the authenticator's code where two-factor is on (422 `auth.second_factor_required` without it). */
export const beginPasskeyBody = z.strictObject({
  password: ownPassword(messages.login.passwordRequired),
  code: z.optional(secondFactorCode),
});
export const addPasskeyBody = z.strictObject({ name: passkeyName, credential: passkeyAttestation });
export const renamePasskeyBody = z.strictObject({ name: passkeyName });

/** A passkey of one's own. Its id opens nothing. */
export const passkey = z.strictObject({
  id,
  name: z.string(),
  /** Whether it may be on several devices, as those are that a phone's maker copies for its owner. */
  synced: z.boolean(),
  added_at: time,
  last_used_at: z.nullable(time),
  /** Since when it opens nothing, because there seems to be a copy of it. */
  stopped_at: z.nullable(time),
});
export type Passkey = z.infer<typeof passkey>;
export const passkeyList = cursorList(passkey);

/** A browser in which somebody is signed in, or which still shows their notifications. Its id opens nothing. */
export const session = z.strictObject({
  id,
  current: z.boolean(),
  /** False where it was idle for too long: it opens nothing, and only brings notifications. */
  signed_in: z.boolean(),
  /** The browser and system in plain words, such as “Firefox on Linux”. */
  device: z.string(),
  created_at: time,
  last_used_at: time,
  expires_at: time,
});
export type Session = z.infer<typeof session>;
export const sessionList = cursorList(session);

/** Closing one's own account, for good. */
export const closeAccountBody = z.strictObject({
  password: z
    .string({ error: messages.password.currentRequired })
    .check(
      z.minLength(1, { error: messages.password.currentRequired }),
      z.maxLength(PASSWORD_MAX_LENGTH, { error: messages.common.tooLong(PASSWORD_MAX_LENGTH) }),
    ),
});

export const role = z.enum(['client', 'admin']);

/** What the specification calls by other names: the picture or, where there is none, the default image; and whether somebody is staff. */
export const specificationNames = { profileImageUrl: z.string(), admin: z.boolean() };

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
  /** Staff of a live site, until they have set up a second factor: nothing else is open to them. */
  must_set_up_two_factor: z.boolean(),
  two_factor: z.boolean(),
  /** Of a guest, who tries a demo without an account: when theirs ends. */
  guest: z.nullable(z.strictObject({ until: time })),
  /** Of staff: their role, and what it may do. */
  staff: z.nullable(z.strictObject({ role: z.string(), permissions: z.array(z.enum(PERMISSIONS)) })),
  /** Address of the profile picture; null where there is none. */
  picture: z.nullable(z.string()),
  ...specificationNames,
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
export const mailboxQuery = z.strictObject({
  limit: count(200),
  cursor: cursor(/^\d{1,18}\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
});
