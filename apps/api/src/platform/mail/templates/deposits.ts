import type { Templates } from './template.ts';

export const depositsTemplates = {
  'top-up': {
    subject: 'Paper money added',
    lines: ['You added {amount} of paper money to your demo account.'],
    link: { text: 'See your statement', url: '{site_url}/statement' },
  },
  'deposit-submitted': {
    subject: 'We have your proof of payment',
    lines: [
      'You sent the proof of your deposit of {amount}. Our team looks at it, and your balance grows as soon as the payment is confirmed.',
    ],
    link: { text: 'See your deposits', url: '{site_url}/deposit-history' },
    to: '/deposit?id={id}',
  },
  'deposit-approved': {
    subject: 'Your deposit has arrived',
    lines: ['We have received your deposit and added {amount} to your balance.'],
    link: { text: 'See your deposits', url: '{site_url}/deposit-history' },
    to: '/deposit?id={id}',
  },
  'deposit-rejected': {
    subject: 'Your deposit was not accepted',
    lines: ['Your deposit of {amount} was not accepted, and your balance is unchanged. The reason is:', '{reason}'],
    link: { text: 'See your deposits', url: '{site_url}/deposit-history' },
    to: '/deposit?id={id}',
  },
} as const satisfies Templates;
