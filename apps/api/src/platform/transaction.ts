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

/** The same, with one change of what is a person's own after another: so that it is counted, and what ends all of it misses none. */
export function transactionOf<T>(pool: Pool, userId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return transaction(pool, async (client) => {
    await lockPerson(client, userId);
    return work(client);
  });
}

export async function lockPerson(client: Pick<PoolClient, 'query'>, userId: string): Promise<void> {
  await client.query('select from app."user" where id = $1 for no key update', [userId]);
}
