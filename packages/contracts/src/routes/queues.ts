import * as files from '../admin-export.ts';
import { noContent } from '../common.ts';
import * as queues from '../queues.ts';
import { route, type RouteTable } from './route.ts';

/** What waits for staff, and who works on what. */
export const queuesRoutes = {
  'GET /admin/queues': route({ policy: 'admin', can: 'queue.read', status: 200, reply: queues.queueSummaries }),
  'GET /admin/queue-items.csv': route({
    policy: 'admin',
    can: 'queue.read',
    status: 200,
    query: queues.queueExportQuery,
    reply: files.queueRow,
    csv: 'queue',
  }),
  'GET /admin/queue-items': route({
    policy: 'admin',
    can: 'queue.read',
    status: 200,
    query: queues.queueQuery,
    reply: queues.queueItemList,
  }),
  'POST /admin/queue-claims': route({
    policy: 'admin',
    can: 'queue.claim',
    status: 200,
    body: queues.claimBody,
    reply: queues.queueClaim,
  }),
  'POST /admin/queue-claims/release': route({
    policy: 'admin',
    can: 'queue.claim',
    status: 204,
    body: queues.claimBody,
    reply: noContent,
  }),
} satisfies RouteTable;
