import { SegmentedControl } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useState, type ReactNode } from 'react';
import { useQuote } from '../lib/quotes.ts';
import { Panel } from './panel.tsx';
import classes from './chart-panel.module.css';
import { DEFAULT_INTERVAL, INTERVALS, PriceChart, type Interval } from './price-chart.tsx';
import { Price } from './price.tsx';

type Props = {
  instrument: Instrument;
  className?: string | undefined;
  /** Stands beside the intervals. */ actions?: ReactNode;
};

/** A chart with its symbol, its live quote and the choice of interval. Times are UTC. */
export function ChartPanel({ instrument, className, actions }: Props) {
  const [interval, setInterval] = useState<Interval>(DEFAULT_INTERVAL);
  const quote = useQuote(instrument.symbol);
  const { digits, name } = instrument;
  return (
    <Panel className={className}>
      <div className={classes.fill}>
        <div className={classes.head}>
          <div className={classes.names}>
            <h2 className={classes.symbol}>{name}</h2>
            <dl className={classes.quote}>
              <div>
                <dt>{words.bid}</dt>
                <dd>
                  <Price value={quote?.bid} digits={digits} live />
                </dd>
              </div>
              <div>
                <dt>{words.ask}</dt>
                <dd>
                  <Price value={quote?.ask} digits={digits} live />
                </dd>
              </div>
            </dl>
          </div>
          <div className={classes.tools}>
            {actions}
            <SegmentedControl
              aria-label={words.interval}
              size="xs"
              value={interval}
              onChange={(value) => setInterval(value as Interval)}
              data={INTERVALS.map((value) => ({ value, label: value }))}
            />
          </div>
        </div>
        <div className={classes.chart}>
          <PriceChart symbol={instrument.symbol} name={name} interval={interval} digits={digits} />
        </div>
      </div>
    </Panel>
  );
}
