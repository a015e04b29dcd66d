import type { Register } from '../../platform/http/index.ts';
import { pageOf } from '../../platform/paging.ts';
import { readMe } from '../me/index.ts';
import { listed, recordExport, within } from '../tables/index.ts';
import { changePassword } from './change-password.ts';
import { confirmEmailChange, requestEmailChange } from './change-email.ts';
import { confirmReset } from './confirm-reset.ts';
import { deviceCookie, noSessionCookie, sessionCookie } from './cookies.ts';
import type { SessionDeps } from './deps.ts';
import { endSessionsOf } from './end-sessions.ts';
import { endOtherSessions, endSession, listSessions } from './list-sessions.ts';
import { lockAccount } from './lock-account.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { requestReset } from './request-reset.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { endStaffSession, listStaffSessions, staffSessionFileRow } from './staff-sessions.ts';
import { stepUp } from './step-up.ts';

export function sessionsRoutes(register: Register, deps: SessionDeps): void {
  const { config, pool } = deps;
  secondFactorRoutes(register, deps);
  passkeyRoutes(register, deps);
  staffSessionRoutes(register, deps);

  register('POST /auth/sign-up', ({ body, now }) => signUp(deps, body, now));

  register('POST /auth/sign-in', async ({ body, ip, userAgent, cookieHeader, now, reply }) => {
    const { userId, role, token, deviceToken } = await signIn(
      deps,
      { email: body.email, password: body.password, code: body.code, ip, userAgent, cookieHeader },
      now,
    );
    reply.header('set-cookie', sessionCookie(config, token, role));
    reply.header('set-cookie', deviceCookie(config, deviceToken));
    return readMe(pool, userId, config.mode);
  });

  register('POST /auth/sign-out', async ({ cookieHeader, reply }) => {
    await signOut(deps, cookieHeader);
    reply.header('set-cookie', noSessionCookie(config));
    // Not "storage": the theme and the hidden balance are this browser's own choices, and nothing else is kept there.
    reply.header('clear-site-data', '"cache"');
    return null;
  });

  register('POST /auth/reset/request', async ({ body, ip, now }) => {
    await requestReset(deps, { email: body.email, ip }, now);
    return null;
  });

  register('POST /auth/reset/confirm', async ({ body, ip, now }) => {
    await confirmReset(deps, { ...body, ip }, now);
    return null;
  });

  register('POST /auth/password', async ({ body, actor, now, reply }) => {
    const token = await changePassword(
      deps,
      actor,
      { current: body.current_password, replacement: body.new_password, code: body.code },
      now,
    );
    reply.header('set-cookie', sessionCookie(config, token, actor.role));
    return null;
  });

  register('POST /auth/email', async ({ body, actor, now }) => {
    await requestEmailChange(deps, actor.userId, body, now);
    return null;
  });

  register('POST /auth/email/confirm', async ({ body, ip, now }) => {
    await confirmEmailChange(deps, { token: body.token, ip }, now);
    return null;
  });

  register('POST /auth/lock', async ({ body, ip, now }) => {
    await lockAccount(deps, { token: body.token, ip }, now);
    return null;
  });

  register('POST /auth/step-up', async ({ body, actor, now }) => ({
    until: (await stepUp(deps, actor, body, now)).toISOString(),
  }));

  register('GET /me/sessions', async ({ actor, query, now }) =>
    pageOf(await listSessions(pool, actor, now), ({ id }) => id, query),
  );

  register('DELETE /me/sessions/:id', async ({ actor, params, reply }) => {
    await endSession(pool, actor, params.id);
    if (params.id === actor.sessionId) reply.header('set-cookie', noSessionCookie(config));
    return null;
  });

  register('POST /me/sessions/end-others', async ({ actor }) => {
    await endOtherSessions(pool, actor);
    return null;
  });

  register('POST /admin/users/:id/end-sessions', async ({ actor, params, body, now }) => ({
    ended: await endSessionsOf(pool, { staffId: actor.userId, userId: params.id, reason: body.reason }, now),
  }));
}

/** Where staff are signed in. */
function staffSessionRoutes(register: Register, { pool }: Pick<SessionDeps, 'pool'>): void {
  register('GET /admin/staff-sessions.csv', async (request) => {
    await recordExport(pool, 'staff_sessions', request);
    const { actor, query, now } = request;
    const sessions = await listStaffSessions(pool, { sessionId: actor.sessionId, now, limit: null });
    return listed(sessions.filter(within(query, (session) => session.created_at)).map(staffSessionFileRow));
  });

  register('GET /admin/staff-sessions', async ({ actor, query, now }) =>
    pageOf(await listStaffSessions(pool, { sessionId: actor.sessionId, now }), ({ id }) => id, query),
  );

  register('POST /admin/staff-sessions/:id/end', async ({ actor, params, body, now }) => {
    await endStaffSession(pool, { staffId: actor.userId, sessionId: params.id, reason: body.reason }, now);
    return null;
  });
}
