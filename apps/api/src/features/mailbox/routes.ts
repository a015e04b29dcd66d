import type { Mail } from '@clearbook/contracts/access';
import { mailWords } from '@clearbook/contracts/words/mail';
import type { Pool } from 'pg';
import type { Register } from '../../platform/http/index.ts';
import type { SharedLimits } from '../../platform/limits/index.ts';
import type { StandingSite } from '../../platform/mail/index.ts';
import { readFailures } from './failures.query.ts';
import { retryFailed } from './retry-failed.ts';
import { readTexts, sendTest } from './texts.ts';

/** Mails in a reply that names no limit. */
const DEFAULT_MAILS = 100;

type Row = { id: string; sent_to: string; subject: string; body: string; created_at: Date; micros: string };

/**
 * Demo mode only: a person's own mails as they were sent, so that links and codes can be read without a mail program. For staff, in both
 * modes: how much mail does not go out and why, without its receivers and words, and what each mail says, with examples.
 */
export function mailboxRoutes(
  register: Register,
  { pool, site, limits }: { pool: Pool; site: StandingSite; limits: SharedLimits | undefined },
): void {
  register('GET /admin/mail', ({ now }) => readFailures(pool, now));

  register('POST /admin/mail/retry', async ({ actor, now }) => {
    const retried = await retryFailed(pool, actor.userId, now);
    return { retried, message: mailWords.retried(retried) };
  });

  register('GET /admin/mail/texts', ({ actor, now }) => readTexts(pool, site, actor.userId, now));

  register('POST /admin/mail/test', async ({ actor, body, now }) => {
    await sendTest({ pool, limits }, actor.userId, body, now);
    return { message: mailWords.testSent };
  });

  register('GET /me/mailbox', async ({ actor, query: { limit = DEFAULT_MAILS, cursor } }) => {
    const [micros = null, id = null] = cursor?.split('.') ?? [];
    const { rows } = await pool.query<Row>(
      `select id, sent_to, subject, body, created_at, (extract(epoch from created_at) * 1000000)::bigint as micros from app.mail_outbox
       where user_id = $1 and body is not null
         and ($2::uuid is null or (created_at, id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $2))
       order by created_at desc, id desc limit $4`,
      [actor.userId, id, micros, limit + 1],
    );
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const data: Mail[] = shown.map((row) => ({
      id: row.id,
      to: row.sent_to,
      subject: row.subject,
      text: row.body,
      created_at: row.created_at.toISOString(),
    }));
    return { data, next_cursor: rows.length > limit && last ? `${last.micros}.${last.id}` : null };
  });
}
