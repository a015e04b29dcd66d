import * as search from '../search.ts';
import { route, type RouteTable } from './route.ts';

/** One search over everything that staff look for. */
export const searchRoutes = {
  'GET /admin/search': route({
    policy: 'admin',
    can: 'client.read',
    status: 200,
    query: search.searchQuery,
    reply: search.searchReply,
  }),
} satisfies RouteTable;
