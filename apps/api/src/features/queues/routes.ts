import type { QueueRow } from '@clearbook/contracts/admin-export';
import { QUEUE_NAMES, type QueueItem, type QueueName, QUEUES } from '@clearbook/contracts/queues';
import type { Pool } from 'pg';
import { type Register, requirePermission } from '../../platform/http/index.ts';
import { everyRow, recordExport } from '../tables/index.ts';
import { claim, release } from './claims.ts';
import { readQueue, summarise } from './queues.query.ts';

/** What waits for staff. A queue that a role does not include is left out of the summary, and refused. */
export function queueRoutes(register: Register, { pool }: { readonly pool: Pool }): void {
  register('GET /admin/queues', async ({ actor, now }) => {
    const open = QUEUE_NAMES.filter((queue) => actor.permissions.has(QUEUES[queue].can));
    const queues = await Promise.all(open.map((queue) => summarise(pool, { queue, staffId: actor.userId, now })));
    return { as_of: now.toISOString(), queues };
  });

  register('GET /admin/queue-items', ({ actor, query, now }) => {
    requirePermission(actor, QUEUES[query.queue].can);
    return readQueue(pool, { queue: query.queue, staffId: actor.userId, now }, query);
  });

  register('GET /admin/queue-items.csv', async ({ actor, query, now }) => {
    requirePermission(actor, QUEUES[query.queue].can);
    await recordExport(pool, 'queue', { actor, query, now });
    return everyRow(async (page) => {
      const { data, next_cursor } = await readQueue(
        pool,
        { queue: query.queue, staffId: actor.userId, now },
        { ...query, ...page },
      );
      return { data: data.map((item) => fileRow(query.queue, item)), next_cursor };
    });
  });

  register('POST /admin/queue-claims', ({ actor, body, now }) => {
    requirePermission(actor, QUEUES[body.queue].can);
    return claim(pool, { ...body, staffId: actor.userId, now });
  });

  register('POST /admin/queue-claims/release', async ({ actor, body, now }) => {
    requirePermission(actor, QUEUES[body.queue].can);
    await release(pool, { ...body, staffId: actor.userId, now });
    return null;
  });
}

function fileRow(queue: QueueName, item: QueueItem): QueueRow {
  return {
    queue,
    id: item.id,
    email: item.user_email ?? '',
    full_name: item.user_fullname ?? '',
    amount: item.amount?.amount ?? '',
    method: item.method ?? '',
    late: item.late ? 'yes' : 'no',
    taken_by: item.claim?.email ?? '',
    user_id: item.user_id ?? '',
    since_utc: item.since,
    target_utc: item.target_at,
    taken_until_utc: item.claim?.until ?? '',
  };
}
