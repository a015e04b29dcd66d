import { type Context, Later } from '@clearbook/domain/ledger';
import { dealtQuote, type Symbol, type Width } from '@clearbook/domain/market';
import type { Financing } from './features/configuration/index.ts';
import { type Market, marksOf, type RecordedActions } from './features/market/index.ts';
import type { Watch } from './features/watch/index.ts';
import { newId } from './platform/ids.ts';

type Known = {
  readonly market: Pick<Market, 'quote' | 'conversion' | 'marks' | 'showing' | 'actionsOf'>;
  readonly announced: Pick<RecordedActions, 'isSplitting'>;
  readonly financing: Pick<Financing, 'at'>;
};

/** What one batch of decisions may know: one instant, and the market at that instant. */
export function decisionContext(known: Known & { readonly watch: Pick<Watch, 'known'> }, now: Date): Context {
  const watched = known.watch.known(now);
  return { ...contextOf(known, now, watched.watchedUntil), ...watched };
}

/** `watchedUntil`: until when everything that quotes set off is decided. */
export function contextOf(known: Known, now: Date, watchedUntil?: Date): Context {
  const { market, financing } = known;
  return {
    now,
    newId,
    quote: (symbol, markup, purpose) => market.quote(symbol, markup, now, purpose),
    conversion: (currency) => {
      const found = market.conversion(currency, now);
      if (!found.ok) return found;
      if (found.quote === null) throw new Error('the dollar needs no conversion');
      return { ok: true, quote: dealtQuote(found.quote, 0) };
    },
    ...valuingAt(known, now, { now, watchedUntil }),
    // What quotes of before it set off is decided, and then a split applied: neither waits for the other.
    asOf: (at) => valuingAt(known, at, { now }),
    nightMarks: (held, at) => marksOf(market, held, at, now),
    financing: financing.at,
  };
}

type Asked = { readonly now: Date; readonly watchedUntil?: Date | undefined };

function valuingAt({ market, announced }: Known, at: Date, { now, watchedUntil }: Asked) {
  const isSplitting = (symbol: Symbol): boolean => announced.isSplitting(at, symbol, watchedUntil, now);
  const [then, current] = [market.marks(at), market.marks(now)];
  /** What is held is in the shares of now already, though `at` is before them. */
  const isSplit = (symbol: Symbol): boolean =>
    market
      .actionsOf(symbol)
      .some(({ type, effectiveAt }) => type === 'split' && effectiveAt > at && effectiveAt <= now) &&
    !announced.isSplitting(now, symbol);
  return {
    isSplitting,
    beforeDividend: then.beforeDividend,
    mark: (symbol: Symbol, markup: Width) => {
      if (isSplitting(symbol)) throw new Later('a split is being applied to what is held');
      return (isSplit(symbol) ? current : then).mark(symbol, markup);
    },
    markRate: then.markRate,
  };
}
