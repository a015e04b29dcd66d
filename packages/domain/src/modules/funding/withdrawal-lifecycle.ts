import { type Account, credit, debit, entry, type EntryDraft } from '../../kernel/accounts.ts';
import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { PARTIES } from '../../kernel/party.ts';
import { changed } from '../../kernel/table.ts';
import { formatUsd } from '../../money/index.ts';
import { refuseOnHold } from '../holds/guard.ts';
import { proposedAbout, type Withdrawal, WITHDRAWALS } from './model.ts';
import { refuse } from './refusals.ts';
import { CODE_LIFETIME_MS, CODE_MAX_SENDS, CODE_MAX_TRIES } from './request-withdrawal.ts';

export type ConfirmWithdrawal = {
  readonly kind: 'confirm_withdrawal';
  readonly clientId: string;
  readonly withdrawalId: string;
  readonly codeHash: string;
};
export type ResendCode = {
  readonly kind: 'resend_code';
  readonly clientId: string;
  readonly withdrawalId: string;
  /** Null if the client's authenticator has it; then nothing is emailed. */
  readonly code: string | null;
  readonly codeHash: string;
};
export type CancelWithdrawal = {
  readonly kind: 'cancel_withdrawal';
  readonly clientId: string;
  readonly withdrawalId: string;
};
export type LapseWithdrawal = {
  readonly kind: 'lapse_withdrawal';
  readonly clientId: string;
  readonly withdrawalId: string;
};
export type ReportNotReceived = {
  readonly kind: 'report_not_received';
  readonly clientId: string;
  readonly withdrawalId: string;
};
/** Sent once, when a request has waited longer than one working day. */
export type NoteOverdue = {
  readonly kind: 'note_overdue';
  readonly clientId: string;
  readonly withdrawalId: string;
};
export type DecideWithdrawal = {
  readonly kind: 'decide_withdrawal';
  /** Null for the product itself, about a demo request that has waited a working day. */
  readonly staffId: string | null;
  readonly clientId: string;
  readonly withdrawalId: string;
  readonly decision: 'approve' | 'reject';
  readonly reason: string | null;
  readonly payoutReference: string | null;
  /** The proposal's id if approving takes two people. */
  readonly proposalId?: string;
};
export type ReturnWithdrawal = {
  readonly kind: 'return_withdrawal';
  readonly staffId: string;
  readonly clientId: string;
  readonly withdrawalId: string;
  readonly reason: string;
  /** The proposal's id if it takes two people. */
  readonly proposalId?: string;
};

/** Staff found the payment that a client had reported as not received. */
export type TraceWithdrawal = {
  readonly kind: 'trace_withdrawal';
  readonly staffId: string;
  readonly clientId: string;
  readonly withdrawalId: string;
  readonly reason: string;
  /** Id under which the reason is kept, named by the audit entry. */
  readonly noteId: string;
};

/** For how long a withdrawal is kept from its client as being paid, in all, however often that is proposed. */
export const BEING_PAID_MS = 7 * 86_400_000;

/** The right code confirms the request. The fifth wrong one or an expired code ends it and returns the money. */
export function decideConfirmWithdrawal(
  state: State,
  command: ConfirmWithdrawal,
  context: Context,
): Decision<WithdrawalMoved> {
  const found = ownWithdrawal(state, command);
  if (!found.ok) return found.refusal;
  const { withdrawal } = found;
  if (withdrawal.status !== 'awaiting_code') return refuse(codeUnwanted(withdrawal));
  if (lapsed(withdrawal, context.now)) return lapse(withdrawal, context, refuse('withdrawal.code_lapsed'));
  if (command.codeHash === withdrawal.codeHash) {
    const after: Withdrawal = { ...withdrawal, status: 'pending', codeHash: null, requestedAt: context.now };
    return move(withdrawal, after, 'withdrawal_confirmed', {
      notifications: [
        {
          userId: withdrawal.clientId,
          template: 'withdrawal-requested',
          values: { amount: formatUsd(withdrawal.amount) },
        },
      ],
    });
  }
  const tried: Withdrawal = { ...withdrawal, codeTries: withdrawal.codeTries + 1 };
  if (tried.codeTries >= CODE_MAX_TRIES)
    return release(tried, 'cancelled', context, {
      refusal: refuse('withdrawal.code_blocked'),
      template: 'withdrawal-stopped',
    });
  return { ...move(withdrawal, tried, 'withdrawal_code_wrong'), ...refuse('withdrawal.code_wrong', 'code') };
}

/** Why no code is expected. A late client reads that the code expired, whether or not the product has ended the request yet. */
function codeUnwanted({ status }: Withdrawal): 'withdrawal.code_lapsed' | 'withdrawal.not_awaiting_code' {
  return status === 'lapsed' ? 'withdrawal.code_lapsed' : 'withdrawal.not_awaiting_code';
}

export function decideResendCode(state: State, command: ResendCode, context: Context): Decision<WithdrawalMoved> {
  const found = ownWithdrawal(state, command);
  if (!found.ok) return found.refusal;
  const { withdrawal } = found;
  if (withdrawal.status !== 'awaiting_code') return refuse(codeUnwanted(withdrawal));
  if (lapsed(withdrawal, context.now)) return lapse(withdrawal, context, refuse('withdrawal.code_lapsed'));
  // This request gets no more codes. It ends when the last one expires, and a new request can be made.
  if (withdrawal.codeSends >= CODE_MAX_SENDS)
    return refuse('withdrawal.too_many_codes', undefined, {
      until: (withdrawal.codeExpiresAt ?? context.now).toISOString(),
    });
  const after: Withdrawal = {
    ...withdrawal,
    codeHash: command.codeHash,
    codeExpiresAt: new Date(context.now.getTime() + CODE_LIFETIME_MS),
    codeSends: withdrawal.codeSends + 1,
  };
  return move(withdrawal, after, 'withdrawal_code_sent', {
    notifications:
      command.code === null
        ? []
        : [
            {
              userId: withdrawal.clientId,
              template: 'withdrawal-code',
              values: { code: command.code, amount: formatUsd(withdrawal.amount) },
            },
          ],
  });
}

export function decideCancelWithdrawal(
  state: State,
  command: CancelWithdrawal,
  context: Context,
): Decision<WithdrawalMoved> {
  const found = ownWithdrawal(state, command);
  if (!found.ok) return found.refusal;
  const { withdrawal } = found;
  if (withdrawal.status !== 'awaiting_code' && withdrawal.status !== 'pending') return refuse('decision.already_taken');
  const paid = refuseWhilePaid(state, withdrawal, 'client', context);
  if (paid) return paid;
  return release(withdrawal, 'cancelled', context);
}

/** The hold lapses with the code. Sent by the product once the code has expired. */
export function decideLapseWithdrawal(
  state: State,
  command: LapseWithdrawal,
  context: Context,
): Decision<WithdrawalMoved> {
  const found = ownWithdrawal(state, command);
  if (!found.ok) return found.refusal;
  const { withdrawal } = found;
  if (withdrawal.status !== 'awaiting_code' || !lapsed(withdrawal, context.now))
    return refuse('withdrawal.not_awaiting_code');
  return lapse(withdrawal, context);
}

/** The client reports that a payout never arrived: it is shown as overdue again until staff return or trace it. */
export function decideReportNotReceived(
  state: State,
  command: ReportNotReceived,
  context: Context,
): Decision<WithdrawalMoved> {
  const found = ownWithdrawal(state, command);
  if (!found.ok) return found.refusal;
  const { withdrawal } = found;
  if (withdrawal.status !== 'approved') return refuse('withdrawal.not_approved');
  if (withdrawal.notReceived) return refuse('withdrawal.already_reported');
  const after: Withdrawal = { ...withdrawal, notReceived: true, notReceivedAt: context.now };
  return move(withdrawal, after, 'withdrawal_not_received', {
    notifications: [
      {
        userId: withdrawal.clientId,
        template: 'withdrawal-not-received',
        values: { amount: formatUsd(withdrawal.amount - withdrawal.fee) },
      },
    ],
  });
}

/** Moves no money: the client is told, and the pages of both sides show it. The key makes it happen once. */
export function decideNoteOverdue(state: State, command: NoteOverdue): Decision<WithdrawalMoved> {
  const found = ownWithdrawal(state, command);
  if (!found.ok) return found.refusal;
  const { withdrawal } = found;
  if (withdrawal.status !== 'pending') return refuse('withdrawal.not_pending');
  const values = { amount: formatUsd(withdrawal.amount) };
  return {
    outcome: { ok: true, result: { id: withdrawal.id, status: withdrawal.status } },
    notifications: [{ userId: withdrawal.clientId, template: 'withdrawal-overdue', values }],
    invalidates: [
      {
        clientId: withdrawal.clientId,
        topics: ['withdrawals'],
        event: 'withdrawal_overdue',
        subjectId: withdrawal.id,
        staff: true,
      },
    ],
  };
}

export function decideWithdrawal(state: State, command: DecideWithdrawal, context: Context): Decision<WithdrawalMoved> {
  const withdrawal = state.of(WITHDRAWALS).get(command.withdrawalId);
  if (withdrawal === undefined) return refuse('withdrawal.not_found');
  if (withdrawal.clientId === command.staffId) return refuse('decision.own_account');
  if (withdrawal.status === 'awaiting_code') return refuse('withdrawal.not_pending');
  if (withdrawal.status !== 'pending') return refuse('decision.already_taken');
  if (command.decision === 'reject') {
    const paid = refuseWhilePaid(state, withdrawal, 'staff', context);
    if (paid) return paid;
    const reason = command.reason ?? '';
    const released = release(withdrawal, 'rejected', context, { decidedBy: command.staffId });
    return {
      ...released,
      records: [note(withdrawal, reason), ...audit(command.staffId, 'withdrawal.reject', withdrawal, {})],
      notifications: [
        {
          userId: withdrawal.clientId,
          template: 'withdrawal-rejected',
          values: { amount: formatUsd(withdrawal.amount), reason },
        },
      ],
    };
  }
  const onHold = refuseOnHold(state, withdrawal.clientId, context.now);
  if (onHold) return onHold;
  const reference = command.payoutReference ?? `demo-${withdrawal.id}`;
  const net = withdrawal.amount - withdrawal.fee;
  const after: Withdrawal = {
    ...withdrawal,
    status: 'approved',
    payoutReference: reference,
    decidedAt: context.now,
    decidedBy: command.staffId,
  };
  return {
    ...move(withdrawal, after, 'withdrawal_approved', {
      entry: entry('withdrawal_approved', withdrawal.clientId, withdrawal.id, [
        debit('withdrawing', withdrawal.amount),
        credit(custodyOf(withdrawal), net),
        credit('fees', withdrawal.fee),
      ]),
      more: audit(command.staffId, 'withdrawal.approve', withdrawal, { payout_reference: reference }),
      notifications: [
        { userId: withdrawal.clientId, template: 'withdrawal-approved', values: { amount: formatUsd(net), reference } },
      ],
    }),
  };
}

/** The bank or chain sent the money back: the client gets all of it, the fee included. */
export function decideReturnWithdrawal(
  state: State,
  command: ReturnWithdrawal,
  context: Context,
): Decision<WithdrawalMoved> {
  const withdrawal = state.of(WITHDRAWALS).get(command.withdrawalId);
  if (withdrawal === undefined) return refuse('withdrawal.not_found');
  if (withdrawal.clientId === command.staffId) return refuse('decision.own_account');
  if (withdrawal.status !== 'approved') return refuse('withdrawal.not_approved');
  const after: Withdrawal = { ...withdrawal, status: 'returned', notReceived: false, returnedAt: context.now };
  return move(withdrawal, after, 'withdrawal_returned', {
    entry: entry('withdrawal_returned', withdrawal.clientId, withdrawal.id, [
      debit(custodyOf(withdrawal), withdrawal.amount - withdrawal.fee),
      debit('fees', withdrawal.fee),
      credit('cash', withdrawal.amount),
    ]),
    ...tellsWhy(state, withdrawal, {
      more: [note(withdrawal, command.reason)],
      notifications: [
        {
          userId: withdrawal.clientId,
          template: 'withdrawal-returned',
          values: { amount: formatUsd(withdrawal.amount), reason: command.reason },
        },
      ],
    }),
    audit: audit(command.staffId, 'withdrawal.return', withdrawal, {}),
  });
}

/** Staff have traced the payment: it is overdue no longer, and the client reads what was found. They may report it again. */
export function decideTraceWithdrawal(
  state: State,
  command: TraceWithdrawal,
  context: Context,
): Decision<WithdrawalMoved> {
  const withdrawal = state.of(WITHDRAWALS).get(command.withdrawalId);
  if (withdrawal === undefined) return refuse('withdrawal.not_found');
  if (withdrawal.clientId === command.staffId) return refuse('decision.own_account');
  if (withdrawal.status !== 'approved' || !withdrawal.notReceived) return refuse('withdrawal.not_reported');
  // It would be found to have arrived, and given back too.
  if (proposedAbout(state, withdrawal.id, 'return_payout', context.now)) return refuse('withdrawal.being_returned');
  const { clientId, amount, fee } = withdrawal;
  const after: Withdrawal = { ...withdrawal, notReceived: false, tracedAt: context.now };
  return move(withdrawal, after, 'withdrawal_traced', {
    ...tellsWhy(state, withdrawal, {
      more: [
        note(withdrawal, command.reason),
        // A later decision may give this withdrawal another reason; what the audit log names stays.
        { kind: 'note', subjectId: command.noteId, note: 'reason', clientId, body: { text: command.reason } },
      ],
      notifications: [
        {
          userId: clientId,
          template: 'withdrawal-traced',
          values: { amount: formatUsd(amount - fee), reason: command.reason },
        },
      ],
    }),
    audit: audit(command.staffId, 'withdrawal.trace', withdrawal, { note: command.noteId }),
  });
}

/** Staff send a payout before they approve it: where a proposal names the payment it was sent, and whoever took it back would be paid twice. */
function refuseWhilePaid(
  state: State,
  { id }: Withdrawal,
  by: 'client' | 'staff',
  { now }: Context,
): Decision<never> | undefined {
  const proposed = proposedAbout(state, id, 'approve_payout', now);
  if (!proposed?.namesPayment || now.getTime() - proposed.firstAt.getTime() >= BEING_PAID_MS) return undefined;
  return refuse('withdrawal.being_paid', undefined, { by });
}

function lapsed(withdrawal: Withdrawal, now: Date): boolean {
  return withdrawal.codeExpiresAt !== null && withdrawal.codeExpiresAt <= now;
}

/** Which custody account pays this method. */
export function custodyOf(withdrawal: Withdrawal): Account {
  if (withdrawal.method !== 'crypto') return `custody:${withdrawal.method}`;
  return withdrawal.coin === 'usdt' ? 'custody:tether' : `custody:${withdrawal.coin ?? 'bitcoin'}`;
}

function ownWithdrawal(
  state: State,
  command: { clientId: string; withdrawalId: string },
): { ok: true; withdrawal: Withdrawal } | { ok: false; refusal: Decision<never> } {
  const withdrawal = state.of(WITHDRAWALS).get(command.withdrawalId);
  if (withdrawal === undefined || withdrawal.clientId !== command.clientId)
    return { ok: false, refusal: refuse('withdrawal.not_found') };
  return { ok: true, withdrawal };
}

type WithdrawalMoved = Fields<'id' | 'status'>;

type Told = {
  readonly more: NonNullable<Decision['records']>;
  readonly notifications: NonNullable<Decision['notifications']>;
};
type Extra = Partial<Told> & { readonly entry?: EntryDraft; readonly audit?: NonNullable<Decision['records']> };

/** What a client is told of their withdrawal. Of an account that was closed since, nothing is written any more: it was erased with its person. */
function tellsWhy(state: State, { clientId }: Withdrawal, told: Told): Partial<Told> {
  return state.of(PARTIES).get(clientId)?.status === 'closed' ? {} : told;
}

function move(before: Withdrawal, after: Withdrawal, event: string, extra: Extra = {}): Decision<WithdrawalMoved> {
  return {
    outcome: { ok: true, result: { id: before.id, status: after.status } },
    ...(extra.entry && { entry: extra.entry }),
    rows: [changed(WITHDRAWALS, before, after)],
    ...((extra.more ?? extra.audit) && { records: [...(extra.more ?? []), ...(extra.audit ?? [])] }),
    ...(extra.notifications && { notifications: extra.notifications }),
    invalidates: [
      {
        clientId: before.clientId,
        topics: ['account', 'withdrawals', 'users', 'mailbox'],
        event,
        subjectId: before.id,
        staff: true,
      },
    ],
  };
}

function lapse(before: Withdrawal, context: Context, refusal?: Decision<never>): Decision<WithdrawalMoved> {
  return release(before, 'lapsed', context, refusal && { refusal });
}

type Release = {
  readonly refusal?: Decision<never>;
  readonly decidedBy?: string | null;
  /** Of the mail, where it is another than the state's own. */
  readonly template?: string;
};

function release(
  before: Withdrawal,
  status: 'cancelled' | 'lapsed' | 'rejected',
  { now }: Context,
  { refusal, decidedBy = null, template = `withdrawal-${status}` }: Release = {},
): Decision<WithdrawalMoved> {
  const after: Withdrawal = { ...before, status, codeHash: null, decidedAt: now, decidedBy };
  const released = move(before, after, `withdrawal_${status}`, {
    entry: entry('withdrawal_released', before.clientId, before.id, [
      debit('withdrawing', before.amount),
      credit('cash', before.amount),
    ]),
    // The caller notifies the client of a rejection, with its reason.
    notifications:
      status === 'rejected'
        ? []
        : [{ userId: before.clientId, template, values: { amount: formatUsd(before.amount) } }],
  });
  return refusal === undefined ? released : { ...released, outcome: refusal.outcome };
}

function note(withdrawal: Withdrawal, reason: string): NonNullable<Decision['records']>[number] {
  return {
    kind: 'note',
    subjectId: withdrawal.id,
    note: 'reason',
    clientId: withdrawal.clientId,
    body: { text: reason },
  };
}

function audit(
  staffId: string | null,
  action: string,
  withdrawal: Withdrawal,
  facts: Record<string, string>,
): NonNullable<Decision['records']> {
  if (staffId === null) return [];
  return [
    {
      kind: 'audit',
      actorId: staffId,
      action,
      subjectType: 'withdrawal',
      subjectId: withdrawal.id,
      clientId: withdrawal.clientId,
      facts,
    },
  ];
}
