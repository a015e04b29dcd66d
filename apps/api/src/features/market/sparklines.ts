import type { SparklineWire } from '@clearbook/contracts/market';
import { exactPrice, instrument, sharesPerShare, type Symbol } from '@clearbook/domain/market';
import type { Market } from './market.ts';

/** Bars of an hour: the last day's way. */
const BARS = 24;
/** A line of a few pixels does not show less than this. */
const KEPT_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * The way of a day's prices for a list of symbols. The newest line of each symbol is kept for a minute, so that a market list which
 * everybody looks at is worked out once. For drawing only: no figure of money follows from it.
 */
export function createSparklines(market: Market): (symbols: readonly Symbol[], now: Date) => Promise<SparklineWire[]> {
  const kept = new Map<Symbol, { readonly atMs: number; readonly line: SparklineWire }>();
  return async (symbols, now) => {
    const lines: SparklineWire[] = [];
    for (const symbol of symbols) {
      const known = kept.get(symbol);
      const line =
        known !== undefined && stillTrue(market, symbol, known.atMs, now)
          ? known.line
          : await draw(market, symbol, now);
      if (line !== known?.line) kept.set(symbol, { atMs: now.getTime(), line });
      lines.push(line);
    }
    return lines;
  };
}

/** Not for long, and not beyond a split. */
function stillTrue({ actionsOf }: Market, symbol: Symbol, atMs: number, now: Date): boolean {
  const ageMs = now.getTime() - atMs;
  if (ageMs < 0 || ageMs >= KEPT_MS) return false;
  const { num, den } = sharesPerShare(actionsOf(symbol), atMs, now.getTime());
  return num === den;
}

async function draw(market: Market, symbol: Symbol, now: Date): Promise<SparklineWire> {
  const bars = await market.bars(symbol, '1h', BARS, now);
  const { digits } = instrument(symbol);
  const day = Math.floor((bars.at(-1)?.timeMs ?? 0) / DAY_MS);
  const first = bars.find(({ timeMs }) => Math.floor(timeMs / DAY_MS) === day);
  return {
    symbol,
    since: first === undefined ? null : exactPrice(first.open, digits),
    closes: bars.map(({ close }) => exactPrice(close, digits)),
  };
}
