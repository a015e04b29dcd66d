import type { AnyDecision, Context } from '../kernel/decision.ts';
import type { State } from '../kernel/state.ts';
import { type ChargeFinancing, closesPart, nightsBefore } from '../modules/trading/financing.ts';
import { apply } from './apply.ts';
import { decide } from './decide.ts';
import { type Command, ruleOf } from './modules.ts';

export type ChargedNight = { readonly night: ChargeFinancing; readonly decision: AnyDecision };

/**
 * Charges the nights that a trade was open for before a command closes it: every trade that was open at the hour pays, however soon it closes afterwards.
 * They are decided and applied to the state here. A command that closes nothing charges none.
 */
export function chargeNightsFirst(state: State, command: Command, context: Context): readonly ChargedNight[] {
  const { closes } = ruleOf(command.kind);
  if (closes === undefined) return [];
  const nights = nightsBefore(state, command, closes(state, command, context), context);
  if (nights.length === 0) return [];
  const { rows = [] } = decide(state, command, context);
  if (!rows.some(closesPart)) return [];
  return nights.map((night) => {
    const decision = decide(state, night, context);
    apply(state, decision, context.now);
    return { night, decision };
  });
}
