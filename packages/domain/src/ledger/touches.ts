import { type Act, clientOf } from '../proposals/index.ts';
import type { Command } from './commands.ts';

/** The rows that a command needs, known before anything is read: ids in it never change their owner. */
export type Touches = {
  readonly parties: readonly string[];
  readonly depositId?: string;
  readonly withdrawalId?: string;
  readonly tradeId?: string;
  readonly orderId?: string;
  readonly entryNumber?: bigint;
  readonly settings?: true;
  /** All open trades of this client. */
  readonly positionsOf?: string;
  /** The same, but only where they owe or lead at that moment. */
  readonly weighs?: string;
  /** Rows of the other nouns, by id. */
  readonly more?: MoreRows;
};

/** What apps/api/doors/open_<noun>.sql reads: ids by noun. */
export type MoreRows = Readonly<
  Partial<
    Record<
      | 'packages'
      | 'loans'
      | 'loansOf'
      | 'traders'
      | 'copies'
      | 'copyOfTrade'
      | 'leadTrades'
      | 'depositsOf'
      | 'orders'
      | 'ordersOf'
      | 'protectionsOf'
      | 'feeOf'
      /** The site's own fee is about to change. */
      | 'fees'
      | 'holdsOf'
      | 'verificationsOf'
      /** A client's id and a payee of theirs: one withdrawal that was paid there. */
      | 'paidTo'
      | 'proposals'
      | 'proposalsOf'
      | 'releasesOf'
      | 'openDepositsOf',
      readonly string[]
    >
  >
>;

/** What deciding a command reads, and so locks. */
export function touches(command: Command): Touches {
  // Nobody's books are touched.
  if (command.kind === 'add_package') return { parties: [command.staffId] };
  if (command.kind === 'propose' || command.kind === 'decide_proposal') {
    const { staffId, proposalId, act } = command;
    const proposals = command.kind === 'decide_proposal' ? [proposalId] : [];
    return touchesOf(act, staffId, proposals);
  }
  const parties =
    'staffId' in command && command.staffId !== null ? [command.clientId, command.staffId] : [command.clientId];
  switch (command.kind) {
    case 'attach_proof':
      return { parties, depositId: command.depositId };
    case 'decide_deposit':
      return { parties, depositId: command.depositId, more: released(command.staffId, command.depositId) };
    case 'request_withdrawal':
      return {
        parties,
        settings: true,
        ...(command.payee !== undefined && { more: { paidTo: [`${command.clientId} ${command.payee}`] } }),
      };
    case 'confirm_withdrawal':
    case 'resend_code':
    case 'cancel_withdrawal':
    case 'lapse_withdrawal':
    case 'note_overdue':
    case 'report_not_received':
    case 'trace_withdrawal':
      return { parties, withdrawalId: command.withdrawalId };
    case 'return_withdrawal':
      return { parties, withdrawalId: command.withdrawalId, more: released(command.staffId, command.withdrawalId) };
    case 'decide_withdrawal':
      return {
        parties,
        withdrawalId: command.withdrawalId,
        more: { holdsOf: [command.clientId], ...(command.staffId && released(command.staffId, command.withdrawalId)) },
      };
    case 'decline_verification':
      return { parties, more: { verificationsOf: [command.clientId] } };
    case 'place_hold':
    case 'lift_hold':
      return { parties, more: { holdsOf: [command.clientId] } };
    case 'close_trade':
    case 'close_asked':
    case 'cancel_close':
    case 'settle_trade':
    case 'note_peak':
    case 'trigger_close':
    case 'note_loss':
    case 'charge_financing':
      return { parties, tradeId: command.tradeId };
    case 'amend_trade':
      return { parties, tradeId: command.tradeId, more: { copyOfTrade: [command.tradeId] } };
    case 'place_order':
      return { parties, weighs: command.clientId, more: { ordersOf: [command.clientId] } };
    case 'set_controls':
      return {
        parties,
        settings: true,
        more: {
          ordersOf: [command.clientId],
          ...(command.billing !== null && { feeOf: [command.clientId] }),
        },
      };
    case 'amend_order':
    case 'cancel_order':
    case 'expire_order':
      return { parties, orderId: command.orderId, more: { orders: [command.orderId] } };
    case 'fill_order':
      return {
        parties,
        orderId: command.orderId,
        weighs: command.clientId,
        more: { orders: [command.orderId] },
      };
    case 'close_account':
      return {
        parties,
        positionsOf: command.clientId,
        more: { depositsOf: [command.clientId], loansOf: [command.clientId], ordersOf: [command.clientId] },
      };
    case 'adjust':
    case 'record_trade':
      return command.corrects === null ? { parties } : { parties, entryNumber: command.corrects };
    case 'apply_loan':
      return { parties, positionsOf: command.clientId, more: { loansOf: [command.clientId] } };
    case 'decide_loan':
      return {
        parties,
        positionsOf: command.clientId,
        more: { loans: [command.loanId], ...released(command.staffId, command.loanId) },
      };
    case 'collect_loan':
    case 'write_off_loan':
    case 'weigh_loan':
      return { parties, positionsOf: command.clientId, more: { loans: [command.loanId] } };
    case 'charge_interest':
    case 'repay_loan':
      return { parties, more: { loans: [command.loanId] } };
    case 'close_out_for_loan':
      return { parties, tradeId: command.tradeId, more: { loans: [command.loanId] } };
    case 'open_trade':
      return { parties, weighs: command.clientId };
    case 'buy_package':
      return { parties, more: { packages: [command.packageId] } };
    case 'delete_trader':
      return { parties, more: { traders: [command.traderId] } };
    case 'start_copy':
      return { parties, more: { traders: [command.traderId] } };
    case 'steer_copy':
      return { parties, more: { copies: [command.copyId] } };
    case 'stop_copy':
      return {
        parties: command.leadId === undefined ? parties : [...parties, command.leadId],
        positionsOf: command.clientId,
        more: { copies: [command.copyId] },
      };
    case 'mirror_open':
      return {
        parties,
        weighs: command.clientId,
        more: { copies: [command.copyId], leadTrades: [command.leadTradeId] },
      };
    case 'mirror_close':
      return {
        parties,
        tradeId: command.tradeId,
        more: { copies: [command.copyId], leadTrades: [command.leadTradeId] },
      };
    case 'profit_share':
      return {
        parties: [command.clientId, command.leadId],
        positionsOf: command.clientId,
        more: { copies: [command.copyId] },
      };
    // Whose open trades weigh from here on: an order of the same batch is decided with them.
    case 'set_limits':
      return { parties, positionsOf: command.clientId, more: { protectionsOf: [command.clientId] } };
    case 'create_trader':
      return { parties, positionsOf: command.clientId };
    case 'take_time_out':
    case 'return_from_exclusion':
      return { parties, more: { protectionsOf: [command.clientId] } };
    case 'create_deposit':
      return { parties, more: { openDepositsOf: [command.clientId] } };
    case 'top_up':
    case 'grant_capital':
    case 'buy_signal_plan':
      return { parties };
  }
}

/** What one person let go today, and what waits about the same record. */
function released(staffId: string, subjectId: string): MoreRows {
  return { releasesOf: [staffId], proposalsOf: [subjectId] };
}

/** What deciding an act touches, whether it is proposed or done, and the proposals that it is about. */
function touchesOf(act: Act, staffId: string, proposals: readonly string[]): Touches {
  const rows = proposals.length === 0 ? undefined : { proposals };
  const parties = [clientOf(act), 'memberId' in act ? act.memberId : null, staffId].filter((id) => id !== null);
  switch (act.kind) {
    case 'adjust':
    case 'record_trade':
      return { parties, ...(act.corrects !== null && { entryNumber: act.corrects }), ...(rows && { more: rows }) };
    case 'add_to_trade':
      return { parties, tradeId: act.tradeId, ...(rows && { more: rows }) };
    case 'approve_payout':
      return {
        parties,
        withdrawalId: act.withdrawalId,
        more: { ...rows, proposalsOf: [act.withdrawalId], holdsOf: [act.clientId] },
      };
    case 'place_hold':
      return { parties, more: { ...rows, holdsOf: [act.clientId] } };
    case 'decline_verification':
      return { parties, more: { ...rows, proposalsOf: [act.submission], verificationsOf: [act.clientId] } };
    case 'renew_hold':
      return { parties, more: { ...rows, proposalsOf: [act.holdId], holdsOf: [act.clientId] } };
    case 'return_payout':
      return { parties, withdrawalId: act.withdrawalId, more: { ...rows, proposalsOf: [act.withdrawalId] } };
    case 'approve_deposit':
      return { parties, depositId: act.depositId, more: { ...rows, ...released(staffId, act.depositId) } };
    case 'approve_loan':
      return {
        parties,
        positionsOf: act.clientId,
        more: { ...rows, loans: [act.loanId], proposalsOf: [act.loanId] },
      };
    case 'set_fees':
      return { parties, settings: true, ...(rows && { more: { ...rows, fees: ['site'] } }) };
    case 'set_wallets':
    case 'set_release_limits':
    case 'add_staff':
    case 'remove_staff':
      return { parties, ...(rows && { more: rows }) };
  }
}
