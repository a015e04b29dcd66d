import { type CloseAccount, decideCloseAccount } from '../access/close-account.ts';
import { decideSetControls, type SetControls } from '../access/controls.ts';
import {
  type CreateTrader,
  decideCreateTrader,
  decideDeleteTrader,
  decideGrantCapital,
  decideMirrorClose,
  decideMirrorOpen,
  decideProfitShare,
  decideStartCopy,
  decideSteerCopy,
  decideStopCopy,
  type DeleteTrader,
  type GrantCapital,
  type MirrorClose,
  type MirrorOpen,
  type ProfitShare,
  type StartCopy,
  type SteerCopy,
  type StopCopy,
} from '../copying/index.ts';
import {
  type Adjust,
  type AttachProof,
  type CancelWithdrawal,
  type ConfirmWithdrawal,
  type CreateDeposit,
  decideAdjust,
  decideAttachProof,
  decideCancelWithdrawal,
  decideConfirmWithdrawal,
  decideCreateDeposit,
  decideDeposit,
  type DecideDeposit,
  decideLapseWithdrawal,
  decideNoteOverdue,
  decideReportNotReceived,
  decideRequestWithdrawal,
  decideResendCode,
  decideReturnWithdrawal,
  decideTraceWithdrawal,
  decideTopUp,
  decideWithdrawal,
  type DecideWithdrawal,
  type LapseWithdrawal,
  type NoteOverdue,
  type ReportNotReceived,
  type RequestWithdrawal,
  type ResendCode,
  type ReturnWithdrawal,
  type TraceWithdrawal,
  type TopUp,
} from '../funding/index.ts';
import { decideLiftHold, decidePlaceHold, type LiftHold, type PlaceHold } from '../holds/index.ts';
import { type DeclineVerification, decideDeclineVerification } from '../identity/decline-verification.ts';
import {
  type ApplyLoan,
  type ChargeInterest,
  type CloseOutForLoan,
  type CollectLoan,
  decideApplyLoan,
  decideChargeInterest,
  decideCloseOutForLoan,
  decideCollectLoan,
  decideLoan,
  type DecideLoan,
  decideRepayLoan,
  decideWeighLoan,
  decideWriteOffLoan,
  type RepayLoan,
  type WeighLoan,
  type WriteOffLoan,
} from '../loans/index.ts';
import {
  type AddPackage,
  type BuyPackage,
  type BuySignalPlan,
  decideAddPackage,
  decideBuyPackage,
  decideBuySignalPlan,
} from '../plans/index.ts';
import { decidePropose, decideProposal, type DecideProposal, type Propose } from '../proposals/index.ts';
import { releaseAlone } from '../releases/index.ts';
import {
  decideReturnFromExclusion,
  decideSetLimits,
  decideTakeTimeOut,
  type ReturnFromExclusion,
  type SetLimits,
  type TakeTimeOut,
} from '../protection/index.ts';
import {
  type AmendOrder,
  type AmendTrade,
  type CancelClose,
  type CancelOrder,
  type ChargeFinancing,
  type CloseAsked,
  type CloseTrade,
  decideAmendOrder,
  decideAmendTrade,
  decideCancelClose,
  decideCancelOrder,
  decideChargeFinancing,
  decideCloseAsked,
  decideCloseTrade,
  decideExpireOrder,
  decideFillOrder,
  decideNoteLoss,
  decideNotePeak,
  decideOpenTrade,
  decidePlaceOrder,
  decideRecordTrade,
  decideSettleTrade,
  decideTriggerClose,
  type ExpireOrder,
  type FillOrder,
  type NoteLoss,
  type NotePeak,
  type OpenTrade,
  type PlaceOrder,
  type RecordTrade,
  type SettleTrade,
  type TriggerClose,
} from '../trading/index.ts';
import { afterTriggers } from '../trading/due.ts';
import type { Context, Decision } from './decision.ts';
import type { State } from './state.ts';

/** Everything that can happen to the books. */
export type Command =
  | TopUp
  | CreateDeposit
  | AttachProof
  | DecideDeposit
  | RequestWithdrawal
  | ConfirmWithdrawal
  | ResendCode
  | CancelWithdrawal
  | LapseWithdrawal
  | NoteOverdue
  | ReportNotReceived
  | DecideWithdrawal
  | ReturnWithdrawal
  | TraceWithdrawal
  | OpenTrade
  | CloseTrade
  | CloseAsked
  | CancelClose
  | PlaceOrder
  | AmendOrder
  | CancelOrder
  | ExpireOrder
  | FillOrder
  | AmendTrade
  | NotePeak
  | TriggerClose
  | NoteLoss
  | ChargeFinancing
  | ApplyLoan
  | DecideLoan
  | ChargeInterest
  | RepayLoan
  | CollectLoan
  | WriteOffLoan
  | WeighLoan
  | CloseOutForLoan
  | Adjust
  | SetControls
  | BuyPackage
  | BuySignalPlan
  | AddPackage
  | CreateTrader
  | DeleteTrader
  | StartCopy
  | SteerCopy
  | StopCopy
  | MirrorOpen
  | MirrorClose
  | ProfitShare
  | GrantCapital
  | SettleTrade
  | RecordTrade
  | SetLimits
  | TakeTimeOut
  | ReturnFromExclusion
  | PlaceHold
  | LiftHold
  | DeclineVerification
  | Propose
  | DecideProposal
  | CloseAccount;

/** One pure function for all of them: the server, the twin and the tests decide with the same code. */
export function decide(state: State, command: Command, context: Context): Decision {
  afterTriggers(state, command, context);
  switch (command.kind) {
    case 'top_up':
      return decideTopUp(state, command, context);
    case 'create_deposit':
      return decideCreateDeposit(state, command, context);
    case 'attach_proof':
      return decideAttachProof(state, command, context);
    case 'decide_deposit':
      return releaseAlone(state, command, decideDeposit(state, command, context), context);
    case 'request_withdrawal':
      return decideRequestWithdrawal(state, command, context);
    case 'confirm_withdrawal':
      return decideConfirmWithdrawal(state, command, context);
    case 'resend_code':
      return decideResendCode(state, command, context);
    case 'cancel_withdrawal':
      return decideCancelWithdrawal(state, command);
    case 'lapse_withdrawal':
      return decideLapseWithdrawal(state, command, context);
    case 'note_overdue':
      return decideNoteOverdue(state, command);
    case 'report_not_received':
      return decideReportNotReceived(state, command);
    case 'decide_withdrawal':
      return releaseAlone(state, command, decideWithdrawal(state, command, context), context);
    case 'return_withdrawal':
      return releaseAlone(state, command, decideReturnWithdrawal(state, command), context);
    case 'trace_withdrawal':
      return decideTraceWithdrawal(state, command);
    case 'open_trade':
      return decideOpenTrade(state, command, context);
    case 'close_trade':
      return decideCloseTrade(state, command, context);
    case 'close_asked':
      return decideCloseAsked(state, command, context);
    case 'cancel_close':
      return decideCancelClose(state, command);
    case 'place_order':
      return decidePlaceOrder(state, command, context);
    case 'amend_order':
      return decideAmendOrder(state, command, context);
    case 'cancel_order':
      return decideCancelOrder(state, command, context);
    case 'expire_order':
      return decideExpireOrder(state, command, context);
    case 'fill_order':
      return decideFillOrder(state, command, context);
    case 'amend_trade':
      return decideAmendTrade(state, command, context);
    case 'note_peak':
      return decideNotePeak(state, command, context);
    case 'trigger_close':
      return decideTriggerClose(state, command, context);
    case 'note_loss':
      return decideNoteLoss(state, command, context);
    case 'charge_financing':
      return decideChargeFinancing(state, command, context);
    case 'apply_loan':
      return decideApplyLoan(state, command, context);
    case 'decide_loan':
      return releaseAlone(state, command, decideLoan(state, command, context), context);
    case 'charge_interest':
      return decideChargeInterest(state, command, context);
    case 'repay_loan':
      return decideRepayLoan(state, command);
    case 'collect_loan':
      return decideCollectLoan(state, command, context);
    case 'write_off_loan':
      return decideWriteOffLoan(state, command, context);
    case 'weigh_loan':
      return decideWeighLoan(state, command, context);
    case 'close_out_for_loan':
      return decideCloseOutForLoan(state, command, context);
    case 'adjust':
      return decideAdjust(state, command, context);
    case 'settle_trade':
      return decideSettleTrade(state, command, context);
    case 'record_trade':
      return decideRecordTrade(state, command, context);
    case 'set_controls':
      return decideSetControls(state, command, context);
    case 'buy_package':
      return decideBuyPackage(state, command, context);
    case 'buy_signal_plan':
      return decideBuySignalPlan(state, command, context);
    case 'add_package':
      return decideAddPackage(state, command);
    case 'create_trader':
      return decideCreateTrader(state, command);
    case 'delete_trader':
      return decideDeleteTrader(state, command);
    case 'start_copy':
      return decideStartCopy(state, command, context);
    case 'steer_copy':
      return decideSteerCopy(state, command);
    case 'stop_copy':
      return decideStopCopy(state, command, context);
    case 'mirror_open':
      return decideMirrorOpen(state, command, context);
    case 'mirror_close':
      return decideMirrorClose(state, command, context);
    case 'profit_share':
      return decideProfitShare(state, command, context);
    case 'grant_capital':
      return decideGrantCapital(state, command, context);
    case 'set_limits':
      return decideSetLimits(state, command, context);
    case 'take_time_out':
      return decideTakeTimeOut(state, command, context);
    case 'return_from_exclusion':
      return decideReturnFromExclusion(state, command, context);
    case 'place_hold':
      return decidePlaceHold(state, command, context);
    case 'lift_hold':
      return decideLiftHold(state, command, context);
    case 'decline_verification':
      return decideDeclineVerification(state, command);
    case 'propose':
      return decidePropose(state, command, context);
    case 'decide_proposal':
      return decideProposal(state, command, context);
    case 'close_account':
      return decideCloseAccount(state, command, context);
  }
}

/** Whose command it is where nobody says otherwise: the member of staff, or else the client. */
export function actorOf(command: Command): string {
  if (command.kind === 'add_package' || command.kind === 'propose' || command.kind === 'decide_proposal')
    return command.staffId;
  return 'staffId' in command && command.staffId !== null ? command.staffId : command.clientId;
}
