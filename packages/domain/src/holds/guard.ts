import { type Decision, refuse } from '../ledger/decision.ts';
import type { State } from '../ledger/state.ts';
import { endText, HOLD_CODES, lastRunning } from './hold.ts';

/** Why no withdrawal of this client can be approved now. Nothing else asks. */
export function refuseOnHold(state: State, clientId: string, now: Date): Decision | undefined {
  const hold = lastRunning(state.holds.values(), clientId, now);
  if (hold === undefined) return undefined;
  return refuse('withdrawal.on_hold', undefined, {
    ground: HOLD_CODES[hold.code],
    reference: hold.reference,
    until: endText(hold.endsAt),
  });
}
