import type { Decision } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { minuteRoundedUp } from '../../periods/minutes.ts';
import { HOLD_CODES, lastRunning } from './hold.ts';
import { HOLDS } from './model.ts';
import { refuse } from './refusals.ts';

/** Why no withdrawal of this client can be approved now. Holds affect nothing else. */
export function refuseOnHold(state: State, clientId: string, now: Date): Decision<never> | undefined {
  const hold = lastRunning(state.of(HOLDS).values(), clientId, now);
  if (hold === undefined) return undefined;
  return refuse('withdrawal.on_hold', undefined, {
    ground: HOLD_CODES[hold.code],
    reference: hold.reference,
    until: minuteRoundedUp(hold.endsAt),
  });
}
