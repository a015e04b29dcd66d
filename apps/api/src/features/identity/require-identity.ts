import { messages } from '@clearbook/contracts/messages';
import type { Pool } from 'pg';
import { Problem } from '../../platform/http/index.ts';

/**
 * In live mode a person is identified before their first deposit. Afterwards nothing asks again, and a withdrawal never does.
 * @throws Problem 422 where the identity is still to be verified
 */
export async function requireIdentity(pool: Pool, mode: 'demo' | 'live', userId: string): Promise<void> {
  if (mode === 'demo') return;
  const { rows } = await pool.query<{ may: boolean }>(
    `select u.is_verified or exists (select from ledger.deposit d where d.client_id = u.id and d.status = 'approved') as may
     from app.user u where u.id = $1`,
    [userId],
  );
  if (!rows[0]?.may) throw new Problem(422, 'identity.required', messages.identity.required);
}
