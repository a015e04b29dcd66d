import type { Templates } from './template.ts';

export const accountTemplates = {
  adjustment: {
    subject: 'A manual correction on your account',
    lines: [
      'Our team corrected your balance: {direction} {amount}. It carries the mark “Manual” in your account. The reason is:',
      '{reason}',
    ],
    link: { text: 'See your account', url: '{site_url}/dashboard' },
    to: '/statement?kind=manual',
  },
  'account-closed': {
    subject: 'Your account at {site_name} is closed',
    lines: [
      'Your account is closed and your personal data has been erased: name, address, messages and documents. The entries of your account stay in the books under a number, without your name.',
      'You can sign up again with this address at any time.',
    ],
  },
  suspended: {
    subject: 'Your account at {site_name} is suspended',
    lines: [
      'New trades and new deposits are stopped, and orders that were waiting are cancelled. You can still read your statement, close your trades and withdraw your money. The reason is:',
      '{reason}',
    ],
    to: '/dashboard',
  },
  unsuspended: {
    subject: 'Your account at {site_name} is active again',
    lines: [
      'The suspension of your account has ended: you can trade and deposit again. Orders that were cancelled because of it stay cancelled; place them again if you still want them.',
    ],
    link: { text: 'Log in', url: '{site_url}/login' },
    to: '/dashboard',
  },
} as const satisfies Templates;
