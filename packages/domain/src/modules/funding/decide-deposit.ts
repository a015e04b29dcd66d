import { credit, debit, entry } from '../../kernel/accounts.ts';
import type { Context, Decision } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { changed } from '../../kernel/table.ts';
import type { Price } from '../../market/index.ts';
import { type Cents, centsToDecimal, formatUsd } from '../../money/index.ts';
import { minuteRoundedDown } from '../../periods/minutes.ts';
import { RELEASES } from '../releases/model.ts';
import { ALONE_LIMIT, type Credit, creditOf, isOff, MAX_CREDIT } from './credit.ts';
import { type Deposit, DEPOSITS, proposedAbout } from './model.ts';
import { refuse } from './refusals.ts';
import { demoTxid, normaliseTxid } from './txid.ts';

const MINUTE_MS = 60_000;

export type DecideDeposit = {
  readonly kind: 'decide_deposit';
  readonly staffId: string;
  readonly clientId: string;
  readonly depositId: string;
  readonly decision: 'approve' | 'reject';
  readonly reason: string | null;
  /** What arrived. In demo mode it defaults to the requested amount, under an id derived from the deposit's. */
  readonly txid: string | null;
  readonly outputIndex: number | null;
  readonly receivedUnits: bigint | null;
  /** Live mode: when it arrived. */
  readonly receivedAt?: Date | null;
  /** The price when it arrived, or the nearest one known, for coins that the locked rate doesn't cover. */
  readonly rateNow: Price | null;
  /** The resulting credit, typed again: asked for in demo mode where it is large or not what was expected. */
  readonly confirmCredit?: Cents | null;
  /** The proposal's id if it takes two people. */
  readonly proposalId?: string;
};

/** Approve or reject, once. */
export function decideDeposit(state: State, command: DecideDeposit, context: Context): Decision {
  const deposit = state.of(DEPOSITS).get(command.depositId);
  if (deposit === undefined) return refuse('deposit.not_found');
  if (deposit.clientId === command.staffId) return refuse('decision.own_account');
  if (deposit.status === 'awaiting_payment') return refuse('deposit.not_pending');
  if (deposit.status !== 'pending') return refuse('decision.already_taken');
  if (command.decision === 'approve') return approve(state, deposit, command, context);
  // It would wait on, for the client's next proof.
  if (proposedAbout(state, deposit.id, 'approve_deposit', context.now))
    return refuse('proposal.already_waiting', undefined, { about: 'deposit' });
  return reject(deposit, command, context);
}

function reject(deposit: Deposit, command: DecideDeposit, { now }: Context): Decision {
  const reason = command.reason ?? '';
  const { id, clientId } = deposit;
  return {
    outcome: { ok: true, result: { id } },
    rows: [changed(DEPOSITS, deposit, { ...deposit, status: 'rejected', decidedAt: now, decidedBy: command.staffId })],
    records: [
      { kind: 'note', subjectId: id, note: 'reason', clientId, body: { text: reason } },
      audit(deposit, command, 'deposit.reject', {}),
    ],
    notifications: [
      { userId: clientId, template: 'deposit-rejected', values: { amount: formatUsd(deposit.amount), reason } },
    ],
    invalidates: [invalidation(deposit, 'deposit_rejected')],
  };
}

/** The credit is what was received × the rate: the locked one for what it covers, for the rest the price at its receipt. */
function approve(state: State, deposit: Deposit, command: DecideDeposit, context: Context): Decision {
  const releases = state.of(RELEASES).get('');
  if (releases === undefined) throw new Error('whether this takes two people was not read');
  const { receivedAt = null, confirmCredit = null } = command;
  const badTime = refuseReceiptTime(deposit, receivedAt, releases.live, context.now);
  if (badTime) return badTime;
  const txid =
    command.txid === null ? demoTxid(deposit.method, deposit.id) : normaliseTxid(deposit.method, command.txid);
  if (txid === null) return refuse('deposit.txid_format', 'txid', { method: deposit.method });

  const found = creditOf(deposit, { units: command.receivedUnits, at: receivedAt, rate: command.rateNow });
  if (found === null) return refuse('deposit.rate_unknown');
  const { credited } = found;
  if (credited <= 0n) return refuse('deposit.received_too_small', 'received_amount');
  if (credited > MAX_CREDIT)
    return refuse('deposit.credit_too_large', 'received_amount', {
      credited: formatUsd(credited),
      most: formatUsd(MAX_CREDIT),
    });
  const asked = releases.live ? confirmCredit !== null : takesAnotherLook(credited, deposit.amount);
  if (asked && confirmCredit !== credited)
    return refuse('deposit.credit_unconfirmed', 'confirm_credit', {
      credited: formatUsd(credited),
      expected: formatUsd(deposit.amount),
    });
  return creditedBy(deposit, command, { ...found, txid, confirmed: asked ? credited : null }, context);
}

/** A sum that is large or differs from the request is typed again in demo mode and checked by a second person in live mode. */
export function takesAnotherLook(credited: Cents, asked: Cents): boolean {
  return credited > ALONE_LIMIT || isOff(credited, asked);
}

function refuseReceiptTime(
  deposit: Deposit,
  receivedAt: Date | null,
  live: boolean,
  now: Date,
): Decision<never> | undefined {
  if (receivedAt === null) return live ? refuse('deposit.received_at_required', 'received_at') : undefined;
  if (receivedAt > now) return refuse('deposit.received_in_future', 'received_at');
  // Block explorers show minutes, so staff rarely know the seconds.
  const minute = Math.floor(deposit.createdAt.getTime() / MINUTE_MS) * MINUTE_MS;
  if (receivedAt.getTime() < minute)
    return refuse('deposit.received_too_early', 'received_at', {
      created: `${minuteRoundedDown(deposit.createdAt)} UTC`,
    });
  return undefined;
}

function creditedBy(
  deposit: Deposit,
  command: DecideDeposit,
  found: Credit & { readonly txid: string; readonly confirmed: Cents | null },
  { now }: Context,
): Decision {
  const { id, clientId, method } = deposit;
  const { credited, confirmed, txid, restRate } = found;
  const outputIndex = command.outputIndex ?? 0;
  const { receivedAt = null } = command;
  const after: Deposit = {
    ...deposit,
    status: 'approved',
    receivedUnits: found.units,
    receivedAt,
    receiptRate: found.rate,
    restRate,
    credited,
    confirmed,
    txid,
    outputIndex,
    decidedAt: now,
    decidedBy: command.staffId,
  };
  return {
    outcome: { ok: true, result: { id } },
    entry: entry('deposit_approved', clientId, id, [debit(`custody:${method}`, credited), credit('cash', credited)]),
    rows: [changed(DEPOSITS, deposit, after)],
    records: [
      audit(deposit, command, 'deposit.approve', {
        credited: centsToDecimal(credited),
        txid,
        output_index: String(outputIndex),
        ...(receivedAt && { received_at: receivedAt.toISOString() }),
      }),
    ],
    notifications: [{ userId: clientId, template: 'deposit-approved', values: { amount: formatUsd(credited) } }],
    invalidates: [invalidation(deposit, 'deposit_approved')],
  };
}

function audit(deposit: Deposit, { staffId }: DecideDeposit, action: string, facts: Readonly<Record<string, string>>) {
  return {
    kind: 'audit' as const,
    actorId: staffId,
    action,
    subjectType: 'deposit',
    subjectId: deposit.id,
    clientId: deposit.clientId,
    facts,
  };
}

function invalidation(deposit: Deposit, event: string) {
  return {
    clientId: deposit.clientId,
    topics: ['account', 'deposits', 'users'],
    event,
    subjectId: deposit.id,
    staff: true,
  };
}
