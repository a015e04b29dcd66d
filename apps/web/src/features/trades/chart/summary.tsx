import type { Bar, Instrument } from '@clearbook/contracts';
import type { Interval } from '@clearbook/contracts/intervals';
import { chartWords as words } from '@clearbook/contracts/words/chart';
import { useEffect, useState } from 'react';
import { formatPrice, MINUS } from '../../../lib/format.ts';
import { quoteStore } from '../../../lib/quotes.ts';
import classes from './chart.module.css';

/** As many bars as somebody listens to. */
export const ROWS = 30;
/** It speaks again at most this often, and only where it reads differently. */
const SPEAK_EVERY_MS = 60_000;

type Props = { instrument: Instrument; interval: Interval; bars: readonly Bar[] };

/** The chart in a sentence, for those who do not see it: at first, and then once a minute where it has changed. */
export function Summary({ instrument, interval, bars }: Props) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const say = () => setSaid(summaryOf(instrument, interval, bars, mid(instrument)));
    say();
    const timer = setInterval(say, SPEAK_EVERY_MS);
    return () => clearInterval(timer);
    // The bars of this moment are read when it speaks; a new list of them is no reason to speak.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [instrument.symbol, interval, bars.length === 0]);
  return (
    <p role="status" className={classes.hidden}>
      {said}
    </p>
  );
}

function mid({ symbol }: Instrument): number | null {
  const quote = quoteStore.get(symbol);
  return quote === undefined ? null : (Number(quote.bid) + Number(quote.ask)) / 2;
}

/** Over the newest bars that the table shows. */
export function summaryOf(
  { name, digits }: Pick<Instrument, 'name' | 'digits'>,
  interval: Interval,
  all: readonly Bar[],
  now: number | null,
): string {
  const bars = all.slice(-ROWS);
  const first = bars[0];
  if (first === undefined) return '';
  const last = now ?? Number(bars.at(-1)?.close);
  const change = (100 * (last - Number(first.open))) / Number(first.open);
  const price = (value: number): string => formatPrice(value.toFixed(digits));
  return words.summary({
    ...{ name, interval, last: price(last), bars: bars.length },
    change: `${change < 0 ? MINUS : '+'}${Math.abs(change).toFixed(2)}%`,
    high: price(Math.max(last, ...bars.map(({ high }) => Number(high)))),
    low: price(Math.min(last, ...bars.map(({ low }) => Number(low)))),
  });
}
