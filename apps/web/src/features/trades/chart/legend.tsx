import type { ChosenIndicator } from '@clearbook/contracts';
import { chartWords as words } from '@clearbook/contracts/words/chart';
import { definitionOf, settled, type IndicatorId } from '@clearbook/domain/indicators';
import { useEffect, useRef } from 'react';
import { formatPrice, MINUS } from '../../../lib/format.ts';
import type { VolumeKind } from './candles.ts';
import classes from './chart.module.css';
import { shortNameOf } from './indicator-names.ts';
import type { Legend } from './plot.ts';
import type { PlotParts } from './use-plot.ts';

type Props = {
  digits: number;
  /** Assets that are compared with the chart's own, by symbol and as they are called. */
  compared: readonly { symbol: string; name: string }[];
  indicators: readonly ChosenIndicator[];
  volume: VolumeKind | null;
  /** Set here; called by the chart for the bar under the crosshair, or the newest. */
  onLegend: PlotParts['onLegend'];
};

/** Prices of one bar and what the indicators say there. Written straight into the page: a quote renders nothing again. The table says the same aloud. */
export function LegendBox({ digits, compared, indicators, volume, onLegend }: Props) {
  const prices = useRef<HTMLParagraphElement>(null);
  const values = useRef(new Map<string, HTMLElement>());
  const others = useRef(new Map<string, HTMLElement>());
  useEffect(() => {
    onLegend.current = (legend) => {
      if (prices.current !== null) {
        prices.current.textContent = legend === null ? '' : pricesOf(legend, digits);
        prices.current.dataset['way'] = legend !== null && legend.bar.close < legend.bar.open ? 'down' : 'up';
      }
      for (const { key, id } of indicators) {
        const element = values.current.get(key);
        const row = legend?.values.get(key) ?? [];
        if (element !== undefined)
          element.textContent = row
            .filter((value) => !Number.isNaN(value))
            .map((value) => figureOf(id, value, digits))
            .join('  ');
      }
      for (const [symbol, element] of others.current) {
        const { percent = Number.NaN, color = '' } = legend?.compared.get(symbol) ?? {};
        element.style.setProperty('--line-color', color);
        element.textContent = Number.isNaN(percent) ? '' : percentOf(percent);
      }
    };
    return () => {
      onLegend.current = null;
    };
  }, [digits, indicators, onLegend]);
  return (
    <div className={classes.legend} data-legend aria-hidden>
      <p ref={prices} />
      {compared.map(({ symbol, name }) => (
        <p key={symbol}>
          {name}{' '}
          <span
            className={classes.comparedFigure}
            ref={(element) => {
              if (element === null) others.current.delete(symbol);
              else others.current.set(symbol, element);
            }}
          />
        </p>
      ))}
      {indicators.map(({ key, id, settings }) => (
        <p key={key}>
          {shortNameOf(id, volume)} {Object.values(settled(id, settings)).join(' ')}{' '}
          <span
            ref={(element) => {
              if (element === null) values.current.delete(key);
              else values.current.set(key, element);
            }}
          />
        </p>
      ))}
    </div>
  );
}

function pricesOf({ bar }: Legend, digits: number): string {
  const of = (value: number): string => formatPrice(value.toFixed(digits));
  const change = percentOf((100 * (bar.close - bar.open)) / bar.open);
  return `${words.open} ${of(bar.open)}  ${words.high} ${of(bar.high)}  ${words.low} ${of(bar.low)}  ${words.close} ${of(bar.close)}  ${change}`;
}

function percentOf(change: number): string {
  return `${change < 0 ? MINUS : '+'}${Math.abs(change).toFixed(2)}%`;
}

function figureOf(id: IndicatorId, value: number, digits: number): string {
  return definitionOf(id).unit === 'volume' ? volumeFigure(value) : figure(value, digits);
}

/** Whole where it is whole: quotes are counted, and an average of counts is not. */
export function volumeFigure(value: number): string {
  return formatPrice(value.toFixed(Number.isInteger(value) ? 0 : 2));
}

/** As many decimals as the size of the figure leaves sense in. */
function figure(value: number, digits: number): string {
  const size = Math.abs(value);
  return formatPrice(value.toFixed(size >= 1000 ? 2 : Math.max(2, Math.min(digits, size >= 10 ? 3 : 5))));
}
