import type { Register } from '../../../platform/http/index.ts';
import { pageOf } from '../../../platform/paging.ts';
import { readMe } from '../../me/index.ts';
import { deviceCookie, sessionCookie } from '../cookies.ts';
import type { SessionDeps } from '../deps.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './change-passkeys.ts';
import { askToSignIn, askToStepUp, signInWithPasskey, stepUpWithPasskey } from './use-passkey.ts';

/** Passkeys: signing in and stepping up with one, and a person's own. */
export function passkeyRoutes(register: Register, deps: SessionDeps): void {
  const { config, pool } = deps;

  register('POST /auth/passkey/options', async ({ now }) => askToSignIn(deps, now));

  register('POST /auth/passkey/sign-in', async ({ body, ip, userAgent, cookieHeader, now, reply }) => {
    const attempt = { credential: body.credential, code: body.code, ip, userAgent, cookieHeader };
    const { userId, role, token, deviceToken } = await signInWithPasskey(deps, attempt, now);
    reply.header('set-cookie', sessionCookie(config, token, role));
    reply.header('set-cookie', deviceCookie(config, deviceToken));
    return readMe(pool, userId, config.mode);
  });

  register('POST /auth/step-up/passkey-options', ({ actor, now }) => askToStepUp(deps, actor, now));

  register('POST /auth/step-up/passkey', async ({ actor, body, now }) => ({
    until: (await stepUpWithPasskey(deps, actor, body.credential, now)).toISOString(),
  }));

  register('GET /me/passkeys', async ({ actor, query }) =>
    pageOf(await listPasskeys(pool, actor.userId), ({ id }) => id, query),
  );

  register('POST /me/passkeys/options', ({ actor, body, now }) => beginPasskey(deps, actor, body, now));

  register('POST /me/passkeys', ({ actor, body, now }) => addPasskey(deps, actor, body, now));

  register('PATCH /me/passkeys/:id', ({ actor, params, body }) => renamePasskey(pool, actor, params.id, body.name));

  register('DELETE /me/passkeys/:id', async ({ actor, params, now }) => {
    await removePasskey(deps, actor, params.id, now);
    return null;
  });
}
