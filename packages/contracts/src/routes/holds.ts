import * as holds from '../holds.ts';
import { idParams, listQuery } from '../common.ts';
import { route, type RouteTable } from './route.ts';

/** What keeps withdrawals from being approved for a time. */
export const holdsRoutes = {
  'GET /me/holds': route({ policy: 'client', status: 200, query: listQuery, reply: holds.ownHolds }),
  'GET /admin/users/:id/holds': route({
    policy: 'admin',
    can: 'client.read',
    status: 200,
    params: idParams,
    query: listQuery,
    reply: holds.adminHolds,
  }),
  'POST /admin/users/:id/holds': route({
    policy: 'admin',
    can: 'hold.place',
    status: 201,
    also: 202,
    params: idParams,
    body: holds.placeHoldBody,
    reply: holds.holdPlaced,
    key: 'optional',
  }),
  'POST /admin/holds/:id/renew': route({
    policy: 'admin',
    can: 'hold.place',
    status: 200,
    also: 202,
    params: idParams,
    body: holds.renewHoldBody,
    reply: holds.holdPlaced,
    key: 'optional',
  }),
  'POST /admin/holds/:id/lift': route({
    policy: 'admin',
    can: 'hold.lift',
    status: 200,
    params: idParams,
    body: holds.liftHoldBody,
    reply: holds.adminHolds,
    key: 'optional',
  }),
} satisfies RouteTable;
