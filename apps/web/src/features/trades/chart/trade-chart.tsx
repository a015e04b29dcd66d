import { Skeleton } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { later } from '../../../lib/part.ts';
import { queries } from '../../../lib/queries.ts';
import { Panel } from '../../../ui/panel.tsx';

const ChartView = later(() => import('./chart-view.tsx'));
const ChartFrame = later(() => import('./chart-frame.tsx'));

type Props = { instrument: Instrument; className?: string | undefined };

/** The chart of the Market page: the built-in one, or the third-party one where the operator chose it and the market is a real one. */
export function TradeChart({ instrument, className }: Props) {
  const { data } = useQuery(queries.publicSettings());
  return (
    <Panel className={className}>
      <Suspense fallback={<Skeleton height="100%" mih={280} radius="sm" aria-busy />}>
        {data?.chart_provider === 'tradingview' ? (
          <ChartFrame instrument={instrument} />
        ) : (
          <ChartView
            key={instrument.symbol}
            instrument={instrument}
            frameWaits={data?.chart_provider === 'tradingview_waits'}
          />
        )}
      </Suspense>
    </Panel>
  );
}
