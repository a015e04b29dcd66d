import * as account from '../account.ts';
import * as admin from '../admin.ts';
import * as files from '../admin-export.ts';
import { cursorList, idParams } from '../common.ts';
import { route, type RouteTable } from './route.ts';

/** Clients, as staff see and change them. */
export const usersRoutes = {
  'GET /admin/adjustments': route({
    policy: 'admin',
    can: 'client.read',
    status: 200,
    query: admin.adminListQuery,
    reply: admin.adminAdjustmentPage,
  }),
  'GET /admin/users': route({
    policy: 'admin',
    can: 'client.read',
    status: 200,
    query: admin.adminUsersQuery,
    reply: admin.adminUserPage,
  }),
  'GET /admin/users.csv': route({
    policy: 'admin',
    can: 'client.export',
    status: 200,
    query: admin.adminUsersExportQuery,
    reply: files.userRow,
    csv: 'users',
  }),
  'GET /admin/users/:id': route({
    policy: 'admin',
    can: 'client.read',
    status: 200,
    params: idParams,
    reply: admin.adminUser,
  }),
  'PATCH /admin/users/:id': route({
    policy: 'admin',
    can: 'client.change',
    status: 200,
    params: idParams,
    body: admin.patchUserBody,
    reply: admin.adminUser,
    key: 'optional',
  }),
  'DELETE /admin/users/:id': route({
    policy: 'admin',
    can: 'client.close',
    status: 200,
    params: idParams,
    body: admin.deleteUserBody,
    reply: admin.deleteUserReply,
  }),
  'POST /admin/users/:id/end-sessions': route({
    policy: 'admin',
    can: 'client.end_sessions',
    status: 200,
    params: idParams,
    body: admin.endSessionsBody,
    reply: admin.endSessionsReply,
  }),
  'POST /admin/users/:id/adjustments': route({
    policy: 'admin',
    can: 'client.adjust',
    status: 201,
    also: 202,
    params: idParams,
    body: admin.adjustmentBody,
    reply: admin.adjustmentReply,
    key: true,
  }),
  'GET /admin/users/:id/entries': route({
    policy: 'admin',
    can: 'client.read',
    status: 200,
    params: idParams,
    query: account.entriesQuery,
    reply: cursorList(account.entry),
  }),
} satisfies RouteTable;
