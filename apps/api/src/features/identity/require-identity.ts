import { messages } from '@clearbook/contracts/messages';
import type { Pool } from 'pg';
import { Problem } from '../../platform/http/index.ts';

/**
 * In live mode a person verifies their identity before the first deposit. Nothing asks again later, and withdrawals never do.
 * @throws Problem 422 if the identity isn't verified yet
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
