import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { decrypt, encrypt, KEY_BYTES } from '../../platform/cipher.ts';
import type { FileStorage } from '../../platform/files/index.ts';
import { newId } from '../../platform/ids.ts';
import type { Seal } from '../../platform/seal.ts';

/** What is held in memory at a time, and the size of what is kept. */
const PIECE_BYTES = 1024 * 1024;

export type Stores = { readonly pool: Pool; readonly storage: FileStorage; readonly seal: Seal };
export type Kept = { readonly bytes: number; readonly sealedKey: Buffer };

/**
 * Keeps an archive as it comes, in pieces that are encrypted under a key of their own, each for its place: none can be left out, exchanged or read by itself.
 * The row of a piece is there before its bytes, so that nothing is left over whenever this ends.
 */
export async function keepPieces(
  { pool, storage, seal }: Stores,
  archiveId: string,
  zip: AsyncIterable<Buffer>,
): Promise<Kept> {
  const key = randomBytes(KEY_BYTES);
  let [bytes, place] = [0, 0];
  let waiting: Buffer[] = [];
  let held = 0;
  const keep = async (): Promise<void> => {
    const fileId = newId();
    await pool.query('insert into app.archive_piece (archive_id, place, file_id) values ($1, $2, $3)', [
      archiveId,
      place,
      fileId,
    ]);
    await storage.put(fileId, encrypt(key, Buffer.concat(waiting), pieceOf(archiveId, place)));
    place += 1;
    waiting = [];
    held = 0;
  };
  for await (const chunk of zip) {
    waiting.push(chunk);
    held += chunk.length;
    bytes += chunk.length;
    if (held >= PIECE_BYTES) await keep();
  }
  if (held > 0) await keep();
  return { bytes, sealedKey: seal.seal(key, keyOf(archiveId)) };
}

/** The archive again, a piece at a time. @throws Error where one is gone or was changed */
export async function* readPieces(
  { pool, storage, seal }: Stores,
  archiveId: string,
  sealedKey: Buffer,
): AsyncGenerator<Buffer> {
  const key = seal.open(sealedKey, keyOf(archiveId));
  const { rows } = await pool.query<{ place: number; file_id: string }>(
    'select place, file_id from app.archive_piece where archive_id = $1 order by place',
    [archiveId],
  );
  for (const { place, file_id: fileId } of rows) {
    const sealed = await storage.get(fileId);
    if (sealed === undefined) throw new Error(`archive: piece ${place} of ${archiveId} is gone`);
    yield decrypt(key, sealed, pieceOf(archiveId, place));
  }
}

function keyOf(archiveId: string): string {
  return `archive:${archiveId}`;
}

function pieceOf(archiveId: string, place: number): string {
  return `archive:${archiveId}:${place}`;
}
