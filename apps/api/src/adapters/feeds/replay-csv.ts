import { type ReplaySeries, type Symbol, tryParsePrice } from '@clearbook/domain/market';
import { PlainError } from '../../platform/plain-error.ts';

export const MAX_REPLAY_ROWS = 1_000_000;

/** Shortest candle: a quarter of it is then a whole number of seconds, and quote ids name seconds. */
const MIN_INTERVAL_MS = 60_000;

const HEADER = 'time,open,high,low,close,volume';
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const VOLUME = /^\d{1,18}(?:\.\d{1,10})?$/;

/**
 * Reads candles as they are recorded: that header, UTC times of bar openings in strictly ascending order, plain decimals.
 * @param name what to call the file in an error.
 * @throws PlainError naming the file, the line and what is wrong with it.
 */
export function parseReplayCsv(symbol: Symbol, text: string, name: string): ReplaySeries {
  const refuse = (line: number, why: string): PlainError => new PlainError(`${name}, line ${line}: ${why}.`);
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (trimmed(lines[0]) !== HEADER) throw refuse(1, `the header must be ${HEADER}`);
  const rows = lines.length - 1;
  if (rows < 2) throw refuse(1, 'at least two candles are needed');
  if (rows > MAX_REPLAY_ROWS) throw refuse(1, `more than ${MAX_REPLAY_ROWS} candles`);

  const times = new Float64Array(rows);
  const [open, high, low, close] = [
    new BigInt64Array(rows),
    new BigInt64Array(rows),
    new BigInt64Array(rows),
    new BigInt64Array(rows),
  ];
  const volume = new Float64Array(rows);
  let intervalMs = Infinity;
  for (let row = 0; row < rows; row += 1) {
    const line = row + 2;
    const cells = trimmed(lines[row + 1]).split(',');
    if (cells.length !== 6) throw refuse(line, 'six columns are needed');
    const [time = '', ...rest] = cells;
    const timeMs = TIME.test(time) ? Date.parse(time) : Number.NaN;
    if (Number.isNaN(timeMs)) throw refuse(line, 'the time must look like 2025-08-29T00:15:00Z');
    const [o, h, l, c] = rest.slice(0, 4).map((cell) => tryParsePrice(cell) ?? 0n);
    if (!o || !h || !l || !c) throw refuse(line, 'prices must be positive plain decimals with at most ten places');
    if (!VOLUME.test(rest[4] ?? '')) throw refuse(line, 'the volume must be a plain decimal');
    if (h < l || h < o || h < c) throw refuse(line, 'the high must not be below another price');
    if (l > o || l > c) throw refuse(line, 'the low must not be above another price');
    if (row > 0) {
      const distance = timeMs - times[row - 1]!;
      if (distance <= 0) throw refuse(line, 'times must ascend');
      if (distance < MIN_INTERVAL_MS) throw refuse(line, 'candles must be at least one minute apart');
      intervalMs = Math.min(intervalMs, distance);
    }
    times[row] = timeMs;
    open[row] = o;
    high[row] = h;
    low[row] = l;
    close[row] = c;
    volume[row] = Number(rest[4]);
  }
  return { symbol, intervalMs, times, open, high, low, close, volume };
}

function trimmed(line: string | undefined): string {
  return (line ?? '').endsWith('\r') ? (line ?? '').slice(0, -1) : (line ?? '');
}
