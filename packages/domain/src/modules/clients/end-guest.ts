import { credit, debit, entry } from '../../kernel/accounts.ts';
import type { Context, Decision } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { closing, leftIn } from './close-account.ts';
import { refuse } from './refusals.ts';

export type EndGuest = { readonly kind: 'end_guest'; readonly clientId: string };

/**
 * Ends the account of a guest whose day is over: the paper money that is left goes back where it came from, and the account closes as any
 * other does. Trades are closed first. Whether somebody is a guest, and their day is over, the database says as it commits.
 */
export function decideEndGuest(state: State, { clientId }: EndGuest, context: Context): Decision {
  const party = state.of(PARTIES).get(clientId);
  if (party === undefined || party.kind !== 'client' || party.status === 'closed') return refuse('user.not_found');
  const { money: _, ...left } = leftIn(state, party);
  if (Object.keys(left).length > 0) return refuse('user.not_empty', undefined, left);
  const paper = [debit('cash', party.cash), credit('custody:paper', party.cash)];
  return {
    outcome: { ok: true, result: { id: clientId } },
    ...(party.cash > 0n && { entry: entry('guest_ended', clientId, context.newId(), paper) }),
    rows: closing(state, party, context),
    records: [
      {
        kind: 'audit',
        actorId: clientId,
        action: 'user.close',
        subjectType: 'user',
        subjectId: clientId,
        clientId,
        facts: {},
      },
    ],
    invalidates: [{ clientId, topics: ['me', 'users'], event: 'account_closed', subjectId: clientId, staff: true }],
  };
}
