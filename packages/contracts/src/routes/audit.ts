import * as account from '../account.ts';
import * as admin from '../admin.ts';
import * as files from '../admin-export.ts';
import { cursorList } from '../common.ts';
import { route, type RouteTable } from './route.ts';

/** What was done, by whom. */
export const auditRoutes = {
  'GET /me/audit': route({
    policy: 'client',
    status: 200,
    query: account.ownAuditQuery,
    reply: cursorList(admin.ownAuditEntry),
  }),
  'GET /admin/audit.csv': route({
    policy: 'admin',
    can: 'audit.read',
    status: 200,
    query: admin.auditExportQuery,
    reply: files.auditRow,
    csv: 'audit',
  }),
  'GET /admin/audit': route({
    policy: 'admin',
    can: 'audit.read',
    status: 200,
    query: admin.auditQuery,
    reply: admin.auditPage,
  }),
} satisfies RouteTable;
