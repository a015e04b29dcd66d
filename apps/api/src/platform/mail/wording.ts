import { faultIn, mailWording, type MailWording, worded, type Wording } from '@clearbook/contracts/mail-wording';
import { isMailTemplate, isWorded, templates } from './templates/index.ts';

/**
 * What a mail says where operators changed it (docs/spec/mail.md, N54): undefined for what it comes with. A text that no longer fits, since the product names
 * other values than when it was written, is not sent: nobody gets a mail that leaves out what it is about.
 */
export function wordingOf(name: string, stored: unknown): Wording | undefined {
  if (stored === null || stored === undefined || !isMailTemplate(name) || !isWorded(name)) return undefined;
  const read = mailWording.safeParse(stored);
  if (!read.success || faultIn(templates[name], read.data) !== undefined) return undefined;
  return worded(templates[name], read.data);
}

/** The draft that a test mail carries, beside its examples. */
export const DRAFT = 'draft';

/** What a mail says: its own draft, or what operators set. */
export function wordingFor(
  name: string,
  values: Readonly<Record<string, string>>,
  stored: unknown,
): Wording | undefined {
  const draft = values[DRAFT];
  return wordingOf(name, draft === undefined ? stored : (JSON.parse(draft) as MailWording));
}
