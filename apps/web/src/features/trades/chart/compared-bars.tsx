import type { Interval } from '@clearbook/contracts/intervals';
import { useEffect } from 'react';
import { quoteStore } from '../../../lib/quotes.ts';
import type { Plot } from './plot.ts';
import { useBars } from './use-bars.ts';

type Props = {
  plot: Plot;
  symbols: readonly string[];
  interval: Interval;
  /** When the chart's own oldest bar began: compared assets go back as far. */
  since: string;
};

/** Reads what compared assets are drawn from; the picture shows it. */
export default function ComparedBars({ symbols, ...rest }: Props) {
  return symbols.map((symbol) => <Compared key={symbol} symbol={symbol} {...rest} />);
}

function Compared({ plot, symbol, interval, since }: Omit<Props, 'symbols'> & { symbol: string }) {
  const { bars, wantOlder } = useBars(symbol, interval);
  const first = bars?.[0]?.time;
  useEffect(() => {
    if (bars !== undefined) plot.setComparedBars(symbol, bars);
  }, [plot, symbol, bars]);
  useEffect(() => {
    if (first !== undefined && first > since) wantOlder();
  }, [first, since, wantOlder]);
  useEffect(() => {
    const draw = () => {
      const quote = quoteStore.get(symbol);
      if (quote !== undefined) plot.comparedQuote(symbol, quote);
    };
    return quoteStore.subscribe(symbol, draw);
  }, [plot, symbol]);
  return null;
}
