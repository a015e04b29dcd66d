import { type Bar, type Instrument, instrument, session, type Symbol } from '../src/market/index.ts';
import type { SignalDraft, SignalOutcome, SignalRule, SignalScore } from '../src/signals/index.ts';

/**
 * The record of signals once more, slowly and written from docs/spec/signals.md instead of the product's code: every bar asks every rule with sums of its
 * own, every signal looks at every later bar. Prices are whole counts of 1e-10; what the product compares exactly is compared exactly here too, as
 * fractions over one common denominator.
 */
export type Recounted = { readonly signal: SignalDraft; readonly score: SignalScore | undefined };

const HOUR = 3_600_000;
const RULES: readonly SignalRule[] = [
  'average_cross',
  'channel_breakout',
  'band_reentry',
  'strength_reversal',
  'stochastic_cross',
];

export function recount(
  symbol: Symbol,
  bars: readonly Bar[],
  until: number,
  options: { costs?: boolean; only?: SignalDraft; /** No signals of bars before this. */ from?: number } = {},
): Recounted[] {
  const of = instrument(symbol);
  const sides = options.costs === false ? (mid: bigint) => [mid, mid] as const : (mid: bigint) => spreadAround(of, mid);
  if (options.only !== undefined) return [{ signal: options.only, score: score(options.only, bars, until, sides) }];
  const found: Recounted[] = [];
  const busyUntil = new Map<SignalRule, number>();
  bars.forEach((bar, at) => {
    if (bar.timeMs < (options.from ?? 0)) return;
    for (const rule of RULES) {
      if ((busyUntil.get(rule) ?? 0) > bar.timeMs + HOUR) continue;
      const side = direction(rule, bars.slice(0, at + 1));
      const signal = side === undefined ? undefined : prices(of, rule, side, bars.slice(0, at + 1));
      if (signal === undefined) continue;
      const result = score(signal, bars, until, sides);
      busyUntil.set(rule, result?.endedAt ?? Infinity);
      found.push({ signal, score: result });
    }
  });
  return found;
}

/** bid and ask: the base spread in whole last decimals, then the default mark-up of 1.6 pips or 16 basis points, half to each side, out to the tick. */
function spreadAround(of: Instrument, mid: bigint): readonly [bigint, bigint] {
  const unit = 10n ** BigInt(10 - of.digits);
  const midUnits = halfEven(mid, unit);
  let spread = of.class === 'forex' ? BigInt(of.baseSpread) : halfEven(midUnits * BigInt(of.baseSpread), 10_000n);
  if (spread < 1n) spread = 1n;
  const bid = halfEven(2n * mid - spread * unit, 2n * unit) * unit;
  const ask = bid + spread * unit;
  // Twenty-five hundredfold, so that half of the mark-up is whole; then the bid down and the ask up to a whole last decimal.
  const half = of.class === 'forex' ? of.pip * 2_000n : bid + ask;
  const size = 2_500n * unit;
  return [((bid * 2_500n - half) / size) * unit, ((ask * 2_500n + half + size - 1n) / size) * unit];
}

function direction(rule: SignalRule, bars: readonly Bar[]): 'buy' | 'sell' | undefined {
  const before = bars.slice(0, -1);
  if (rule === 'average_cross') {
    if (bars.length < 51) return undefined;
    const gap = (list: readonly Bar[]) => 5n * sum(closes(list, 20)) - 2n * sum(closes(list, 50));
    if (gap(before) <= 0n && gap(bars) > 0n) return 'buy';
    return gap(before) >= 0n && gap(bars) < 0n ? 'sell' : undefined;
  }
  if (rule === 'channel_breakout') {
    if (bars.length < 22) return undefined;
    const place = (list: readonly Bar[]) => {
      const channel = list.slice(-21, -1);
      const close = list.at(-1)!.close;
      if (channel.every((bar) => close > bar.high)) return 'buy';
      return channel.every((bar) => close < bar.low) ? 'sell' : undefined;
    };
    const now = place(bars);
    return now !== undefined && now !== place(before) ? now : undefined;
  }
  if (rule === 'band_reentry') {
    if (bars.length < 21) return undefined;
    const outside = (list: readonly Bar[]) => {
      const values = closes(list, 20);
      const total = sum(values);
      const squares = sum(values.map((value) => (20n * value - total) ** 2n));
      // 20 × (close − mean) against 2 × 20 × the standard deviation, both squared and times twenty.
      const distance = 20n * values.at(-1)! - total;
      if (20n * distance ** 2n <= 4n * squares) return undefined;
      return distance < 0n ? 'buy' : 'sell';
    };
    return outside(bars) === undefined ? outside(before) : undefined;
  }
  if (rule === 'strength_reversal') {
    if (bars.length < 16) return undefined;
    // Rises × 100 compared with the level × all moves. Without a move the index is 50.
    const index = (list: readonly Bar[]) => {
      const moves = changes(list, 14);
      const rises = sum(moves.filter((move) => move > 0n));
      const all = sum(moves.map((move) => (move < 0n ? -move : move)));
      return all === 0n ? ([50n, 1n] as const) : ([100n * rises, all] as const);
    };
    const [was, wasOf] = index(before);
    const [is, isOf] = index(bars);
    if (was < 30n * wasOf && is >= 30n * isOf) return 'buy';
    return was > 70n * wasOf && is <= 70n * isOf ? 'sell' : undefined;
  }
  if (bars.length < 19) return undefined;
  // The last six raw values over one denominator.
  const raws = [0, 1, 2, 3, 4, 5].map((back) => {
    const list = bars.slice(0, bars.length - back).slice(-14);
    const high = list.reduce((most, bar) => (bar.high > most ? bar.high : most), 0n);
    const low = list.reduce((least, bar) => (bar.low < least ? bar.low : least), high);
    return high === low ? ([50n, 1n] as const) : ([100n * (list.at(-1)!.close - low), high - low] as const);
  });
  const all = raws.reduce((product, [, over]) => product * over, 1n);
  const raw = raws.map(([value, over]) => (value * all) / over);
  if (raw.length < 6) return undefined;
  // Nine times the fast and the slow line, and where each stands.
  const fast = (back: number) => 3n * (raw[back]! + raw[back + 1]! + raw[back + 2]!);
  const slow = (back: number) =>
    raw[back]! + 2n * raw[back + 1]! + 3n * raw[back + 2]! + 2n * raw[back + 3]! + raw[back + 4]!;
  const [then, now] = [fast(1) - slow(1), fast(0) - slow(0)];
  if (then <= 0n && now > 0n && slow(0) < 180n * all) return 'buy';
  return then >= 0n && now < 0n && slow(0) > 720n * all ? 'sell' : undefined;
}

function prices(of: Instrument, rule: SignalRule, side: 'buy' | 'sell', bars: readonly Bar[]): SignalDraft | undefined {
  const last = bars.at(-1)!;
  const [bid, ask] = spreadAround(of, last.close);
  const unit = 10n ** BigInt(10 - of.digits);
  const ranges = bars.slice(-14).map((bar, i, list) => {
    const previous = i === 0 ? bars.at(-15)! : list[i - 1]!;
    const top = bar.high > previous.close ? bar.high : previous.close;
    const bottom = bar.low < previous.close ? bar.low : previous.close;
    return top - bottom;
  });
  const risk = halfEven(2n * sum(ranges), 14n * unit) * unit;
  const reward = halfEven(3n * sum(ranges), 14n * unit) * unit;
  const entry = side === 'buy' ? ask : bid;
  const stop = side === 'buy' ? entry - risk : entry + risk;
  const target = side === 'buy' ? entry + reward : entry - reward;
  if (risk < 3n * (ask - bid) || stop <= 0n || target <= 0n) return undefined;
  let [expiresAt, traded] = [last.timeMs + HOUR, 0];
  while (traded < 24) {
    const now = session(of, expiresAt);
    if (now.open || now.opensAt < expiresAt + HOUR) traded += 1;
    expiresAt += HOUR;
  }
  return { rule, symbol: of.symbol, side, barTime: last.timeMs, entry, stop, target, expiresAt };
}

function score(
  signal: SignalDraft,
  bars: readonly Bar[],
  until: number,
  sides: (mid: bigint) => readonly [bigint, bigint],
): SignalScore | undefined {
  const sign = signal.side === 'buy' ? 1n : -1n;
  const enter = (mid: bigint) => sides(mid)[signal.side === 'buy' ? 1 : 0];
  const leave = (mid: bigint) => sides(mid)[signal.side === 'buy' ? 0 : 1];
  const life = bars.filter((bar) => bar.timeMs > signal.barTime && bar.timeMs < signal.expiresAt);
  const [first] = life;
  const result = (outcome: SignalOutcome, exit: bigint, endedAt: number): SignalScore => {
    const fill = enter(first!.open);
    const move = sign * (exit - fill);
    return {
      outcome,
      fill,
      exit,
      endedAt,
      rHundredths: Number(halfEven(100n * move, sign * (signal.entry - signal.stop))),
    };
  };
  for (const bar of life) {
    const reached = [leave(bar.open), leave(bar.high), leave(bar.low), leave(bar.close)];
    const worst = reached.reduce((a, b) => (sign * a < sign * b ? a : b));
    const best = reached.reduce((a, b) => (sign * a > sign * b ? a : b));
    if (sign * (worst - signal.stop) <= 0n) {
      const gap = sign * (leave(bar.open) - signal.stop) < 0n;
      return result('stop', gap ? leave(bar.open) : signal.stop, bar.timeMs + HOUR);
    }
    if (sign * (best - signal.target) >= 0n) return result('target', signal.target, bar.timeMs + HOUR);
  }
  if (signal.expiresAt > until) return undefined;
  if (first === undefined)
    return { outcome: 'not_entered', fill: null, exit: null, endedAt: signal.expiresAt, rHundredths: 0 };
  return result('expired', leave(life.at(-1)!.close), signal.expiresAt);
}

function closes(bars: readonly Bar[], count: number): bigint[] {
  return bars.slice(-count).map((bar) => bar.close);
}

function changes(bars: readonly Bar[], count: number): bigint[] {
  const values = closes(bars, count + 1);
  return values.slice(1).map((value, i) => value - values[i]!);
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

/** To the nearest, a half to the even one; the divisor is positive. */
function halfEven(num: bigint, den: bigint): bigint {
  const twice = 2n * num;
  const down = (twice - den) / (2n * den);
  for (let whole = down - 1n; ; whole += 1n) {
    const off = twice - 2n * whole * den;
    if (off < den || (off === den && whole % 2n === 0n)) return whole;
  }
}
