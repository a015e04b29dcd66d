import type { Templates } from './template.ts';

export const tradingTemplates = {
  'trade-opened': {
    subject: '{side} {symbol} opened',
    lines: ['{side} {lots} lots of {symbol} at {price}. {amount} is set aside as collateral.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed': {
    subject: '{side} {symbol} closed',
    lines: ['{lots} lots of {symbol} closed at {price}, with a {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed-by-stop': {
    subject: '{side} {symbol} closed by your order',
    lines: ['Your order closed {lots} lots of {symbol} at {price}, with a {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed-by-target': {
    subject: '{side} {symbol} closed at your target',
    lines: ['Your take profit closed {lots} lots of {symbol} at {price}, with a {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed-by-trailing-stop': {
    subject: '{side} {symbol} closed by your trailing stop',
    lines: ['Your trailing stop closed {lots} lots of {symbol} at {price}, with a {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-losing': {
    subject: '{side} {symbol} has lost {percent} of its collateral',
    lines: [
      'Your {lots} lots of {symbol} stand at a loss of {loss}, which is at least {percent} of the collateral that they have left.',
      'We tell you at every further 10 %. You never owe anything from a trade: its collateral is the most that it can cost.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'order-filled': {
    subject: 'Your {type} order opened {side} {symbol}',
    lines: [
      'Your {type} order at {price} was filled at {filled}: {side} {lots} lots of {symbol}. {amount} is set aside as collateral.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'order-expired': {
    subject: 'Your {type} order for {symbol} has expired',
    lines: ['The day is over and {price} was not reached: {side} {lots} lots of {symbol} were not traded.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/trades',
  },
  'order-rejected': {
    subject: 'Your {type} order for {symbol} was not filled',
    lines: [
      'The price reached {price}, but {side} {lots} lots of {symbol} were not traded, because {why}. Your balance is unchanged.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/trades',
  },
  'trade-closed-out': {
    subject: '{side} {symbol} was closed out',
    lines: [
      'The collateral no longer carried the trade, so {lots} lots of {symbol} were closed at {price}, with a {result}.',
      'You never owe anything from a trade: its collateral is the most that it can cost.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed-by-staff': {
    subject: '{side} {symbol} was closed by our team',
    lines: ['Our team closed {lots} lots of {symbol} at the live quote of {price}, with a {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-recorded': {
    subject: 'A manual entry among your trades',
    lines: [
      'Our team wrote down a {outcome} of {amount} ({side} {symbol}) by hand. It carries the mark “Manual” in your account and counts into no performance figure. The reason is:',
      '{reason}',
    ],
    link: { text: 'See your trades', url: '{site_url}/dashboard' },
  },
  'trade-settled': {
    subject: 'Your trade was closed by our team',
    lines: ['Our team closed your trade {side} {symbol} at the live quote. The result is {result}.', '{reason}'],
    link: { text: 'See your trades', url: '{site_url}/dashboard' },
  },
  'trade-settled-manual': {
    subject: 'Your trade was closed by our team',
    lines: [
      'Our team closed your trade {side} {symbol} at the live quote. The result is {result}. In addition {added} was added to your balance by hand; it carries the mark “Manual” in your account. The reason is:',
      '{reason}',
    ],
    link: { text: 'See your trades', url: '{site_url}/dashboard' },
  },
} as const satisfies Templates;
