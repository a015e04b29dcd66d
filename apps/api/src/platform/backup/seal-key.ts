import { randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { decrypt, encrypt, KEY_BYTES } from '../cipher.ts';
import type { Config } from '../config.ts';
import { PlainError } from '../plain-error.ts';
import { createSeal, SEAL_FILE, sealKey } from '../seal.ts';
import type { Manifest } from './manifest.ts';

/** About half a second and 128 MB: the passphrase is all that keeps the key in a backup that was stolen. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const PURPOSE = 'backup:seal';

type Kept = NonNullable<Manifest['seal']>;

/**
 * What a backup says of the key that opens its files and second factors. The key itself never lies open next to them: it is left out, or
 * sealed with a passphrase.
 */
export async function keepSealKey(
  owner: pg.ClientBase,
  { dataDir, secretsKey, backupPassphrase }: Pick<Config, 'dataDir' | 'secretsKey' | 'backupPassphrase'>,
): Promise<Kept> {
  const file = join(dataDir, SEAL_FILE);
  // Where SECRETS_KEY is set, a file that is left from before it opens nothing.
  if (secretsKey !== undefined || !existsSync(file)) {
    const { rows } = await owner.query<{ mark: Buffer }>('SELECT mark FROM app.seal_mark');
    return { where: 'elsewhere', mark: rows[0]?.mark.toString('hex') ?? null };
  }
  const text = readFileSync(file, 'utf8').trim();
  const mark = markOf(Buffer.from(text, 'base64url'));
  if (backupPassphrase === undefined) return { where: 'left_out', mark };
  const salt = randomBytes(16);
  const sealed = encrypt(stretched(backupPassphrase, salt), Buffer.from(text), PURPOSE);
  return { where: 'passphrase', mark, salt: salt.toString('hex'), sealed: sealed.toString('hex') };
}

/** Asks whoever restores, without showing what is typed; undefined where nobody can be asked. */
export type Ask = (question: string) => Promise<string | undefined>;

/**
 * The content of DATA_DIR/secrets/seal for what is restored; undefined where the key comes from elsewhere. Checked before anything is restored.
 * @throws PlainError where the key is missing or is another one
 */
export async function askForSealKey(
  kept: Kept | undefined,
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'secretsKey' | 'backupPassphrase' | 'sealKey'>,
  ask: Ask,
): Promise<string | undefined> {
  if (kept === undefined || kept.mark === null) return undefined;
  if (kept.where === 'elsewhere') {
    if (comesFromElsewhere(config) && markOf(sealKey(config)) === kept.mark) return undefined;
    throw new PlainError(
      'What is sealed in this backup needs the former SECRETS_KEY, or the password of the former DATABASE_URL: set SECRETS_KEY to it.',
    );
  }
  const text = kept.where === 'passphrase' ? await unsealed(kept, config, ask) : await given(config, ask);
  if (markOf(Buffer.from(text, 'base64url')) !== kept.mark)
    throw new PlainError(
      'That is not the key of this backup: use the DATA_DIR/secrets/seal of the server it came from.',
    );
  return text;
}

async function unsealed(
  { salt, sealed }: Extract<Kept, { where: 'passphrase' }>,
  { backupPassphrase }: Pick<Config, 'backupPassphrase'>,
  ask: Ask,
): Promise<string> {
  const passphrase = backupPassphrase ?? (await ask('Passphrase of this backup: '));
  if (passphrase === undefined)
    throw new PlainError('Set BACKUP_PASSPHRASE to the passphrase that this backup was made with.');
  try {
    const key = stretched(passphrase, Buffer.from(salt, 'hex'));
    return decrypt(key, Buffer.from(sealed, 'hex'), PURPOSE).toString();
  } catch {
    throw new PlainError('That is not the passphrase that this backup was made with.');
  }
}

async function given({ sealKey: key }: Pick<Config, 'sealKey'>, ask: Ask): Promise<string> {
  const text = key ?? (await ask('Content of the former DATA_DIR/secrets/seal: '));
  if (text === undefined)
    throw new PlainError(
      'The key that opens the files and second factors is not in this backup: set SEAL_KEY to the content of the former DATA_DIR/secrets/seal.',
    );
  return text.trim();
}

function comesFromElsewhere({ secretsKey, databaseUrl }: Pick<Config, 'databaseUrl' | 'secretsKey'>): boolean {
  return secretsKey !== undefined || databaseUrl !== undefined;
}

function markOf(key: Buffer): string {
  return createSeal(key).mark.toString('hex');
}

function stretched(passphrase: string, salt: Buffer): Buffer {
  return scryptSync(passphrase.normalize('NFKC'), salt, KEY_BYTES, SCRYPT);
}
