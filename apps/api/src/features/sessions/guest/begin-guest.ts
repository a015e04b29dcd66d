import { GUEST_LIFE_MS, GUEST_PAPER, GUESTS_HERE_MAX, guestName, isSessionAlive } from '@clearbook/domain/access';
import { messages } from '@clearbook/contracts/messages';
import type { PoolClient } from 'pg';
import { v7 } from 'uuid';
import { requestKey } from '../../../ledger/index.ts';
import { readCookie, tooMany } from '../../../platform/http/index.ts';
import type { Limit } from '../../../platform/limits/index.ts';
import { lockTransaction } from '../../../platform/locks.ts';
import { transaction } from '../../../platform/transaction.ts';
import { explain } from '../../books/index.ts';
import { isStoppedByCommit } from '../../switches/index.ts';
import { sessionCookieName } from '../cookies.ts';
import { callerKey } from '../limits.ts';
import { requireNetwork } from '../sign-in.ts';
import { signUpStopped } from '../sign-up.ts';
import { startSession } from '../start-session.ts';
import { hashToken } from '../tokens.ts';
import { GUEST_DOMAIN } from './domain.ts';
import type { GuestDeps } from './deps.ts';

/** Guests that one network address may make. */
export const GUESTS_FROM_ADDRESS: Limit = { name: 'guest-ip', points: 5, windowSeconds: 3600 };

type Caller = { ip: string; userAgent: string; cookieHeader: string | undefined };
/** Whoever is behind the browser afterwards; a token only where the session is new. */
type Begun = { userId: string; token?: string; until?: Date };

/**
 * Makes a client without a name, an address or a password, with paper money from the books and a session that ends with their day. A browser
 * that is signed in stays who it is, so that a second press makes nobody.
 */
export async function beginGuest(deps: GuestDeps, caller: Caller, now: Date): Promise<Begun> {
  const { pool, ledger, limits, config } = deps;
  const former = readCookie(caller.cookieHeader, sessionCookieName(config));
  const signedIn = former === undefined ? undefined : await whoIsThere(deps, former, caller.ip, now);
  if (signedIn !== undefined) return { userId: signedIn };
  if (limits) {
    const taken = await limits.take(GUESTS_FROM_ADDRESS, callerKey(caller.ip), now);
    if (!taken.ok) throw tooMany(taken.retryAfterSeconds, messages.guest.tooMany);
  }
  const userId = v7();
  const until = new Date(now.getTime() + GUEST_LIFE_MS);
  await transaction(pool, (client) => open(client, userId, until, now));
  const command = { kind: 'top_up', clientId: userId, amount: GUEST_PAPER } as const;
  const key = { actorId: userId, key: requestKey('guest:paper'), requestHash: '00' };
  const { outcome } = await ledger.execute(command, key).catch(explain);
  if (!outcome.ok) throw new Error(`A new guest got no paper money: ${outcome.refusal.code}`);
  const token = await transaction(pool, async (client) => {
    // One that has idled out, or was a closed account's: nothing of it goes on in this browser.
    if (former !== undefined) await client.query('delete from app.session where token_hash = $1', [hashToken(former)]);
    const made = await startSession(client, { userId, role: 'client', userAgent: caller.userAgent }, now);
    await client.query('update app.session set expires_at = $2 where token_hash = $1', [hashToken(made), until]);
    return made;
  });
  deps.log.info({ user: userId, mode: config.mode }, 'a guest began');
  return { userId, token, until };
}

async function open(client: PoolClient, id: string, until: Date, now: Date): Promise<void> {
  // One after another, so that the last place is taken once.
  await lockTransaction(client, 'guests');
  const { rows } = await client.query<{ first: Date | null; here: number }>(
    'select min(until) as first, count(*)::int as here from app.guest where kept_at is null and ended_at is null',
  );
  const { first = null, here = 0 } = rows[0] ?? {};
  if (here >= GUESTS_HERE_MAX) {
    const wait = first === null ? 0 : first.getTime() - now.getTime();
    throw tooMany(Math.max(60, Math.ceil(wait / 1000)), messages.guest.full);
  }
  await client.query("select ledger.open_party($1::uuid, 'client')", [id]);
  // Without paper money there is nothing to try.
  if (await isStoppedByCommit(client, ['sign_up', 'deposits'])) throw signUpStopped();
  const name = guestName(id);
  await client.query(
    "insert into app.user (id, email, username, fullname, role, created_at) values ($1, $2, $3, $3, 'client', $4)",
    [id, `guest-${id}@${GUEST_DOMAIN}`, name, now],
  );
  await client.query('insert into app.guest (party_id, began_at, until) values ($1, $2, $3)', [id, now, until]);
}

/** Whose session the browser's token opens, if any; one that has idled out opens nothing here either. @throws Problem 403 for staff from another network */
async function whoIsThere(deps: GuestDeps, token: string, ip: string, now: Date): Promise<string | undefined> {
  const { rows } = await deps.pool.query<{
    id: string;
    role: 'client' | 'admin';
    last_seen_at: Date;
    expires_at: Date;
    guest: boolean;
  }>(
    `select u.id, u.role, s.last_seen_at, s.expires_at, exists (select from app.guest g where g.party_id = u.id and g.kept_at is null) as guest
     from app.session s join app.user u on u.id = s.user_id join ledger.party p on p.id = u.id and p.status <> 'closed' where s.token_hash = $1`,
    [hashToken(token)],
  );
  const [found] = rows;
  if (found === undefined) return undefined;
  const { role, last_seen_at: seen, expires_at: expiresAt, guest } = found;
  if (!isSessionAlive({ role, lastSeenAt: guest ? now : seen, expiresAt }, now)) return undefined;
  requireNetwork(deps, found, ip);
  return found.id;
}
