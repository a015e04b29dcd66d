import type { RenderedMail } from './render.ts';

export type OutgoingMail = RenderedMail & {
  to: string;
  from: string;
  /** The same at every try, so that a receiver who got it already can tell. */
  messageId: string;
  /** Where its receiver turns such mails off; left out for mails that nobody turns off. */
  unsubscribe?: string;
};

/** A program wrote it, so no other program may answer it with a notice of absence (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' } as const;

/** Headers of our own: what wrote the mail, and for one that can be turned off the way to do so in one click (RFC 2369, RFC 8058). */
export function headersOf({ unsubscribe }: Pick<OutgoingMail, 'unsubscribe'>) {
  if (unsubscribe === undefined) return AUTOMATIC;
  return {
    ...AUTOMATIC,
    // An address, which no program may break into several words.
    'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${unsubscribe}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** The server refused it permanently: another try would fail too. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** A way to send mail. `send` resolves once another system has taken responsibility for it. */
export type MailTransport = {
  /** @throws MailRefused when it will never be taken; any other error when it may be tried again */
  send(mail: OutgoingMail): Promise<void>;
  /** For mail stored on this machine: removes files without a row in the outbox. `kept` says which of these ids still have one. */
  forget?(kept: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>;
  close(): void;
};
