import * as z from 'zod/mini';
import { time } from './common.ts';

/** Why a mail did not go out. */
export const mailCause = z.enum([
  'no_address',
  'refused',
  'blocked',
  'too_many',
  'later',
  'login',
  'unreachable',
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
/** A mail as its reader gets it, with examples for what it is about. */
export const mailText = z.strictObject({ name: z.string(), subject: z.string(), text: z.string() });
export type MailText = z.infer<typeof mailText>;
export const mailTexts = z.strictObject({ texts: z.array(mailText) });
export const testMailBody = z.strictObject({ name: z.string().check(z.maxLength(100)) });
export const testMailReply = z.strictObject({ message: z.string() });
export const retryMailReply = z.strictObject({ retried: z.number(), message: z.string() });
