import type { Pool } from 'pg';
import { CLOCKS_APART_SECONDS, type Limit, type Verdict } from './memory.ts';

/** One that ends later than a window from now was begun before the clock was set back: it counts as over. */
const OF_THIS_CLOCK = (now: string, seconds: string) =>
  `r.ends_at > ${now}::timestamptz and r.ends_at <= ${now}::timestamptz + make_interval(secs => ${seconds} + ${CLOCKS_APART_SECONDS})`;

/** Units used and left of a limit that every process of this installation shares, such as wrong passwords for one account. */
export class SharedLimits {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Uses up `points` in one statement, so that calls at the same moment cannot both take the last one. */
  async take(limit: Limit, key: string, now: Date, points = 1): Promise<Verdict> {
    const result = await this.#pool.query<{ used: number; ends_at: Date }>(
      `insert into app.rate_limit as r (key, used, ends_at)
       values ($1, $2, $3::timestamptz + make_interval(secs => $4))
       on conflict (key) do update set
         used    = case when ${OF_THIS_CLOCK('$3', '$4')} then least(r.used + $2, 1000000) else $2 end,
         ends_at = case when ${OF_THIS_CLOCK('$3', '$4')} then r.ends_at else excluded.ends_at end
       returning used, ends_at`,
      [`${limit.name}:${key}`, points, now, limit.windowSeconds],
    );
    return verdict(limit, result.rows[0], now);
  }

  /** Looks without using anything up. */
  async peek(limit: Limit, key: string, now: Date): Promise<Verdict> {
    const result = await this.#pool.query<{ used: number; ends_at: Date }>(
      `select used + 1 as used, ends_at from app.rate_limit r where key = $1 and ${OF_THIS_CLOCK('$2', '$3')}`,
      [`${limit.name}:${key}`, now, limit.windowSeconds],
    );
    return verdict(limit, result.rows[0], now);
  }

  async clear(limit: Limit, key: string): Promise<void> {
    await this.#pool.query('delete from app.rate_limit where key = $1', [`${limit.name}:${key}`]);
  }

  async sweep(now: Date): Promise<void> {
    await this.#pool.query('delete from app.rate_limit where ends_at <= $1', [now]);
  }
}

function verdict(limit: Limit, row: { used: number; ends_at: Date } | undefined, now: Date): Verdict {
  if (!row || row.used <= limit.points) return { ok: true };
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((row.ends_at.getTime() - now.getTime()) / 1000)) };
}
