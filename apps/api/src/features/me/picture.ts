import type { Pool } from 'pg';
import type { FileStore } from '../../platform/files/index.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';

type Deps = { pool: Pool; files: FileStore };

/** Takes a new profile picture in place of the old one, which is erased. */
export async function setPicture({ pool, files }: Deps, userId: string, data: Buffer, now: Date): Promise<void> {
  const fileId = await files.store({ ownerId: userId, kind: 'picture', data }, now);
  await replace({ pool, files }, userId, fileId);
}

/** Back to the first letter of the name. */
export async function removePicture(deps: Deps, userId: string): Promise<void> {
  await replace(deps, userId, null);
}

async function replace({ pool, files }: Deps, userId: string, fileId: string | null): Promise<void> {
  const former = await transaction(pool, async (client) => {
    const { rows } = await client.query<{ picture_file: string | null }>(
      'select picture_file from app.user where id = $1 for no key update',
      [userId],
    );
    await client.query('update app.user set picture_file = $2 where id = $1', [userId, fileId]);
    await invalidate(client, [
      { c: userId, t: ['me'], e: 'picture_changed', s: null, a: false },
      { c: null, t: ['users'], e: 'picture_changed', s: userId, a: true },
    ]);
    return rows[0]?.picture_file ?? null;
  });
  // What nobody is shown any more is not kept either.
  if (former !== null && former !== fileId) await files.remove(former);
}
