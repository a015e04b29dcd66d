import type { MailCause } from '../mail.ts';

/** Words about mail that does not go out, for staff. */
export const mailWords = {
  title: 'Mail',
  intro: 'Mail waiting to be sent, and mail that the mail server didn’t accept.',
  waiting: 'Waiting',
  waitingSince: (mails: number, at: string) => `${mails.toLocaleString('en')}, the oldest since ${at}`,
  failed: 'Failed',
  failedOf: (mails: number) => `${mails.toLocaleString('en')} in the last 30 days`,
  nothing: 'None',
  why: 'Why mail wasn’t sent',
  cause: 'Reason',
  last: 'Last time',
  noCause: 'All mail has been sent',
  retry: 'Try again',
  retryHint: (mails: number) =>
    mails === 1 ? 'You can retry one failed email.' : `You can retry ${mails.toLocaleString('en')} failed emails.`,
  retryNever: 'Emails with a code or a link aren’t sent again. The person can request a new one.',
  retried: (mails: number) =>
    mails === 0
      ? 'No failed emails left to retry'
      : mails === 1
        ? 'Retrying one email'
        : `Retrying ${mails.toLocaleString('en')} emails`,
  retryFailed: (reason: string) => `Couldn’t retry the emails: ${reason}`,
  unknown: 'Couldn’t load the outbox',
  texts: 'What emails say',
  textsIntro: 'Each email as it would reach you, with examples for names, amounts and times.',
  choose: 'Email',
  test: 'Send me a test',
  testSent: 'Test email sent to your address',
  testSubject: (subject: string) => `Test: ${subject}`,
  testLine: 'You asked for this test email. Names, amounts and times are examples: none of this has happened.',
  change: 'Propose a change',
  changeTitle: (name: string) => `Change an email: ${name}`,
  fixed: 'This email is about access, holds or corrections, or carries a code. It always says the same.',
  subject: 'Subject',
  lines: 'Text',
  linesHint: 'Each line is a paragraph. Text in [ ] is left out when one of its values isn’t known.',
  values: 'Values you can use',
  required: 'required',
  preview: 'How it reads',
  nextText: 'What it would say',
  nowText: 'What it says now',
  keeps: 'The greeting, the button and the footer stay. Notifications in the app keep their own text.',
  textsUnknown: 'Couldn’t load the emails',
  failing: (mails: number, since: string, cause: string) =>
    `Mail isn’t going out. ${mails === 1 ? 'One email is waiting' : `${mails.toLocaleString('en')} emails are waiting`}, since ${since}. ${cause}.`,
  details: 'See details',
  causes: {
    no_address: 'The account no longer has an address',
    refused: 'The mail server refused the address or the message',
    blocked: 'The mail server blocks mail from this site',
    too_many: 'The mail server says there are too many emails. We’ll retry later',
    later: 'The mail server asked to try again later',
    login: 'The mail server refused our login: check SMTP_URL',
    unreachable: 'We couldn’t reach the mail server',
    restored: 'A backup was restored, and this may have been sent since the backup was made',
    other: 'Something else went wrong. See the server log for details',
  } satisfies Record<MailCause, string>,
} as const;
