import { BARS_MAX, BARS_SYMBOLS_MAX, type BarsQuery } from '@clearbook/contracts/market';
import { messages } from '@clearbook/contracts/messages';
import { type Bar, dealtQuote, INSTRUMENTS, instrument, isSymbol, type Symbol } from '@clearbook/domain/market';
import { effectiveLeverageHundredths, effectiveMarkup, type Terms } from '@clearbook/domain/trading';
import { networkOf, Problem, type Register } from '../../platform/http/index.ts';
import { pageOf } from '../../platform/paging.ts';
import type { Market } from './market.ts';
import { createSparklines } from './sparklines.ts';
import { createTickFiles } from './tick-files.ts';
import type { UsualSpreads } from './usual-spreads.ts';
import {
  type FinancingAhead,
  type SpreadsAhead,
  nextRates,
  type Unwatched,
  wireAdminMarket,
  wireBar,
  wireInstrument,
  wireInstrumentDetail,
  wireMarketStatus,
  wireQuote,
} from './wire.ts';

/** Bars in a reply that names no limit. */
const DEFAULT_BARS = 300;

type MarketParts = {
  readonly market: Market;
  readonly termsOf: (clientId: string) => Promise<Terms>;
  readonly unwatched: (now: Date) => Promise<Unwatched | undefined>;
  readonly usual: UsualSpreads;
  readonly financing: FinancingAhead;
  readonly spreads: SpreadsAhead;
};

/** What a client may see of the market: instruments with their own terms, quotes as they would deal on them, bars for the chart. */
export function registerMarketRoutes(register: Register, parts: MarketParts): void {
  const { market, termsOf, unwatched } = parts;
  registerInstruments(register, parts);

  register('GET /market/status', async ({ now }) => wireMarketStatus(market.status(now), await unwatched(now)));
  register('GET /admin/market', async ({ now }) => wireAdminMarket(market.status(now), await unwatched(now)));

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

  const files = createTickFiles(market, () => performance.now());
  register('GET /instruments/:id/ticks.csv', async ({ actor, params, query, now }) => {
    if (!isSymbol(params.id)) throw new Problem(404, 'market.unknown', messages.market.unknown);
    return Promise.resolve(files.rows(actor.userId, params.id, query.day, now));
  });
  const published = createTickFiles(market, () => performance.now(), 'anybody');
  register('GET /transparency/tape/:id/ticks.csv', async ({ ip, params, query, now, reply }) => {
    if (!isSymbol(params.id)) throw new Problem(404, 'market.unknown', messages.market.unknown);
    const rows = published.rows(networkOf(ip), params.id, query.day, now);
    // A day that is over never changes, and is nobody's.
    reply.header('cache-control', 'public, max-age=86400');
    return Promise.resolve(rows);
  });

  register('GET /bars', async ({ query, now }) => {
    const { symbols, limit, fromMs, untilMs } = askedBars(query);
    // A page of the past is in the shares of now, like the one before it.
    const sharesOf = query.adjustment === 'raw' ? 'raw' : now;
    const found: { readonly symbol: Symbol; readonly bars: readonly Bar[] }[] = [];
    let cut = -Infinity;
    for (const symbol of symbols) {
      // One more than is shown tells whether there are older ones. What lies before another symbol's cut is shown by a later page.
      const until = new Date(Math.min(now.getTime(), untilMs));
      const inside = await market.bars(symbol, query.interval, limit + 1, until, Math.max(fromMs, cut), sharesOf);
      const bars = inside.slice(-limit);
      if (inside.length > limit) cut = Math.max(cut, bars[0]?.timeMs ?? -Infinity);
      found.push({ symbol, bars });
    }
    return {
      // All symbols of a page begin where the one with the most bars does, so that the next page ends there for all.
      data: found.flatMap(({ symbol, bars }) =>
        bars
          .filter(({ timeMs }) => timeMs >= cut)
          .map((bar) => (query.symbols === undefined ? wireBar(symbol, bar) : { ...wireBar(symbol, bar), symbol })),
      ),
      next_cursor: cut === -Infinity ? null : new Date(cut).toISOString(),
    };
  });
}

function registerInstruments(register: Register, { market, termsOf, usual, financing, spreads }: MarketParts): void {
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
          nextRates(of, financing, now),
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
    return wireInstrumentDetail(of, wireInstrument(of, client, showing, nextRates(of, financing, now)), {
      financing,
      spreads,
      ...{ market, showing, now, markup: client.markup },
      usual: await usual(of.symbol, client.markup, now),
    });
  });
}

/** Which bars of which symbols. @throws Problem with a sentence for what cannot be. */
function askedBars(query: BarsQuery): {
  symbols: readonly Symbol[];
  limit: number;
  fromMs: number;
  untilMs: number;
} {
  if ((query.symbol === undefined) === (query.symbols === undefined))
    throw refused('symbol', messages.market.barsSymbol);
  const symbols =
    query.symbols === undefined
      ? [known('symbol', query.symbol ?? '')]
      : [...new Set(query.symbols.split(',').map((text) => known('symbols', text)))];
  if (symbols.length > BARS_SYMBOLS_MAX) throw refused('symbols', messages.market.barsSymbols(BARS_SYMBOLS_MAX));
  const most = Math.floor(BARS_MAX / symbols.length);
  const limit = query.limit ?? Math.min(DEFAULT_BARS, most);
  if (limit > most)
    throw refused('limit', messages.market.barsTooMany(BARS_MAX.toLocaleString('en'), most.toLocaleString('en')));
  const at = (text: string | undefined, otherwise: number): number =>
    text === undefined ? otherwise : Date.parse(text);
  const fromMs = at(query.start, -Infinity);
  const endMs = at(query.end, Infinity);
  if (endMs < fromMs) throw refused('end', messages.market.barsEndFirst);
  // Up to the last moment before those bars began, and never beyond now.
  return {
    symbols,
    limit,
    fromMs,
    untilMs: Math.min(endMs, at(query.before, Infinity) - 1, at(query.cursor, Infinity) - 1),
  };
}

function refused(name: string, message: string): Problem {
  return new Problem(422, 'request.invalid', message, [{ name, message }]);
}

function known(field: string, text: string): Symbol {
  if (isSymbol(text)) return text;
  throw refused(field, messages.market.unknown);
}
