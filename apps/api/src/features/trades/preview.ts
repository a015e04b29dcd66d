import type { OrderPreview } from '@clearbook/contracts/trading';
import { instrument, isSymbol } from '@clearbook/domain/market';
import { effectiveLeverageHundredths, effectiveMarkup, type Estimate, estimate } from '@clearbook/domain/trading';
import type { Ledger, Preview, Previewed } from '../../ledger/index.ts';
import { explain, refusalText, usd } from '../books/index.ts';
import { priceText } from './wire.ts';

/** What an order would need and meet if it came now: decided as the order itself would be, with the figures of the ticket. */
export async function previewOrder(ledger: Pick<Ledger, 'preview'>, order: Previewed): Promise<OrderPreview> {
  const preview = await ledger.preview(order).catch(explain);
  const { outcome, party } = preview;
  const figures = figuresOf(order, preview);
  const closeOut = figures?.closeOut[order.side];
  return {
    expected_price: figures ? priceText(figures.fill[order.side], order.symbol) : null,
    spread_cost: figures ? usd(figures.spreadCost) : null,
    trade_value: figures ? usd(figures.notional) : null,
    required_margin: figures ? usd(figures.requiredMargin) : null,
    close_out_price: typeof closeOut === 'bigint' ? priceText(closeOut, order.symbol) : null,
    available_before: usd(party.cash),
    available_after: usd(party.cash - order.amount),
    refusal: outcome.ok ? null : { code: outcome.refusal.code, detail: refusalText(outcome.refusal) },
  };
}

/** Undefined where there is no price at all, or no such instrument. */
function figuresOf(order: Previewed, { party, context }: Preview): Estimate | undefined {
  if (!isSymbol(order.symbol)) return undefined;
  const of = instrument(order.symbol);
  const quote = context.mark(order.symbol, effectiveMarkup(party));
  if (quote === undefined) return undefined;
  const draft = { lots: order.lots, amount: order.amount, price: order.kind === 'place_order' ? order.price : null };
  return estimate(of, draft, quote, effectiveLeverageHundredths(of, party), context.markRate);
}
