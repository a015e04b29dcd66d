import type { Pool } from 'pg';

/**
 * Runs `work` where no other process does, and not at all otherwise. A lock of the connection and not of a transaction: nothing is held open in the
 * database meanwhile, and it ends with the process.
 */
export async function withLease(pool: Pool, name: number, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => void (broken = error);
  client.on('error', onError);
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [name]);
    if (!rows[0]?.mine) return;
    try {
      await work();
    } finally {
      await client.query('select pg_advisory_unlock($1)', [name]).catch(onError);
    }
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
