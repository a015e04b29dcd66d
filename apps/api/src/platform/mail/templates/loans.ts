import type { Templates } from './template.ts';

export const loansTemplates = {
  'loan-closed-out': {
    subject: '{side} {symbol} was closed for your loan',
    lines: [
      'Your trading loan required it, so we closed {lots} lots of {symbol} at {price}, with {result}.',
      'You never owe money on a trade. Its collateral is the most it can cost you.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
    to: '/statement?trade={id}',
  },
  'loan-applied': {
    subject: 'We have your loan application',
    lines: ['You applied for a trading loan of {amount}. Our team is reviewing it, and we’ll let you know either way.'],
    link: { text: 'See your loan', url: '{site_url}/trading-plans' },
  },
  'loan-approved': {
    subject: 'Your trading loan was approved',
    lines: [
      'We’ve lent you {amount} and added it to your balance. You can trade it but not withdraw it. You can still withdraw your own money beyond what you owe.',
      'Interest is {daily} a day from tomorrow (UTC). The loan is due at the end of {due}. You can repay any amount earlier.',
    ],
    link: { text: 'See your loan', url: '{site_url}/trading-plans' },
  },
  'loan-rejected': {
    subject: 'Your trading loan wasn’t approved',
    lines: ['We didn’t approve your application for {amount}, so we haven’t lent you anything. Reason:', '{reason}'],
    link: { text: 'See the loan levels', url: '{site_url}/trading-plans' },
  },
  'loan-interest': {
    subject: 'Interest on your trading loan',
    lines: ['Interest for {day} (UTC) is {interest}. You now owe {owed}. We didn’t take anything from your balance.'],
    link: { text: 'See your loan', url: '{site_url}/trading-plans' },
  },
  'loan-repaid': {
    subject: 'We have your repayment',
    lines: ['You repaid {amount} of your trading loan, including {interest} interest. You now owe {owed}.'],
    link: { text: 'See your loan', url: '{site_url}/trading-plans' },
  },
  'loan-collected': {
    subject: 'Your trading loan has reached its end',
    lines: [
      'Your loan’s due date has passed. We took {amount} of what you owed from your balance, including {interest} interest. You now owe {owed}.',
      'Anything still missing is written off. No one will ask you for it.',
    ],
    link: { text: 'See your loan', url: '{site_url}/trading-plans' },
  },
  'loan-written-off': {
    subject: 'You no longer owe anything',
    lines: [
      'Your trading loan has ended, and we’ve written off the missing {amount}. No one will ever ask you for it.',
    ],
    link: { text: 'See your loan', url: '{site_url}/trading-plans' },
  },
  'loan-called': {
    subject: 'Your open positions are being closed',
    lines: [
      'While you owe a loan, we close all positions if your equity falls to half of their required margin. Your equity is {equity}, and the required margin is {required}.',
      'We’re closing each position at its next available price. You can lose what you put in, but never more.',
    ],
    link: { text: 'See your trades', url: '{site_url}/trades' },
  },
} as const satisfies Templates;
