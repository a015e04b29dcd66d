import * as z from 'zod/mini';
import { count, cursor, id, time } from './common.ts';
import { messages } from './messages.ts';

/** Unread ones are counted up to here; the bell says "99+" beyond. */
export const UNREAD_COUNTED_MAX = 100;
/** A notification is kept this long, read or not. Entries, trades and mails of the books stay for ever. */
export const NOTIFICATION_KEPT_DAYS = 365;

export const notification = z.strictObject({
  id,
  /** What happened, by the name of its words: "deposit-approved". */
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** The page that shows the thing, inside this site. */
  to: z.nullable(z.string()),
  at: time,
  read: z.boolean(),
  /** It tells of an entry that staff made by hand. */
  manual: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

export const notificationsQuery = z.strictObject({
  limit: count(200),
  cursor: cursor(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
});
export const notificationList = z.strictObject({
  data: z.array(notification),
  next_cursor: z.nullable(z.string()),
  unread: z.number(),
});
export type NotificationList = z.infer<typeof notificationList>;

/** One of them, or it and every older one. */
export const readNotificationsBody = z.strictObject({ id, and_older: z.optional(z.boolean()) });
export const unreadCount = z.strictObject({ unread: z.number() });

/** Mails that a person may turn off, by the name of the choice. */
export const OPTIONAL_MAILS = ['own_doings', 'price_alerts'] as const;
export type OptionalMail = (typeof OPTIONAL_MAILS)[number];
/** The link of such a mail. */
export const unsubscribeBody = z.strictObject({
  token: z
    .string({ error: messages.unsubscribe.badLink })
    .check(z.regex(/^[a-z_]{5,20}\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/, { error: messages.unsubscribe.badLink })),
});
/** Which mails are off now. */
export const unsubscribeReply = z.strictObject({ kind: z.enum(OPTIONAL_MAILS) });

/** Mails about one's own doings (trades, paper money). Mails about everything else that concerns money or access cannot be switched off. */
export const notificationSettings = z.strictObject({
  own_doings: z.boolean(),
  /** Price alerts; left out, it stays as it is. */
  price_alerts: z.optional(z.boolean()),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;
