import { messages } from '@clearbook/contracts/messages';
import { Problem, tooMany } from '../../platform/http/index.ts';
import type { SessionDeps } from './deps.ts';
import { GUESSES_INSIDE, limitKey } from './limits.ts';
import { INSIDE, type Proof } from './second-factor/second-factor.ts';

export type Owner = { email: string; username: string; fullname: string; password_hash: string | null };

/**
 * Asks somebody who is signed in for their password once more, before what a borrowed session must not be able to do.
 * @throws Problem 422 for a wrong one, at its field; 429 after too many
 */
export async function checkOwnPassword(
  { pool, hasher, limits }: Pick<SessionDeps, 'pool' | 'hasher' | 'limits'>,
  userId: string,
  { password, wrong, field = 'password' }: { password: string; wrong: string; field?: string },
  now: Date,
): Promise<Owner> {
  const verdict = await limits?.take(GUESSES_INSIDE, limitKey(userId), now);
  if (verdict && !verdict.ok) throw tooMany(verdict.retryAfterSeconds);
  const { rows } = await pool.query<Owner>(
    'select email, username, fullname, password_hash from app.user where id = $1',
    [userId],
  );
  const [owner] = rows;
  if (!owner || !(await hasher.verify(owner.password_hash, password))) throw wrongPassword(wrong, field);
  await limits?.clear(GUESSES_INSIDE, limitKey(userId));
  return owner;
}

export function wrongPassword(detail: string, field: string): Problem {
  return new Problem(422, 'auth.wrong_password', detail, [{ name: field, message: detail }]);
}

/**
 * The password, and the authenticator's code where the account has one. The proof is used up by the caller, in the transaction of what it
 * lets through.
 * @throws Problem 422 `auth.second_factor_required` where a code is wanted and none came
 */
export async function checkOwner(
  deps: SessionDeps,
  userId: string,
  given: Parameters<typeof checkOwnPassword>[2] & { code: string | undefined },
  now: Date,
): Promise<{ owner: Owner; proof: Proof | undefined }> {
  const owner = await checkOwnPassword(deps, userId, given, now);
  const { secondFactor } = deps;
  if (!(await secondFactor.isOn(userId))) return { owner, proof: undefined };
  const { code } = given;
  if (code === undefined)
    throw new Problem(422, 'auth.second_factor_required', messages.secondFactor.required, [
      { name: 'code', message: messages.secondFactor.required },
    ]);
  return { owner, proof: await secondFactor.examine(userId, code, INSIDE, now) };
}

/** After a right code the wrong ones before it are forgotten. */
export function forgiveOwner({ secondFactor }: Pick<SessionDeps, 'secondFactor'>, userId: string): Promise<void> {
  return secondFactor.forgive(userId, INSIDE);
}
