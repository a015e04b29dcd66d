import type { Templates } from './template.ts';

export const withdrawalsTemplates = {
  'withdrawal-code': {
    subject: 'Your code for the withdrawal at {site_name}',
    lines: [
      'Your code is {code}',
      'It confirms the withdrawal of {amount} and nothing else. It works for ten minutes. Nobody from {site_name} will ever ask you for it.',
      'If you did not ask for a withdrawal, do not enter the code, and change your password.',
    ],
    inApp: 'The code that confirms your withdrawal of {amount} is in your e-mail. It works for ten minutes.',
    to: '/select-withdrawal?id={id}',
  },
  'withdrawal-requested': {
    subject: 'We have your withdrawal request',
    lines: [
      'You asked us to pay out {amount}. The money is held for you until our team has sent it.',
      'You can cancel it for as long as it is waiting.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-approved': {
    subject: 'Your withdrawal was sent',
    lines: [
      'We have sent your withdrawal of {amount}. The payout reference is {reference}; with it the payment can be traced.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-rejected': {
    subject: 'Your withdrawal was not sent',
    lines: [
      'Your withdrawal of {amount} was not sent. The whole amount is back in your balance. The reason is:',
      '{reason}',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-returned': {
    subject: 'Your withdrawal came back',
    lines: [
      'The payment of {amount} came back to us. The whole amount, with any fee, is back in your balance. The reason is:',
      '{reason}',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-cancelled': {
    subject: 'Your withdrawal was cancelled',
    lines: ['Your withdrawal of {amount} was cancelled. The whole amount is available again.'],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-lapsed': {
    subject: 'Your withdrawal has ended: its code ran out',
    lines: ['The code for your withdrawal of {amount} was not entered in time. The whole amount is available again.'],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-stopped': {
    subject: 'Your withdrawal was stopped after five wrong codes',
    lines: [
      'Five wrong codes were entered for your withdrawal of {amount}, so it was stopped. The whole amount is available again.',
      'If it was not you, change your password now and write to {site_email}.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-overdue': {
    subject: 'Your withdrawal is overdue',
    lines: [
      'Your withdrawal of {amount} has waited longer than one working day. It is shown as overdue to our team and counted in public until it is sent.',
      'The money is still held for you, and you can cancel the request at any time.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-not-received': {
    subject: 'We are looking for your payment',
    lines: [
      'You told us that {amount} has not arrived. The withdrawal is overdue again until our team has traced it or given it back.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'withdrawal-traced': {
    subject: 'We have traced your payment',
    lines: [
      'You told us that {amount} had not arrived. Our team has traced the payment and found:',
      '{reason}',
      'If it still does not arrive, report it as not received again: we go on looking.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
    to: '/withdrawals?open={id}',
  },
  'fee-announced': {
    subject: 'The withdrawal fee changes on {from}',
    lines: [
      'From {from} (UTC) the fee on your withdrawals is {percent}%. Until then nothing changes.',
      'It is taken out of the amount that you withdraw, and you see it before you confirm. Nobody will ever ask you to pay something in order to withdraw.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
  },
  'fee-withdrawn': {
    subject: 'The withdrawal fee is not raised',
    lines: ['We told you of a higher withdrawal fee. It does not come: the fee on your withdrawals is {percent}%.'],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
  },
} as const satisfies Templates;
