import { BAR_MS, type Bar, type BarInterval, conversionPair, instrument, type Symbol } from '@clearbook/domain/market';
import type { Mid, Movement } from '@clearbook/domain/performance';
import { type Market, MAX_BARS } from '../market/index.ts';

export type MidAt = (symbol: Symbol, at: number) => Mid | undefined;

/** A few more bars than steps: the last price of a market that was shut lies before the first instant. */
const BEFORE = 8;

/**
 * Mid prices at instants, from recorded bars as they were traded: the close of the last bar that began before the instant. Only instruments that were held
 * are asked for, and the pairs that convert them.
 */
export async function midsAt(
  market: Pick<Market, 'bars'>,
  movements: readonly Movement[],
  interval: BarInterval,
  instants: readonly Date[],
): Promise<MidAt> {
  const [first, last] = [instants[0], instants.at(-1)];
  const bars = new Map<Symbol, readonly Bar[]>();
  if (first === undefined || last === undefined) return () => undefined;
  const steps = Math.ceil((last.getTime() - first.getTime()) / BAR_MS[interval]);
  for (const symbol of symbolsOf(movements)) {
    const until = new Date(last.getTime() - 1);
    bars.set(symbol, await market.bars(symbol, interval, Math.min(steps + BEFORE, MAX_BARS), until, undefined, 'raw'));
  }
  return (symbol, at) => closeBefore(bars.get(symbol) ?? [], interval, at);
}

function symbolsOf(movements: readonly Movement[]): Set<Symbol> {
  const symbols = new Set<Symbol>();
  for (const { symbol } of movements) {
    symbols.add(symbol);
    const pair = conversionPair(instrument(symbol).quote);
    if (pair !== undefined) symbols.add(pair.symbol);
  }
  return symbols;
}

function closeBefore(bars: readonly Bar[], interval: BarInterval, at: number): Mid | undefined {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bars[middle]?.timeMs ?? at) < at) low = middle + 1;
    else high = middle;
  }
  const bar = bars[low - 1];
  return bar && { price: bar.close, until: Math.min(bar.timeMs + BAR_MS[interval], at) };
}
