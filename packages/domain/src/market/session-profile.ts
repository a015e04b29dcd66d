import type { AssetClass } from './instruments.ts';

/**
 * How a session's variance is spread over it, on average: shares that have passed at any second. Equal pieces, even inside a piece.
 * Forex from 17:00 New York by the hour (Asia, London, New York, in that order); crypto by the hour of UTC; stocks busy at the open, calm at
 * noon and busier at the close.
 */
const RATES: Readonly<Record<AssetClass, readonly number[]>> = {
  forex: [
    0.35, 0.4, 0.6, 0.75, 0.75, 0.65, 0.55, 0.5, 0.5, 0.75, 1.2, 1.5, 1.3, 1.1, 1.1, 1.7, 1.9, 1.9, 1.5, 1.1, 0.9, 0.9,
    0.8, 0.55,
  ],
  crypto: [
    0.95, 0.9, 0.85, 0.8, 0.75, 0.75, 0.8, 0.85, 0.9, 0.9, 0.95, 1, 1.1, 1.35, 1.5, 1.5, 1.35, 1.25, 1.15, 1.1, 1.05, 1,
    0.95, 0.9,
  ],
  stock: [
    2.8, 1.9, 1.5, 1.25, 1.1, 1, 0.9, 0.8, 0.75, 0.7, 0.65, 0.65, 0.6, 0.6, 0.6, 0.6, 0.6, 0.65, 0.65, 0.7, 0.75, 0.8,
    0.85, 0.95, 1.1, 1.4,
  ],
};

const PASSED: Readonly<Record<AssetClass, Float64Array>> = {
  forex: sums(RATES.forex),
  crypto: sums(RATES.crypto),
  stock: sums(RATES.stock),
};

/** Share of the variance of a session of `seconds` that has passed `second` seconds into it; all of it afterwards. */
export function passedShare(of: AssetClass, seconds: number, second: number): number {
  if (second >= seconds) return 1;
  const passed = PASSED[of];
  const at = (second * (passed.length - 1)) / seconds;
  const piece = Math.floor(at);
  const before = passed[piece]!;
  return before + (passed[piece + 1]! - before) * (at - piece);
}

function sums(rates: readonly number[]): Float64Array {
  const found = new Float64Array(rates.length + 1);
  for (const [i, rate] of rates.entries()) found[i + 1] = found[i]! + rate;
  const total = found[rates.length]!;
  return found.map((each) => each / total);
}
