import type { Templates } from './template.ts';

export const accessTemplates = {
  welcome: {
    subject: 'Welcome to {site_name}',
    lines: [
      'Your account is ready. Confirm that {user_email} is your address, then log in with your password. The link works for 24 hours; logging in after that sends a new one.',
      'If you didn’t create this account, ignore this email, or reset the password to take the account over.',
    ],
    link: { text: 'Confirm your address', url: '{site_url}/confirm-email#token={token}&new=account' },
    inApp: false,
  },
  'account-exists': {
    subject: 'You already have an account at {site_name}',
    lines: [
      'Someone, probably you, tried to create an account with {user_email}. You already have one, so nothing changed.',
      'Forgot your password? You can choose a new one.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    inApp: false,
  },
  'password-reset': {
    subject: 'Choose a new password for {site_name}',
    lines: [
      'Someone, probably you, asked to reset the password for {user_email}. This link works once and expires in 30 minutes.',
      'If it wasn’t you, ignore this email. Your password won’t change.',
    ],
    link: { text: 'Choose a new password', url: '{site_url}/reset-password#token={token}' },
    inApp: false,
  },
  'staff-invitation': {
    subject: 'You’re invited to join the staff of {site_name}',
    lines: [
      'We’ve created a staff account for {user_email}. Use this link to choose your password. It works once and expires in 24 hours.',
    ],
    link: { text: 'Choose your password', url: '{site_url}/reset-password#token={token}' },
    inApp: false,
  },
  'password-changed': {
    subject: 'Your password at {site_name} was changed',
    lines: [
      'The password for {user_email} was changed at {time} (UTC). We logged you out everywhere else.',
      'If it wasn’t you, reset your password now[ and write to {site_email}].',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/sessions',
  },
  'access-changed': {
    subject: 'Was this you? {what} at {site_name}',
    lines: [
      '{what} at {time} (UTC). To protect your money, we approve no withdrawal until {until} (UTC).',
      'If this was you, there’s nothing to do. The hold ends by itself.',
      'If it wasn’t you, lock your account now. Locking logs everyone out and turns the password off. You choose a new password from this mailbox. The link works once, for 7 days.',
    ],
    link: { text: 'Lock my account', url: '{site_url}/lock-account#token={token}' },
    inApp: false,
  },
  'payouts-cooling': {
    subject: 'Your withdrawals are on hold until {until} (UTC)',
    lines: [
      '{what}. To protect your money, we approve no withdrawal until {until} (UTC). You can still request and cancel withdrawals, trade and read your statement.',
      'If it wasn’t you, use the link “Lock my account” in the email about it.',
    ],
    to: '/withdrawals',
  },
  'account-locked': {
    subject: 'Your account at {site_name} is locked',
    lines: [
      'You locked your account at {time} (UTC). Everyone was logged out. The password no longer works, nor do passkeys.',
      'To get back in, choose a new password. We approve no withdrawal for the next 24 hours.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    inApp: false,
  },
  'staff-account-locked': {
    subject: 'A client locked their account',
    lines: [
      'At {time} (UTC) a client locked their account with the link from an email about a change of access. Someone else may have got in. Their payouts are on hold for 24 hours: look at what was requested before.',
    ],
    link: { text: 'See the client', url: '{site_url}/user/{client}' },
  },
  'sessions-ended': {
    subject: 'You were logged out of {site_name} everywhere',
    lines: [
      'At {time} (UTC) our team logged {user_email} out of every browser. Reason: {reason}',
      'You can log in again at any time. If someone else may know your password, reset it first.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/sessions',
  },
  'session-ended': {
    subject: 'Your session at {site_name} was ended',
    lines: [
      'At {time} (UTC) a colleague who manages staff logged {user_email} out of this browser: {device}. Reason: {reason}',
      'Your other sessions stay. If someone else may know your password, reset it first.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/sessions',
  },
  'new-device': {
    subject: 'New sign-in to your account at {site_name}',
    lines: [
      'Someone logged in to your account at {time} (UTC) from a new browser: {device}.',
      'If it wasn’t you, reset your password now[ and write to {site_email}].',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/sessions',
  },
  'email-confirm': {
    subject: 'Confirm your new email address at {site_name}',
    lines: [
      'Someone, probably you, wants to use {user_email} for their account at {site_name}. This link works once and expires in 30 minutes.',
      'If it wasn’t you, ignore this email. Nothing changes.',
    ],
    link: { text: 'Confirm this address', url: '{site_url}/confirm-email#token={token}' },
  },
  'email-change-asked': {
    subject: 'Request to change your email address at {site_name}',
    lines: [
      'At {time} (UTC) someone who knows your password asked to change your account’s email address. We’ll keep using this address until the new one is confirmed.',
      'If it wasn’t you, change your password now to stop it.[ Then write to {site_email}.]',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    inApp:
      'At {time} (UTC) someone who knows your password asked to change your account’s email address. If it wasn’t you, change your password now to stop it.',
    to: '/update-email',
  },
  'email-changed': {
    subject: 'Your email address at {site_name} was changed',
    lines: [
      'At {time} (UTC) your account’s email address changed to {new_email}. Use that address to log in. We won’t email this one any more.',
      '[If it wasn’t you, write to {site_email} right away and mention this address.]',
    ],
    inApp: 'At {time} (UTC) your account’s email address changed to {new_email}. Use that address to log in.',
    to: '/update-email',
  },
  'email-taken': {
    subject: 'Someone tried to use your address at {site_name}',
    lines: [
      'Someone with another account asked to use {user_email} for it. You already have an account with this address, so nothing changed.',
      'If it was you, log in with this address[ or write to {site_email}].',
    ],
    link: { text: 'Log in', url: '{site_url}/login' },
    to: '/account',
  },
  'two-factor-on': {
    subject: 'Two-factor authentication is on at {site_name}',
    lines: [
      'Two-factor authentication was turned on at {time} (UTC). You’ll need a code from your authenticator app to log in. We logged you out everywhere else.',
      'If it wasn’t you, reset your password now[ and write to {site_email}].',
    ],
    link: { text: 'See your account', url: '{site_url}/account' },
    to: '/two-factor',
  },
  'two-factor-off': {
    subject: 'Two-factor authentication is off at {site_name}',
    lines: [
      'Two-factor authentication was turned off at {time} (UTC). You now only need your password to log in. We logged you out everywhere else.',
      'If it wasn’t you, reset your password now[ and write to {site_email}].',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/two-factor',
  },
  'passkey-added': {
    subject: 'New passkey at {site_name}',
    lines: [
      'The passkey “{name}” was added to your account at {time} (UTC). Whoever has it can log in to your account without your password.',
      'If it wasn’t you, remove it and reset your password now.[ Then write to {site_email}.]',
    ],
    link: { text: 'See your passkeys', url: '{site_url}/passkeys' },
    to: '/passkeys',
  },
  'api-token-created': {
    subject: 'New API token at {site_name}',
    lines: [
      'The API token “{name}” was created with your account at {time} (UTC). Until {until} (UTC) it lets a program read the Manage area without your password.',
      'If it wasn’t you, reset your password now, which revokes all your API tokens.[ Then write to {site_email}.]',
    ],
    link: { text: 'See the API tokens', url: '{site_url}/all-user?tab=proposals' },
    to: '/all-user?tab=proposals',
  },
  'passkey-removed': {
    subject: 'A passkey was removed at {site_name}',
    lines: [
      'The passkey “{name}” was removed from your account at {time} (UTC). It no longer logs in to your account.',
      'If it wasn’t you, reset your password now[ and write to {site_email}].',
    ],
    link: { text: 'See your passkeys', url: '{site_url}/passkeys' },
    to: '/passkeys',
  },
  'passkey-copied': {
    subject: 'We stopped one of your passkeys at {site_name}',
    lines: [
      'At {time} (UTC) we refused the passkey “{name}” and stopped it, because its use counter went backwards. It may have been copied.',
      'Use your password to log in, remove the passkey and add a new one. If you didn’t copy it yourself, reset your password now[ and write to {site_email}].',
    ],
    link: { text: 'See your passkeys', url: '{site_url}/passkeys' },
    to: '/passkeys',
  },
  'recovery-codes-new': {
    subject: 'New recovery codes at {site_name}',
    lines: [
      'New recovery codes were created for your account at {time} (UTC). The old ones no longer work.',
      'If it wasn’t you, reset your password now[ and write to {site_email}].',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/two-factor',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used at {site_name}',
    lines: [
      'A recovery code was used for your account. Codes left: {left}.',
      'If it wasn’t you, reset your password now[ and write to {site_email}].',
    ],
    link: { text: 'See your account', url: '{site_url}/account' },
    to: '/two-factor',
  },
  'wrong-codes': {
    subject: 'Wrong codes for your account at {site_name}',
    lines: [
      'Five wrong codes were entered for your account. We’ve blocked codes for 15 minutes.',
      'If it wasn’t you, someone may know your password. Reset it now.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/change-password',
  },
} as const satisfies Templates;
