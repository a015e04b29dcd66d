import * as files from '../admin-export.ts';
import * as tokens from '../api-tokens.ts';
import { idParams, listQuery, noContent, rangeQuery } from '../common.ts';
import { route, type RouteTable } from './route.ts';

/** Tokens with which programs read the Manage area. */
export const apiTokenRoutes = {
  'GET /admin/api-tokens.csv': route({
    policy: 'admin',
    can: 'staff.read',
    status: 200,
    query: rangeQuery,
    reply: files.apiTokenRow,
    csv: 'api-tokens',
  }),
  'GET /admin/api-tokens': route({
    policy: 'admin',
    can: 'staff.read',
    status: 200,
    query: listQuery,
    reply: tokens.apiTokenList,
  }),
  'POST /admin/api-tokens': route({
    policy: 'admin',
    can: 'staff.change',
    status: 201,
    body: tokens.createApiTokenBody,
    reply: tokens.createdApiToken,
  }),
  'POST /admin/api-tokens/:id/revoke': route({
    policy: 'admin',
    can: 'staff.change',
    status: 204,
    params: idParams,
    body: tokens.revokeApiTokenBody,
    reply: noContent,
  }),
} satisfies RouteTable;
