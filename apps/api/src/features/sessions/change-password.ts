import { messages } from '@clearbook/contracts/messages';
import { Problem, tooMany } from '../../platform/http/index.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { transaction } from '../../platform/transaction.ts';
import { readSitename } from '../settings/index.ts';
import type { SessionDeps } from './deps.ts';
import { GUESSES_INSIDE, limitKey } from './limits.ts';
import { minute } from './sign-in.ts';
import { refuseGuessable } from './sign-up.ts';
import { hashToken, newToken } from './tokens.ts';

type Owner = { email: string; username: string; fullname: string; password_hash: string | null };

/**
 * Replaces the password of the person who is signed in. Their other sessions end, and this one goes on under a new token.
 * @returns the new token
 * @throws Problem 401 for a wrong current password
 */
export async function changePassword(
  deps: SessionDeps,
  actor: { userId: string; sessionId: string },
  { current, replacement }: { current: string; replacement: string },
  now: Date,
): Promise<string> {
  const { pool, hasher, limits } = deps;
  const verdict = await limits?.take(GUESSES_INSIDE, limitKey(actor.userId), now);
  if (verdict && !verdict.ok) throw tooMany(verdict.retryAfterSeconds);

  const { rows } = await pool.query<Owner>(
    'select email, username, fullname, password_hash from app.user where id = $1',
    [actor.userId],
  );
  const [owner] = rows;
  if (!owner || !(await hasher.verify(owner.password_hash, current))) {
    throw new Problem(401, 'auth.wrong_password', messages.password.wrong, [
      { name: 'current_password', message: messages.password.wrong },
    ]);
  }
  refuseGuessable(replacement, { ...owner, sitename: await readSitename(pool) }, 'new_password');
  const passwordHash = await hasher.hash(replacement);
  const token = newToken();

  await transaction(pool, async (client) => {
    // Only over the password that was checked: two changes at the same moment cannot both count.
    const changed = await client.query(
      'update app.user set password_hash = $2, must_change_password = false, password_valid_until = null where id = $1 and password_hash = $3',
      [actor.userId, passwordHash, owner.password_hash],
    );
    const kept = await client.query('update app.session set token_hash = $2 where id = $1', [
      actor.sessionId,
      hashToken(token),
    ]);
    if (changed.rowCount !== 1 || kept.rowCount !== 1)
      throw new Problem(401, 'auth.wrong_password', messages.password.wrong);
    await client.query('delete from app.session where user_id = $1 and id <> $2', [actor.userId, actor.sessionId]);
    await client.query('update app.password_link set used_at = $2 where user_id = $1 and used_at is null', [
      actor.userId,
      now,
    ]);
    await enqueueMail(
      client,
      { userId: actor.userId, template: 'password-changed', values: { time: minute(now) } },
      now,
    );
  });
  await limits?.clear(GUESSES_INSIDE, limitKey(actor.userId));
  return token;
}
