import { dealtQuote, isSymbol, type FeedQuote, standing } from '@clearbook/domain/market';
import { effectiveMarkup } from '@clearbook/domain/trading';
import type { Clock } from '../../platform/clock.ts';
import type { QuoteSource } from '../../platform/realtime/index.ts';
import { type Market, wireQuote } from '../market/index.ts';
import type { ClientTerms } from '../plans/index.ts';

/** The market's quotes for the socket, each with the mark-up of the client who sees it: everybody with one mark-up is one tier. */
export function marketQuotes(
  market: Pick<Market, 'onTick' | 'showing' | 'actionsOf'>,
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
      const now = clock.now();
      const last = latest.get(symbol);
      // One from before a split stands in the shares of now.
      const quote =
        last === undefined
          ? market.showing(symbol, now).quote
          : standing(last, market.actionsOf(last.symbol), now.getTime());
      return quote && JSON.stringify(wireQuote(dealtQuote(quote, markup)));
    },
  };
}
