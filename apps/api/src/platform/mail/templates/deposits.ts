import type { Templates } from './template.ts';

export const depositsTemplates = {
  'top-up': {
    subject: 'Paper money added',
    figure: '{amount}',
    lines: ['You added {amount} of paper money to your demo account.'],
    link: { text: 'See your statement', url: '{site_url}/statement' },
  },
  'deposit-submitted': {
    subject: 'We have your proof of payment',
    figure: '{amount}',
    lines: [
      'You sent proof of your deposit of {amount}. Our team is checking it, and we’ll add the money once the payment is confirmed.',
    ],
    link: { text: 'See your deposits', url: '{site_url}/deposit-history' },
    to: '/deposit?id={id}',
  },
  'deposit-approved': {
    subject: 'Your deposit has arrived',
    figure: '{amount}',
    lines: ['We received your deposit and added {amount} to your balance.'],
    link: { text: 'See your deposits', url: '{site_url}/deposit-history' },
    to: '/deposit?id={id}',
  },
  'deposit-rejected': {
    subject: 'Your deposit wasn’t accepted',
    figure: '{amount}',
    lines: [
      'We didn’t accept your deposit of {amount}, and your balance hasn’t changed. Reason:',
      '{reason}',
      'If you did pay, you can upload proof that shows it.',
    ],
    link: { text: 'See your deposits', url: '{site_url}/deposit-history' },
    to: '/deposit?id={id}',
  },
} as const satisfies Templates;
