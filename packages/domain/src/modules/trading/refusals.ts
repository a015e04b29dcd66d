import { type Refusals, refuseBy } from '../../kernel/refusal.ts';

export const TRADING_REFUSALS = {
  'order.unknown_symbol': 422,
  'order.notional_too_small': 422,
  'order.notional_too_large': 422,
  'order.insufficient_balance': 422,
  'order.margin_too_small': 422,
  'order.not_found': 404,
  'order.not_working': 409,
  'order.too_many': 422,
  'order.too_many_trades': 422,
  'order.price_step': 422,
  'order.price_moved': 422,
  'order.limit_side': 422,
  'order.stop_side': 422,
  'protection.stop_side': 422,
  'protection.target_side': 422,
  'protection.trailing_distance': 422,
  'trigger.not_reached': 409,
  'trigger.too_old': 409,
  'financing.not_due': 409,
  'trade.not_found': 404,
  'trade.already_closed': 409,
  'trade.too_many_lots': 422,
  'trade.mirrored': 422,
  'trade.not_winning': 409,
  'trade.not_losing': 409,
  'close.not_waiting': 409,
  'order.exceeds_equity': 422,
} as const satisfies Refusals;

export const refuse = refuseBy(TRADING_REFUSALS);
