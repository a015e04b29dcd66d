import type { Templates } from './template.ts';

export const holdsTemplates = {
  'hold-placed': {
    subject: 'Your withdrawals are on hold until {until} (UTC)',
    lines: [
      'No withdrawal of yours can be approved until {until} (UTC) at the latest. Ground: {ground}. Reference: {reference}. It ends by itself, or earlier when our team lifts it, and you are told if it is made longer.',
      'Your money stays yours. Requesting and cancelling withdrawals, trading, closing trades and your statement work as always.',
      'If you think that this is wrong, write to {complaints_email} and name the reference.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
  },
  'hold-renewed': {
    subject: 'The hold on your withdrawals was renewed until {until} (UTC)',
    lines: [
      'A second person of our team has looked at it again: no withdrawal of yours can be approved until {until} (UTC) at the latest. Ground: {ground}. Reference: {reference}.',
      'Your money stays yours. Requesting and cancelling withdrawals, trading, closing trades and your statement work as always.',
      'If you think that this is wrong, write to {complaints_email} and name the reference.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
  },
  'hold-lifted': {
    subject: 'A hold on your withdrawals was lifted',
    lines: [
      'The hold with the reference {reference} ({ground}) has ended. The reason: {reason}',
      'Unless another hold runs, your withdrawals are decided again from now on. If you have a complaint about it, write to {complaints_email}.',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
  },
} as const satisfies Templates;
