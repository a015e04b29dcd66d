/**
 * One bar further. With `keep` the bar is finished and becomes part of what the next one builds on; without it the bar is still forming:
 * the value is worked out and nothing is remembered, so that the newest bar may be asked again at every quote. NaN where too few bars came before.
 */
export type Step<In, Out> = (input: In, keep: boolean) => Out;

/** Numbers for drawing only; money is never computed from them. `volume` is null where nobody counted. */
export type Candle = {
  /** Seconds since 1970 at which the bar begins. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number | null;
};

/** The newest `length` values, the one that is asked about included. */
export class Window {
  readonly length: number;
  size = 0;
  #ring: Float64Array;
  #kept = 0;
  #newest = 0;

  constructor(length: number) {
    this.length = length;
    this.#ring = new Float64Array(length);
  }

  /** A value that is not kept takes the place of the one that would drop out, which nobody asks for any more. */
  put(value: number, keep: boolean): void {
    this.#newest = this.#kept % this.length;
    this.#ring[this.#newest] = value;
    this.size = Math.min(this.#kept + 1, this.length);
    if (keep) this.#kept += 1;
  }

  get full(): boolean {
    return this.size === this.length;
  }

  /** The value `back` bars before the newest, which is 0. */
  at(back: number): number {
    return this.#ring[(this.#newest - back + this.length) % this.length] ?? Number.NaN;
  }

  sum(): number {
    let total = 0;
    for (let back = this.size - 1; back >= 0; back -= 1) total += this.at(back);
    return total;
  }

  mean(): number {
    return this.sum() / this.size;
  }

  /** How many bars ago the greatest value was; of equals the oldest. */
  highestAt(): number {
    let found = this.size - 1;
    for (let back = found - 1; back >= 0; back -= 1) if (this.at(back) > this.at(found)) found = back;
    return found;
  }

  lowestAt(): number {
    let found = this.size - 1;
    for (let back = found - 1; back >= 0; back -= 1) if (this.at(back) < this.at(found)) found = back;
    return found;
  }

  highest(): number {
    return this.at(this.highestAt());
  }

  lowest(): number {
    return this.at(this.lowestAt());
  }
}

/** The value of a number `bars` bars ago; NaN before. */
export function ago(bars: number): Step<number, number> {
  const window = new Window(bars + 1);
  return (value, keep) => {
    window.put(value, keep);
    return window.full ? window.at(bars) : Number.NaN;
  };
}

/** A step that remembers one thing of the bar before. */
export function before<T>(): { value: T | undefined; set(value: T, keep: boolean): void } {
  return {
    value: undefined,
    set(value, keep) {
      if (keep) this.value = value;
    },
  };
}
