import type { Bar } from '@clearbook/contracts';
import type { Candle } from '@clearbook/domain/indicators';

/** A bar in numbers, for drawing only. */
export function candle(bar: Bar): Candle {
  return {
    time: Date.parse(bar.time) / 1000,
    open: Number(bar.open),
    high: Number(bar.high),
    low: Number(bar.low),
    close: Number(bar.close),
    volume: bar.volume === null ? null : Number(bar.volume),
  };
}

/** The newest bar with this price in it, or the one that begins with it. */
export function withPrice(newest: Candle, start: number, price: number): Candle {
  const { high, low, close } = newest;
  return start === newest.time
    ? { ...newest, high: Math.max(high, price), low: Math.min(low, price), close: price }
    : {
        time: start,
        open: close,
        high: Math.max(close, price),
        low: Math.min(close, price),
        close: price,
        volume: newest.volume === null ? null : 0,
      };
}

/** Place of the first bar that differs. */
export function changedFrom(known: readonly Candle[], next: readonly Candle[]): number {
  const same = (a: Candle | undefined, b: Candle | undefined): boolean =>
    a !== undefined &&
    b !== undefined &&
    a.time === b.time &&
    a.close === b.close &&
    a.volume === b.volume &&
    a.high === b.high &&
    a.low === b.low &&
    a.open === b.open;
  let at = 0;
  while (at < known.length && at < next.length && same(known[at], next[at])) at += 1;
  return at;
}
