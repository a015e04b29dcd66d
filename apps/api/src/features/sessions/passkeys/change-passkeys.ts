import type { Passkey, PasskeyAttestation, PasskeyCreation } from '@clearbook/contracts/access';
import { messages } from '@clearbook/contracts/messages';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { Pool, PoolClient } from 'pg';
import { parse, v7 } from 'uuid';
import { type Actor as SignedIn, Problem, requireStepUp } from '../../../platform/http/index.ts';
import { minute } from '../../../platform/mail/minute.ts';
import { enqueueMail } from '../../../platform/mail/outbox.ts';
import { invalidate } from '../../../platform/realtime/index.ts';
import { transaction } from '../../../platform/transaction.ts';
import { readSitename } from '../../settings/index.ts';
import { coolDown, notifyAccessChange } from '../access-changed.ts';
import type { SessionDeps } from '../deps.ts';
import { checkOwner, forgiveOwner } from '../own-password.ts';
import { CHALLENGE_LIFE_MS, isOurs, newChallenge, type Purpose, spendChallenge } from './challenge.ts';
import { relyingParty } from './relying-party.ts';

type Actor = Pick<SignedIn, 'userId' | 'sessionId' | 'role'>;

/** Passkeys of one person: nobody has more devices. */
export const PASSKEYS_MAX = 20;
/** Ed25519, ECDSA on P-256 and RSA, by their numbers in COSE. Every device has one of them. */
const ALGORITHMS = [-8, -7, -257];

/** One's own passkeys, the oldest first. Nothing shown opens anything. */
export async function listPasskeys(pool: Pool, userId: string): Promise<Passkey[]> {
  const { rows } = await pool.query<Row>(`${SHOWN} where user_id = $1 order by id`, [userId]);
  return rows.map(shown);
}

type Row = {
  id: string;
  name: string;
  synced: boolean;
  added_at: Date;
  last_used_at: Date | null;
  stopped_at: Date | null;
};
const SHOWN = 'select id, name, synced, added_at, last_used_at, stopped_at from app.passkey';

function shown({ added_at: added, last_used_at: used, stopped_at: stopped, ...row }: Row): Passkey {
  const [added_at, last_used_at, stopped_at] = [added, used, stopped].map((at) => at?.toISOString() ?? null);
  return { ...row, added_at: added_at ?? '', last_used_at: last_used_at ?? null, stopped_at: stopped_at ?? null };
}

const adding = ({ sessionId }: Actor): Purpose => ({ kind: 'add', who: sessionId });

/**
 * What the browser needs to make a passkey, for somebody who has given the password, and the code where two-factor is on: a borrowed session
 * adds no way in.
 * @throws Problem 422 for a wrong password or code, 409 where there are too many passkeys or there can be none
 */
export async function beginPasskey(
  deps: SessionDeps,
  actor: Actor,
  { password, code }: { password: string; code?: string | undefined },
  now: Date,
): Promise<PasskeyCreation> {
  const { pool, secondFactor } = deps;
  const { id } = relyingParty(deps.config);
  const { owner, proof } = await checkOwner(
    deps,
    actor.userId,
    { password, wrong: messages.secondFactor.wrongPassword, code },
    now,
  );
  const { rows } = await pool.query<{ credential_id: Buffer; transports: string[] }>(
    'select credential_id, transports from app.passkey where user_id = $1 order by id',
    [actor.userId],
  );
  if (rows.length >= PASSKEYS_MAX) throw tooMany();
  if (proof) {
    await transaction(pool, (client) => secondFactor.spend(client, actor.userId, proof, now));
    await forgiveOwner(deps, actor.userId);
  }
  return {
    challenge: newChallenge(secondFactor, adding(actor), now),
    rp: { id, name: await readSitename(pool) },
    user: {
      id: Buffer.from(parse(actor.userId)).toString('base64url'),
      name: owner.email,
      displayName: owner.fullname,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: CHALLENGE_LIFE_MS,
    // A device that has one already says so, and makes no second.
    excludeCredentials: rows.map((row) => ({
      type: 'public-key' as const,
      id: row.credential_id.toString('base64url'),
      transports: row.transports,
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
    attestation: 'none',
  };
}

const tooMany = (): Problem => new Problem(409, 'auth.passkeys_full', messages.passkey.full(PASSKEYS_MAX));

/**
 * Keeps a passkey that was just made. It holds payouts and is told by mail as any other change of access.
 * @throws Problem 422 for one that was not made for this, 409 for one that is here already
 */
export async function addPasskey(
  deps: SessionDeps,
  actor: Actor,
  { name, credential }: { name: string; credential: PasskeyAttestation },
  now: Date,
): Promise<Passkey> {
  const made = await verified(deps, actor, credential, now);
  const row = { id: v7(), name, synced: made.synced, added_at: now, last_used_at: null, stopped_at: null };
  await transaction(deps.pool, async (client) => {
    const until = await coolDown(client, actor.userId, now);
    await requireSession(client, actor);
    if (!(await spendChallenge(client, made.challenge))) throw refused();
    const there = await client.query('select from app.passkey where user_id = $1 for update', [actor.userId]);
    if ((there.rowCount ?? 0) >= PASSKEYS_MAX) throw tooMany();
    const { rowCount } = await client.query(
      `insert into app.passkey (id, user_id, credential_id, public_key, sign_count, transports, synced, name, added_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (credential_id) do nothing`,
      [row.id, actor.userId, made.id, made.publicKey, made.count, credential.transports ?? [], row.synced, name, now],
    );
    if (rowCount !== 1) throw new Problem(409, 'auth.passkey_known', messages.passkey.known);
    await tell(client, actor.userId, { change: 'passkey_added', name, until }, now);
  });
  return shown(row);
}

const refused = (): Problem => new Problem(422, 'auth.passkey_refused', messages.passkey.notMade);

/**
 * Whether a passkey comes with nobody's word about its maker, which is all that is asked for: certificates in it would be read, and the addresses
 * that they name would be fetched, for whoever sends them.
 */
function withoutCertificates(attestation: string): boolean {
  try {
    const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestation));
    const format: string = decoded.get('fmt');
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

async function verified(deps: SessionDeps, actor: Actor, given: PasskeyAttestation, now: Date) {
  const { id, origins } = relyingParty(deps.config);
  const refuse = (reason: string): void =>
    deps.log.warn({ user: actor.userId, reason: reason.slice(0, 200) }, 'a new passkey was refused');
  if (!withoutCertificates(given.attestation)) {
    refuse('it has certificates of its maker, or cannot be read');
    throw refused();
  }
  let challenge = '';
  const result = await verifyRegistrationResponse({
    response: {
      id: given.id,
      rawId: given.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: given.client_data, attestationObject: given.attestation },
    },
    expectedChallenge: (signed) => {
      challenge = signed;
      return isOurs(deps.secondFactor, adding(actor), signed, now);
    },
    expectedOrigin: [...origins],
    expectedRPID: id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => refuse(String(error)));
  if (result?.verified !== true) throw refused();
  const { credential, credentialDeviceType } = result.registrationInfo;
  return {
    id: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    count: credential.counter,
    synced: credentialDeviceType === 'multiDevice',
    challenge,
  };
}

/** Another name for one's own passkey. @throws Problem 404 where there is none */
export async function renamePasskey(pool: Pool, actor: Actor, id: string, name: string): Promise<Passkey> {
  return transaction(pool, async (client) => {
    const { rows } = await client.query<Row>(
      'update app.passkey set name = $3 where id = $1 and user_id = $2 returning id, name, synced, added_at, last_used_at, stopped_at',
      [id, actor.userId, name],
    );
    if (!rows[0]) throw notFound();
    await refresh(client, actor.userId);
    return shown(rows[0]);
  });
}

const notFound = (): Problem => new Problem(404, 'auth.passkey_not_found', messages.passkey.notFound);

/**
 * Takes one's own passkey away, after the person has shown once more that it's them; where two-factor is on, a password alone shows that not.
 * @throws Problem 403 `auth.step_up_required`, 404 where there is none
 */
export async function removePasskey(deps: SessionDeps, actor: SignedIn, id: string, now: Date): Promise<void> {
  requireStepUp(actor);
  await transaction(deps.pool, async (client) => {
    const until = await coolDown(client, actor.userId, now);
    await requireSession(client, actor);
    await refusePasswordAlone(client, actor);
    const { rows } = await client.query<{ name: string }>(
      'delete from app.passkey where id = $1 and user_id = $2 returning name',
      [id, actor.userId],
    );
    if (!rows[0]) throw notFound();
    await tell(client, actor.userId, { change: 'passkey_removed', name: rows[0].name, until }, now);
  });
}

/** A session that was ended since the request came adds and removes no way in; one that is being ended waits for this. */
async function requireSession(client: PoolClient, { sessionId, userId }: Actor): Promise<void> {
  const { rowCount } = await client.query('select from app.session where id = $1 and user_id = $2 for share', [
    sessionId,
    userId,
  ]);
  if (rowCount !== 1) throw new Problem(401, 'auth.not_signed_in', messages.common.notSignedIn);
}

async function refusePasswordAlone(client: PoolClient, { sessionId, userId }: Actor): Promise<void> {
  const { rowCount } = await client.query(
    `select from app.session s join app.second_factor f on f.user_id = $2 and f.confirmed_at is not null
     where s.id = $1 and s.stepped_up_with = 'password'`,
    [sessionId, userId],
  );
  if (rowCount !== 0) throw new Problem(403, 'auth.step_up_required', messages.passkey.codeFirst);
}

async function tell(
  client: PoolClient,
  userId: string,
  { change, name, until }: { change: 'passkey_added' | 'passkey_removed'; name: string; until: Date | null },
  now: Date,
): Promise<void> {
  await notifyAccessChange(client, { userId, change, until }, now);
  const template = change === 'passkey_added' ? 'passkey-added' : 'passkey-removed';
  await enqueueMail(client, { userId, template, values: { time: minute(now), name } }, now);
  await refresh(client, userId);
}

function refresh(client: PoolClient, userId: string): Promise<void> {
  return invalidate(client, [{ c: userId, t: ['sessions'], e: 'passkeys_changed', s: null, a: false }]);
}
