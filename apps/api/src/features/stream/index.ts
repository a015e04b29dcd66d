import { dealtQuote, isSymbol, type FeedQuote } from '@clearbook/domain/market';
import { effectiveMarkup } from '@clearbook/domain/trading';
import type { Clock } from '../../platform/clock.ts';
import type { QuoteSource } from '../../platform/realtime/index.ts';
import { type Market, wireQuote } from '../market/index.ts';
import type { ClientTerms } from '../plans/index.ts';

/** The market's quotes for the socket, each with the mark-up of the client who sees it: everybody with one mark-up is one tier. */
export function marketQuotes(
  market: Pick<Market, 'onTick' | 'showing'>,
  clock: Clock,
  terms: Pick<ClientTerms, 'of' | 'forget'>,
): QuoteSource {
  const latest = new Map<string, FeedQuote>();
  return {
    onTick: (listener) =>
      market.onTick((changed) => {
        for (const quote of changed) latest.set(quote.symbol, quote);
        listener(changed.map(({ symbol }) => symbol));
      }),
    isSymbol,
    tierOf(userId) {
      const own = terms.of(userId);
      return own && effectiveMarkup(own);
    },
    tierChanged: (userId) => terms.forget(userId),
    json(symbol, markup) {
      if (!isSymbol(symbol)) return undefined;
      const quote = latest.get(symbol) ?? market.showing(symbol, clock.now()).quote;
      return quote && JSON.stringify(wireQuote(dealtQuote(quote, markup)));
    },
  };
}
