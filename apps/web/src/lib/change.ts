import { roundHalfEven, toPrice } from './decimal.ts';
import { MINUS, type Sign, signOf } from './format.ts';
import { useOfQuote } from './quotes.ts';

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

/** The change of a symbol's live quote since a price; null while either is missing. Renders again when its two decimals do. */
export function useChangeSince(symbol: string, since: string | null, seen = true): Change | null {
  const change = useOfQuote(symbol, seen, (quote) => {
    if (since === null || quote === undefined) return null;
    const { sign, text } = changeSince(since, quote);
    return `${sign} ${text}`;
  });
  if (change === null) return null;
  const [sign, text = ''] = change.split(' ');
  return { sign: sign as Sign, text };
}

/** A percentage as the server sends it: "-1.25". */
export function percentChange(percent: string): Change {
  const sign = signOf(percent);
  const size = percent.replace('-', '');
  return { sign, text: `${sign === 'gain' ? '+' : sign === 'loss' ? MINUS : ''}${size}%` };
}
