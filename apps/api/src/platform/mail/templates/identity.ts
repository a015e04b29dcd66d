import type { Templates } from './template.ts';

export const identityTemplates = {
  'identity-approved': {
    subject: 'Your identity is verified',
    lines: ['Our team has checked your documents, and your account is verified.'],
    link: { text: 'See your account', url: '{site_url}/account' },
  },
  'identity-declined': {
    subject: 'Your documents weren’t accepted',
    lines: [
      'We couldn’t verify your identity with these documents. You can upload others. Reason:',
      '{reason}',
      'This doesn’t affect your money. You can withdraw it as before.',
    ],
    link: { text: 'Upload other documents', url: '{site_url}/identity' },
  },
  'identity-expiring': {
    subject: 'Your identity document expires on {day}',
    lines: [
      'You can send us a new one now: a photo of its front and back. You stay verified while we check it.',
      'This doesn’t affect your money. You can withdraw it as before.',
    ],
    link: { text: 'Send a new document', url: '{site_url}/identity' },
  },
  'identity-expired': {
    subject: 'Your identity document is valid until {day}',
    lines: [
      'Please send us a new one: a photo of its front and back.',
      'From the next day until we’ve approved it, a live account has the deposit limits of one that isn’t verified.',
      'This doesn’t affect your money. You can withdraw it as before.',
    ],
    link: { text: 'Send a new document', url: '{site_url}/identity' },
  },
  'funds-documented': {
    subject: 'We’ve checked where your money comes from',
    lines: ['While your identity document is approved and valid, your deposit limits are higher.'],
    link: { text: 'See your limits', url: '{site_url}/identity' },
  },
  'funds-undocumented': {
    subject: 'We need new documents about where your money comes from',
    lines: [
      'We no longer have valid documents that show where your money comes from. Reason:',
      '{reason}',
      'Until then, the deposit limits for accounts without these documents apply. This doesn’t affect the money you have here. You can withdraw it as before.',
    ],
    link: { text: 'See your limits', url: '{site_url}/identity' },
  },
} as const satisfies Templates;
