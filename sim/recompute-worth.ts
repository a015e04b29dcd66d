import { type ClientArchive, dollars, decimal, type HeldTrade, missing, type Terms } from './client-archive.ts';
import { nearest } from './recompute.ts';

/**
 * What an account was worth and what it made of its money, once more, from an archive and from the bars of the market (docs/spec/performance.md, PF1 to PF4).
 * On purpose it shares no code with the product, and keeps every fraction whole until it is shown.
 */
export type Interval = '1m' | '15m' | '1h' | '4h' | '1d';
/** Closes by the time at which their bar began, as traded, oldest first. */
export type Closes = (symbol: string, interval: Interval) => readonly { readonly at: number; readonly close: bigint }[];

type Ratio = { readonly num: bigint; readonly den: bigint };
type Flows = { readonly deposited: bigint; readonly withdrawn: bigint; readonly adjusted: bigint };
export type Point = Flows & { readonly at: number; readonly value: bigint | null };

export const DAY = 86_400_000;
const HOUR = 3_600_000;
const LENGTH: Readonly<Record<Interval, number>> = {
  '1m': HOUR / 60,
  '15m': HOUR / 4,
  '1h': HOUR,
  '4h': 4 * HOUR,
  '1d': DAY,
};
const UNIT = 10_000_000_000n;
const OWN = new Set(['cash', 'margin', 'withdrawing', 'loan']);
const BY_STAFF = new Set(['adjustments', 'credit_loss']);
const fromOutside = (account: string): boolean => account.startsWith('custody:') || account === 'capital';

const midnightBefore = (at: number): number => at - (at % DAY);

/** Shares held for each share bought, by the splits that took effect before an instant. */
function sharesAt({ splits }: HeldTrade, before: number): Ratio {
  let [num, den] = [1n, 1n];
  for (const { at, fresh, old } of splits) if (at < before) [num, den] = [num * fresh, den * old];
  return { num, den };
}

/** Shares held for each share bought, where a fill was done: its quote is of before a split or of after it. */
export const sharesOf = (trade: HeldTrade, { quote }: HeldTrade['opening']): Ratio => sharesAt(trade, quote.at + 1);

/** Dollars for one of the quote currency at a mid, which is given twice (bid + ask). */
export function dollarsAt({ converter }: Terms, twice: () => bigint | undefined): Ratio | undefined {
  if (converter === null) return { num: 1n, den: 1n };
  const mid = twice();
  if (mid === undefined) return undefined;
  return converter.inverse ? { num: 2n * UNIT, den: mid } : { num: mid, den: 2n * UNIT };
}

export class Worth {
  readonly #archive: ClientArchive;
  readonly #closes: Closes;
  /** Each is asked for by several ranges and filters. */
  readonly #values = new Map<string, bigint | null>();

  constructor(archive: ClientArchive, closes: Closes) {
    this.#archive = archive;
    this.#closes = closes;
  }

  /** PF1, of what happened before an instant; null where a price is missing. */
  valueBefore(at: number, interval: Interval): bigint | null {
    const key = `${interval} ${at}`;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = this.#compute(at, interval);
    this.#values.set(key, value);
    return value;
  }

  #compute(at: number, interval: Interval): bigint | null {
    const { entries, trades, terms } = this.#archive;
    let balance = 0n;
    for (const entry of entries)
      if (entry.at < at) for (const { account, amount } of entry.postings) if (OWN.has(account)) balance -= amount;
    let [num, den] = [0n, 1n];
    for (const trade of trades) {
      if (trade.opening.at >= at) continue;
      // Lots of what was bought, so that a split changes nothing but the price.
      let [left, of] = [trade.opening.lots, 1n];
      for (const fill of trade.closings) {
        if (fill.at >= at) continue;
        const shares = sharesOf(trade, fill);
        [left, of] = [left * shares.num - fill.lots * shares.den * of, of * shares.num];
      }
      if (left === 0n) continue;
      const own = terms.get(trade.symbol) ?? missing(`terms of ${trade.symbol}`);
      const mid = this.#mid(trade.symbol, at, interval);
      const rate = dollarsAt(own, () => {
        const pair = this.#mid(own.converter?.symbol ?? '', at, interval);
        return pair && 2n * pair.close;
      });
      if (mid === undefined || rate === undefined) return null;
      // Before the first price of the new shares the last one of the old is what they are worth.
      const shares = sharesAt(trade, Math.min(at, mid.at + LENGTH[interval]));
      const gain = (mid.close * shares.num - trade.opening.price * shares.den) * (trade.side === 'buy' ? 1n : -1n);
      const [top, bottom] = [gain * left * own.lotSize * rate.num, UNIT * shares.den * of * rate.den];
      [num, den] = [num * bottom + top * den, den * bottom];
    }
    return balance + nearest(num, den);
  }

  #mid(symbol: string, before: number, interval: Interval) {
    return this.#closes(symbol, interval).findLast(({ at }) => at < before);
  }

  /** PF2: what came in, went out and was entered by staff, from an instant on and before another. */
  flows(from: number, to: number): Flows {
    let [deposited, withdrawn, adjusted] = [0n, 0n, 0n];
    for (const entry of this.#archive.entries) {
      if (entry.at < from || entry.at >= to) continue;
      for (const { account, amount } of entry.postings) {
        if (BY_STAFF.has(account)) adjusted += amount;
        else if (fromOutside(account) && amount > 0n) deposited += amount;
        else if (fromOutside(account)) withdrawn -= amount;
      }
    }
    return { deposited, withdrawn, adjusted };
  }

  get #firstAt(): number | undefined {
    return this.#archive.entries[0]?.at;
  }

  /** Points at instants, each with what came in since the one before it. What is written in the very millisecond of now counts. */
  #through(instants: readonly number[], interval: Interval): Point[] {
    const now = this.#archive.madeAt;
    return instants.map((at, i) => {
      const isNow = at === now;
      const until = isNow ? at + 1 : at;
      const flows = this.flows(i === 0 ? until : (instants[i - 1] ?? 0), until);
      return { at, value: this.valueBefore(until, isNow ? '1m' : interval), ...flows };
    });
  }

  /** Ends of UTC days from the first day of the account on, and now. */
  days(since: number): { start: bigint; points: Point[] } {
    const now = this.#archive.madeAt;
    const first = midnightBefore(this.#firstAt ?? now);
    const begins = Math.max(first, since);
    const instants = [begins];
    for (let at = begins + DAY; at <= now; at += DAY) instants.push(at);
    if (instants.at(-1) !== now) instants.push(now);
    const [start, ...points] = this.#through(instants, '1d');
    return { start: start?.value ?? 0n, points };
  }

  /** PF3: the points of a range. */
  points(range: string): Point[] {
    const now = this.#archive.madeAt;
    const steps = {
      '1d': [DAY, HOUR / 4, '15m'],
      '1w': [7 * DAY, 2 * HOUR, '1h'],
      '1m': [30 * DAY, 8 * HOUR, '4h'],
    } as const;
    if (range in steps) {
      const [length, step, interval] = steps[range as keyof typeof steps];
      const last = now - (now % step);
      const instants: number[] = [];
      for (let at = last - length; at <= last; at += step) instants.push(at);
      if (last < now) instants.push(now);
      // A younger account begins with nothing, just before its first entry.
      const begins = instants.findLastIndex((at) => at <= (this.#firstAt ?? now));
      return this.#through(instants.slice(Math.max(0, begins)), interval);
    }
    const back = { '3m': 91, '1y': 365 }[range];
    const since = back === undefined ? 0 : midnightBefore(now) - back * DAY;
    const begins = Math.max(midnightBefore(this.#firstAt ?? now), since);
    const { start, points } = this.days(since);
    return [{ at: begins, value: start, deposited: 0n, withdrawn: 0n, adjusted: 0n }, ...points];
  }

  /** What `GET /me/equity` answers. */
  equity(range: string) {
    const now = this.#archive.madeAt;
    const today = this.#through([midnightBefore(now), now], '15m');
    const points = this.points(range);
    const value = today.at(-1)?.value ?? null;
    return {
      ...{ range, as_of: new Date(now).toISOString(), value: value === null ? null : dollars(value) },
      today: changeOf(today),
      over_range: changeOf(points),
      points: points.map((point) => ({
        at: new Date(point.at).toISOString(),
        value: point.value === null ? null : dollars(point.value),
        deposited: dollars(point.deposited),
        withdrawn: dollars(point.withdrawn),
        adjusted: dollars(point.adjusted),
      })),
    };
  }
}

function changeOf([first, ...points]: readonly Point[]) {
  if (first === undefined) throw new Error('a range without a point');
  const since = new Date(first.at).toISOString();
  const [start, end] = [first.value, (points.at(-1) ?? first).value];
  if (start === null || end === null) return { since, change: null, percent: null };
  const sum = (of: keyof Flows): bigint => points.reduce((all, point) => all + point[of], 0n);
  const change = end - start - sum('deposited') + sum('withdrawn') - sum('adjusted');
  const { returned } = growth(start, points);
  return { since, change: dollars(change), percent: returned === null ? null : decimal(returned) };
}

/** PF3 and PF9: time-weighted return and deepest fall, in hundredths of a percent. What a step without a value brought is in the next one. */
export function growth(start: bigint, points: readonly Point[]) {
  let [value, into, out] = [start, 0n, 0n];
  let [index, peak]: [Ratio, Ratio] = [ONE, ONE];
  let peakAt: number | null = null;
  let fall: { bps: bigint; peakAt: number | null; at: number } | null = null;
  let steps = 0;
  for (const point of points) {
    into += point.deposited + (point.adjusted > 0n ? point.adjusted : 0n);
    out += point.withdrawn - (point.adjusted < 0n ? point.adjusted : 0n);
    if (point.value === null) continue;
    const base = value + into;
    if (base > 0n) {
      const left = point.value + out;
      index = shortened({ num: index.num * (left > 0n ? left : 0n), den: index.den * base });
      steps += 1;
    }
    if (index.num * peak.den > peak.num * index.den) [peak, peakAt] = [index, point.at];
    // 1 − index ÷ peak.
    const [below, whole] = [peak.num * index.den - index.num * peak.den, peak.num * index.den];
    const bps = whole === 0n ? 0n : nearest(below * 10_000n, whole);
    if (bps > (fall?.bps ?? 0n)) fall = { bps, peakAt, at: point.at };
    [value, into, out] = [point.value, 0n, 0n];
  }
  return { returned: steps === 0 ? null : nearest((index.num - index.den) * 10_000n, index.den), fall };
}

const ONE: Ratio = { num: 1n, den: 1n };

function shortened({ num, den }: Ratio): Ratio {
  let [a, b] = [num, den];
  while (b !== 0n) [a, b] = [b, a % b];
  return { num: num / a, den: den / a };
}
