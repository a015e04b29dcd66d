import { idParams, listQuery, noContent } from '../common.ts';
import * as views from '../views.ts';
import { route, type RouteTable } from './route.ts';

/** Searches and filters that staff keep for themselves. Each takes the permission to read its table too. */
export const viewsRoutes = {
  'GET /admin/views': route({
    policy: 'admin',
    can: 'queue.read',
    status: 200,
    query: listQuery,
    reply: views.savedViews,
  }),
  'POST /admin/views': route({
    policy: 'admin',
    can: 'queue.read',
    status: 201,
    body: views.saveViewBody,
    reply: views.savedView,
  }),
  'PATCH /admin/views/:id': route({
    policy: 'admin',
    can: 'queue.read',
    status: 200,
    params: idParams,
    body: views.changeViewBody,
    reply: views.savedView,
  }),
  'DELETE /admin/views/:id': route({
    policy: 'admin',
    can: 'queue.read',
    status: 204,
    params: idParams,
    reply: noContent,
  }),
} satisfies RouteTable;
