import type { Register } from '../../../platform/http/index.ts';
import { readMe } from '../../me/index.ts';
import { sessionCookie } from '../cookies.ts';
import { beginGuest } from './begin-guest.ts';
import type { GuestDeps } from './deps.ts';
import { keepGuest } from './keep-guest.ts';

export function guestRoutes(register: Register, deps: GuestDeps): void {
  const { config, pool } = deps;

  register('POST /auth/guest', async ({ ip, userAgent, cookieHeader, now, reply }) => {
    const { userId, token } = await beginGuest(deps, { ip, userAgent, cookieHeader }, now);
    if (token !== undefined) reply.header('set-cookie', sessionCookie(config, token, 'client'));
    return readMe(pool, userId, config.mode);
  });

  register('POST /auth/guest/sign-up', async ({ actor, body, now, reply }) => {
    const { message, token } = await keepGuest(deps, actor, body, now);
    reply.header('set-cookie', sessionCookie(config, token, 'client'));
    return { message };
  });
}
