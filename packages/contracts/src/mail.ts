import * as z from 'zod/mini';
import { id, time } from './common.ts';
import { mailWording } from './mail-wording.ts';

/** Why a mail did not go out. */
export const mailCause = z.enum([
  'no_address',
  'refused',
  'blocked',
  'too_many',
  'later',
  'login',
  'unreachable',
  'restored',
  'other',
]);
export type MailCause = z.infer<typeof mailCause>;

/** How the outbox does, for staff: counts, times and causes, never an address or what a mail says. */
export const adminMail = z.strictObject({
  /** Mails that are on their way or are tried again, and how long the oldest has waited. */
  waiting: z.number(),
  waiting_since: z.nullable(time),
  /** Failed for good in the last 30 days. */
  failed: z.number(),
  /** Of these, mails that can be tried once more. */
  can_retry: z.number(),
  /** Of those that wait after a failure, or have failed: why, the newest first. */
  causes: z.array(z.strictObject({ cause: mailCause, waiting: z.number(), failed: z.number(), last_at: time })),
});
export type AdminMail = z.infer<typeof adminMail>;
const wording = z.strictObject({ subject: z.string(), lines: z.array(z.string()) });
/** A mail as its reader gets it, with examples for what it is about. */
export const mailText = z.strictObject({
  name: z.string(),
  subject: z.string(),
  text: z.string(),
  /** What two people can change of it (docs/spec/mail.md, N54); null where it always says the same. */
  changes: z.nullable(
    z.strictObject({
      /** With its placeholders: as it comes, and as it is. */
      standard: wording,
      now: wording,
      /** The version in effect; null where nobody has set anything. */
      version: z.nullable(id),
      /** The values that it can name, each with an example. The text has to name the required ones. */
      values: z.array(z.strictObject({ name: z.string(), example: z.string(), required: z.boolean() })),
    }),
  ),
});
export type MailText = z.infer<typeof mailText>;
export const mailTexts = z.strictObject({ texts: z.array(mailText) });
export const testMailBody = z.strictObject({
  name: z.string().check(z.maxLength(100)),
  /** A text that isn't in effect. Left out: what the email says now. */
  wording: z.optional(mailWording),
});
export const testMailReply = z.strictObject({ message: z.string() });
export const retryMailReply = z.strictObject({ retried: z.number(), message: z.string() });
