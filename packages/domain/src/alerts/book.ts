import { doubleMid, type FeedQuote, type Price, type Symbol } from '../market/index.ts';
import { type AlertKind, isBeyond, isOver, isUp } from './level.ts';

/** An alert, as far as prices decide about it. */
export type WatchedAlert = {
  readonly id: string;
  readonly symbol: Symbol;
  readonly kind: AlertKind;
  readonly level: Price;
  /** Hundredths of a percent, of a change. */
  readonly percent: number | null;
  readonly repeats: boolean;
  /** It was set off and waits for the price to come back. */
  readonly returning: boolean;
  readonly turn: number;
  readonly countsFrom: Date;
  readonly expiresAt: Date | null;
};

type Place = { alert: WatchedAlert; side: Side; row: number };
type Range = { readonly low: Price; readonly high: Price };

const FIRST_CAPACITY = 16;

/**
 * The alerts of a symbol that wait for its price to go one way, in typed arrays: up, and with their signs turned, down. Nobody is looked at while the price is
 * short of the nearest level, so a quote costs one comparison; beyond it, one a row.
 */
class Side {
  readonly sign: 1 | -1;
  readonly places: Place[] = [];
  /** Twice the level, as a float: rounding keeps order, so whoever is reached is among those found. */
  #levels = new Float64Array(FIRST_CAPACITY);
  #since = new Float64Array(FIRST_CAPACITY);
  #nearest = Infinity;
  /** The one that was nearest has gone. */
  #stale = false;

  constructor(sign: 1 | -1) {
    this.sign = sign;
  }

  add(place: Place): void {
    const row = this.places.length;
    if (row === this.#levels.length) {
      this.#levels = grown(this.#levels);
      this.#since = grown(this.#since);
    }
    place.side = this;
    place.row = row;
    this.places.push(place);
    const level = this.sign * Number(2n * place.alert.level);
    this.#levels[row] = level;
    this.#since[row] = place.alert.countsFrom.getTime();
    if (level < this.#nearest) this.#nearest = level;
  }

  /** The last row takes the place of the one that goes. */
  remove({ row }: Place): void {
    if (this.#levels[row] === this.#nearest) this.#stale = true;
    const last = this.places.pop();
    if (last === undefined || last.row === row) return;
    this.#levels[row] = this.#levels[last.row]!;
    this.#since[row] = this.#since[last.row]!;
    last.row = row;
    this.places[row] = last;
  }

  /** Whether a price, doubled and with this side's sign, reaches anybody. */
  reaches(price: number): boolean {
    if (this.#stale) {
      this.#nearest = Infinity;
      for (let row = 0; row < this.places.length; row += 1)
        if (this.#levels[row]! < this.#nearest) this.#nearest = this.#levels[row]!;
      this.#stale = false;
    }
    return price >= this.#nearest;
  }

  find(price: number, timeMs: number, found: (alert: WatchedAlert) => void): void {
    if (!this.reaches(price)) return;
    for (let row = 0; row < this.places.length; row += 1)
      if (price >= this.#levels[row]! && timeMs >= this.#since[row]!) found(this.places[row]!.alert);
  }
}

/** Every alert that waits, and who of them a quote reaches. Putting in, changing and removing one costs the same however many there are. */
export class AlertBook {
  readonly #places = new Map<string, Place>();
  readonly #sides = new Map<Symbol, readonly [up: Side, down: Side]>();

  get size(): number {
    return this.#places.size;
  }

  get(id: string): WatchedAlert | undefined {
    return this.#places.get(id)?.alert;
  }

  put(alert: WatchedAlert): void {
    this.remove(alert.id);
    let sides = this.#sides.get(alert.symbol);
    if (sides === undefined) this.#sides.set(alert.symbol, (sides = [new Side(1), new Side(-1)]));
    // One that waits for the price to come back looks the other way.
    const side = sides[isUp(alert.kind) === alert.returning ? 1 : 0];
    const place: Place = { alert, side, row: 0 };
    this.#places.set(alert.id, place);
    side.add(place);
  }

  remove(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#places.delete(id);
    place.side.remove(place);
  }

  /** Those that this quote reaches, by whole numbers, as far as it counts for them. */
  reachedBy(quote: FeedQuote): WatchedAlert[] {
    const found: WatchedAlert[] = [];
    const price = Number(doubleMid(quote));
    for (const side of this.#sides.get(quote.symbol) ?? [])
      side.find(side.sign * price, quote.receivedTime.getTime(), (alert) => {
        if (isReached(alert, quote)) found.push(alert);
      });
    return found;
  }

  /** Symbols of which somebody waits for something. */
  symbols(): Symbol[] {
    return [...this.#sides].flatMap(([symbol, sides]) =>
      sides.some(({ places }) => places.length > 0) ? [symbol] : [],
    );
  }

  /** Whether nobody can be reached while each symbol is quoted within its range. */
  isQuiet(rangeOf: (symbol: Symbol) => Range | undefined): boolean {
    for (const [symbol, sides] of this.#sides) {
      const range = rangeOf(symbol);
      if (range === undefined) continue;
      const [up, down] = sides;
      if (up.reaches(Number(2n * range.high)) || down.reaches(-Number(2n * range.low))) return false;
    }
    return true;
  }
}

/** Whether a quote does to an alert what it waits for. */
export function isReached({ kind, level, returning, countsFrom, expiresAt }: WatchedAlert, quote: FeedQuote): boolean {
  const at = quote.receivedTime;
  if (at < countsFrom || (expiresAt !== null && at >= expiresAt)) return false;
  return returning ? isOver(kind, level, quote) : isBeyond(kind, level, quote);
}

function grown(from: Float64Array): Float64Array<ArrayBuffer> {
  const to = new Float64Array(2 * from.length);
  to.set(from);
  return to;
}
