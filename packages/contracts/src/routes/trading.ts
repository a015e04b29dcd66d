import * as admin from '../admin.ts';
import * as files from '../admin-export.ts';
import * as trading from '../trading.ts';
import { cursorList, emptyBody, idParams } from '../common.ts';
import { route, type RouteTable } from './route.ts';

/** Orders and trades, and what staff do about trades. */
export const tradingRoutes = {
  'POST /orders': route({
    policy: 'client',
    status: 201,
    body: trading.placeOrderBody,
    reply: trading.placedOrder,
    key: true,
    sets: ['location'],
  }),
  'POST /orders/preview': route({
    policy: 'client',
    status: 200,
    body: trading.placeOrderBody,
    reply: trading.orderPreview,
  }),
  'GET /orders': route({ policy: 'client', status: 200, query: trading.ordersQuery, reply: cursorList(trading.order) }),
  'PATCH /orders/:id': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    body: trading.amendOrderBody,
    reply: trading.steeredOrder,
    key: 'optional',
  }),
  'GET /orders/:id': route({ policy: 'owner', status: 200, params: idParams, reply: trading.order }),
  'POST /orders/:id/cancel': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    body: emptyBody,
    reply: trading.steeredOrder,
    key: 'optional',
  }),
  'POST /trades/close-all': route({
    policy: 'client',
    status: 200,
    body: emptyBody,
    reply: trading.closedAll,
    key: true,
  }),
  'PATCH /trades/:id': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    body: trading.amendTradeBody,
    reply: trading.trade,
    key: 'optional',
  }),
  'GET /trades': route({ policy: 'client', status: 200, query: trading.tradesQuery, reply: cursorList(trading.trade) }),
  'GET /trades/:id': route({ policy: 'owner', status: 200, params: idParams, reply: trading.trade }),
  'POST /trades/:id/close': route({
    policy: 'owner',
    status: 200,
    also: 202,
    params: idParams,
    body: trading.closeTradeBody,
    reply: trading.closedTrade,
    key: true,
  }),
  'POST /trades/:id/close/cancel': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    body: emptyBody,
    reply: trading.trade,
    key: 'optional',
  }),
  'GET /trades/:id/price-explanation': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    reply: trading.priceExplanation,
  }),
  'GET /trades/:id/amendments': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    query: trading.amendmentsQuery,
    reply: cursorList(trading.amendment),
  }),
  'GET /admin/trades.csv': route({
    policy: 'admin',
    status: 200,
    query: admin.adminTradesExportQuery,
    reply: files.tradeRow,
    csv: 'trades',
  }),
  'POST /admin/users/:id/trades': route({
    policy: 'admin',
    status: 201,
    also: 202,
    params: idParams,
    body: admin.recordTradeBody,
    reply: admin.recordTradeReply,
    key: true,
  }),
  'GET /admin/trades': route({
    policy: 'admin',
    status: 200,
    query: admin.adminTradesQuery,
    reply: admin.adminTradePage,
  }),
  'POST /admin/trades/:id/settle': route({
    policy: 'admin',
    status: 200,
    params: idParams,
    body: admin.settleTradeBody,
    reply: admin.settleTradeReply,
    key: true,
  }),
} satisfies RouteTable;
