import { dealtQuote } from '@clearbook/domain/market';
import { createSimulatedFeed } from '../src/adapters/feeds/simulated.ts';
import { createMarket, marksOf, type Market } from '../src/features/market/index.ts';
import type { Prices } from './books.ts';

/** The market of the simulator, closed when it is closed. */
export function simulatedMarket(now: () => Date): Market {
  return createMarket({ feed: createSimulatedFeed('test'), clock: { now }, onListenerError: () => undefined });
}

/** What decisions are told by this market, as the server tells them. */
export function marketPrices(market: Market, now: () => Date): Prices {
  return {
    quote: (symbol, markup, purpose) => market.quote(symbol, markup, now(), purpose),
    conversion: (currency) => {
      const found = market.conversion(currency, now());
      if (!found.ok) return found;
      if (found.quote === null) throw new Error(`${currency} needs no conversion`);
      return { ok: true, quote: dealtQuote(found.quote, 0) };
    },
    mark: (symbol, markup) => market.marks(now()).mark(symbol, markup),
    markRate: (currency) => market.marks(now()).markRate(currency),
    nightMarks: (held, at) => marksOf(market, held, at, now()),
  };
}
