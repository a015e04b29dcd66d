import type { Templates } from './template.ts';

export const loansTemplates = {
  'loan-closed-out': {
    subject: '{side} {symbol} was closed for your loan',
    lines: [
      'Your trading loan needed it: {lots} lots of {symbol} were closed at {price}, with a {result}.',
      'You never owe anything from a trade: its collateral is the most that it can cost.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'loan-applied': {
    subject: 'We have your loan application',
    lines: [
      'You applied for a trading loan of {amount}. Our team is looking at it, and you will hear from us either way.',
    ],
    link: { text: 'See your loan', url: '{site_url}/trading-plans' },
  },
  'loan-approved': {
    subject: 'Your trading loan was approved',
    lines: [
      'We have lent you {amount}: it is in your balance. It can be traded and not withdrawn; your own money beyond what you owe stays yours to withdraw.',
      'Interest is {daily} a day from tomorrow (UTC). The loan is due at the end of {due}. You can repay any part of it earlier.',
    ],
    link: { text: 'See your loan', url: '{site_url}/trading-plans' },
  },
  'loan-rejected': {
    subject: 'Your trading loan was not approved',
    lines: ['Your application for {amount} was not approved, and nothing was lent. The reason is:', '{reason}'],
    link: { text: 'See the loan levels', url: '{site_url}/trading-plans' },
  },
  'loan-interest': {
    subject: 'Interest on your trading loan',
    lines: ['The interest of {day} (UTC) is {interest}. You owe {owed} now. Nothing was taken from your balance.'],
    link: { text: 'See your loan', url: '{site_url}/trading-plans' },
  },
  'loan-repaid': {
    subject: 'We have your repayment',
    lines: ['You repaid {amount} of your trading loan, {interest} of it interest. You owe {owed} now.'],
    link: { text: 'See your loan', url: '{site_url}/trading-plans' },
  },
  'loan-collected': {
    subject: 'Your trading loan has reached its end',
    lines: [
      'The due day is over. We have taken {amount} of what you owed from your balance, {interest} of it interest. You owe {owed} now.',
      'If something is missing, it is written off. Nobody will ask you for it.',
    ],
    link: { text: 'See your loan', url: '{site_url}/trading-plans' },
  },
  'loan-written-off': {
    subject: 'You owe nothing any more',
    lines: ['Your trading loan has ended, and the missing {amount} is written off. Nobody will ever ask you for it.'],
    link: { text: 'See your loan', url: '{site_url}/trading-plans' },
  },
  'loan-called': {
    subject: 'Your open positions are being closed',
    lines: [
      'While a loan is open, positions close where equity falls to half of their required margin. Your equity is {equity}, and the required margin is {required}.',
      'Each position is closed at its next good price. You can lose what you put in, never more.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
  },
} as const satisfies Templates;
