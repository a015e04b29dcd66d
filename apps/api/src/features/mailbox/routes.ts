import type { Mail } from '@clearbook/contracts/access';
import type { Pool } from 'pg';
import type { Register } from '../../platform/http/index.ts';

/** Newest mails that the page shows. */
export const MAILBOX_LENGTH = 100;

type Row = { id: string; sent_to: string; subject: string; body: string; created_at: Date };

/** Demo mode only: a person's own mails as they were sent, so that links and codes can be read without a mail program. */
export function mailboxRoutes(register: Register, { pool }: { pool: Pool }): void {
  register('GET /me/mailbox', async ({ actor }) => {
    const { rows } = await pool.query<Row>(
      `select id, sent_to, subject, body, created_at from app.mail_outbox
       where user_id = $1 and body is not null order by created_at desc, id desc limit $2`,
      [actor.userId, MAILBOX_LENGTH],
    );
    const data: Mail[] = rows.map((row) => ({
      id: row.id,
      to: row.sent_to,
      subject: row.subject,
      text: row.body,
      created_at: row.created_at.toISOString(),
    }));
    return { data, next_cursor: null };
  });
}
