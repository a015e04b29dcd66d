import { type Account, credit, debit, entry } from '../../kernel/accounts.ts';
import {
  type Context,
  type Decision,
  type Fields,
  type Invalidation,
  Later,
  type NotificationDraft,
} from '../../kernel/decision.ts';
import { PARTIES, type Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed, created } from '../../kernel/table.ts';
import { type Cents, divideUp, formatUsd, max, min } from '../../money/index.ts';
import { withdrawable } from '../funding/request-withdrawal.ts';
import { COPIES, type Copy } from '../positions/copies.ts';
import { TRADES } from '../positions/model.ts';
import { LEFT_BY_LEAD, SHARES_DUE, SHARES_PAID } from './model.ts';
import { unrealisedOf } from './ratio.ts';
import { refuse } from './refusals.ts';

export type ProfitShare = {
  readonly kind: 'profit_share';
  readonly clientId: string;
  readonly copyId: string;
  /** The month that has ended, YYYY-MM. */
  readonly month: string;
};

/** Takes out of clearing what a copier's share put in. */
export type PayProfitShare = {
  readonly kind: 'pay_profit_share';
  /** The trader's account. */
  readonly clientId: string;
  readonly shareId: string;
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

/**
 * Settles the profit share of a month that has ended.
 * @throws Later while what is open can't be valued: an open loss is never taken for nothing; and while what is missing is on its way out, because a
 * withdrawal that nobody confirms comes back by itself
 */
export function decideProfitShare(
  state: State,
  command: ProfitShare,
  context: Context,
): Decision<Fields<'id' | 'amount'>> {
  const copy = state.of(COPIES).get(command.copyId);
  const party = state.of(PARTIES).get(command.clientId);
  if (copy === undefined || party === undefined || copy.clientId !== command.clientId) return refuse('copy.not_found');
  const unrealised = unrealisedOf(copy, party, state.of(TRADES).values(), context);
  if (unrealised === undefined) throw new Later('a price of what is open is missing');
  const shareable = shareableResult(copy.result, unrealised);
  const { asked, amount, columns, ...taken } = takeShare(state, copy, party, shareable, command.month);
  if (amount < asked && party.withdrawing > 0n) throw new Later('what the share is taken from is on its way out');
  return {
    outcome: { ok: true, result: { id: copy.id, amount: amount.toString() } },
    ...taken,
    rows: [changed(COPIES, copy, { ...copy, ...columns })],
  };
}

export type Taken = Pick<Decision, 'entry' | 'notifications' | 'invalidates'> & {
  readonly asked: Cents;
  readonly amount: Cents;
  readonly columns: Pick<Copy, 'highWater' | 'shared' | 'sharedMonth'>;
};

/**
 * The share of the profit above the last high. Taken from the copier's own free cash only: a shortfall is never owed, and borrowed money is never paid
 * out. The high rises by what was paid for and no further, or whoever has their cash elsewhere for a moment would never share what it brought. The share
 * waits in clearing for the trader; a bot's stays in the house's fees, and where the trader's account is closed the copier keeps it.
 */
export function takeShare(state: State, copy: Copy, party: Party, shareable: Cents, month: string): Taken {
  const asked = state.of(LEFT_BY_LEAD).has(copy.id) ? 0n : profitShareOf(copy, shareable);
  const amount = min(asked, withdrawable(party));
  const highWater = amount < asked ? paidHigh(copy, amount) : max(copy.highWater, shareable);
  const columns = { highWater, shared: copy.shared + amount, sharedMonth: `${month}-01` };
  if (amount === 0n) return { asked, amount, columns };
  const to: Account = copy.bot ? 'fees' : 'clearing';
  const values = { amount: formatUsd(amount), month, high: formatUsd(highWater) };
  return {
    asked,
    amount,
    columns,
    entry: entry('profit_share', party.id, copy.id, [debit('cash', amount), credit(to, amount)]),
    notifications: [tell(party.id, copy.bot ? 'taken-by-bot' : 'taken', copy.id, values)],
    invalidates: [refresh(party.id, copy.id)],
  };
}

/** The high that a part of a share pays for: the lowest whose share, rounded down, is that part. It lies below what the whole share was asked of. */
function paidHigh({ highWater, profitShareBps }: Copy, amount: Cents): Cents {
  return highWater + divideUp(amount * 10_000n, BigInt(profitShareBps));
}

/** The trader's part of it, whatever became of the copy or of either account since: it is theirs. */
export function decidePayProfitShare(state: State, command: PayProfitShare, context: Context): Decision {
  const due = state.of(SHARES_DUE).get(command.shareId);
  const lead = state.of(PARTIES).get(command.clientId);
  if (due === undefined || lead === undefined || due.leadId !== lead.id) throw new Error('a share that is not due');
  const { id, copyId, amount, month } = due;
  const values = { amount: formatUsd(amount), month: month.slice(0, 7) };
  return {
    outcome: { ok: true, result: { id } },
    entry: entry('profit_share', lead.id, id, [debit('clearing', amount), credit('cash', amount)]),
    rows: [created(SHARES_PAID, { ...due, at: context.now })],
    // A closed account has no inbox.
    ...(lead.status !== 'closed' && { notifications: [tell(lead.id, 'received', copyId, values)] }),
    invalidates: [refresh(lead.id, copyId)],
  };
}

function tell(
  userId: string,
  what: 'taken' | 'taken-by-bot' | 'received',
  subjectId: string,
  values: Readonly<Record<string, string>>,
): NotificationDraft {
  return { userId, template: `profit-share-${what}`, values, subjectId };
}

function refresh(clientId: string, subjectId: string): Invalidation {
  return { clientId, topics: ['account', 'copies', 'users', 'mailbox'], event: 'profit_share', subjectId, staff: true };
}
