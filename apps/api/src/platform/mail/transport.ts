import type { RenderedMail } from './render.ts';

export type OutgoingMail = RenderedMail & {
  to: string;
  from: string;
  /** The same at every try, so that a receiver who got it already can tell. */
  messageId: string;
};

/** The server understood, and said no for good: another try would be refused as well. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** One way out for mail. `send` resolves when somebody else has taken responsibility for it. */
export type MailTransport = {
  /** @throws MailRefused when it will never be taken; any other error when it may be tried again */
  send(mail: OutgoingMail): Promise<void>;
  /** Where sent mail is kept on this machine: removes what belongs to no row of the outbox any more. `kept` says which of these ids still have one. */
  forget?(kept: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>;
  close(): void;
};
