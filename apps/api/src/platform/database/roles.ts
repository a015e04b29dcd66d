import { createHmac } from 'node:crypto';
import pg from 'pg';
import { PlainError } from '../plain-error.ts';
import { scramVerifier } from './scram.ts';
import { databaseOf, loginOf, withLogin } from './url.ts';

export const OWNER_ROLE = 'clearbook_owner';
export const APP_ROLE = 'clearbook_app';

/**
 * The app role's password on a given server: derived from the password in DATABASE_URL, so that several processes with different
 * DATA_DIRs agree without a shared file. The database's name is no part of it, because the databases of one server share the role.
 */
export function derivedAppPassword(databaseUrl: string): string | undefined {
  const { password } = loginOf(databaseUrl);
  if (password === '') return undefined;
  return createHmac('sha256', password).update(`clearbook:${APP_ROLE}`).digest('base64url');
}

/**
 * Makes sure that both roles exist and have exactly their rights on this database. The owner owns the schemas and cannot log
 * in: whoever may create roles becomes it for a transaction. The app role logs in and creates nothing.
 * Runs inside the caller's transaction, on a login that may create roles.
 */
export async function ensureRoles(
  client: pg.ClientBase,
  options: { database: string; appPassword: string | undefined; superuser: boolean },
): Promise<void> {
  const owner = pg.escapeIdentifier(OWNER_ROLE);
  const app = pg.escapeIdentifier(APP_ROLE);
  const database = pg.escapeIdentifier(options.database);
  if (!(await roleExists(client, OWNER_ROLE))) await client.query(`CREATE ROLE ${owner} NOLOGIN`);
  if (!(await roleExists(client, APP_ROLE))) await client.query(`CREATE ROLE ${app} LOGIN`);
  if (options.appPassword !== undefined) {
    const verifier = pg.escapeLiteral(scramVerifier(options.appPassword));
    await client.query(`ALTER ROLE ${app} LOGIN PASSWORD ${verifier}`);
  }
  // A superuser may become any role; a login that only creates roles needs the right to become the one it made.
  if (!options.superuser) await client.query(`GRANT ${owner} TO CURRENT_USER WITH INHERIT FALSE, SET TRUE`);
  await client.query(`
    REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC;
    GRANT CONNECT, CREATE, TEMPORARY ON DATABASE ${database} TO ${owner};
    GRANT CONNECT ON DATABASE ${database} TO ${app};
    GRANT USAGE, CREATE ON SCHEMA public TO ${owner};
    GRANT USAGE ON SCHEMA public TO ${app};
    REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
}

export async function roleExists(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  return rowCount === 1;
}

/** Whether the app role's login works as it stands; then nothing about it needs to change. */
export async function canLogIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

export function appUrl(databaseUrl: string, password: string): string {
  return withLogin(databaseUrl, { user: APP_ROLE, password });
}

/**
 * The server refuses to hold a login that could bend the books: a superuser, one that may create roles, or one that owns the ledger's
 * tables or may become their owner.
 */
export async function assertHumble(client: pg.ClientBase | pg.Pool, url: string): Promise<void> {
  const { rows } = await client.query<{ mighty: boolean; owns: boolean }>(`
    SELECT r.rolsuper OR r.rolcreaterole OR r.rolbypassrls OR r.rolreplication AS mighty,
           EXISTS (SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                   WHERE n.nspname IN ('ledger', 'app') AND pg_has_role(current_user, c.relowner, 'MEMBER')) AS owns
    FROM pg_roles r WHERE r.rolname = current_user`);
  const found = rows[0];
  if (found && !found.mighty && !found.owns) return;
  throw new PlainError(
    `The login ${loginOf(url).user} in DATABASE_URL has too many rights on ${databaseOf(url)} (superuser, may create roles, or owns the ledger's tables): give the server a login of its own that is only a member of ${APP_ROLE}.`,
  );
}
