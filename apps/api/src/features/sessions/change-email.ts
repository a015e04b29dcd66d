import { EMAIL_LINK_LIFE_MS } from '@clearbook/domain/access';
import { messages } from '@clearbook/contracts/messages';
import { Problem, tooMany } from '../../platform/http/index.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { announce } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import type { SessionDeps } from './deps.ts';
import { CONFIRMS_FROM_ADDRESS, limitKey, MAILS_TO_ADDRESS } from './limits.ts';
import { checkOwnPassword } from './own-password.ts';
import { minute } from './sign-in.ts';
import { hashToken, newToken } from './tokens.ts';

/**
 * Asks the new address whether it is theirs; until it answers nothing changes. The old address hears of it at once. An address that
 * has an account gets a word to its owner instead, and the answer is the same.
 * @throws Problem 401 for a wrong password, 422 for the address that they have already
 */
export async function requestEmailChange(
  deps: SessionDeps,
  userId: string,
  { email, password }: { email: string; password: string },
  now: Date,
): Promise<void> {
  const { pool, limits } = deps;
  const owner = await checkOwnPassword(deps, userId, { password, wrong: messages.email.wrongPassword }, now);
  if (owner.email === email)
    throw new Problem(422, 'auth.same_email', messages.email.same, [{ name: 'email', message: messages.email.same }]);
  // Over the limit the answer stays the same, and nobody's mailbox is filled.
  if (limits && !(await limits.take(MAILS_TO_ADDRESS, limitKey('change', email), now)).ok) return;
  if (limits && !(await limits.take(MAILS_TO_ADDRESS, limitKey('change', userId), now)).ok) return;

  await transaction(pool, async (client) => {
    const token = newToken();
    const taken = await client.query<{ id: string }>('select id from app.user where email = $1', [email]);
    const [holder] = taken.rows;
    await client.query('delete from app.email_change where user_id = $1', [userId]);
    if (holder) {
      await enqueueMail(client, { userId: holder.id, template: 'email-taken' }, now);
    } else {
      await client.query(
        'insert into app.email_change (user_id, token_hash, new_email, expires_at) values ($1, $2, $3, $4)',
        [userId, hashToken(token), email, new Date(now.getTime() + EMAIL_LINK_LIFE_MS)],
      );
      await enqueueMail(client, { userId, toAddress: email, template: 'email-confirm', values: { token } }, now);
    }
    await enqueueMail(
      client,
      { userId, toAddress: owner.email, template: 'email-change-asked', values: { time: minute(now) } },
      now,
    );
    await announce(client, [{ c: userId, t: ['mailbox'], e: 'email_change_asked', s: null, a: false }]);
  });
}

/**
 * The new address has answered. The link works once; whoever opens it needs not be signed in here.
 * @throws Problem 410 for a link that is unknown, used, too old, or whose address somebody else has taken meanwhile
 */
export async function confirmEmailChange(
  { pool, limits }: SessionDeps,
  { token, ip }: { token: string; ip: string },
  now: Date,
): Promise<void> {
  const verdict = await limits?.take(CONFIRMS_FROM_ADDRESS, limitKey('email', ip), now);
  if (verdict && !verdict.ok) throw tooMany(verdict.retryAfterSeconds);
  const badLink = () => new Problem(410, 'auth.link_invalid', messages.email.badLink);
  await transaction(pool, async (client) => {
    const { rows } = await client.query<{ user_id: string; new_email: string; old_email: string }>(
      `delete from app.email_change c using app.user u, ledger.party p
       where c.token_hash = $1 and c.expires_at > $2 and u.id = c.user_id and p.id = c.user_id and p.status <> 'closed'
       returning c.user_id, c.new_email, u.email as old_email`,
      [hashToken(token), now],
    );
    const [change] = rows;
    if (!change) throw badLink();
    try {
      await client.query('update app.user set email = $2 where id = $1', [change.user_id, change.new_email]);
    } catch (error) {
      // Somebody signed up with it in the meantime. That they did is nobody's business.
      if ((error as { code?: string }).code === '23505') throw badLink();
      throw error;
    }
    // A reset link in the old mailbox would be a way back in.
    await client.query('update app.password_link set used_at = $2 where user_id = $1 and used_at is null', [
      change.user_id,
      now,
    ]);
    await enqueueMail(
      client,
      {
        userId: change.user_id,
        toAddress: change.old_email,
        template: 'email-changed',
        values: { time: minute(now), new_email: change.new_email },
      },
      now,
    );
    await announce(client, [
      { c: change.user_id, t: ['me', 'mailbox'], e: 'email_changed', s: null, a: false },
      { c: null, t: ['users'], e: 'email_changed', s: change.user_id, a: true },
    ]);
  });
}
