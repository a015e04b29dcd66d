import type { Price, Symbol } from '../../market/index.ts';
import { addFractions, type Fraction, roundHalfEven, ZERO } from '../../money/index.ts';
import type { Side } from './model.ts';
import { entryOf } from './profit.ts';

/** One open trade, as far as the net position depends on it. `openLots` in hundredths. */
type Open = {
  readonly symbol: Symbol;
  readonly side: Side;
  readonly openLots: bigint;
  readonly entryPrice: Price;
  readonly splits?: Fraction;
};

/** What is open of an instrument on one side: hundredths of a lot, and the average price of the fills that opened it. */
export type OpenSide = { readonly trades: number; readonly lots: bigint; readonly average: Price };

/** All open trades of one instrument together. */
export type NetPosition<T extends Open> = {
  readonly symbol: Symbol;
  readonly trades: readonly T[];
  readonly buy: OpenSide | null;
  readonly sell: OpenSide | null;
  /** The side that outweighs the other, and by how much; null and zero where both are equal. */
  readonly side: Side | null;
  readonly lots: bigint;
  /** Where all of it together comes to nothing, before the spread: null where both sides are equal, and where no price does that. */
  readonly average: Price | null;
};

/** Net positions, by symbol. */
export function netPositionsOf<T extends Open>(trades: Iterable<T>): NetPosition<T>[] {
  const bySymbol = Map.groupBy(trades, ({ symbol }) => symbol);
  return [...bySymbol].map(([symbol, own]) => netOf(symbol, own)).toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

function netOf<T extends Open>(symbol: Symbol, trades: readonly T[]): NetPosition<T> {
  const buys = summed(trades, 'buy');
  const sells = summed(trades, 'sell');
  const net = buys.lots - sells.lots;
  const lots = net < 0n ? -net : net;
  const [more, less] = net < 0n ? [sells, buys] : [buys, sells];
  const value = addFractions(more.value, { ...less.value, num: -less.value.num });
  const average = lots === 0n ? 0n : roundHalfEven(value.num, value.den * lots);
  return {
    ...{ symbol, trades, lots },
    buy: sideOf(buys),
    sell: sideOf(sells),
    side: net === 0n ? null : net > 0n ? 'buy' : 'sell',
    average: average > 0n ? average : null,
  };
}

type Summed = { readonly count: number; readonly lots: bigint; readonly value: Fraction };

function summed(trades: readonly Open[], side: Side): Summed {
  let [count, lots, value] = [0, 0n, ZERO];
  for (const trade of trades) {
    if (trade.side !== side) continue;
    count += 1;
    lots += trade.openLots;
    const { num, den } = entryOf(trade);
    value = addFractions(value, { num: trade.openLots * num, den });
  }
  return { count, lots, value };
}

function sideOf({ count, lots, value }: Summed): OpenSide | null {
  return count === 0 ? null : { trades: count, lots, average: roundHalfEven(value.num, value.den * lots) };
}
