import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** The folder of generated secrets: only the server's own user may enter it. */
export function secretsDir(dataDir: string): string {
  return join(dataDir, 'secrets');
}

/** Reads the secret of that name, or makes it: 256 random bits, in a file that only the server's own user may read. */
export function readOrCreateSecret(dataDir: string, name: string): string {
  const dir = secretsDir(dataDir);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  chmodSync(dir, 0o700);
  const path = join(dir, name);
  if (!existsSync(path)) createOnce(path, randomBytes(32).toString('base64url'));
  return readFileSync(path, 'utf8').trim();
}

/** Puts a secret of another installation where `readOrCreateSecret` finds it. */
export function keepSecret(dataDir: string, name: string, secret: string): void {
  const dir = secretsDir(dataDir);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  createOnce(join(dir, name), secret);
}

/** The whole file appears at once or not at all, and a file that another process made a moment ago wins. */
function createOnce(path: string, secret: string): void {
  const draft = `${path}.${process.pid}.new`;
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, `${secret}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}
