import type { Templates } from './template.ts';

export const holdsTemplates = {
  'hold-placed': {
    subject: 'Your withdrawals are on hold until {until} (UTC)',
    lines: [
      'We can’t approve your withdrawals until {until} (UTC) at the latest. Ground: {ground}. Reference: {reference}. The hold ends automatically, or sooner if our team lifts it. We’ll tell you if it’s extended.',
      'Your money is still yours. You can still request and cancel withdrawals, trade, close trades and see your statement.',
      '[If you think this is wrong, write to {complaints_email} and include the reference.]',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
  },
  'hold-renewed': {
    subject: 'The hold on your withdrawals was renewed until {until} (UTC)',
    lines: [
      'A second member of our team has reviewed the hold. We can’t approve your withdrawals until {until} (UTC) at the latest. Ground: {ground}. Reference: {reference}.',
      'Your money is still yours. You can still request and cancel withdrawals, trade, close trades and see your statement.',
      '[If you think this is wrong, write to {complaints_email} and include the reference.]',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
  },
  'hold-lifted': {
    subject: 'A hold on your withdrawals was lifted',
    lines: [
      'The hold with reference {reference} ({ground}) has ended. Reason: {reason}',
      'Unless another hold is active, we’ll review your withdrawals again from now on.[ To complain, write to {complaints_email}.]',
    ],
    link: { text: 'See your withdrawals', url: '{site_url}/withdrawals' },
  },
} as const satisfies Templates;
