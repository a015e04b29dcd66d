/** Every expected "no" of the books: its stable code and the HTTP status it becomes. The words are in the message catalogue. */
export const REFUSALS = {
  'account.suspended': 403,
  'key.reused': 409,
  'order.unknown_symbol': 422,
  'order.notional_too_small': 422,
  'order.notional_too_large': 422,
  'order.insufficient_balance': 422,
  'order.margin_too_small': 422,
  'market.closed': 422,
  'market.stale': 422,
  'market.unavailable': 422,
  'trade.not_found': 404,
  'trade.already_closed': 409,
  'trade.too_many_lots': 422,
  'top_up.too_large': 422,
  'top_up.too_often': 429,
  'deposit.suspended': 403,
  'deposit.not_found': 404,
  'deposit.proof_twice': 409,
  'deposit.not_pending': 409,
  'deposit.output_already_credited': 409,
  'deposit.received_too_small': 422,
  'decision.already_taken': 409,
  'decision.own_account': 403,
  'withdrawal.not_found': 404,
  'withdrawal.insufficient_balance': 422,
  'withdrawal.below_minimum': 422,
  'withdrawal.fee_changed': 409,
  'withdrawal.fee_takes_all': 422,
  'withdrawal.code_wrong': 422,
  'withdrawal.code_blocked': 422,
  'withdrawal.code_lapsed': 422,
  'withdrawal.not_awaiting_code': 409,
  'withdrawal.too_many_codes': 429,
  'withdrawal.not_pending': 409,
  'withdrawal.not_approved': 409,
  'adjustment.entry_unknown': 422,
  'adjustment.debit_too_large': 422,
  'adjustment.insufficient_balance': 422,
  'user.not_found': 404,
  'plan.suspended': 403,
  'plan.not_found': 404,
  'plan.no_gain': 409,
  'plan.insufficient_balance': 422,
  'plan.useless': 422,
} as const satisfies Record<string, 403 | 404 | 409 | 422 | 429>;

export type RefusalCode = keyof typeof REFUSALS;

/** `values` fill the sentence; `field` names the input it is about. */
export type Refusal = {
  readonly code: RefusalCode;
  readonly values?: Readonly<Record<string, string>>;
  readonly field?: string;
};
