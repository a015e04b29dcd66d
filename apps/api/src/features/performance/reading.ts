import type { ClientBase, Pool } from 'pg';

/** Everything that is read in here comes from one snapshot of the books. */
export async function reading<T>(pool: Pool, read: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    // Compiling these statements takes longer than running them. What they add up of a hundred thousand trades has room in memory.
    await client.query(
      "begin isolation level repeatable read read only; set local jit = off; set local work_mem = '16MB'",
    );
    const found = await read(client);
    await client.query('commit');
    return found;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
