import {
  type AssetClass,
  INSTRUMENTS,
  type Instrument,
  instrument,
  isSymbol,
  type Price,
  sidesAround,
  type SourceTick,
  type Symbol,
  tryParsePriceNumber,
} from '@clearbook/domain/market';
import * as z from 'zod';
import { NumberText, parseKeepingNumbers } from './json.ts';

/**
 * Massive's documented messages (until 2025: Polygon.io). Socket frames are arrays of events, each named by `ev`: `C` a forex quote, `Q` a stock's best bid and
 * offer, `T` a stock's trade, `XQ` a crypto quote, `status` a word about the connection. Snapshots are lists of tickers. Times are Unix milliseconds on the socket
 * and nanoseconds in stock snapshots.
 */
const number = z.instanceof(NumberText);
const status = z.object({
  ev: z.literal('status'),
  status: z.string().max(60),
  message: z.string().max(2_000).optional(),
});
const forex = z.object({ ev: z.literal('C'), p: z.string(), a: number, b: number, t: number });
const stock = z.object({ ev: z.literal('Q'), sym: z.string(), bp: number, ap: number, t: number });
const trade = z.object({ ev: z.literal('T'), sym: z.string(), p: number, t: number });
const crypto = z.object({ ev: z.literal('XQ'), pair: z.string(), bp: number, ap: number, t: number });
const event = z.discriminatedUnion('ev', [status, forex, stock, trade, crypto]);

export const MASSIVE = 'massive';
/** A stock whose plan brings trades and no quotes: the base spread around its last trade. */
export const MASSIVE_TRADES = 'massive last trade';

export type MassiveFrame = { readonly ticks: SourceTick[]; readonly statuses: { status: string; message: string }[] };

/** The clusters are the vendor's: one socket each, and one part of its service. */
export const CLUSTERS = { forex: 'forex', stock: 'stocks', crypto: 'crypto' } as const satisfies Record<
  AssetClass,
  string
>;

/** What is subscribed to for a class. */
export function subscriptions(of: AssetClass): string {
  return INSTRUMENTS.filter((each) => each.class === of)
    .flatMap((each) => {
      if (of === 'forex') return [`C.${each.base}-${each.quote}`];
      return of === 'crypto' ? [`XQ.${each.symbol}-USD`] : [`Q.${each.symbol}`, `T.${each.symbol}`];
    })
    .join();
}

/**
 * The events of a socket frame. A frame that is not a list throws; an event of another kind or a wrong form is left out and does not keep the others from being
 * read. `wrong` counts those that should have been readable.
 */
export function readFrame(text: string, receivedMs: number): MassiveFrame & { wrong: number } {
  const events = z.array(z.unknown()).max(10_000).parse(parseKeepingNumbers(text));
  const frame = { ticks: [] as SourceTick[], statuses: [] as { status: string; message: string }[], wrong: 0 };
  for (const each of events) {
    const found = event.safeParse(each);
    if (!found.success) {
      frame.wrong += 1;
      continue;
    }
    const { data } = found;
    if (data.ev === 'status') {
      frame.statuses.push({ status: data.status, message: data.message ?? '' });
      continue;
    }
    const tick = tickOf(data, receivedMs);
    if (tick === undefined) frame.wrong += 1;
    else frame.ticks.push(tick);
  }
  return frame;
}

function tickOf(data: Exclude<z.infer<typeof event>, { ev: 'status' }>, receivedMs: number): SourceTick | undefined {
  switch (data.ev) {
    case 'C':
      return sides(known(data.p.replace(/[/-]/, '')), data.b, data.a, milliseconds(data.t), receivedMs);
    case 'Q':
      return sides(known(data.sym), data.bp, data.ap, milliseconds(data.t), receivedMs);
    case 'XQ':
      return sides(known(/^([A-Z]+)-USD$/.exec(data.pair)?.[1]), data.bp, data.ap, milliseconds(data.t), receivedMs);
    case 'T':
      return around(known(data.sym), data.p, milliseconds(data.t), receivedMs);
  }
}

const snapshotTicker = z.object({
  ticker: z.string(),
  lastQuote: z
    .union([z.object({ a: number, b: number, t: number }), z.object({ P: number, p: number, t: number })])
    .optional()
    .catch(undefined),
  lastTrade: z.object({ p: number, t: number }).optional().catch(undefined),
});
const snapshot = z.object({ status: z.string(), tickers: z.array(z.unknown()).max(5_000) });

/** The path of a snapshot of all instruments of a class. */
export function snapshotPath(of: AssetClass): string {
  const where = of === 'stock' ? 'locale/us/markets/stocks' : `locale/global/markets/${CLUSTERS[of]}`;
  const tickers = INSTRUMENTS.filter((each) => each.class === of).map(tickerOf);
  return `/v2/snapshot/${where}/tickers?tickers=${encodeURIComponent(tickers.join())}`;
}

/** Prices of a snapshot: the quote where there is one, and otherwise the base spread around the last trade. */
export function readSnapshot(of: AssetClass, text: string, receivedMs: number): SourceTick[] {
  const { tickers } = snapshot.parse(parseKeepingNumbers(text));
  return tickers.flatMap((each) => {
    const found = snapshotTicker.safeParse(each);
    if (!found.success) return [];
    const symbol = known(found.data.ticker.replace(/^(?:C|X):/, '').replace(of === 'crypto' ? /USD$/ : /^$/, ''));
    if (symbol === undefined || instrument(symbol).class !== of) return [];
    const { lastQuote: quote, lastTrade: last } = found.data;
    if (quote !== undefined) {
      const [bid, ask] = 'a' in quote ? [quote.b, quote.a] : [quote.p, quote.P];
      return sides(symbol, bid, ask, milliseconds(quote.t), receivedMs) ?? [];
    }
    return last === undefined ? [] : (around(symbol, last.p, milliseconds(last.t), receivedMs) ?? []);
  });
}

export function tickerOf(of: Instrument): string {
  if (of.class === 'stock') return of.symbol;
  return of.class === 'forex' ? `C:${of.symbol}` : `X:${of.symbol}USD`;
}

function known(text: string | undefined): Symbol | undefined {
  return text !== undefined && isSymbol(text) ? text : undefined;
}

/** The vendor's nanoseconds have nineteen digits, its milliseconds thirteen. Not a number where it is neither: the guard has a word for that. */
function milliseconds({ text }: NumberText): number {
  if (/^\d{19}$/.test(text)) return Number(text.slice(0, 13));
  return /^\d{13}$/.test(text) ? Number(text) : Number.NaN;
}

function sides(
  symbol: Symbol | undefined,
  bidText: NumberText,
  askText: NumberText,
  sourceTimeMs: number,
  receivedMs: number,
): SourceTick | undefined {
  const bid = tryParsePriceNumber(bidText.text);
  const ask = tryParsePriceNumber(askText.text);
  if (symbol === undefined || bid === undefined || ask === undefined) return undefined;
  return { symbol, bid, ask, sourceTimeMs, receivedMs, source: MASSIVE };
}

function around(
  symbol: Symbol | undefined,
  priceText: NumberText,
  sourceTimeMs: number,
  receivedMs: number,
): SourceTick | undefined {
  const price = tryParsePriceNumber(priceText.text);
  if (symbol === undefined || price === undefined) return undefined;
  return { symbol, ...sidesAround(instrument(symbol), price), sourceTimeMs, receivedMs, source: MASSIVE_TRADES };
}

const aggregates = z.object({
  status: z.string(),
  results: z
    .array(z.object({ t: number, o: number, h: number, l: number, c: number }))
    .max(50_000)
    .optional(),
});

export type PastBar = { timeMs: number; open: Price; high: Price; low: Price; close: Price };

/** Candles, in the order of the answer. One that cannot be a candle is left out. */
export function readAggregates(text: string): PastBar[] {
  const { results = [] } = aggregates.parse(parseKeepingNumbers(text));
  return results.flatMap((each) => {
    const [open, high, low, close] = [each.o, each.h, each.l, each.c].map(({ text: t }) => tryParsePriceNumber(t));
    const timeMs = milliseconds(each.t);
    if (!open || !high || !low || !close || Number.isNaN(timeMs)) return [];
    const sound = low <= open && low <= close && high >= open && high >= close;
    return sound ? [{ timeMs, open, high, low, close }] : [];
  });
}
