import type { AssetClass } from './instruments.ts';
import { type Key, keyedWords } from './keyed-random.ts';
import type { MarketDay } from './market-time.ts';

/**
 * A free random walk on market time whose volatility comes in clusters, evaluated at any second without its past.
 *
 * Market days hang in spans of 4,096. A span's move is drawn for itself and added to those before it: nothing pulls a price back to where it was. Inside a
 * span, and inside a session down to the second, cells are cut into four, over and over. Each cut shares out the cell's variance, unevenly and by chance
 * (a conservative multiplicative cascade: what one half gets the other lacks, so busy years have busier and quieter months, hours and minutes), and
 * displaces the path by an amount that fits both shares (Lévy's midpoint displacement, in the time that the cascade makes). Moves that follow one
 * another are uncorrelated; their sizes are not.
 *
 * Only IEEE additions, multiplications, divisions and square roots are used, whose results are fixed to the last bit on every machine.
 */
const QUADS_A_SPAN = 6;
const SPAN_DAYS = 4 ** QUADS_A_SPAN;
const SPAN_SD = 2 ** QUADS_A_SPAN;

/** How unevenly a cut shares: between these two around one half. Chosen by the fit of minutes' moves to recorded ones, the same for all instruments. */
const UNEVEN_DAYS = 0.24;
const UNEVEN_SECONDS = 0.28;
/** Cells of this length and shorter share evenly. */
export const EVEN_S = 64;

/** A path of one factor. `scratch` of four words belongs to it. */
export type Factor = { readonly key: Key; readonly of: AssetClass; readonly days: Map<number, DayPath> };

/** A factor's way through one market day, in units of an average day's standard deviation. */
export type DayPath = {
  readonly open: number;
  readonly close: number;
  /** Standard deviation of the session. */
  readonly sd: number;
};

/** A cell of a factor's path: its value at both ends, and the standard deviation of the move between them. Three numbers from `at` on in `cells`. */
export const CELL = 3;

const scratch = new Int32Array(4);
/** Variance shares of the two halves of the whole, of the left half and of the right half. */
const EVEN = { middle: 0.5, left: 0.5, right: 0.5 };

const MAX_KEPT_DAYS = 4_096;

export function dayPath(factor: Factor, day: MarketDay): DayPath {
  const known = factor.days.get(day.index);
  if (known !== undefined) return known;
  const made = makeDayPath(factor, day);
  if (factor.days.size >= MAX_KEPT_DAYS) factor.days.clear();
  factor.days.set(day.index, made);
  return made;
}

const cells = new Float64Array(5 * CELL);

function makeDayPath({ key, of }: Factor, day: MarketDay): DayPath {
  const span = Math.floor(day.index / SPAN_DAYS);
  let left = 0;
  for (let each = 0; each < span; each += 1) left += spanMove(key, each);
  for (let each = -1; each >= span; each -= 1) left -= spanMove(key, each);
  let right = left + spanMove(key, span);
  let sd = SPAN_SD;
  let length = SPAN_DAYS;
  let offset = day.index - span * SPAN_DAYS;
  for (let level = 1; level <= QUADS_A_SPAN; level += 1) {
    keyedWords(key, Math.floor(day.index / length), level << 20, scratch);
    cells[0] = left;
    cells[1] = right;
    cells[2] = sd;
    cut(cells, 0, EVEN, UNEVEN_DAYS);
    length /= 4;
    const at = CELL * (1 + Math.floor(offset / length));
    offset %= length;
    left = cells[at]!;
    right = cells[at + 1]!;
    sd = cells[at + 2]!;
  }
  // The closed hours before the session have a share of the day's variance; then it opens somewhere else.
  const share = closedShare(of, day);
  if (share === 0) return { open: left, close: right, sd };
  keyedWords(key, day.index, GAP << 20, scratch);
  const open = left + share * (right - left) + sd * Math.sqrt(share * (1 - share)) * normal(scratch[0]!);
  return { open, close: right, sd: sd * Math.sqrt(1 - share) };
}

const GAP = 30;
const SPAN = 31;

function spanMove(key: Key, span: number): number {
  keyedWords(key, span, SPAN << 20, scratch);
  return SPAN_SD * normal(scratch[0]!);
}

function closedShare(of: AssetClass, day: MarketDay): number {
  if (of === 'crypto') return 0;
  if (of === 'stock') return day.afterBreak ? 0.3 : 0.22;
  return day.afterBreak ? 0.12 : 0;
}

/** Levels of cells of a session, from one that covers it down to four seconds. */
export function quadsOf(of: AssetClass): number {
  return of === 'stock' ? 8 : 9;
}

/** Where a cell is, and how its variance is shared out. */
export type Cut = {
  /** The market day, the level (0 covers the session) and the cell's place among its level's. */
  readonly index: number;
  readonly level: number;
  readonly position: number;
  /** Shares of the session's variance that have passed before each of the cell's quarters and at its end; undefined where all quarters have the same. */
  readonly passed: ArrayLike<number> | undefined;
};

const shares = { middle: 0, left: 0, right: 0 };

/** Cuts the cell at `from` into four, which stand from `from + CELL` on. */
export function cutSession(
  { key }: Factor,
  { index, level, position, passed }: Cut,
  out: Float64Array,
  from: number,
): void {
  keyedWords(key, index, ((16 + level) << 20) | position, scratch);
  if (passed === undefined) cutEvenly(out, from);
  else {
    const [before, first, middle, last, after] = [passed[0]!, passed[1]!, passed[2]!, passed[3]!, passed[4]!];
    shares.middle = share(middle - before, after - before);
    shares.left = share(first - before, middle - before);
    shares.right = share(last - middle, after - middle);
    cut(out, from, shares, UNEVEN_SECONDS);
  }
}

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0.5;
}

const SQRT_3 = 1.732_050_807_568_877_2;
const SQRT_HALF = 0.707_106_781_186_547_6;

/** The words in `scratch` decide. Displacements are uniform, so that a cell's bounds are known before it is looked into. */
function cut(
  out: Float64Array,
  from: number,
  { middle, left, right }: { middle: number; left: number; right: number },
  uneven: number,
): void {
  const [a, b, c, d] = [scratch[0]!, scratch[1]!, scratch[2]!, scratch[3]!];
  const x0 = out[from]!;
  const x4 = out[from + 1]!;
  const sd = out[from + 2]!;
  const w = lopsided(middle, uneven * unit(c));
  const x2 = x0 + w * (x4 - x0) + SQRT_3 * sd * Math.sqrt(w * (1 - w)) * unit(a);
  const sdLeft = sd * Math.sqrt(w);
  const sdRight = sd * Math.sqrt(1 - w);
  const wl = lopsided(left, uneven * unit(c >>> 16));
  const x1 = x0 + wl * (x2 - x0) + SQRT_3 * sdLeft * Math.sqrt(wl * (1 - wl)) * unit(a >>> 16);
  const wr = lopsided(right, uneven * unit(d));
  const x3 = x2 + wr * (x4 - x2) + SQRT_3 * sdRight * Math.sqrt(wr * (1 - wr)) * unit(b);
  put(out, from + CELL, x0, x1, sdLeft * Math.sqrt(wl));
  put(out, from + 2 * CELL, x1, x2, sdLeft * Math.sqrt(1 - wl));
  put(out, from + 3 * CELL, x2, x3, sdRight * Math.sqrt(wr));
  put(out, from + 4 * CELL, x3, x4, sdRight * Math.sqrt(1 - wr));
}

/** Within about a minute volatility stands, and displacements differ little in size: their bounds are near, and extremes are found quickly. */
function cutEvenly(out: Float64Array, from: number): void {
  const [a, b] = [scratch[0]!, scratch[1]!];
  const x0 = out[from]!;
  const x4 = out[from + 1]!;
  const half = out[from + 2]! / 2;
  const x2 = (x0 + x4) / 2 + half * near(a);
  const x1 = (x0 + x2) / 2 + half * SQRT_HALF * near(a >>> 16);
  const x3 = (x2 + x4) / 2 + half * SQRT_HALF * near(b);
  put(out, from + CELL, x0, x1, half);
  put(out, from + 2 * CELL, x1, x2, half);
  put(out, from + 3 * CELL, x2, x3, half);
  put(out, from + 4 * CELL, x3, x4, half);
}

function put(out: Float64Array, at: number, begins: number, ends: number, sd: number): void {
  out[at] = begins;
  out[at + 1] = ends;
  out[at + 2] = sd;
}

/** Either sign, between 0.8 and 1.19 in size, of variance one: b² + ab + a² = 3 for sizes spread evenly between a and b. */
const LEAST = 0.8;
export const MOST_EVENLY = 1.187_450_787;

function near(word: number): number {
  const size = LEAST + ((word & 0x7fff) * (MOST_EVENLY - LEAST)) / 0x7fff;
  return (word & 0x8000) === 0 ? size : -size;
}

/** A share that was p, moved by chance: p stays p where it is none or all. */
function lopsided(p: number, by: number): number {
  const mine = p * (0.5 + by);
  return mine / (mine + (1 - p) * (0.5 - by));
}

/** The lower half of a word, spread evenly between −1 and 1. */
function unit(word: number): number {
  return ((word & 0xffff) - 32_767.5) / 32_768;
}

/** The sum of the four bytes of a word, centred and scaled to variance one: close to normal, and never beyond 3.46. */
const BYTES_MEAN = 510;
const BYTES_SD = 147.799_413_170_24;

function normal(word: number): number {
  return ((word & 255) + ((word >>> 8) & 255) + ((word >>> 16) & 255) + (word >>> 24) - BYTES_MEAN) / BYTES_SD;
}

const LN_2 = 0.693_147_180_559_945_3;
/** One over each of the series' divisors, the last first: a product is sooner done than a quotient. */
const PARTS = Float64Array.from({ length: 14 }, (_, i) => 1 / (14 - i));

/**
 * e^x for |x| ≤ 40 with a relative error below 1e-14. Math.exp may differ between engines in the last bit, and a last bit can
 * tip a rounding: two processes would then quote two prices.
 */
export function portableExp(x: number): number {
  const doublings = Math.round(x / LN_2);
  const rest = x - doublings * LN_2;
  let sum = 1;
  for (const part of PARTS) sum = 1 + rest * sum * part;
  const factor = doublings < 0 ? 0.5 : 2;
  for (let n = Math.abs(doublings); n > 0; n -= 1) sum *= factor;
  return sum;
}
