import type { Templates } from './template.ts';

export const copyingTemplates = {
  'trade-copied': {
    subject: '{side} {symbol} opened by your copy',
    lines: [
      'Your copy opened a trade to match the trader’s: {side} {lots} lots of {symbol} at {price}, with {amount} as collateral.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed-by-trader': {
    subject: '{side} {symbol} closed by your copy',
    lines: ['The trader you copy closed a trade, and so did you: {lots} lots of {symbol} at {price}, with {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed-by-copy-end': {
    subject: '{side} {symbol} closed as your copy ended',
    lines: ['Your copy is ending, so we closed {lots} lots of {symbol} at {price}, with {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'copy-started': {
    subject: 'You’re now copying {trader}',
    lines: [
      'We’ll copy new trades by {trader} for you, using up to {amount}. You can lose this amount. Profit share: {share} of your new profit above your previous high, at the end of each month.',
      'You can pause or stop the copy at any time.',
    ],
    link: { text: 'See your copies', url: '{site_url}/copy-trader' },
  },
  'copy-stopped-client': {
    subject: 'Your copy has ended',
    lines: ['You stopped a copy with an allotment of {amount}. New trades won’t be copied.'],
    link: { text: 'See your copies', url: '{site_url}/copy-trader' },
  },
  'copy-stopped-stop-loss': {
    subject: 'Your copy reached its stop loss',
    lines: [
      'A copy with an allotment of {amount} reached its stop loss of {limit}. We’re closing its trades at the next price, and new trades won’t be copied.',
    ],
    link: { text: 'See your copies', url: '{site_url}/copy-trader' },
  },
  'copy-stopped-trader-deleted': {
    subject: 'Your copy has ended',
    lines: [
      'The trader behind a copy with an allotment of {amount} is no longer available. We’re closing its trades at the next price, and new trades won’t be copied.',
    ],
    link: { text: 'See your copies', url: '{site_url}/copy-trader' },
  },
  'trader-linked': {
    subject: 'Your trades at {site_name} can be copied',
    lines: [
      'Our team listed you as the trader “{trader}”. Other clients can see your track record and copy your trades. Your money and your trades stay your own.',
      '[If you don’t want this, write to {site_email} and we’ll stop it.]',
    ],
    link: { text: 'See your record', url: '{site_url}/copy-trader' },
  },
  'profit-share-taken': {
    subject: 'Profit share for {month}',
    lines: [
      'Your copy reached a new high of {high} in {month}. We took the trader’s share of {amount} from your balance.',
    ],
    link: { text: 'See your copies', url: '{site_url}/copy-trader' },
  },
  'profit-share-taken-by-bot': {
    subject: 'Profit share for {month}',
    lines: [
      'Your copy reached a new high of {high} in {month}. We took our share of {amount} from your balance, because we run the bot that you copy.',
    ],
    link: { text: 'See your copies', url: '{site_url}/copy-trader' },
  },
  'profit-share-received': {
    subject: 'Your profit share for {month}',
    lines: [
      'A client who copies you reached a new high in {month}. We’ve added your share of {amount} to your balance.',
    ],
    link: { text: 'See your account', url: '{site_url}/dashboard' },
  },
} as const satisfies Templates;
