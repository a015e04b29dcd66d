import { idParams } from '../common.ts';
import * as timeline from '../timeline.ts';
import { route, type RouteTable } from './route.ts';

/** Everything that happened with one client, and what staff wrote down about it. */
export const timelineRoutes = {
  'GET /admin/users/:id/timeline': route({
    policy: 'admin',
    can: 'client.read',
    status: 200,
    params: idParams,
    query: timeline.timelineQuery,
    reply: timeline.timeline,
  }),
  'POST /admin/users/:id/notes': route({
    policy: 'admin',
    can: 'client.note',
    status: 201,
    params: idParams,
    body: timeline.noteBody,
    reply: timeline.clientNote,
    key: 'optional',
  }),
} satisfies RouteTable;
