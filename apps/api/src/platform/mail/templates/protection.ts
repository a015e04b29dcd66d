import type { Templates } from './template.ts';

export const protectionTemplates = {
  'limit-tighten': {
    subject: 'Your limit for the {name} is {now}',
    lines: [
      'You set your limit for the {name} to {now}. It holds from now on.',
      'You can make it tighter at any time. A looser one begins 24 hours after you ask for it.',
    ],
    link: { text: 'See your trading limits', url: '{site_url}/trading-limits' },
  },
  'limit-loosen': {
    subject: 'A looser limit begins in 24 hours',
    lines: [
      'You asked for a looser limit for the {name}: {next} from {at} (UTC). Until then {now} holds on.',
      'You can take this back until then. If it was not you, take it back and change your password.',
    ],
    link: { text: 'See your trading limits', url: '{site_url}/trading-limits' },
  },
  'limit-keep': {
    subject: 'Your limit for the {name} stays as it is',
    lines: ['You took back the change of your limit for the {name}. It stays at {now}.'],
    link: { text: 'See your trading limits', url: '{site_url}/trading-limits' },
  },
  'time-out': {
    subject: 'Your break from trading has begun',
    lines: [
      'Until {until} (UTC) nothing new can be opened, copied or paid in. Nobody can end your break early, our team neither.',
      'Closing trades, withdrawing and your statement work as always. Open positions stay open until you, your own stops or a close-out close them.',
    ],
    link: { text: 'See your trading limits', url: '{site_url}/trading-limits' },
  },
  'self-exclusion': {
    subject: 'You have excluded yourself from trading',
    lines: [
      'Until {until} (UTC) nothing new can be opened, copied or paid in. Nobody can end this early, our team neither. It goes on after that day until you ask to come back.',
      'Closing trades, withdrawing and your statement work as always. Open positions stay open until you, your own stops or a close-out close them.',
    ],
    link: { text: 'See your trading limits', url: '{site_url}/trading-limits' },
  },
  'self-exclusion-return': {
    subject: 'You asked to trade again',
    lines: [
      'Your self-exclusion has run its time, and you asked to come back: you can trade again from {until} (UTC).',
      'If it was not you, change your password, and choose a new break under Trading limits.',
    ],
    link: { text: 'See your trading limits', url: '{site_url}/trading-limits' },
  },
} as const satisfies Templates;
