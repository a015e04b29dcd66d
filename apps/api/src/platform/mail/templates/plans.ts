import type { Templates } from './template.ts';

export const plansTemplates = {
  'package-bought': {
    subject: 'Your receipt: {name}, {price}',
    lines: [
      'You bought the package {name} for {price}. You had {before} available before and {after} after. Receipt {receipt}.',
      'From your next trade, your mark-up is {pips} pips on forex and {points} basis points on crypto and stocks, and your leverage goes up to {major}:1 on major forex, {other}:1 on other forex, {stock}:1 on stocks and {crypto}:1 on crypto.',
    ],
    link: { text: 'See the receipt', url: '{site_url}/receipts/{id}' },
  },
  'signal-plan-bought': {
    subject: 'Your receipt: {name}, {price}',
    lines: [
      'You bought the signal plan {name} for {price}. You had {before} available before and {after} after. Receipt {receipt}.',
      'Your signal strength is now {strength}% permanently.',
    ],
    link: { text: 'See the receipt', url: '{site_url}/receipts/{id}' },
  },
  'unlimited-bought': {
    subject: 'Your receipt: {name}, {price}',
    lines: [
      'You bought {name} for {price}. You had {before} available before and {after} after. Receipt {receipt}.',
      'Your signal strength is 100% until {until} (UTC).',
    ],
    link: { text: 'See the receipt', url: '{site_url}/receipts/{id}' },
  },
} as const satisfies Templates;
