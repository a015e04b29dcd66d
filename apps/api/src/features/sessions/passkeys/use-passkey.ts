import type { PasskeyAssertion, PasskeyRequest } from '@clearbook/contracts/access';
import { messages } from '@clearbook/contracts/messages';
import { STEP_UP_LIFE_MS } from '@clearbook/domain/access';
import { type Actor, Problem, readCookie, tooMany } from '../../../platform/http/index.ts';
import { counters } from '../../../platform/telemetry/index.ts';
import { deviceCookieName } from '../cookies.ts';
import type { SessionDeps } from '../deps.ts';
import { callerKey, GUESSES_FROM_ADDRESS, GUESSES_INSIDE, limitKey } from '../limits.ts';
import { asSignIn, findAccount, letIn, secondFactorOf, type SignedIn, requireNetwork } from '../sign-in.ts';
import { hashToken, newToken } from '../tokens.ts';
import { examine, spend } from './assertion.ts';
import { CHALLENGE_LIFE_MS, newChallenge, type Purpose } from './challenge.ts';
import { relyingParty } from './relying-party.ts';

const SIGN_IN: Purpose = { kind: 'sign-in', who: '' };
const stepping = ({ sessionId }: Pick<Actor, 'sessionId'>): Purpose => ({ kind: 'step-up', who: sessionId });

/** What the browser needs to sign in with whichever passkey the person picks. It says nothing about anybody. */
export function askToSignIn({ config, secondFactor }: SessionDeps, now: Date): PasskeyRequest {
  return {
    challenge: newChallenge(secondFactor, SIGN_IN, now),
    rpId: relyingParty(config).id,
    timeout: CHALLENGE_LIFE_MS,
    userVerification: 'preferred',
  };
}

type Attempt = {
  credential: PasskeyAssertion;
  code: string | undefined;
  ip: string;
  userAgent: string;
  cookieHeader: string | undefined;
};

/**
 * Starts a session for whoever holds the passkey. One that made sure who holds it is both factors; any other one is one factor, as the
 * password is, and where two-factor is on the code is asked for as well.
 * @throws Problem 401 for a passkey that opens nothing, and `auth.second_factor_required` where a code is wanted; 403 for a closed account
 */
export async function signInWithPasskey(deps: SessionDeps, attempt: Attempt, now: Date): Promise<SignedIn> {
  const { limits, log, config, secondFactor } = deps;
  const verdict = await limits?.take(GUESSES_FROM_ADDRESS, callerKey(attempt.ip), now);
  if (verdict && !verdict.ok) throw tooMany(verdict.retryAfterSeconds, messages.login.tooMany);
  const signature = await examine(deps, attempt.credential, SIGN_IN, now).catch(refusedOutside);
  const deviceToken = readCookie(attempt.cookieHeader, deviceCookieName(config)) ?? newToken();
  const device = hashToken(deviceToken);
  const account = await findAccount(deps, { id: signature.userId }, device, now);
  // Where the password is turned off, say because its owner locked the account, nothing else opens it either.
  if (!account || account.password_hash === null || (config.mode === 'live' && !account.confirmed)) {
    log.warn({ ip: attempt.ip, user: account?.id }, 'sign-in with a passkey refused');
    return refusedOutside(new Problem(422, 'auth.passkey_refused', messages.passkey.locked));
  }
  requireNetwork(deps, account, attempt.ip);
  if (account.status === 'closed') throw new Problem(403, 'auth.account_closed', messages.login.closed);
  const place = account.knows_device ? deviceToken : 'elsewhere';
  const proof = signature.verified ? undefined : await secondFactorOf(deps, account, attempt.code, place, now);
  const token = await spend(deps, signature, now, async (client) => {
    if (proof) await secondFactor.spend(client, account.id, proof, now);
    return letIn(deps, client, account, { ...attempt, device }, now);
  }).catch(refusedOutside);
  if (proof) await secondFactor.forgive(account.id, place);
  await limits?.take(GUESSES_FROM_ADDRESS, callerKey(attempt.ip), now, -1);
  counters.signIns.inc({ outcome: 'accepted' });
  return { userId: account.id, role: account.role, token, deviceToken };
}

function refusedOutside(error: unknown): never {
  if (error instanceof Problem && error.status === 422) counters.signIns.inc({ outcome: 'refused' });
  return asSignIn(error);
}

/** What the browser needs to ask for one of this person's own passkeys. */
export async function askToStepUp(deps: SessionDeps, actor: Actor, now: Date): Promise<PasskeyRequest> {
  const { id } = relyingParty(deps.config);
  const { rows } = await deps.pool.query<{ credential_id: Buffer; transports: string[] }>(
    'select credential_id, transports from app.passkey where user_id = $1 and stopped_at is null order by id',
    [actor.userId],
  );
  if (rows.length === 0) throw new Problem(409, 'auth.passkeys_none', messages.passkey.none);
  return {
    challenge: newChallenge(deps.secondFactor, stepping(actor), now),
    rpId: id,
    timeout: CHALLENGE_LIFE_MS,
    userVerification: 'required',
    allowCredentials: rows.map((row) => ({
      type: 'public-key' as const,
      id: row.credential_id.toString('base64url'),
      transports: row.transports,
    })),
  };
}

/**
 * The person behind this session shows one of their passkeys, which has made sure who holds it; it then counts as the password or a code does.
 * @throws Problem 422 for any other one, 429 after too many
 */
export async function stepUpWithPasskey(
  deps: SessionDeps,
  actor: Actor,
  credential: PasskeyAssertion,
  now: Date,
): Promise<Date> {
  const verdict = await deps.limits?.take(GUESSES_INSIDE, limitKey(actor.userId), now);
  if (verdict && !verdict.ok) throw tooMany(verdict.retryAfterSeconds);
  const signature = await examine(deps, credential, stepping(actor), now);
  if (signature.userId !== actor.userId) throw new Problem(422, 'auth.passkey_refused', messages.passkey.refused);
  if (!signature.verified) throw new Problem(422, 'auth.passkey_unverified', messages.passkey.unverified);
  await spend(deps, signature, now, (client) =>
    client.query("update app.session set stepped_up_at = $2, stepped_up_with = 'passkey' where id = $1", [
      actor.sessionId,
      now,
    ]),
  );
  await deps.limits?.clear(GUESSES_INSIDE, limitKey(actor.userId));
  return new Date(now.getTime() + STEP_UP_LIFE_MS);
}
