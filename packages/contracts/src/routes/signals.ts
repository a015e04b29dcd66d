import * as signals from '../signals.ts';
import { idParams, listQuery } from '../common.ts';
import { route, type RouteTable } from './route.ts';

export const signalsRoutes = {
  'GET /signals': route({ policy: 'client', status: 200, query: listQuery, reply: signals.signalList }),
  'GET /signals/record': route({ policy: 'public', status: 200, reply: signals.signalRecord }),
  'GET /signals/ended': route({
    policy: 'public',
    status: 200,
    query: signals.endedSignalsQuery,
    reply: signals.endedSignalList,
  }),
  'GET /signals/coverage': route({ policy: 'client', status: 200, reply: signals.signalCoverage }),
  'PUT /signals/coverage': route({
    policy: 'client',
    guest: true,
    status: 200,
    body: signals.putCoverageBody,
    reply: signals.signalCoverage,
  }),
  'GET /signals/:id': route({ policy: 'client', status: 200, params: idParams, reply: signals.signalDetail }),
} satisfies RouteTable;
