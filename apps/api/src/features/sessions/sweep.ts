import { KNOWN_DEVICE_LIFE_MS } from '@clearbook/domain/access';
import type { Pool } from 'pg';
import { each } from '../../platform/failures.ts';

type Sweep = [statement: string, values: Date[]];

/** Deletes what has run out: it no longer counts, and keeping it would only be keeping data. Safe in every process at any time. */
export async function sweepAccess(pool: Pick<Pool, 'query'>, now: Date): Promise<void> {
  const gone = new Date(now.getTime() - KNOWN_DEVICE_LIFE_MS);
  const over = (what: string, at: Date): Sweep => [`delete from app.${what} <= $1`, [at]];
  await each(
    [
      over('session where expires_at', now),
      over('password_link where expires_at', now),
      over('email_change where expires_at', now),
      over('email_confirmation where expires_at', now),
      over('account_lock where expires_at', now),
      over('passkey_challenge where expires_at', now),
      over('known_device where last_seen_at', gone),
      over('rate_limit where ends_at', now),
    ],
    (sweep) => pool.query(...sweep),
  );
}
