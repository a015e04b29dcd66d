import * as files from '../admin-export.ts';
import * as identity from '../identity.ts';
import * as proposals from '../proposals.ts';
import { idParams } from '../common.ts';
import { route, type RouteTable } from './route.ts';

/** Documents, and their verification by staff. */
export const identityRoutes = {
  'GET /identity': route({ policy: 'client', status: 200, reply: identity.identity }),
  'POST /identity': route({
    policy: 'client',
    status: 201,
    reply: identity.identity,
    files: ['front', 'back'],
    filesMayMiss: true,
  }),
  'GET /identity/details': route({ policy: 'client', status: 200, reply: identity.ownDetails }),
  'PUT /identity/details': route({
    policy: 'client',
    status: 200,
    body: identity.personalDetailsBody,
    reply: identity.ownDetails,
  }),
  'GET /identity/source-of-funds': route({ policy: 'client', status: 200, reply: identity.fundsDocuments }),
  'POST /identity/source-of-funds': route({
    policy: 'client',
    status: 201,
    reply: identity.fundsDocuments,
    files: identity.FUNDS_DOCUMENT_KINDS,
    filesMayMiss: true,
  }),
  'GET /admin/verifications.csv': route({
    policy: 'admin',
    can: 'verification.read',
    status: 200,
    query: identity.adminVerificationsExportQuery,
    reply: files.verificationRow,
    csv: 'verifications',
  }),
  'GET /admin/verifications': route({
    policy: 'admin',
    can: 'verification.read',
    status: 200,
    query: identity.adminVerificationsQuery,
    reply: identity.adminVerificationPage,
  }),
  'GET /admin/verifications/:id': route({
    policy: 'admin',
    can: 'verification.read',
    status: 200,
    params: idParams,
    reply: identity.adminVerification,
  }),
  'GET /admin/verifications/:id/details': route({
    policy: 'admin',
    can: 'verification.read',
    status: 200,
    params: idParams,
    reply: identity.personalDetailsVersions,
  }),
  'GET /admin/verifications/:id/source-of-funds': route({
    policy: 'admin',
    can: 'verification.read',
    status: 200,
    params: idParams,
    reply: identity.fundsDocuments,
  }),
  'POST /admin/verifications/:id/source-of-funds/review': route({
    policy: 'admin',
    can: 'verification.decide',
    status: 200,
    params: idParams,
    body: identity.reviewFundsBody,
    reply: identity.fundsDocuments,
  }),
  'POST /admin/verifications/:id/decision': route({
    policy: 'admin',
    can: 'verification.decide',
    status: 200,
    also: 202,
    params: idParams,
    body: identity.verificationDecisionBody,
    reply: identity.adminVerification,
  }),
  'PUT /admin/verifications/:id/dates': route({
    policy: 'admin',
    can: 'verification.decide',
    status: 200,
    params: idParams,
    body: identity.recordDatesBody,
    reply: identity.adminVerification,
  }),
  'POST /admin/users/:id/source-of-funds': route({
    policy: 'admin',
    can: 'verification.decide',
    status: 201,
    params: idParams,
    body: identity.sourceOfFundsBody,
    reply: proposals.proposal,
    key: 'optional',
  }),
} satisfies RouteTable;
