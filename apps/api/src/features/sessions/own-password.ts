import { Problem, tooMany } from '../../platform/http/index.ts';
import type { SessionDeps } from './deps.ts';
import { GUESSES_INSIDE, limitKey } from './limits.ts';

/**
 * Asks somebody who is signed in for their password once more, before what a borrowed session must not be able to do.
 * @throws Problem 401 for a wrong one, at its field; 429 after too many
 */
export async function checkOwnPassword(
  { pool, hasher, limits }: SessionDeps,
  userId: string,
  { password, wrong, field = 'password' }: { password: string; wrong: string; field?: string },
  now: Date,
): Promise<{ email: string; username: string; fullname: string; password_hash: string | null }> {
  const verdict = await limits?.take(GUESSES_INSIDE, limitKey(userId), now);
  if (verdict && !verdict.ok) throw tooMany(verdict.retryAfterSeconds);
  const { rows } = await pool.query<{
    email: string;
    username: string;
    fullname: string;
    password_hash: string | null;
  }>('select email, username, fullname, password_hash from app.user where id = $1', [userId]);
  const [owner] = rows;
  if (!owner || !(await hasher.verify(owner.password_hash, password)))
    throw new Problem(401, 'auth.wrong_password', wrong, [{ name: field, message: wrong }]);
  await limits?.clear(GUESSES_INSIDE, limitKey(userId));
  return owner;
}
