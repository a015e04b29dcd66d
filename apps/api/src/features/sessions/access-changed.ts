import { LOCK_LINK_LIFE_MS } from '@clearbook/domain/access';
import { COOLING_MS } from '@clearbook/domain/holds';
import { messages } from '@clearbook/contracts/messages';
import type { PoolClient } from 'pg';
import { minute } from '../../platform/mail/minute.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { hashToken, newToken } from './tokens.ts';

/** What opens an account, and was changed. */
export type Change = keyof typeof messages.lock.changes;

/**
 * Delays a client's payouts for 24 hours, in the transaction of the change. First of all in it: the books lock a person before anything of
 * theirs, and so does this.
 * @returns until when; null for staff, who have no money here
 */
export async function coolDown(client: Pick<PoolClient, 'query'>, userId: string, now: Date): Promise<Date | null> {
  const { rows } = await client.query<{ until: Date | null }>('select ledger.cool_down($1, $2) as until', [
    userId,
    now,
  ]);
  return rows[0]?.until ?? null;
}

/**
 * Takes away the passkeys that were added while their own hold still runs, and says so by mail: whoever changes the password or turns two-factor on
 * may do so because somebody else was in, and a passkey would let them in again.
 */
export async function forgetRecentPasskeys(
  client: Pick<PoolClient, 'query'>,
  userId: string,
  now: Date,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'delete from app.passkey where user_id = $1 and added_at > $2 returning name',
    [userId, new Date(now.getTime() - COOLING_MS)],
  );
  for (const { name } of rows)
    await enqueueMail(client, { userId, template: 'passkey-removed', values: { time: minute(now), name } }, now);
}

/** Tells the account's address, and the one that it had before, what changed, until when payouts wait, and how to lock the account. */
export async function notifyAccessChange(
  client: Pick<PoolClient, 'query'>,
  { userId, change, until, former }: { userId: string; change: Change; until: Date | null; former?: string },
  now: Date,
): Promise<void> {
  if (until === null) return;
  const { rows } = await client.query<{ email: string }>('select email from app.user where id = $1', [userId]);
  const values = { what: messages.lock.changes[change], until: minute(until) };
  const present = rows.map(({ email }) => email);
  for (const address of former === undefined ? present : [former, ...present]) {
    const token = newToken();
    await client.query(
      'insert into app.account_lock (token_hash, user_id, change, address, former, at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)',
      [hashToken(token), userId, change, address, address === former, now, new Date(now.getTime() + LOCK_LINK_LIFE_MS)],
    );
    const link = { ...values, time: minute(now), token };
    await enqueueMail(client, { userId, toAddress: address, template: 'access-changed', values: link }, now);
  }
  await enqueueMail(client, { userId, template: 'payouts-cooling', values, quiet: true }, now);
  await invalidate(client, [
    { c: userId, t: ['withdrawals', 'mailbox'], e: 'access_changed', s: null, a: false },
    { c: null, t: ['users', 'withdrawals'], e: 'access_changed', s: userId, a: true },
  ]);
}
