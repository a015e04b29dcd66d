import { Skeleton } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { later } from '../../../lib/part.ts';
import { queries } from '../../../lib/queries.ts';
import { Panel } from '../../../ui/panel.tsx';
import type { Charts } from './use-charts.ts';

const ChartArea = later(() => import('./chart-area.tsx'));
const ChartFrame = later(() => import('./chart-frame.tsx'));

type Props = {
  instrument: Instrument;
  /** undefined until they are here. */
  charts: Charts | undefined;
  /** There may be room for several. */
  several: boolean;
  className?: string | undefined;
};

/** The charts of the Market page: the built-in ones, or the third-party one where the operator chose it and the market is a real one. */
export function TradeChart({ instrument, charts, several, className }: Props) {
  const { data } = useQuery(queries.publicSettings());
  const waiting = <Skeleton height="100%" mih={280} radius="sm" aria-busy />;
  return (
    <Panel className={className}>
      <Suspense fallback={waiting}>
        {data?.chart_provider === 'tradingview' ? (
          <ChartFrame instrument={instrument} />
        ) : charts === undefined ? (
          waiting
        ) : (
          <ChartArea charts={charts} several={several} frameWaits={data?.chart_provider === 'tradingview_waits'} />
        )}
      </Suspense>
    </Panel>
  );
}
