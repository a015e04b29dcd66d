import { CONFIRM_LINK_LIFE_MS, isGuessable } from '@clearbook/domain/access';
import { messages } from '@clearbook/contracts/messages';
import type { PoolClient } from 'pg';
import { v7 } from 'uuid';
import { Problem } from '../../platform/http/index.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { ringAtCommit, transactionOver } from '../../platform/realtime/index.ts';
import { readSitename } from '../settings/index.ts';
import { isStopped, isStoppedByCommit } from '../switches/index.ts';
import type { SessionDeps } from './deps.ts';
import { limitKey, MAILS_TO_ADDRESS } from './limits.ts';
import { hashToken, newToken } from './tokens.ts';

export type NewClient = { username: string; fullname: string; email: string; password: string };

/**
 * Makes a client's account, their row in the books and their welcome mail together. An address that already has an account
 * gets the same answer after the same work, and only its owner hears of it, by mail.
 */
export async function signUp(
  { pool, hasher, limits, config }: SessionDeps,
  person: NewClient,
  now: Date,
): Promise<{ message: string }> {
  // Before anything is looked up, so that the answer says nothing about an address.
  if (await isStopped(pool, 'sign_up')) throw signUpStopped();
  refuseGuessable(person.password, { ...person, sitename: await readSitename(pool) }, 'password');
  const passwordHash = await hasher.hash(person.password);
  const id = v7();
  const mayMail = !limits || (await limits.take(MAILS_TO_ADDRESS, limitKey(person.email), now)).ok;

  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    await client.query("select ledger.open_party($1::uuid, 'client')", [id]);
    if (await isStoppedByCommit(client, ['sign_up'])) throw signUpStopped();
    const made = await client.query(
      `insert into app.user (id, email, username, fullname, password_hash, role, created_at)
       select $1, $2, $3, $4, $5, 'client', $6
       where not exists (select from app.account_lock l where l.address = $2 and l.used_at is null and l.expires_at > $6)
       on conflict (email) do nothing`,
      [id, person.email, person.username, person.fullname, passwordHash, now],
    );
    if (made.rowCount === 1) {
      await mailConfirmation(client, id, now);
      await client.query('commit');
    } else {
      // As many statements and one commit on this side too: the time taken tells nothing.
      await client.query('rollback');
      if (mayMail) await tellOwner(client, person.email, now);
    }
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
    transactionOver(pool, client, true);
  }
  return { message: config.mode === 'live' ? messages.signUp.confirmFirst : messages.signUp.done };
}

export const signUpStopped = (): Problem => new Problem(422, 'sign_up.stopped', messages.switches.signUp);

/** The welcome mail, with the link that shows that the address is its owner's. */
export async function mailConfirmation(client: Pick<PoolClient, 'query'>, userId: string, now: Date): Promise<void> {
  const token = newToken();
  await client.query('insert into app.email_confirmation (token_hash, user_id, expires_at) values ($1, $2, $3)', [
    hashToken(token),
    userId,
    new Date(now.getTime() + CONFIRM_LINK_LIFE_MS),
  ]);
  await enqueueMail(client, { userId, template: 'welcome', values: { token } }, now);
}

/** By mail, that somebody tried to sign up with their address. */
export async function tellOwner(client: PoolClient, email: string, now: Date): Promise<void> {
  await client.query(
    "insert into app.mail_outbox (id, user_id, template, next_at, created_at) select $1, id, 'account-exists', $3, $3 from app.user where email = $2",
    [v7(), email, now],
  );
  ringAtCommit(client);
}

/** @throws Problem 422 for a password that is among the first anyone would try */
export function refuseGuessable(password: string, owner: Parameters<typeof isGuessable>[1], field: string): void {
  if (!isGuessable(password, owner)) return;
  throw new Problem(422, 'auth.password_common', messages.signUp.passwordCommon, [
    { name: field, message: messages.signUp.passwordCommon },
  ]);
}
