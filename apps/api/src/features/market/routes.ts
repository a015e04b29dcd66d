import { messages } from '@clearbook/contracts/messages';
import { dealtQuote, exactPrice, INSTRUMENTS, instrument, isSymbol, type Symbol } from '@clearbook/domain/market';
import { effectiveLeverageHundredths, effectiveMarkup, type Terms } from '@clearbook/domain/trading';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageOf } from '../../platform/paging.ts';
import type { Market } from './market.ts';
import { createSparklines } from './sparklines.ts';
import { wireAdminMarket, wireInstrument, wireInstrumentDetail, wireMarketStatus, wireQuote } from './wire.ts';

/** Bars in a reply that names no limit. */
const DEFAULT_BARS = 300;

/** What a client may see of the market: instruments with their own terms, quotes as they would deal on them, bars for the chart. */
export function registerMarketRoutes(
  register: Register,
  { market, termsOf }: { market: Market; termsOf: (clientId: string) => Promise<Terms> },
): void {
  register('GET /instruments', async ({ actor, query, now }) => {
    const terms = await termsOf(actor.userId);
    const markup = effectiveMarkup(terms);
    const { data, next_cursor } = pageOf(INSTRUMENTS, ({ symbol }) => symbol, query);
    return {
      data: data.map((of) =>
        wireInstrument(
          of,
          { leverageHundredths: effectiveLeverageHundredths(of, terms), markup },
          market.showing(of.symbol, now),
        ),
      ),
      next_cursor,
    };
  });

  register('GET /instruments/:id', async ({ actor, params, now }) => {
    if (!isSymbol(params.id)) throw new Problem(404, 'market.unknown', messages.market.unknown);
    const of = instrument(params.id);
    const terms = await termsOf(actor.userId);
    const client = {
      leverageHundredths: effectiveLeverageHundredths(of, terms),
      markup: effectiveMarkup(terms),
    };
    const showing = market.showing(of.symbol, now);
    return wireInstrumentDetail(of, wireInstrument(of, client, showing), { market, showing, now });
  });

  register('GET /market/status', ({ now }) => Promise.resolve(wireMarketStatus(market.status(now))));
  register('GET /admin/market', ({ now }) => Promise.resolve(wireAdminMarket(market.status(now))));

  register('GET /quotes', async ({ actor, query, now }) => {
    const asked =
      query.symbols === undefined ? undefined : new Set(query.symbols.split(',').map((text) => known('symbols', text)));
    const markup = effectiveMarkup(await termsOf(actor.userId));
    const quotes = market.feedQuotes(now).filter((quote) => asked === undefined || asked.has(quote.symbol));
    const { data, next_cursor } = pageOf(quotes, (quote) => quote.symbol, query);
    const { source, label } = market.status(now);
    return { data: data.map((quote) => wireQuote(dealtQuote(quote, markup))), next_cursor, source, label };
  });

  const sparklines = createSparklines(market);
  register('GET /bars/sparklines', async ({ query, now }) => {
    const symbols = [...new Set(query.symbols.split(',').map((text) => known('symbols', text)))];
    return { data: await sparklines(symbols, now) };
  });

  register('GET /bars', async ({ query, now }) => {
    const symbol = known('symbol', query.symbol);
    const { digits } = instrument(symbol);
    // Up to the last moment before those bars began, and never beyond now.
    const until = [query.before, query.cursor].map((text) => (text === undefined ? Infinity : Date.parse(text) - 1));
    const limit = query.limit ?? DEFAULT_BARS;
    // One more than is shown tells whether there are older ones.
    const bars = await market.bars(symbol, query.interval, limit + 1, new Date(Math.min(now.getTime(), ...until)));
    const shown = bars.slice(-limit);
    const [first] = shown;
    return {
      data: shown.map((bar) => ({
        time: new Date(bar.timeMs).toISOString(),
        open: exactPrice(bar.open, digits),
        high: exactPrice(bar.high, digits),
        low: exactPrice(bar.low, digits),
        close: exactPrice(bar.close, digits),
      })),
      next_cursor: bars.length > limit && first !== undefined ? new Date(first.timeMs).toISOString() : null,
    };
  });
}

function known(field: string, text: string): Symbol {
  if (isSymbol(text)) return text;
  throw new Problem(422, 'request.invalid', messages.market.unknown, [
    { name: field, message: messages.market.unknown },
  ]);
}
