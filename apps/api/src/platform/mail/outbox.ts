import type { ClientBase } from 'pg';
import { v7 } from 'uuid';
import { type Column, rowsLiteral } from '../database/composite.ts';
import { ringAtCommit } from '../realtime/bell.ts';
import { type Invalidation, invalidate } from '../realtime/invalidation.ts';
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
export function enqueueMail(client: Pick<ClientBase, 'query'>, mail: NewMail, now: Date): Promise<void> {
  return enqueueMails(client, [mail], now);
}

/** Like `enqueueMail`, for many people with one row of invalidations. */
export async function enqueueMails(
  client: Pick<ClientBase, 'query'>,
  mails: readonly NewMail[],
  now: Date,
): Promise<void> {
  const drafts: Column[][] = [];
  const told: Invalidation[] = [];
  for (const mail of mails) {
    const values = mail.values ?? {};
    const hidden = isMailOnly(mail.template, values, mail.toAddress !== undefined);
    drafts.push(notificationRow({ ...mail, id: v7(), values, at: now, hidden }));
    if (!hidden)
      told.push({ c: mail.userId, t: ['notifications'], e: mail.template, s: mail.subjectId ?? null, a: false });
  }
  await client.query('select app.write_notifications($1)', [rowsLiteral(drafts)]);
  if (told.length > 0) await invalidate(client, told);
  else ringAtCommit(client);
}
