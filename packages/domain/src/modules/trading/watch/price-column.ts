import type { Symbol, Width } from '../../../market/index.ts';

/** What a row waits for. The order of the first six is the order in which one quote decides them. */
export type Why =
  | 'close_out'
  | 'asked'
  | 'stop'
  | 'trailing_stop'
  | 'take_profit'
  | 'fill'
  | 'peak'
  | 'loss'
  | 'margin';

/** Where a row lies now. Moves when another row's removal fills a gap, or when the row's terms move it to another column. */
export type Place = {
  readonly id: string;
  readonly clientId: string;
  readonly kind: 'position' | 'order';
  column: PriceColumn;
  row: number;
};

/** One row's numbers, on the column's own scale: prices of an ask are negated, so that "worse" is always "less". */
export type Row = {
  readonly entry: number;
  /** Cents of the quote currency for one price unit; 0 for an order. */
  readonly units: number;
  /** Cents. */
  readonly collateral: number;
  readonly required: number;
  /** Tenths of the collateral whose loss was told; Infinity for an order. */
  readonly lossStep: number;
  /** Worth in cents at which its client's next margin level is reached, and at which the last one counts again; −Infinity and Infinity for none. */
  readonly callAt: number;
  readonly reliefAt: number;
  /** At most this: −Infinity without one. At least that: Infinity without one. */
  readonly stop: number;
  readonly target: number;
  /** A trailing stop's distance, and the best price so far; both NaN without one. */
  readonly distance: number;
  readonly peak: number;
  /** Since when quotes count, in milliseconds: for what it is worth, for its stop, target or order price, for its trailing stop, and for a close that its client asked for. */
  readonly openSince: number;
  readonly setSince: number;
  readonly trailingSince: number;
  /** Infinity where no close waits. */
  readonly askedSince: number;
  /** Since when its client wants to be told of its margin level. */
  readonly callSince: number;
};

const COLUMNS = [
  // Read for every row at every quote.
  'entry',
  'units',
  'alarm',
  'lower',
  'upper',
  'relief',
  'value',
  // Read where one of those struck.
  'collateral',
  'required',
  'lossStep',
  'callAt',
  'stop',
  'target',
  'distance',
  'peak',
  'openSince',
  'setSince',
  'trailingSince',
  'askedSince',
  'callSince',
] as const;
type Columns = Record<(typeof COLUMNS)[number], Float64Array>;

const FIRST_CAPACITY = 16;

/** Relative error of a value over all operations that make it (16 roundings; there are fewer), of the two prices' sum; see `slack`. */
const VALUE_ERROR = 2 ** -49;
/** Cents: what rounding the collateral, the required margin and a tenth of the collateral may cost together, many times over. */
const CENT_ERROR = 1;
/** Relative error of best price − distance, of the best price. */
const TRAIL_ERROR = 2 ** -50;

/**
 * All positions and orders of one symbol that wait for the same price: the same side of the quote with the same mark-up. Structure of arrays: a quote
 * is one pass over seven columns with four comparisons a row. Floats, and so only a choice: whoever is truly due is always found (rule W2).
 */
export class PriceColumn {
  readonly symbol: Symbol;
  readonly closing: 'bid' | 'ask';
  readonly markup: Width;
  /** 1 for a bid, −1 for an ask. */
  readonly sign: 1 | -1;
  readonly places: Place[] = [];
  #columns: Columns = columnsOf(FIRST_CAPACITY);
  #size = 0;

  constructor(symbol: Symbol, closing: 'bid' | 'ask', markup: Width) {
    this.symbol = symbol;
    this.closing = closing;
    this.markup = markup;
    this.sign = closing === 'bid' ? 1 : -1;
  }

  get size(): number {
    return this.#size;
  }

  /** O(1), amortised over the doubling of the columns. */
  add(place: Place, row: Row): void {
    if (this.#size === this.#columns.entry.length) this.#columns = columnsOf(2 * this.#size, this.#columns);
    place.column = this;
    place.row = this.#size;
    this.places.push(place);
    this.#size += 1;
    this.set(place.row, row);
  }

  set(at: number, row: Row): void {
    const of = this.#columns;
    of.entry[at] = row.entry;
    of.units[at] = row.units;
    of.collateral[at] = row.collateral;
    of.required[at] = row.required;
    of.lossStep[at] = row.lossStep;
    of.callAt[at] = row.callAt - row.collateral;
    of.relief[at] = row.reliefAt - row.collateral;
    of.callSince[at] = row.callSince;
    of.stop[at] = row.stop;
    of.target[at] = row.target;
    of.distance[at] = row.distance;
    of.peak[at] = row.peak;
    of.openSince[at] = row.openSince;
    of.setSince[at] = row.setSince;
    of.trailingSince[at] = row.trailingSince;
    of.askedSince[at] = row.askedSince;
    of.value[at] = Number.NaN;
    // An order's alarm is −Infinity: its value is always zero.
    of.alarm[at] = row.units === 0 ? -Infinity : Math.max(this.#closeOutAt(at), this.#nextLossAt(at), of.callAt[at]!);
    this.#fence(at);
  }

  /** O(1): the last row takes the place of the one that goes. */
  remove(at: number): void {
    const last = this.#size - 1;
    const moved = this.places.pop()!;
    if (at !== last) {
      for (const name of COLUMNS) this.#columns[name][at] = this.#columns[name][last]!;
      moved.row = at;
      this.places[at] = moved;
    }
    this.#size = last;
  }

  /** Values every row at a price and a rate to the dollar (NaN while there is none) and calls back with each row that may be due. */
  revalue(price: number, rate: number, struck: (at: number) => void): void {
    const { entry, units, alarm, lower, upper, relief, value } = this.#columns;
    const guard = this.sign * VALUE_ERROR;
    for (let at = 0; at < this.#size; at += 1) {
      const from = entry[at]!;
      const worth = units[at]! * rate;
      const result = (price - from) * worth;
      value[at] = result;
      const slack = CENT_ERROR + (price + from) * worth * guard;
      if (price <= lower[at]! || price >= upper[at]! || result <= alarm[at]! + slack || result >= relief[at]! - slack)
        struck(at);
    }
  }

  /** Whether no price from `low` to `high`, at no rate between these two, has any row be due or moves its best price on. */
  isQuiet(low: number, high: number, [least, most]: readonly [number, number]): boolean {
    const { entry, units, alarm, lower, upper, relief } = this.#columns;
    for (let at = 0; at < this.#size; at += 1) {
      if (low <= lower[at]! || high >= upper[at]!) return false;
      const from = entry[at]!;
      const worst = (low - from) * units[at]! * (low < from ? most : least);
      const slack = (Math.abs(low) + Math.abs(high) + Math.abs(from)) * units[at]! * most * VALUE_ERROR;
      if (!(worst > alarm[at]! + CENT_ERROR + slack)) return false;
      if (relief[at] === Infinity) continue;
      const best = (high - from) * units[at]! * (high < from ? least : most);
      if (!(best < relief[at]! - CENT_ERROR - slack)) return false;
    }
    return true;
  }

  /**
   * Why one row may be due at a price and a rate, in order, as far as a quote of this time counts for it. Moves its best price on: no quote from before the trailing
   * stop was set does that.
   */
  look(at: number, price: number, rate: number, timeMs: number): { readonly why: Why; readonly step?: number }[] {
    const of = this.#columns;
    const isSet = timeMs >= of.setSince[at]!;
    const reached = isSet && price <= of.stop[at]!;
    const gained = isSet && price >= of.target[at]!;
    if (of.units[at] === 0) return reached || gained ? [{ why: 'fill' }] : [];
    const found: { why: Why; step?: number }[] = [];
    const from = of.entry[at]!;
    const worth = of.units[at]! * rate;
    const result = (price - from) * worth;
    const most = CENT_ERROR + (price + from) * worth * this.sign * VALUE_ERROR;
    const isOpen = timeMs >= of.openSince[at]!;
    of.value[at] = result;
    if (isOpen && result <= this.#closeOutAt(at) + most) found.push({ why: 'close_out' });
    if (timeMs >= of.askedSince[at]!) found.push({ why: 'asked' });
    if (reached) found.push({ why: 'stop' });
    const trails = timeMs >= of.trailingSince[at]!;
    if (trails && price <= this.#trailAt(at)) found.push({ why: 'trailing_stop' });
    if (gained) found.push({ why: 'take_profit' });
    if (trails && price > of.peak[at]!) {
      of.peak[at] = price;
      this.#fence(at);
      found.push({ why: 'peak' });
    }
    if (isOpen && result <= this.#nextLossAt(at) + most) {
      const step = Math.floor(((most - result) * 10) / of.collateral[at]!);
      if (step > of.lossStep[at]!) found.push({ why: 'loss', step });
    }
    if (timeMs >= of.callSince[at]! && (result <= of.callAt[at]! + most || result >= of.relief[at]! - most))
      found.push({ why: 'margin' });
    return found;
  }

  /** Cents, as last valued; NaN before the first quote. */
  valueOf(at: number): number {
    return this.#columns.value[at]!;
  }

  /** (Collateral + unrealised) ÷ required margin, as last valued. */
  marginLevelOf(at: number): number {
    return (this.#columns.collateral[at]! + this.valueOf(at)) / this.#columns.required[at]!;
  }

  /** 2 × (collateral + value) ≤ required. */
  #closeOutAt(at: number): number {
    return this.#columns.required[at]! / 2 - this.#columns.collateral[at]!;
  }

  #nextLossAt(at: number): number {
    const { lossStep, collateral } = this.#columns;
    // Zero collateral has nothing to lose.
    return collateral[at]! > 0 ? -((lossStep[at]! + 1) * collateral[at]!) / 10 : -Infinity;
  }

  /** NaN without a trailing stop, which no comparison meets. */
  #trailAt(at: number): number {
    const peak = this.#columns.peak[at]!;
    return peak - this.#columns.distance[at]! + Math.abs(peak) * TRAIL_ERROR;
  }

  /** The two prices between which nothing of this row happens. */
  #fence(at: number): void {
    const { lower, upper, stop, target, peak, askedSince } = this.#columns;
    const trail = this.#trailAt(at);
    lower[at] = Number.isNaN(trail) ? stop[at]! : Math.max(stop[at]!, trail);
    upper[at] = Number.isNaN(trail) ? target[at]! : Math.min(target[at]!, peak[at]!);
    if (askedSince[at] !== Infinity) lower[at] = Infinity;
  }
}

function columnsOf(capacity: number, from?: Columns): Columns {
  const made = (name: keyof Columns): Float64Array => {
    const column = new Float64Array(capacity);
    if (from !== undefined) column.set(from[name]);
    return column;
  };
  return {
    entry: made('entry'),
    units: made('units'),
    alarm: made('alarm'),
    lower: made('lower'),
    upper: made('upper'),
    relief: made('relief'),
    value: made('value'),
    collateral: made('collateral'),
    required: made('required'),
    lossStep: made('lossStep'),
    callAt: made('callAt'),
    stop: made('stop'),
    target: made('target'),
    distance: made('distance'),
    peak: made('peak'),
    openSince: made('openSince'),
    setSince: made('setSince'),
    trailingSince: made('trailingSince'),
    askedSince: made('askedSince'),
    callSince: made('callSince'),
  };
}
