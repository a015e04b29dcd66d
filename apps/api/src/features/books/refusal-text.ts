import { messages } from '@clearbook/contracts/messages';
import type { Refusal, RefusalCode } from '@clearbook/domain/ledger';

type Words = string | ((value: (name: string) => string) => string);

/** The sentence of every refusal. A code without one does not compile. */
const TEXT: Readonly<Record<RefusalCode, Words>> = {
  'account.suspended': messages.trade.suspended,
  'key.reused': messages.common.keyReused,
  'order.unknown_symbol': messages.trade.assetRequired,
  'order.notional_too_small': messages.trade.notionalSmall,
  'order.notional_too_large': messages.trade.notionalLarge,
  'order.insufficient_balance': messages.trade.insufficient,
  'order.margin_too_small': (value) => messages.trade.marginShort(value('required')),
  'order.not_found': messages.order.notFound,
  'order.not_working': messages.order.notWorking,
  'order.too_many': (value) => messages.order.tooMany(value('most')),
  'order.price_step': (value) => messages.order.priceStep(value('digits')),
  'order.limit_side': (value) => messages.order.limitSide(value('side'), value('price')),
  'order.stop_side': (value) => messages.order.stopSide(value('side'), value('price')),
  'protection.stop_side': (value) => messages.order.stopLossSide(value('side'), value('price')),
  'protection.target_side': (value) => messages.order.targetSide(value('side'), value('price')),
  'protection.trailing_distance': (value) => messages.order.trailing(value('price')),
  'trigger.not_reached': messages.order.notReached,
  'trigger.too_old': messages.order.tooOld,
  'financing.not_due': messages.order.notDue,
  'market.closed': (value) => value('detail'),
  'market.stale': (value) => value('detail'),
  'market.unavailable': (value) => value('detail'),
  'trade.not_found': messages.trade.notFound,
  'trade.already_closed': messages.trade.alreadyClosed,
  'trade.too_many_lots': messages.trade.lotsTooMany,
  'trade.mirrored': messages.trade.mirrored,
  'close.not_waiting': messages.trade.notWaiting,
  'top_up.too_large': messages.topUp.tooLarge,
  'top_up.too_often': messages.topUp.tooOften,
  'deposit.suspended': messages.deposit.suspended,
  'deposit.not_found': messages.deposit.notFound,
  'deposit.proof_twice': messages.deposit.proofTwice,
  'deposit.rate_unknown': messages.deposit.rateUnknown,
  'deposit.not_pending': messages.deposit.notPending,
  'deposit.output_already_credited': messages.deposit.outputCredited,
  'deposit.received_too_small': messages.amount.positive,
  'decision.already_taken': messages.admin.alreadyDecided,
  'decision.own_account': messages.admin.ownAccount,
  'withdrawal.not_found': messages.withdrawal.notFound,
  'withdrawal.insufficient_balance': messages.withdrawal.insufficient,
  'withdrawal.below_minimum': (value) => messages.withdrawal.minimum(value('minimum')),
  'withdrawal.fee_changed': (value) => messages.withdrawal.feeChanged(value('fee')),
  'withdrawal.fee_takes_all': messages.amount.positive,
  'withdrawal.code_wrong': messages.withdrawal.codeWrong,
  'withdrawal.code_blocked': messages.withdrawal.codeBlocked,
  'withdrawal.code_lapsed': messages.withdrawal.codeLapsed,
  'withdrawal.not_awaiting_code': messages.withdrawal.notAwaitingCode,
  'withdrawal.too_many_codes': messages.withdrawal.tooManyCodes,
  'withdrawal.not_pending': messages.withdrawal.notPending,
  'withdrawal.not_approved': messages.withdrawal.notApproved,
  'withdrawal.already_reported': messages.withdrawal.alreadyReported,
  'withdrawal.not_reported': messages.withdrawal.notReported,
  'order.exceeds_equity': (value) => messages.loan.exceedsEquity(value('required'), value('equity')),
  'loan.not_found': messages.loan.notFound,
  'loan.suspended': messages.loan.suspended,
  'loan.already_open': messages.loan.alreadyOpen,
  'loan.portfolio_too_small': (value) => messages.loan.portfolioSmall(value('required'), value('equity')),
  'loan.portfolio_now_short': (value) => messages.loan.portfolioNowShort(value('required'), value('equity')),
  'loan.client_suspended': messages.loan.clientSuspended,
  'loan.not_open': messages.loan.notOpen,
  'loan.not_due': messages.loan.notDue,
  'loan.repays_too_much': (value) => messages.loan.repaysTooMuch(value('owed')),
  'loan.insufficient_balance': (value) => messages.loan.insufficient(value('cash')),
  'settle.worse_than_quote': (value) => messages.manual.worseThanQuote(value('quoted')),
  'settle.reason_required': (value) => messages.manual.reasonForMore(value('quoted')),
  'adjustment.entry_unknown': messages.admin.entryUnknown,
  'adjustment.debit_too_large': (value) => messages.admin.debitTooLarge(value('most')),
  'adjustment.insufficient_balance': messages.trade.insufficient,
  'user.not_found': messages.admin.userNotFound,
  'plan.suspended': messages.plans.suspended,
  'plan.not_found': messages.plans.notFound,
  'plan.no_gain': messages.plans.noGain,
  'plan.insufficient_balance': (value) =>
    [messages.plans.insufficient(value('price'), value('free')), value('owed') && messages.plans.owed(value('owed'))]
      .filter((sentence) => sentence !== '')
      .join(' '),
  'plan.useless': messages.plans.useless,
  'trader.not_found': messages.trader.notFound,
  'trader.already_linked': messages.trader.alreadyLinked,
  'trader.staff_account': messages.trader.staffAccount,
  'copy.not_found': messages.copy.notFound,
  'copy.no_record': messages.copy.noRecord,
  'copy.own_trades': messages.copy.ownTrades,
  'copy.minimum_balance': (value) => messages.copy.minimum(value('minimum')),
  'copy.insufficient_balance': messages.copy.insufficient,
  'copy.stop_loss_too_large': messages.copy.stopLossTooLarge,
  'copy.already_copying': messages.copy.already,
  'copy.not_running': messages.copy.notRunning,
  'user.not_empty': notEmpty,
  'limits.time_out': (value) => messages.protection.timeOut(value('until')),
  'limits.self_exclusion': (value) => messages.protection.selfExclusion(value('until')),
  'limits.excluded': messages.protection.excluded,
  'limits.daily_loss': (value) => messages.protection.dailyLoss(value('lost'), value('limit'), value('until')),
  'limits.deposits': (value) =>
    messages.protection.depositLimit(value('period'), value('limit'), value('left'), value('until')),
  'limits.range': (value) => messages.protection.range(value('least'), value('most')),
  'limits.not_longer': (value) => messages.protection.notLonger(value('until')),
  'limits.not_over': (value) => messages.protection.notOver(value('until')),
  'loan.client_on_break': messages.protection.clientOnBreak,
  'withdrawal.on_hold': (value) => messages.hold.noApproval(value('ground'), value('reference'), value('until')),
  'hold.not_found': messages.hold.notFound,
  'hold.not_running': messages.hold.notRunning,
  'hold.second_person': messages.hold.secondPerson,
  'hold.end_range': messages.hold.endRange,
  'hold.not_later': (value) => messages.hold.notLater(value('until')),
  'proposal.not_found': messages.proposal.notFound,
  'proposal.own': messages.proposal.own,
  'proposal.lapsed': messages.proposal.lapsed,
  'proposal.already_waiting': messages.proposal.alreadyWaiting,
  'staff.not_found': messages.proposal.memberNotFound,
  'staff.already': messages.proposal.memberAlready,
  'staff.is_client': messages.proposal.memberIsClient,
};

/** What is still in the account, each with what to do about it. */
function notEmpty(value: (name: string) => string): string {
  const { closing } = messages;
  const steps = (['money', 'trades', 'withdrawals', 'deposits', 'applied', 'leads', 'loan'] as const)
    .filter((name) => value(name) !== '')
    .map((name) => closing[name](value(name)));
  return `${closing.notEmpty} ${steps.join(', ')}.`;
}

export function refusalText(refusal: Refusal): string {
  const words = TEXT[refusal.code];
  return typeof words === 'string' ? words : words((name) => refusal.values?.[name] ?? '');
}
