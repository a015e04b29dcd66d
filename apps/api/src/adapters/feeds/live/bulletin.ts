import { type FeedQuote, isSymbol, type Symbol } from '@clearbook/domain/market';
import * as z from 'zod';
import type { SourceHealth } from '../../../features/market/index.ts';

/** The database channel on which the process that holds the lease tells the others its prices. */
export const BULLETINS = 'clearbook_prices';

/** PostgreSQL takes payloads of less than 8,000 bytes. */
const QUOTES_IN_ONE = 24;

/** A symbol's price as it is dealt on in every process. `trusted` false: set aside, nothing fills on it. */
export type Published = {
  readonly symbol: Symbol;
  readonly quote: FeedQuote | undefined;
  readonly trusted: boolean;
  readonly cadenceMs: number;
};

const units = z.string().regex(/^\d{1,19}$/);
const second = z.tuple([z.string(), units, units, z.number()]);
const line = z.tuple([
  z.string().refine(isSymbol),
  z.boolean(),
  z.number(),
  z.nullable(z.tuple([z.string(), units, units, z.string(), z.number(), z.number(), z.nullable(second)])),
]);
const health = z.object({
  source: z.string(),
  label: z.string(),
  classes: z.array(z.enum(['forex', 'crypto', 'stock'])),
  state: z.enum(['good', 'failing']),
  since: z.coerce.date(),
  lastError: z.nullable(z.object({ at: z.coerce.date(), cause: z.string() })),
  lastPriceAt: z.nullable(z.coerce.date()),
});
const bulletin = z.object({ p: z.array(line).optional(), h: z.array(health).optional() });

export function writePrices(all: readonly Published[]): string[] {
  const texts: string[] = [];
  for (let at = 0; at < all.length; at += QUOTES_IN_ONE) {
    const p = all
      .slice(at, at + QUOTES_IN_ONE)
      .map(({ symbol, quote, trusted, cadenceMs }) => [
        symbol,
        trusted,
        cadenceMs,
        quote === undefined
          ? null
          : [
              quote.id,
              quote.bid.toString(),
              quote.ask.toString(),
              quote.source,
              quote.sourceTime.getTime(),
              quote.receivedTime.getTime(),
              quote.second === undefined
                ? null
                : [
                    quote.second.source,
                    quote.second.bid.toString(),
                    quote.second.ask.toString(),
                    quote.second.sourceTime.getTime(),
                  ],
            ],
      ]);
    texts.push(JSON.stringify({ p }));
  }
  return texts;
}

export function writeHealth(all: readonly SourceHealth[]): string {
  return JSON.stringify({ h: all });
}

/** What another process published. Throws for anything that is not of this shape. */
export function readBulletin(text: string): { prices: Published[]; health: SourceHealth[] | undefined } {
  const { p = [], h } = bulletin.parse(JSON.parse(text));
  const prices = p.map(([symbol, trusted, cadenceMs, quote]): Published => {
    if (quote === null) return { symbol, quote: undefined, trusted, cadenceMs };
    const [id, bid, ask, source, sourceMs, receivedMs, other] = quote;
    return {
      symbol,
      trusted,
      cadenceMs,
      quote: {
        id,
        symbol,
        bid: BigInt(bid),
        ask: BigInt(ask),
        source,
        sourceTime: new Date(sourceMs),
        receivedTime: new Date(receivedMs),
        ...(other && {
          second: { source: other[0], bid: BigInt(other[1]), ask: BigInt(other[2]), sourceTime: new Date(other[3]) },
        }),
      },
    };
  });
  return { prices, health: h };
}
