import { EMAIL_LINK_LIFE_MS } from '@clearbook/domain/access';
import { messages } from '@clearbook/contracts/messages';
import { Problem, tooMany } from '../../platform/http/index.ts';
import { minute } from '../../platform/mail/minute.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import type { SessionDeps } from './deps.ts';
import { callerKey, CONFIRMS_FROM_ADDRESS, limitKey, MAILS_TO_ADDRESS } from './limits.ts';
import { notifyAccessChange, coolDown } from './access-changed.ts';
import { checkOwner } from './own-password.ts';
import { INSIDE } from './second-factor/second-factor.ts';
import { hashToken, newToken } from './tokens.ts';

/**
 * Asks the new address whether it is theirs; until it answers nothing changes. The old address hears of it right away. An address that
 * has an account gets a word to its owner instead, and the answer is the same.
 * @throws Problem 422 for a wrong password or code, and for the address that they have already
 */
export async function requestEmailChange(
  deps: SessionDeps,
  userId: string,
  { email, password, code }: { email: string; password: string; code?: string | undefined },
  now: Date,
): Promise<void> {
  const { pool, limits, secondFactor } = deps;
  const wrong = messages.email.wrongPassword;
  const { owner, proof } = await checkOwner(deps, userId, { password, wrong, code }, now);
  if (owner.email === email)
    throw new Problem(422, 'auth.same_email', messages.email.same, [{ name: 'email', message: messages.email.same }]);
  // Over the limit the answer stays the same, and nobody's mailbox is filled.
  if (limits && !(await limits.take(MAILS_TO_ADDRESS, limitKey('change', email), now)).ok) return;
  if (limits && !(await limits.take(MAILS_TO_ADDRESS, limitKey('change', userId), now)).ok) return;

  await transaction(pool, async (client) => {
    if (proof) await secondFactor.spend(client, userId, proof, now);
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
    await invalidate(client, [{ c: userId, t: ['mailbox'], e: 'email_change_asked', s: null, a: false }]);
  });
  if (proof) await secondFactor.forgive(userId, INSIDE);
}

/** The link of a welcome mail: the address that somebody signed up with is theirs. */
async function confirmAddress(pool: SessionDeps['pool'], token: string, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with link as (delete from app.email_confirmation where token_hash = $1 and expires_at > $2 returning user_id)
     update app.user u set email_confirmed_at = coalesce(u.email_confirmed_at, $2) from link where u.id = link.user_id`,
    [hashToken(token), now],
  );
  return rowCount === 1;
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
  const verdict = await limits?.take(CONFIRMS_FROM_ADDRESS, callerKey(ip, 'email'), now);
  if (verdict && !verdict.ok) throw tooMany(verdict.retryAfterSeconds);
  if (await confirmAddress(pool, token, now)) return;
  const badLink = () => new Problem(410, 'auth.link_invalid', messages.email.badLink);
  const asked = await pool.query<{ user_id: string }>('select user_id from app.email_change where token_hash = $1', [
    hashToken(token),
  ]);
  const [whose] = asked.rows;
  if (!whose) throw badLink();
  await transaction(pool, async (client) => {
    const until = await coolDown(client, whose.user_id, now);
    const { rows } = await client.query<{ user_id: string; new_email: string; old_email: string }>(
      `delete from app.email_change c using app.user u, ledger.party p
       where c.token_hash = $1 and c.expires_at > $2 and u.id = c.user_id and p.id = c.user_id and p.status <> 'closed'
         and not exists (select from app.account_lock l where l.address = c.new_email and l.user_id <> c.user_id and l.used_at is null and l.expires_at > $2)
       returning c.user_id, c.new_email, u.email as old_email`,
      [hashToken(token), now],
    );
    const [change] = rows;
    if (!change) throw badLink();
    try {
      await client.query('update app.user set email = $2, email_confirmed_at = $3 where id = $1', [
        change.user_id,
        change.new_email,
        now,
      ]);
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
    const { user_id: userId, old_email: former } = change;
    await notifyAccessChange(client, { userId, change: 'email', until, former }, now);
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
    await invalidate(client, [
      { c: change.user_id, t: ['me', 'mailbox'], e: 'email_changed', s: null, a: false },
      { c: null, t: ['users'], e: 'email_changed', s: change.user_id, a: true },
    ]);
  });
}
