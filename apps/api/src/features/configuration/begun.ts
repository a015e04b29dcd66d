import type { Pool } from 'pg';

/** What was scheduled and has taken effect since it was last asked, whoever approved it, so that pages which were open before read it. */
export class Begun {
  readonly #pool: Pick<Pool, 'query'>;
  #since: Date;

  constructor(pool: Pick<Pool, 'query'>, since: Date) {
    this.#pool = pool;
    this.#since = since;
  }

  /** Whether anything has. What took effect with its approval was said with it. */
  async anything(now: Date): Promise<boolean> {
    if (now <= this.#since) return false;
    const { rows } = await this.#pool.query<{ begun: boolean }>({
      name: 'configuration-begun',
      text: `select exists (select from ledger.config_version where effective_at > $1 and effective_at <= $2 and effective_at > at) as begun`,
      values: [this.#since, now],
    });
    this.#since = now;
    return rows[0]?.begun === true;
  }
}
