import { createHmac, hkdfSync, scryptSync, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { decrypt, encrypt, KEY_BYTES } from './cipher.ts';
import { readOrCreateSecret, secretsDir } from './database/embedded/secrets.ts';
import { loginOf } from './database/url.ts';
import { PlainError } from './plain-error.ts';

/** About 60 ms once at the start: a password in an address may be a weak one. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
export const SEAL_NAME = 'seal';
/** Where the key lies in DATA_DIR where nothing else gives it. */
export const SEAL_FILE = `secrets/${SEAL_NAME}`;

/** Keeps what the database must hold and nobody may read there: authenticators' secrets, and the keys of stored files. */
export type Seal = {
  /** AES-256-GCM under a fresh nonce. `purpose` is bound to it: sealed for one person, it opens for no other. */
  seal(plain: Buffer, purpose: string): Buffer;
  /** @throws Error where it was sealed under another key, for another purpose, or was changed */
  open(sealed: Buffer, purpose: string): Buffer;
  /** A keyed digest, for codes too short to stand in the database as plain hashes. */
  mac(text: string): Buffer;
  /** Tells keys apart and nothing else. */
  readonly mark: Buffer;
};

export function createSeal(master: Buffer): Seal {
  const part = (name: string): Buffer => Buffer.from(hkdfSync('sha256', master, '', `clearbook:${name}`, KEY_BYTES));
  const [encryption, authentication] = [part('seal'), part('mac')];
  return {
    mark: part('mark'),
    seal: (plain, purpose) => encrypt(encryption, plain, purpose),
    open: (sealed, purpose) => decrypt(encryption, sealed, purpose),
    mac: (text) => createHmac('sha256', authentication).update(text).digest(),
  };
}

/**
 * The key of this installation: SECRETS_KEY where it is set; else DATA_DIR/secrets/seal where it is there; else, with DATABASE_URL, derived
 * from the password in it, so that several processes with folders of their own agree; else made now, in DATA_DIR/secrets.
 */
export function sealKey(options: {
  dataDir: string;
  databaseUrl?: string | undefined;
  secretsKey?: string | undefined;
}): Buffer {
  const { dataDir, databaseUrl, secretsKey } = options;
  if (secretsKey !== undefined) return stretched(secretsKey);
  if (!existsSync(join(secretsDir(dataDir), SEAL_NAME)) && databaseUrl !== undefined) {
    const { password } = loginOf(databaseUrl);
    if (password !== '') return stretched(password);
  }
  return Buffer.from(readOrCreateSecret(dataDir, SEAL_NAME), 'base64url');
}

function stretched(text: string): Buffer {
  return scryptSync(text, 'clearbook:seal', KEY_BYTES, SCRYPT);
}

/**
 * For a command that seals something beside a server.
 * @throws PlainError where the server seals under another key
 */
export async function refuseOtherSeal(pool: Pool, seal: Seal): Promise<void> {
  const { rows } = await pool.query<{ mark: Buffer }>('select mark from app.seal_mark');
  if (rows[0] && !timingSafeEqual(rows[0].mark, seal.mark)) throw new PlainError(OTHER_SEAL);
}

const OTHER_SEAL =
  'The second factors and files of this database are sealed under another key. Set SECRETS_KEY to the former one (to the former password, where the one in DATABASE_URL was changed), or put the former DATA_DIR/secrets/seal back.';

/**
 * Holds the database to one key. Where nothing is sealed yet, any key will do.
 * @throws PlainError where what is sealed here needs another key
 */
export async function holdSeal(pool: Pool, seal: Seal): Promise<void> {
  const { rows } = await pool.query<{ mark: Buffer }>(
    `insert into app.seal_mark (mark) values ($1)
     on conflict (the_only_row) do update set mark = case when exists (select from app.second_factor) or exists (select from app.file where sealed_key is not null) then app.seal_mark.mark else excluded.mark end
     returning mark`,
    [seal.mark],
  );
  const [row] = rows;
  if (row && timingSafeEqual(row.mark, seal.mark)) return;
  throw new PlainError(OTHER_SEAL);
}
