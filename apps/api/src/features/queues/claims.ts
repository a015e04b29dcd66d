import { messages } from '@clearbook/contracts/messages';
import { CLAIM_MS, type QueueName } from '@clearbook/contracts/queues';
import type { Pool, PoolClient } from 'pg';
import { notFound, Problem } from '../../platform/http/index.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { claimOf, waitsIn } from './queues.query.ts';
import { SOURCES } from './sources.ts';

type Of = { readonly queue: QueueName; readonly id: string; readonly staffId: string; readonly now: Date };

/**
 * Takes an item, or takes it for another half hour. Of two who take it at one moment one has it.
 * @throws Problem 404 where it does not wait (any more), 409 `queue.claimed` where somebody else works on it
 */
export async function claim(pool: Pool, { queue, id, staffId, now }: Of) {
  return transaction(pool, async (client) => {
    if (!(await waitsIn(client, queue, id, now))) throw notFound();
    const expired = new Date(now.getTime() - CLAIM_MS);
    await client.query('delete from app.queue_claim where at <= $1', [expired]);
    const { rowCount } = await client.query(
      `insert into app.queue_claim as c (queue, subject_id, staff_id, at) values ($1, $2, $3, $4)
       on conflict (queue, subject_id) do update set at = excluded.at where c.staff_id = excluded.staff_id`,
      [queue, id, staffId, now],
    );
    const { rows } = await client.query<{ staff_id: string; email: string; at: Date }>(
      'select c.staff_id, u.email, c.at from app.queue_claim c join app.user u on u.id = c.staff_id where c.queue = $1 and c.subject_id = $2',
      [queue, id],
    );
    const [held] = rows;
    if (held === undefined) throw new Error('a claim that was written is not there');
    const shown = claimOf({ staffId: held.staff_id, email: held.email, at: held.at }, staffId);
    if (rowCount === 0) throw new Problem(409, 'queue.claimed', messages.queue.claimed(held.email));
    await record(client, 'queue.claim', { queue, id, staffId, now });
    return shown;
  });
}

/** Gives an item back. @throws Problem 404 where whoever asks does not have it */
export async function release(pool: Pool, { queue, id, staffId, now }: Of): Promise<void> {
  await transaction(pool, async (client) => {
    const { rowCount } = await client.query(
      'delete from app.queue_claim where queue = $1 and subject_id = $2 and staff_id = $3',
      [queue, id, staffId],
    );
    if (rowCount === 0) throw notFound();
    await record(client, 'queue.release', { queue, id, staffId, now });
  });
}

/** A line of the log, and a word to the open pages of staff. */
async function record(client: PoolClient, action: string, { queue, id, staffId, now }: Of): Promise<void> {
  await client.query('select ledger.record_audit($1, $2, $3, $4, null, $5, $6)', [
    staffId,
    action,
    'queue',
    id,
    { queue },
    now,
  ]);
  await invalidate(client, [{ c: null, t: [SOURCES[queue].topic], a: true, e: 'queue_claim', s: id }]);
}
