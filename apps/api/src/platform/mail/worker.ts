import type { OptionalMail } from '@clearbook/contracts/notifications';
import type { Pool } from 'pg';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { ring } from '../realtime/bell.ts';
import { type Invalidation, invalidate } from '../realtime/invalidation.ts';
import { counters } from '../telemetry/index.ts';
import { causeOf } from './cause.ts';
import { Places } from './places.ts';
import { renderMail } from './render.ts';
import type { MailValues, StandingSite, StandingValues } from './render.ts';
import { MailRefused } from './transport.ts';
import type { MailTransport } from './transport.ts';
import { wordingFor } from './wording.ts';

export const MAIL_BATCH = 20;
/** A mail whose process died while sending it is due again after this time. */
export const MAIL_LEASE_MS = 120_000;
export const MAIL_POLL_MS = 1_000;
/** With doubling pauses of up to an hour that is about two days. */
export const MAIL_ATTEMPTS_MAX = 50;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** /readyz complains when a mail that is due has waited this long. */
export const MAIL_LATE_MS = 15 * 60_000;
const ERROR_MAX_LENGTH = 300;

/** Claims due mails, urgent ones or others, so that no other process sends them too. If the process dies, they are only delayed. */
const TAKE = `
  update app.mail_outbox m set attempts = attempts + 1, next_at = $1::timestamptz + make_interval(secs => $2)
  from (select id from app.mail_outbox where state = 'waiting' and urgent = $4 and next_at <= $1 order by next_at, id limit $3 for update skip locked) due
  where m.id = due.id
  returning m.id, m.user_id, m.to_address, m.template, m.values, m.attempts, m.cause, m.optional,
    (select email from app.user u where u.id = m.user_id) as email,
    (select fullname from app.user u where u.id = m.user_id) as fullname,
    (select sitename from app.settings) as sitename, ledger.configured('mail_wording', m.template, $1) as wording`;

/** Extends the lease of an email that no other process has taken meanwhile. */
const KEEP = `
  update app.mail_outbox set next_at = $3::timestamptz + make_interval(secs => $4) where id = $1 and attempts = $2 and state = 'waiting'`;

/** Only now can it be read in demo mode's mailbox: the invalidation of its cause was sent earlier. */
const SENT = `
  with sent as (
    update app.mail_outbox set state = 'sent', sent_at = $2, values = '{}', last_error = null, cause = null, sent_to = $3, subject = $4, body = $5 where id = $1)
  select app.invalidate($6, '{}') where $6 is not null`;

type Row = {
  id: string;
  user_id: string | null;
  to_address: string | null;
  template: string;
  values: MailValues;
  attempts: number;
  /** Why an earlier try failed. */
  cause: string | null;
  /** The choice of its receiver that it follows. */
  optional: OptionalMail | null;
  email: string | null;
  fullname: string | null;
  sitename: string;
  /** What operators set; null where nobody has. */
  wording: unknown;
};

export type MailWorkerOptions = {
  pool: Pool;
  clock: Clock;
  log: Logger;
  transport: MailTransport;
  config: Pick<Config, 'mode' | 'mailFrom' | 'publicUrl' | 'operator' | 'contactEmail'>;
  /** The link that turns this person's mails of a kind off. */
  unsubscribe?: (userId: string, kind: OptionalMail) => string;
  /** Milliseconds between polls. */
  pollMs?: number;
  firstPauseMs?: number;
};

/** Sends the mails in the outbox. Requests only write there, so a slow or dead mail server delays nobody. */
export class MailWorker {
  readonly #options: MailWorkerOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  readonly #places = new Places<Row>({
    send: (row, waited) => this.#sendIfOurs(row, waited),
    emptied: (urgent) => {
      if (this.#more[urgent ? 'urgent' : 'others']) this.wake();
    },
    idle: () => this.#tellFigures(),
  });
  #again = false;
  /** Whether as many were due as are taken at a time, so that there may be more. */
  readonly #more = { urgent: false, others: false };
  #stopped = false;
  /** Whether the figures of failed mail that staff see are other ones now. */
  #figuresChanged = false;

  constructor(options: MailWorkerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), this.#options.pollMs ?? MAIL_POLL_MS);
    this.wake();
  }

  /** Polls now. Called when something was written, and by the timer. */
  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Waits for mails that are being sent. The others stay in the outbox for the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
    await this.#places.settled();
    this.#options.transport.close();
  }

  /** Removes captured mail of erased people, in every process that captured some. */
  async forgetErased(): Promise<void> {
    const { pool, transport } = this.#options;
    await transport.forget?.(async (ids) => {
      const { rows } = await pool.query<{ id: string }>('select id from app.mail_outbox where id = any($1::uuid[])', [
        ids,
      ]);
      return new Set(rows.map(({ id }) => id));
    });
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        await this.#take(true);
        await this.#take(false);
      } catch (error) {
        this.#options.log.warn({ err: error }, 'the mail outbox could not be read');
      }
      await this.#tellFigures();
    }
  }

  /** Staff see how much mail failed. */
  async #tellFigures(): Promise<void> {
    if (!this.#figuresChanged) return;
    this.#figuresChanged = false;
    const { pool, log } = this.#options;
    await invalidate(pool, [{ c: null, t: ['mail'], e: 'mail_failed', s: null, a: true }]).catch((error: unknown) =>
      log.warn({ err: error }, 'nobody could be told that mail failed'),
    );
  }

  async #take(urgent: boolean): Promise<void> {
    if (!this.#places.hasRoom(urgent)) return;
    const { pool, clock } = this.#options;
    const { rows } = await pool.query<Row>(TAKE, [clock.now(), MAIL_LEASE_MS / 1000, MAIL_BATCH, urgent]);
    this.#more[urgent ? 'urgent' : 'others'] = rows.length === MAIL_BATCH;
    this.#places.add(
      urgent,
      rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
  }

  async #sendIfOurs(row: Row, waited: boolean): Promise<void> {
    try {
      if (!waited || (await this.#keeps(row))) await this.#send(row);
      // What had failed before and is gone now changes the same figures.
      if (row.cause !== null) this.#figuresChanged = true;
    } catch (error) {
      this.#options.log.error({ err: error, mail: row.id }, 'what became of a mail could not be noted');
    }
  }

  /** An email waits for the ones before it, and a slow mail server may take longer over them than the lease lasts. */
  async #keeps({ id, attempts }: Row): Promise<boolean> {
    const { pool, clock } = this.#options;
    const { rowCount } = await pool.query(KEEP, [id, attempts, clock.now(), MAIL_LEASE_MS / 1000]);
    return rowCount === 1;
  }

  async #send(row: Row): Promise<void> {
    const { clock, transport, config } = this.#options;
    const to = row.to_address ?? row.email;
    let mail: ReturnType<typeof renderMail>;
    try {
      if (to === null) throw new MailRefused('The account no longer has an address.');
      const off = this.#wayOut(row);
      mail = renderMail(
        row.template,
        { ...row.values, ...standingValues(row, to, config) },
        { unsubscribe: off, wording: wordingFor(row.template, row.values, row.wording) },
      );
      await transport.send({
        ...mail,
        ...(off !== undefined && { unsubscribe: off }),
        to,
        from: config.mailFrom,
        messageId: `<${row.id}@${new URL(config.publicUrl).hostname.replaceAll(/[[\]]/g, '')}>`,
      });
    } catch (error) {
      await this.#failed(row, error);
      return;
    }
    counters.mails.inc({ outcome: 'sent' });
    // The code or link that it carried is gone from here; demo mode keeps the text for the reader's own mailbox page.
    const kept = config.mode === 'demo' ? [to, mail.subject, mail.text] : [null, null, null];
    await this.#noteSent([row.id, clock.now(), ...kept, config.mode === 'demo' ? mailboxOf(row) : null]);
  }

  #wayOut({ user_id: userId, optional }: Row): string | undefined {
    return userId === null || optional === null ? undefined : this.#options.unsubscribe?.(userId, optional);
  }

  /** An email that isn't recorded as sent would be sent again, so this retries for as long as the database is unavailable. */
  async #noteSent(values: unknown[]): Promise<void> {
    const { pool, firstPauseMs = FIRST_PAUSE_MS } = this.#options;
    for (;;) {
      try {
        await pool.query(SENT, values);
        return ring(pool);
      } catch (error) {
        if (this.#stopped) throw error;
        await new Promise((resolve) => setTimeout(resolve, firstPauseMs));
      }
    }
  }

  async #failed(row: Row, error: unknown): Promise<void> {
    const { pool, clock, log } = this.#options;
    const words = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_MAX_LENGTH);
    const final = error instanceof MailRefused || row.attempts >= MAIL_ATTEMPTS_MAX;
    const cause = causeOf(error);
    this.#figuresChanged = true;
    counters.mails.inc({ outcome: final ? 'failed' : 'postponed' });
    log.warn(
      { mail: row.id, template: row.template, attempts: row.attempts, final, cause, reason: words },
      'a mail was not sent',
    );
    const pauseMs = Math.min(
      LONGEST_PAUSE_MS,
      (this.#options.firstPauseMs ?? FIRST_PAUSE_MS) * 2 ** Math.min(row.attempts - 1, 20),
    );
    const now = clock.now();
    // A code or a link must not be kept. Any other mail keeps its words, so that staff can retry it.
    const keeps = cause !== 'no_address' && !('code' in row.values) && !('token' in row.values);
    // Where the try took longer than its lease, another process has taken the mail, and may have sent it: what became of it is that one's to say.
    await pool.query(
      `update app.mail_outbox set state = $2, next_at = $3, last_error = $4, cause = $5, failed_at = $6, may_retry = $7 and retried_at is null,
         values = case when $2 = 'waiting' or ($7 and retried_at is null) then values else '{}' end where id = $1 and attempts = $8 and state = 'waiting'`,
      [
        row.id,
        final ? 'failed' : 'waiting',
        new Date(now.getTime() + pauseMs),
        words,
        cause,
        now,
        final && keeps,
        row.attempts,
      ],
    );
  }
}

/** Makes the recipient's mailbox page read again. */
function mailboxOf({ user_id: c }: Row): string | null {
  const sent: Invalidation = { c, t: ['mailbox'], e: 'mail_sent', s: null, a: false };
  return c === null ? null : JSON.stringify([sent]);
}

function standingValues(row: Row, to: string, config: SiteConfig): StandingValues {
  return {
    user_name: row.fullname ?? to,
    user_email: to,
    site_name: row.sitename,
    ...standingSite(config),
  };
}

type SiteConfig = Pick<Config, 'mailFrom' | 'publicUrl' | 'operator' | 'contactEmail'>;

/** Nobody reads mail to such an address. */
const UNREAD = /^(?:no|do-?not)-?reply@/i;

/** What every email and notification knows about the site, besides its name. */
export function standingSite(config: SiteConfig): StandingSite {
  const sender = /<([^<>]+)>$/.exec(config.mailFrom)?.[1] ?? config.mailFrom;
  const complaints = config.operator?.complaintsEmail;
  const siteEmail = config.contactEmail ?? (UNREAD.test(sender) ? (complaints ?? '') : sender);
  // Without an operator, in demo mode, everything is written to the site itself.
  return {
    site_email: siteEmail,
    complaints_email: complaints ?? siteEmail,
    site_url: config.publicUrl,
    ...(config.operator && { operator_name: config.operator.legalName, operator_address: config.operator.address }),
  };
}

/** Since when the oldest mail has been waiting; undefined if none is. */
export async function oldestWaiting(pool: Pool): Promise<Date | undefined> {
  const { rows } = await pool.query<{ oldest: Date | null }>(
    "select min(created_at) as oldest from app.mail_outbox where state = 'waiting'",
  );
  return rows[0]?.oldest ?? undefined;
}

/** For /readyz: whether mail that is due has been waiting for too long. */
export function outboxReadiness(pool: Pool, clock: Clock): () => Promise<true | string> {
  return async () => {
    const oldest = await oldestWaiting(pool);
    return oldest && clock.now().getTime() - oldest.getTime() > MAIL_LATE_MS ? 'mail is waiting' : true;
  };
}
