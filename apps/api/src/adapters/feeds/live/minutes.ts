import { type Bar, barStart, type FeedQuote, type Symbol, withBar } from '@clearbook/domain/market';

/** Minutes that wait to be recorded while the database is away; beyond this the oldest are lost. */
const MAX_WAITING = 120;
const MINUTE_MS = 60_000;

/** Makes one-minute bars of the mids of trusted quotes, and counts them. */
export class Minutes {
  /** By the minute's start, newest last: those that are over, and the one that is forming. */
  readonly #minutes = new Map<number, Map<Symbol, Bar>>();

  add(quote: FeedQuote): void {
    const timeMs = barStart('1m', quote.receivedTime.getTime());
    const mid = (quote.bid + quote.ask) / 2n;
    const bars = this.#minute(timeMs);
    const bar = bars.get(quote.symbol);
    const next: Bar = { timeMs, open: mid, high: mid, low: mid, close: mid, tickVolume: 1 };
    bars.set(quote.symbol, bar === undefined ? next : withBar(bar, next));
  }

  /** Minutes that are over, oldest first. */
  over(nowMs: number): [minuteMs: number, bars: ReadonlyMap<Symbol, Bar>][] {
    return [...this.#minutes].filter(([minuteMs]) => minuteMs + MINUTE_MS <= nowMs).toSorted(([a], [b]) => a - b);
  }

  forget(minuteMs: number): void {
    this.#minutes.delete(minuteMs);
  }

  /** Bars of a symbol, oldest first. */
  of(symbol: Symbol): Bar[] {
    return [...this.#minutes].toSorted(([a], [b]) => a - b).flatMap(([, bars]) => bars.get(symbol) ?? []);
  }

  #minute(timeMs: number): Map<Symbol, Bar> {
    const known = this.#minutes.get(timeMs);
    if (known !== undefined) return known;
    const made = new Map<Symbol, Bar>();
    this.#minutes.set(timeMs, made);
    const oldest = this.#minutes.size > MAX_WAITING ? this.#minutes.keys().next().value : undefined;
    if (oldest !== undefined) this.#minutes.delete(oldest);
    return made;
  }
}
