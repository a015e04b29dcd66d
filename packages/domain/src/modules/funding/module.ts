import { ALONE_LIMIT } from './credit.ts';
import { FEE_NOTICE_MS } from './fee-notice.ts';
import { command, module, type Read, rows } from '../../kernel/module.ts';
import { HOLDS_OF } from '../holds/model.ts';
import { readLevel } from './deposit-levels.ts';
import { readStops } from '../switches/guard.ts';
import type { ApproveDeposit, ApprovePayout, ReturnPayout } from './proposed.ts';
import { decideDeposit } from './decide-deposit.ts';
import { decideAttachProof, decideCreateDeposit, DEPOSIT_WINDOW_MS, MAX_OPEN_DEPOSITS } from './deposits.ts';
import {
  decideCancelWithdrawal,
  decideConfirmWithdrawal,
  decideLapseWithdrawal,
  decideNoteOverdue,
  decideReportNotReceived,
  decideResendCode,
  decideReturnWithdrawal,
  decideTraceWithdrawal,
  decideWithdrawal,
} from './withdrawal-lifecycle.ts';
import { COMING_DEPOSITS_OF, DEPOSITS, FEE_OF, PAID_TO, PROPOSED_ABOUT, SETTINGS, WITHDRAWALS } from './model.ts';
import { FUNDING_REFUSALS } from './refusals.ts';
import { decideRequestWithdrawal } from './request-withdrawal.ts';
import { decideTopUp, TOP_UP_MAX } from './top-up.ts';

const ofWithdrawal = {
  reads: ({ withdrawalId }: { withdrawalId: string }): Read[] => [rows(WITHDRAWALS, withdrawalId)],
};
const ofProposedWithdrawal = {
  reads: (command: { withdrawalId: string }): Read[] => [
    ...ofWithdrawal.reads(command),
    rows(PROPOSED_ABOUT, command.withdrawalId),
  ],
};

export const funding = module({
  name: 'funding',
  uses: ['configuration', 'holds', 'identity', 'protection', 'releases', 'switches'],
  tables: [DEPOSITS, WITHDRAWALS],
  refusals: FUNDING_REFUSALS,
  // The same payment credited by somebody else's command.
  constraints: { payment_credited_once: 'deposit.output_already_credited' },
  limits: {
    alone: ALONE_LIMIT,
    open_deposits: MAX_OPEN_DEPOSITS,
    deposit_window_ms: DEPOSIT_WINDOW_MS,
    top_up: TOP_UP_MAX,
    fee_notice_ms: FEE_NOTICE_MS,
  },
  locks: [DEPOSITS, WITHDRAWALS],
  readings: { COMING_DEPOSITS_OF, FEE_OF, PROPOSED_ABOUT, SETTINGS },
  commands: {
    top_up: command(decideTopUp, { reads: ({ clientId }) => [rows(COMING_DEPOSITS_OF, clientId), readStops()] }),
    create_deposit: command(decideCreateDeposit, {
      reads: ({ clientId }) => [rows(COMING_DEPOSITS_OF, clientId), readStops(), ...readLevel(clientId)],
    }),
    attach_proof: command(decideAttachProof, { reads: ({ depositId }) => [rows(DEPOSITS, depositId)] }),
    decide_deposit: command(decideDeposit, {
      reads: ({ depositId }) => [rows(DEPOSITS, depositId), rows(PROPOSED_ABOUT, depositId)],
      release: (
        { clientId, depositId, txid, outputIndex, receivedUnits, receivedAt = null, rateNow },
        amount,
      ): ApproveDeposit => {
        const payment = { txid, outputIndex, receivedUnits, receivedAt, receiptRate: rateNow };
        return { kind: 'approve_deposit', clientId, depositId, amount, ...payment };
      },
    }),
    request_withdrawal: command(decideRequestWithdrawal, {
      reads: ({ clientId, payee }) => [
        rows(SETTINGS, ''),
        ...(payee === undefined ? [] : [rows(PAID_TO, `${clientId} ${payee}`)]),
      ],
    }),
    confirm_withdrawal: command(decideConfirmWithdrawal, ofWithdrawal),
    resend_code: command(decideResendCode, ofWithdrawal),
    cancel_withdrawal: command(decideCancelWithdrawal, ofProposedWithdrawal),
    lapse_withdrawal: command(decideLapseWithdrawal, ofWithdrawal),
    note_overdue: command(decideNoteOverdue, ofWithdrawal),
    report_not_received: command(decideReportNotReceived, ofWithdrawal),
    trace_withdrawal: command(decideTraceWithdrawal, ofProposedWithdrawal),
    decide_withdrawal: command(decideWithdrawal, {
      reads: (decision) => [...ofProposedWithdrawal.reads(decision), rows(HOLDS_OF, decision.clientId)],
      release: ({ clientId, withdrawalId, payoutReference }, amount): ApprovePayout => ({
        kind: 'approve_payout',
        clientId,
        withdrawalId,
        amount,
        payoutReference,
      }),
    }),
    return_withdrawal: command(decideReturnWithdrawal, {
      ...ofWithdrawal,
      release: ({ clientId, withdrawalId }, amount): ReturnPayout => ({
        kind: 'return_payout',
        clientId,
        withdrawalId,
        amount,
      }),
    }),
  },
});
