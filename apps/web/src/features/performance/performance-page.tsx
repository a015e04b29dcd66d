import { performanceWords as words } from '@clearbook/contracts/words/performance';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@mantine/core';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TradeDetails } from '../trades/index.ts';
import { Calendar } from './calendar.tsx';
import { Costs } from './costs.tsx';
import { FigureCards } from './figures.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Gains } from './gains.tsx';
import { Groups } from './groups.tsx';
import { performanceQueries } from './performance-queries.ts';
import classes from './performance.module.css';
import { toTrades } from './to-trades.ts';
import { TradesBehind } from './trades-behind.tsx';
import { usePerformanceFilters } from './use-performance-filters.ts';

/** How the client's own trading went, from the ledger, and what they wrote about it. */
export default function PerformancePage() {
  const at = usePerformanceFilters();
  const performance = useQuery(performanceQueries.performance(at.filters));
  const { data } = performance;
  return (
    <>
      <PageHeader title={words.title} description={words.intro} />
      <div className={classes.page}>
        <FilterBar at={at} tags={data?.tags ?? []} />
        {data === undefined && performance.error !== null ? (
          <ErrorState error={performance.error} onRetry={() => void performance.refetch()} />
        ) : (
          <FigureCards data={data} at={at} />
        )}
        {performance.isPending && <Skeleton height={360} radius="lg" aria-busy />}
        {data !== undefined && data.trades > 0 && (
          <>
            <Calendar
              key={data.by_day.at(-1)?.key}
              days={data.by_day}
              onPick={(day) => {
                at.set({ from: day, to: day });
                toTrades();
              }}
            />
            <Groups data={data} at={at} />
          </>
        )}
        {data !== undefined && <Costs costs={data.costs} />}
        <TradesBehind at={at} />
        <Gains />
      </div>
      <TradeDetails id={at.trade} onClose={() => at.set({ trade: '' })} />
    </>
  );
}
