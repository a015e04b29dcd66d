import type { Templates } from './template.ts';

export const copyingTemplates = {
  'trade-copied': {
    subject: '{side} {symbol} opened by your copy',
    lines: [
      'The trader you copy opened a trade, and yours followed: {side} {lots} lots of {symbol} at {price}. {amount} is set aside as collateral.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed-by-trader': {
    subject: '{side} {symbol} closed by your copy',
    lines: ['The trader you copy closed, and yours followed: {lots} lots of {symbol} at {price}, with a {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'copy-started': {
    subject: 'You copy {trader}',
    lines: [
      'From now on trades of {trader} are opened for you, up to {amount}. You can lose this amount. Profit share: {share} of your own new highs, at the end of each month.',
      'You can pause or stop the copy at any time.',
    ],
    link: { text: 'See your copies', url: '{site_url}/copy-trader' },
  },
  'copy-stopped-client': {
    subject: 'Your copy has ended',
    lines: ['You stopped a copy with an allotment of {amount}. Nothing more is copied.'],
    link: { text: 'See your copies', url: '{site_url}/copy-trader' },
  },
  'copy-stopped-stop-loss': {
    subject: 'Your copy reached its stop-loss',
    lines: [
      'A copy with an allotment of {amount} was down by its stop-loss of {limit}. Its trades are closed at the quotes that hold, and nothing more is copied.',
    ],
    link: { text: 'See your copies', url: '{site_url}/copy-trader' },
  },
  'copy-stopped-trader-deleted': {
    subject: 'Your copy has ended',
    lines: [
      'The trader behind a copy with an allotment of {amount} left the list. Its trades are closed at the quotes that hold, and nothing more is copied.',
    ],
    link: { text: 'See your copies', url: '{site_url}/copy-trader' },
  },
  'trader-linked': {
    subject: 'Your trades at {site_name} can be copied',
    lines: [
      'Our team listed you as the trader “{trader}”. Others can see the record of your own trades and copy them. Your money and your trades stay yours alone.',
      'If you do not want this, write to {site_email} and it ends.',
    ],
    link: { text: 'See your record', url: '{site_url}/copy-trader' },
  },
  'profit-share-taken': {
    subject: 'Profit share for {month}',
    lines: [
      'Your copy reached a new high of {high} in {month}. The trader’s share of {amount} was taken from your balance.',
    ],
    link: { text: 'See your copies', url: '{site_url}/copy-trader' },
  },
  'profit-share-received': {
    subject: 'Your profit share for {month}',
    lines: ['A client who copies you reached a new high in {month}. Your share of {amount} is in your balance.'],
    link: { text: 'See your account', url: '{site_url}/dashboard' },
  },
} as const satisfies Templates;
