import { SESSION_LIFE_MS } from '@clearbook/domain/access';
import { messages } from '@clearbook/contracts/messages';
import { Problem } from '../../../platform/http/index.ts';
import { invalidate } from '../../../platform/realtime/index.ts';
import { transaction } from '../../../platform/transaction.ts';
import { readSitename } from '../../settings/index.ts';
import { isStoppedByCommit } from '../../switches/index.ts';
import type { SessionDeps } from '../deps.ts';
import { limitKey, MAILS_TO_ADDRESS } from '../limits.ts';
import { mailConfirmation, type NewClient, refuseGuessable, signUpStopped, tellOwner } from '../sign-up.ts';
import { hashToken, newToken } from '../tokens.ts';

/**
 * A guest signs up: the same client, with the same trades and money, gets a name, an address and a password. An address that has an account
 * already gets the same answer, its owner hears of it by mail, and the guest stays one.
 * @returns the answer, and the token under which this session goes on
 */
export async function keepGuest(
  { pool, hasher, limits }: SessionDeps,
  actor: { userId: string; sessionId: string },
  person: NewClient,
  now: Date,
): Promise<{ message: string; token: string }> {
  refuseGuessable(person.password, { ...person, sitename: await readSitename(pool) }, 'password');
  const passwordHash = await hasher.hash(person.password);
  const mayMail = !limits || (await limits.take(MAILS_TO_ADDRESS, limitKey(person.email), now)).ok;
  const token = newToken();
  await transaction(pool, async (client) => {
    // Held until the commit: a guest's day does not end in between, and signing up twice counts once.
    const guest = await client.query(
      'select from app.guest where party_id = $1 and kept_at is null and ended_at is null and until > $2 for update',
      [actor.userId, now],
    );
    if (guest.rowCount !== 1) throw new Problem(409, 'auth.not_a_guest', messages.guest.notOne);
    if (await isStoppedByCommit(client, ['sign_up'])) throw signUpStopped();
    await client.query('savepoint before_address');
    const kept = await client
      .query(
        `update app.user set email = $2, username = $3, fullname = $4, password_hash = $5
         where id = $1 and not exists (select from app.account_lock l where l.address = $2 and l.used_at is null and l.expires_at > $6)`,
        [actor.userId, person.email, person.username, person.fullname, passwordHash, now],
      )
      .catch(async (error: unknown) => {
        if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
        await client.query('rollback to savepoint before_address');
        return { rowCount: 0 };
      });
    const done = kept.rowCount === 1;
    if (done) {
      await client.query('update app.guest set kept_at = $2 where party_id = $1', [actor.userId, now]);
      await mailConfirmation(client, actor.userId, now);
    } else if (mayMail) await tellOwner(client, person.email, now);
    const life = new Date(now.getTime() + SESSION_LIFE_MS.client);
    await client.query(
      'update app.session set token_hash = $2, expires_at = case when $3 then $4::timestamptz else expires_at end where id = $1',
      [actor.sessionId, hashToken(token), done, life],
    );
    if (done)
      await client.query('delete from app.session where user_id = $1 and id <> $2', [actor.userId, actor.sessionId]);
    await invalidate(client, [{ c: actor.userId, t: ['me', 'users'], e: 'guest_kept', s: actor.userId, a: true }]);
  });
  return { message: messages.guest.kept, token };
}

const UNIQUE_VIOLATION = '23505';
