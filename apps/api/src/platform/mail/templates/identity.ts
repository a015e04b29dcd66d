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
} as const satisfies Templates;
