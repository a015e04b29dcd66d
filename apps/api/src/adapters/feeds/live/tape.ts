import {
  type Bar,
  type BarInterval,
  hoursOf,
  instrument,
  joinBars,
  packBar,
  type Symbol,
  unpackBars,
} from '@clearbook/domain/market';
import type { Pool } from 'pg';

const MINUTE_MS = 60_000;

/** Bars of a symbol as far as they are recorded, oldest first. Everything before `untilMs` is in them. */
export type Recorded = { readonly bars: Bar[]; readonly untilMs: number };

/** The recorded minutes of live prices. Written by the process that holds the feed's lease, read by all. */
export type Tape = {
  record(minuteMs: number, bars: ReadonlyMap<Symbol, Bar>): Promise<void>;
  /** At least the last `limit` bars that are recorded and begin by `nowMs`, undefined where nothing is. The first and the last of longer intervals may be cut. */
  read(symbol: Symbol, interval: BarInterval, limit: number, nowMs: number): Promise<Recorded | undefined>;
};

const hours = (bars: 'bars' | 'null'): string =>
  `select hour, open, high, low, close, last_minute, ticks, ${bars} as bars
   from ledger.bar_hour where symbol = $1 and hour <= $3 order by hour desc limit $2`;
/** What hours say of their day, counted from its first one: months of five years are 44,000 hours, and too many to read here. */
const DAYS = `select min(hour) as hour, (array_agg(open order by hour))[1] as open, max(high) as high, min(low) as low,
    (array_agg(close order by hour desc))[1] as close,
    (array_agg(last_minute order by hour desc))[1] + (extract(epoch from max(hour) - min(hour)) / 60)::int as last_minute,
    case when count(ticks) = count(*) then sum(ticks) end as ticks, null as bars
  from (${hours('null')}) h group by date_trunc('day', hour, 'UTC') order by 1 desc`;

export function createTape(pool: Pick<Pool, 'query'>): Tape {
  return {
    async record(minuteMs, bars) {
      const list = [...bars];
      const column = (pick: (bar: Bar) => bigint): string[] => list.map(([, bar]) => pick(bar).toString());
      await pool.query('select ledger.record_bars($1, $2, $3, $4, $5, $6, $7, $8)', [
        new Date(minuteMs),
        list.map(([symbol]) => symbol),
        column((bar) => bar.open),
        column((bar) => bar.high),
        column((bar) => bar.low),
        column((bar) => bar.close),
        list.map(([symbol, bar]) => Buffer.from(packBar(instrument(symbol), bar))),
        list.map(([, bar]) => bar.tickVolume),
      ]);
    },

    async read(symbol, interval, limit, nowMs) {
      const whole = interval === '1h' || interval === '4h' || interval === '1d';
      const { rows } = await pool.query<{
        hour: Date;
        open: string;
        high: string;
        low: string;
        close: string;
        last_minute: number;
        ticks: string | null;
        bars: Buffer | null;
      }>(interval === '1d' ? DAYS : hours(whole ? 'null' : 'bars'), [
        symbol,
        hoursOf(interval, limit),
        new Date(nowMs),
      ]);
      const last = rows[0];
      if (last === undefined) return undefined;
      const bars = rows.toReversed().flatMap((row): Bar[] => {
        const timeMs = row.hour.getTime();
        if (row.bars !== null) return unpackBars(timeMs, row.bars).filter((bar) => bar.timeMs <= nowMs);
        return [
          {
            timeMs,
            open: BigInt(row.open),
            high: BigInt(row.high),
            low: BigInt(row.low),
            close: BigInt(row.close),
            ...(row.ticks !== null && { tickVolume: Number(row.ticks) }),
          },
        ];
      });
      return {
        bars: joinBars(bars, interval),
        untilMs: last.hour.getTime() + (last.last_minute + 1) * MINUTE_MS,
      };
    },
  };
}
