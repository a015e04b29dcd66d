import { messages } from '@clearbook/contracts/messages';
import { identityState, SIDES, sidesWanted, type Documents, type Side, validityOf } from '@clearbook/domain/identity';
import type { Pool, PoolClient } from 'pg';
import { v7 } from 'uuid';
import type { Config } from '../../platform/config.ts';
import type { FileStore } from '../../platform/files/index.ts';
import { Problem, type UploadedFile } from '../../platform/http/index.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { documentStates } from './identity.query.ts';
import { readDetails } from './personal-details.query.ts';
import { storePictures } from './store-pictures.ts';

/**
 * Takes the pictures of an identity document: both at first, afterwards those that were declined, and
 * until somebody decides any that is to replace one. Once an approved document expires soon, both of a new one: until that is decided the
 * approval stands.
 * @throws Problem 422 where a live site knows nothing of the person yet, and for a picture that is missing or invalid, 409 once the person is verified
 */
export async function submitIdentity(
  { pool, files, config }: { pool: Pool; files: FileStore; config: Pick<Config, 'mode'> },
  userId: string,
  uploads: readonly UploadedFile[],
  now: Date,
): Promise<void> {
  const sent = SIDES.filter((side) => uploads.some(({ name }) => name === side));
  // What is on a document is compared with what its owner says, so that comes first. A demo never asks.
  if (config.mode === 'live' && (await readDetails(pool, userId)) === null)
    throw new Problem(422, 'identity.details_required', messages.identity.detailsFirst);
  // Checked before the pictures are redrawn, which is expensive, and again under the lock.
  await transaction(pool, (client) => check(client, userId, sent, now));

  const stored = await storePictures(files, uploads, { names: SIDES, ownerId: userId, kind: 'identity' }, now);

  await transaction(pool, async (client) => {
    const before = await check(client, userId, sent, now);
    await client.query(
      `insert into app.verification (user_id, submission, state, submitted_at) values ($1, $2, 'pending', $3)
       on conflict (user_id) do update set submission = excluded.submission, state = 'pending', submitted_at = excluded.submitted_at,
         decided_at = null, decided_by = null, stands = verification.stands or verification.state = 'approved'`,
      [userId, v7(), now],
    );
    for (const [side, fileId] of stored) {
      if (before[side] !== undefined)
        await client.query(
          'update app.verification_document set replaced_at = $3 where user_id = $1 and side = $2 and replaced_at is null',
          [userId, side, now],
        );
      await client.query(
        "insert into app.verification_document (id, user_id, side, file_id, state, submitted_at) values ($1, $2, $3, $4, 'pending', $5)",
        [v7(), userId, side, fileId, now],
      );
    }
    const about = { t: ['identity' as const, 'users' as const], e: 'identity_submitted', s: userId };
    await invalidate(client, [
      { c: userId, a: false, ...about },
      { c: null, a: true, ...about },
    ]);
  });
}

/** One submission per person at a time: locks the person's row in the app schema, not in the books. */
async function check(client: PoolClient, userId: string, sent: readonly Side[], now: Date): Promise<Documents> {
  await client.query('select from app.user where id = $1 for no key update', [userId]);
  const documents = await documentStates(client, userId);
  const state = identityState(documents);
  if (state === 'approved' && !(await mayReplace(client, userId, now)))
    throw new Problem(409, 'identity.already_verified', messages.identity.alreadyVerified);
  if (state === 'pending') {
    // Until someone decides, either picture may be replaced.
    if (sent.length > 0) return documents;
    throw new Problem(
      422,
      'identity.document_required',
      messages.identity.replaceRequired,
      SIDES.map((side) => ({ name: side, message: messages.identity.replaceRequired })),
    );
  }
  // A new document takes the place of the whole one before it.
  const wanted = state === 'approved' ? SIDES : sidesWanted(documents);
  const missing = wanted.filter((side) => !sent.includes(side));
  if (missing.length > 0) {
    const both = wanted.length === SIDES.length;
    const message = (side: Side) => (both ? messages.identity.bothRequired : messages.identity.sideRequired[side]);
    throw new Problem(
      422,
      'identity.document_required',
      message(missing[0] ?? 'front'),
      missing.map((side) => ({ name: side, message: message(side) })),
    );
  }
  return documents;
}

/** Whether the document that was approved has expired or will soon. */
async function mayReplace(client: PoolClient, userId: string, now: Date): Promise<boolean> {
  const { rows } = await client.query<{ expires_on: string | null }>(
    'select expires_on::text from app.identity_dates where user_id = $1 and replaced_at is null',
    [userId],
  );
  return validityOf(rows[0]?.expires_on ?? null, now.toISOString().slice(0, 10)) !== 'valid';
}
