import { idParams } from '../common.ts';
import * as journal from '../journal.ts';
import * as performance from '../performance.ts';
import { route, type RouteTable } from './route.ts';

/** What an account was worth, how its trading went, and what its client wrote about it. */
export const performanceRoutes = {
  'GET /me/equity': route({
    policy: 'client',
    status: 200,
    query: performance.equityQuery,
    reply: performance.equity,
  }),
  'GET /me/performance': route({
    policy: 'client',
    status: 200,
    query: performance.performanceQuery,
    reply: performance.performance,
  }),
  'GET /me/performance/trades': route({
    policy: 'client',
    status: 200,
    query: performance.performanceTradesQuery,
    reply: performance.performanceTradeList,
  }),
  'GET /me/gains': route({
    policy: 'client',
    status: 200,
    query: performance.gainsQuery,
    reply: performance.realisedGains,
  }),
  'GET /me/gains.csv': route({
    policy: 'client',
    status: 200,
    query: performance.gainsFilters,
    reply: performance.gainRow,
    csv: 'realised-gains',
  }),
  'GET /trades/:id/journal': route({ policy: 'owner', status: 200, params: idParams, reply: journal.journal }),
  'PUT /trades/:id/journal': route({
    policy: 'owner',
    guest: true,
    status: 200,
    params: idParams,
    body: journal.putJournalBody,
    reply: journal.journal,
  }),
} satisfies RouteTable;
