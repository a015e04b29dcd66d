import type { Instrument } from '@clearbook/contracts';
import { INTERVALS, type Interval } from '@clearbook/contracts/intervals';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useState, type ReactNode } from 'react';
import { Panel } from './panel.tsx';
import classes from './chart-panel.module.css';
import { DEFAULT_INTERVAL, PriceChart } from './price-chart.tsx';
import { QuoteHead } from './quote-head.tsx';
import { SegmentedControl } from './segmented-control.tsx';

type Props = {
  instrument: Instrument;
  className?: string | undefined;
  /** Stands beside the intervals. */ actions?: ReactNode;
};

/** A chart with its symbol, its live quote and the choice of interval. Times are UTC. */
export function ChartPanel({ instrument, className, actions }: Props) {
  const [interval, setInterval] = useState<Interval>(DEFAULT_INTERVAL);
  const { digits, name } = instrument;
  return (
    <Panel className={className}>
      <div className={classes.fill}>
        <div className={classes.head}>
          <QuoteHead instrument={instrument} />
          <div className={classes.tools}>
            {actions}
            <SegmentedControl
              aria-label={words.interval}
              size="xs"
              value={interval}
              onChange={setInterval}
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
