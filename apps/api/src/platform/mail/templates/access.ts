import type { Templates } from './template.ts';

export const accessTemplates = {
  welcome: {
    subject: 'Welcome to {site_name}',
    lines: [
      'Your account is ready. Log in with {user_email} and the password that you chose.',
      'If you did not create this account, write to {site_email}.',
    ],
    link: { text: 'Log in', url: '{site_url}/login' },
    inApp: false,
  },
  'account-exists': {
    subject: 'You already have an account at {site_name}',
    lines: [
      'Somebody, probably you, tried to create an account with {user_email}. You already have one, so nothing was changed.',
      'If you have forgotten your password, you can choose a new one.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    inApp: false,
  },
  'password-reset': {
    subject: 'Choose a new password for {site_name}',
    lines: [
      'Somebody, probably you, asked to reset the password of {user_email}. The link works once, for 30 minutes.',
      'If it was not you, ignore this mail: your password stays as it is.',
    ],
    link: { text: 'Choose a new password', url: '{site_url}/reset-password#token={token}' },
    inApp: false,
  },
  'staff-invitation': {
    subject: 'You are invited to the staff of {site_name}',
    lines: [
      'An account for staff was made for {user_email}. Choose your password with this link; it works once, for 24 hours.',
    ],
    link: { text: 'Choose your password', url: '{site_url}/reset-password#token={token}' },
    inApp: false,
  },
  'password-changed': {
    subject: 'Your password at {site_name} was changed',
    lines: [
      'The password of {user_email} was changed at {time} (UTC). You were logged out everywhere else.',
      'If it was not you, reset your password now and write to {site_email}.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/sessions',
  },
  'sessions-ended': {
    subject: 'You were logged out of {site_name} everywhere',
    lines: [
      'At {time} (UTC) our team logged {user_email} out of every browser. The reason: {reason}',
      'You can log in again at any time. If somebody else may know your password, reset it first.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/sessions',
  },
  'new-device': {
    subject: 'New sign-in to your account at {site_name}',
    lines: [
      'Your account was opened at {time} (UTC) from a browser that we have not seen before: {device}.',
      'If it was not you, reset your password now and write to {site_email}.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/sessions',
  },
  'email-confirm': {
    subject: 'Confirm your new e-mail address at {site_name}',
    lines: [
      'Somebody, probably you, wants to use {user_email} for their account at {site_name}. The link works once, for 30 minutes.',
      'If it was not you, ignore this mail: nothing changes.',
    ],
    link: { text: 'Confirm this address', url: '{site_url}/confirm-email#token={token}' },
  },
  'email-change-asked': {
    subject: 'A new e-mail address was asked for at {site_name}',
    lines: [
      'At {time} (UTC) somebody who knows your password asked to use another e-mail address for your account. This address stays until the new one is confirmed.',
      'If it was not you, change your password now: that stops it. Then write to {site_email}.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/update-email',
  },
  'email-changed': {
    subject: 'Your e-mail address at {site_name} was changed',
    lines: [
      'Since {time} (UTC) your account belongs to {new_email}. You log in with that address, and no more mail comes here.',
      'If it was not you, write to {site_email} at once and name this address.',
    ],
    inApp: 'Since {time} (UTC) your account belongs to {new_email}. You log in with that address.',
    to: '/update-email',
  },
  'email-taken': {
    subject: 'Somebody wanted to use your address at {site_name}',
    lines: [
      'Somebody with another account asked to use {user_email} for it. You already have an account with this address, so nothing was changed.',
      'If it was you, log in with this address, or write to {site_email}.',
    ],
    link: { text: 'Log in', url: '{site_url}/login' },
    to: '/account',
  },
  'two-factor-on': {
    subject: 'Two-factor authentication is on at {site_name}',
    lines: [
      'Since {time} (UTC) logging in to your account asks for a code from your authenticator app. You were logged out everywhere else.',
      'If it was not you, reset your password now and write to {site_email}.',
    ],
    link: { text: 'See your account', url: '{site_url}/account' },
    to: '/two-factor',
  },
  'two-factor-off': {
    subject: 'Two-factor authentication is off at {site_name}',
    lines: [
      'Since {time} (UTC) your account is opened with the password alone. You were logged out everywhere else.',
      'If it was not you, reset your password now and write to {site_email}.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/two-factor',
  },
  'recovery-codes-new': {
    subject: 'New recovery codes at {site_name}',
    lines: [
      'At {time} (UTC) new recovery codes were made for your account. The old ones do not work any more.',
      'If it was not you, reset your password now and write to {site_email}.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/two-factor',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used at {site_name}',
    lines: [
      'A recovery code was used in place of a code from your authenticator app. Codes left: {left}.',
      'If it was not you, reset your password now and write to {site_email}.',
    ],
    link: { text: 'See your account', url: '{site_url}/account' },
    to: '/two-factor',
  },
  'wrong-codes': {
    subject: 'Wrong codes for your account at {site_name}',
    lines: [
      'Five wrong codes were entered for your account, so no more are taken for a quarter of an hour. The password before them was right.',
      'If it was not you, somebody knows your password: reset it now.',
    ],
    link: { text: 'Reset your password', url: '{site_url}/reset-password' },
    to: '/change-password',
  },
} as const satisfies Templates;
