import { type Key, keyedWords } from './keyed-random.ts';

/**
 * A Brownian path of one unit a square-root year, at whole seconds, evaluated at any second without its past.
 *
 * Values stand on a coarse lattice (2^26 s, a little over two years, apart), independent of each other, spread so that neighbours differ
 * by what a random walk would move in between: years away the path is still near its start. Between two lattice points the path is a
 * Brownian bridge by midpoint displacement (Lévy's construction): each cell is cut into four, thirteen times, down to the second, and the
 * displacements of a cell come from its position by a keyed function. One evaluation costs fourteen or fifteen calls of it.
 *
 * Only IEEE additions and multiplications are used, whose results are fixed to the last bit on every machine.
 */
const LEVELS = 13;
const LATTICE_S = 4 ** LEVELS;

/** Standard deviation of one second's move: 1 ÷ √(seconds in a Julian year, 31,557,600). */
const SECOND_SD = 0.000_178_011_271_9;
const SQRT_HALF = 0.707_106_781_186_547_6;

/** The sum of the four bytes of a word, centred and scaled to variance one: close to normal, and never beyond 3.46. */
const BYTES_MEAN = 510;
const BYTES_SD = 147.799_413_170_24;

/** Lattice points: variance is half of that of a walk over the distance. */
const LATTICE_SD = SECOND_SD * 2 ** LEVELS * SQRT_HALF;

/** Half a displacement of midpoints, by level: √length ÷ 2 is 2^level ÷ 2 for a cell of 4^level seconds. */
const MIDDLE_SD = Array.from({ length: LEVELS + 1 }, (_, level) => (SECOND_SD * 2 ** level) / 2);

/** Value at a second since 1970. `scratch` holds four words and belongs to the caller. */
export function walkAt(key: Key, second: number, scratch: Int32Array): number {
  const lattice = Math.floor(second / LATTICE_S);
  let offset = second - lattice * LATTICE_S;
  let left = latticeValue(key, lattice, scratch);
  if (offset === 0) return left;
  let right = latticeValue(key, lattice + 1, scratch);
  let length = LATTICE_S;
  for (let level = LEVELS; level > 0; level -= 1) {
    keyedWords(key, Math.floor(second / length), level, scratch);
    const middleSd = MIDDLE_SD[level]!;
    const middle = (left + right) / 2 + middleSd * normal(scratch[0]!);
    const quarter = length / 4;
    const child = Math.floor(offset / quarter);
    const quarterSd = middleSd * SQRT_HALF;
    if (child < 2) {
      const quarterPoint = (left + middle) / 2 + quarterSd * normal(scratch[1]!);
      if (child === 0) right = quarterPoint;
      else {
        left = quarterPoint;
        right = middle;
      }
    } else {
      const quarterPoint = (middle + right) / 2 + quarterSd * normal(scratch[2]!);
      if (child === 3) left = quarterPoint;
      else {
        left = middle;
        right = quarterPoint;
      }
    }
    offset -= child * quarter;
    // The left end of a cell is a finished value: nothing below can move it.
    if (offset === 0) return left;
    length = quarter;
  }
  return left;
}

function latticeValue(key: Key, index: number, scratch: Int32Array): number {
  keyedWords(key, index, LEVELS + 1, scratch);
  return LATTICE_SD * normal(scratch[0]!);
}

function normal(word: number): number {
  return ((word & 255) + ((word >>> 8) & 255) + ((word >>> 16) & 255) + (word >>> 24) - BYTES_MEAN) / BYTES_SD;
}

const LN_2 = 0.693_147_180_559_945_3;
const EXP_TERMS = 14;

/**
 * e^x for |x| ≤ 40 with a relative error below 1e-14. Math.exp may differ between engines in the last bit, and a last bit can
 * tip a rounding: two processes would then quote two prices.
 */
export function portableExp(x: number): number {
  const doublings = Math.round(x / LN_2);
  const rest = x - doublings * LN_2;
  let sum = 1;
  for (let n = EXP_TERMS; n > 0; n -= 1) sum = 1 + (rest * sum) / n;
  const factor = doublings < 0 ? 0.5 : 2;
  for (let n = Math.abs(doublings); n > 0; n -= 1) sum *= factor;
  return sum;
}
