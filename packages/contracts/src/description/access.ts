import type { accessRoutes } from '../routes/access.ts';
import type { WordsOf } from './words.ts';

const PASSWORD = 'tide and timber 41';
const ASSERTION = {
  id: 'Mx6bq0Vd2Zc8QpYy7r1aXw',
  client_data: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  authenticator_data: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MdAAAAAQ',
  signature: 'MEUCIQDqZ0VtY2Z4',
};
const TOKEN = 'q3vJ0n5uWmYkT8r2LxZc7bQeHs1aDfGi';

export const accessWords: WordsOf<typeof accessRoutes> = {
  'POST /auth/sign-up': {
    id: 'signUp',
    tag: 'Sign-in',
    summary: 'Create an account',
    description:
      'Opens a client account and emails a link that confirms the address. The answer is the same for an address that already has an account.',
    example: { username: 'ada', fullname: 'Ada Moreno', email: 'ada@example.com', password: PASSWORD },
  },
  'POST /auth/guest': {
    id: 'beginAsGuest',
    tag: 'Sign-in',
    summary: 'Try the demo without an account',
    description:
      'Makes a guest with paper money and starts a session, set as a cookie. A guest can read everything and trade for 24 hours; then open trades are closed and the account is erased. A browser that is signed in already stays who it is.',
    example: {},
  },
  'POST /auth/guest/sign-up': {
    id: 'signUpAsGuest',
    tag: 'Sign-in',
    summary: 'Turn a guest into an account',
    description:
      'Gives the guest who is signed in a name, an address and a password. Trades and money stay. The answer is the same for an address that already has an account; the guest then stays one. The session goes on under a new token.',
    example: { username: 'ada', fullname: 'Ada Moreno', email: 'ada@example.com', password: PASSWORD },
  },
  'POST /auth/sign-in': {
    id: 'signIn',
    tag: 'Sign-in',
    summary: 'Sign in',
    description:
      'Checks the email and password and starts a session, set as a cookie. With two-factor authentication on, the first call is refused with `auth.second_factor_required`; send the same call again with `code`.',
    example: { email: 'ada@example.com', password: PASSWORD },
  },
  'POST /auth/sign-out': {
    id: 'signOut',
    tag: 'Sign-in',
    summary: 'Sign out',
    description: 'Ends the current session and clears its cookie. Succeeds without a session too.',
  },
  'POST /auth/reset/request': {
    id: 'requestPasswordReset',
    tag: 'Sign-in',
    summary: 'Request a password reset',
    description: 'Emails a reset link. The answer is the same whether or not the address has an account.',
    example: { email: 'ada@example.com' },
  },
  'POST /auth/reset/confirm': {
    id: 'confirmPasswordReset',
    tag: 'Sign-in',
    summary: 'Set a new password from a reset link',
    description: 'Uses up the link’s token, sets the password and ends every session of the account.',
    example: { token: TOKEN, password: PASSWORD },
  },
  'POST /auth/password': {
    id: 'changePassword',
    tag: 'Sign-in',
    summary: 'Change the password',
    description:
      'Sets a new password and ends all other sessions. The current session gets a new cookie. With two-factor authentication on, send `code` too. Payouts are on hold for 24 hours.',
    example: { current_password: PASSWORD, new_password: 'lantern over quiet water 6' },
  },
  'POST /auth/email': {
    id: 'changeEmail',
    tag: 'Sign-in',
    summary: 'Start changing the email address',
    description:
      'Emails a link to the new address. The old address stays until the link is opened. With two-factor authentication on, send `code` too.',
    example: { email: 'ada.moreno@example.com', password: PASSWORD },
  },
  'POST /auth/email/confirm': {
    id: 'confirmEmail',
    tag: 'Sign-in',
    summary: 'Confirm an email address',
    description: 'Uses up the token of the emailed link. The link works for 30 minutes.',
    example: { token: TOKEN },
  },
  'POST /auth/lock': {
    id: 'lockAccount',
    tag: 'Sign-in',
    summary: 'Lock an account from an emailed link',
    description:
      'Uses up the token of the email about a change of access. Ends every session and turns the password off; a new one is chosen by a password reset. The link works for 7 days.',
    example: { token: TOKEN },
  },
  'POST /auth/step-up': {
    id: 'stepUp',
    tag: 'Sign-in',
    summary: 'Give the password or a code again',
    description:
      'Takes the password, or a code of the authenticator app where two-factor authentication is on. For 5 minutes this session can then do what is otherwise refused with `auth.step_up_required`.',
    example: { password: PASSWORD },
  },
  'GET /auth/two-factor': {
    id: 'getTwoFactor',
    tag: 'Sign-in',
    summary: 'See whether two-factor authentication is on',
    description: 'Also says how many recovery codes are left and whether it is required for this account.',
  },
  'POST /auth/two-factor/enrol': {
    id: 'enrolTwoFactor',
    tag: 'Sign-in',
    summary: 'Start setting up two-factor authentication',
    description:
      'Answers the key for an authenticator app, once. Nothing is on until `POST /auth/two-factor/confirm` gets a code made from it.',
    example: { password: PASSWORD },
  },
  'POST /auth/two-factor/confirm': {
    id: 'confirmTwoFactor',
    tag: 'Sign-in',
    summary: 'Turn two-factor authentication on',
    description: 'Takes the first code of the authenticator app and answers recovery codes, shown only here.',
    example: { code: '492018' },
  },
  'POST /auth/two-factor/recovery-codes': {
    id: 'renewRecoveryCodes',
    tag: 'Sign-in',
    summary: 'Replace the recovery codes',
    description: 'Answers new recovery codes, shown only here. The old ones stop working.',
    example: { password: PASSWORD, code: '492018' },
  },
  'POST /auth/two-factor/off': {
    id: 'turnTwoFactorOff',
    tag: 'Sign-in',
    summary: 'Turn two-factor authentication off',
    description: 'Asks for the password and a code. Staff of a live installation cannot turn it off.',
    example: { password: PASSWORD, code: '492018' },
  },
  'POST /auth/passkey/options': {
    id: 'askToSignInWithPasskey',
    tag: 'Sign-in',
    summary: 'Begin signing in with a passkey',
    description:
      'Answers what a browser’s `navigator.credentials.get` takes, in WebAuthn’s own JSON. It names nobody: the person picks the passkey. It counts for 5 minutes and once.',
    example: {},
  },
  'POST /auth/passkey/sign-in': {
    id: 'signInWithPasskey',
    tag: 'Sign-in',
    summary: 'Sign in with a passkey',
    description:
      'Checks the signature and starts a session, set as a cookie. A passkey that made sure who holds it counts as both factors. Any other one is answered `auth.second_factor_required` where two-factor authentication is on; send the same call again with `code`. A passkey whose count of signatures went back is stopped.',
    example: { credential: ASSERTION },
  },
  'POST /auth/step-up/passkey-options': {
    id: 'askToStepUpWithPasskey',
    tag: 'Sign-in',
    summary: 'Begin confirming with a passkey',
    description: 'Answers what `navigator.credentials.get` takes to ask for one of this account’s passkeys.',
    example: {},
  },
  'POST /auth/step-up/passkey': {
    id: 'stepUpWithPasskey',
    tag: 'Sign-in',
    summary: 'Confirm with a passkey',
    description:
      'Counts as the password or a code in `POST /auth/step-up` does. The passkey must have made sure who holds it.',
    example: { credential: ASSERTION },
  },
  'GET /me/passkeys': {
    id: 'listPasskeys',
    tag: 'Sign-in',
    summary: 'List one’s own passkeys',
    description: 'Every passkey of this account with its name, the oldest first.',
  },
  'POST /me/passkeys/options': {
    id: 'beginPasskey',
    tag: 'Sign-in',
    summary: 'Begin adding a passkey',
    description:
      'Takes the password, and `code` where two-factor authentication is on. Answers what `navigator.credentials.create` takes, in WebAuthn’s own JSON; it counts for 5 minutes and once, in this session.',
    example: { password: PASSWORD },
  },
  'POST /me/passkeys': {
    id: 'addPasskey',
    tag: 'Sign-in',
    summary: 'Add a passkey',
    description:
      'Keeps the passkey that the browser made. Payouts are on hold for 24 hours, and the owner is told by mail.',
    example: {
      name: 'My phone',
      credential: {
        id: ASSERTION.id,
        client_data: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
        attestation: 'o2NmbXRkbm9uZQ',
        transports: ['internal'],
      },
    },
  },
  'PATCH /me/passkeys/:id': {
    id: 'renamePasskey',
    tag: 'Sign-in',
    summary: 'Rename a passkey',
    description: 'Changes what the passkey is called, and nothing else.',
    example: { name: 'My old phone' },
  },
  'DELETE /me/passkeys/:id': {
    id: 'removePasskey',
    tag: 'Sign-in',
    summary: 'Remove a passkey',
    description:
      'Asks for a confirmation within the last 5 minutes, with a code or a passkey where two-factor authentication is on. Payouts are on hold for 24 hours.',
  },
  'GET /me/sessions': {
    id: 'listSessions',
    tag: 'Sign-in',
    summary: 'List active sessions',
    description:
      'Every browser or program in which this account is signed in, newest first, and those whose session was idle for too long but that still show notifications.',
  },
  'DELETE /me/sessions/:id': {
    id: 'endSession',
    tag: 'Sign-in',
    summary: 'End a session',
    description: 'Signs that browser or program out right away.',
  },
  'POST /me/sessions/end-others': {
    id: 'endOtherSessions',
    tag: 'Sign-in',
    summary: 'End all other sessions',
    description: 'Signs out everywhere but here.',
  },
};
