import type { MailCause } from '../mail.ts';

/** Words about mail that does not go out, for staff. */
export const mailWords = {
  title: 'Mail',
  intro: 'Mail that is on its way, and mail that the mail server did not take.',
  waiting: 'Waiting',
  waitingSince: (mails: number, at: string) => `${mails.toLocaleString('en')}, the oldest since ${at}`,
  failed: 'Failed for good',
  failedOf: (mails: number) => `${mails.toLocaleString('en')} in the last 30 days`,
  nothing: 'None',
  why: 'Why mail did not go out',
  cause: 'Reason',
  last: 'Last time',
  noCause: 'Every mail has gone out',
  retry: 'Try again',
  retryHint: (mails: number) =>
    mails === 1
      ? 'One failed mail can be tried once more.'
      : `${mails.toLocaleString('en')} failed mails can be tried once more.`,
  retryNever: 'Mails with a code or a link are not sent again: the person asks for a new one.',
  retried: (mails: number) =>
    mails === 0
      ? 'No mail was left to try again'
      : mails === 1
        ? 'One mail is tried again'
        : `${mails.toLocaleString('en')} mails are tried again`,
  retryFailed: (reason: string) => `The mails could not be tried again: ${reason}`,
  unknown: 'The outbox could not be read',
  causes: {
    no_address: 'The account has no address any more',
    refused: 'The mail server refused the address or the message',
    blocked: 'The mail server blocks mail from this site',
    too_many: 'The mail server says: too many mails. They are tried again later',
    later: 'The mail server asked to try again later',
    login: 'The mail server refused our login: check SMTP_URL',
    unreachable: 'The mail server could not be reached',
    other: 'Something else went wrong: the server’s log has the details',
  } satisfies Record<MailCause, string>,
} as const;
