import { conversionPair, type FeedQuote, INSTRUMENTS, instrument, type Symbol } from '@clearbook/domain/market';
import type { Trigger } from '@clearbook/domain/trading';
import type { Market } from '../market/index.ts';

/** The good quotes of one moment, and what converts a fill then. They belong together. */
export type Instant = {
  /** Counts up. */
  readonly number: number;
  readonly good: ReadonlyMap<Symbol, FeedQuote>;
  /** The quote that converts a currency, also of a pair that has just shut; a currency without one is not in it. */
  readonly converting: ReadonlyMap<string, FeedQuote>;
};

/** Currencies that are not the dollar and whose price is not the instrument's own. */
const CURRENCIES = [
  ...new Set(INSTRUMENTS.filter((of) => of.class === 'forex').flatMap(({ base, quote }) => [base, quote])),
].filter((currency) => currency !== 'USD');

/** For so long a quote is remembered, so that a row that arrives late is decided by the first quote that it should have met. */
export const KEPT_MS = 30_000;

/** What the market quoted in the last seconds, in order. */
export class QuoteHistory {
  readonly #market: Pick<Market, 'goodQuotes' | 'conversion'>;
  #kept: { readonly at: number; readonly newestMs: number; readonly instant: Instant }[] = [];
  #number = 0;

  constructor(market: Pick<Market, 'goodQuotes' | 'conversion'>) {
    this.#market = market;
  }

  /** What the market says at this instant; of these symbols alone where nobody could ask for others. */
  take(now: Date, symbols?: readonly Symbol[]): Instant {
    const converting = new Map<string, FeedQuote>();
    const needed = symbols && new Set(symbols.map(instrument).flatMap(({ base, quote }) => [base, quote]));
    for (const currency of CURRENCIES) {
      if (needed?.has(currency) === false) continue;
      const found = this.#market.conversion(currency, now);
      if (found.ok && found.quote !== null) converting.set(currency, found.quote);
    }
    this.#number += 1;
    const good = new Map(this.#market.goodQuotes(now, symbols).map((quote) => [quote.symbol, quote]));
    const instant = { number: this.#number, good, converting };
    const at = now.getTime();
    let newestMs = 0;
    for (const { receivedTime } of good.values()) newestMs = Math.max(newestMs, receivedTime.getTime());
    this.#kept = [...this.#kept.filter((each) => at - each.at <= KEPT_MS), { at, newestMs, instant }];
    return instant;
  }

  /** Those after a number that brought this symbol a new quote, or a new quote to convert it by, as far as its own quote is not older than `from`. */
  since(number: number, symbol: Symbol, from = new Date(0)): Instant[] {
    const fromMs = from.getTime();
    const found: Instant[] = [];
    let before = '';
    for (const { instant, newestMs } of this.#kept) {
      // Most rows were set a moment ago, and nothing of an earlier instant concerns them.
      if (newestMs < fromMs) continue;
      const own = instant.good.get(symbol);
      if (own === undefined || own.receivedTime.getTime() < fromMs) continue;
      const name = triggerName(instant, symbol, own);
      if (name === before) continue;
      before = name;
      if (instant.number > number) found.push(instant);
    }
    return found;
  }

  /** The quotes of a symbol since a moment, oldest first. */
  quotesSince(symbol: Symbol, from: Date): FeedQuote[] {
    const found: FeedQuote[] = [];
    for (const { instant } of this.#kept) {
      const own = instant.good.get(symbol);
      if (own !== undefined && own.receivedTime >= from && own.id !== found.at(-1)?.id) found.push(own);
    }
    return found;
  }
}

/** What a command is told of the instant that set it off; undefined while a currency that it cannot do without has no price: to open, both; to close, the quote's. */
export function triggerOf(
  { good, converting }: Instant,
  symbol: Symbol,
  purpose: 'opening' | 'closing',
): Trigger | undefined {
  const quote = good.get(symbol);
  if (quote === undefined) return undefined;
  const { base, quote: counter } = instrument(symbol);
  const conversions: FeedQuote[] = [];
  for (const currency of [base, counter]) {
    const pair = conversionPair(currency);
    if (pair === undefined || pair.symbol === symbol) continue;
    const found = converting.get(currency);
    if (found !== undefined) conversions.push(found);
    else if (purpose === 'opening' || currency === counter) return undefined;
  }
  return { quote, conversions };
}

/** The quote that turns a symbol's results into dollars, where it is not its own. */
export function convertingQuote({ converting }: Instant, symbol: Symbol): FeedQuote | undefined {
  return converting.get(instrument(symbol).quote);
}

/** Names the prices that decide about a symbol at an instant: its own quote and the one that converts its results. Part of the commands' keys. */
export function triggerName(instant: Instant, symbol: Symbol, own: FeedQuote): string {
  const pair = conversionPair(instrument(symbol).quote);
  if (pair === undefined || pair.symbol === symbol) return own.id;
  return `${own.id}/${convertingQuote(instant, symbol)?.id ?? ''}`;
}
