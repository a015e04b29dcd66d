import type { Symbol } from '@clearbook/domain/market';
import { Later } from '@clearbook/domain/ledger';
import type { Trigger } from '@clearbook/domain/trading';
import type { Market } from '../market/index.ts';
import { QuoteHistory, triggerOf } from './quote-history.ts';

type Source = Pick<Market, 'goodQuotes' | 'conversion' | 'nextChange'>;

/** So many moments are looked at for one command; further behind, it waits until whoever watches has caught up. */
const MAX_MOMENTS = 60;

/** The good quotes of each symbol after `from`, oldest first: what whoever watches may not have decided yet. The commands of a batch ask for the same ones. */
export function unwatched(market: Source, from: Date, now: Date): (symbol: Symbol) => readonly Trigger[] {
  const known = new Map<Symbol, readonly Trigger[] | undefined>();
  return (symbol) => {
    if (!known.has(symbol)) known.set(symbol, unwatchedOf(market, symbol, from, now));
    const found = known.get(symbol);
    if (found === undefined) throw new Later('prices are being caught up with');
    return found;
  };
}

/** Where prices cannot be asked for again, the one of now. Undefined where there are too many. */
function unwatchedOf(market: Source, symbol: Symbol, from: Date, now: Date): Trigger[] | undefined {
  const history = new QuoteHistory(market);
  const found: Trigger[] = [];
  let looked = 0;
  for (let at = next(market, symbol, from, now); at !== undefined; at = next(market, symbol, at, now)) {
    looked += 1;
    if (looked > MAX_MOMENTS) return undefined;
    const trigger = triggerOf(history.take(at, [symbol]), symbol, 'closing');
    if (trigger !== undefined && trigger.quote.receivedTime > from) found.push(trigger);
  }
  return found;
}

function next(market: Source, symbol: Symbol, after: Date, now: Date): Date | undefined {
  if (market.nextChange === undefined) return after < now ? now : undefined;
  const at = market.nextChange([symbol], after);
  return at !== undefined && at <= now ? at : undefined;
}
