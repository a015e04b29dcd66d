import { messages } from '@clearbook/contracts/messages';
import type { TwoFactor } from '@clearbook/contracts/access';
import { hash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { Problem } from '../../../platform/http/index.ts';
import { SharedLimits } from '../../../platform/limits/index.ts';
import type { Limit } from '../../../platform/limits/index.ts';
import { enqueueMail } from '../../../platform/mail/outbox.ts';
import type { Seal } from '../../../platform/seal.ts';
import { limitKey } from '../limits.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { judgeCode, stepOf } from './totp.ts';

/** Where wrong codes of somebody who is signed in are counted. */
export const INSIDE = 'inside';
/** Wrong codes of one person from one place; the sixth try is not even looked at. Counted for load tests too. */
export const WRONG_CODES: Limit = { name: 'second-factor', points: 5, windowSeconds: 900 };

/** A code that was right when it was looked at; it counts once `spend` has taken it. */
export type Proof = { kind: 'totp'; step: number } | { kind: 'recovery'; hash: Buffer };
type Row = { secret: Buffer; confirmed_at: Date | null };

/**
 * The second factor of every person: looked up, judged and used up here, wherever in the product a code is asked for. The table's row is
 * what makes a code count once, in all processes together.
 */
export class SecondFactor {
  readonly #pool: Pool;
  readonly #seal: Seal;
  readonly #limits: SharedLimits;

  constructor(pool: Pool, seal: Seal) {
    this.#pool = pool;
    this.#seal = seal;
    this.#limits = new SharedLimits(pool);
  }

  async isOn(userId: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'select from app.second_factor where user_id = $1 and confirmed_at is not null',
      [userId],
    );
    return rowCount === 1;
  }

  async status(userId: string, mandatory: boolean): Promise<TwoFactor> {
    const { rows } = await this.#pool.query<{ confirmed_at: Date | null; left: number }>(
      `select f.confirmed_at, (select count(*)::int from app.recovery_code r where r.user_id = $1 and r.used_at is null) as left
       from app.second_factor f where f.user_id = $1 and f.confirmed_at is not null`,
      [userId],
    );
    const [row] = rows;
    return {
      enabled: row !== undefined,
      since: row?.confirmed_at?.toISOString() ?? null,
      recovery_codes_left: row?.left ?? 0,
      mandatory,
    };
  }

  /**
   * Looks at a code without using it up. Each try is counted before it is judged, so that tries at the same moment count too.
   * @param place where the tries of this person are counted: guesses from elsewhere do not lock them out at home
   * @throws Problem 422 for a wrong code, 429 after five
   */
  async examine(userId: string, code: string, place: string, now: Date): Promise<Proof> {
    const key = limitKey(userId, place);
    const verdict = await this.#limits.take(WRONG_CODES, key, now);
    if (!verdict.ok)
      throw new Problem(
        429,
        'auth.second_factor_blocked',
        messages.secondFactor.blocked,
        [{ name: 'code', message: messages.secondFactor.blocked }],
        { 'retry-after': String(verdict.retryAfterSeconds) },
      );
    if (/^\d{3} ?\d{3}$/.test(code)) {
      const secret = await this.#secretOf(userId);
      const judged = secret === undefined ? 'wrong' : judgeCode(secret, code.replace(' ', ''), now);
      if (judged === 'now') return { kind: 'totp', step: stepOf(now) };
      if (judged === 'late') {
        await this.#limits.take(WRONG_CODES, key, now, -1);
        throw wrong('auth.code_late', messages.secondFactor.codeLate);
      }
    } else {
      const digest = hashRecoveryCode(this.#seal, userId, code);
      const { rowCount } = await this.#pool.query(
        `select from app.recovery_code r join app.second_factor f on f.user_id = r.user_id and f.confirmed_at is not null
         where r.user_id = $1 and r.code_hash = $2 and r.used_at is null`,
        [userId, digest],
      );
      if (rowCount === 1) return { kind: 'recovery', hash: digest };
    }
    const next = await this.#limits.peek(WRONG_CODES, key, now);
    if (!next.ok) await enqueueMail(this.#pool, { userId, template: 'wrong-codes' }, now);
    throw wrong('auth.code_wrong', messages.secondFactor.codeWrong);
  }

  /**
   * Uses a code up, inside the transaction of what it lets through. Of any number of requests with one code exactly one gets through;
   * `use` names a request that may come again because its answer was lost.
   * @throws Problem 422 where it has been used
   */
  async spend(client: Pick<PoolClient, 'query'>, userId: string, proof: Proof, now: Date, use?: string): Promise<void> {
    if (proof.kind === 'recovery') {
      const { rowCount } = await client.query(
        'update app.recovery_code set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null',
        [userId, proof.hash, now],
      );
      if (rowCount !== 1) throw wrong('auth.code_used', messages.secondFactor.codeUsed);
      const { rows } = await client.query<{ left: string }>(
        'select count(*) as left from app.recovery_code where user_id = $1 and used_at is null',
        [userId],
      );
      await enqueueMail(
        client,
        { userId, template: 'recovery-code-used', values: { left: rows[0]?.left ?? '0' } },
        now,
      );
      return;
    }
    const { rowCount } = await client.query(
      `update app.second_factor set last_step = $2, last_use = $3
       where user_id = $1 and (last_step < $2 or (last_step = $2 and last_use = $3))`,
      [userId, proof.step, use === undefined ? null : hash('sha256', use, 'buffer')],
    );
    if (rowCount !== 1) throw wrong('auth.code_used', messages.secondFactor.codeUsed);
  }

  /** The same, for what happens elsewhere than in a transaction of the app's own tables. */
  spendAlone(userId: string, proof: Proof, now: Date, use: string): Promise<void> {
    return this.spend(this.#pool, userId, proof, now, use);
  }

  /** After a right code the wrong ones before it are forgotten. */
  async forgive(userId: string, place: string): Promise<void> {
    await this.#limits.clear(WRONG_CODES, limitKey(userId, place));
  }

  /** Keeps a secret that does not count yet. @throws Problem 409 where one counts already */
  async begin(userId: string, secret: string, now: Date): Promise<void> {
    const { rowCount } = await this.#pool.query(
      `insert into app.second_factor as f (user_id, secret, created_at) values ($1, $2, $3)
       on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0, last_use = null
       where f.confirmed_at is null`,
      [userId, this.#seal.seal(Buffer.from(secret), purposeOf(userId)), now],
    );
    if (rowCount !== 1) throw new Problem(409, 'auth.second_factor_on', messages.secondFactor.alreadyOn);
  }

  /** Replaces the recovery codes inside the caller's transaction. Returns them, to be shown once. */
  async renewCodes(client: Pick<PoolClient, 'query'>, userId: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    await client.query('delete from app.recovery_code where user_id = $1', [userId]);
    await client.query('insert into app.recovery_code (user_id, code_hash) select $1, unnest($2::bytea[])', [
      userId,
      codes.map((code) => hashRecoveryCode(this.#seal, userId, code)),
    ]);
    return codes;
  }

  /** A secret that only this server can know, for what a code of the authenticator stands for elsewhere. */
  standIn(purpose: string): string {
    return this.#seal.mac(purpose).toString('base64url');
  }

  async #secretOf(userId: string): Promise<string | undefined> {
    const { rows } = await this.#pool.query<Row>(
      'select secret, confirmed_at from app.second_factor where user_id = $1',
      [userId],
    );
    return rows[0] && this.#seal.open(rows[0].secret, purposeOf(userId)).toString();
  }
}

const purposeOf = (userId: string): string => `second-factor:${userId}`;

function wrong(code: 'auth.code_wrong' | 'auth.code_late' | 'auth.code_used', detail: string): Problem {
  return new Problem(422, code, detail, [{ name: 'code', message: detail }]);
}
