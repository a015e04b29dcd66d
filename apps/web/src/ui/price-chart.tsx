import { Skeleton } from '@mantine/core';
import type { Interval } from '@clearbook/contracts/intervals';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { later } from '../lib/part.ts';
import { isWithinDay } from '../lib/intervals.ts';
import { useSeenOnce } from '../lib/later.ts';
import { queries } from '../lib/queries.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { useStale } from '../lib/quotes.ts';
import { chartZone } from '../lib/zone.ts';
import classes from './price-chart.module.css';

const Candles = later(() => import('./candles.tsx'));

/** Sixty minutes, the specification's default. */
export const DEFAULT_INTERVAL: Interval = '1h';

/**
 * Candles of one symbol in UTC, in the colours of the theme. The chart library comes in a file of its own, and
 * both it and the bars once the chart is on screen: on a phone it lies below what is seen first.
 */
export function PriceChart({
  symbol,
  name,
  interval,
  digits,
}: {
  symbol: string;
  name: string;
  interval: Interval;
  digits: number;
}) {
  const [box, seen] = useSeenOnce<HTMLDivElement>();
  const stale = useStale([symbol], seen);
  const bars = useQuery({ ...queries.bars(symbol, interval), enabled: seen });
  return (
    <div
      ref={box}
      className={classes.box}
      role="group"
      aria-label={words.chartOf(name)}
      data-stale={stale || undefined}
    >
      {bars.data === undefined && bars.error !== null && (
        <ErrorState error={bars.error} onRetry={() => void bars.refetch()} />
      )}
      {bars.data === undefined && bars.error === null && <Skeleton height="100%" radius="sm" />}
      {bars.data !== undefined && bars.data.data.length === 0 && <EmptyState title={words.chartEmpty} />}
      {bars.data !== undefined && bars.data.data.length > 0 && (
        <Suspense fallback={<Skeleton height="100%" radius="sm" />}>
          <Candles
            key={`${symbol}:${interval}`}
            symbol={symbol}
            bars={bars.data.data}
            interval={interval}
            digits={digits}
          />
        </Suspense>
      )}
      <p className={classes.foot}>
        <span>{words.chartZone(chartZone(isWithinDay(interval)))}</span>
        <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
          {words.attribution}
        </a>
      </p>
    </div>
  );
}
