import type { Reply } from '@clearbook/contracts';
import { roundHalfEven, toPrice } from './decimal.ts';
import { MINUS, type Sign } from './format.ts';

type Bars = Reply<'GET /bars'>['data'];
export type Change = { sign: Sign; text: string };

/** The price that "today" is measured from: the open of the first bar of the newest bar's day in UTC. Null without bars. */
export function openOfDay(bars: Bars): string | null {
  const day = bars.at(-1)?.time.slice(0, 10);
  return bars.find(({ time }) => time.slice(0, 10) === day)?.open ?? null;
}

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
