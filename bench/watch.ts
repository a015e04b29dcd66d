import { type FeedQuote, INSTRUMENTS, simulatedQuote, type Symbol } from '@clearbook/domain/market';
import { TriggerBook } from '@clearbook/domain/watch';

/** A Wednesday noon in New York: every market is open. */
const NOON_MS = Date.UTC(2026, 2, 11, 17);
const SINCE = new Date(0);
const POSITIONS = 1_000_000;
const ORDERS = 50_000;
const SWEEPS = 60;
/** Rows valued between two looks at the clock: one tick is too short for it. */
const ROWS_AT_A_TIME = 2_000_000;
const MARKUPS = [16, 10, 4] as const;

export type WatchFigures = {
  /** Median, in milliseconds of one core, of one sweep: new quotes of all symbols, every row valued, everybody who may be due named. */
  readonly sweepMs: number;
  readonly sweepMaxMs: number;
  /** Named in a sweep, on average. */
  readonly named: number;
  /** Median of one tick of one symbol with this many positions, in a book with all the others. */
  readonly tickOf1000Us: number;
  readonly tickOf100000Us: number;
};

/** One core, one million open positions on all symbols, a third of them with a stop and a target, a tenth trailing, and working orders beside them. */
export function measureWatch(random: () => number): WatchFigures {
  const book = new TriggerBook();
  const quotes = new Map(INSTRUMENTS.map(({ symbol }) => [symbol, simulatedQuote('bench', symbol, NOON_MS)] as const));
  const symbols = INSTRUMENTS.map(({ symbol }) => symbol);
  const few: Symbol = 'EURUSD';
  const many: Symbol = 'BTC';
  const others = symbols.filter((symbol) => symbol !== few && symbol !== many);
  for (let i = 0; i < POSITIONS; i += 1) {
    const symbol = i < 1_000 ? few : i < 101_000 ? many : others[i % others.length]!;
    fill(book, i, symbol, quotes.get(symbol)!, random);
  }
  for (let i = 0; i < ORDERS; i += 1) {
    const symbol = others[i % others.length]!;
    const { bid } = quotes.get(symbol)!;
    book.putOrder({
      id: `o${i}`,
      clientId: `c${i % 100_000}`,
      symbol,
      side: i % 2 === 0 ? 'buy' : 'sell',
      markup: 16,
      type: i % 2 === 0 ? 'limit' : 'stop',
      setSince: SINCE,
      price: (bid * BigInt(9_900 - Math.floor(random() * 500))) / 10_000n,
    });
  }
  let second = 0;
  const next = (symbol: Symbol): FeedQuote => simulatedQuote('bench', symbol, NOON_MS + second * 1_000);
  const sweeps: number[] = [];
  let named = 0;
  for (let i = 0; i < SWEEPS + 5; i += 1) {
    second += 1;
    const all = symbols.map(next);
    const began = cpuUs();
    const found = book.revalue(all);
    const took = (cpuUs() - began) / 1_000;
    // The first few compile.
    if (i < 5) continue;
    sweeps.push(took);
    named += found.length;
  }
  const tick = (symbol: Symbol, rows: number): number => {
    const ticks = ROWS_AT_A_TIME / rows;
    const took: number[] = [];
    for (let i = 0; i < 15; i += 1) {
      const quotes = Array.from({ length: ticks }, () => {
        second += 1;
        return next(symbol);
      });
      const began = cpuUs();
      for (const each of quotes) book.revalue([each]);
      took.push((cpuUs() - began) / ticks);
    }
    return median(took);
  };
  return {
    sweepMs: median(sweeps),
    sweepMaxMs: Math.max(...sweeps),
    named: named / SWEEPS,
    tickOf1000Us: tick(few, 1_000),
    tickOf100000Us: tick(many, 100_000),
  };
}

/** Most positions are far from everything, as positions are; one in a few thousand is near something. */
function fill(book: TriggerBook, i: number, symbol: Symbol, { bid, ask }: FeedQuote, random: () => number): void {
  const side = random() < 0.5 ? 'buy' : 'sell';
  const entryPrice = ((side === 'buy' ? ask : bid) * BigInt(9_950 + Math.floor(random() * 100))) / 10_000n;
  const away = (per: number): bigint => (entryPrice * BigInt(Math.floor((0.008 + random() * 0.1) * per))) / BigInt(per);
  const sign = side === 'buy' ? 1n : -1n;
  const guarded = i % 3 === 0;
  const trailing = i % 10 === 0;
  book.putPosition({
    id: `t${i}`,
    clientId: `c${i % 100_000}`,
    symbol,
    side,
    markup: MARKUPS[i % 3]!,
    openLots: BigInt(1 + Math.floor(random() * 500)),
    entryPrice,
    collateralLeft: 10_000_000_000n,
    requiredMarginLeft: 1_000_000n,
    stopLoss: guarded ? entryPrice - sign * away(10_000) : null,
    takeProfit: guarded ? entryPrice + sign * away(10_000) : null,
    trailingDistance: trailing ? away(10_000) : null,
    trailingPeak: trailing ? entryPrice : null,
    lossStep: 0,
    openSince: SINCE,
    setSince: SINCE,
    trailingSince: SINCE,
    askedSince: null,
    calls: null,
  });
}

/** Time on the core, not on the wall: what others do with the machine meanwhile is not counted. */
function cpuUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

function median(all: number[]): number {
  return all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN;
}
