import * as z from 'zod/mini';
import { count, cursor, cursorList, id, paragraph, time } from './common.ts';
import { messages } from './messages.ts';
import { money } from './money.ts';
import type { Permission } from './permissions.ts';

/** What a client's timeline is made of, and what it takes to see each. */
export const TIMELINE_KINDS = {
  entry: 'client.read',
  deposit: 'deposit.read',
  withdrawal: 'withdrawal.read',
  trade_opened: 'trade.read',
  trade_closed: 'trade.read',
  sign_in: 'client.read',
  email: 'mail.read',
  notification: 'client.read',
  staff_action: 'audit.read',
  note: 'client.read',
} as const satisfies Readonly<Record<string, Permission>>;
export type TimelineKind = keyof typeof TIMELINE_KINDS;
export const TIMELINE_KIND_NAMES = Object.keys(TIMELINE_KINDS) as TimelineKind[];
const kind = z.enum(TIMELINE_KIND_NAMES as [TimelineKind, ...TimelineKind[]], { error: messages.common.badFilter });

export const timelineQuery = z.strictObject({
  limit: count(100),
  /** Where the page before ended: its last item's moment in milliseconds, and its id. */
  cursor: cursor(/^\d{13}\.[a-z_]{1,20}:[0-9a-f-]{1,36}$/),
  kind: z.optional(kind),
});
export const timelineItem = z.strictObject({
  id: z.string(),
  kind,
  /** An entry's kind, a payment's method, a trade's symbol, a device, the name of a mail, or what staff did. */
  what: z.string(),
  amount: z.nullable(money),
  status: z.nullable(z.string()),
  /** The text of a note. */
  text: z.nullable(z.string()),
  /** Who of staff. */
  by: z.nullable(z.string()),
  /** The id of a deposit or a withdrawal. */
  record_id: z.nullable(id),
  at: time,
});
export type TimelineItem = z.infer<typeof timelineItem>;
export const timeline = cursorList(timelineItem);

/** Characters of a note. */
export const NOTE_MAX = 2_000;
export const noteBody = z.strictObject({ text: paragraph(NOTE_MAX, messages.admin.noteRequired) });
export const clientNote = z.strictObject({ id, text: z.string(), by_email: z.string(), at: time });
export type ClientNote = z.infer<typeof clientNote>;
