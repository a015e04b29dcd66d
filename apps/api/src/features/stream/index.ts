import { dealtQuote, isSymbol, type FeedQuote } from '@clearbook/domain/market';
import { effectiveMarkup, NO_PACKAGE } from '@clearbook/domain/trading';
import type { Clock } from '../../platform/clock.ts';
import type { QuoteSource } from '../../platform/realtime/index.ts';
import { type Market, wireQuote } from '../market/index.ts';

/** The market's quotes for the socket, each with the mark-up of the client who sees it. */
export function marketQuotes(market: Pick<Market, 'onTick' | 'showing'>, clock: Clock): QuoteSource {
  const latest = new Map<string, FeedQuote>();
  return {
    onTick: (listener) =>
      market.onTick((changed) => {
        for (const quote of changed) latest.set(quote.symbol, quote);
        listener(changed.map(({ symbol }) => symbol));
      }),
    isSymbol,
    // Until packages exist everybody has the same mark-up.
    tierOf: () => 'standard',
    json(symbol) {
      if (!isSymbol(symbol)) return undefined;
      const quote = latest.get(symbol) ?? market.showing(symbol, clock.now()).quote;
      return quote && JSON.stringify(wireQuote(dealtQuote(quote, effectiveMarkup(NO_PACKAGE))));
    },
  };
}
