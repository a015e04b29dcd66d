import type { Templates } from './template.ts';

export const withdrawalsTemplates = {
  'withdrawal-code': {
    subject: 'Your withdrawal code for {site_name}',
    figure: '{code}',
    lines: [
      'Your code is {code}',
      'It confirms your withdrawal of {amount} and nothing else, and expires in ten minutes. No one from {site_name} will ever ask you for it.',
      'If you didn’t ask for a withdrawal, don’t enter the code, and change your password.',
    ],
    inApp: 'We’ve emailed you the code for your withdrawal of {amount}. It expires in ten minutes.',
    to: '/select-withdrawal?id={id}',
  },
  'withdrawal-requested': {
    subject: 'We have your withdrawal request',
    figure: '{amount}',
    lines: [
      'You asked us to pay out {amount}. We’re holding the money for you until our team sends it.',
      'You can cancel it until we’ve made a decision.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-approved': {
    subject: 'Your withdrawal was sent',
    figure: '{amount}',
    lines: ['We’ve sent your withdrawal of {amount}. You can trace the payment with the payout reference {reference}.'],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-rejected': {
    subject: 'Your withdrawal wasn’t sent',
    figure: '{amount}',
    lines: ['We didn’t send your withdrawal of {amount}. The full amount is back in your balance. Reason:', '{reason}'],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-returned': {
    subject: 'Your withdrawal was returned',
    figure: '{amount}',
    lines: [
      'The payment of {amount} was returned to us. The full amount, including any fee, is back in your balance. Reason:',
      '{reason}',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-cancelled': {
    subject: 'Your withdrawal was cancelled',
    figure: '{amount}',
    lines: ['Your withdrawal of {amount} was cancelled. The full amount is available again.'],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-lapsed': {
    subject: 'Your withdrawal was cancelled: its code expired',
    figure: '{amount}',
    lines: ['The code for your withdrawal of {amount} expired. The full amount is available again.'],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-stopped': {
    subject: 'Your withdrawal was stopped after five wrong codes',
    lines: [
      'Someone entered five wrong codes for your withdrawal of {amount}, so we stopped it. The full amount is available again.',
      'If it wasn’t you, change your password now[ and write to {site_email}].',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-overdue': {
    subject: 'Your withdrawal is overdue',
    lines: [
      'Your withdrawal of {amount} has been waiting for more than one working day. We’ve marked it as overdue for our team, and it counts in our public total until it’s sent.',
      'We’re still holding the money for you, and you can cancel the request at any time.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-not-received': {
    subject: 'We’re tracing your payment',
    lines: [
      'You told us that {amount} hasn’t arrived. We’ve marked the withdrawal as overdue until our team traces the payment or returns it to your balance.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-traced': {
    subject: 'We’ve traced your payment',
    lines: [
      'You told us that {amount} hadn’t arrived. Our team traced the payment and found:',
      '{reason}',
      'If it still doesn’t arrive, report it as not received again and we’ll keep looking.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'fee-announced': {
    subject: 'The withdrawal fee changes on {from}',
    lines: [
      'From {from} (UTC) the fee on your withdrawals is {percent}%. Until then nothing changes.',
      'We take it out of the amount you withdraw, and you see it before you confirm. No one will ever ask you to pay in order to withdraw.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
  },
  'fee-withdrawn': {
    subject: 'The withdrawal fee isn’t going up',
    lines: ['We told you the withdrawal fee would go up. It won’t: the fee on your withdrawals is {percent}%.'],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
  },
} as const satisfies Templates;
