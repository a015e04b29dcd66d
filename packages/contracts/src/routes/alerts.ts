import * as alerts from '../alerts.ts';
import { emptyBody, idParams, noContent } from '../common.ts';
import { route, type RouteTable } from './route.ts';

/** Prices that a client wants to be told of. */
export const alertsRoutes = {
  'GET /alerts': route({ policy: 'client', status: 200, reply: alerts.alertList }),
  'POST /alerts': route({
    policy: 'client',
    guest: true,
    status: 201,
    body: alerts.newAlertBody,
    reply: alerts.priceAlert,
    key: 'optional',
  }),
  'PUT /alerts/:id': route({
    policy: 'owner',
    guest: true,
    status: 200,
    params: idParams,
    body: alerts.changeAlertBody,
    reply: alerts.priceAlert,
  }),
  'DELETE /alerts/:id': route({
    policy: 'owner',
    guest: true,
    status: 204,
    params: idParams,
    body: emptyBody,
    reply: noContent,
  }),
} satisfies RouteTable;
