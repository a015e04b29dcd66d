import * as admin from '../admin.ts';
import * as copying from '../copying.ts';
import * as trading from '../trading.ts';
import { cursorList, cursorQuery, emptyBody, idParams } from '../common.ts';
import { route, type RouteTable } from './route.ts';

/** Traders, and the copies of their trades. */
export const copyingRoutes = {
  'GET /traders': route({ policy: 'client', status: 200, query: copying.tradersQuery, reply: copying.traderList }),
  'GET /traders/:id': route({ policy: 'client', status: 200, params: idParams, reply: copying.traderDetail }),
  'GET /traders/:id/trades': route({
    policy: 'client',
    status: 200,
    params: idParams,
    query: copying.traderTradesQuery,
    reply: cursorList(copying.traderTrade),
  }),
  'POST /traders/:id/copy': route({
    policy: 'client',
    status: 200,
    params: idParams,
    body: copying.startCopyBody,
    reply: copying.copy,
    key: 'optional',
  }),
  'DELETE /traders/:id/copy': route({
    policy: 'client',
    status: 200,
    params: idParams,
    body: copying.stopCopyBody,
    reply: copying.copy,
    key: 'optional',
  }),
  'POST /traders/:id/copy/pause': route({
    policy: 'client',
    status: 200,
    params: idParams,
    body: emptyBody,
    reply: copying.copy,
    key: 'optional',
  }),
  'POST /traders/:id/copy/resume': route({
    policy: 'client',
    status: 200,
    params: idParams,
    body: emptyBody,
    reply: copying.copy,
    key: 'optional',
  }),
  'GET /copies': route({ policy: 'client', status: 200, query: cursorQuery, reply: cursorList(copying.copy) }),
  'GET /copies/:id': route({ policy: 'owner', status: 200, params: idParams, reply: copying.copy }),
  'GET /copies/:id/trades': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    query: cursorQuery,
    reply: cursorList(trading.trade),
  }),
  'GET /copies/:id/skips': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    query: copying.copySkipsQuery,
    reply: cursorList(copying.copySkip),
  }),
  'GET /admin/traders': route({
    policy: 'admin',
    can: 'trader.read',
    status: 200,
    query: admin.adminListQuery,
    reply: copying.adminTraderPage,
  }),
  'POST /admin/traders': route({
    policy: 'admin',
    can: 'trader.change',
    status: 201,
    body: copying.createTraderBody,
    reply: copying.trader,
    key: 'optional',
  }),
  'POST /admin/traders/:id/picture': route({
    policy: 'admin',
    can: 'trader.change',
    status: 200,
    params: idParams,
    reply: copying.trader,
    files: ['file'],
  }),
  'DELETE /admin/traders/:id': route({
    policy: 'admin',
    can: 'trader.change',
    status: 200,
    params: idParams,
    body: emptyBody,
    reply: copying.deletedTrader,
    key: 'optional',
  }),
} satisfies RouteTable;
