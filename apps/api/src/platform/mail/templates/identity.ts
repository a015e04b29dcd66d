import type { Templates } from './template.ts';

export const identityTemplates = {
  'identity-approved': {
    subject: 'Your identity is verified',
    lines: ['Our team has looked at your documents, and your account is verified.'],
    link: { text: 'See your account', url: '{site_url}/account' },
  },
  'identity-declined': {
    subject: 'Your documents were not accepted',
    lines: [
      'Our team could not verify your identity with the documents that you sent. You can send others. The reason is:',
      '{reason}',
      'Your money is not affected: you can withdraw it as before.',
    ],
    link: { text: 'Send other documents', url: '{site_url}/identity' },
  },
} as const satisfies Templates;
