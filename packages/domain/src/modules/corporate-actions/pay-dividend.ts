import { credit, debit, entry } from '../../kernel/accounts.ts';
import { type Context, type Decision, type Fields, Later, type NotificationDraft } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { changed, created } from '../../kernel/table.ts';
import { exactPrice, instrument, type Price, PRICE_SCALE } from '../../market/index.ts';
import { type Cents, centsToDecimal, formatUsd, max, roundHalfEven } from '../../money/index.ts';
import { type Trade, TRADES } from '../positions/model.ts';
import { openSince } from '../trading/triggers.ts';
import { ACTIONS, type Dividend, DIVIDENDS } from './model.ts';
import { refuse } from './refusals.ts';

/** Sent by the product shortly before an ex-date's session, for every trade that is open then. */
export type PayDividend = {
  readonly kind: 'pay_dividend';
  readonly clientId: string;
  readonly tradeId: string;
  readonly actionId: string;
};

/** What a dividend of this rate comes to: rate × lots × lot size, half-even to the cent. A buy receives it, a sell pays it. */
export function dividendAmount(
  { symbol, side, openLots }: Pick<Trade, 'symbol' | 'side' | 'openLots'>,
  rate: Price,
): Cents {
  const amount = roundHalfEven(rate * openLots * instrument(symbol).lotSize, PRICE_SCALE);
  return side === 'buy' ? amount : -amount;
}

/**
 * Into the trade's own collateral, or out of it and never more than is left: when the price falls by the dividend the position is worth what it was, so
 * nobody is closed out by it and nobody takes out what the fall is about to cost.
 */
export function decidePayDividend(
  state: State,
  { clientId, tradeId, actionId }: PayDividend,
  context: Context,
): Decision<Fields<'id' | 'amount'>> {
  const trade = state.of(TRADES).get(tradeId);
  const action = state.of(ACTIONS).get(actionId);
  if (trade === undefined || trade.clientId !== clientId || action === undefined)
    throw new Error('a dividend of nothing');
  const { rate } = action;
  if (rate === null) throw new Error('a dividend of what is none');
  if (action.symbol !== trade.symbol) throw new Error('a dividend of another share');
  if (trade.status !== 'active' || openSince(trade) >= action.effectiveAt) return refuse('corporate_action.not_due');
  if (context.now < action.effectiveAt) throw new Later('the dividend has not taken effect');

  const amount = dividendAmount(trade, rate);
  const moved = max(amount, -trade.collateralLeft);
  const dividend: Dividend = { actionId, tradeId, clientId, lots: trade.openLots, amount, moved, at: context.now };
  const after: Trade = {
    ...trade,
    collateralLeft: trade.collateralLeft + moved,
    dividends: trade.dividends + moved,
  };
  return {
    outcome: { ok: true, result: { id: tradeId, amount: centsToDecimal(moved) } },
    ...(moved !== 0n && {
      entry: entry('dividend', clientId, tradeId, [debit('dividends', moved), credit('margin', moved)]),
      notifications: [notification(trade, { rate, exDate: action.exDate }, moved)],
    }),
    rows: [...(moved === 0n ? [] : [changed(TRADES, trade, after)]), created(DIVIDENDS, dividend)],
    invalidates: [
      {
        clientId,
        topics: ['account', 'trades', ...(trade.copyId === null ? [] : ['copies'])],
        event: 'dividend_booked',
        subjectId: tradeId,
        staff: false,
      },
    ],
  };
}

function notification(
  trade: Trade,
  { rate, exDate }: { rate: Price; exDate: string },
  moved: Cents,
): NotificationDraft {
  return {
    userId: trade.clientId,
    template: moved > 0n ? 'dividend-received' : 'dividend-paid',
    values: {
      symbol: trade.symbol,
      rate: `$${exactPrice(rate, 2)}`,
      day: exDate,
      amount: formatUsd(moved < 0n ? -moved : moved),
    },
    subjectId: trade.id,
  };
}
