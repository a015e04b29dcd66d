import * as protection from '../protection.ts';
import { emptyBody, idParams } from '../common.ts';
import { route, type RouteTable } from './route.ts';

/** Limits and breaks that a client sets for themselves. */
export const protectionRoutes = {
  'GET /me/protection': route({ policy: 'client', status: 200, reply: protection.protection }),
  'PUT /me/protection': route({
    policy: 'client',
    status: 200,
    body: protection.setProtectionBody,
    reply: protection.protection,
    key: 'optional',
  }),
  'POST /me/time-outs': route({
    policy: 'client',
    status: 201,
    body: protection.takeTimeOutBody,
    reply: protection.protection,
    key: 'optional',
  }),
  'POST /me/time-outs/return': route({
    policy: 'client',
    status: 200,
    body: emptyBody,
    reply: protection.protection,
    key: 'optional',
  }),
  'GET /admin/users/:id/protection': route({
    policy: 'admin',
    can: 'client.read',
    status: 200,
    params: idParams,
    reply: protection.protection,
  }),
} satisfies RouteTable;
