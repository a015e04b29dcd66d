import type { Templates } from './template.ts';

export const protectionTemplates = {
  'limit-tighten': {
    subject: 'Your {name} is {now}',
    lines: [
      'You set your {name} to {now}. It’s now in effect.',
      'You can tighten it at any time. A looser limit starts 24 hours after you ask for it.',
    ],
    link: { text: 'See your trading limits', url: '{site_url}/trading-limits' },
  },
  'limit-loosen': {
    subject: 'Your looser limit starts in 24 hours',
    lines: [
      'You asked to loosen your {name} to {next} from {at} (UTC). Until then it stays at {now}.',
      'You can cancel this until then. If it wasn’t you, cancel it and change your password.',
    ],
    link: { text: 'See your trading limits', url: '{site_url}/trading-limits' },
  },
  'limit-keep': {
    subject: 'Your {name} stays the same',
    lines: ['You cancelled the change to your {name}. It stays at {now}.'],
    link: { text: 'See your trading limits', url: '{site_url}/trading-limits' },
  },
  'time-out': {
    subject: 'Your break from trading has started',
    lines: [
      'Until {until} (UTC) you can’t open trades, copy or deposit. No one can end your break early, not even our team.',
      'You can still close trades, withdraw and see your statement. Open positions stay open until you, your stops or a close-out close them.',
    ],
    link: { text: 'See your trading limits', url: '{site_url}/trading-limits' },
  },
  'self-exclusion': {
    subject: 'You’ve excluded yourself from trading',
    lines: [
      'Until {until} (UTC) you can’t open trades, copy or deposit. No one can end this early, not even our team. It continues after that until you ask to come back.',
      'You can still close trades, withdraw and see your statement. Open positions stay open until you, your stops or a close-out close them.',
    ],
    link: { text: 'See your trading limits', url: '{site_url}/trading-limits' },
  },
  'self-exclusion-return': {
    subject: 'You asked to trade again',
    lines: [
      'Your self-exclusion period is over and you asked to come back. You can trade again from {until} (UTC).',
      'If it wasn’t you, change your password and take a new break under Trading limits.',
    ],
    link: { text: 'See your trading limits', url: '{site_url}/trading-limits' },
  },
} as const satisfies Templates;
