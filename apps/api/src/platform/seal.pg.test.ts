import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../test/database.ts';
import { createSeal, holdSeal, sealKey } from './seal.ts';

let db: FreshDatabase;
let folder: string;
beforeAll(async () => {
  db = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'clearbook-seal-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await db?.drop();
});

describe('the seal', () => {
  it('[A93] opens only under its key, for its purpose, and unchanged; the same text is sealed differently each time', () => {
    const [seal, other] = [createSeal(Buffer.alloc(32, 1)), createSeal(Buffer.alloc(32, 2))];
    const plain = Buffer.from('a secret');
    const sealed = seal.seal(plain, 'ann');
    expect(seal.open(sealed, 'ann')).toEqual(plain);
    expect(seal.seal(plain, 'ann').equals(sealed)).toBe(false);
    expect(sealed.includes('a secret')).toBe(false);
    expect(() => seal.open(sealed, 'bob')).toThrow();
    expect(() => other.open(sealed, 'ann')).toThrow();
    for (let i = 0; i < sealed.length; i += 1) {
      const changed = Buffer.from(sealed);
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(() => seal.open(changed, 'ann'), String(i)).toThrow();
      expect(() => seal.open(sealed.subarray(0, i), 'ann'), String(i)).toThrow();
    }
  });

  it('[A98] comes from SECRETS_KEY, a file of the server’s own, or the password in DATABASE_URL, on which several processes agree', () => {
    const databaseUrl = 'postgresql://app:one%20password@db:5432/books';
    const at = (name: string) => join(folder, name);
    const derived = sealKey({ dataDir: at('one'), databaseUrl });
    expect(sealKey({ dataDir: at('two'), databaseUrl })).toEqual(derived);
    expect(sealKey({ dataDir: at('two'), databaseUrl: databaseUrl.replace('one', 'another') })).not.toEqual(derived);
    // The former password, kept in SECRETS_KEY, is the former key.
    expect(
      sealKey({ dataDir: at('two'), databaseUrl: 'postgresql://app:new@db/books', secretsKey: 'one password' }),
    ).toEqual(derived);
    const made = sealKey({ dataDir: at('three') });
    expect(made).toHaveLength(32);
    expect(sealKey({ dataDir: at('three') })).toEqual(made);
    expect(sealKey({ dataDir: at('three'), databaseUrl })).toEqual(made);
    expect(statSync(join(at('three'), 'secrets', 'seal')).mode & 0o777).toBe(0o600);
  });

  it('[A98] a database with second factors does not start under another key; one without any takes the new key', async () => {
    const [first, second] = [createSeal(Buffer.alloc(32, 3)), createSeal(Buffer.alloc(32, 4))];
    await holdSeal(db.pool, first);
    await expect(holdSeal(db.pool, second)).resolves.toBeUndefined();
    await db.pool.query(
      `with person as (select ledger.open_party('018f0000-0000-7000-8000-000000000001', 'client'))
       insert into app.user (id, email, username, fullname, role, created_at)
       select '018f0000-0000-7000-8000-000000000001', 'ann@example.org', 'ann', 'Ann', 'client', now() from person`,
    );
    await db.pool.query(
      "insert into app.second_factor (user_id, secret, created_at) values ('018f0000-0000-7000-8000-000000000001', '\\x01', now())",
    );
    await expect(holdSeal(db.pool, second)).resolves.toBeUndefined();
    await expect(holdSeal(db.pool, first)).rejects.toThrow('Set SECRETS_KEY');
  });

  it('[A106] nor does one with a file whose key is sealed; files from before hold it to none', async () => {
    const [first, second] = [createSeal(Buffer.alloc(32, 5)), createSeal(Buffer.alloc(32, 6))];
    await db.pool.query('delete from app.second_factor');
    const keep = (id: number, key: Buffer | null) =>
      db.pool.query(
        `insert into app.file (id, owner_id, kind, sha256, bytes, mime, created_at, sealed_key)
         values (('018f0000-0000-7000-8000-00000000001' || $1)::uuid, '018f0000-0000-7000-8000-000000000001', 'identity', sha256('x'), 1, 'image/webp', now(), $2)`,
        [id, key],
      );
    await keep(1, null);
    await holdSeal(db.pool, first);
    await holdSeal(db.pool, second);
    await keep(2, second.seal(Buffer.alloc(32, 9), 'file:2'));
    await expect(holdSeal(db.pool, second)).resolves.toBeUndefined();
    await expect(holdSeal(db.pool, first)).rejects.toThrow('files of this database are sealed under another key');
  });
});
