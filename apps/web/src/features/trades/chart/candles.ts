import type { Bar } from '@clearbook/contracts';
import type { Candle } from '@clearbook/domain/indicators';

/** What a chart's volume counts: what was traded, or quotes. */
export type VolumeKind = 'traded' | 'ticks';

/** What was traded, where every bar says so; otherwise the number of quotes. Never both in one chart: they are not the same unit. */
export function volumeKind(bars: readonly Bar[]): VolumeKind | null {
  if (bars.every(({ volume }) => volume !== null) && bars.some(({ volume }) => Number(volume) > 0)) return 'traded';
  return bars.some((bar) => bar.tick_volume !== null) ? 'ticks' : null;
}

/** Bars in numbers, for drawing only. */
export function candles(bars: readonly Bar[], kind: VolumeKind | null): Candle[] {
  return bars.map((bar) => {
    const volume = kind === 'traded' ? bar.volume : bar.tick_volume;
    return {
      time: Date.parse(bar.time) / 1000,
      open: Number(bar.open),
      high: Number(bar.high),
      low: Number(bar.low),
      close: Number(bar.close),
      volume: volume === null ? null : Number(volume),
    };
  });
}

/** The newest bar with this price in it, or the one that begins with it. `ticks`: how many quotes it adds, where they are what is counted. */
export function withPrice(newest: Candle, start: number, price: number, ticks: number): Candle {
  const { high, low, close, volume } = newest;
  return start === newest.time
    ? {
        ...newest,
        high: Math.max(high, price),
        low: Math.min(low, price),
        close: price,
        volume: volume === null ? null : volume + ticks,
      }
    : {
        time: start,
        open: close,
        high: Math.max(close, price),
        low: Math.min(close, price),
        close: price,
        volume: volume === null ? null : ticks,
      };
}

/**
 * The newest bars, where all before them is as it is drawn; undefined where the chart is drawn anew, as where a bar that is over turns out otherwise than its
 * quotes were seen here: nothing that was worked out from it is right then.
 */
export function newestOf(known: readonly Candle[], next: readonly Candle[]): readonly Candle[] | undefined {
  const from = changedFrom(known, next);
  return known.length > 0 && from >= Math.max(known.length - 1, next.length - 2) ? next.slice(from) : undefined;
}

/** Place of the first bar that differs. */
function changedFrom(known: readonly Candle[], next: readonly Candle[]): number {
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
