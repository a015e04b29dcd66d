import type { Bar, Drawing, Instrument } from '@clearbook/contracts';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useAppearance } from '../../../lib/appearance.ts';
import { quoteStore } from '../../../lib/quotes.ts';
import type { Look } from './layout.ts';
import { useScale } from './scale-choice.tsx';
import { Plot, type Legend, type Mark } from './plot.ts';

type Shown = {
  instrument: Instrument;
  choice: Look;
  bars: readonly Bar[] | undefined;
  marks: readonly Mark[];
  drawings: readonly Drawing[];
  selected: string | null;
  onOlder: () => void;
  /** `done` is false while a drawing is still being pulled. */
  onDrawings: (drawings: readonly Drawing[], done?: boolean) => void;
  onSelect: (key: string | null) => void;
};

/** Set by whoever is drawn over the picture, called by the picture. */
type Callback<T> = RefObject<((value: T) => void) | null>;

export type PlotParts = {
  /** null until there are bars to draw. */
  plot: Plot | null;
  /** The element it is drawn in. */
  stage: RefObject<HTMLDivElement | null>;
  onPainted: Callback<(price: number) => number | null>;
  onLegend: Callback<Legend | null>;
};

/** The picture itself: made when the first bars are here, kept in step with everything it shows, and gone with its page. */
export function usePlot(shown: Shown): PlotParts {
  const parts = useMadePlot(shown);
  const { plot } = parts;
  const { choice, bars, marks, drawings, selected } = shown;
  const { symbol } = shown.instrument;
  const { style, indicators, compare } = choice;
  const appearance = useAppearance();
  useEffect(() => plot?.paint(), [plot, appearance]);
  useEffect(() => plot?.setStyle(style), [plot, style]);
  const [scale] = useScale();
  const compares = compare.some((other) => other !== symbol);
  useEffect(() => plot?.setScale(compares ? 'percent' : scale), [plot, compares, scale]);
  useEffect(() => {
    if (bars !== undefined) plot?.setBars(bars);
  }, [plot, bars]);
  useEffect(() => plot?.setIndicators(indicators), [plot, indicators]);
  useEffect(() => plot?.compare(compare.filter((other) => other !== symbol)), [plot, compare, symbol]);
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
  return parts;
}

function useMadePlot(shown: Shown): PlotParts {
  const { digits } = shown.instrument;
  const { interval, style } = shown.choice;
  const [plot, setPlot] = useState<Plot | null>(null);
  const stage = useRef<HTMLDivElement>(null);
  const onPainted: PlotParts['onPainted'] = useRef(null);
  const onLegend: PlotParts['onLegend'] = useRef(null);
  const hasBars = shown.bars !== undefined && shown.bars.length > 0;

  // What the picture calls back, as it is now.
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });

  const firstStyle = useRef(style);
  useEffect(() => {
    if (stage.current === null || !hasBars) return undefined;
    const made = new Plot(stage.current, {
      ...{ interval, digits, style: firstStyle.current },
      events: {
        legend: (legend) => onLegend.current?.(legend),
        wantsOlder: () => latest.current.onOlder(),
        painted: (yOf) => onPainted.current?.(yOf),
        selected: (key) => latest.current.onSelect(key),
        moved: (drawing, done) => {
          const { drawings, onDrawings } = latest.current;
          onDrawings(
            drawings.map((one) => (one.key === drawing.key ? drawing : one)),
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
  return { plot, stage, onPainted, onLegend };
}
