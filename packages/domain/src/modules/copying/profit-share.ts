import { credit, debit, entry } from '../../kernel/accounts.ts';
import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import { PARTIES, type Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed } from '../../kernel/table.ts';
import { type Cents, formatUsd, max, min } from '../../money/index.ts';
import { withdrawable } from '../funding/request-withdrawal.ts';
import { COPIES, type Copy } from '../positions/copies.ts';
import { TRADES } from '../positions/model.ts';
import { unrealisedOf } from './ratio.ts';
import { refuse } from './refusals.ts';

export type ProfitShare = {
  readonly kind: 'profit_share';
  readonly clientId: string;
  readonly leadId: string;
  readonly copyId: string;
  /** The month that has ended, YYYY-MM. */
  readonly month: string;
};

/**
 * What a new high is measured by at a month's end: what was realised, less what is open where that is a loss. Open gains are not shared before they
 * are realised, and open losses are not hidden behind realised gains.
 */
export function shareableResult(result: Cents, unrealised: Cents): Cents {
  return result + min(unrealised, 0n);
}

/** The trader's share of the profit above the last high, rounded down. */
export function profitShareOf(copy: Pick<Copy, 'highWater' | 'profitShareBps'>, shareable: Cents): Cents {
  return (max(0n, shareable - copy.highWater) * BigInt(copy.profitShareBps)) / 10_000n;
}

/** Settles the profit share of a month that has ended. */
export function decideProfitShare(
  state: State,
  command: ProfitShare,
  context: Context,
): Decision<Fields<'id' | 'amount'>> {
  const copy = state.of(COPIES).get(command.copyId);
  const party = state.of(PARTIES).get(command.clientId);
  if (copy === undefined || party === undefined || copy.clientId !== command.clientId) return refuse('copy.not_found');
  if (copy.leadId !== command.leadId) throw new Error("a share for somebody else's copy");
  const shareable = shareableResult(copy.result, unrealisedOf(copy, party, state.of(TRADES).values(), context));
  const { amount, columns, ...rest } = takeShare(copy, party, shareable, command.month);
  return {
    outcome: { ok: true, result: { id: copy.id, amount: amount.toString() } },
    ...rest.entries,
    rows: [changed(COPIES, copy, { ...copy, ...columns })],
    ...(amount > 0n && { notifications: rest.notifications, invalidates: rest.invalidates }),
  };
}

export type Taken = {
  readonly amount: Cents;
  readonly columns: Pick<Copy, 'highWater' | 'shared' | 'sharedMonth'>;
  readonly entries: Pick<Decision, 'entry' | 'also'>;
  readonly notifications: NonNullable<Decision['notifications']>;
  readonly invalidates: NonNullable<Decision['invalidates']>;
};

/**
 * The share of the profit above the last high, with its entries and notifications. Taken from the copier's own free cash only: a shortfall is never owed, and
 * borrowed money is never paid out. A bot's share stays in the house's fees.
 */
export function takeShare(copy: Copy, party: Party, shareable: Cents, month: string): Taken {
  const amount = min(profitShareOf(copy, shareable), withdrawable(party));
  const highWater = max(copy.highWater, shareable);
  const passedOn = amount > 0n && !copy.bot;
  const people = amount === 0n ? [] : [party.id, ...(passedOn ? [copy.leadId] : [])];
  return {
    amount,
    columns: { highWater, shared: copy.shared + amount, sharedMonth: `${month}-01` },
    entries: {
      ...(amount > 0n && {
        entry: entry('profit_share', party.id, copy.id, [debit('cash', amount), credit('fees', amount)]),
      }),
      ...(passedOn && {
        also: entry('profit_share', copy.leadId, copy.id, [debit('fees', amount), credit('cash', amount)]),
      }),
    },
    notifications: people.map((userId) => ({
      userId,
      template: userId === party.id ? 'profit-share-taken' : 'profit-share-received',
      values: { amount: formatUsd(amount), month, ...(userId === party.id && { high: formatUsd(highWater) }) },
    })),
    invalidates: people.map((clientId) => ({
      clientId,
      topics: ['account', 'copies', 'users', 'mailbox'],
      event: 'profit_share',
      subjectId: copy.id,
      staff: true,
    })),
  };
}
