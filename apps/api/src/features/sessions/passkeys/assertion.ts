import type { PasskeyAssertion } from '@clearbook/contracts/access';
import { messages } from '@clearbook/contracts/messages';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { PoolClient } from 'pg';
import { Problem } from '../../../platform/http/index.ts';
import { minute } from '../../../platform/mail/minute.ts';
import { enqueueMail } from '../../../platform/mail/outbox.ts';
import { transaction } from '../../../platform/transaction.ts';
import { coolDown, notifyAccessChange } from '../access-changed.ts';
import type { SessionDeps } from '../deps.ts';
import { isOurs, type Purpose, spendChallenge } from './challenge.ts';
import { relyingParty } from './relying-party.ts';

type Row = {
  id: string;
  user_id: string;
  name: string;
  public_key: Buffer;
  sign_count: string;
  stopped: boolean;
};

/** A signature that was right when it was looked at; it counts once `spend` has taken it. */
export type Signature = {
  readonly passkeyId: string;
  readonly userId: string;
  readonly name: string;
  /** Whether the device made sure who holds it, by a finger, a face or a PIN. */
  readonly verified: boolean;
  readonly count: number;
  readonly challenge: string;
  readonly stopped: boolean;
};

const refused = (): Problem => new Problem(422, 'auth.passkey_refused', messages.passkey.refused);

/**
 * Looks at what a passkey signed without using it up.
 * @throws Problem 422, the same for an unknown passkey, a signature that isn't right and one for something else
 */
export async function examine(
  deps: SessionDeps,
  given: PasskeyAssertion,
  purpose: Purpose,
  now: Date,
): Promise<Signature> {
  const { id, origins } = relyingParty(deps.config);
  const { rows } = await deps.pool.query<Row>(
    'select id, user_id, name, public_key, sign_count, stopped_at is not null as stopped from app.passkey where credential_id = $1',
    [Buffer.from(given.id, 'base64url')],
  );
  const [row] = rows;
  if (!row) throw refused();
  let challenge = '';
  const result = await verifyAuthenticationResponse({
    response: {
      id: given.id,
      rawId: given.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: given.client_data,
        authenticatorData: given.authenticator_data,
        signature: given.signature,
      },
    },
    expectedChallenge: (signed) => {
      challenge = signed;
      return isOurs(deps.secondFactor, purpose, signed, now);
    },
    expectedOrigin: [...origins],
    expectedRPID: id,
    // How often it has signed is compared when it counts, in the table itself.
    credential: { id: given.id, publicKey: new Uint8Array(row.public_key), counter: 0 },
    requireUserVerification: false,
  }).catch((error: unknown) => {
    deps.log.warn({ passkey: row.id, user: row.user_id, reason: String(error).slice(0, 200) }, 'a passkey was refused');
    return undefined;
  });
  if (result?.verified !== true) throw refused();
  const { userVerified, newCounter } = result.authenticationInfo;
  return {
    ...{ passkeyId: row.id, userId: row.user_id, name: row.name, stopped: row.stopped },
    ...{ verified: userVerified, count: newCounter, challenge },
  };
}

/** The count went back, so that two devices sign with one key. */
class CountWentBack extends Error {}

/**
 * Runs the work that a signature lets through, and uses the signature up in the same transaction. One whose count went back opens nothing
 * from then on, and its owner is told.
 * @throws Problem 422 for a signature that was used, and for a passkey of which there is a copy
 */
export async function spend<T>(
  deps: SessionDeps,
  signature: Signature,
  now: Date,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  if (signature.stopped) throw copied();
  try {
    return await transaction(deps.pool, async (client) => {
      if (!(await spendChallenge(client, signature.challenge))) throw refused();
      const { rowCount } = await client.query(
        `update app.passkey set sign_count = $2, last_used_at = $3
         where id = $1 and stopped_at is null and (sign_count < $2 or (sign_count = 0 and $2 = 0))`,
        [signature.passkeyId, signature.count, now],
      );
      if (rowCount !== 1) throw new CountWentBack();
      return work(client);
    });
  } catch (error) {
    if (!(error instanceof CountWentBack)) throw error;
    await stop(deps, signature, now);
    throw copied();
  }
}

const copied = (): Problem => new Problem(422, 'auth.passkey_copied', messages.passkey.copied);

async function stop(deps: SessionDeps, { passkeyId, userId, name }: Signature, now: Date): Promise<void> {
  deps.log.warn({ passkey: passkeyId, user: userId }, 'a passkey was stopped: its count went back');
  await transaction(deps.pool, async (client) => {
    const until = await coolDown(client, userId, now);
    const { rowCount } = await client.query(
      'update app.passkey set stopped_at = $2 where id = $1 and stopped_at is null',
      [passkeyId, now],
    );
    // Somebody else has stopped or removed it at the same moment.
    if (rowCount !== 1) return;
    await notifyAccessChange(client, { userId, change: 'passkey_copied', until }, now);
    await enqueueMail(client, { userId, template: 'passkey-copied', values: { time: minute(now), name } }, now);
  });
}
