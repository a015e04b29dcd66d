import {
  conversionPair,
  dealtQuote,
  type FeedQuote,
  instrument,
  INSTRUMENTS,
  midRational,
  type Price,
  PRICE_SCALE,
  refuseQuote,
  type Symbol,
  type Width,
} from '../../../market/index.ts';
import type { Cents, Fraction } from '../../../money/index.ts';
import { entryOf } from '../../positions/profit.ts';
import { PriceColumn, type Place, type Row, type Why } from './price-column.ts';

/** An open position, as far as prices decide about it. */
export type WatchedPosition = {
  readonly id: string;
  readonly clientId: string;
  readonly symbol: Symbol;
  readonly side: 'buy' | 'sell';
  /** The client's mark-up. */
  readonly markup: Width;
  /** Hundredths of a lot. */
  readonly openLots: bigint;
  readonly entryPrice: Price;
  /** Shares held for each one bought. */
  readonly splits?: Fraction;
  readonly collateralLeft: Cents;
  readonly requiredMarginLeft: Cents;
  readonly stopLoss: Price | null;
  /** Where it gains first: its nearest target, or its take profit. */
  readonly takeProfit: Price | null;
  readonly trailingDistance: Price | null;
  readonly trailingPeak: Price | null;
  /** Tenths of the collateral whose loss was told. */
  readonly lossStep: number;
  /** Since when a quote counts, by what it would do: end what is not worth enough any more, set off a stop or target, move or set off the trailing stop. */
  readonly openSince: Date;
  readonly setSince: Date;
  readonly trailingSince: Date;
  /** Since when its client asks for it to be closed, whole or in part, at the next good quote; null where no close waits. */
  readonly askedSince: Date | null;
  /** Between which margin levels its client is told nothing, in percent: at the lower one or below it, and at the upper one or above it, something changes. */
  readonly calls: { readonly below: number | null; readonly above: number | null; readonly since: Date } | null;
};

/** A working order: a limit waits for a price at least as good, a stop for one at least as bad. */
export type WatchedOrder = {
  readonly id: string;
  readonly clientId: string;
  readonly symbol: Symbol;
  readonly side: 'buy' | 'sell';
  readonly markup: Width;
  readonly type: 'limit' | 'stop';
  readonly price: Price;
  /** Since when a quote counts. */
  readonly setSince: Date;
};

/** No bid below, no ask above. */
type Range = { readonly low: Price; readonly high: Price };

/** A row that may be due. Whether it is, the command decides, exactly. */
export type TriggerCandidate = {
  readonly id: string;
  readonly clientId: string;
  readonly symbol: Symbol;
  readonly why: Why;
  /** Of a loss: how many tenths of the collateral may be lost. */
  readonly step?: number;
};

const RANK: Readonly<Record<Why, number>> = {
  close_out: 0,
  asked: 1,
  stop: 2,
  trailing_stop: 2,
  take_profit: 3,
  fill: 4,
  peak: 5,
  loss: 6,
  margin: 7,
};

/** Symbols whose results convert through another symbol's price: EURJPY through USDJPY. USDJPY itself converts through its own. */
const CONVERT_THROUGH: ReadonlyMap<Symbol, readonly Symbol[]> = dependents();

/**
 * Every open position and working order, and who of them may be due at a quote. A quote costs as much as its symbol has rows, and the rows of the
 * symbols whose results convert through it. All quotes of one instant come in together, so that each row is valued once.
 */
export class TriggerBook {
  readonly #places = new Map<string, Place>();
  readonly #clients = new Map<string, Set<string>>();
  readonly #columns = new Map<Symbol, PriceColumn[]>();
  /** The good quote that holds now; a symbol without one decides nothing. */
  readonly #good = new Map<Symbol, FeedQuote>();
  /** The last quote that was good: it still converts. */
  readonly #last = new Map<Symbol, FeedQuote>();

  get size(): number {
    return this.#places.size;
  }

  has(id: string): boolean {
    return this.#places.has(id);
  }

  /** Ids of a client's positions and orders. */
  of(clientId: string): readonly string[] {
    return [...(this.#clients.get(clientId) ?? [])];
  }

  /** Everybody who has something in it. */
  clients(): Iterable<string> {
    return this.#clients.keys();
  }

  /** Puts a position in, or takes over what changed of it. */
  putPosition(position: WatchedPosition): void {
    const closing = position.side === 'buy' ? 'bid' : 'ask';
    const column = this.#columnOf(position.symbol, closing, position.markup);
    const entry = entryOf(position);
    const trailing = position.trailingDistance !== null && position.trailingPeak !== null;
    this.#put('position', position, column, {
      entry: column.sign * (Number(entry.num) / Number(entry.den)),
      units: Number(position.openLots * instrument(position.symbol).lotSize) / Number(PRICE_SCALE),
      collateral: Number(position.collateralLeft),
      required: Number(position.requiredMarginLeft),
      lossStep: position.lossStep,
      callAt: worthAt(position, position.calls?.below ?? null) ?? -Infinity,
      reliefAt: worthAt(position, position.calls?.above ?? null) ?? Infinity,
      stop: position.stopLoss === null ? -Infinity : column.sign * Number(position.stopLoss),
      target: position.takeProfit === null ? Infinity : column.sign * Number(position.takeProfit),
      distance: trailing ? Number(position.trailingDistance) : Number.NaN,
      peak: trailing ? column.sign * Number(position.trailingPeak) : Number.NaN,
      openSince: position.openSince.getTime(),
      setSince: position.setSince.getTime(),
      trailingSince: position.trailingSince.getTime(),
      askedSince: position.askedSince?.getTime() ?? Infinity,
      callSince:
        position.calls === null ? Infinity : Math.max(position.calls.since.getTime(), position.openSince.getTime()),
    });
  }

  /** A buy waits for the ask, a sell for the bid. */
  putOrder(order: WatchedOrder): void {
    const column = this.#columnOf(order.symbol, order.side === 'buy' ? 'ask' : 'bid', order.markup);
    const price = column.sign * Number(order.price);
    this.#put('order', order, column, {
      entry: 0,
      units: 0,
      collateral: 0,
      required: 0,
      lossStep: Infinity,
      callAt: -Infinity,
      reliefAt: Infinity,
      // On the column's scale a buy limit (ask at most) and a sell limit (bid at least) both wait above, stops below.
      stop: order.type === 'stop' ? price : -Infinity,
      target: order.type === 'limit' ? price : Infinity,
      distance: Number.NaN,
      peak: Number.NaN,
      openSince: Infinity,
      setSince: order.setSince.getTime(),
      trailingSince: Infinity,
      askedSince: Infinity,
      callSince: Infinity,
    });
  }

  remove(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#places.delete(id);
    place.column.remove(place.row);
    const own = this.#clients.get(place.clientId);
    own?.delete(id);
    if (own?.size === 0) this.#clients.delete(place.clientId);
  }

  /**
   * Takes the good quotes that one instant brought and says who may be due, in the order in which they are decided: close-outs, closes that clients asked for, stop losses,
   * take profits, working orders, each by id; then best prices, losses and margin levels to note. A quote that is unsound, repeated or older than the last one counts for nothing.
   * `converting`: prices that may convert although their own market is shut, for a book that has never seen them good.
   */
  revalue(quotes: readonly FeedQuote[], converting: readonly FeedQuote[] = []): TriggerCandidate[] {
    const touched = new Set<Symbol>();
    for (const quote of converting) if (!this.#last.has(quote.symbol)) this.#last.set(quote.symbol, quote);
    for (const quote of quotes) {
      if (!this.#take(quote)) continue;
      touched.add(quote.symbol);
      for (const dependent of CONVERT_THROUGH.get(quote.symbol) ?? []) touched.add(dependent);
    }
    const found: TriggerCandidate[] = [];
    for (const symbol of touched) {
      const own = this.#good.get(symbol);
      if (own === undefined) continue;
      const rate = this.#rateOf(symbol, own);
      for (const column of this.#columns.get(symbol) ?? []) {
        if (column.size === 0) continue;
        const price = priceFor(column, own);
        column.revalue(price, rate, (at) => sight(column, at, own, price, rate, found));
      }
    }
    return found.toSorted(inOrder);
  }

  /** Why one row may be due at a quote and the quote that converts it (undefined where none is needed or known), whatever holds now. */
  lookAt(id: string, own: FeedQuote, conversion: FeedQuote | undefined): TriggerCandidate[] {
    const place = this.#places.get(id);
    if (place === undefined) return [];
    const found: TriggerCandidate[] = [];
    sight(
      place.column,
      place.row,
      own,
      priceFor(place.column, own),
      rateFrom(place.column.symbol, own, conversion),
      found,
    );
    return found.toSorted(inOrder);
  }

  /**
   * Whether nothing can be due while each symbol is quoted within its range, and undefined is not quoted at all. On the careful side, as everything here: where it
   * says no, the quotes are looked at one by one.
   */
  isQuiet(rangeOf: (symbol: Symbol) => Range | undefined): boolean {
    for (const symbol of this.symbols()) {
      const own = rangeOf(symbol);
      if (own === undefined) continue;
      const rates = ratesWithin(symbol, own, rangeOf);
      if (rates === undefined) return false;
      for (const column of this.#columns.get(symbol) ?? [])
        if (column.size > 0 && !column.isQuiet(...pricesWithin(column, own), rates)) return false;
    }
    return true;
  }

  /** This symbol's price is not good any more: nothing of it is decided until the next good quote. */
  silence(symbol: Symbol): void {
    this.#good.delete(symbol);
  }

  /** The good quote that holds now. */
  goodQuote(symbol: Symbol): FeedQuote | undefined {
    return this.#good.get(symbol);
  }

  /** Symbols whose price is good now. */
  goodSymbols(): readonly Symbol[] {
    return [...this.#good.keys()];
  }

  /** Symbols of which something is in it. */
  symbols(): readonly Symbol[] {
    return [...this.#columns].flatMap(([symbol, columns]) => (columns.some(({ size }) => size > 0) ? [symbol] : []));
  }

  symbolOf(id: string): Symbol | undefined {
    return this.#places.get(id)?.column.symbol;
  }

  /** Unrealised result in cents, for display: a float. */
  unrealisedOf(id: string): number | undefined {
    const place = this.#places.get(id);
    return place && place.column.valueOf(place.row);
  }

  marginLevelOf(id: string): number | undefined {
    const place = this.#places.get(id);
    return place && place.column.marginLevelOf(place.row);
  }

  #take(quote: FeedQuote): boolean {
    if (refuseQuote(quote) !== undefined) return false;
    const before = this.#last.get(quote.symbol);
    // By our own clock: a source that takes over from another may have an order of its own. One that comes back unchanged after a silence decides again.
    if (before !== undefined && quote.receivedTime < before.receivedTime) return false;
    if (quote.id === this.#good.get(quote.symbol)?.id) return false;
    this.#good.set(quote.symbol, quote);
    this.#last.set(quote.symbol, quote);
    return true;
  }

  #rateOf(symbol: Symbol, own: FeedQuote): number {
    const pair = conversionPair(instrument(symbol).quote);
    return rateFrom(symbol, own, pair && this.#last.get(pair.symbol));
  }

  #put(
    kind: Place['kind'],
    { id, clientId }: { readonly id: string; readonly clientId: string },
    column: PriceColumn,
    row: Row,
  ): void {
    const place = this.#places.get(id);
    if (place?.column === column) return column.set(place.row, row);
    if (place !== undefined) {
      place.column.remove(place.row);
      return column.add(place, row);
    }
    const made: Place = { id, clientId, kind, column, row: 0 };
    this.#places.set(id, made);
    column.add(made, row);
    const own = this.#clients.get(clientId);
    if (own === undefined) this.#clients.set(clientId, new Set([id]));
    else own.add(id);
  }

  #columnOf(symbol: Symbol, closing: 'bid' | 'ask', markup: Width): PriceColumn {
    const columns = this.#columns.get(symbol);
    const known = columns?.find((column) => column.closing === closing && column.markup === markup);
    if (known !== undefined) return known;
    const column = new PriceColumn(symbol, closing, markup);
    if (columns === undefined) this.#columns.set(symbol, [column]);
    else columns.push(column);
    return column;
  }
}

/** Collateral and result in cents at this margin level in percent; undefined without one. */
function worthAt({ requiredMarginLeft }: WatchedPosition, level: number | null): number | undefined {
  return level === null ? undefined : (level * Number(requiredMarginLeft)) / 100;
}

function sight(
  column: PriceColumn,
  at: number,
  own: FeedQuote,
  price: number,
  rate: number,
  into: TriggerCandidate[],
): void {
  const { id, clientId } = column.places[at]!;
  for (const { why, step } of column.look(at, price, rate, own.receivedTime.getTime()))
    into.push({ id, clientId, symbol: column.symbol, why, ...(step !== undefined && { step }) });
}

/** The exact dealt price, rounded once to a float: rounding keeps order, so a price at a stop is never seen beyond it. */
function priceFor(column: PriceColumn, own: FeedQuote): number {
  return column.sign * Number(dealtQuote(own, column.markup)[column.closing]);
}

/** Dollars for one unit of a symbol's quote currency; NaN where the price that says it is not known. */
function rateFrom(symbol: Symbol, own: FeedQuote, conversion: FeedQuote | undefined): number {
  const pair = conversionPair(instrument(symbol).quote);
  if (pair === undefined) return 1;
  const quote = pair.symbol === symbol ? own : conversion;
  if (quote === undefined) return Number.NaN;
  const { num, den } = midRational(quote);
  return pair.inverse ? Number(den) / Number(num) : Number(num) / Number(den);
}

/** Between which prices a column is dealt, whatever bid and ask within the range are: a mark-up that is a share of the mid grows with both. */
function pricesWithin(column: PriceColumn, { low, high }: Range): [low: number, high: number] {
  const dealt = (bid: Price, ask: Price): number => priceFor(column, someQuote(column.symbol, bid, ask));
  return column.closing === 'bid' ? [dealt(low, high), dealt(high, high)] : [dealt(high, high), dealt(low, low)];
}

/** Between which rates a symbol's quote currency converts; undefined where the pair that says it is not quoted. */
function ratesWithin(
  symbol: Symbol,
  own: Range,
  rangeOf: (symbol: Symbol) => Range | undefined,
): [least: number, most: number] | undefined {
  const pair = conversionPair(instrument(symbol).quote);
  if (pair === undefined) return [1, 1];
  const range = pair.symbol === symbol ? own : rangeOf(pair.symbol);
  if (range === undefined) return undefined;
  const rates = [range.low, range.high].map((price) => {
    const quote = someQuote(pair.symbol, price, price);
    return rateFrom(symbol, quote, quote);
  });
  return [Math.min(...rates), Math.max(...rates)];
}

const SOME_TIME = new Date(0);

function someQuote(symbol: Symbol, bid: Price, ask: Price): FeedQuote {
  return { id: '', symbol, source: '', sourceTime: SOME_TIME, receivedTime: SOME_TIME, bid, ask };
}

function inOrder(a: TriggerCandidate, b: TriggerCandidate): number {
  return RANK[a.why] - RANK[b.why] || (a.id < b.id ? -1 : Number(a.id > b.id));
}

function dependents(): ReadonlyMap<Symbol, readonly Symbol[]> {
  const through = new Map<Symbol, Symbol[]>();
  for (const { symbol, quote } of INSTRUMENTS) {
    const pair = conversionPair(quote);
    if (pair === undefined || pair.symbol === symbol) continue;
    through.set(pair.symbol, [...(through.get(pair.symbol) ?? []), symbol]);
  }
  return through;
}
