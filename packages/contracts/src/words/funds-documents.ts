import type { FundsDocumentKind } from '../identity.ts';

const kinds: Readonly<Record<FundsDocumentKind, string>> = {
  payslip: 'Payslip',
  bank_statement: 'Bank statement',
  tax_return: 'Tax return',
  sale_or_inheritance: 'Sale or inheritance',
  other: 'Other',
};

/** Documents that show where a client's money comes from, for them and for staff. */
export const fundsDocumentWords = {
  title: 'Source of funds',
  intro:
    'Documents that show where your money comes from can raise your deposit limits. You never need them to withdraw.',
  record:
    'What you send stays on record until your account is closed. Only you and our staff can see it, and we log every time staff open it.',
  kinds,
  kind: 'Type of document',
  choose: 'Choose…',
  file: 'Photo or scan',
  hint: 'JPEG, PNG or WebP, at most 8 MB. Send one page at a time.',
  chosen: 'The image you chose',
  submit: 'Send document',
  left: (left: number) => (left === 1 ? 'You can send 1 more document.' : `You can send ${left} more documents.`),
  list: 'Documents you sent',
  none: 'Nothing sent yet',
  sent: 'Sent',
  reviewed: 'Reviewed',
  waiting: 'Not yet',
  failed: 'Couldn’t load your documents.',
  staff: {
    label: 'Documents sent',
    sent: (at: string) => `Sent ${at}`,
    reviewed: (at: string) => `Reviewed ${at}`,
    waiting: 'Waiting',
    open: 'View',
    close: 'Hide',
    toggle: (shown: boolean, kind: string) => (shown ? `Hide ${kind}` : `View ${kind}`),
    logged: 'The audit log shows each document that you view, and so does the client’s activity.',
    count: (count: number) => (count === 1 ? '1 document' : `${count} documents`),
    alt: (kind: string, email: string) => `${kind} from ${email}`,
    nothing: 'This client hasn’t sent any documents about their source of funds.',
    failed: 'Couldn’t load the documents.',
    imageFailed: 'This document couldn’t be loaded.',
    review: 'Mark as reviewed',
    reviewFailed: 'Couldn’t mark them as reviewed',
  },
} as const;
