import { KNOWN_DEVICE_LIFE_MS } from '@clearbook/domain/access';
import type { Pool } from 'pg';

/** Deletes what has run out: it no longer counts, and keeping it would only be keeping data. Safe in every process at any time. */
export async function sweepAccess(pool: Pick<Pool, "query">, now: Date): Promise<void> {
  const gone = new Date(now.getTime() - KNOWN_DEVICE_LIFE_MS);
  await pool.query('delete from app.session where expires_at <= $1', [now]);
  await pool.query('delete from app.password_link where expires_at <= $1', [now]);
  await pool.query('delete from app.email_change where expires_at <= $1', [now]);
  await pool.query('delete from app.email_confirmation where expires_at <= $1', [now]);
  await pool.query('delete from app.account_lock where expires_at <= $1', [now]);
  await pool.query('delete from app.passkey_challenge where expires_at <= $1', [now]);
  await pool.query('delete from app.known_device where last_seen_at <= $1', [gone]);
  await pool.query('delete from app.rate_limit where ends_at <= $1', [now]);
}
