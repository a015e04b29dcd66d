import { credit, debit, entry, type EntryDraft } from '../../kernel/accounts.ts';
import type { Context, Decision } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { type Cents, centsToDecimal, formatUsd } from '../../money/index.ts';
import { ENTRIES, entryKey } from './model.ts';
import { refuse } from './refusals.ts';

export type Adjust = {
  readonly kind: 'adjust';
  readonly staffId: string;
  readonly clientId: string;
  readonly direction: 'credit' | 'debit';
  readonly amount: Cents;
  readonly reason: string;
  /** The entry that a debit corrects. */
  readonly corrects: bigint | null;
};

/** The only manual entry. It never counts as profit; a debit can take back at most what is left of the entry that it corrects. */
export function decideAdjust(state: State, command: Adjust, context: Context): Decision {
  const party = state.of(PARTIES).get(command.clientId);
  if (party === undefined || party.kind !== 'client' || party.status === 'closed') return refuse('user.not_found');
  if (command.clientId === command.staffId) return refuse('decision.own_account');
  // A negative debit would be a credit that nobody sees as one; the request's schema lets none through.
  if (command.amount <= 0n) throw new Error('an adjustment of nothing or less');
  if (command.direction === 'debit') {
    const corrected =
      command.corrects === null ? undefined : state.of(ENTRIES).get(entryKey(command.clientId, command.corrects));
    if (corrected === undefined || corrected.clientId !== command.clientId)
      return refuse('adjustment.entry_unknown', 'corrects');
    const left = corrected.credited - corrected.corrected;
    if (command.amount > left)
      return refuse('adjustment.debit_too_large', 'amount', { most: formatUsd(left < 0n ? 0n : left) });
    if (command.amount > party.cash) return refuse('adjustment.insufficient_balance', 'amount');
  }
  const id = context.newId();
  const lines =
    command.direction === 'credit'
      ? [debit('adjustments', command.amount), credit('cash', command.amount)]
      : [debit('cash', command.amount), credit('adjustments', command.amount)];
  return {
    outcome: { ok: true, result: { id } },
    entry: entry('adjustment', party.id, id, lines, command.direction === 'debit' ? command.corrects : null),
    records: [
      { kind: 'note', subjectId: id, note: 'reason', clientId: party.id, body: { text: command.reason } },
      {
        kind: 'audit',
        actorId: command.staffId,
        action: `adjustment.${command.direction}`,
        subjectType: 'adjustment',
        subjectId: id,
        clientId: party.id,
        facts: {
          amount: centsToDecimal(command.amount),
          ...(command.corrects !== null && { corrects: command.corrects.toString() }),
        },
      },
    ],
    notifications: [
      {
        userId: party.id,
        template: 'adjustment',
        values: { direction: command.direction, amount: formatUsd(command.amount), reason: command.reason },
      },
    ],
    invalidates: [
      { clientId: party.id, topics: ['account', 'users', 'mailbox'], event: 'adjustment', subjectId: id, staff: true },
    ],
  };
}

/** A debit immediately reduces what can still be taken back of its entry. */
export function correctedBy(state: State, { event, clientId, corrects, postings }: EntryDraft): void {
  if (event !== 'adjustment' || corrects === null) return;
  const key = entryKey(clientId, corrects);
  const known = state.of(ENTRIES).get(key);
  const taken = postings.find(({ account }) => account === 'cash');
  if (known === undefined || taken === undefined) return;
  state.of(ENTRIES).set(key, { ...known, corrected: known.corrected + taken.amount });
}
