import * as performance from '../performance.ts';
import { route, type RouteTable } from './route.ts';

/** What an account was worth, and how its trading went. */
export const performanceRoutes = {
  'GET /me/equity': route({
    policy: 'client',
    status: 200,
    query: performance.equityQuery,
    reply: performance.equity,
    large: true,
  }),
} satisfies RouteTable;
