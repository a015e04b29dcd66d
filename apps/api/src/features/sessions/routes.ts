import type { Register } from '../../platform/http/index.ts';
import { readMe } from '../me/index.ts';
import { changePassword } from './change-password.ts';
import { confirmReset } from './confirm-reset.ts';
import { deviceCookie, noSessionCookie, sessionCookie } from './cookies.ts';
import type { SessionDeps } from './deps.ts';
import { requestReset } from './request-reset.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';

export function sessionsRoutes(register: Register, deps: SessionDeps): void {
  const { config, pool } = deps;

  register('POST /auth/sign-up', ({ body, now }) => signUp(deps, body, now));

  register('POST /auth/sign-in', async ({ body, ip, userAgent, cookieHeader, now, reply }) => {
    const { userId, role, token, deviceToken } = await signIn(
      deps,
      { email: body.email, password: body.password, ip, userAgent, cookieHeader },
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
      { current: body.current_password, replacement: body.new_password },
      now,
    );
    reply.header('set-cookie', sessionCookie(config, token, actor.role));
    return null;
  });
}
