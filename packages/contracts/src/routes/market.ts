import * as files from '../admin-export.ts';
import * as chart from '../chart.ts';
import * as market from '../market.ts';
import { idParams, listQuery, noContent, rangeQuery } from '../common.ts';
import { route, type RouteTable } from './route.ts';

/** Instruments, prices, the watchlist and the chart. */
export const marketRoutes = {
  'GET /instruments': route({
    policy: 'client',
    status: 200,
    query: listQuery,
    reply: market.instrumentList,
    large: true,
  }),
  'GET /instruments/:id': route({
    policy: 'client',
    status: 200,
    params: market.instrumentParams,
    reply: market.instrumentDetail,
  }),
  /** Every quote of a day, for programs: bars can be made of them again. */
  'GET /instruments/:id/ticks.csv': route({
    policy: 'client',
    status: 200,
    params: market.instrumentParams,
    query: market.ticksQuery,
    reply: market.tickRow,
    csv: 'ticks',
    large: true,
  }),
  'GET /market/status': route({ policy: 'client', status: 200, reply: market.marketStatus }),
  'GET /quotes': route({ policy: 'client', status: 200, query: market.quotesQuery, reply: market.quoteList }),
  'GET /bars': route({
    policy: 'client',
    status: 200,
    query: market.barsQuery,
    reply: market.barList,
    large: true,
  }),
  'GET /bars/sparklines': route({
    policy: 'client',
    status: 200,
    query: market.sparklinesQuery,
    reply: market.sparklineList,
    large: true,
  }),
  'GET /me/watchlist': route({ policy: 'client', status: 200, reply: market.watchlist }),
  'PUT /me/watchlist': route({
    policy: 'client',
    guest: true,
    status: 200,
    body: market.putWatchlistBody,
    reply: market.watchlist,
  }),
  'GET /me/chart': route({ policy: 'client', status: 200, reply: chart.chartLayout }),
  'PUT /me/chart': route({
    policy: 'client',
    guest: true,
    status: 200,
    body: chart.chartLayout,
    reply: chart.chartLayout,
  }),
  'GET /me/layouts': route({ policy: 'client', status: 200, query: listQuery, reply: chart.savedLayouts }),
  'POST /me/layouts': route({
    policy: 'client',
    guest: true,
    status: 201,
    body: chart.saveLayoutBody,
    reply: chart.savedLayout,
  }),
  'PATCH /me/layouts/:id': route({
    policy: 'client',
    guest: true,
    status: 200,
    params: idParams,
    body: chart.changeLayoutBody,
    reply: chart.savedLayout,
  }),
  'DELETE /me/layouts/:id': route({
    policy: 'client',
    guest: true,
    status: 204,
    params: idParams,
    reply: noContent,
  }),
  /** What a client drew over the symbol that stands in the address. */
  'GET /me/charts/:id': route({
    policy: 'client',
    status: 200,
    params: chart.chartParams,
    reply: chart.chartDrawings,
  }),
  'PUT /me/charts/:id': route({
    policy: 'client',
    guest: true,
    status: 200,
    params: chart.chartParams,
    body: chart.chartDrawings,
    reply: chart.chartDrawings,
  }),
  'GET /corporate-actions': route({
    policy: 'client',
    status: 200,
    query: listQuery,
    reply: market.corporateActionList,
  }),
  'GET /me/dividends': route({
    policy: 'client',
    status: 200,
    query: market.dividendsQuery,
    reply: market.dividendList,
  }),
  'GET /admin/corporate-actions.csv': route({
    policy: 'admin',
    can: 'market.read',
    status: 200,
    query: rangeQuery,
    reply: files.corporateActionRow,
    csv: 'corporate-actions',
  }),
  'GET /admin/corporate-actions': route({
    policy: 'admin',
    can: 'market.read',
    status: 200,
    query: listQuery,
    reply: market.adminCorporateActionList,
  }),
  'GET /admin/market': route({ policy: 'admin', can: 'market.read', status: 200, reply: market.adminMarket }),
} satisfies RouteTable;
