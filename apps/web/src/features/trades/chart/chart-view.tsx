import '../../../app/styles-rest.ts';
import { ActionIcon, Alert, Button, SegmentedControl, Skeleton } from '@mantine/core';
import type { ChartStyle, Drawing, Instrument, Order, Trade } from '@clearbook/contracts';
import { chartWords as words } from '@clearbook/contracts/words/chart';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { Camera, ChartCandlestick, LocateFixed, Maximize2, Minimize2, TableProperties } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useAppearance } from '../../../lib/appearance.ts';
import { quoteStore, useStale } from '../../../lib/quotes.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { INTERVALS } from '../../../ui/price-chart.tsx';
import { BarsTable, Summary } from './bars-table.tsx';
import { QuoteHead } from '../../../ui/quote-head.tsx';
import classes from './chart.module.css';
import { DrawingLayer } from './drawing-layer.tsx';
import { DrawingMenu } from './drawing-menu.tsx';
import { Drop } from './drop.tsx';
import type { Spot } from './geometry.ts';
import { IndicatorMenu } from './indicator-menu.tsx';
import { LegendBox } from './legend.tsx';
import { LineHandles } from './line-handles.tsx';
import { linesOf } from './lines.ts';
import { Plot, type Interval, type Legend, type Mark } from './plot.ts';
import { chartQueries } from './queries.ts';
import { useBars } from './use-bars.ts';
import { useChoice, useDrawings } from './use-kept.ts';

const NO_TRADES: readonly Trade[] = [];
const NO_ORDERS: readonly Order[] = [];
const STYLES = ['candles', 'bars', 'line', 'area'] as const satisfies ChartStyle[];
const PAN_PART = 0.15;
const ZOOM = 1.25;

type Props = {
  instrument: Instrument;
  /** The operator chose the third-party chart, which this market cannot have. */
  frameWaits: boolean;
};

/** The chart in full: its tools, the picture, and the same in words. */
export default function ChartView({ instrument, frameWaits }: Props) {
  const { choice, change } = useChoice();
  if (choice === undefined) return <Skeleton height="100%" mih={280} radius="sm" aria-busy />;
  return (
    <Board key={choice.interval} instrument={instrument} frameWaits={frameWaits} choice={choice} onChoice={change} />
  );
}

type BoardProps = Props & {
  choice: NonNullable<ReturnType<typeof useChoice>['choice']>;
  onChoice: ReturnType<typeof useChoice>['change'];
};

function Board({ instrument, frameWaits, choice, onChoice }: BoardProps) {
  const { symbol, name, digits } = instrument;
  const { interval, style, indicators } = choice;
  const { bars, error, refetch, wantOlder } = useBars(symbol, interval);
  const { drawings, ready, change } = useDrawings(symbol);
  const { data: open } = useQuery(chartQueries.openTrades());
  const { data: closed } = useQuery(chartQueries.closedTrades());
  const { data: orders } = useQuery(chartQueries.workingOrders());
  const trades = open?.data ?? NO_TRADES;
  const working = orders?.data ?? NO_ORDERS;
  const lines = useMemo(() => linesOf(symbol, trades, working), [symbol, trades, working]);
  const marks = useMemo(() => marksOf(symbol, [...trades, ...(closed?.data ?? [])]), [symbol, trades, closed]);

  const [plot, setPlot] = useState<Plot | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const [tool, setTool] = useState<Drawing['kind'] | null>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [table, setTable] = useState(false);
  const [large, setLarge] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const onPainted = useRef<((yOf: (price: number) => number | null) => void) | null>(null);
  const onLegend = useRef<((legend: Legend | null) => void) | null>(null);
  const hasBars = bars !== undefined && bars.length > 0;

  // What the picture calls back, as it is now.
  const latest = useRef({ wantOlder, drawings, change });
  useEffect(() => {
    latest.current = { wantOlder, drawings, change };
  });

  const firstStyle = useRef(style);
  useEffect(() => {
    if (stage.current === null || !hasBars) return undefined;
    const made = new Plot(stage.current, {
      ...{ interval, digits, style: firstStyle.current },
      events: {
        legend: (legend) => onLegend.current?.(legend),
        wantsOlder: () => latest.current.wantOlder(),
        painted: (yOf) => onPainted.current?.(yOf),
        selected: setSelected,
        moved: (drawing, done) => {
          const { drawings: all, change: put } = latest.current;
          put(
            all.map((one) => (one.key === drawing.key ? drawing : one)),
            done,
          );
        },
      },
    });
    setPlot(made);
    return () => {
      setPlot(null);
      made.destroy();
    };
  }, [interval, digits, hasBars]);

  const stale = useStale([symbol]);
  const appearance = useAppearance();
  useEffect(() => plot?.paint(), [plot, appearance]);
  useEffect(() => plot?.setStyle(style), [plot, style]);
  useEffect(() => {
    if (bars !== undefined) plot?.setBars(bars);
  }, [plot, bars]);
  useEffect(() => plot?.setIndicators(indicators), [plot, indicators]);
  useEffect(() => plot?.setDrawings(drawings, selected), [plot, drawings, selected]);
  useEffect(() => plot?.setMarks(marks), [plot, marks]);
  useEffect(() => {
    if (plot === null) return undefined;
    const draw = () => {
      const quote = quoteStore.get(symbol);
      if (quote !== undefined) plot.quote(quote);
    };
    draw();
    return quoteStore.subscribe(symbol, draw);
  }, [plot, symbol]);

  const chosen = drawings.find(({ key }) => key === selected);
  const removeChosen = () => {
    change(drawings.filter(({ key }) => key !== selected));
    setSelected(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (plot === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => plot.pan(-PAN_PART),
      ArrowRight: () => plot.pan(PAN_PART),
      ArrowUp: () => plot.zoom(ZOOM),
      '+': () => plot.zoom(ZOOM),
      ArrowDown: () => plot.zoom(1 / ZOOM),
      '-': () => plot.zoom(1 / ZOOM),
      '0': () => plot.reset(),
      Delete: removeChosen,
      Backspace: removeChosen,
      Escape: () => setSelected(null),
    };
    const act = acts[event.key];
    if (act === undefined || (/^(?:Delete|Backspace|Escape)$/.test(event.key) && selected === null)) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const spotOf = (event: PointerEvent): Spot => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const savePicture = () => {
    plot?.picture().toBlob((blob) => {
      if (blob === null) return;
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = words.pictureName(symbol, interval);
      link.click();
      URL.revokeObjectURL(link.href);
    });
  };

  return (
    <div
      className={classes.fill}
      data-large={large || undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !large || event.defaultPrevented) return;
        event.preventDefault();
        setLarge(false);
      }}
    >
      <div className={classes.head}>
        <QuoteHead instrument={instrument} />
        <div className={classes.toolbar} role="toolbar" aria-label={words.chart}>
          <SegmentedControl
            aria-label={tradeWords.interval}
            size="xs"
            value={interval}
            onChange={(value) => onChoice({ interval: value as Interval })}
            data={INTERVALS.map((value) => ({ value, label: value }))}
          />
          <Drop label={words.styleNow(words.styles[style])} icon={<ChartCandlestick size={14} aria-hidden />}>
            <SegmentedControl
              aria-label={words.style}
              size="xs"
              value={style}
              onChange={(value) => onChoice({ style: value as ChartStyle })}
              data={STYLES.map((value) => ({ value, label: words.styles[value] }))}
            />
          </Drop>
          <IndicatorMenu
            chosen={indicators}
            hasVolume={bars?.some(({ volume }) => volume !== null) === true}
            onChange={(next) => onChoice({ indicators: next })}
          />
          <DrawingMenu
            drawings={drawings}
            ready={ready && plot !== null}
            panel={menu}
            onTool={(kind) => {
              menu.current?.hidePopover();
              setTool(kind);
            }}
            onChange={(next) => change(next)}
          />
          <ActionIcon
            variant="default"
            size={24}
            aria-label={words.reset}
            title={words.reset}
            onClick={() => plot?.reset()}
          >
            <LocateFixed size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={24}
            aria-label={table ? words.hideTable : words.showTable}
            title={table ? words.hideTable : words.showTable}
            aria-expanded={table}
            onClick={() => setTable(!table)}
          >
            <TableProperties size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={24}
            aria-label={words.picture}
            title={words.picture}
            onClick={savePicture}
          >
            <Camera size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={24}
            aria-label={words.large}
            title={words.large}
            aria-pressed={large}
            onClick={() => setLarge(!large)}
          >
            {large ? <Minimize2 size={14} aria-hidden /> : <Maximize2 size={14} aria-hidden />}
          </ActionIcon>
        </div>
      </div>
      {frameWaits && (
        <Alert color="gray" p="xs" mb={8}>
          {words.frameWaits}
        </Alert>
      )}
      <div className={classes.box} role="group" aria-label={tradeWords.chartOf(name)} data-stale={stale || undefined}>
        {bars === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
        {bars === undefined && error === null && <Skeleton height="100%" radius="sm" aria-busy />}
        {bars?.length === 0 && <EmptyState title={tradeWords.chartEmpty} />}
        {hasBars && (
          <>
            <div
              ref={stage}
              className={classes.stage}
              role="application"
              aria-label={tradeWords.chartOf(name)}
              aria-description={words.keys}
              tabIndex={0}
              onKeyDown={onKeyDown}
              onPointerDownCapture={(event) => {
                if (event.button === 0 && plot?.pull.grab(spotOf(event)) === true)
                  event.currentTarget.setPointerCapture(event.pointerId);
              }}
              onPointerMove={(event) => plot?.pull.drag(spotOf(event))}
              onPointerUp={(event) => plot?.pull.release(spotOf(event))}
              onPointerCancel={(event) => plot?.pull.release(spotOf(event))}
            />
            <LegendBox digits={digits} indicators={indicators} onLegend={onLegend} />
            {plot !== null && (
              <LineHandles
                plot={plot}
                instrument={instrument}
                lines={lines}
                trades={trades}
                orders={working}
                onPainted={onPainted}
              />
            )}
            {plot !== null && tool !== null && (
              <DrawingLayer
                plot={plot}
                kind={tool}
                drawings={drawings}
                onDone={(drawing) => {
                  setTool(null);
                  stage.current?.focus({ preventScroll: true });
                  if (drawing === null) return plot.setDrawings(drawings, selected);
                  change([...drawings, drawing]);
                  setSelected(drawing.key);
                  // A note is written next.
                  if (drawing.kind === 'text') menu.current?.showPopover();
                }}
              />
            )}
            {chosen !== undefined && tool === null && (
              <div className={classes.chosen} role="group" aria-label={words.chosen(words.kinds[chosen.kind])}>
                <span>{words.kinds[chosen.kind]}</span>
                <Button variant="default" size="compact-xs" onClick={() => menu.current?.showPopover()}>
                  {words.edit}
                </Button>
                <Button variant="default" size="compact-xs" onClick={removeChosen}>
                  {words.remove}
                </Button>
              </div>
            )}
            {table && <BarsTable instrument={instrument} interval={interval} bars={bars} />}
            <Summary instrument={instrument} interval={interval} bars={bars} />
          </>
        )}
      </div>
      <p className={classes.foot}>
        <span>{words.utc}</span>
        <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
          {tradeWords.attribution}
        </a>
      </p>
    </div>
  );
}

/** Every fill of this symbol: where a position was opened and where it was closed. What staff wrote down has no fill. */
function marksOf(symbol: string, trades: readonly Trade[]): Mark[] {
  return trades
    .filter((trade) => trade.symbol === symbol && trade.entry_price !== null)
    .flatMap(({ side, opened_at, closed_at }) => [
      { time: Math.floor(Date.parse(opened_at) / 1000), side, opens: true },
      ...(closed_at === null
        ? []
        : [
            {
              time: Math.floor(Date.parse(closed_at) / 1000),
              side: side === 'buy' ? ('sell' as const) : ('buy' as const),
              opens: false,
            },
          ]),
    ]);
}
