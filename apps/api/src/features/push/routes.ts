import type { PushState } from '@clearbook/contracts/push';
import type { Pool } from 'pg';
import type { Register } from '../../platform/http/index.ts';
import { newId } from '../../platform/ids.ts';
import type { PushKeys } from './keys.ts';

export type PushDeps = { readonly pool: Pool; readonly keys: PushKeys };

/** Push messages to the browser that asks, for as long as its session lasts. */
export function pushRoutes(register: Register, { pool, keys }: PushDeps): void {
  const shown = async (sessionId: string, now: Date): Promise<PushState> => {
    const { publicKey } = await keys.current(now);
    const { rows } = await pool.query<{ endpoint: string; details: boolean }>(
      'select endpoint, details from app.push_subscription where session_id = $1',
      [sessionId],
    );
    return { public_key: publicKey, subscription: rows[0] ?? null };
  };

  register('GET /me/push', ({ actor, now }) => shown(actor.sessionId, now));

  register('PUT /me/push', async ({ actor, body, now }) => {
    await pool.query(
      `insert into app.push_subscription (id, user_id, session_id, endpoint, p256dh, auth, details, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, details = excluded.details`,
      [newId(), actor.userId, actor.sessionId, body.endpoint, body.p256dh, body.auth, body.details, now],
    );
    return shown(actor.sessionId, now);
  });

  register('DELETE /me/push', async ({ actor }) => {
    await pool.query('delete from app.push_subscription where session_id = $1', [actor.sessionId]);
    return null;
  });
}
