import { roundHalfEven } from '../money/index.ts';
import { type Bar, BAR_MS, type BarInterval, barStart, type ChartInterval } from './bars.ts';
import type { Instrument } from './instruments.ts';
import { HOUR_MS, MINUTE_MS } from './new-york.ts';
import { type Price, PRICE_DECIMALS } from './price.ts';

/** In the byte of the decimals: the number of quotes follows. Minutes that were recorded before quotes were counted have none. */
const COUNTED = 128;

/**
 * The recorded form of a one-minute bar: minute of the hour (one byte), decimals of the unit (one byte), then four variable-length integers in that unit: open,
 * close − open with its sign, high above the higher of the two, low below the lower. Where quotes were counted, the decimals' highest bit is set and their number
 * follows. A bar needs nothing but itself to be read, so an hour is its minutes one after another. Prices are rounded half to even to a tenth of the instrument's
 * last decimal.
 */
export function packBar(of: Instrument, bar: Bar): Uint8Array {
  const decimals = unitDecimals(of);
  const step = 10n ** BigInt(PRICE_DECIMALS - decimals);
  const [open, high, low, close] = [bar.open, bar.high, bar.low, bar.close].map((each) =>
    roundHalfEven(each, step),
  ) as [bigint, bigint, bigint, bigint];
  const counted = bar.tickVolume === undefined ? 0 : COUNTED;
  const bytes = [Math.floor((bar.timeMs % HOUR_MS) / MINUTE_MS), decimals | counted];
  const change = close - open;
  putVarint(bytes, open);
  putVarint(bytes, change < 0n ? -2n * change - 1n : 2n * change);
  putVarint(bytes, high - (close > open ? close : open));
  putVarint(bytes, (close < open ? close : open) - low);
  if (bar.tickVolume !== undefined) putVarint(bytes, BigInt(bar.tickVolume));
  return Uint8Array.from(bytes);
}

/** The bars of an hour, in the order in which they were recorded. Throws a RangeError for bytes that `packBar` did not make. */
export function unpackBars(hourMs: number, bytes: Uint8Array): Bar[] {
  const bars: Bar[] = [];
  let at = 0;
  const byte = (): number => {
    const value = bytes[at];
    if (value === undefined) throw new RangeError('a recorded bar is cut off');
    at += 1;
    return value;
  };
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const next = byte();
      value |= BigInt(next & 127) << shift;
      if (next < 128) return value;
    }
  };
  while (at < bytes.length) {
    const minute = byte();
    const form = byte();
    const decimals = form & ~COUNTED;
    if (minute > 59 || decimals > PRICE_DECIMALS) throw new RangeError('not a recorded bar');
    const step = 10n ** BigInt(PRICE_DECIMALS - decimals);
    const open = varint();
    const zigzag = varint();
    const close = open + (zigzag % 2n === 0n ? zigzag / 2n : -(zigzag + 1n) / 2n);
    const high = (close > open ? close : open) + varint();
    const low = (close < open ? close : open) - varint();
    bars.push({
      timeMs: hourMs + minute * MINUTE_MS,
      open: open * step,
      high: high * step,
      low: low * step,
      close: close * step,
      ...((form & COUNTED) !== 0 && { tickVolume: Number(varint()) }),
    });
  }
  return bars;
}

/** A bar as it reads once it is recorded. */
export function recordedBar(of: Instrument, bar: Bar): Bar {
  const step = 10n ** BigInt(PRICE_DECIMALS - unitDecimals(of));
  const rounded = (price: Price): Price => roundHalfEven(price, step) * step;
  return {
    timeMs: bar.timeMs,
    open: rounded(bar.open),
    high: rounded(bar.high),
    low: rounded(bar.low),
    close: rounded(bar.close),
    ...(bar.tickVolume !== undefined && { tickVolume: bar.tickVolume }),
  };
}

/** Longer bars from shorter ones in the order of their time. */
export function joinBars(bars: readonly Bar[], interval: ChartInterval): Bar[] {
  const joined: Bar[] = [];
  for (const bar of bars) {
    const timeMs = barStart(interval, bar.timeMs);
    const last = joined.at(-1);
    joined[last?.timeMs === timeMs ? joined.length - 1 : joined.length] =
      last?.timeMs === timeMs ? withBar(last, bar) : { ...bar, timeMs };
  }
  return joined;
}

/** Whole hours that hold `limit` bars of an interval, were there no gaps. */
export function hoursOf(interval: BarInterval, limit: number): number {
  return Math.ceil((limit * BAR_MS[interval]) / HOUR_MS) + 1;
}

/** A bar and the one that follows it, as one. What was not counted in either is not known of both. */
export function withBar(bar: Bar, next: Bar): Bar {
  const { volume, tickVolume } = bar;
  return {
    timeMs: bar.timeMs,
    open: bar.open,
    high: next.high > bar.high ? next.high : bar.high,
    low: next.low < bar.low ? next.low : bar.low,
    close: next.close,
    ...(volume !== undefined && next.volume !== undefined && { volume: volume + next.volume }),
    ...(tickVolume !== undefined && next.tickVolume !== undefined && { tickVolume: tickVolume + next.tickVolume }),
  };
}

function unitDecimals(of: Instrument): number {
  return Math.min(of.digits + 1, PRICE_DECIMALS);
}

function putVarint(bytes: number[], value: bigint): void {
  let rest = value;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
}
