import { type Context, type Decision, Later } from '../../kernel/decision.ts';
import type { Party } from '../../kernel/party.ts';
import { created, type RowImage } from '../../kernel/table.ts';
import { conversionPair, conversionRate, type DealtQuote, instrument } from '../../market/index.ts';
import type { Cents } from '../../money/index.ts';
import type { Copy } from '../positions/copies.ts';
import type { Trade } from '../positions/model.ts';
import { effectiveMarkup } from '../positions/terms.ts';
import { type Marks, unrealisedCents } from '../positions/valuation.ts';
import { onTape } from '../trading/tape.ts';
import { KEPT_TRADES } from './model.ts';
import { refuse } from './refusals.ts';

/** What trades that are kept would bring together, and the rows that say so of each: the quotes that it was valued at, and what they come to. */
export type Kept = { readonly ok: true; readonly value: Cents; readonly rows: readonly RowImage[] };
type Priced = { readonly ok: true; readonly quote: DealtQuote; readonly converts: DealtQuote | null };
/** Nothing is settled on a price that nobody knows. */
type Unpriced = { readonly ok: false; readonly refusal: Decision<never> };

/** Values what a client keeps at the last prices, by quotes that are recorded with it, so that anybody can calculate it again. */
export function keepTrades(copy: Copy, party: Party, trades: readonly Trade[], context: Context): Kept | Unpriced {
  const rows: RowImage[] = [];
  let sum = 0n;
  for (const trade of trades) {
    const priced = lastPriceOf(trade, party, context);
    if (!priced.ok) return priced;
    const { quote, converts } = priced;
    const value = unrealisedCents(trade, marksOf(priced), party);
    const kept = { tradeId: trade.id, copyId: copy.id, quoteId: quote.id, conversionQuoteId: converts?.id ?? null };
    rows.push(...onTape(quote, converts), created(KEPT_TRADES, { ...kept, value, at: context.now }));
    sum += value;
  }
  return { ok: true, value: sum, rows };
}

/** Where its own pair is what converts it, as a close does. */
function lastPriceOf({ symbol }: Trade, party: Party, context: Context): Priced | Unpriced {
  const markup = effectiveMarkup(party);
  const { quote: currency } = instrument(symbol);
  const before = context.beforeDividend?.(symbol, markup);
  const quote = before ? undefined : context.mark(symbol, markup);
  if (quote === undefined) return unpriced(context.quote(symbol, markup));
  const pair = conversionPair(currency);
  if (pair === undefined || pair.symbol === symbol) return { ok: true, quote, converts: null };
  const converts = context.mark(pair.symbol, 0);
  return converts === undefined ? unpriced(context.conversion(currency)) : { ok: true, quote, converts };
}

function unpriced(priced: ReturnType<Context['quote']>): Unpriced {
  // A feed with hours of its own may deal on a price from before a dividend.
  if (priced.ok) throw new Later('the last price is from before a dividend');
  return { ok: false, refusal: refuse(priced.code, undefined, { detail: priced.detail }) };
}

function marksOf({ quote, converts }: Priced): Marks {
  return { mark: () => quote, markRate: (currency) => conversionRate(currency, () => converts ?? quote) };
}
