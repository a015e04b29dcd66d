import type { Pool } from 'pg';

/** The margin levels at which a client is told, highest first; none where they chose none. */
export async function findMarginCalls(pool: Pool, clientId: string): Promise<number[]> {
  const { rows } = await pool.query<{ levels: number[] }>(
    'select levels from ledger.margin_call where client_id = $1',
    [clientId],
  );
  return rows[0]?.levels ?? [];
}
