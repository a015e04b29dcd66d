import type { Pool, PoolClient } from 'pg';
import { transactionOver } from './realtime/bell.ts';

/** Everything in `work` is committed together or not at all. For rows outside the books; money moves through the ledger. */
export async function transaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let committed = false;
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    committed = true;
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    // A connection that cannot even roll back is thrown away.
    client.release(broken);
    transactionOver(pool, client, committed);
  }
}
