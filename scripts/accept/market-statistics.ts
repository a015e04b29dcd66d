import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSimulation, INSTRUMENTS, instrument, session } from '../../packages/domain/src/market/index.ts';
import { measureSeed, median, type SeedFigures, slopeT } from '../market-statistics.ts';
import { ROOT } from '../phases.ts';
import { measureRecorded, type RecordedFigures } from '../recorded-statistics.ts';
import type { Result } from './row.ts';
import { tests, wholeOf } from './tested.ts';

export const title =
  'The simulated market over 200 seeds: 1m kurtosis 4 to 40, autocorrelation of absolute 1m moves 0.1 to 0.4, 15 to 40 % of a share’s variance overnight, no slope towards the first prices (|t| < 2), weekly contrarian |Sharpe| under 0.3 at the median, wider spreads at the open, 17:00 New York and on holidays as recorded volumes say, no triangle that gains, bars of every quote; beside recorded candles';

export const after = [wholeOf('unit')];

const SEEDS = 200;
const CLASSES = ['forex', 'crypto', 'stock'] as const;
const FOLDER = join(ROOT, '../shared/data/market');

export async function run(): Promise<Result> {
  const all = Array.from({ length: SEEDS }, (_, i) => measureSeed(i + 1));
  const recorded = existsSync(FOLDER) ? measureRecorded(FOLDER) : undefined;
  const checks = [
    ...CLASSES.map((each) => clustersOf(each, all, recorded)),
    overnight(all, recorded),
    pull(all),
    contrarians(all, recorded),
    triangles(all),
    spreads(recorded),
  ];
  const bars = await tests('unit', ['packages/domain/src/market/simulated-market.test.ts']);
  return {
    ok: bars.ok && checks.every(({ ok }) => ok),
    figures: [...checks.map(({ figures }) => figures), `bars against every quote in them: ${bars.figures}`].join('; '),
  };
}

function clustersOf(which: (typeof CLASSES)[number], all: readonly SeedFigures[], recorded?: RecordedFigures): Result {
  const kurtoses = all.map((each) => each.minutes[which].kurtosis);
  const absolutes = all.map((each) => each.minutes[which].absolute);
  const [kurtosis, absolute] = [median(kurtoses), median(absolutes)];
  const quarters = `15m ${two(median(all.map((each) => each.quarters[which].kurtosis)))} and ${two(median(all.map((each) => each.quarters[which].absolute)))}`;
  const beside =
    recorded &&
    `recorded 15m ${two(recorded[which].kurtosis)} and ${two(recorded[which].absolute)} (${recorded[which].files} files)`;
  return {
    ok: kurtosis > 4 && Math.max(...kurtoses) < 40 && absolute > 0.1 && absolute < 0.4,
    figures: `${which}: 1m kurtosis ${two(kurtosis)} (${two(Math.min(...kurtoses))} to ${two(Math.max(...kurtoses))}), autocorrelation of absolute moves ${two(absolute)} (${two(Math.min(...absolutes))} to ${two(Math.max(...absolutes))}), ${quarters}, ${beside ?? 'the recorded candles are not here'}`,
  };
}

function overnight(all: readonly SeedFigures[], recorded?: RecordedFigures): Result {
  const shares = all.map((each) => each.overnight);
  const [least, middle, most] = [Math.min(...shares), median(shares), Math.max(...shares)];
  return {
    ok: least > 0.15 && most < 0.4,
    figures: `overnight share of a share’s variance ${percent(middle)} (${percent(least)} to ${percent(most)})${recorded ? `, recorded ${percent(recorded.overnight)}` : ''}`,
  };
}

function pull(all: readonly SeedFigures[]): Result {
  const t = slopeT(all.map(({ slopes }) => CLASSES.flatMap((each) => slopes[each])));
  const each = CLASSES.map((which) => slopeT(all.map(({ slopes }) => slopes[which])));
  return {
    ok: [t, ...each].every((one) => Math.abs(one) < 2),
    figures: `slope of a quarter’s move on the distance from the first price: t = ${two(t)} (${CLASSES.map((which, i) => `${which} ${two(each[i]!)}`).join(', ')})`,
  };
}

function contrarians(all: readonly SeedFigures[], recorded?: RecordedFigures): Result {
  const rules = [
    ['against last week’s move', all.map((each) => each.againstWeek)],
    ['towards the first price', all.map((each) => each.towardsAnchor)],
  ] as const;
  return {
    ok: rules.every(([, ratios]) => median(ratios.map(Math.abs)) < 0.3),
    figures: `Sharpe ratio of ten years of weeks, ${rules.map(([name, ratios]) => `${name}: median ${two(median(ratios))}, of its size ${two(median(ratios.map(Math.abs)))}`).join('; ')}${recorded ? `; recorded, ${recorded.weeks} weeks: ${two(recorded.againstWeek)}` : ''}`,
  };
}

function triangles(all: readonly SeedFigures[]): Result {
  const tried = all.reduce((sum, each) => sum + each.trianglesTried, 0);
  const gained = all.reduce((sum, each) => sum + each.trianglesGained, 0);
  return { ok: gained === 0, figures: `${gained} of ${tried} triangles gain` };
}

const HOUR_MS = 3_600_000;

/**
 * Of every stock and forex pair: the spread at the open and at 17:00 New York, over that of three hours later, and on Thanksgiving over a day before; and
 * how they go with recorded volumes: as much wider as trading is thinner, within a factor of two.
 */
function spreads(recorded?: RecordedFigures): Result {
  const simulation = createSimulation('market 1');
  const wednesday = Date.UTC(2026, 10, 18);
  const width = (symbol: (typeof INSTRUMENTS)[number]['symbol'], at: number): number => {
    const { bid, ask } = simulation.quote(symbol, at);
    return Number(ask - bid) / Number(ask + bid);
  };
  const wider = (which: 'stock' | 'forex'): number =>
    median(
      INSTRUMENTS.filter((each) => each.class === which).map(({ symbol }) => {
        const now = session(instrument(symbol), wednesday + 17 * HOUR_MS);
        if (!now.open) throw new Error(`${symbol} is closed on a Wednesday`);
        const at = which === 'stock' ? now.opensAt : wednesday + 22 * HOUR_MS;
        return width(symbol, at) / width(symbol, at + 3 * HOUR_MS);
      }),
    );
  const forex = INSTRUMENTS.filter((each) => each.class === 'forex').map(({ symbol }) => symbol);
  const noon = wednesday + 17 * HOUR_MS;
  const holiday = median(forex.map((symbol) => width(symbol, noon + 8 * 24 * HOUR_MS) / width(symbol, noon)));
  const hour = median(
    forex.map((symbol) => {
      const minutes = Array.from({ length: 60 }, (_, i) => width(symbol, wednesday + 22 * HOUR_MS + i * 60_000));
      return minutes.reduce((sum, each) => sum + each, 0) / 60 / width(symbol, noon);
    }),
  );
  const [open, five] = [wider('stock'), wider('forex')];
  const alike = (widening: number, volume: number): boolean => widening * volume > 0.5 && widening * volume < 2;
  return {
    ok:
      open > 2 &&
      five > 2 &&
      holiday > 1.2 &&
      (recorded === undefined || (alike(hour, recorded.fivePm) && alike(holiday, recorded.holiday))),
    figures: `spreads at a stock’s open ${two(open)} times, of forex at 17:00 New York ${two(five)} times, those of three hours later; of forex on a holiday ${two(holiday)} times those of a week before${recorded ? ` (recorded volume ${two(recorded.holiday)}), in the hour after 17:00 ${two(hour)} times (recorded volume ${two(recorded.fivePm)})` : ''}`,
  };
}

function two(figure: number): string {
  return figure.toFixed(2).replace('-', '−');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
