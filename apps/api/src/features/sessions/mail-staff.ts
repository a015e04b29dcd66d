import type { PoolClient } from 'pg';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { MailTemplate } from '../../platform/mail/index.ts';

/** Tells every member of staff who has access, each by mail and in the app. */
export async function mailStaff(
  client: Pick<PoolClient, 'query'>,
  template: MailTemplate,
  values: Record<string, string>,
  now: Date,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select u.id from app.user u join ledger.party p on p.id = u.id
     where p.kind = 'staff' and p.status = 'active' and u.password_hash is not null order by u.id`,
  );
  for (const { id } of rows) await enqueueMail(client, { userId: id, template, values }, now);
}
