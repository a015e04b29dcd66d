import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SIMULATION_VERSION } from '@clearbook/domain/market';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMPILED, startProcess } from '../../../test/process.ts';
import type { Running } from '../../../test/process.ts';

import { createLog } from '../log.ts';
import { startEmbedded } from './embedded/index.ts';
import type { Embedded } from './embedded/index.ts';
import { GENERATOR_VERSION } from './instance.ts';
import { databaseOf, withDatabase, withLogin } from './url.ts';

const PROGRAM = ['apps/api/test/programs/database-process.ts'];

/** A PostgreSQL that an operator would give in DATABASE_URL: a server of its own, because these tests change its roles. */
describe('a given database', () => {
  let home: string;
  let server: Embedded;
  let superuser: string;
  let url: string;
  let count = 0;
  let started: Running[] = [];

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'clearbook-given-'));
    server = await startEmbedded({
      dataDir: join(home, 'server'),
      log: createLog({ level: 'warn' }),
      onLost: () => {},
    });
    superuser = server.logins.url;
  });
  afterAll(async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });
  beforeEach(async () => {
    count += 1;
    await run(superuser, `CREATE DATABASE given_${count}`);
    url = withDatabase(superuser, `given_${count}`);
  });
  afterEach(async () => {
    for (const { child } of started) child.kill('SIGTERM');
    await Promise.all(started.map((each) => each.ended()));
    started = [];
    await run(superuser, `DROP DATABASE IF EXISTS given_${count} WITH (FORCE)`);
  });

  const start = (env: Record<string, string>): Running => {
    const running = startProcess([process.execPath, ...PROGRAM], {
      ...COMPILED,
      DATA_DIR: join(home, `api-${started.length}`),
      ...env,
    });
    started.push(running);
    return running;
  };
  const ready = async (running: Running): Promise<string> => (await running.says(/^ready (\S+)/m))[1] ?? '';
  const refusal = async (env: Record<string, string>): Promise<string> => {
    const running = start(env);
    expect(await running.ended()).toBe(1);
    expect(running.output().trim().split('\n')).toHaveLength(1);
    return running.output().trim();
  };

  it('[O21] two processes that start on one empty database at once both run, as the app role', async () => {
    const urls = await Promise.all([ready(start({ DATABASE_URL: url })), ready(start({ DATABASE_URL: url }))]);
    for (const each of urls) expect(await run(each, 'SELECT current_user AS value')).toBe('clearbook_app');
    expect(urls[0]).toBe(urls[1]);
  });

  it('[O21] two databases of one server can be started at once', async () => {
    await run(superuser, `CREATE DATABASE other_${count}`);
    const other = withDatabase(superuser, `other_${count}`);
    const urls = await Promise.all([ready(start({ DATABASE_URL: url })), ready(start({ DATABASE_URL: other }))]);
    for (const each of urls) expect(await run(each, "SELECT 'ok' AS value")).toBe('ok');
  });

  it('[O22] a login that may create roles and owns the database is enough', async () => {
    // Roles belong to the whole server, and a login that is no superuser may only use those that it made itself.
    await dropRoles();
    await run(superuser, `CREATE ROLE ops LOGIN CREATEROLE PASSWORD 'ops password'`);
    await run(superuser, `ALTER DATABASE ${databaseOf(url)} OWNER TO ops`);
    const ops = withLogin(url, { user: 'ops', password: 'ops password' });
    const app = await ready(start({ DATABASE_URL: ops }));
    expect(await run(app, 'SELECT current_user AS value')).toBe('clearbook_app');
    expect(await run(url, "SELECT tableowner AS value FROM pg_tables WHERE schemaname = 'ledger' LIMIT 1")).toBe(
      'clearbook_owner',
    );
    await stopAll();
    await ready(start({ DATABASE_URL: ops }));
    await stopAll();
    await run(superuser, `DROP DATABASE ${databaseOf(url)} WITH (FORCE)`);
    await dropRoles();
    await run(superuser, 'DROP ROLE ops');
  });

  it('[O23] DATABASE_OWNER_URL migrates, and the server keeps its own login', async () => {
    await run(superuser, `DROP ROLE IF EXISTS web; CREATE ROLE web LOGIN PASSWORD 'web password'`);
    const web = withLogin(url, { user: 'web', password: 'web password' });
    expect(await refusal({ DATABASE_URL: web })).toMatch(
      /^The database has schema version 0 .* set DATABASE_OWNER_URL/,
    );
    const app = await ready(start({ DATABASE_URL: web, DATABASE_OWNER_URL: url }));
    expect(await run(app, 'SELECT current_user AS value')).toBe('web');
    await expect(run(app, 'UPDATE ledger.head SET number = 0')).rejects.toMatchObject({ code: '42501' });
    await stopAll();
    // Once the schema is current the owner's login is not needed.
    await ready(start({ DATABASE_URL: web }));
  });

  it('[G45] staff are let in on the host by the owner’s login, and the server’s own login lets in nobody', async () => {
    await run(superuser, `DROP ROLE IF EXISTS web; CREATE ROLE web LOGIN PASSWORD 'web password'`);
    const web = withLogin(url, { user: 'web', password: 'web password' });
    const lets = async (env: Record<string, string>): Promise<string> => {
      const running = startProcess([process.execPath, 'scripts/staff.ts', 'add', 'new@example.test'], {
        ...COMPILED,
        DATA_DIR: join(home, 'staff'),
        ...env,
      });
      await running.ended();
      return running.output();
    };
    const invited = /^Invited new@example\.test\./m;
    expect(await lets({ DATABASE_URL: web, DATABASE_OWNER_URL: url })).toMatch(invited);
    expect(await lets({ DATABASE_URL: web })).toMatch(
      "Staff are let in by the database's owner: set DATABASE_OWNER_URL to the owner's login.",
    );
    expect(await lets({ DATABASE_URL: web, DATABASE_OWNER_URL: url }), 'a new link').toMatch(invited);
  });

  it('[O24] a login with too many rights is refused', async () => {
    await ready(start({ DATABASE_URL: url }));
    await stopAll();
    await run(
      superuser,
      `DROP ROLE IF EXISTS mighty; CREATE ROLE mighty LOGIN PASSWORD 'mighty password' IN ROLE clearbook_app, clearbook_owner`,
    );
    const mighty = withLogin(url, { user: 'mighty', password: 'mighty password' });
    expect(await refusal({ DATABASE_URL: mighty })).toMatch(/^The login mighty in DATABASE_URL has too many rights/);
  });

  it('[O25] what is wrong with an address is said in one sentence without its password', async () => {
    const wrong: [string, RegExp][] = [
      [withLogin(url, { user: 'postgres', password: 'guess' }), /refuses the login postgres/],
      [withDatabase(url, 'nowhere'), /The database nowhere in DATABASE_URL does not exist/],
      ['postgresql://a:guess@127.0.0.1:1/x', /Nothing answers at the address in DATABASE_URL/],
      ['postgresql://a:guess@host.invalid/x', /The host in DATABASE_URL is not known/],
    ];
    for (const [address, sentence] of wrong) {
      const told = await refusal({ DATABASE_URL: address });
      expect(told).toMatch(sentence);
      expect(told).not.toContain('guess');
    }
  });

  it('[O26] a schema that is newer than the program, or a migration that was edited, is refused', async () => {
    await ready(start({ DATABASE_URL: url }));
    await stopAll();
    await run(url, "INSERT INTO public.schemaversion (version, name) VALUES (9999, 'later')");
    expect(await refusal({ DATABASE_URL: url })).toMatch(
      /^The database has migration 9999, which this version of Clearbook does not know/,
    );
    await run(
      url,
      "DELETE FROM public.schemaversion WHERE version = 9999; UPDATE public.schemaversion SET md5 = 'other' WHERE version = 1",
    );
    expect(await refusal({ DATABASE_URL: url })).toMatch(/^Migration 1 was changed after it ran/);
  });

  it('[O12] a demo database never becomes live, and the market does not change under open positions', async () => {
    await ready(start({ DATABASE_URL: url }));
    await stopAll();
    await expect(run(url, "UPDATE app.instance SET mode = 'live'")).rejects.toThrow(
      'the mode of a database never changes',
    );
    await plantOpenTrade(url);
    expect(await refusal({ DATABASE_URL: url, MARKET: 'replay', MARKET_REPLAY_DIR: home })).toMatch(
      /^This database deals on the simulated market .* trades are still open/,
    );
    await ready(start({ DATABASE_URL: url }));
  });

  it('[M16] recorded time begins when the program’s clock says that the database was made', async () => {
    await ready(start({ DATABASE_URL: url, FAKE_NOW: '2027-03-01T12:00:00Z' }));
    const { rows } = await query(url, 'SELECT created_at FROM app.instance');
    expect(rows).toEqual([{ created_at: new Date('2027-03-01T12:00:00Z') }]);
  });

  it('[M52] a database of another version of the simulated prices does not go on at these, and says what to do', async () => {
    expect(GENERATOR_VERSION).toBe(SIMULATION_VERSION);
    await ready(start({ DATABASE_URL: url }));
    await stopAll();
    const { rows } = await query(url, 'SELECT generator_version FROM app.instance');
    expect(rows).toEqual([{ generator_version: SIMULATION_VERSION }]);
    await run(url, 'UPDATE app.instance SET generator_version = 1');
    expect(await refusal({ DATABASE_URL: url })).toMatch(
      new RegExp(
        `^This database's simulated prices are of version 1, and this program makes version ${SIMULATION_VERSION}: .* Start with an empty database`,
      ),
    );
    // Recorded prices are no generator's, and coming back from them begins with this one.
    await ready(start({ DATABASE_URL: url, MARKET: 'replay', MARKET_REPLAY_DIR: home }));
    await stopAll();
    await ready(start({ DATABASE_URL: url }));
  });

  async function stopAll(): Promise<void> {
    for (const { child } of started) child.kill('SIGTERM');
    await Promise.all(started.map((each) => each.ended()));
    started = [];
  }

  async function dropRoles(): Promise<void> {
    const { rows } = await query(superuser, "SELECT datname FROM pg_database WHERE datname ~ '^(given|other)_'");
    for (const { datname } of rows) {
      if (datname === databaseOf(url)) continue;
      await run(superuser, `DROP DATABASE ${datname} WITH (FORCE)`);
    }
    for (const role of ['clearbook_app', 'clearbook_owner']) {
      if ((await query(superuser, `SELECT FROM pg_roles WHERE rolname = '${role}'`)).rowCount === 1) {
        await run(superuser, `DROP OWNED BY ${role}`).then(() => run(superuser, `DROP ROLE ${role}`));
      }
    }
  }
});

/** A row of an open trade with whatever values its columns take: only its status matters here. */
async function plantOpenTrade(url: string): Promise<void> {
  const { rows } = await query(
    url,
    `SELECT string_agg(format('ALTER TABLE ledger.trade DROP CONSTRAINT %I CASCADE', conname), '; ' ORDER BY contype = 'n') AS drops
     FROM pg_constraint WHERE conrelid = 'ledger.trade'::regclass AND contype IN ('c', 'f', 'n', 'p')`,
  );
  await run(url, `ALTER TABLE ledger.trade DISABLE TRIGGER ALL; ${rows[0]?.drops ?? 'SELECT 1'}`);
  await run(url, "INSERT INTO ledger.trade (status) VALUES ('active')");
}

async function query(url: string, sql: string): Promise<pg.QueryResult<Record<string, string>>> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

async function run(url: string, sql: string): Promise<string | undefined> {
  const result = await query(url, sql);
  return result.rows?.[0]?.['value'];
}
