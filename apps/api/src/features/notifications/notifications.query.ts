import {
  NOTIFICATION_KEPT_DAYS,
  type Notification,
  type NotificationList,
  type NotificationSettings,
  UNREAD_COUNTED_MAX,
} from '@clearbook/contracts/notifications';
import type { Pool } from 'pg';
import { renderNotification, type StandingSite, type StandingValues } from '../../platform/mail/index.ts';

export const DEFAULT_NOTIFICATIONS = 30;
/** How many old rows are deleted at a time, so that no sweep delays anyone. */
const SWEEP_ROWS = 5_000;
const DAY_MS = 86_400_000;

/** The site as its notifications name it; the person's own part is looked up. */
export type Site = StandingSite;

type Row = {
  id: string;
  kind: string;
  values: Record<string, string>;
  subject_id: string | null;
  at: Date;
  read_at: Date | null;
};
type Person = { email: string; fullname: string; sitename: string; unread: number };

/** A person's notifications, newest first, in the words of their mails. */
export async function listNotifications(
  pool: Pool,
  site: Site,
  userId: string,
  { limit = DEFAULT_NOTIFICATIONS, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<NotificationList> {
  const { rows: people } = await pool.query<Person>({
    name: 'notifications-person',
    text: `select u.email, u.fullname, s.sitename, (select count(*)::int from (
        select 1 from app.notification n where n.user_id = u.id and n.read_at is null limit $2) as unread) as unread
      from app.user u cross join app.settings s where u.id = $1`,
    values: [userId, UNREAD_COUNTED_MAX],
  });
  const { rows } = await pool.query<Row>({
    name: 'notifications',
    text: `select id, kind, values, subject_id, at, read_at from app.notification
      where user_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    values: [userId, cursor ?? null, limit + 1],
  });
  const [person] = people;
  if (!person) throw new Error(`There is no person ${userId}, although a session names them.`);
  const standing = { ...site, user_name: person.fullname, user_email: person.email, site_name: person.sitename };
  const shown = rows.slice(0, limit);
  return {
    data: shown.map((row) => wire(row, standing)),
    next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    unread: person.unread,
  };
}

function wire({ id, kind, values, subject_id, at, read_at }: Row, standing: StandingValues): Notification {
  return {
    id,
    kind,
    ...renderNotification(kind, { ...values, ...standing }, subject_id),
    at: at.toISOString(),
    read: read_at !== null,
  };
}

/** Marks one of a person's own, or it and all older ones. Doing it twice changes nothing. */
export async function markRead(
  pool: Pool,
  userId: string,
  id: string,
  andOlder: boolean,
  now: Date,
): Promise<{ unread: number }> {
  await pool.query(
    `update app.notification set read_at = $3 where user_id = $1 and read_at is null and ${andOlder ? 'id <= $2' : 'id = $2'}`,
    [userId, id, now],
  );
  const { rows } = await pool.query<{ unread: number }>(
    'select count(*)::int as unread from (select 1 from app.notification where user_id = $1 and read_at is null limit $2) as unread',
    [userId, UNREAD_COUNTED_MAX],
  );
  return { unread: rows[0]?.unread ?? 0 };
}

export async function readSettings(pool: Pool, userId: string): Promise<NotificationSettings> {
  const { rows } = await pool.query<NotificationSettings>(
    'select own_doings, price_alerts from app.mail_preference where user_id = $1',
    [userId],
  );
  return rows[0] ?? { own_doings: false, price_alerts: true };
}

export async function writeSettings(
  pool: Pool,
  userId: string,
  settings: NotificationSettings,
): Promise<NotificationSettings> {
  await pool.query(
    `insert into app.mail_preference (user_id, own_doings, price_alerts) values ($1, $2, coalesce($3, true))
     on conflict (user_id) do update set own_doings = excluded.own_doings, price_alerts = coalesce($3, app.mail_preference.price_alerts)`,
    [userId, settings.own_doings, settings.price_alerts ?? null],
  );
  return readSettings(pool, userId);
}

/** Deletes what has been kept long enough, a part at a time, oldest first. Safe in every process at any time. */
export async function sweepNotifications(pool: Pool, now: Date): Promise<void> {
  const before = new Date(now.getTime() - NOTIFICATION_KEPT_DAYS * DAY_MS);
  // Each part begins where the one before ended, so that none goes over what is already deleted.
  let from: Date | null = null;
  for (;;) {
    const { rows }: { rows: { at: Date }[] } = await pool.query(SWEEP, [from, before, SWEEP_ROWS]);
    if (rows.length < SWEEP_ROWS) return;
    from = rows.reduce((latest, { at }) => (at > latest ? at : latest), new Date(0));
  }
}

export const SWEEP = `delete from app.notification where (user_id, id) in (
    select user_id, id from app.notification where at >= coalesce($1::timestamptz, '-infinity') and at < $2 order by at limit $3)
  returning at`;
