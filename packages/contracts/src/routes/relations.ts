import { idParams, listQuery } from '../common.ts';
import * as relations from '../relations.ts';
import { route, type RouteTable } from './route.ts';

/** What staff know of a client beside the books: tags, whom they share something with, and what they see themselves. */
export const relationsRoutes = {
  'GET /admin/users/:id/tags': route({
    policy: 'admin',
    can: 'client.read',
    status: 200,
    params: idParams,
    query: listQuery,
    reply: relations.clientTags,
  }),
  'POST /admin/users/:id/tags': route({
    policy: 'admin',
    can: 'client.note',
    status: 200,
    params: idParams,
    body: relations.tagBody,
    reply: relations.clientTags,
  }),
  'POST /admin/users/:id/tags/remove': route({
    policy: 'admin',
    can: 'client.note',
    status: 200,
    params: idParams,
    body: relations.tagBody,
    reply: relations.clientTags,
  }),
  'GET /admin/users/:id/related': route({
    policy: 'admin',
    can: 'client.read',
    status: 200,
    params: idParams,
    query: listQuery,
    reply: relations.relatedClients,
  }),
  'GET /admin/users/:id/as-client': route({
    policy: 'admin',
    can: 'client.read',
    status: 200,
    params: idParams,
    reply: relations.asClient,
  }),
} satisfies RouteTable;
