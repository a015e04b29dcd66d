import '../../../app/styles-rest.ts';
import { Alert } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { chartWords as words } from '@clearbook/contracts/words/chart';
import { Maximize2, Minimize2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { usePageKeys } from '../../../app/shortcuts.ts';
import { later } from '../../../lib/part.ts';
import { useInstruments } from '../../../lib/use-instruments.ts';
import { QuoteHead } from '../../../ui/quote-head.tsx';
import classes from './chart.module.css';
import { Attribution, ChartView } from './chart-view.tsx';
import { fitting, placesShown } from './layout.ts';
import { Tool } from './toolbar.tsx';
import type { Charts } from './use-charts.ts';

/** Only wide windows have it. */
const LayoutMenu = later(() => import('./layout-menu.tsx'));

type Props = {
  charts: Charts;
  several: boolean;
  /** The operator chose the third-party chart, which this market cannot have. */
  frameWaits: boolean;
};

const nameId = (at: number): string => `chart-${at}`;

/** One, two or four charts under the tools of the active one. Those that are not shown are not there, and ask for nothing. */
export default function ChartArea({ charts, several, frameWaits }: Props) {
  const { layout, activate } = charts;
  const { bySymbol } = useInstruments();
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [large, setLarge] = useState(false);
  const { ref, ...room } = useElementSize();
  const count = several ? fitting(layout.shown, room) : 1;
  const places = placesShown(layout, count);
  const alone = places.length === 1;
  const page = bySymbol.get(layout.charts[layout.active]?.symbol ?? '');
  usePageKeys({
    l: () => {
      const next = places[(places.indexOf(layout.active) + 1) % places.length] ?? layout.active;
      activate(next);
      document.getElementById(nameId(next))?.focus();
    },
  });

  return (
    <div
      className={classes.area}
      data-large={large || undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !large || event.defaultPrevented) return;
        event.preventDefault();
        setLarge(false);
      }}
    >
      <div className={classes.head}>
        {alone && page !== undefined && <QuoteHead instrument={page} />}
        <div className={classes.toolbar} role="toolbar" aria-label={words.chart}>
          <div ref={setTools} className={classes.toolHost} />
          {several && <Layouts charts={charts} fits={count === layout.shown} />}
          <Tool
            label={words.large}
            icon={large ? Minimize2 : Maximize2}
            aria-pressed={large}
            onClick={() => setLarge(!large)}
          />
        </div>
      </div>
      {frameWaits && (
        <Alert color="gray" p="xs" mb={8}>
          {words.frameWaits}
        </Alert>
      )}
      <div ref={ref} className={classes.charts} data-count={places.length}>
        {places.map((at) => {
          const choice = layout.charts[at];
          const instrument = bySymbol.get(choice?.symbol ?? '');
          const active = at === layout.active;
          if (choice === undefined || instrument === undefined) return null;
          return (
            <div
              key={at}
              className={classes.chart}
              data-active={(active && !alone) || undefined}
              onPointerDownCapture={() => activate(at)}
            >
              <ChartView
                key={instrument.symbol}
                instrument={instrument}
                choice={choice}
                onChoice={(part) => charts.change(at, part)}
                tools={active ? tools : null}
                name={alone ? null : { id: nameId(at), onActivate: () => activate(at) }}
              />
            </div>
          );
        })}
      </div>
      {!alone && (
        <p className={classes.foot} data-end>
          <Attribution />
        </p>
      )}
    </div>
  );
}

/** Its room is kept until it is here. */
function Layouts(props: { charts: Charts; fits: boolean }) {
  return (
    <Suspense fallback={<span className={classes.bare} />}>
      <LayoutMenu {...props} />
    </Suspense>
  );
}
