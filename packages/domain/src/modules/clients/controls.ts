import type { Context, Decision, Fields, NotificationDraft } from '../../kernel/decision.ts';
import { PARTIES, type Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed } from '../../kernel/table.ts';
import { centsToDecimal } from '../../money/index.ts';
import { clientFeeBps, isBilled, switchBilling } from '../funding/fee-notice.ts';
import { moneySettings } from '../funding/model.ts';
import { unlimitedAfterSuspension } from '../plans/signal-plans.ts';
import { cancelAllOrders } from '../trading/amend-order.ts';
import { refuse } from './refusals.ts';

export type SetControls = {
  readonly kind: 'set_controls';
  readonly staffId: string;
  readonly clientId: string;
  readonly status: 'active' | 'suspended' | null;
  readonly billing: boolean | null;
  readonly code: boolean | null;
  /** Share of the instruments for which the client sees signals: 1 to 100. */
  readonly signalPercent?: number;
  readonly reason: string;
  /** Id under which the reason is kept, named by the audit entry. */
  readonly noteId: string;
};

/** What staff can change for a client. Read under the same lock as the client's money, so it applies to the very next command. */
export function decideSetControls(
  state: State,
  command: SetControls,
  context: Context,
): Decision<Fields<'id' | 'status'>> {
  const party = state.of(PARTIES).get(command.clientId);
  if (party === undefined || party.kind !== 'client' || party.status === 'closed') return refuse('user.not_found');
  if (command.clientId === command.staffId) return refuse('decision.own_account');
  const after: Party = {
    ...party,
    ...statusWith(party, command.status ?? party.status, context.now),
    ...switchBilling(party, command.billing ?? party.billing, moneySettings(state).announcesFees ?? false, context.now),
    code: command.code ?? party.code,
    signalPercent: command.signalPercent ?? party.signalPercent,
  };
  const facts: Record<string, string> = { note: command.noteId };
  if (after.status !== party.status) facts['status'] = after.status;
  if (after.billing !== party.billing) facts['billing'] = after.billing ? 'Enabled' : 'Disabled';
  if (after.billing && !party.billing && after.billingFrom) facts['billing_from'] = after.billingFrom.toISOString();
  if (after.code !== party.code) facts['code'] = after.code ? 'Enabled' : 'Disabled';
  if (after.signalPercent !== party.signalPercent)
    facts['signal_strength'] = `${party.signalPercent} → ${after.signalPercent}`;
  return {
    outcome: { ok: true, result: { id: party.id, status: after.status } },
    rows: [
      changed(PARTIES, party, after),
      // A suspended client can open nothing, so their waiting orders end here.
      ...(after.status === 'suspended' ? cancelAllOrders(state, party.id, 'suspended', context) : []),
    ],
    records: [
      // The inactive notice shows why and since when; other switches keep their reason in the audit log's note.
      { kind: 'note', subjectId: command.noteId, note: 'reason', clientId: party.id, body: { text: command.reason } },
      ...(after.status === 'suspended' && party.status !== 'suspended'
        ? [
            {
              kind: 'note' as const,
              subjectId: party.id,
              note: 'reason' as const,
              clientId: party.id,
              body: { text: command.reason },
            },
          ]
        : []),
      {
        kind: 'audit',
        actorId: command.staffId,
        action: 'user.controls',
        subjectType: 'user',
        subjectId: party.id,
        clientId: party.id,
        facts,
      },
    ],
    notifications: [
      ...(after.status === party.status
        ? []
        : [
            {
              userId: party.id,
              template: after.status === 'suspended' ? 'suspended' : 'unsuspended',
              values: { reason: command.reason },
            },
          ]),
      ...(after.code === party.code
        ? []
        : [{ userId: party.id, template: after.code ? 'code-on' : 'code-off', values: {} }]),
      ...feeNotifications(state, party, after, context.now),
    ],
    invalidates: [
      {
        clientId: party.id,
        topics: ['me', 'account', 'users', 'withdrawals', 'plans', 'signals', 'orders'],
        event: 'user_controls',
        subjectId: party.id,
        staff: true,
      },
    ],
  };
}

/** Tells the client, in the app and by email, of a fee that starts later, or that an announced one won't. */
function feeNotifications(state: State, before: Party, after: Party, now: Date): NotificationDraft[] {
  if (after.billing && !before.billing && after.billingFrom !== null) {
    const percent = centsToDecimal(BigInt(clientFeeBps(moneySettings(state), after, after.billingFrom)));
    const values = { percent, from: after.billingFrom.toISOString().slice(0, 10) };
    return [{ userId: after.id, template: 'fee-announced', values }];
  }
  if (!after.billing && before.billing && !isBilled(before, now))
    return [{ userId: after.id, template: 'fee-withdrawn', values: { percent: '0.00' } }];
  return [];
}

/** Paid days don't count during a suspension. */
function statusWith(
  party: Party,
  status: Party['status'],
  now: Date,
): Pick<Party, 'status' | 'suspendedAt' | 'unlimitedUntil'> {
  const { suspendedAt, unlimitedUntil } = party;
  if (status === party.status) return { status, suspendedAt, unlimitedUntil };
  if (status === 'suspended') return { status, suspendedAt: now, unlimitedUntil };
  return { status, suspendedAt: null, unlimitedUntil: unlimitedAfterSuspension(party, now) };
}
