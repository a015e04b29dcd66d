import { hash } from 'node:crypto';
import { isSessionAlive, isSteppedUp, SESSION_TOUCH_MS } from '@clearbook/domain/access';
import type { Pool } from 'pg';
import type { Clock } from '../../platform/clock.ts';
import { readCookie } from '../../platform/http/index.ts';
import type { Signed } from '../../platform/http/index.ts';
import type { Logger } from '../../platform/log.ts';
import { timings } from '../../platform/telemetry/index.ts';

/** Statements under way at once. While it is out, checks gather for the next: more load, larger batches. */
const BATCHES_AT_ONCE = 1;
const BATCH_MAX = 500;
/** After a batch of this many checks others are on their way: the next one waits this long for them. A caller alone never waits. */
const GATHER_FROM = 4;
const GATHER_MS = 1;

/** A closed account has no sessions, whatever rows are still there. Each session's columns separated by blanks, sessions by commas: one text costs less than rows. */
const LOOK_UP = `
  select string_agg(concat_ws(' ', asked.n, s.id, s.user_id, u.role, u.must_change_password,
    u.role = 'admin' and not exists (select from app.second_factor f where f.user_id = u.id and f.confirmed_at is not null),
    date_part('epoch', s.last_seen_at) * 1000, date_part('epoch', s.expires_at) * 1000, coalesce((date_part('epoch', s.stepped_up_at) * 1000)::text, '-'),
    case when u.role = 'admin' then coalesce(array_to_string(ledger.permissions_of(ledger.role_of(u.id)), '+'), '-') else '-' end,
    exists (select from app.guest g where g.party_id = u.id and g.kept_at is null)), ',')
  from unnest($1::bytea[]) with ordinality as asked(hash, n)
  join app.session s on s.token_hash = asked.hash
  join app.user u on u.id = s.user_id
  join ledger.party p on p.id = s.user_id and p.status <> 'closed'`;

/** `update` in one process may wait for no other, so whatever another one holds is left to it. */
const TOUCH = `
  update app.session set last_seen_at = $2
  where token_hash in (select token_hash from app.session where id = any($1) and last_seen_at < $2 for update skip locked)`;

const NONE: ReadonlySet<string> = new Set();

type Waiting = {
  hex: string;
  counts: boolean;
  resolve(signed: Signed | undefined): void;
  reject(error: unknown): void;
};

/**
 * Who is behind a cookie. All checks of one turn of the event loop share one statement, and nothing is remembered between
 * turns: a session that has ended is refused at the next request, in every process.
 */
export class SessionCheck {
  readonly #pool: Pool;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #cookie: string;
  readonly #staffNeedTwo: boolean;
  #waiting: Waiting[] = [];
  #scheduled = false;
  #underWay = 0;
  #recentSize = 0;
  readonly #seen = new Set<string>();
  #touching: Promise<unknown> | undefined;

  constructor(options: { pool: Pool; clock: Clock; log: Logger; cookieName: string; mode: 'demo' | 'live' }) {
    this.#pool = options.pool;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#cookie = options.cookieName;
    this.#staffNeedTwo = options.mode === 'live';
  }

  /** For a request: it counts as a sign of life, and the session does not idle out. */
  authenticate = (cookieHeader: string | undefined): Promise<Signed | undefined> => this.#ask(cookieHeader, true);

  /** For an open socket, which is looked at again and again: a page that nobody touches does idle out. */
  glance = (cookieHeader: string | undefined): Promise<Signed | undefined> => this.#ask(cookieHeader, false);

  #ask(cookieHeader: string | undefined, counts: boolean): Promise<Signed | undefined> {
    const token = readCookie(cookieHeader, this.#cookie);
    if (token === undefined) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ hex: hash('sha256', token), counts, resolve, reject });
      this.#schedule();
    });
  }

  /** Writes what is still to be written. */
  async stop(): Promise<void> {
    this.#touch();
    await this.#touching;
  }

  #schedule(): void {
    if (this.#scheduled || this.#underWay >= BATCHES_AT_ONCE || this.#waiting.length === 0) return;
    this.#scheduled = true;
    const go = (): void => {
      this.#scheduled = false;
      const batch = this.#waiting.splice(0, BATCH_MAX);
      this.#recentSize = batch.length;
      void this.#run(batch);
      this.#schedule();
    };
    if (this.#recentSize < GATHER_FROM || this.#waiting.length >= this.#recentSize) setImmediate(go);
    else setTimeout(go, GATHER_MS);
  }

  async #run(batch: Waiting[]): Promise<void> {
    this.#underWay += 1;
    timings.sessionBatch.observe(batch.length);
    try {
      const asked = `{${batch.map(({ hex }) => `"\\\\x${hex}"`).join(',')}}`;
      const { rows } = await this.#pool.query<[found: string | null]>({
        name: 'session-check',
        text: LOOK_UP,
        values: [asked],
        rowMode: 'array',
      });
      const found = new Array<Signed | undefined>(batch.length);
      const now = this.#clock.now();
      for (const session of rows[0]?.[0]?.split(',') ?? []) {
        const [n, ...columns] = session.split(' ');
        const at = Number(n) - 1;
        found[at] = this.#judge(columns, now, batch[at]?.counts ?? false);
      }
      batch.forEach(({ resolve }, i) => resolve(found[i]));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#underWay -= 1;
      this.#schedule();
      if (this.#seen.size > 0) this.#touch();
    }
  }

  #judge(
    [
      sessionId = '',
      userId = '',
      named,
      mustChange,
      withoutSecondFactor,
      lastSeen,
      expires,
      steppedUp = '-',
      permissions = '-',
      guest = 'f',
    ]: readonly string[],
    now: Date,
    counts: boolean,
  ): Signed | undefined {
    const role = named === 'admin' ? 'admin' : 'client';
    const lastSeenMs = Number(lastSeen);
    const expiresMs = Number(expires);
    // A guest has no password to come back with: theirs lasts their day, however long it is left alone.
    const lastSeenAt = guest === 'f' ? new Date(lastSeenMs) : now;
    if (!isSessionAlive({ role, lastSeenAt, expiresAt: new Date(expiresMs) }, now)) return undefined;
    if (counts && now.getTime() - lastSeenMs >= SESSION_TOUCH_MS) this.#seen.add(sessionId);
    return {
      sessionId,
      userId,
      role,
      permissions: permissions === '-' ? NONE : new Set(permissions.split('+')),
      steppedUp: isSteppedUp(steppedUp === '-' ? null : new Date(Number(steppedUp)), now),
      guest: guest !== 'f',
      mustChangePassword: mustChange !== 'f',
      mustEnrol: this.#staffNeedTwo && withoutSecondFactor !== 'f',
    };
  }

  /** In the background: a request never waits for it, and a failure only makes a session look a little more idle. */
  #touch(): void {
    if (this.#touching || this.#seen.size === 0) return;
    const ids = [...this.#seen];
    this.#seen.clear();
    this.#touching = this.#pool
      .query(TOUCH, [ids, this.#clock.now()])
      .catch((error: unknown) => this.#log.warn({ err: error }, 'could not note when sessions were last seen'))
      .finally(() => {
        this.#touching = undefined;
      });
  }
}
