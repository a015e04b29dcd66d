import { isSessionAlive } from '@clearbook/domain/access';
import type { Pool } from 'pg';
import webpush from 'web-push';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { renderNotification, type StandingSite } from '../../platform/mail/index.ts';
import type { PushKeys } from './keys.ts';
import { messageOf } from './message.ts';
import { PushRefused, type PushTransport } from './transport.ts';

/** Messages on their way side by side. */
const PLACES = 20;
/** What a process died with is due again after this time. */
const LEASE_MS = 60_000;
const POLL_MS = 1_000;
const FIRST_PAUSE_MS = 5_000;
/** Later than that nobody needs to be told on a locked screen; the app tells. */
const LATE_MS = 4 * 3_600_000;
const GONE = new Set([404, 410]);
/** The service has too much to do, or none of its answers: it is asked again. */
const LATER = (status: number): boolean => status === 408 || status === 429 || status >= 500 || status < 200;

/** The first that is due of each subscription for which none is on its way: a service that does not answer keeps one place, and never those of others. */
const TAKE = `update app.push_outbox o set attempts = attempts + 1, next_at = $1::timestamptz + make_interval(secs => $2)
  from (select d.id from app.push_outbox d where d.next_at <= $1 and d.subscription_id <> all($4)
      and not exists (select from app.push_outbox b where b.subscription_id = d.subscription_id and b.next_at <= $1 and (b.next_at, b.id) < (d.next_at, d.id))
    order by d.next_at, d.id limit $3 for update skip locked) due
  where o.id = due.id returning o.id`;
/** With whatever else is due to the same browser. What another process has in hand is left to it, so that neither waits for the other. */
const POSTPONE = `update app.push_outbox o set next_at = case when o.id = $1 then $3 else greatest(o.next_at, $3) end
  from (select id from app.push_outbox where subscription_id = $2 for update skip locked) waiting where o.id = waiting.id`;
const DUE = `select o.id, o.attempts, o.created_at, o.subscription_id, s.endpoint, s.p256dh, s.auth, s.details, n.id as notification_id, n.kind, n."values", n.subject_id,
    u.email, u.fullname, u.role, t.sitename, e.last_seen_at, e.expires_at,
    exists (select from app.guest g where g.party_id = u.id and g.kept_at is null) as guest
  from app.push_outbox o join app.push_subscription s on s.id = o.subscription_id join app.session e on e.id = s.session_id join app.notification n on n.user_id = o.user_id and n.id = o.notification_id
    join app.user u on u.id = o.user_id cross join app.settings t where o.id = any($1) order by o.id`;

type Row = {
  id: string;
  attempts: number;
  created_at: Date;
  subscription_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  details: boolean;
  notification_id: string;
  kind: string;
  values: Record<string, string>;
  subject_id: string | null;
  email: string;
  fullname: string;
  role: 'client' | 'admin';
  sitename: string;
  last_seen_at: Date;
  expires_at: Date;
  guest: boolean;
};

export type PushParts = {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly keys: PushKeys;
  readonly transport: PushTransport;
  readonly site: StandingSite;
};

/** Sends what is in the outbox. Each message carries its notification's id, so that a device that got it twice shows it once. */
export class PushWorker {
  readonly #parts: PushParts;
  /** By subscription. */
  readonly #sending = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopping = false;
  #woken = false;
  #wakeUp: (() => void) | undefined;

  constructor(parts: PushParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => void this.run(), POLL_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping = true;
    this.#wake();
    await this.#running;
  }

  /** Everything that is due, until nothing is on its way any more. Two at the same time send different ones. */
  run(): Promise<void> {
    this.#wake();
    this.#running ??= this.#work()
      .catch((error: unknown) => this.#parts.log.warn({ err: error }, 'push messages could not be sent'))
      .then(() => Promise.all(this.#sending.values()))
      .then(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  async #work(): Promise<void> {
    while (!this.#stopping) {
      this.#woken = false;
      const room = PLACES - this.#sending.size;
      const full = room > 0 && (await this.#fill(room)) === room;
      if (this.#woken || (full && this.#sending.size === 0)) continue;
      if (this.#sending.size === 0) return;
      await new Promise<void>((resolve) => (this.#wakeUp = resolve));
    }
  }

  /** There may be something to send: a place has become free, or time has passed. */
  #wake(): void {
    this.#woken = true;
    this.#wakeUp?.();
  }

  /** Puts messages on their way without waiting for them. @returns how many were due, up to this many */
  async #fill(room: number): Promise<number> {
    const { pool, clock, log } = this.#parts;
    const busy = [...this.#sending.keys()];
    const { rows: taken } = await pool.query<{ id: string }>(TAKE, [clock.now(), LEASE_MS / 1_000, room, busy]);
    if (taken.length === 0) return 0;
    const ids = taken.map(({ id }) => id);
    const { rows } = await pool.query<Row>(DUE, [ids]);
    const known = new Set(rows.map(({ id }) => id));
    // Its notification is gone already.
    await this.#drop(ids.filter((id) => !known.has(id)));
    for (const row of rows) {
      const sent = this.#send(row)
        .catch((error: unknown) => log.warn({ err: error, push: row.id }, 'a push message could not be sent'))
        .then(() => {
          this.#sending.delete(row.subscription_id);
          // Several at a time: one look for each that is sent would cost more than the sending.
          if (this.#sending.size <= PLACES / 2) this.#wake();
        });
      this.#sending.set(row.subscription_id, sent);
    }
    return taken.length;
  }

  async #send(row: Row): Promise<void> {
    const { clock, log, pool } = this.#parts;
    const now = clock.now();
    const ageMs = now.getTime() - row.created_at.getTime();
    // A session that has run out gets nothing more, also before its row is swept.
    if (ageMs > LATE_MS || row.expires_at <= now) return this.#drop([row.id]);
    let status: number;
    try {
      status = await this.#ask(row);
    } catch (error) {
      if (error instanceof PushRefused) return this.#forget(row);
      log.warn({ err: error, push: row.id, attempts: row.attempts }, 'a push service did not answer');
      return this.#later(row);
    }
    if (GONE.has(status)) return this.#forget(row);
    if (LATER(status)) return this.#later(row);
    if (status >= 300) log.warn({ push: row.id, status }, 'a push service refused a message');
    await pool.query('delete from app.push_outbox where id = $1', [row.id]);
  }

  async #ask(row: Row): Promise<number> {
    const { clock, keys, site, transport } = this.#parts;
    const { publicKey, privateKey } = await keys.current(clock.now());
    const standing = { ...site, user_name: row.fullname, user_email: row.email, site_name: row.sitename };
    const rendered = renderNotification(row.kind, { ...row.values, ...standing }, row.subject_id);
    const details = row.details && opensAccount(row, clock.now());
    const message = messageOf(row.kind, row.notification_id, row.sitename, details, rendered);
    const { endpoint, headers, body } = requestOf(row, JSON.stringify(message), {
      subject: site.site_email === '' ? `https://${new URL(site.site_url).host}` : `mailto:${site.site_email}`,
      publicKey,
      privateKey,
    });
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    return transport.send({ url: endpoint, headers: texts, body: body ?? Buffer.alloc(0) });
  }

  /** The browser takes no more, or never did. */
  async #forget({ subscription_id: id }: Row): Promise<void> {
    await this.#parts.pool.query('delete from app.push_subscription where id = $1', [id]);
  }

  async #later({ id, attempts, subscription_id: subscription }: Row): Promise<void> {
    const { pool, clock } = this.#parts;
    const pauseMs = FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 10);
    await pool.query(POSTPONE, [id, subscription, new Date(clock.now().getTime() + pauseMs)]);
  }

  async #drop(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#parts.pool.query('delete from app.push_outbox where id = any($1)', [ids]);
  }
}

/** Whether the browser could read the account itself: what it can't read, its locked screen doesn't show either. A guest's session never idles out. */
function opensAccount(row: Row, now: Date): boolean {
  const { role, expires_at: expiresAt } = row;
  return isSessionAlive({ role, lastSeenAt: row.guest ? now : row.last_seen_at, expiresAt }, now);
}

type Vapid = { readonly subject: string; readonly publicKey: string; readonly privateKey: string };

/** Encrypted for the browser alone. Keys that are none of a browser's are refused. */
function requestOf({ endpoint, p256dh, auth }: Row, payload: string, vapid: Vapid): webpush.RequestDetails {
  try {
    return webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { ...vapid },
      TTL: LATE_MS / 1_000,
      urgency: 'high',
      contentEncoding: 'aes128gcm',
    });
  } catch (error) {
    throw new PushRefused(error instanceof Error ? error.message : 'unusable keys');
  }
}
