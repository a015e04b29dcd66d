import { messages } from '@clearbook/contracts/messages';
import { minute } from '../../platform/mail/minute.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { transaction } from '../../platform/transaction.ts';
import { revokeRecentTokens } from '../api-tokens/index.ts';
import { readSitename } from '../settings/index.ts';
import type { SessionDeps } from './deps.ts';
import { notifyAccessChange, coolDown, forgetRecentPasskeys } from './access-changed.ts';
import { checkOwner, wrongPassword } from './own-password.ts';
import { INSIDE } from './second-factor/second-factor.ts';
import { refuseGuessable } from './sign-up.ts';
import { hashToken, newToken } from './tokens.ts';

/**
 * Replaces the password of the person who is signed in. Their other sessions end, and this one goes on under a new token.
 * @returns the new token
 * @throws Problem 422 for a wrong current password or code
 */
export async function changePassword(
  deps: SessionDeps,
  actor: { userId: string; sessionId: string },
  { current, replacement, code }: { current: string; replacement: string; code?: string | undefined },
  now: Date,
): Promise<string> {
  const { pool, hasher, secondFactor } = deps;
  const { owner, proof } = await checkOwner(
    deps,
    actor.userId,
    { password: current, wrong: messages.password.wrong, field: 'current_password', code },
    now,
  );
  refuseGuessable(replacement, { ...owner, sitename: await readSitename(pool) }, 'new_password');
  const passwordHash = await hasher.hash(replacement);
  const token = newToken();

  await transaction(pool, async (client) => {
    const until = await coolDown(client, actor.userId, now);
    if (proof) await secondFactor.spend(client, actor.userId, proof, now);
    // Only over the password that was checked: two changes at the same moment cannot both count.
    const changed = await client.query(
      'update app.user set password_hash = $2, must_change_password = false, password_valid_until = null where id = $1 and password_hash = $3',
      [actor.userId, passwordHash, owner.password_hash],
    );
    const kept = await client.query('update app.session set token_hash = $2 where id = $1', [
      actor.sessionId,
      hashToken(token),
    ]);
    if (changed.rowCount !== 1 || kept.rowCount !== 1) throw wrongPassword(messages.password.wrong, 'current_password');
    await client.query('delete from app.session where user_id = $1 and id <> $2', [actor.userId, actor.sessionId]);
    await forgetRecentPasskeys(client, actor.userId, now);
    await revokeRecentTokens(client, actor.userId, 'password_changed', now);
    // Whoever asked for another address with the old password does not get it.
    await client.query('delete from app.email_change where user_id = $1', [actor.userId]);
    await client.query('update app.password_link set used_at = $2 where user_id = $1 and used_at is null', [
      actor.userId,
      now,
    ]);
    await notifyAccessChange(client, { userId: actor.userId, change: 'password', until }, now);
    await enqueueMail(
      client,
      { userId: actor.userId, template: 'password-changed', values: { time: minute(now) } },
      now,
    );
  });
  if (proof) await secondFactor.forgive(actor.userId, INSIDE);
  return token;
}
