import type { Templates } from './template.ts';

export const accountTemplates = {
  adjustment: {
    subject: 'A manual correction on your account',
    lines: [
      'Our team corrected your balance: {direction} {amount}. It’s marked “Manual” in your account. Reason:',
      '{reason}',
    ],
    link: { text: 'See your account', url: '{site_url}/dashboard' },
    to: '/statement?kind=manual',
    manual: true,
  },
  'account-closed': {
    subject: 'Your account at {site_name} is closed',
    lines: [
      'Your account is closed. We’ve erased your name, address, messages and documents. Your account’s entries stay in our books under a number, without your name.',
      'You can sign up again with this address at any time.',
    ],
  },
  'archive-ready': {
    subject: 'Your archive is ready',
    lines: [
      'Everything we hold about your account is in one file for you to download. We keep it for 7 days.',
      'You’ll need to log in and confirm with your password or a code. If you didn’t ask for it, change your password.',
    ],
    link: { text: 'Go to your account', url: '{site_url}/account' },
    to: '/account',
  },
  suspended: {
    subject: 'Your account at {site_name} is suspended',
    lines: [
      'You can’t open new trades or make deposits, and we’ve cancelled your working orders. You can still see your statement, close your trades and withdraw your money. Reason:',
      '{reason}',
    ],
    to: '/dashboard',
  },
  'code-on': {
    subject: 'Withdrawals from your account ask for a code',
    lines: [
      'We’ve switched this on for your account: every withdrawal now asks for a code, sent by email or shown in your authenticator app.',
    ],
    to: '/withdrawals',
  },
  'code-off': {
    subject: 'Withdrawals from your account no longer always ask for a code',
    lines: [
      'We no longer ask for a code each time. We still do for a new destination, and always if you use an authenticator app.',
    ],
    to: '/withdrawals',
  },
  unsuspended: {
    subject: 'Your account at {site_name} is active again',
    lines: [
      'Your account is no longer suspended, so you can trade and deposit again. If you’re taking a break from trading, it still applies. Cancelled orders stay cancelled. Place them again if you still want them.',
    ],
    link: { text: 'Log in', url: '{site_url}/login' },
    to: '/dashboard',
  },
} as const satisfies Templates;
