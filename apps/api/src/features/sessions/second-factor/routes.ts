import type { Register } from '../../../platform/http/index.ts';
import { sessionCookie } from '../cookies.ts';
import type { SessionDeps } from '../deps.ts';
import { confirmEnrolment, enrol, renewRecoveryCodes, turnOff } from './change-second-factor.ts';

/** Two-factor on, off, and its recovery codes. */
export function secondFactorRoutes(register: Register, deps: SessionDeps): void {
  const { config } = deps;

  register('GET /auth/two-factor', ({ actor }) =>
    deps.secondFactor.status(actor.userId, config.mode === 'live' && actor.role === 'admin'),
  );

  register('POST /auth/two-factor/enrol', ({ body, actor, now }) => enrol(deps, actor, body.password, now));

  register('POST /auth/two-factor/confirm', async ({ body, actor, now, reply }) => {
    const { codes, token } = await confirmEnrolment(deps, actor, body.code, now);
    reply.header('set-cookie', sessionCookie(config, token, actor.role));
    return { recovery_codes: codes };
  });

  register('POST /auth/two-factor/recovery-codes', async ({ body, actor, now }) => ({
    recovery_codes: await renewRecoveryCodes(deps, actor, body, now),
  }));

  register('POST /auth/two-factor/off', async ({ body, actor, now, reply }) => {
    const token = await turnOff(deps, actor, body, now);
    reply.header('set-cookie', sessionCookie(config, token, actor.role));
    return null;
  });
}
