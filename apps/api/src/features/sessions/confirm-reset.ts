import { COOLING_MS } from '@clearbook/domain/holds';
import { messages } from '@clearbook/contracts/messages';
import type { PoolClient } from 'pg';
import { Problem, tooMany } from '../../platform/http/index.ts';
import { minute } from '../../platform/mail/minute.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { transaction } from '../../platform/transaction.ts';
import { revokeTokensOf } from '../api-tokens/index.ts';
import { readSitename } from '../settings/index.ts';
import type { SessionDeps } from './deps.ts';
import { notifyAccessChange, coolDown } from './access-changed.ts';
import { callerKey, CONFIRMS_FROM_ADDRESS } from './limits.ts';
import { refuseGuessable } from './sign-up.ts';
import { hashToken } from './tokens.ts';

type Owner = { id: string; email: string; username: string; fullname: string; confirmed: boolean };

const badLink = (): Problem => new Problem(410, 'auth.link_invalid', messages.reset.badLink);

/**
 * Replaces a password by a mailed link, which works once. Every session of the account ends.
 * @throws Problem 410 for a link that is unknown, used or too old
 */
export async function confirmReset(
  deps: SessionDeps,
  { token, password, ip }: { token: string; password: string; ip: string },
  now: Date,
): Promise<void> {
  const { pool, hasher, limits } = deps;
  const verdict = await limits?.take(CONFIRMS_FROM_ADDRESS, callerKey(ip), now);
  if (verdict && !verdict.ok) throw tooMany(verdict.retryAfterSeconds);

  const link = hashToken(token);
  const { rows } = await pool.query<Owner>(
    `select u.id, u.email, u.username, u.fullname, u.email_confirmed_at is not null as confirmed from app.password_link l join app.user u on u.id = l.user_id
     where l.token_hash = $1 and l.used_at is null and l.expires_at > $2`,
    [link, now],
  );
  const [owner] = rows;
  if (!owner) throw badLink();
  refuseGuessable(password, { ...owner, sitename: await readSitename(pool) }, 'password');
  const passwordHash = await hasher.hash(password);

  await transaction(pool, async (client) => {
    const until = await coolDown(client, owner.id, now);
    // Whoever marks the link first has used it; a second request at the same moment finds it used.
    const used = await client.query(
      'update app.password_link set used_at = $2 where token_hash = $1 and used_at is null and expires_at > $2',
      [link, now],
    );
    if (used.rowCount !== 1) throw badLink();
    await client.query('update app.password_link set used_at = $2 where user_id = $1 and used_at is null', [
      owner.id,
      now,
    ]);
    // The link came by mail, so the address is its owner's. Whatever was set up on it before anybody had shown that goes.
    const off = !owner.confirmed && (await forgetSecondFactor(client, owner.id));
    // A passkey that was added while its own hold still runs may be a thief's.
    const { rows: passkeys } = await client.query<{ name: string }>(
      'delete from app.passkey where user_id = $1 and ($2 or added_at > $3) returning name',
      [owner.id, !owner.confirmed, new Date(now.getTime() - COOLING_MS)],
    );
    await client.query(
      `update app.user set password_hash = $2, must_change_password = false, password_valid_until = null,
         email_confirmed_at = coalesce(email_confirmed_at, $3) where id = $1`,
      [owner.id, passwordHash, now],
    );
    await client.query('delete from app.session where user_id = $1', [owner.id]);
    await revokeTokensOf(client, owner.id, 'password_reset', now);
    await client.query('delete from app.email_change where user_id = $1', [owner.id]);
    await notifyAccessChange(client, { userId: owner.id, change: 'reset', until }, now);
    const tell = (template: 'password-changed' | 'two-factor-off' | 'passkey-removed', values = {}) =>
      enqueueMail(client, { userId: owner.id, template, values: { time: minute(now), ...values } }, now);
    await tell('password-changed');
    if (off) await tell('two-factor-off');
    for (const { name } of passkeys) await tell('passkey-removed', { name });
  });
}

/** Whether it was on. */
async function forgetSecondFactor(client: PoolClient, userId: string): Promise<boolean> {
  await client.query('delete from app.recovery_code where user_id = $1', [userId]);
  const { rows } = await client.query<{ on: boolean }>(
    'delete from app.second_factor where user_id = $1 returning confirmed_at is not null as on',
    [userId],
  );
  return rows[0]?.on === true;
}
