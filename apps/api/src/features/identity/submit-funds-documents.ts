import { FUNDS_DOCUMENT_KINDS } from '@clearbook/contracts/identity';
import { messages } from '@clearbook/contracts/messages';
import { addedFundsDocuments } from '@clearbook/domain/identity';
import type { Pool, PoolClient } from 'pg';
import type { Config } from '../../platform/config.ts';
import type { FileStore } from '../../platform/files/index.ts';
import { Problem, type UploadedFile } from '../../platform/http/index.ts';
import { newId } from '../../platform/ids.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { readFundsDocuments } from './funds-documents.query.ts';
import { readDetails } from './personal-details.query.ts';
import { storePictures } from './store-pictures.ts';

const { funds, detailsFirst, demoHasNoLevels } = messages.identity;

/**
 * Takes pictures of documents that show where a client's money comes from. They wait to be reviewed; what the client can deposit stays as it is.
 * @throws Problem 409 in demo mode, 422 before the details and the identity documents, without a picture, or where they are too many
 */
export async function submitFundsDocuments(
  { pool, files, config }: { pool: Pool; files: FileStore; config: Pick<Config, 'mode'> },
  userId: string,
  uploads: readonly UploadedFile[],
  now: Date,
): Promise<void> {
  if (config.mode === 'demo') throw new Problem(409, 'funds.demo', demoHasNoLevels);
  if (uploads.length === 0)
    throw new Problem(
      422,
      'funds.document_required',
      funds.required,
      FUNDS_DOCUMENT_KINDS.map((name) => ({ name, message: funds.required })),
    );
  // Checked before the pictures are redrawn, which is expensive, and again under the lock.
  await transaction(pool, (client) => check(client, userId, uploads.length));
  const about = { names: FUNDS_DOCUMENT_KINDS, ownerId: userId, kind: 'funds' as const };
  const stored = await storePictures(files, uploads, about, now);

  await transaction(pool, async (client) => {
    const added = addedFundsDocuments(await check(client, userId, uploads.length), stored);
    if (added.length === 0) return;
    for (const { kind, file, number } of added)
      await client.query(
        'insert into app.funds_document (id, user_id, number, kind, file_id, submitted_at) values ($1, $2, $3, $4, $5, $6)',
        [newId(), userId, number, kind, file, now],
      );
    await client.query(
      'update app.verification set funds_waiting_since = coalesce(funds_waiting_since, $2) where user_id = $1',
      [userId, now],
    );
    const change = { t: ['identity' as const], e: 'funds_documents', s: userId };
    await invalidate(client, [
      { c: userId, a: false, ...change },
      { c: null, a: true, ...change },
    ]);
  });
}

/** One submission per person at a time: locks the person's row in the app schema, not in the books. Returns the files that were sent before. */
async function check(client: PoolClient, userId: string, more: number): Promise<string[]> {
  await client.query('select from app.user where id = $1 for no key update', [userId]);
  if ((await readDetails(client, userId)) === null) throw new Problem(422, 'identity.details_required', detailsFirst);
  const { rowCount } = await client.query('select from app.verification where user_id = $1', [userId]);
  if (rowCount === 0) throw new Problem(422, 'identity.documents_first', funds.documentsFirst);
  const { documents, left } = await readFundsDocuments(client, userId);
  if (more > left) throw new Problem(422, 'funds.documents_full', funds.full(left));
  return documents.map(({ file }) => file);
}
