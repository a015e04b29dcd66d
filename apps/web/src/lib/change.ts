import { roundHalfEven, toPrice } from './decimal.ts';
import { MINUS, type Sign } from './format.ts';

export type Change = { sign: Sign; text: string };

/** How far a quote's mid is from a price, in percent with two decimals, half-even: "+1.24%". */
export function changeSince(open: string, quote: { bid: string; ask: string }): Change {
  const from = 2n * toPrice(open);
  const moved = toPrice(quote.bid) + toPrice(quote.ask) - from;
  const hundredths = from === 0n ? 0n : roundHalfEven(moved * 10_000n, from);
  const size = hundredths < 0n ? -hundredths : hundredths;
  const text = `${size / 100n}.${String(size % 100n).padStart(2, '0')}%`;
  if (hundredths === 0n) return { sign: 'even', text };
  return hundredths > 0n ? { sign: 'gain', text: `+${text}` } : { sign: 'loss', text: `${MINUS}${text}` };
}
