import type { UsualSpread } from '@clearbook/contracts/market';
import {
  instrument,
  spreadWidth,
  type Symbol,
  usualWidths,
  type Width,
  widened,
  widthText,
} from '@clearbook/domain/market';
import type { Pool } from 'pg';
import type { Market } from './market.ts';

type Sides = { readonly bid: bigint; readonly ask: bigint };

const WEEK_MS = 7 * 86_400_000;
/** Where any instant can be asked for again, every half hour of the week is; not at its beginning, when sessions open. */
const EVERY_MS = 30 * 60_000;
const INSIDE_MS = 7 * 60_000;
/** Where prices come when they come, what was dealt on is on the tape: the newest of each book. */
const NEWEST = 500;

const ON_TAPE = `
  select q.feed_bid as bid, q.feed_ask as ask from unnest(ledger.books()) b cross join lateral (
    select * from ledger.quote q where q.book = b and q.id >= $1 || '-' and q.id < $1 || '.' order by q.id desc limit ${NEWEST}
  ) q where q.symbol = $1 and q.received_time > $2`;

/** The usual range of a symbol's spread, as a client with this mark-up deals, over the last week. Undefined while too little is recorded. */
export type UsualSpreads = (symbol: Symbol, markup: Width, now: Date) => Promise<UsualSpread | undefined>;

/** Quotes are read at most once in half an hour for a symbol: what is usual does not change within one. */
export function createUsualSpreads(market: Pick<Market, 'showing' | 'nextChange'>, pool: Pool): UsualSpreads {
  const kept = new Map<Symbol, { readonly until: number; readonly quotes: Promise<readonly Sides[]> }>();
  return async (symbol, markup, now) => {
    const until = Math.floor(now.getTime() / EVERY_MS) * EVERY_MS;
    let known = kept.get(symbol);
    if (known?.until !== until) {
      const quotes =
        market.nextChange === undefined
          ? dealtOn(pool, symbol, new Date(until - WEEK_MS))
          : Promise.resolve(askedAgain(market, symbol, until));
      known = { until, quotes };
      kept.set(symbol, known);
      // What failed is asked for again.
      quotes.catch(() => kept.delete(symbol));
    }
    const of = instrument(symbol);
    const quotes = await known.quotes;
    const usual = usualWidths(quotes.map((quote) => spreadWidth(of, widened(of, quote, markup))));
    return (
      usual && {
        low: widthText(usual.low),
        high: widthText(usual.high),
        from: new Date(until - WEEK_MS).toISOString(),
        until: new Date(until).toISOString(),
        quotes: quotes.length,
      }
    );
  };
}

function askedAgain(market: Pick<Market, 'showing'>, symbol: Symbol, untilMs: number): Sides[] {
  const found: Sides[] = [];
  for (let at = untilMs - WEEK_MS + INSIDE_MS; at < untilMs; at += EVERY_MS) {
    const { open, quote } = market.showing(symbol, new Date(at));
    if (open && quote !== undefined) found.push(quote);
  }
  return found;
}

async function dealtOn(pool: Pool, symbol: Symbol, since: Date): Promise<Sides[]> {
  const { rows } = await pool.query<{ bid: string; ask: string }>({
    name: 'usual-spread',
    text: ON_TAPE,
    values: [symbol, since],
  });
  return rows.map(({ bid, ask }) => ({ bid: BigInt(bid), ask: BigInt(ask) }));
}
