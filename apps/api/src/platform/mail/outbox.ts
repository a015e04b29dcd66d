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
  /** Only if it must go to an address other than the account's present one. */
  toAddress?: string;
  template: MailTemplate;
  values?: MailValues;
  /** The record it is about, which the notification links to. */
  subjectId?: string;
  /** The person did it themselves: always shown in the app, emailed only to those who asked for such emails. */
  quiet?: true;
};

/**
 * Puts an email into the outbox, inside the caller's transaction: it is sent if, and only if, its cause is committed. It also appears among the
 * person's notifications, unless it is an email only.
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
