import type { Context, Decision } from '../../kernel/decision.ts';
import { PARTIES, type Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed, created, type RowImage } from '../../kernel/table.ts';
import { formatUsd } from '../../money/index.ts';
import { minuteRoundedUp } from '../../periods/minutes.ts';
import { SHARES_DUE } from '../copying/model.ts';
import { DEPOSITS } from '../funding/model.ts';
import { LOANS } from '../loans/model.ts';
import { BREAKS } from '../protection/model.ts';
import { standsUntil } from '../protection/time-out.ts';
import { TRADES } from '../positions/model.ts';
import { cancelAllOrders } from '../trading/amend-order.ts';
import { ERASURES } from './model.ts';
import { refuse } from './refusals.ts';

export type CloseAccount = {
  readonly kind: 'close_account';
  /** Null where the client closes their own account. */
  readonly staffId: string | null;
  readonly clientId: string;
  /** Why staff closed it, and the id under which that is kept. */
  readonly reason?: { readonly text: string; readonly noteId: string };
};

/**
 * Closes an account for good (departures D14). It must be empty: money paid out, trades closed, withdrawals and deposits decided and
 * loans repaid first. The person's data is erased with it; their entries stay under a pseudonym.
 */
export function decideCloseAccount(state: State, command: CloseAccount, context: Context): Decision {
  const { clientId, staffId, reason } = command;
  const party = state.of(PARTIES).get(clientId);
  if (party === undefined || party.kind !== 'client' || party.status === 'closed') return refuse('user.not_found');
  const left = { ...leftIn(state, party), ...comingFor(state, clientId, context.now) };
  if (Object.keys(left).length > 0) return refuse('user.not_empty', undefined, left);
  return {
    outcome: { ok: true, result: { id: clientId } },
    rows: closing(state, party, context),
    records: [
      // Stored as a note of the member of staff, because the client's own notes are erased with the client.
      ...(reason !== undefined && staffId !== null
        ? [
            {
              kind: 'note' as const,
              subjectId: reason.noteId,
              note: 'reason' as const,
              clientId: staffId,
              body: { text: reason.text },
            },
          ]
        : []),
      {
        kind: 'audit',
        actorId: staffId ?? clientId,
        action: 'user.close',
        subjectType: 'user',
        subjectId: clientId,
        clientId,
        facts: reason === undefined ? {} : { note: reason.noteId },
      },
    ],
    invalidates: [{ clientId, topics: ['me', 'users'], event: 'account_closed', subjectId: clientId, staff: true }],
  };
}

/** What is still in an account, by name: nothing where it may end. */
export function leftIn(state: State, party: Party): Readonly<Record<string, string>> {
  const clientId = party.id;
  const trades = [...state.of(TRADES).values()].filter((t) => t.clientId === clientId && t.status === 'active').length;
  const deposits = [...state.of(DEPOSITS).values()].filter(
    (d) => d.clientId === clientId && d.status === 'pending',
  ).length;
  const applied = [...state.of(LOANS).values()].some((loan) => loan.clientId === clientId && loan.status === 'pending');
  const shares = [...state.of(SHARES_DUE).values()].reduce(
    (sum, { leadId, amount }) => (leadId === clientId ? sum + amount : sum),
    0n,
  );
  return {
    ...(party.cash > 0n && { money: formatUsd(party.cash) }),
    ...((trades > 0 || party.margin > 0n) && { trades: String(trades) }),
    ...(party.withdrawing > 0n && { withdrawals: formatUsd(party.withdrawing) }),
    ...(deposits > 0 && { deposits: String(deposits) }),
    ...(applied && { applied: 'yes' }),
    ...(party.leads && { leads: 'yes' }),
    ...(party.loan > 0n && { loan: formatUsd(party.loan) }),
    ...(shares > 0n && { shares: formatUsd(shares) }),
  };
}

/** What would be lost with an account that is empty: a payment on its way, and a break, which nobody ends early. */
function comingFor(state: State, clientId: string, now: Date): Readonly<Record<string, string>> {
  const paying = [...state.of(DEPOSITS).values()].some(
    (d) => d.clientId === clientId && d.status === 'awaiting_payment' && d.expiresAt > now,
  );
  const until = standsUntil(state.of(BREAKS).get(clientId), now);
  return {
    ...(paying && { paying: 'yes' }),
    ...(until === null && { excluded: 'yes' }),
    ...(until && { until: minuteRoundedUp(until) }),
  };
}

/** What ends with an account, whoever ends it. */
export function closing(state: State, party: Party, context: Context): RowImage[] {
  return [
    changed(PARTIES, party, { ...party, status: 'closed', billing: false, billingFrom: null, code: false }),
    ...cancelAllOrders(state, party.id, 'account_closed', context),
    created(ERASURES, { clientId: party.id, askedAt: context.now }),
  ];
}
