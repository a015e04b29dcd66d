import type { Column } from '../database/composite.ts';

/** What a person is told: a row among their notifications and a mail, as apps/api/sql/kernel/write_notifications.sql decides. */
export type NotificationDraft = {
  readonly id: string;
  readonly userId: string;
  readonly toAddress?: string | undefined;
  readonly template: string;
  readonly values: object;
  readonly subjectId?: string | null | undefined;
  readonly at: Date;
  /** In the mail alone. */
  readonly hidden?: boolean | undefined;
  /** Mailed only to those who asked for such mails. */
  readonly quiet?: boolean | undefined;
  /** They have just done it themselves and know it. */
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
