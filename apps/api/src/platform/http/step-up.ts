import { messages } from '@clearbook/contracts/messages';
import type { Actor } from './context.ts';
import { Problem } from './problem.ts';

/** @throws Problem 403 `auth.step_up_required` where the person has not given the password or a code within the last five minutes */
export function requireStepUp({ steppedUp }: Pick<Actor, 'steppedUp'>): void {
  if (!steppedUp) throw new Problem(403, 'auth.step_up_required', messages.stepUp.required);
}
