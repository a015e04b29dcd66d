import { CELL, cutSession, dayPath, EVEN_S, type Factor, MOST_EVENLY, quadsOf } from './free-walk.ts';
import type { AssetClass } from './instruments.ts';
import type { MarketDay } from './market-time.ts';
import { passedShare } from './session-profile.ts';

/** What of a recipe a path is made of. */
type Terms = {
  readonly of: { readonly class: AssetClass };
  readonly first: { readonly factor: Factor; readonly weight: number };
  readonly second: { readonly factor: Factor; readonly weight: number };
};

export type Search = {
  /** The first and the last second looked at. */
  readonly from: number;
  readonly to: number;
  /** A second's figure from its log price. */
  readonly figure: (second: number, x: number) => number;
  /** A log price beyond which every better figure than that of this second lies, in the search's direction. */
  readonly beyond: (sign: 1 | -1, second: number, x: number) => number;
};

/**
 * How far a path can leave the straight line between a cell's ends, in standard deviations of the cell, by the number of times that it is still cut in
 * two: f(n) = max over w of √3·√(w(1−w)) + √w·f(n−1), rounded up. It holds however unevenly the cuts share. The last ones, which share evenly, reach less far:
 * g(n) = c ÷ 2 + g(n−1) ÷ √2, where c is the largest displacement.
 */
const EVEN_CUTS = Math.log2(EVEN_S);
const FARTHEST_EVENLY = reaches(EVEN_CUTS, (_, before) => MOST_EVENLY / 2 + before * Math.SQRT1_2);
const FARTHEST = reaches(18, (n, before) => (n <= EVEN_CUTS ? FARTHEST_EVENLY[n]! : farthestCut(before)));
/** Where a session ends inside a cell, its last cuts are not even. */
const FARTHEST_AT_END = reaches(18, (_, before) => farthestCut(before));

function reaches(cuts: number, next: (n: number, before: number) => number): number[] {
  const found = [0];
  for (let n = 1; n <= cuts; n += 1) found.push(next(n, found[n - 1]!) * 1.000_1);
  return found;
}

function farthestCut(before: number): number {
  let most = 0;
  for (let i = 0; i <= 1_000; i += 1) {
    const w = i / 1_000;
    most = Math.max(most, Math.sqrt(3 * w * (1 - w)) + Math.sqrt(w) * before);
  }
  return most * 1.001;
}

/** Floating point rounds; a bound is a hair wider than what it bounds. */
const HAIR = 1e-11;

const LEVELS = 10;
/** Of both factors: the cell, then its four parts. */
const A_LEVEL = 2 * 5 * CELL;

/**
 * The log price of one instrument through its sessions: two factors, cut into seconds where somebody looks. Working memory and no more: `enter` a session, then ask.
 */
export class SessionPath {
  readonly #cells = Float64Array.from({ length: LEVELS * A_LEVEL }, () => 0);
  readonly #shares = new Float64Array(5);
  readonly #order = new Uint8Array(LEVELS * 4);
  readonly #bounds = Float64Array.from({ length: LEVELS * 4 }, () => 0);
  /** By level, the position of the cell that was cut last: its parts need not be worked out again. */
  readonly #held = new Int32Array(LEVELS);
  readonly #terms: Terms;
  #day: MarketDay | undefined;
  readonly #quads: number;
  readonly #lengthS: number;
  // Of a search: the direction, what was asked, the best so far and what the path must pass to be better.
  #sign: 1 | -1 = 1;
  #asked: Search = { from: 0, to: 0, figure: () => 0, beyond: () => 0 };
  #best = 0;
  #pass = 0;

  constructor(terms: Terms) {
    this.#terms = terms;
    this.#quads = quadsOf(terms.of.class);
    this.#lengthS = 4 ** this.#quads;
  }

  enter(day: MarketDay): void {
    if (this.#day === day) return;
    this.#day = day;
    this.#held.fill(-1);
    const terms = this.#terms;
    const first = dayPath(terms.first.factor, day);
    const second = dayPath(terms.second.factor, day);
    const cells = this.#cells;
    cells[0] = first.open;
    cells[1] = first.close;
    cells[2] = first.sd;
    cells[5 * CELL] = second.open;
    cells[5 * CELL + 1] = second.close;
    cells[5 * CELL + 2] = second.sd;
  }

  /** The log price at a second of the session. */
  at(second: number): number {
    let position = 0;
    let offset = second;
    let lengthS = this.#lengthS;
    const { first, second: other } = this.#terms;
    let a = 0;
    for (let level = 0; level < this.#quads; level += 1) {
      const part = this.#cut(level, position, lengthS);
      lengthS /= 4;
      const which = Math.floor(offset / lengthS);
      offset -= which * lengthS;
      a = part + which * CELL;
      // The left end of a cell is a finished value: nothing below can move it.
      if (offset === 0) break;
      position = position * 4 + which;
      this.#descend(level, which);
    }
    return first.weight * this.#cells[a]! + other.weight * this.#cells[a + 5 * CELL]!;
  }

  /** The highest (sign 1) or lowest (−1) figure of the seconds searched. Cells that cannot hold a better one are not looked into. */
  extreme(sign: 1 | -1, search: Search): number {
    this.#sign = sign;
    this.#asked = search;
    this.#take(search.from, this.at(search.from));
    this.#search(0, 0, 0, this.#lengthS);
    return this.#best;
  }

  #take(second: number, x: number): void {
    this.#best = this.#asked.figure(second, x);
    this.#pass = this.#sign * this.#asked.beyond(this.#sign, second, x) - HAIR;
  }

  #search(level: number, position: number, startS: number, lengthS: number): void {
    const part = this.#cut(level, position, lengthS);
    const { first, second } = this.#terms;
    const cells = this.#cells;
    const sign = this.#sign;
    const asked = this.#asked;
    const quarter = lengthS / 4;
    const whole = startS + lengthS <= this.#day!.seconds;
    const far = (whole ? FARTHEST : FARTHEST_AT_END)[2 * (this.#quads - level - 1)]!;
    const [wa, wb] = [sign * first.weight, sign * second.weight];
    const reach = [far * Math.abs(first.weight), far * Math.abs(second.weight)] as const;
    const from = level * 4;
    for (let i = 0; i < 4; i += 1) {
      const a = part + i * CELL;
      const b = a + 5 * CELL;
      const begins = startS + i * quarter;
      const left = wa * cells[a]! + wb * cells[b]!;
      if (begins >= asked.from && begins <= asked.to && left > this.#pass) {
        if (sign * asked.figure(begins, sign * left) > sign * this.#best) this.#take(begins, sign * left);
      }
      const outside = quarter === 1 || begins > asked.to || begins + quarter <= asked.from;
      this.#bounds[from + i] = outside
        ? -Infinity
        : Math.max(wa * cells[a]!, wa * cells[a + 1]!) +
          Math.max(wb * cells[b]!, wb * cells[b + 1]!) +
          reach[0] * cells[a + 2]! +
          reach[1] * cells[b + 2]!;
      this.#order[from + i] = i;
    }
    this.#sort(from);
    for (let n = 0; n < 4; n += 1) {
      const which = this.#order[from + n]!;
      // The others can reach even less far.
      if (this.#bounds[from + which]! <= this.#pass || this.#bounds[from + which] === -Infinity) return;
      this.#descend(level, which);
      this.#search(level + 1, position * 4 + which, startS + which * quarter, quarter);
    }
  }

  /** Those that reach farthest first. */
  #sort(from: number): void {
    const order = this.#order;
    for (let i = 1; i < 4; i += 1)
      for (
        let j = i;
        j > 0 && this.#bounds[from + order[from + j]!]! > this.#bounds[from + order[from + j - 1]!]!;
        j -= 1
      ) {
        const moved = order[from + j]!;
        order[from + j] = order[from + j - 1]!;
        order[from + j - 1] = moved;
      }
  }

  /** Cuts the cell of a level, of both factors; where their parts begin. */
  #cut(level: number, position: number, lengthS: number): number {
    const a = level * A_LEVEL;
    if (this.#held[level] === position) return a + CELL;
    this.#held[level] = position;
    const { of, first, second } = this.#terms;
    const day = this.#day!;
    const cut = { index: day.index, level, position, passed: this.#passed(of.class, day.seconds, position, lengthS) };
    cutSession(first.factor, cut, this.#cells, a);
    cutSession(second.factor, cut, this.#cells, a + 5 * CELL);
    return a + CELL;
  }

  #passed(of: AssetClass, seconds: number, position: number, lengthS: number): Float64Array | undefined {
    const startS = position * lengthS;
    if (lengthS <= EVEN_S && startS + lengthS <= seconds) return undefined;
    for (let i = 0; i < 5; i += 1) this.#shares[i] = passedShare(of, seconds, startS + (i * lengthS) / 4);
    return this.#shares;
  }

  /** A part of a level becomes the cell of the next. */
  #descend(level: number, which: number): void {
    const from = level * A_LEVEL + CELL + which * CELL;
    const to = (level + 1) * A_LEVEL;
    const cells = this.#cells;
    for (let i = 0; i < CELL; i += 1) {
      cells[to + i] = cells[from + i]!;
      cells[to + 5 * CELL + i] = cells[from + 5 * CELL + i]!;
    }
  }
}
