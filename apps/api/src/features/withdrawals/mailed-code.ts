import type { Pool } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { tooMany } from '../../platform/http/rate.ts';
import { type Limit, SharedLimits } from '../../platform/limits/index.ts';

/** Of one person, over all their withdrawals: each has five tries of its own, and there is no end of new withdrawals. */
const WRONG_MAILED_CODES: Limit = { name: 'withdrawal-code', points: 10, windowSeconds: 3_600 };
const WRONG = new Set(['withdrawal.code_wrong', 'withdrawal.code_blocked']);

/**
 * Confirms by a mailed code. Each try is counted before it is judged, so that tries at the same moment count too; a right code forgets the
 * wrong ones, and what is refused for another reason was no try.
 * @throws Problem 429 after ten wrong codes in an hour
 */
export async function countingTries<T>(pool: Pool, clientId: string, now: Date, confirm: () => Promise<T>): Promise<T> {
  const limits = new SharedLimits(pool);
  const verdict = await limits.take(WRONG_MAILED_CODES, clientId, now);
  if (!verdict.ok) throw tooMany(verdict.retryAfterSeconds);
  try {
    const confirmed = await confirm();
    await limits.clear(WRONG_MAILED_CODES, clientId);
    return confirmed;
  } catch (error) {
    if (!(error instanceof Problem && WRONG.has(error.code))) await limits.take(WRONG_MAILED_CODES, clientId, now, -1);
    throw error;
  }
}
