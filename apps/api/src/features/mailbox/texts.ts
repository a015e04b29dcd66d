import type { MailText } from '@clearbook/contracts/mail';
import type { Pool } from 'pg';
import {
  enqueueMail,
  EXAMPLES,
  isMailTemplate,
  MAIL_TEMPLATES,
  renderMail,
  type StandingSite,
  TEST,
} from '../../platform/mail/index.ts';
import { notFound, tooMany } from '../../platform/http/index.ts';
import type { Limit, SharedLimits } from '../../platform/limits/index.ts';

/** Of one member of staff, with all their tokens: a mail server that is flooded blocks clients’ codes too. */
const TESTS: Limit = { name: 'mail-test', points: 20, windowSeconds: 3600 };

/** Every mail as its reader would get it, in the name of whoever asks and with examples for what it is about. */
export async function readTexts(pool: Pool, site: StandingSite, staffId: string): Promise<{ texts: MailText[] }> {
  const { rows } = await pool.query<{ email: string; fullname: string; sitename: string }>(
    'select u.email, u.fullname, s.sitename from app.user u cross join app.settings s where u.id = $1',
    [staffId],
  );
  const [reader] = rows;
  if (reader === undefined) throw new Error('staff without an account');
  const standing = { ...site, user_name: reader.fullname, user_email: reader.email, site_name: reader.sitename };
  return {
    texts: MAIL_TEMPLATES.map((name) => {
      const { subject, text } = renderMail(name, { ...EXAMPLES, ...standing });
      return { name, subject, text };
    }),
  };
}

/** Sends one of them to whoever asks, marked as a test. @throws Problem 404 where there is no such mail, 429 above 20 an hour */
export async function sendTest(
  { pool, limits }: { pool: Pool; limits: SharedLimits | undefined },
  staffId: string,
  name: string,
  now: Date,
): Promise<void> {
  if (!isMailTemplate(name)) throw notFound();
  const verdict = await limits?.take(TESTS, staffId, now);
  if (verdict && !verdict.ok) throw tooMany(verdict.retryAfterSeconds);
  await enqueueMail(pool, { userId: staffId, template: name, values: { ...EXAMPLES, [TEST]: 'yes' } }, now);
}
