import { firstMessages } from '../first-messages.ts';

/* Signing in and up, sessions and what they are confirmed with. */

export const login = firstMessages.login;

export const signUp = {
  heading: 'Create an account',
  usernameRequired: 'Username is required',
  fullnameRequired: 'Full name is required',
  passwordShort: 'Password must be at least 8 characters',
  passwordCommon: 'This password appears in lists of leaked passwords. Choose a different one.',
  confirmMismatch: 'password does not match',
  done: 'Check your inbox: we’ve sent you an email. You can log in now.',
  /** Live mode. */
  confirmFirst: 'Check your inbox: we’ve sent you an email. Open its link to confirm your address, then log in.',
} as const;

export const guest = {
  signUpFirst: 'Guests can trade with paper money. Sign up to do anything else: you keep your trades and your balance.',
  tooMany: 'Too many guests started from your network. Try again later, or sign up.',
  full: 'Guest accounts are full right now. Sign up instead. It takes a minute.',
  notOne: 'You already have an account.',
  kept: 'Check your inbox: we’ve sent you an email.',
} as const;

export const reset = {
  heading: 'Reset password',
  sent: 'If that address has an account, a password reset e-mail is on its way. Check your inbox.',
  badLink: 'This reset link has expired. Request a new one.',
  done: 'Password changed. You can log in with it now.',
  failed: 'An error occurred. Please try again later.',
} as const;

export const password = {
  currentRequired: 'Current password is required',
  newRequired: 'New password is required',
  short: 'Password must be at least 8 characters',
  mismatch: 'Passwords do not match',
  wrong: 'The current password is incorrect',
  changeFirst: 'Please choose a password of your own first.',
  updated: 'Password updated successfully',
  failed: (reason: string) => `Failed to update password: ${reason}`,
  notAuthenticated: 'User is not authenticated',
} as const;

export const email = {
  fillIn: 'Please fill in all fields',
  invalid: 'Invalid email address. Please enter a valid email.',
  wrongPassword: 'Incorrect password. Please try again.',
  same: 'This is already your email address.',
  sent: 'Verification email sent to the new email address.',
  sentMore: 'Open the link within 30 minutes. Until then we’ll keep using your old address.',
  updated: 'Email updated successfully!',
  badLink: 'This link has expired. Request a new one.',
  failed: 'Failed to update email. Please try again.',
} as const;

export const lock = {
  /** What changed, as the mail about it begins. */
  changes: {
    email: 'Your email address was changed',
    password: 'Your password was changed',
    reset: 'Your password was reset',
    two_factor_on: 'Two-factor authentication was turned on',
    two_factor_off: 'Two-factor authentication was turned off',
    recovery_codes: 'New recovery codes were made',
    passkey_added: 'A passkey was added',
    passkey_removed: 'A passkey was removed',
    passkey_copied: 'A passkey was stopped because it may have been copied',
  },
  badLink: 'This link has expired or has already been used. If your account is at risk, reset your password.',
} as const;

export const secondFactor = {
  required: 'Enter the six-digit code from your authenticator app.',
  codeRequired: 'Enter the code from your authenticator app',
  codeFormat: 'The code has six digits; a recovery code has twelve letters and digits',
  codeWrong: 'Invalid code. Please try again.',
  codeLate: 'That code has just expired. Enter the new one from your app.',
  codeUsed: 'That code has already been used. Wait for the next one in your app.',
  blocked: 'Too many wrong codes. Wait 15 minutes and try again.',
  wrongPassword: 'Incorrect password. Please try again.',
  alreadyOn: 'Two-factor authentication is already on.',
  notOn: 'Two-factor authentication isn’t on.',
  notBegun: 'There’s no key to confirm. Start again.',
  enrolFirst: 'Set up two-factor authentication first. Staff must have it on.',
  mandatory: 'Staff can’t turn off two-factor authentication here.',
  fromApp:
    'Confirm this withdrawal with the code from your authenticator app. We don’t email codes while two-factor is on.',
  on: 'Two-factor authentication is on',
  off: 'Two-factor authentication is off',
  newCodes: 'Your old recovery codes no longer work',
} as const;

export const passkey = {
  refused: 'We couldn’t check that passkey. Try again, or use your password.',
  notMade: 'We couldn’t add that passkey. Try again.',
  copied: 'We’ve stopped this passkey because it may have been copied. Log in with your password, then remove it.',
  locked: 'You can’t use a passkey right now. Reset your password first.',
  unverified: 'Your device didn’t verify you. Use your password or a code instead.',
  unavailable: 'Passkeys don’t work at an IP address. Use your password instead.',
  none: 'You have no passkey yet.',
  notFound: 'This passkey has already been removed.',
  known: 'This passkey is already in an account.',
  full: (most: number) => `You have ${most} passkeys, which is the limit. Remove one first.`,
  nameRequired: 'Enter a name for the passkey',
  codeFirst: 'Two-factor is on: confirm with a code or a passkey.',
  cancelled: 'No passkey was used. Try again, or use your password.',
  notAdded: 'No passkey was made. Try again when you’re ready.',
  already: 'This device already has a passkey for your account.',
  added: 'Passkey added',
  renamed: 'Passkey renamed',
  removed: 'Passkey removed',
} as const;

export const stepUp = {
  required: 'Enter your password or a code from your authenticator app to continue.',
  either: 'Enter your password or a code, not both',
  wrongPassword: 'Incorrect password. Please try again.',
} as const;

export const session = {
  notFound: 'This session has already ended.',
  ended: 'Session ended',
  othersEnded: 'All other sessions ended',
  staffElsewhere: 'Staff can’t work from this network. Use an approved one.',
} as const;

export const token = {
  nameRequired: 'Enter a name',
  permissionsRequired: 'Choose at least one permission',
  tooManyNetworks: 'Up to 20 networks',
  network: 'Enter networks such as 192.0.2.0/24 or 2001:db8::/32',
  days: 'Choose 1 to 365 days',
  refused: 'This API token isn’t valid, or no longer is.',
  readsOnly: 'API tokens only read the Manage area.',
  notFound: 'There is no such API token, or it was revoked already.',
  tooMany: (most: number) => `You have ${most} active API tokens, the maximum. Revoke one first.`,
} as const;
