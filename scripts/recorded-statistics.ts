import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { autocorrelation, BASKET, contrarian, kurtosis, median, overnightShare, sharpe } from './market-statistics.ts';

/** The same figures of recorded candles: what the simulated ones stand beside. */

const QUARTER_MS = 15 * 60_000;
const WEEK_MS = 7 * 86_400_000;
const THURSDAY_MS = 0;
const FOLDERS = { forex: 'forex', crypto: 'crypto', stock: 'stocks' } as const;

type Candle = { readonly at: number; readonly open: number; readonly close: number; readonly volume: number };
export type RecordedFigures = Readonly<
  Record<keyof typeof FOLDERS, { kurtosis: number; absolute: number; files: number }>
> & {
  readonly overnight: number;
  /** Of forex and crypto, whose daily candles are recorded. */
  readonly againstWeek: number;
  readonly weeks: number;
  /** Volume of forex in the hour after 17:00 New York, and on a holiday, beside other times: where it is thin, spreads are wide. */
  readonly fivePm: number;
  readonly holiday: number;
};

/** Medians over the files of a folder such as ../shared/data/market. */
export function measureRecorded(folder: string): RecordedFigures {
  const of = (which: keyof typeof FOLDERS): Candle[][] => files(join(folder, FOLDERS[which]));
  const clusters = (which: keyof typeof FOLDERS): { kurtosis: number; absolute: number; files: number } => {
    const all = of(which).map(quarterMoves);
    return {
      kurtosis: median(all.map(kurtosis)),
      absolute: median(all.map((moves) => autocorrelation(moves.map(Math.abs)))),
      files: all.length,
    };
  };
  const weeks = weeklyCloses(folder);
  return {
    forex: clusters('forex'),
    crypto: clusters('crypto'),
    stock: clusters('stock'),
    overnight: median(of('stock').map((candles) => overnightShare(daysOf(candles)))),
    againstWeek: sharpe(contrarian(weeks)),
    weeks: Math.min(...weeks.map((each) => each.length)),
    fivePm: median(of('forex').map((candles) => againstOthers(candles, isFivePm))),
    holiday: median(of('forex').map((candles) => againstOthers(candles.filter(isMonday), isHoliday))),
  };
}

/** Mean volume of some candles over that of the others. */
function againstOthers(candles: readonly Candle[], which: (candle: Candle) => boolean): number {
  const mean = (some: readonly Candle[]): number => some.reduce((sum, { volume }) => sum + volume, 0) / some.length;
  return mean(candles.filter(which)) / mean(candles.filter((each) => !which(each)));
}

/** The recordings are of a summer: 17:00 New York is 21:00 UTC. */
const FIVE_PM_HOUR = 21;
const isFivePm = ({ at }: Candle): boolean => new Date(at).getUTCHours() === FIVE_PM_HOUR;
const isMonday = ({ at }: Candle): boolean => new Date(at).getUTCDay() === 1;
/** Labor Day. */
const isHoliday = ({ at }: Candle): boolean => new Date(at).toISOString().startsWith('2025-09-01');

function files(folder: string): Candle[][] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .toSorted()
    .map((name) => read(join(folder, name)));
}

function read(path: string): Candle[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [time = '', open, , , close, volume] = line.split(',');
      return { at: Date.parse(time), open: Number(open), close: Number(close), volume: Number(volume) };
    });
}

/** Moves of a quarter of an hour; over a closed hour only the candle's own. */
function quarterMoves(candles: readonly Candle[]): number[] {
  return candles.map(({ at, open, close }, i) => {
    const before = candles[i - 1];
    return Math.log(close / (before !== undefined && at - before.at === QUARTER_MS ? before.close : open));
  });
}

function daysOf(candles: readonly Candle[]): { open: number; close: number }[] {
  const days = new Map<string, { open: number; close: number }>();
  for (const { at, open, close } of candles) {
    const date = new Date(at).toISOString().slice(0, 10);
    days.set(date, { open: days.get(date)?.open ?? open, close });
  }
  return [...days.values()];
}

/** Thursdays' closes of the instruments that the simulated rule trades, as far as all of them are recorded. */
function weeklyCloses(folder: string): number[][] {
  const series = BASKET.flatMap((symbol) => {
    for (const which of ['forex', 'crypto']) {
      const path = join(folder, which, 'daily', `${symbol}.csv`);
      try {
        return [new Map(read(path).map(({ at, close }) => [at, close]))];
      } catch {
        continue;
      }
    }
    return [];
  });
  const shared = [...(series[0]?.keys() ?? [])].filter(
    (at) => at % WEEK_MS === THURSDAY_MS && series.every((each) => each.has(at)),
  );
  return series.map((each) => shared.map((at) => each.get(at)!));
}
