import { readCookie } from '../../platform/http/index.ts';
import { sessionCookieName } from './cookies.ts';
import type { SessionDeps } from './deps.ts';
import { hashToken } from './tokens.ts';

/** Ends the session behind the cookie; its sockets hear of it from the database. Nothing happens where there is none. */
export async function signOut({ pool, config }: SessionDeps, cookieHeader: string | undefined): Promise<void> {
  const token = readCookie(cookieHeader, sessionCookieName(config));
  if (token !== undefined) await pool.query('delete from app.session where token_hash = $1', [hashToken(token)]);
}
