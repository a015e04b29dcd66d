import type { Column } from '../database/composite.ts';

/** A notification to be written: a row in the app and an email, as apps/api/sql/kernel/write_notifications.sql decides. */
export type NotificationDraft = {
  readonly id: string;
  readonly userId: string;
  readonly toAddress?: string | undefined;
  readonly template: string;
  readonly values: object;
  readonly subjectId?: string | null | undefined;
  readonly at: Date;
  /** By email only. */
  readonly hidden?: boolean | undefined;
  /** Emailed only to those who asked for such emails. */
  readonly quiet?: boolean | undefined;
  /** They did it themselves, so it counts as read. */
  readonly own?: boolean | undefined;
};

/** Its columns in the order of the type app.notification_draft. */
export function notificationRow({
  id,
  userId,
  toAddress,
  template,
  values,
  subjectId,
  at,
  hidden,
  quiet,
  own,
}: NotificationDraft): Column[] {
  return [id, userId, toAddress, template, values, subjectId, at, hidden, quiet, own];
}
