import * as files from '../admin-export.ts';
import * as proposals from '../proposals.ts';
import { idParams, listQuery, noContent, rangeQuery } from '../common.ts';
import { route, type RouteTable } from './route.ts';

/** What needs a second person, and who is staff. */
export const proposalsRoutes = {
  'GET /admin/proposals.csv': route({
    policy: 'admin',
    can: 'proposal.read',
    status: 200,
    query: proposals.proposalsExportQuery,
    reply: files.proposalRow,
    csv: 'proposals',
  }),
  'GET /admin/proposals': route({
    policy: 'admin',
    can: 'proposal.read',
    status: 200,
    query: proposals.proposalsQuery,
    reply: proposals.proposalPage,
  }),
  'GET /admin/proposals/:id': route({
    policy: 'admin',
    can: 'proposal.read',
    status: 200,
    params: idParams,
    reply: proposals.proposal,
  }),
  /** Staff come and go by proposal, in every mode. */
  'POST /admin/proposals': route({
    policy: 'admin',
    can: 'staff.change',
    status: 201,
    body: proposals.proposeStaffBody,
    reply: proposals.proposal,
    key: 'optional',
  }),
  'POST /admin/proposals/:id/decision': route({
    policy: 'admin',
    can: 'proposal.decide',
    status: 200,
    params: idParams,
    body: proposals.proposalDecisionBody,
    reply: proposals.proposal,
    key: true,
  }),
  'GET /admin/release-limits': route({
    policy: 'admin',
    can: 'proposal.read',
    status: 200,
    query: proposals.releaseLimitsQuery,
    reply: proposals.releaseLimits,
  }),
  /** By two people in every mode. */
  'POST /admin/release-limits': route({
    policy: 'admin',
    can: 'limit.change',
    status: 201,
    body: proposals.proposeReleaseLimitsBody,
    reply: proposals.proposal,
    key: 'optional',
  }),
  'GET /admin/staff.csv': route({
    policy: 'admin',
    can: 'staff.read',
    status: 200,
    query: rangeQuery,
    reply: files.staffRow,
    csv: 'staff',
  }),
  'GET /admin/staff': route({
    policy: 'admin',
    can: 'staff.read',
    status: 200,
    query: listQuery,
    reply: proposals.staffList,
  }),
  /** Where staff are signed in, all of them. */
  'GET /admin/staff-sessions.csv': route({
    policy: 'admin',
    can: 'staff.read',
    status: 200,
    query: rangeQuery,
    reply: files.staffSessionRow,
    csv: 'staff-sessions',
  }),
  'GET /admin/staff-sessions': route({
    policy: 'admin',
    can: 'staff.read',
    status: 200,
    query: listQuery,
    reply: proposals.staffSessionList,
  }),
  'POST /admin/staff-sessions/:id/end': route({
    policy: 'admin',
    can: 'staff.change',
    status: 204,
    params: idParams,
    body: proposals.endStaffSessionBody,
    reply: noContent,
  }),
  'GET /admin/roles.csv': route({
    policy: 'admin',
    can: 'staff.read',
    status: 200,
    reply: files.staffRoleRow,
    csv: 'roles',
  }),
  'GET /admin/roles': route({
    policy: 'admin',
    can: 'staff.read',
    status: 200,
    query: listQuery,
    reply: proposals.staffRoleList,
  }),
} satisfies RouteTable;
