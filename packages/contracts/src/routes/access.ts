import * as access from '../access.ts';
import { emptyBody, idParams, listQuery, noContent } from '../common.ts';
import { route, type RouteTable } from './route.ts';

/** Signing up and in, passwords, the second factor, sessions. */
export const accessRoutes = {
  'POST /auth/sign-up': route({ policy: 'public', status: 201, body: access.signUpBody, reply: access.signUpReply }),
  'POST /auth/guest': route({
    policy: 'public',
    status: 201,
    sets: ['set-cookie'],
    body: emptyBody,
    reply: access.me,
    demoOnly: true,
  }),
  'POST /auth/guest/sign-up': route({
    policy: 'client',
    status: 201,
    sets: ['set-cookie'],
    body: access.signUpBody,
    reply: access.signUpReply,
    guest: true,
    demoOnly: true,
  }),
  'POST /auth/sign-in': route({
    policy: 'public',
    status: 200,
    sets: ['set-cookie'],
    body: access.signInBody,
    reply: access.me,
  }),
  'POST /auth/sign-out': route({
    policy: 'public',
    status: 204,
    sets: ['set-cookie', 'clear-site-data'],
    body: emptyBody,
    reply: noContent,
  }),
  'POST /auth/reset/request': route({ policy: 'public', status: 204, body: access.resetRequestBody, reply: noContent }),
  'POST /auth/reset/confirm': route({ policy: 'public', status: 204, body: access.resetConfirmBody, reply: noContent }),
  'POST /auth/password': route({
    policy: 'client',
    status: 204,
    sets: ['set-cookie'],
    body: access.changePasswordBody,
    reply: noContent,
  }),
  'POST /auth/email': route({ policy: 'client', status: 204, body: access.changeEmailBody, reply: noContent }),
  'POST /auth/email/confirm': route({ policy: 'public', status: 204, body: access.confirmEmailBody, reply: noContent }),
  'POST /auth/lock': route({ policy: 'public', status: 204, body: access.lockAccountBody, reply: noContent }),
  'POST /auth/step-up': route({ policy: 'client', status: 200, body: access.stepUpBody, reply: access.stepUpReply }),
  'GET /auth/two-factor': route({ policy: 'client', status: 200, reply: access.twoFactor }),
  'POST /auth/two-factor/enrol': route({
    policy: 'client',
    status: 201,
    body: access.enrolBody,
    reply: access.enrolment,
  }),
  'POST /auth/two-factor/confirm': route({
    policy: 'client',
    status: 200,
    sets: ['set-cookie'],
    body: access.confirmTwoFactorBody,
    reply: access.recoveryCodes,
  }),
  'POST /auth/two-factor/recovery-codes': route({
    policy: 'client',
    status: 200,
    body: access.bothProofsBody,
    reply: access.recoveryCodes,
  }),
  'POST /auth/two-factor/off': route({
    policy: 'client',
    status: 204,
    sets: ['set-cookie'],
    body: access.bothProofsBody,
    reply: noContent,
  }),
  'GET /me/sessions': route({ policy: 'client', status: 200, query: listQuery, reply: access.sessionList }),
  'DELETE /me/sessions/:id': route({
    policy: 'owner',
    status: 204,
    sets: ['set-cookie'],
    params: idParams,
    reply: noContent,
  }),
  'POST /me/sessions/end-others': route({ policy: 'client', status: 204, body: emptyBody, reply: noContent }),
} satisfies RouteTable;
