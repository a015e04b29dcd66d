import { SESSION_LIFE_MS } from '@clearbook/domain/access';
import type { PoolClient } from 'pg';
import { v7 } from 'uuid';
import { hashToken, newToken } from './tokens.ts';

/** A new session with a token of its own. The token is returned once, for the cookie, and never stored. */
export async function startSession(
  client: PoolClient,
  person: { userId: string; role: 'client' | 'admin'; userAgent: string },
  now: Date,
): Promise<string> {
  const token = newToken();
  await client.query(
    'insert into app.session (token_hash, id, user_id, created_at, last_seen_at, expires_at, user_agent) values ($1, $2, $3, $4, $4, $5, $6)',
    [
      hashToken(token),
      v7(),
      person.userId,
      now,
      new Date(now.getTime() + SESSION_LIFE_MS[person.role]),
      readable(person.userAgent),
    ],
  );
  return token;
}

/** What a browser says of itself, fit to be shown: one line without control characters. */
export function readable(userAgent: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is removed
  return userAgent
    .replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
    .toWellFormed()
    .slice(0, 200);
}
