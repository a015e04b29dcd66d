import { definitionOf, type IndicatorId } from './catalogue.ts';
import type { Candle, Step } from './step.ts';

/** One indicator over the bars of a chart. A quote costs one step, whatever the number of bars. */
export class Track {
  readonly id: IndicatorId;
  readonly settings: Readonly<Record<string, number>>;
  #step: Step<Candle, readonly number[]>;
  #forming: Candle | undefined;

  constructor(id: IndicatorId, settings: Readonly<Record<string, number>>) {
    this.id = id;
    this.settings = settings;
    this.#step = definitionOf(id).create(settings);
  }

  /** Begins again with these bars, oldest first; the last one is still forming. A row of values for each. */
  fill(bars: readonly Candle[]): (readonly number[])[] {
    this.#step = definitionOf(this.id).create(this.settings);
    this.#forming = bars.at(-1);
    return bars.map((bar, i) => this.#step(bar, i < bars.length - 1));
  }

  /** The newest bar as it is now: the one that was forming, or the one that began after it, which finishes it. */
  update(bar: Candle): readonly number[] {
    if (this.#forming !== undefined && this.#forming.time < bar.time) this.#step(this.#forming, true);
    this.#forming = bar;
    return this.#step(bar, false);
  }
}
