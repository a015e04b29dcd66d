import type { UsualSpread } from '@clearbook/contracts/market';
import type { OrderPreview } from '@clearbook/contracts/trading';
import { type Instrument, instrument, isSymbol, widthText } from '@clearbook/domain/market';
import {
  effectiveLeverageHundredths,
  effectiveMarkup,
  type Estimate,
  estimate,
  widthCost,
} from '@clearbook/domain/trading';
import type { Ledger, Preview, Previewed } from '../../ledger/index.ts';
import { explain, refusalText, usd } from '../books/index.ts';
import { costsAhead, nextRates, type UsualSpreads } from '../market/index.ts';
import { priceText } from './wire.ts';

type PreviewDeps = { readonly ledger: Pick<Ledger, 'preview'>; readonly usual: UsualSpreads };

/** What an order would need and meet if it came now: decided as the order itself would be, with the figures of the ticket. */
export async function previewOrder({ ledger, usual }: PreviewDeps, order: Previewed): Promise<OrderPreview> {
  const preview = await ledger.preview(order).catch(explain);
  const { outcome, party, context } = preview;
  const figures = figuresOf(order, preview);
  const closeOut = figures?.closeOut[order.side];
  const of = isSymbol(order.symbol) ? instrument(order.symbol) : undefined;
  const range = of && (await usual(of.symbol, effectiveMarkup(party), context.now));
  return {
    spread: figures ? widthText(figures.spreadWidth) : null,
    usual_spread: range ?? null,
    usual_spread_cost: (of && range && usualCost(of, order, preview, range)) ?? null,
    overnight: of
      ? { night: figures ? usd(figures.overnight[order.side]) : null, ...costsAhead(of, order.side, context) }
      : null,
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

/** What the ends of the usual range would cost at the quote of now. */
function usualCost(
  of: Instrument,
  { lots }: Previewed,
  { party, context }: Preview,
  { low, high }: UsualSpread,
): OrderPreview['usual_spread_cost'] {
  const quote = context.mark(of.symbol, effectiveMarkup(party));
  const rate = context.markRate(of.quote);
  if (quote === undefined || rate === undefined) return null;
  const cost = (width: string) => usd(widthCost(of, lots, BigInt(width.replace('.', '')), quote, rate));
  return { low: cost(low), high: cost(high) };
}

/** Undefined where there is no price at all, or no such instrument. */
function figuresOf(order: Previewed, { party, context }: Preview): Estimate | undefined {
  if (!isSymbol(order.symbol)) return undefined;
  const of = instrument(order.symbol);
  const quote = context.mark(order.symbol, effectiveMarkup(party));
  if (quote === undefined) return undefined;
  const draft = { lots: order.lots, amount: order.amount, price: order.kind === 'place_order' ? order.price : null };
  const terms = {
    leverageHundredths: effectiveLeverageHundredths(of, party),
    financing: nextRates(of, { at: context.financing }, context.now),
  };
  return estimate(of, draft, quote, terms, context.markRate);
}
