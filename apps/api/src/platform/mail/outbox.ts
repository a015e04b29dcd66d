import type { ClientBase } from 'pg';
import { v7 } from 'uuid';
import type { MailTemplate, MailValues } from './templates.ts';

export type NewMail = {
  /** Whose account it is about; their address is looked up when it is sent. */
  userId: string;
  /** Only where it must go elsewhere than to the account's present address. */
  toAddress?: string;
  template: MailTemplate;
  values?: MailValues;
};

/** Puts a mail into the outbox, inside the caller's transaction: it is sent if, and only if, its cause is committed. */
export async function enqueueMail(client: Pick<ClientBase, 'query'>, mail: NewMail, now: Date): Promise<void> {
  await client.query(
    'insert into app.mail_outbox (id, user_id, to_address, template, values, next_at, created_at) values ($1, $2, $3, $4, $5, $6, $6)',
    [v7(), mail.userId, mail.toAddress ?? null, mail.template, mail.values ?? {}, now],
  );
}
