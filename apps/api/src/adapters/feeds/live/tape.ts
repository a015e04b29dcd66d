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
const HOUR_MS = 60 * MINUTE_MS;

/** Bars of a symbol as far as they are recorded, oldest first. Everything before `untilMs` is in them. */
export type Recorded = { readonly bars: Bar[]; readonly fromMs: number; readonly untilMs: number };

/** The recorded minutes of live prices. Written by the process that holds the feed's lease, read by all. */
export type Tape = {
  record(minuteMs: number, bars: ReadonlyMap<Symbol, Bar>): Promise<void>;
  /** At least the last `limit` bars that are recorded and begin by `nowMs`, undefined where nothing is. The first and the last of longer intervals may be cut. */
  read(symbol: Symbol, interval: BarInterval, limit: number, nowMs: number): Promise<Recorded | undefined>;
};

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
      }>(
        `select hour, open, high, low, close, last_minute, ticks, ${whole ? 'null' : 'bars'} as bars
         from ledger.bar_hour where symbol = $1 and hour <= $3 order by hour desc limit $2`,
        [symbol, hoursOf(interval, limit), new Date(nowMs)],
      );
      const first = rows.at(-1);
      const last = rows[0];
      if (first === undefined || last === undefined) return undefined;
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
        fromMs: first.hour.getTime() - (first.hour.getTime() % HOUR_MS),
        untilMs: last.hour.getTime() + (last.last_minute + 1) * MINUTE_MS,
      };
    },
  };
}
