import { hash, randomBytes } from 'node:crypto';
import { messages } from '@clearbook/contracts/messages';
import type { Pool } from 'pg';
import { v7 } from 'uuid';
import { decrypt, encrypt, KEY_BYTES } from '../cipher.ts';
import { Problem } from '../http/index.ts';
import type { Seal } from '../seal.ts';
import { cleanImage } from './images.ts';

/** Where bytes are kept, under names that the server makes. */
export type FileStorage = {
  put(name: string, data: Buffer): Promise<void>;
  /** Undefined where there is no such file. */
  get(name: string): Promise<Buffer | undefined>;
  /** Nothing happens where there is no such file. */
  remove(name: string): Promise<void>;
  /** Whether files can be kept: true, or a few words on what is wrong. */
  check(): Promise<true | string>;
};

export type FileKind = 'proof' | 'favicon' | 'identity' | 'picture' | 'funds';
export type StoredFile = { id: string; ownerId: string; kind: FileKind; bytes: number; mime: string };

/** A face is shown small and square; a document must stay readable. */
const SHAPES = { proof: 'picture', identity: 'picture', funds: 'picture', favicon: 'icon', picture: 'avatar' } as const;

/** What one person may keep here. */
export const FILES_PER_PERSON = 500;
export const BYTES_PER_PERSON = 500 * 1024 * 1024;

type Row = { id: string; owner_id: string; kind: FileKind; bytes: number; mime: string };

/**
 * Uploaded pictures: checked, redrawn, encrypted, kept, and found again by an id. Each has a key of its own, which stands sealed in its row:
 * neither the storage nor the database alone shows a picture, and where the row is gone, bytes that are left somewhere tell nothing.
 */
export class FileStore {
  readonly #pool: Pool;
  readonly #storage: FileStorage;
  readonly #seal: Seal;

  constructor(pool: Pool, storage: FileStorage, seal: Seal) {
    this.#pool = pool;
    this.#storage = storage;
    this.#seal = seal;
  }

  /**
   * Keeps a picture. The same picture of the same person is kept once, so that a repeated request gives the same id.
   * @returns the file's id
   * @throws Problem 415 or 422 where it is no picture that can be kept
   */
  async store(file: { ownerId: string; kind: FileKind; data: Buffer }, now: Date): Promise<string> {
    const image = await cleanImage(file.data, SHAPES[file.kind]);
    const digest = hash('sha256', image.data, 'buffer');
    const { rows } = await this.#pool.query<{ id: string | null; files: number; bytes: string }>(
      `select (select id from app.file where owner_id = $1 and kind = $2 and sha256 = $3 limit 1) as id,
         count(*)::int as files, coalesce(sum(bytes), 0) as bytes from app.file where owner_id = $1`,
      [file.ownerId, file.kind, digest],
    );
    const [kept] = rows;
    if (kept?.id) return kept.id;
    if (kept && (kept.files >= FILES_PER_PERSON || Number(kept.bytes) + image.data.length > BYTES_PER_PERSON))
      throw new Problem(422, 'upload.quota', messages.upload.quota);

    const id = v7();
    const key = randomBytes(KEY_BYTES);
    // The bytes first: a row without its file would be a promise that is broken.
    await this.#storage.put(id, encrypt(key, image.data, purposeOf(id)));
    await this.#pool.query(
      'insert into app.file (id, owner_id, kind, sha256, bytes, mime, created_at, sealed_key, look) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [
        id,
        file.ownerId,
        file.kind,
        digest,
        image.data.length,
        image.mime,
        now,
        this.#seal.seal(key, purposeOf(id)),
        image.look,
      ],
    );
    return id;
  }

  async find(id: string): Promise<StoredFile | undefined> {
    const { rows } = await this.#pool.query<Row>('select id, owner_id, kind, bytes, mime from app.file where id = $1', [
      id,
    ]);
    const [row] = rows;
    return row && { id: row.id, ownerId: row.owner_id, kind: row.kind, bytes: row.bytes, mime: row.mime };
  }

  /** Erases a file that nothing refers to any more. The row goes first: bytes without a row are nobody's. */
  async remove(id: string): Promise<void> {
    await this.#pool.query('delete from app.file where id = $1', [id]);
    await this.#storage.remove(id);
  }

  /** @throws Error where the bytes are not those that were kept under this id */
  async read(id: string): Promise<Buffer | undefined> {
    const { rows } = await this.#pool.query<{ sealed_key: Buffer | null }>(
      'select sealed_key from app.file where id = $1',
      [id],
    );
    const [row] = rows;
    const data = row && (await this.#storage.get(id));
    // Whatever was kept before files had keys is there as it is.
    if (data === undefined || row === undefined || row.sealed_key === null) return data;
    return decrypt(this.#seal.open(row.sealed_key, purposeOf(id)), data, purposeOf(id));
  }
}

function purposeOf(id: string): string {
  return `file:${id}`;
}
