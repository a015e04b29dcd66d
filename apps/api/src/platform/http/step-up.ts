import { messages } from '@clearbook/contracts/messages';
import { STEP_UP } from '@clearbook/contracts/permissions';
import type { Route } from '@clearbook/contracts/routes';
import type { Actor } from './context.ts';
import { Problem } from './problem.ts';

/** @throws Problem 403 `auth.step_up_required` where the person has not given the password or a code within the last five minutes */
export function requireStepUp({ steppedUp }: Pick<Actor, 'steppedUp'>): void {
  if (!steppedUp) throw new Problem(403, 'auth.step_up_required', messages.stepUp.required);
}

/** Whether a route takes the password or a code again, whatever it is asked (A136). What only reads never does. */
export function asksAgain(key: string, route: Route): boolean {
  return route.policy === 'admin' && !key.startsWith('GET ') && STEP_UP[route.can] === 'always';
}
