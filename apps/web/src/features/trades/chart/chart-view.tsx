import { Skeleton } from '@mantine/core';
import type { Bar, Instrument } from '@clearbook/contracts';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { Suspense, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { focusChoice } from '../../../app/shortcuts.ts';
import { isWithinDay } from '../../../lib/intervals.ts';
import { later } from '../../../lib/part.ts';
import { formatSymbol } from '../../../lib/format.ts';
import { useInstruments } from '../../../lib/use-instruments.ts';
import { useStale } from '../../../lib/quotes.ts';
import { chartZone } from '../../../lib/zone.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { QuoteHead } from '../../../ui/quote-head.tsx';
import { KEY_PLACES } from '../key-places.ts';
import { useWantedPrice } from '../price-pick.ts';
import { BarCloses } from './bar-closes.tsx';
import type { MenuAt } from './chart-menu.tsx';
import { type VolumeKind, volumeKind } from './candles.ts';
import classes from './chart.module.css';
import { DrawingMenu } from './drawing-menu.tsx';
import type { Look } from './layout.ts';
import { LegendBox } from './legend.tsx';
import { SelectedDrawing, Stage } from './stage.tsx';
import { Summary } from './summary.tsx';
import { Toolbar } from './toolbar.tsx';
import { useBars } from './use-bars.ts';
import { useDrawingTools } from './use-drawing-tools.ts';
import { usePlot, type PlotParts } from './use-plot.ts';
import { useTrading } from './use-trading.ts';

/** Each comes when it is first wanted: most charts have neither trades nor drawings. */
const LineHandles = later(() => import('./line-handles.tsx'));
const ComparedBars = later(() => import('./compared-bars.tsx'));
const BarsTable = later(() => import('./bars-table.tsx'));
const DrawingLayer = later(() => import('./drawing-layer.tsx'));
const ChartMenu = later(() => import('./chart-menu.tsx'));
const PickLayer = later(() => import('./pick-layer.tsx'));

type Props = {
  instrument: Instrument;
  choice: Look;
  onChoice: (part: Partial<Look>) => void;
  /** Where the tools of the active chart go, beside those of all of them; null for the others. */
  tools: HTMLElement | null;
  /** What makes this chart the active one; null where it is alone. */
  name: { id: string; onActivate: () => void } | null;
};

/** A chart in full: its tools, the picture, and the same in words. */
export function ChartView(props: Props) {
  const { interval } = props.choice;
  useKeptInterval(interval);
  return <Board key={interval} {...props} />;
}

/** Each interval has a board of its own: whoever chose one with the keyboard goes on from where they chose it. */
function useKeptInterval(interval: Look['interval']): void {
  const before = useRef(interval);
  useEffect(() => {
    const changed = before.current !== interval;
    before.current = interval;
    if (changed && document.activeElement === document.body) focusChoice(KEY_PLACES.interval);
  }, [interval]);
}

function Board({ instrument, choice, onChoice, tools, name }: Props) {
  const { symbol } = instrument;
  const { interval } = choice;
  const { bars, error, refetch, wantOlder } = useBars(symbol, interval);
  const trading = useTrading(symbol);
  const drawing = useDrawingTools(symbol);
  const { drawings, selected, onSelect } = drawing;
  const [table, setTable] = useState(false);
  const shown = { instrument, choice, bars, marks: trading.marks, drawings, selected };
  const picture = usePlot({ ...shown, onOlder: wantOlder, onDrawings: drawing.change, onSelect });
  const stale = useStale([symbol]);
  const { plot } = picture;
  const volume = volumeKind(bars ?? []);
  const label = tradeWords.chartOf(instrument.name);
  const active = tools !== null;

  return (
    <div className={classes.fill}>
      {tools !== null &&
        createPortal(
          <Toolbar {...{ symbol, choice, onChoice, plot, table }} volume={volume} onTable={setTable}>
            <DrawingMenu
              drawings={drawings}
              ready={drawing.ready && plot !== null}
              panel={drawing.menu}
              onTool={drawing.onTool}
              onChange={(next) => drawing.change(next)}
              undo={drawing.undo}
              redo={drawing.redo}
            />
          </Toolbar>,
          tools,
        )}
      {name !== null && (
        <QuoteHead instrument={instrument}>
          <button id={name.id} type="button" className={classes.name} aria-pressed={active} onClick={name.onActivate}>
            {instrument.name} <span>{interval}</span>
          </button>
        </QuoteHead>
      )}
      <div className={classes.box} role="group" aria-label={label} data-stale={stale || undefined}>
        {bars === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
        {bars === undefined && error === null && <Skeleton height="100%" radius="sm" aria-busy />}
        {bars?.length === 0 && <EmptyState title={tradeWords.chartEmpty} />}
        {bars !== undefined && bars.length > 0 && (
          <Picture {...{ instrument, choice, bars, volume, trading, drawing, picture, table, active }} />
        )}
      </div>
      <p className={classes.foot} data-small={name !== null || undefined}>
        <span>{chartZone(isWithinDay(interval))}</span>
        {instrument.open && <BarCloses interval={interval} />}
        {name === null && <Attribution />}
      </p>
    </div>
  );
}

/** Who made the library that draws, as its licence asks for. */
export function Attribution() {
  return (
    <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
      {tradeWords.attribution}
    </a>
  );
}

type PictureProps = {
  instrument: Instrument;
  choice: Look;
  bars: readonly Bar[];
  volume: VolumeKind | null;
  trading: ReturnType<typeof useTrading>;
  drawing: ReturnType<typeof useDrawingTools>;
  picture: PlotParts;
  table: boolean;
  active: boolean;
};

/** The picture with what lies over it, and the same in words. */
function Picture({ instrument, choice, bars, volume, trading, drawing, picture, table, active }: PictureProps) {
  const { lines, trades, orders } = trading;
  const { drawings, selected, onSelect } = drawing;
  const { plot } = picture;
  const wanted = useWantedPrice();
  const pick = active && wanted?.symbol === instrument.symbol ? wanted : null;
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const { bySymbol } = useInstruments();
  const compared = choice.compare.filter((symbol) => symbol !== instrument.symbol);
  const named = compared.map((symbol) => ({ symbol, name: formatSymbol(symbol, bySymbol.get(symbol)?.class) }));
  return (
    <>
      <Stage
        stage={picture.stage}
        plot={plot}
        label={tradeWords.chartOf(instrument.name)}
        selecting={selected !== null}
        onRemove={drawing.onRemove}
        onDeselect={() => onSelect(null)}
        undo={drawing.undo}
        redo={drawing.redo}
        onMenu={({ x, y }) => {
          const price = plot?.priceAt(y) ?? 0;
          if (price > 0)
            setMenu((now) => ({ x, y, price: price.toFixed(instrument.digits), times: (now?.times ?? 0) + 1 }));
        }}
      />
      <LegendBox
        digits={instrument.digits}
        compared={named}
        indicators={choice.indicators}
        volume={volume}
        onLegend={picture.onLegend}
      />
      {plot !== null && lines.length > 0 && (
        <Suspense fallback={null}>
          <LineHandles {...{ plot, instrument, lines, trades, orders }} onPainted={picture.onPainted} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        {plot !== null && compared.length > 0 && (
          <ComparedBars plot={plot} symbols={compared} interval={choice.interval} since={bars[0]?.time ?? ''} />
        )}
        {plot !== null && drawing.tool !== null && (
          <DrawingLayer
            plot={plot}
            kind={drawing.tool}
            drawings={drawings}
            onDone={(drawn) => {
              picture.stage.current?.focus({ preventScroll: true });
              if (drawn === null) plot.setDrawings(drawings, selected);
              drawing.onDrawn(drawn);
            }}
          />
        )}
        {plot !== null && pick !== null && <PickLayer plot={plot} digits={instrument.digits} pick={pick} />}
        {menu !== null && (
          <ChartMenu
            key={menu.times}
            instrument={instrument}
            at={menu}
            onClose={() => {
              setMenu(null);
              picture.stage.current?.focus({ preventScroll: true });
            }}
          />
        )}
        {table && <BarsTable {...{ instrument, bars, volume }} interval={choice.interval} compared={named} />}
      </Suspense>
      {drawing.chosen !== undefined && drawing.tool === null && (
        <SelectedDrawing
          kind={drawing.chosen.kind}
          onEdit={() => drawing.menu.current?.showPopover()}
          onRemove={drawing.onRemove}
        />
      )}
      {active && <Summary instrument={instrument} interval={choice.interval} bars={bars} />}
    </>
  );
}
