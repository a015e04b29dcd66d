import { messages } from '@clearbook/contracts/messages';
import { Problem, tooMany } from '../../platform/http/index.ts';
import type { SessionDeps } from './deps.ts';
import { GUESSES_INSIDE, limitKey } from './limits.ts';

/**
 * Asks the person who is signed in for their password once more, before something that cannot be taken back.
 * @throws Problem 401 for a wrong one, 429 for too many
 */
export async function checkPassword(
  { pool, hasher, limits }: Pick<SessionDeps, 'pool' | 'hasher' | 'limits'>,
  userId: string,
  password: string,
  now: Date,
): Promise<void> {
  const verdict = await limits?.take(GUESSES_INSIDE, limitKey(userId), now);
  if (verdict && !verdict.ok) throw tooMany(verdict.retryAfterSeconds);
  const { rows } = await pool.query<{ password_hash: string | null }>(
    'select password_hash from app.user where id = $1',
    [userId],
  );
  if (!(await hasher.verify(rows[0]?.password_hash ?? null, password)))
    throw new Problem(401, 'auth.wrong_password', messages.password.wrong, [
      { name: 'password', message: messages.password.wrong },
    ]);
  await limits?.clear(GUESSES_INSIDE, limitKey(userId));
}
