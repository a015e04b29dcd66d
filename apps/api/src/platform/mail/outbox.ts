import type { ClientBase } from 'pg';
import { v7 } from 'uuid';
import { rowsLiteral } from '../database/composite.ts';
import { invalidate } from '../realtime/invalidation.ts';
import { notificationRow } from './notification-draft.ts';
import { isMailOnly } from './render.ts';
import type { MailValues } from './render.ts';
import type { MailTemplate } from './templates/index.ts';

export type NewMail = {
  /** Whose account it is about; their address is looked up when it is sent. */
  userId: string;
  /** Only where it must go elsewhere than to the account's present address. */
  toAddress?: string;
  template: MailTemplate;
  values?: MailValues;
  /** The record it is about, for the way there from the notification. */
  subjectId?: string;
  /** The person's own doing: in the app always, by mail only to those who asked for such mails. */
  quiet?: true;
};

/**
 * Puts a mail into the outbox, inside the caller's transaction: it is sent if, and only if, its cause is committed. It is kept among the
 * person's notifications too, unless it is a mail only.
 */
export async function enqueueMail(client: Pick<ClientBase, 'query'>, mail: NewMail, now: Date): Promise<void> {
  const values = mail.values ?? {};
  const hidden = isMailOnly(mail.template, values, mail.toAddress !== undefined);
  const draft = notificationRow({ ...mail, id: v7(), values, at: now, hidden });
  await client.query('select app.write_notifications($1)', [rowsLiteral([draft])]);
  if (!hidden)
    await invalidate(client, [
      { c: mail.userId, t: ['notifications'], e: mail.template, s: mail.subjectId ?? null, a: false },
    ]);
}
