import { credit, debit, entry } from '../../kernel/accounts.ts';
import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { type Cents, centsToDecimal, formatUsd } from '../../money/index.ts';
import { refuseStoppedDeposits } from '../switches/guard.ts';
import { refuseFunding } from './deposit-limits.ts';
import { refuse } from './refusals.ts';

export type TopUp = { readonly kind: 'top_up'; readonly clientId: string; readonly amount: Cents };

export const TOP_UP_MAX: Cents = 10_000_000n;
export const TOP_UPS_A_DAY = 3;

/** Paper money, right away and in demo mode only: the database refuses it in live mode. */
export function decideTopUp(state: State, command: TopUp, context: Context): Decision<Fields<'id' | 'total_balance'>> {
  const party = state.of(PARTIES).get(command.clientId);
  if (party === undefined) throw new Error('top-up of somebody without books');
  if (party.status !== 'active') return refuse('deposit.suspended');
  const held = refuseStoppedDeposits(state) ?? refuseFunding(state, party.id, command.amount, context.now);
  if (held) return held;
  if (command.amount > TOP_UP_MAX) return refuse('top_up.too_large', 'amount');
  // A clock that is a little behind opens no day again, and begins none.
  const today = context.now.toISOString().slice(0, 10);
  const count = party.topUpDay !== null && party.topUpDay >= today ? party.topUpCount : 0;
  if (count >= TOP_UPS_A_DAY)
    return refuse('top_up.too_often', undefined, { until: nextDay(context.now).toISOString() });

  const id = context.newId();
  const total = party.cash + party.margin + party.withdrawing + command.amount;
  return {
    // The stored answer includes the total, so that the same key always gets the same total.
    outcome: { ok: true, result: { id, total_balance: centsToDecimal(total) } },
    entry: entry('demo_top_up', party.id, id, [debit('custody:paper', command.amount), credit('cash', command.amount)]),
    notifications: [
      { userId: party.id, template: 'top-up', values: { amount: formatUsd(command.amount) }, quiet: true },
    ],
    invalidates: [
      { clientId: party.id, topics: ['account', 'users'], event: 'demo_top_up', subjectId: id, staff: true },
    ],
  };
}

/** When the next UTC day begins. */
function nextDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}
