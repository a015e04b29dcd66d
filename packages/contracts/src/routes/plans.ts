import * as plans from '../plans.ts';
import { cursorList, idParams, listQuery } from '../common.ts';
import { route, type RouteTable } from './route.ts';

/** Packages and signal plans. */
export const plansRoutes = {
  'GET /packages': route({ policy: 'client', status: 200, query: listQuery, reply: plans.packageList }),
  'POST /packages/:id/purchase': route({
    policy: 'client',
    status: 201,
    params: plans.planParams,
    body: plans.purchaseBody,
    reply: plans.purchase,
    key: true,
  }),
  'GET /signal-plans': route({ policy: 'client', status: 200, query: listQuery, reply: plans.signalPlanList }),
  'POST /signal-plans/:id/purchase': route({
    policy: 'client',
    status: 201,
    params: plans.planParams,
    body: plans.purchaseBody,
    reply: plans.purchase,
    key: true,
  }),
  'GET /purchases': route({
    policy: 'client',
    status: 200,
    query: plans.purchasesQuery,
    reply: cursorList(plans.purchase),
  }),
  'GET /purchases/:id': route({ policy: 'owner', status: 200, params: idParams, reply: plans.purchase }),
  'GET /admin/packages': route({
    policy: 'admin',
    can: 'package.read',
    status: 200,
    query: listQuery,
    reply: plans.adminPackageList,
  }),
  'POST /admin/packages': route({
    policy: 'admin',
    can: 'package.change',
    status: 201,
    body: plans.addPackageBody,
    reply: plans.adminPackage,
    key: 'optional',
  }),
} satisfies RouteTable;
