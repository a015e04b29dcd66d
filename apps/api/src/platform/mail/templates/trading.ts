import type { Templates } from './template.ts';

export const tradingTemplates = {
  'trade-opened': {
    subject: '{side} {symbol} opened',
    lines: ['{side} {lots} lots of {symbol} at {price}, with {amount} as collateral.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed': {
    subject: '{side} {symbol} closed',
    lines: ['{lots} lots of {symbol} closed at {price}, with {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed-by-stop': {
    subject: '{side} {symbol} closed by your order',
    lines: ['Your order closed {lots} lots of {symbol} at {price}, with {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed-by-target': {
    subject: '{side} {symbol} closed at your target',
    lines: ['Your take profit closed {lots} lots of {symbol} at {price}, with {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed-by-trailing-stop': {
    subject: '{side} {symbol} closed by your trailing stop',
    lines: ['Your trailing stop closed {lots} lots of {symbol} at {price}, with {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-losing': {
    subject: '{side} {symbol} has lost {percent} of its collateral',
    lines: [
      'Your {lots} lots of {symbol} are down {loss}, at least {percent} of their remaining collateral.',
      'We’ll tell you at each further 10%. You never owe money on a trade. Its collateral is the most it can cost you.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'dividend-ahead': {
    subject: 'Dividend ahead: {symbol}, {rate} a share on {day}',
    lines: [
      '{symbol} trades without its dividend of {rate} a share from {day}. Five minutes before the New York session opens that day, each position you still hold gets it if you bought, or pays it if you sold.',
      'It goes into the position’s collateral or out of it, so it makes up for the fall in price that comes with it.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/trades',
  },
  'financing-changes': {
    subject: 'Overnight financing of {symbol} changes on {day}',
    lines: [
      'You have an open position in {symbol}. From the charge at 17:00 New York time on {day}, financing is {buy} a year on a buy and {sell} a year on a sell.',
      'Before then, it’s {buy_before} on a buy and {sell_before} on a sell. You can close your position whenever its market is open.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/trades',
  },
  'financing-stays': {
    subject: 'Overnight financing of {symbol} doesn’t change on {day}',
    lines: [
      'We told you about a change for {symbol}. It won’t happen: financing stays {buy} a year on a buy and {sell} a year on a sell.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/trades',
  },
  'spread-changes': {
    subject: 'The spread of {symbol} changes on {at} UTC',
    lines: [
      'You have an open position or an order in {symbol}. From {at} UTC, we add {added} to the spread of its prices. Before then, we add {added_before}.',
      'A wider spread can reach a stop loss sooner. You can close your position whenever its market is open, and cancel an order at any time.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/trades',
  },
  'spread-stays': {
    subject: 'The spread of {symbol} doesn’t change on {at} UTC',
    lines: [
      'We told you about a change for {symbol}. It won’t happen: we still add {added} to the spread of its prices.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/trades',
  },
  'dividend-received': {
    subject: 'Dividend received: {amount} for {symbol}',
    lines: ['We added {amount} to your trade’s collateral: {symbol} pays {rate} a share, ex-date {day}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'dividend-paid': {
    subject: 'Dividend paid: {amount} for {symbol}',
    lines: [
      'We took {amount} from your trade’s collateral: you’re short {symbol}, which pays {rate} a share, ex-date {day}.',
      'The price usually falls by about the same amount on the ex-date.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'split-ahead': {
    subject: 'Split ahead: {symbol}, {ratio} on {day}',
    lines: [
      '{symbol} splits {ratio} on {day}. Five minutes before the New York session opens that day, your positions, stops, targets and waiting orders change to the new shares and prices.',
      'What your positions are worth doesn’t change. Part of a position that the ratio can’t turn into whole hundredths of a share is closed at the last price before the split.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/trades',
  },
  'split-applied': {
    subject: '{symbol} split {ratio}: {before} lots are now {lots}',
    lines: [
      'Your position of {before} lots of {symbol} is now {lots} lots. Its price, stop and targets changed with it; what it’s worth didn’t.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed-by-split': {
    subject: '{symbol} split: {lots} lots paid in cash',
    lines: [
      'The split of {symbol} left over {lots} lots of your position. We closed them at {price}, the last price before the split, with {result}.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'order-cancelled-by-split': {
    subject: 'Order cancelled: {symbol} split',
    lines: [
      'After the split of {symbol}, your {type} order for {lots} lots would be for less than 0.01 lots. We cancelled it.',
    ],
    link: { text: 'See your orders', url: '{site_url}/trades' },
    to: '/trades',
  },
  'margin-call': {
    subject: '{side} {symbol} is at {level} of its margin',
    lines: [
      'The margin level of your {lots} lots of {symbol} fell to {now}, so it reached the {level} you chose. At 50% we close the position.',
      'You can close a part of it or set a stop loss. You never owe money on a trade. Its collateral is the most it can cost you.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'order-filled': {
    subject: 'Your {type} order opened {side} {symbol}',
    lines: [
      'Your {type} order at {price} filled at {filled}: {side} {lots} lots of {symbol}, with {amount} as collateral.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'order-expired': {
    subject: 'Your {type} order for {symbol} has expired',
    lines: ['{ended} before the price reached {price}, so this order didn’t fill: {side} {lots} lots of {symbol}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/trades',
  },
  'order-cancelled-by-other': {
    subject: 'Your {type} order for {symbol} was cancelled',
    lines: ['The order linked to it {did}, so this one was cancelled: {side} {lots} lots of {symbol} at {price}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/trades',
  },
  'order-rejected': {
    subject: 'Your {type} order for {symbol} wasn’t filled',
    lines: [
      'The price reached {price}, but this order didn’t fill because {why}: {side} {lots} lots of {symbol}. Your balance hasn’t changed.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/trades',
  },
  'prices-unwatched': {
    subject: 'We couldn’t watch prices for a while',
    lines: [
      'From {from} to {until} UTC we couldn’t watch prices. If a price reached one of your stops, targets or orders then, we acted on the first price after that.',
      'Check your open trades and orders.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/trades',
  },
  'trade-closed-out': {
    subject: '{side} {symbol} was closed out',
    lines: [
      'The collateral was no longer enough, so we closed {lots} lots of {symbol} at {price}, with {result}.',
      'You never owe money on a trade. Its collateral is the most it can cost you.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-closed-by-staff': {
    subject: '{side} {symbol} was closed by our team',
    lines: ['Our team closed {lots} lots of {symbol} at the live price of {price}, with {result}.'],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'trade-recorded': {
    subject: 'A manual entry among your trades',
    lines: [
      'Our team recorded a {outcome} of {amount} ({side} {symbol}) manually. It’s marked “Manual” in your account and doesn’t count toward your performance. Reason:',
      '{reason}',
    ],
    manual: true,
    link: { text: 'See your trades', url: '{site_url}/dashboard' },
  },
  'trade-settled': {
    subject: 'Your trade was closed by our team',
    lines: ['Our team closed your trade {side} {symbol} at the live price. The result is {result}.', '{reason}'],
    link: { text: 'See your trades', url: '{site_url}/dashboard' },
  },
  'trade-settled-manual': {
    subject: 'Your trade was closed by our team',
    lines: [
      'Our team closed your trade {side} {symbol} at the live price. The result is {result}. We also added {added} to your balance manually. It’s marked “Manual” in your account. Reason:',
      '{reason}',
    ],
    manual: true,
    link: { text: 'See your trades', url: '{site_url}/dashboard' },
  },
} as const satisfies Templates;
