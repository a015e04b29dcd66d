import pg from 'pg';
import { lockTransaction } from '../locks.ts';
import { PlainError } from '../plain-error.ts';
import { writeFirstStatistics } from './first-statistics.ts';
import { settleInstance, checkInstance } from './instance.ts';
import type { WantedInstance } from './instance.ts';
import { appliedVersions, knownVersions, migrate, unknownMigration } from './migrations.ts';
import { connectionSentence, preparingSentence } from './connection-sentence.ts';
import { applyFunctions, changedFunctions } from './ledger-functions.ts';
import {
  APP_ROLE,
  OWNER_ROLE,
  appUrl,
  assertHumble,
  canLogIn,
  derivedAppPassword,
  ensureRoles,
  roleExists,
} from './roles.ts';
import { IN_UTC } from './pool.ts';
import { databaseOf, loginOf } from './url.ts';

export type PrepareRequest = {
  /** A login that may create roles, or the app's own. */
  url: string;
  /** The owner's login, where `url` may not create roles. */
  ownerUrl?: string | undefined;
  /** The app role's password: generated for the embedded database, derived from the address of a given one where left out. */
  appPassword?: string | undefined;
  /** What the start wants the database to be; left out by a restore, which brings its own. */
  instance?: WantedInstance | undefined;
  /** One more book, for the clients who come from now on. */
  addBook?: true | undefined;
  /** Schema version to stop at; left out: the newest. */
  target?: number | undefined;
};

export type PrepareReply = { appUrl: string; applied: number[] };

const MIN_VERSION_NUM = 160_000;
const START_LOCK_WAIT_MS = 120_000;
const ROLE_RACES = new Set(['23505', '42710', 'XX000', '40001', '40P01']);
const ROLE_RACE_TRIES = 6;

/**
 * Makes a database ready for the server: roles, schema, and what the database is for, all in one transaction.
 * Runs in a child process (prepare-child.ts), so that the powerful logins never live in the server.
 * @returns the app role's address and the migrations that ran
 */
export async function prepareDatabase(request: PrepareRequest): Promise<PrepareReply> {
  const login = await inspect(request.url, 'DATABASE_URL');
  if (login.mayCreateRoles) return prepareWithRoles(request, login.superuser);
  if (request.ownerUrl !== undefined) return prepareAsOwner(request, request.ownerUrl);
  return checkPrepared(request);
}

/** The login may create roles: it makes the owner and the app role, becomes the owner for the migrations, and is then no longer used. */
async function prepareWithRoles(request: PrepareRequest, superuser: boolean): Promise<PrepareReply> {
  const password = request.appPassword ?? derivedAppPassword(request.url);
  const target = appUrl(request.url, password ?? '');
  const passwordWorks = await canLogIn(target);
  const applied = await withRoleRaces(() =>
    inTransaction(request.url, async (client) => {
      await ensureRoles(client, {
        database: databaseOf(request.url),
        appPassword: passwordWorks ? undefined : password,
        superuser,
      });
      await client.query(`SET LOCAL ROLE ${OWNER_ROLE}`);
      return migrateAndSettle(client, request);
    }),
  );
  if (!passwordWorks && !(await canLogIn(target))) {
    throw new PlainError(
      `The server cannot log in as ${APP_ROLE}, the role it made for itself: put a password into DATABASE_URL, and allow that role in the database server's pg_hba.conf.`,
    );
  }
  return { appUrl: target, applied };
}

/** The owner's login migrates; the server keeps the login of DATABASE_URL. */
async function prepareAsOwner(request: PrepareRequest, ownerUrl: string): Promise<PrepareReply> {
  const owner = await inspect(ownerUrl, 'DATABASE_OWNER_URL');
  const appLogin = loginOf(request.url).user;
  const applied = await withRoleRaces(() =>
    inTransaction(ownerUrl, async (client) => {
      if (owner.mayCreateRoles) {
        await ensureRoles(client, {
          database: databaseOf(ownerUrl),
          appPassword: undefined,
          superuser: owner.superuser,
        });
        if (appLogin !== APP_ROLE) await client.query(`GRANT ${APP_ROLE} TO ${pg.escapeIdentifier(appLogin)}`);
        await client.query(`SET LOCAL ROLE ${OWNER_ROLE}`);
      } else if (!(await roleExists(client, APP_ROLE))) {
        throw new PlainError(
          `Create the role ${APP_ROLE} and grant it to ${appLogin} first: neither login may create roles, and the schema gives its rights to that role.`,
        );
      } else if (await mayBecomeOwner(client)) {
        await client.query(`SET LOCAL ROLE ${OWNER_ROLE}`);
      }
      return migrateAndSettle(client, request);
    }),
  );
  await checkAppLogin(request.url);
  return { appUrl: request.url, applied };
}

/** Only the app's own login is known: the schema must be current already. */
async function checkPrepared(request: PrepareRequest): Promise<PrepareReply> {
  const client = await connect(request.url, 'DATABASE_URL');
  try {
    const newest = request.target ?? knownVersions().at(-1) ?? 0;
    const applied = await appliedVersions(client).catch(() => []);
    const newer = request.target === undefined ? unknownMigration(knownVersions(), applied) : undefined;
    if (newer !== undefined) throw new PlainError(newer);
    const version = applied.at(-1) ?? 0;
    if (version !== newest) {
      throw new PlainError(
        `The database has schema version ${version} and this program needs ${newest}, but the login in DATABASE_URL may not migrate it: set DATABASE_OWNER_URL to the owner's login, or give DATABASE_URL a login that may create roles.`,
      );
    }
    if (request.target === undefined && (await changedFunctions(client)).length > 0) {
      throw new PlainError(
        "The database's functions are not those of this program, and the login in DATABASE_URL may not change them: set DATABASE_OWNER_URL to the owner's login, or give DATABASE_URL a login that may create roles.",
      );
    }
    if (request.instance) await checkInstance(client, request.instance);
    if (request.addBook)
      throw new PlainError("A book is added by the database's owner: set DATABASE_OWNER_URL to the owner's login.");
  } finally {
    await client.end();
  }
  await checkAppLogin(request.url);
  return { appUrl: request.url, applied: [] };
}

async function migrateAndSettle(client: pg.ClientBase, request: PrepareRequest): Promise<number[]> {
  const applied = await migrate(client, request.target === undefined ? {} : { target: request.target });
  // A restore stops at its backup's schema first; the ledger functions belong to the newest one.
  if (request.target === undefined) {
    await applyFunctions(client);
    await writeFirstStatistics(client);
  }
  await client.query(`GRANT SELECT ON public.schemaversion TO ${APP_ROLE}`);
  const { rows } = await client.query<{ here: boolean }>("SELECT to_regclass('app.instance') IS NOT NULL AS here");
  if (request.instance && rows[0]?.here) await settleInstance(client, request.instance);
  if (request.addBook) await client.query('SELECT ledger.add_book()');
  return applied;
}

async function mayBecomeOwner(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    "SELECT coalesce(pg_has_role(current_user, oid, 'SET'), false) AS may FROM pg_roles WHERE rolname = $1",
    [OWNER_ROLE],
  );
  return rows[0]?.may ?? false;
}

async function checkAppLogin(url: string): Promise<void> {
  const client = await connect(url, 'DATABASE_URL');
  try {
    const { rows } = await client.query<{ member: boolean }>(
      "SELECT pg_has_role(current_user, oid, 'USAGE') AS member FROM pg_roles WHERE rolname = $1",
      [APP_ROLE],
    );
    if (!rows[0]?.member) {
      throw new PlainError(
        `Grant the role ${APP_ROLE} to ${loginOf(url).user}: that role holds the server's rights on the ledger.`,
      );
    }
    await assertHumble(client, url);
  } finally {
    await client.end();
  }
}

async function inspect(url: string, variable: string): Promise<{ superuser: boolean; mayCreateRoles: boolean }> {
  const client = await connect(url, variable);
  try {
    const { rows } = await client.query<{ version: number; superuser: boolean; creates: boolean }>(`
      SELECT current_setting('server_version_num')::int AS version, rolsuper AS superuser, rolcreaterole AS creates
      FROM pg_roles WHERE rolname = current_user`);
    const found = rows[0];
    if (!found) throw new PlainError(`The login in ${variable} is no role of its server.`);
    if (found.version < MIN_VERSION_NUM) {
      throw new PlainError(
        `${variable} points at PostgreSQL ${Math.floor(found.version / 10_000)}, and Clearbook needs version 16 or newer.`,
      );
    }
    return { superuser: found.superuser, mayCreateRoles: found.superuser || found.creates };
  } finally {
    await client.end();
  }
}

export async function connect(url: string, variable: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'clearbook-owner',
  });
  // A connection that breaks later is told by the query it breaks.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(IN_UTC);
    return client;
  } catch (error) {
    throw connectionSentence(error, url, variable);
  }
}

async function inTransaction<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url, 'DATABASE_URL');
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${START_LOCK_WAIT_MS}`);
    // Two processes that start on one database take turns.
    await lockTransaction(client, 'start');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    const said = preparingSentence(error, url);
    if (said) throw said;
    throw error;
  } finally {
    await client.end();
  }
}

/** Roles belong to the whole server while our lock belongs to one database: two databases that are prepared at once may meet here. */
async function withRoleRaces<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (!ROLE_RACES.has(code) || attempt === ROLE_RACE_TRIES) throw error;
    }
  }
}
