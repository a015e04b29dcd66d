import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase, freshDatabase } from '../apps/api/test/database.ts';
import type { FreshDatabase } from '../apps/api/test/database.ts';
import { COMPILED, startProcess } from '../apps/api/test/process.ts';
import { localStorage } from '../apps/api/src/adapters/files/index.ts';
import { FileStore } from '../apps/api/src/platform/files/index.ts';
import { createSeal, sealKey } from '../apps/api/src/platform/seal.ts';
import { picture } from '../apps/api/test/picture.ts';
import { assertBooksBalance } from '../apps/api/src/platform/backup/restore.ts';

const CLIENT = '0190a0a0-0000-7000-8000-000000000001';
/** One balanced top-up of a dollar, as its owner may write it: entry, postings, running totals. */
const TOP_UP = `
  WITH head AS (UPDATE ledger.head SET number = number + 1 WHERE book = 1 RETURNING number),
       entry AS (INSERT INTO ledger.entry (book, number, event, client_id, subject_id, actor_id, at, schema_version, canonical, link, accounts, amounts)
                 SELECT 1, number, 2, '${CLIENT}', '${CLIENT}', '${CLIENT}', now(), 1, '', sha256(''), '{17,1}', '{100,-100}' FROM head RETURNING number),
       house AS (INSERT INTO ledger.house_delta (book, account, upto, amount) SELECT 1, 17, number, 100 FROM entry)
  UPDATE ledger.party SET cash = cash + 100 WHERE id = '${CLIENT}'`;

describe('npm run backup and npm run restore', () => {
  let database: FreshDatabase;
  let home: string;
  beforeAll(async () => {
    database = await freshDatabase();
    await database.ownerPool.query('INSERT INTO ledger.party_book (book, id) VALUES (1, $1)', [CLIENT]);
    await database.ownerPool.query('INSERT INTO ledger.party (book, id, kind) VALUES (1, $1, $2)', [CLIENT, 'client']);
    await database.ownerPool.query(
      `INSERT INTO app.user (id, email, username, fullname, role, is_verified, created_at)
       VALUES ($1, 'client@clearbook.example', 'client', $2, 'client', true, now())`,
      [CLIENT, 'نورة "O\'Brien"\t\\N'],
    );
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'clearbook-backup-'));
    mkdirSync(join(home, 'data/files/ab'), { recursive: true });
    mkdirSync(join(home, 'data/secrets'));
    writeFileSync(join(home, 'data/files/ab/proof'), 'a picture');
    writeFileSync(join(home, 'data/secrets/cookie-key'), 'a secret of the server');
    writeFileSync(join(home, 'data/secrets/database-app'), 'not kept');
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const run = async (
    script: string,
    args: string[],
    env: Record<string, string>,
  ): Promise<{ code: unknown; output: string }> => {
    const running = startProcess([process.execPath, `scripts/${script}.ts`, ...args], { ...COMPILED, ...env });
    const code = await running.ended();
    return { code, output: running.output() };
  };
  const PASSPHRASE = { BACKUP_PASSPHRASE: 'nine quiet boats at noon' };
  const takeBackup = (env: Record<string, string> = PASSPHRASE) =>
    run('backup', [join(home, 'backup')], {
      DATA_DIR: join(home, 'data'),
      DATABASE_URL: database.superuserUrl,
      ...env,
    });

  it('[O27] a backup under load is one moment: restored, the books balance, and rows, files and secrets are there', async () => {
    const filesOf = (pool: pg.Pool, dataDir: string) =>
      new FileStore(pool, localStorage(join(dataDir, 'files')), createSeal(sealKey({ dataDir })));
    const kept = filesOf(database.pool, join(home, 'data'));
    const document = await kept.store({ ownerId: CLIENT, kind: 'identity', data: picture(1) }, new Date());
    const shown = await kept.read(document);
    let writing = true;
    const writers = [1, 2, 3].map(async () => {
      let written = 0;
      while (writing) {
        await database.ownerPool.query(TOP_UP);
        written += 1;
      }
      return written;
    });
    const { code, output } = await takeBackup();
    writing = false;
    const written = (await Promise.all(writers)).reduce((sum, each) => sum + each, 0);
    expect(output).toMatch(
      /^Backup in .*: \d+ rows in \d+ tables, 3 files\.\n.* is in it, sealed with BACKUP_PASSPHRASE\.\n$/,
    );
    expect(code).toBe(0);
    expect(statSync(join(home, 'backup')).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(join(home, 'backup/tables'))) {
      expect(statSync(join(home, 'backup/tables', name)).mode & 0o777).toBe(0o600);
    }

    const target = await emptyDatabase('template0');
    try {
      const env = { DATA_DIR: join(home, 'restored'), DATABASE_URL: target.url, ...PASSPHRASE };
      expect(await run('restore', [join(home, 'backup')], env)).toMatchObject({
        output: expect.stringMatching(/^Restored \d+ rows and 3 files; the books balance\./),
        code: 0,
      });
      const client = new pg.Client({ connectionString: target.url });
      await client.connect();
      try {
        await assertBooksBalance(client);
        const { rows } = await client.query<{ entries: number; cash: string; name: string; audit: string }>(`
          SELECT (SELECT count(*)::int FROM ledger.entry) AS entries, (SELECT cash FROM ledger.party WHERE id = '${CLIENT}') AS cash,
                 (SELECT fullname FROM app.user WHERE id = '${CLIENT}') AS name,
                 (SELECT market_seed FROM app.instance) AS audit`);
        const entries = rows[0]?.entries ?? 0;
        expect(entries).toBeGreaterThan(0);
        expect(entries).toBeLessThanOrEqual(written);
        expect(rows[0]).toMatchObject({ cash: String(entries * 100), name: 'نورة "O\'Brien"\t\\N', audit: 'test' });
        // Constraints and triggers hold again, and identities go on where they were.
        await expect(
          client.query(`INSERT INTO app.user (id, email, username, fullname, role, created_at)
          VALUES (gen_random_uuid(), 'x@y.example', 'x', 'x', 'client', now())`),
        ).rejects.toMatchObject({ code: '23503' });
        await expect(client.query('DELETE FROM app.instance')).rejects.toThrow('never changes');
      } finally {
        await client.end();
      }
      // A106: what was encrypted is read with the key that came with it, sealed.
      const restored = new pg.Pool({ connectionString: target.url });
      try {
        expect(await filesOf(restored, join(home, 'restored')).read(document)).toEqual(shown);
      } finally {
        await restored.end();
      }
      expect(readFileSync(join(home, 'restored/files/ab/proof'), 'utf8')).toBe('a picture');
      expect(readFileSync(join(home, 'restored/secrets/cookie-key'), 'utf8')).toBe('a secret of the server');

      expect(await run('restore', [join(home, 'backup')], { ...env, DATA_DIR: join(home, 'again') })).toMatchObject({
        output: 'The database is not empty: restore into a new one.\n',
        code: 1,
      });
    } finally {
      await target.drop();
    }
  });

  it('[O28] a backup of a given database restores into an embedded one, and that one backs up beside its server or without', async () => {
    await database.ownerPool.query(TOP_UP);
    // A106: what opens a backup is never in it unsealed, and it says what is to be kept.
    const asked = /The key that opens its files and second factors is not in it: keep SECRETS_KEY/;
    expect((await takeBackup()).output).toMatch(asked);
    // One that is left from before SECRETS_KEY was set opens nothing.
    const left = { DATA_DIR: join(home, 'given'), DATABASE_URL: database.superuserUrl };
    sealKey({ dataDir: left.DATA_DIR });
    expect((await run('backup', [join(home, 'left')], left)).output).toMatch(/keep a copy of DATA_DIR\/secrets\/seal/);
    const set = { ...left, SECRETS_KEY: 'a long sentence that somebody keeps' };
    expect((await run('backup', [join(home, 'set')], set)).output).toMatch(asked);
    const env = { DATA_DIR: join(home, 'embedded') };
    expect(await run('restore', [join(home, 'backup')], env)).toMatchObject({ code: 0 });
    expect(await run('backup', [join(home, 'stopped')], env)).toMatchObject({ code: 0 });

    const server = startProcess([process.execPath, 'apps/api/test/programs/database-process.ts'], {
      ...env,
      MARKET_SEED: 'test',
    });
    await server.says(/^ready/m);
    expect(await run('backup', [join(home, 'running')], env)).toMatchObject({ code: 0 });
    server.child.kill('SIGTERM');
    expect(await server.ended()).toBe(0);
    expect(tablesOf(join(home, 'running'))).toEqual(tablesOf(join(home, 'backup')));
    expect(tablesOf(join(home, 'stopped'))).toEqual(tablesOf(join(home, 'backup')));
  });

  it('[O96] a restore opens and sends nothing that may have been ended or sent since the backup', async () => {
    await database.ownerPool.query(`
      WITH session AS (INSERT INTO app.session (token_hash, id, user_id, created_at, last_seen_at, expires_at, user_agent)
             VALUES (sha256('session'), gen_random_uuid(), '${CLIENT}', now(), now(), now() + interval '1 day', 'test')),
           reset AS (INSERT INTO app.password_link (token_hash, user_id, expires_at) VALUES (sha256('reset'), '${CLIENT}', now() + interval '1 day')),
           change AS (INSERT INTO app.email_change (user_id, token_hash, new_email, expires_at)
             VALUES ('${CLIENT}', sha256('change'), 'new@clearbook.example', now() + interval '1 day')),
           confirm AS (INSERT INTO app.email_confirmation (token_hash, user_id, expires_at) VALUES (sha256('confirm'), '${CLIENT}', now() + interval '1 day')),
           lock AS (INSERT INTO app.account_lock (token_hash, user_id, change, address, former, at, expires_at)
             VALUES (sha256('lock'), '${CLIENT}', 'password', 'client@clearbook.example', false, now(), now() + interval '7 days')),
           token AS (INSERT INTO app.api_token (id, token_hash, owner_id, name, permissions, networks, created_at, expires_at)
             SELECT gen_random_uuid(), sha256(n::text::bytea), '${CLIENT}', 'books', '{books.read}', '{}', now() - n * interval '2 days', now() + (5 - 2 * n) * interval '2 days'
             FROM generate_series(1, 3) AS n)
      INSERT INTO app.mail_outbox (id, user_id, template, "values", state, next_at, created_at, sent_at)
        SELECT gen_random_uuid(), '${CLIENT}', template, given::jsonb, state, now(), now(), CASE WHEN state = 'sent' THEN now() END
        FROM (VALUES ('deposit-approved', '{"amount": "$5.00"}', 'waiting'), ('password-reset', '{"token": "t"}', 'waiting'), ('withdrawal-code', '{"code": "1"}', 'waiting'),
          ('top-up', '{}', 'sent')) AS mail (template, given, state)`);
    expect(await takeBackup()).toMatchObject({ code: 0 });
    const target = await emptyDatabase('template0');
    try {
      const env = { DATA_DIR: join(home, 'restored'), DATABASE_URL: target.url, ...PASSPHRASE };
      expect((await run('restore', [join(home, 'backup')], env)).output).toContain(
        'Ended: 1 sessions, every open link, 2 tokens. Held: 3 emails that were waiting',
      );
      const client = new pg.Client({ connectionString: target.url });
      await client.connect();
      try {
        const { rows } = await client.query<Record<string, unknown>>(`
          SELECT (SELECT count(*)::int FROM app.session) AS sessions, (SELECT count(*)::int FROM app.account_lock) AS locks,
            (SELECT count(*)::int FROM app.password_link) + (SELECT count(*)::int FROM app.email_change) + (SELECT count(*)::int FROM app.email_confirmation) AS links,
            (SELECT count(*)::int FROM app.api_token WHERE revoked_at IS NULL AND expires_at > now()) AS tokens,
            (SELECT count(*)::int FROM ledger.audit WHERE action = 'token.revoke' AND facts ->> 'because' = 'restored') AS audited,
            (SELECT jsonb_object_agg(template, jsonb_build_array(state, cause, may_retry, "values")) FROM app.mail_outbox) AS mails`);
        expect(rows).toEqual([
          {
            ...{ sessions: 0, locks: 1, links: 0, tokens: 0, audited: 2 },
            mails: {
              'deposit-approved': ['failed', 'restored', true, { amount: '$5.00' }],
              'password-reset': ['failed', 'restored', false, {}],
              'withdrawal-code': ['failed', 'restored', false, {}],
              'top-up': ['sent', null, false, {}],
            },
          },
        ]);
      } finally {
        await client.end();
      }
    } finally {
      await target.drop();
    }
  });

  it('[O58] no backup holds the key next to what it seals, and a restore asks for it', async () => {
    const dataDir = join(home, 'data');
    const key = sealKey({ dataDir }).toString('base64url');
    const holds = (folder: string) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true }).some(
        (entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(key),
      );
    expect(await takeBackup({})).toMatchObject({ code: 0 });
    expect(holds(join(home, 'backup'))).toBe(false);
    const backups = { open: join(home, 'backup'), sealed: join(home, 'sealed') };
    const env = { DATA_DIR: dataDir, DATABASE_URL: database.superuserUrl, ...PASSPHRASE };
    expect(await run('backup', [backups.sealed], env)).toMatchObject({ code: 0 });
    expect(holds(backups.sealed)).toBe(false);

    const restore = (from: string, given: Record<string, string>) =>
      run('restore', [from], { DATA_DIR: join(home, 'restored'), ...given });
    const refused: [from: string, given: Record<string, string>, words: RegExp][] = [
      [backups.open, {}, /^The key that opens the files and second factors is not in this backup: set SEAL_KEY/],
      [backups.open, { SEAL_KEY: 'c29tZSBvdGhlciBrZXkgb2YgYSBzZXJ2ZXI' }, /^That is not the key of this backup/],
      [backups.sealed, {}, /^Set BACKUP_PASSPHRASE/],
      [backups.sealed, { BACKUP_PASSPHRASE: 'ten quiet boats at noon' }, /^That is not the passphrase/],
    ];
    for (const [from, given, words] of refused) {
      expect((await restore(from, given)).output).toMatch(words);
      expect(readdirSync(home)).not.toContain('restored');
    }
    expect(await restore(backups.open, { SEAL_KEY: key })).toMatchObject({ code: 0 });
    expect(sealKey({ dataDir: join(home, 'restored') }).toString('base64url')).toBe(key);
  });

  it('[O29] a restore refuses a used DATA_DIR, a folder that is no backup, and a backup that was changed, and leaves nothing behind', async () => {
    await takeBackup();
    const backup = join(home, 'backup');
    expect((await run('restore', [backup], { DATA_DIR: join(home, 'data') })).output).toMatch(
      /is not empty: restore into a new folder/,
    );
    expect((await run('restore', [join(home, 'data')], { DATA_DIR: join(home, 'new') })).output).toMatch(
      /is no finished backup/,
    );
    expect(
      (await run('backup', [backup], { DATA_DIR: join(home, 'data'), DATABASE_URL: database.superuserUrl })).output,
    ).toMatch(/exists already/);

    const table = join(backup, 'tables/ledger.party.copy.gz');
    const bytes = readFileSync(table);
    bytes[bytes.length - 5] = (bytes.at(-5) ?? 0) ^ 1;
    chmodSync(table, 0o600);
    writeFileSync(table, bytes);
    expect((await run('restore', [backup], { DATA_DIR: join(home, 'new') })).output).toMatch(
      /is damaged: tables\/ledger\.party\.copy\.gz is not what was written/,
    );
    expect(readdirSync(home)).not.toContain('new');
  });

  it('[O29] books that do not balance are not restored', async () => {
    await database.ownerPool.query(`UPDATE ledger.party SET cash = cash + 1 WHERE id = '${CLIENT}'`);
    try {
      await takeBackup();
    } finally {
      await database.ownerPool.query(`UPDATE ledger.party SET cash = cash - 1 WHERE id = '${CLIENT}'`);
    }
    const refused = await run('restore', [join(home, 'backup')], { DATA_DIR: join(home, 'new') });
    expect(refused.output).toMatch(/^The books do not balance: the total of cash/);
    expect(refused.code).toBe(1);
    expect(readdirSync(join(home, 'new'))).toEqual(['lock']);
  });
});

function tablesOf(folder: string): unknown {
  const { tables } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    tables: { name: string; rows: number }[];
  };
  return tables.map(({ name, rows }) => ({ name, rows }));
}
