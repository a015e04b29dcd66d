import type { Bar, Instrument } from '@clearbook/contracts';
import type { Interval } from '@clearbook/contracts/intervals';
import { chartWords as words } from '@clearbook/contracts/words/chart';
import { panelWords } from '@clearbook/contracts/words/chart-panels';
import { useQueries } from '@tanstack/react-query';
import { formatPrice } from '../../../lib/format.ts';
import { isWithinDay } from '../../../lib/intervals.ts';
import { queries } from '../../../lib/queries.ts';
import type { VolumeKind } from './candles.ts';
import classes from './chart.module.css';
import { volumeFigure } from './legend.tsx';
import { ROWS } from './summary.tsx';

/** Thirty bars of a day or more need a year, shorter ones an hour. */
const DAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: '2-digit', month: 'short', year: 'numeric' });
const HOUR = new Intl.DateTimeFormat('en-GB', {
  ...{ timeZone: 'UTC', day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit' },
  hourCycle: 'h23',
});

type Props = {
  instrument: Instrument;
  interval: Interval;
  bars: readonly Bar[];
  volume: VolumeKind | null;
  compared: readonly { symbol: string; name: string }[];
};

/** What the picture says, in a table: the newest bar first. */
export default function BarsTable({ instrument: { name, digits }, interval, bars, volume, compared }: Props) {
  const columns: string[] = Object.values(panelWords.columns);
  const others = useQueries({ queries: compared.map(({ symbol }) => queries.bars(symbol, interval)) });
  const closes = others.map(({ data }) => new Map(data?.data.map(({ time, close }) => [time, close])));
  if (volume !== null) columns.push(volume === 'ticks' ? words.tickVolume : panelWords.volumeColumn);
  columns.push(...compared.map(({ name: other }) => panelWords.closeOf(other)));
  return (
    <div className={classes.tableBox} role="region" aria-label={panelWords.table} tabIndex={0}>
      <table className={classes.table}>
        <caption>{panelWords.barsOf(name, interval)}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars
            .slice(-ROWS)
            .toReversed()
            .map((bar) => (
              <tr key={bar.time}>
                <th scope="row">{(isWithinDay(interval) ? HOUR : DAY).format(new Date(bar.time))}</th>
                {[bar.open, bar.high, bar.low, bar.close].map((price, i) => (
                  // Four figures in a fixed order.
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={i}>{formatPrice(price, digits)}</td>
                ))}
                {volume !== null && <td>{volumeOf(bar, volume)}</td>}
                {compared.map(({ symbol }, i) => (
                  <td key={symbol}>{closeText(closes[i]?.get(bar.time))}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

function volumeOf(bar: Bar, kind: VolumeKind): string {
  const volume = kind === 'ticks' ? bar.tick_volume : bar.volume;
  return volume === null ? panelWords.volumeUnknown : volumeFigure(Number(volume));
}

function closeText(close: string | undefined): string {
  return close === undefined ? panelWords.noBar : formatPrice(close);
}
