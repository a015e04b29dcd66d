import {
  conversionPair,
  createSimulation,
  type Instrument,
  INSTRUMENTS,
  instrument,
  session,
  type Simulation,
  type Symbol,
} from '../packages/domain/src/market/index.ts';
import { COINS, CURRENCIES, SHARES } from '../packages/domain/src/market/simulated-anchors.ts';

/** What is measured of prices, simulated and recorded alike. Floating point: statistics, no money. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const CLASSES = ['forex', 'crypto', 'stock'] as const;
type Class = (typeof CLASSES)[number];

/** Minutes are looked at for a month, days and weeks from when the simulated market began, for ten years. */
const MONTH_ENDS = Date.UTC(2026, 10, 20, 21);
/** A Thursday, when all markets are open. */
const FIRST_WEEK = Date.UTC(2023, 0, 5, 16);
const WEEKS = 520;
const WEEKS_A_QUARTER = 13;

/** Of each class, those whose weeks are traded together. */
export const BASKET: readonly Symbol[] = [
  ...(['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD', 'EURGBP', 'NZDCAD'] as const),
  ...(['BTC', 'ETH', 'XRP', 'SOL', 'AAVE'] as const),
  ...(['AAPL', 'TSLA', 'KO', 'JPM', 'XOM'] as const),
];

/** Fourth moment over the square of the second: 3 for normal moves. */
export function kurtosis(moves: readonly number[]): number {
  const second = mean(moves.map((each) => each ** 2));
  return mean(moves.map((each) => each ** 4)) / second ** 2;
}

/** Correlation of each figure with the next. */
export function autocorrelation(figures: readonly number[]): number {
  const middle = mean(figures);
  let [together, alone] = [0, 0];
  for (const [i, each] of figures.entries()) {
    alone += (each - middle) ** 2;
    if (i > 0) together += (each - middle) * (figures[i - 1]! - middle);
  }
  return together / alone;
}

/** Share of the variance from close to close that lies between a close and the next open. */
export function overnightShare(days: readonly { readonly open: number; readonly close: number }[]): number {
  let [night, day] = [0, 0];
  for (const [i, { open, close }] of days.entries()) {
    day += Math.log(close / open) ** 2;
    const before = days[i - 1];
    if (before !== undefined) night += Math.log(open / before.close) ** 2;
  }
  return night / (night + day);
}

/** A year's mean over a year's deviation, of weekly results. */
export function sharpe(results: readonly number[]): number {
  const middle = mean(results);
  return (middle / Math.sqrt(mean(results.map((each) => (each - middle) ** 2)))) * Math.sqrt(52);
}

/** Results of holding the opposite of last week's move, weighted alike by size, all series together. */
export function contrarian(series: readonly (readonly number[])[]): number[] {
  return weekly(series, (prices, week) => Math.log(prices[week - 1]! / prices[week]!));
}

/** The slope of what follows on a distance, as a t statistic over groups that know nothing of each other. */
export function slopeT(groups: readonly { readonly distance: number; readonly move: number }[][]): number {
  const sums = groups.map((group) => group.reduce((sum, { distance, move }) => sum + distance * move, 0));
  return sums.reduce((a, b) => a + b, 0) / Math.sqrt(sums.reduce((a, b) => a + b * b, 0));
}

/** A position for each week from what was known at its beginning, in units of each series' own deviation; the mean over the series. */
function weekly(
  series: readonly (readonly number[])[],
  position: (prices: readonly number[], week: number) => number,
): number[] {
  const weeks = Math.min(...series.map((each) => each.length)) - 1;
  const deviations = series.map((prices) =>
    Math.sqrt(mean(prices.slice(1).map((each, i) => Math.log(each / prices[i]!) ** 2))),
  );
  return Array.from({ length: weeks - 1 }, (_, i) =>
    mean(
      series.map((prices, n) => {
        const unit = deviations[n]!;
        return (Math.sign(position(prices, i + 1)) * Math.log(prices[i + 2]! / prices[i + 1]!)) / unit;
      }),
    ),
  );
}

export type SeedFigures = {
  /** By class: moves of one minute, and of a quarter of an hour. */
  readonly minutes: Readonly<Record<Class, Clusters>>;
  readonly quarters: Readonly<Record<Class, Clusters>>;
  readonly overnight: number;
  /** Yearly Sharpe ratios of two rules over the basket: against last week's move, and towards the published first prices. */
  readonly againstWeek: number;
  readonly towardsAnchor: number;
  /** By class: quarters' moves after a distance from the published first price, in deviations. */
  readonly slopes: Readonly<Record<Class, { distance: number; move: number }[]>>;
  readonly trianglesTried: number;
  readonly trianglesGained: number;
};
export type Clusters = { readonly kurtosis: number; readonly absolute: number; readonly plain: number };

/** Everything about one seed. Each looks at another instrument of each class. */
export function measureSeed(number: number): SeedFigures {
  const simulation = createSimulation(`market ${number}`);
  const perClass = <T>(measure: (of: Instrument) => T): Record<Class, T> => {
    const pick = (which: Class): Instrument => {
      const all = INSTRUMENTS.filter((each) => each.class === which);
      return all[number % all.length]!;
    };
    return { forex: measure(pick('forex')), crypto: measure(pick('crypto')), stock: measure(pick('stock')) };
  };
  const moves = perClass((of) => minuteMoves(simulation, of, MONTH_ENDS - 30 * DAY_MS, MONTH_ENDS));
  const clusters =
    (by: number) =>
    (all: readonly (readonly number[])[]): Clusters => {
      const joined = all.flatMap((run) => (by === 1 ? run : joinedBy(run, by)));
      return {
        kurtosis: kurtosis(joined),
        absolute: autocorrelation(joined.map(Math.abs)),
        plain: autocorrelation(joined),
      };
    };
  const basket = BASKET.map((symbol) => weeklyPrices(simulation, symbol));
  const [tried, gained] = triangles(simulation, number);
  return {
    minutes: mapClasses(moves, clusters(1)),
    quarters: mapClasses(moves, clusters(15)),
    overnight: overnightShare(stockDays(simulation, number)),
    againstWeek: sharpe(contrarian(basket)),
    towardsAnchor: sharpe(towardsAnchors(basket)),
    slopes: mapClasses({ forex: 'forex', crypto: 'crypto', stock: 'stock' } as const, (which) =>
      slopesOf(basket, which),
    ),
    trianglesTried: tried,
    trianglesGained: gained,
  };
}

/** Moves of a minute in runs without a closed hour between them. */
function minuteMoves(simulation: Simulation, of: Instrument, fromMs: number, untilMs: number): number[][] {
  const runs: number[][] = [];
  for (let at = fromMs; at < untilMs;) {
    const now = session(of, at);
    if (!now.open) {
      at = now.opensAt;
      continue;
    }
    const run: number[] = [];
    const ends = Math.min(now.closesAt, untilMs);
    let before = Number.NaN;
    for (; at < ends; at += MINUTE_MS) {
      const log = Math.log(Number(simulation.mid(of.symbol, at)));
      if (!Number.isNaN(before)) run.push(log - before);
      before = log;
    }
    runs.push(run);
  }
  return runs;
}

/** Open and close of a share's days over five years. */
function stockDays(simulation: Simulation, number: number): { open: number; close: number }[] {
  const shares = INSTRUMENTS.filter((each) => each.class === 'stock');
  const of = shares[number % shares.length]!;
  const days: { open: number; close: number }[] = [];
  for (let at = FIRST_WEEK; at < FIRST_WEEK + 5 * 365 * DAY_MS; at += DAY_MS) {
    const now = session(of, at);
    if (!now.open) continue;
    days.push({
      open: Number(simulation.mid(of.symbol, now.opensAt)),
      close: Number(simulation.mid(of.symbol, now.closesAt - 1)),
    });
  }
  return days;
}

function weeklyPrices(simulation: Simulation, symbol: Symbol): number[] {
  return Array.from({ length: WEEKS }, (_, week) => Number(simulation.mid(symbol, FIRST_WEEK + week * WEEK_MS)) / 1e10);
}

function anchorOf({ class: which, symbol, base, quote }: Instrument): number {
  if (which === 'forex') return CURRENCIES[base]!.usd / CURRENCIES[quote]!.usd;
  return (which === 'crypto' ? COINS : SHARES)[symbol as never]['usd'];
}

function towardsAnchors(basket: readonly (readonly number[])[]): number[] {
  const anchors = new Map(basket.map((prices, i) => [prices, anchorOf(instrument(BASKET[i]!))]));
  return weekly(basket, (prices, week) => anchors.get(prices)! - prices[week]!);
}

function slopesOf(basket: readonly (readonly number[])[], which: Class): { distance: number; move: number }[] {
  return basket.flatMap((prices, i) => {
    const of = instrument(BASKET[i]!);
    if (of.class !== which) return [];
    const anchor = anchorOf(of);
    const found: { distance: number; move: number }[] = [];
    for (let week = 0; week + WEEKS_A_QUARTER < prices.length; week += WEEKS_A_QUARTER)
      found.push({
        distance: Math.log(prices[week]! / anchor),
        move: Math.log(prices[week + WEEKS_A_QUARTER]! / prices[week]!),
      });
    return found;
  });
}

const CROSSES = INSTRUMENTS.filter(
  ({ class: which, base, quote }) => which === 'forex' && base !== 'USD' && quote !== 'USD',
);
const TRIANGLES = 60;

/** Round each cross and its two dollar pairs, both ways, at the feed's own bid and ask. */
function triangles(simulation: Simulation, number: number): [tried: number, gained: number] {
  let gained = 0;
  for (let n = 0; n < TRIANGLES; n += 1) {
    const at = FIRST_WEEK + ((number * TRIANGLES + n) % WEEKS) * WEEK_MS + n * 61_000;
    const cross = CROSSES[(number + n) % CROSSES.length]!;
    const sides = (currency: string): { bid: number; ask: number } => {
      const pair = conversionPair(currency)!;
      const quote = simulation.quote(pair.symbol, at);
      const [bid, ask] = [Number(quote.bid) / 1e10, Number(quote.ask) / 1e10];
      return pair.inverse ? { bid: 1 / ask, ask: 1 / bid } : { bid, ask };
    };
    const quote = simulation.quote(cross.symbol, at);
    const [base, other] = [sides(cross.base), sides(cross.quote)];
    if ((Number(quote.ask) / 1e10) * other.ask < base.bid || (Number(quote.bid) / 1e10) * other.bid > base.ask)
      gained += 1;
  }
  return [TRIANGLES, gained];
}

/** Moves of several steps as one. */
function joinedBy(moves: readonly number[], by: number): number[] {
  return Array.from({ length: Math.floor(moves.length / by) }, (_, i) =>
    moves.slice(i * by, (i + 1) * by).reduce((sum, each) => sum + each, 0),
  );
}

function mapClasses<A, B>(of: Readonly<Record<Class, A>>, map: (each: A) => B): Record<Class, B> {
  return { forex: map(of.forex), crypto: map(of.crypto), stock: map(of.stock) };
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, each) => sum + each, 0) / figures.length;
}
