import { describeBrowser, KNOWN_DEVICE_LIFE_MS } from '@clearbook/domain/access';
import { messages } from '@clearbook/contracts/messages';
import type { PoolClient } from 'pg';
import { createNetworks, Problem, readCookie, tooMany } from '../../platform/http/index.ts';
import type { Limit } from '../../platform/limits/index.ts';
import { minute } from '../../platform/mail/minute.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { counters } from '../../platform/telemetry/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { deviceCookieName, sessionCookieName } from './cookies.ts';
import type { SessionDeps } from './deps.ts';
import {
  callerKey,
  GUESSES_AT_HOME,
  GUESSES_FROM_ADDRESS,
  GUESSES_FROM_ANYWHERE,
  limitKey,
  MAILS_TO_ADDRESS,
} from './limits.ts';
import type { Proof } from './second-factor/second-factor.ts';
import { mailConfirmation } from './sign-up.ts';
import { startSession } from './start-session.ts';
import { hashToken, newToken } from './tokens.ts';

export type SignInAttempt = {
  email: string;
  password: string;
  code: string | undefined;
  ip: string;
  userAgent: string;
  cookieHeader: string | undefined;
};
export type SignedIn = { userId: string; role: 'client' | 'admin'; token: string; deviceToken: string };
type Account = {
  id: string;
  role: 'client' | 'admin';
  password_hash: string | null;
  password_valid_until: Date | null;
  status: string;
  confirmed: boolean;
  knows_device: boolean;
  has_devices: boolean;
  second_factor: boolean;
};

/** Devices that one account remembers; the one not seen for longest is forgotten. */
const KNOWN_DEVICES_MAX = 50;

/**
 * Checks email and password and starts a session with a new token.
 * @throws Problem 401, the same for an unknown address and a wrong password; 401 `auth.second_factor_required` where the password was
 *   right and a code is wanted; 403 for a closed account; 429 for too many guesses
 */
export async function signIn(deps: SessionDeps, attempt: SignInAttempt, now: Date): Promise<SignedIn> {
  const { pool, hasher, limits, config, log, secondFactor } = deps;
  const deviceToken = readCookie(attempt.cookieHeader, deviceCookieName(config)) ?? newToken();
  const device = hashToken(deviceToken);
  const account = await findAccount(deps, { email: attempt.email }, device, now);

  // Each attempt is counted before the password is looked at, so that attempts at the same moment count too.
  const counted: [Limit, string][] = [
    account?.knows_device
      ? [GUESSES_AT_HOME, limitKey(attempt.email, deviceToken)]
      : [GUESSES_FROM_ANYWHERE, limitKey(attempt.email)],
    [GUESSES_FROM_ADDRESS, callerKey(attempt.ip)],
  ];
  for (const [limit, key] of limits ? counted : []) {
    const verdict = await limits?.take(limit, key, now);
    if (verdict && !verdict.ok) {
      counters.signIns.inc({ outcome: 'limited' });
      log.warn({ limit: limit.name, ip: attempt.ip, user: account?.id }, 'too many sign-in attempts');
      throw tooMany(verdict.retryAfterSeconds, messages.login.tooMany);
    }
  }

  const right = await hasher.verify(account?.password_hash ?? null, attempt.password);
  const validUntil = account?.password_valid_until ?? null;
  const lapsed = validUntil !== null && validUntil <= now;
  // With real money nobody gets in before the address has answered, and until then nothing tells that it has an account.
  const unconfirmed = account !== undefined && config.mode === 'live' && !account.confirmed;
  if (unconfirmed && right && !lapsed) remindToConfirm(deps, account.id, attempt.email, now);
  if (!account || !right || lapsed || unconfirmed) {
    counters.signIns.inc({ outcome: 'refused' });
    log.warn({ ip: attempt.ip, user: account?.id }, 'sign-in refused');
    const { failed, confirmFirst } = messages.login;
    const words = config.mode === 'live' ? `${failed} ${confirmFirst}` : failed;
    throw new Problem(401, 'auth.invalid_credentials', words);
  }
  requireNetwork(deps, account, attempt.ip);
  if (account.status === 'closed') throw new Problem(403, 'auth.account_closed', messages.login.closed);

  const place = account.knows_device ? deviceToken : 'elsewhere';
  const proof = await secondFactorOf(deps, account, attempt.code, place, now);
  const token = await transaction(pool, async (client) => {
    if (proof) await secondFactor.spend(client, account.id, proof, now).catch(asSignIn);
    return letIn(deps, client, account, { ...attempt, device }, now);
  });
  if (proof) await secondFactor.forgive(account.id, place);
  if (limits) {
    const [[limit, key], [addressLimit, addressKey]] = counted as [[Limit, string], [Limit, string]];
    await Promise.all([limits.clear(limit, key), limits.take(addressLimit, addressKey, now, -1)]);
  }
  counters.signIns.inc({ outcome: 'accepted' });
  return { userId: account.id, role: account.role, token, deviceToken };
}

/** @throws Problem 403 for staff who come from another network than those that the operator named */
export function requireNetwork(
  { config, log }: Pick<SessionDeps, 'config' | 'log'>,
  { id, role }: Pick<Account, 'id' | 'role'>,
  ip: string,
): void {
  if (role !== 'admin' || createNetworks(config.staffNetworks ?? [])(ip)) return;
  log.warn({ ip, user: id }, 'staff from another network');
  throw new Problem(403, 'auth.network', messages.login.staffElsewhere);
}

/** Starts the session of somebody who has shown that it's them, in the transaction that uses up what they showed. Returns its token. */
export async function letIn(
  { config }: Pick<SessionDeps, 'config'>,
  client: PoolClient,
  account: Account,
  { cookieHeader, userAgent, device }: Pick<SignInAttempt, 'cookieHeader' | 'userAgent'> & { device: Buffer },
  now: Date,
): Promise<string> {
  // The session that this browser had, whoever's it was, ends here: no token survives a sign-in.
  const former = readCookie(cookieHeader, sessionCookieName(config));
  await rememberDevice(client, account, device, userAgent, now);
  const token = await startSession(client, { userId: account.id, role: account.role, userAgent }, now);
  if (former !== undefined) {
    // Its owner is back in the same browser: notifications there go on. Nobody else gets them.
    await client.query(
      `update app.push_subscription p set session_id = s.id from app.session f, app.session s
       where f.token_hash = $1 and f.expires_at > $4 and p.session_id = f.id and p.user_id = $3 and s.token_hash = $2`,
      [hashToken(former), hashToken(token), account.id, now],
    );
    await client.query('delete from app.session where token_hash = $1', [hashToken(former)]);
  }
  return token;
}

/** The right password before the address has answered: the link is mailed again, and the answer never waits for that. */
function remindToConfirm({ pool, limits, log }: SessionDeps, userId: string, email: string, now: Date): void {
  const send = async (): Promise<void> => {
    if (limits && !(await limits.take(MAILS_TO_ADDRESS, limitKey('confirm', email), now)).ok) return;
    await transaction(pool, (client) => mailConfirmation(client, userId, now));
  };
  void send().catch((error: unknown) => log.error({ err: error }, 'a confirmation could not be mailed again'));
}

/** The password alone opens nothing where a second factor is on, and nobody learns that it is on without the password. */
export async function secondFactorOf(
  { secondFactor, log }: SessionDeps,
  account: Account,
  code: string | undefined,
  place: string,
  now: Date,
): Promise<Proof | undefined> {
  if (!account.second_factor) return undefined;
  if (code === undefined)
    throw new Problem(401, 'auth.second_factor_required', messages.secondFactor.required, [
      { name: 'code', message: messages.secondFactor.required },
    ]);
  try {
    return await secondFactor.examine(account.id, code, place, now);
  } catch (error) {
    if (error instanceof Problem) {
      counters.signIns.inc({ outcome: error.status === 429 ? 'limited' : 'refused' });
      log.warn({ user: account.id, code: error.code }, 'a second factor was refused');
    }
    return asSignIn(error);
  }
}

/** Nobody is signed in yet: here a code that does not count is 401, as a wrong password is. */
export function asSignIn(error: unknown): never {
  if (error instanceof Problem && error.status === 422) throw new Problem(401, error.code, error.detail, error.fields);
  throw error;
}

export async function findAccount(
  { pool }: SessionDeps,
  by: { email: string } | { id: string },
  device: Buffer,
  now: Date,
): Promise<Account | undefined> {
  const { rows } = await pool.query<Account>(
    `select u.id, u.role, u.password_hash, u.password_valid_until, p.status, u.email_confirmed_at is not null as confirmed,
       exists (select from app.known_device d where d.user_id = u.id and d.device_hash = $2 and d.last_seen_at > $3) as knows_device,
       exists (select from app.known_device d where d.user_id = u.id) as has_devices,
       exists (select from app.second_factor f where f.user_id = u.id and f.confirmed_at is not null) as second_factor
     from app.user u join ledger.party p on p.id = u.id where ${'id' in by ? 'u.id = $1' : 'u.email = $1'}`,
    ['id' in by ? by.id : by.email, device, new Date(now.getTime() - KNOWN_DEVICE_LIFE_MS)],
  );
  return rows[0];
}

/** A browser that the account does not know yet is remembered, and its owner is told, except at the very first sign-in. */
async function rememberDevice(
  client: PoolClient,
  account: Account,
  device: Buffer,
  userAgent: string,
  now: Date,
): Promise<void> {
  await client.query(
    `insert into app.known_device (user_id, device_hash, first_seen_at, last_seen_at) values ($1, $2, $3, $3)
     on conflict (user_id, device_hash) do update set last_seen_at = excluded.last_seen_at`,
    [account.id, device, now],
  );
  if (account.knows_device || !account.has_devices) return;
  await client.query(
    `delete from app.known_device where user_id = $1 and device_hash in
       (select device_hash from app.known_device where user_id = $1 order by last_seen_at desc, device_hash offset ${KNOWN_DEVICES_MAX})`,
    [account.id],
  );
  await enqueueMail(
    client,
    {
      userId: account.id,
      template: 'new-device',
      values: { time: minute(now), device: describeBrowser(userAgent) },
    },
    now,
  );
}
