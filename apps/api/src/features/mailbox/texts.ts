import type { MailText } from '@clearbook/contracts/mail';
import { faultIn, type MailWording, placeholdersOf, requiredIn } from '@clearbook/contracts/mail-wording';
import { mailWordingMessages } from '@clearbook/contracts/mail-wording-messages';
import type { RequestBody } from '@clearbook/contracts/routes';
import type { Pool } from 'pg';
import {
  DRAFT,
  enqueueMail,
  examplesOf,
  isMailTemplate,
  isWorded,
  MAIL_TEMPLATES,
  type MailTemplate,
  renderMail,
  type StandingSite,
  templates,
  TEST,
  wordingOf,
} from '../../platform/mail/index.ts';
import { notFound, Problem, tooMany } from '../../platform/http/index.ts';
import type { Limit, SharedLimits } from '../../platform/limits/index.ts';

/** Of one member of staff, with all their tokens: a mail server that is flooded blocks clients’ codes too. */
const TESTS: Limit = { name: 'mail-test', points: 20, windowSeconds: 3600 };

/** Every mail as its reader would get it, in the name of whoever asks and with examples for what it is about. */
export async function readTexts(
  pool: Pool,
  site: StandingSite,
  staffId: string,
  now: Date,
): Promise<{ texts: MailText[] }> {
  const [{ rows: readers }, { rows: versions }] = await Promise.all([
    pool.query<{ email: string; fullname: string; sitename: string }>(
      'select u.email, u.fullname, s.sitename from app.user u cross join app.settings s where u.id = $1',
      [staffId],
    ),
    pool.query<Version>(
      `select m.name, ledger.configured('mail_wording', m.name, $2) as wording, ledger.replaced_at('mail_wording', m.name, $2, null) as version
       from unnest($1::text[]) m (name)`,
      [MAIL_TEMPLATES.filter(isWorded), now],
    ),
  ]);
  const [reader] = readers;
  if (reader === undefined) throw new Error('staff without an account');
  const standing = { ...site, user_name: reader.fullname, user_email: reader.email, site_name: reader.sitename };
  return {
    texts: MAIL_TEMPLATES.map((name) => {
      const version = versions.find((one) => one.name === name);
      const values = { ...examplesOf(name), ...standing };
      const { subject, text } = renderMail(name, values, { wording: wordingOf(name, version?.wording) });
      return { name, subject, text, changes: version === undefined ? null : changesOf(name, version, values) };
    }),
  };
}

type Version = { readonly name: string; readonly wording: unknown; readonly version: string | null };

function changesOf(
  name: MailTemplate,
  { wording, version }: Version,
  examples: Readonly<Record<string, string>>,
): MailText['changes'] {
  const { subject, lines } = templates[name];
  const standard = { subject, lines: [...lines] };
  const now = wordingOf(name, wording);
  const required = requiredIn(standard);
  return {
    standard,
    now: now === undefined ? standard : { subject: now.subject, lines: [...now.lines] },
    version,
    // What this site doesn't have, such as an operator's name in a demo, is none to use.
    values: placeholdersOf(standard)
      .map((value) => ({ name: value, example: examples[value] ?? '', required: required.includes(value) }))
      .filter(({ example }) => example !== ''),
  };
}

/** Refuses a text of an email that nobody can change, or that says too little or too much. @throws Problem 422 */
export function checkWording(name: string, wording: MailWording, field: string): void {
  if (!isMailTemplate(name) || !isWorded(name)) throw refused('key', mailWordingMessages.fixed);
  const fault = faultIn(templates[name], wording);
  if (fault !== undefined) throw refused(`${field}.${fault.field}`, fault.message);
}

function refused(name: string, message: string): Problem {
  return new Problem(422, 'mail.wording', message, [{ name, message }]);
}

/** Sends one of them to whoever asks, marked as a test. @throws Problem 404 where there is no such mail, 422 for a draft that could not be set, 429 above 20 an hour */
export async function sendTest(
  { pool, limits }: { pool: Pool; limits: SharedLimits | undefined },
  staffId: string,
  { name, wording }: RequestBody<'POST /admin/mail/test'>,
  now: Date,
): Promise<void> {
  if (!isMailTemplate(name)) throw notFound();
  if (wording !== undefined) checkWording(name, wording, 'wording');
  const verdict = await limits?.take(TESTS, staffId, now);
  if (verdict && !verdict.ok) throw tooMany(verdict.retryAfterSeconds);
  const values = { ...examplesOf(name), [TEST]: 'yes', ...(wording && { [DRAFT]: JSON.stringify(wording) }) };
  await enqueueMail(pool, { userId: staffId, template: name, values }, now);
}
