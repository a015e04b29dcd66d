import { COOLING_MS } from '@clearbook/domain/holds';
import { messages } from '@clearbook/contracts/messages';
import type { PoolClient } from 'pg';
import { Problem, tooMany } from '../../platform/http/index.ts';
import { minute } from '../../platform/mail/minute.ts';
import { mailStaff } from '../../platform/mail/mail-staff.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { revokeTokensOf } from '../api-tokens/index.ts';
import { coolDown } from './access-changed.ts';
import type { SessionDeps } from './deps.ts';
import { callerKey, CONFIRMS_FROM_ADDRESS } from './limits.ts';
import { hashToken } from './tokens.ts';

type Found = { user_id: string; address: string; email: string };

const badLink = (): Problem => new Problem(410, 'auth.link_invalid', messages.lock.badLink);

/**
 * Whoever reads the mail about a change of access locks the account: everybody is logged out, and no password opens it until a new one is
 * chosen over the mailbox that the link was sent to. What the change did to lock that mailbox's owner out is taken back.
 * @throws Problem 410 for a link that is unknown, used or too old
 */
export async function lockAccount(
  { pool, limits }: SessionDeps,
  { token, ip }: { token: string; ip: string },
  now: Date,
): Promise<void> {
  const verdict = await limits?.take(CONFIRMS_FROM_ADDRESS, callerKey(ip, 'lock'), now);
  if (verdict && !verdict.ok) throw tooMany(verdict.retryAfterSeconds);
  const link = hashToken(token);
  const { rows } = await pool.query<Found>(
    `select l.user_id, l.address, u.email from app.account_lock l join app.user u on u.id = l.user_id join ledger.party p on p.id = l.user_id
     where l.token_hash = $1 and l.used_at is null and l.expires_at > $2 and p.status <> 'closed'`,
    [link, now],
  );
  const [found] = rows;
  if (!found) throw badLink();
  await transaction(pool, async (client) => {
    await coolDown(client, found.user_id, now);
    const used = await client.query(
      'update app.account_lock set used_at = $2 where token_hash = $1 and used_at is null',
      [link, now],
    );
    if (used.rowCount !== 1) throw badLink();
    await shut(client, found, now);
    await tellOfLock(client, found, now);
  });
}

async function shut(client: PoolClient, { user_id: userId, address }: Found, now: Date): Promise<void> {
  await client.query('delete from app.session where user_id = $1', [userId]);
  await revokeTokensOf(client, userId, 'account_locked', now);
  await client.query('delete from app.email_change where user_id = $1', [userId]);
  // However long ago they were added: a passkey opens the account and guards nothing, so that taking one away costs no safety.
  await client.query('delete from app.passkey where user_id = $1', [userId]);
  await client.query('update app.password_link set used_at = $2 where user_id = $1 and used_at is null', [userId, now]);
  // The account goes back to the mailbox that this link was sent to.
  await client.query(
    'update app.user set password_hash = null, must_change_password = false, password_valid_until = null, email = $2 where id = $1',
    [userId, address],
  );
  // The older address wins: what was sent to those that came after it is worth nothing. Their own links take nothing from it.
  await client.query(
    `update app.account_lock l set used_at = $3 where l.user_id = $1 and l.address <> $2 and l.used_at is null
       and exists (select from app.account_lock f where f.user_id = $1 and f.address = $2 and f.former and f.at <= l.at)`,
    [userId, address, now],
  );
  // A second factor that was set up while its own hold still runs may be a thief's. An older one stays: a mailbox alone does not get past it.
  const { rowCount } = await client.query(
    `delete from app.second_factor f using app.account_lock l
     where f.user_id = $1 and l.user_id = $1 and l.address = $2 and l.change = 'two_factor_on' and l.at = f.confirmed_at and l.at > $3`,
    [userId, address, new Date(now.getTime() - COOLING_MS)],
  );
  if (rowCount === 1) await client.query('delete from app.recovery_code where user_id = $1', [userId]);
}

async function tellOfLock(client: PoolClient, { user_id: userId, address, email }: Found, now: Date): Promise<void> {
  const restored = address === email ? {} : { address: 'restored' };
  await client.query("select ledger.record_audit($1, 'user.lock', 'user', $2::text, $2::uuid, $3, $4)", [
    userId,
    userId,
    restored,
    now,
  ]);
  await enqueueMail(
    client,
    { userId, toAddress: address, template: 'account-locked', values: { time: minute(now) } },
    now,
  );
  await mailStaff(client, { template: 'staff-account-locked', values: { client: userId } }, now);
  await invalidate(client, [{ c: null, t: ['users', 'withdrawals'], e: 'account_locked', s: userId, a: true }]);
}
