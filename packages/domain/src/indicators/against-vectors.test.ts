import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { smma } from './averages.ts';
import { definitionOf, type IndicatorId, settled } from './catalogue.ts';
import type { Candle } from './step.ts';
import { Track } from './track.ts';

const FOLDER = new URL('../../../../../shared/data/indicators/', import.meta.url);
const here = existsSync(FOLDER);
if (!here) {
  process.stdout.write(
    '../shared/data/indicators is not here: the indicators were not compared with recorded vectors.\n',
  );
  // A file without any test would fail.
  it.skip('[H3] the indicators equal recorded vectors', () => undefined);
}

type Row = Readonly<Record<string, string>>;

function table(path: string): Row[] {
  const [head = '', ...lines] = readFileSync(new URL(path, FOLDER), 'utf8').trim().split(/\r?\n/);
  const names = head.replace(/^\ufeff/, '').split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
  });
}

function candle(row: Row, i: number): Candle {
  const of = (name: string): number => Number(row[name] ?? row[`${name[0]?.toUpperCase()}${name.slice(1)}`]);
  return {
    time: i * 86_400,
    open: of('open'),
    high: of('high'),
    low: of('low'),
    close: of('close'),
    volume: of('volume'),
  };
}

function run(bars: readonly Candle[], id: IndicatorId, settings: Record<string, number> = {}): (readonly number[])[] {
  return new Track(id, settled(id, settings)).fill(bars);
}

/** Half a unit of the last decimal that was published, and what a double may lose on the way to figures of this size. */
function published(text: string, size: number): number {
  const decimals = text.split('.')[1]?.length ?? 0;
  return 0.5 * 10 ** -decimals + size * 1e-13;
}

/** Indicator, its settings, the file, and which of its columns each output is. */
const SKENDER: readonly [IndicatorId, Record<string, number>, string, readonly (string | null)[]][] = [
  ['sma', { length: 20 }, 'sma', ['sma']],
  ['ema', { length: 20 }, 'ema', ['ema']],
  ['wma', { length: 14 }, 'wma', ['wma']],
  ['smma', { length: 20 }, 'smma', ['smma']],
  ['hma', { length: 14 }, 'hma', ['hma']],
  ['dema', { length: 14 }, 'dema', ['dema']],
  ['tema', { length: 20 }, 'tema', ['tema']],
  ['bollinger', { length: 20, widths: 2 }, 'bb', ['upperBand', 'sma', 'lowerBand']],
  ['keltner', { length: 20, widths: 2, range: 10 }, 'keltner', ['upperBand', 'centerline', 'lowerBand']],
  ['donchian', { length: 20 }, 'donchian', ['upperBand', 'centerline', 'lowerBand']],
  [
    'ichimoku',
    { conversion: 9, base: 26, span: 52 },
    'ichimoku',
    ['tenkanSen', 'kijunSen', 'senkouSpanA', 'senkouSpanB', 'chikouSpan'],
  ],
  ['parabolic', { step: 0.02, most: 0.2 }, 'psar', ['sar']],
  ['supertrend', { length: 10, widths: 3 }, 'supertrend', ['lowerBand', 'upperBand']],
  ['vwap', {}, 'vwap', ['vwap']],
  ['rsi', { length: 14 }, 'rsi', ['rsi']],
  ['stochastic', { length: 14, smooth: 3, signal: 3 }, 'stoch', ['oscillator', 'signal']],
  ['stochasticRsi', { rsi: 14, length: 14, smooth: 1, signal: 3 }, 'stoch-rsi', ['stochRsi', 'signal']],
  ['macd', { fast: 12, slow: 26, signal: 9 }, 'macd', ['macd', 'signal', 'histogram']],
  ['atr', { length: 14 }, 'atr', ['atr']],
  ['adx', { length: 14 }, 'adx', ['adx', 'pdi', 'mdi']],
  ['cci', { length: 20 }, 'cci', ['cci']],
  ['williams', { length: 14 }, 'willr', ['williamsR']],
  ['roc', { length: 14 }, 'roc', ['roc']],
  ['trix', { length: 14 }, 'trix', ['trix']],
  ['aroon', { length: 25 }, 'aroon', ['aroonUp', 'aroonDown']],
  ['stdev', { length: 14 }, 'stdev', ['stdDev']],
  ['obv', {}, 'obv', ['obv']],
  ['mfi', { length: 14 }, 'mfi', ['mfi']],
  ['cmf', { length: 20 }, 'cmf', ['cmf']],
];

if (here) {
  const quotes = table('skender/quotes_default.csv').map(candle);
  it.each(SKENDER)('[H2] %s %o equals the Skender vector to its published precision', (id, settings, file, columns) => {
    const rows = table(`skender/${file}.csv`);
    const values = run(quotes, id, settings);
    const { outputs } = definitionOf(id);
    let compared = 0;
    for (const [output, column] of columns.entries()) {
      if (column === null) continue;
      const { shift } = outputs[output]!;
      const size = Math.max(...rows.map((row) => Math.abs(Number(row[column]))));
      const moved = shift === undefined ? 0 : shift.sign * (settings[shift.by] ?? 0);
      for (const [i, row] of rows.entries()) {
        const text = row[column] ?? '';
        const value = values[i - moved]?.[output] ?? Number.NaN;
        const name = `${column} of bar ${i}`;
        if (text === '') expect(value, name).toBeNaN();
        else {
          expect(Math.abs(value - Number(text)), `${name}: ${value}, published ${text}`).toBeLessThanOrEqual(
            published(text, size),
          );
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(400);
  });
}

/** The other families publish fewer digits and seed differently: what a seed still weighs after 250 bars is below a thousandth. */
const SETTLED_BARS = 250;
const SETTLED = 0.001;

function closeTo(value: number, wanted: number, size: number, name: string): void {
  const scale = Math.max(Math.abs(wanted), size);
  expect(Math.abs(value - wanted) / scale, `${name}: ${value}, published ${wanted}`).toBeLessThanOrEqual(SETTLED);
}

/** ta4j seeds its averages with the first value instead of the first simple average. */
const TA4J: readonly [IndicatorId, Record<string, number>, string, readonly (string | null)[], number][] = [
  ['sma', { length: 13 }, 'sma_gold_weekly_13', ['SMA'], 0],
  ['ema', { length: 13 }, 'ema_gold_weekly_13', ['EMA'], 0],
  ['smma', { length: 13 }, 'mma_gold_weekly_13', ['MMA'], 0],
  ['rsi', { length: 13 }, 'rsi_gold_weekly_13', ['RSI'], 0],
  ['atr', { length: 13 }, 'atr_gold_weekly_13', ['ATR'], 0],
  ['adx', { length: 13 }, 'adx_gold_weekly_13', [null, '+DI', '-DI'], 0],
  // A stochastic that stands at 0 is compared on its scale of 0 to 100.
  [
    'stochasticRsi',
    { rsi: 14, length: 14, smooth: 1, signal: 3 },
    'stochrsi_aapl_daily_14',
    ['StochRSI*100', null],
    100,
  ],
];

if (here) {
  it.each(TA4J)('[H3] %s %o equals ta4j after 250 bars', (id, settings, file, columns, size) => {
    const rows = table(`ta4j/${file}.csv`);
    const values = run(rows.map(candle), id, settings);
    let compared = 0;
    for (const [output, column] of columns.entries()) {
      if (column === null) continue;
      for (let i = SETTLED_BARS; i < rows.length; i += 1) {
        const text = rows[i]?.[column] ?? '';
        if (text === '' || Number.isNaN(Number(text))) continue;
        closeTo(values[i]?.[output] ?? Number.NaN, Number(text), size, `${column} of bar ${i}`);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(1);
  });

  it('[H3] the averages of ADX over another length equal ta4j, whose ADX takes two lengths', () => {
    const rows = table('ta4j/adx_gold_weekly_13.csv');
    const average = smma(8);
    const ours = rows.map(({ DX = '' }) => average(Number(DX), true));
    for (let i = SETTLED_BARS; i < rows.length; i += 1)
      closeTo(ours[i]!, Number(rows[i]?.['ADX']), 0, `ADX of bar ${i}`);
  });
}

type Recorded = Readonly<Record<string, string | number>>;
type Match = { id: IndicatorId; settings: Record<string, number>; outputs: readonly number[]; seeded: boolean };

/** What a record of TA-Lib is about, in our words; undefined where we have no such function. */
function matchOf(family: string, record: Recorded): Match | undefined {
  const length = Number(record['optInTimePeriod'] ?? record['optInTimePeriod1']);
  const of = (
    id: IndicatorId,
    seeded = false,
    outputs = [0],
    settings: Record<string, number> = { length },
  ): Match => ({
    ...{ id, settings, outputs, seeded },
  });
  const functions: Record<string, () => Match | undefined> = {
    ma: () =>
      ({
        SMA: of('sma'),
        WMA: of('wma'),
        EMA: of('ema', true),
        DEMA: of('dema', true),
        TEMA: of('tema', true),
      })[String(record['optInMAType_1'])],
    rsi: () => (record['theFunction'] === 'TA_RSI_TEST' ? of('rsi', true) : undefined),
    bbands: () =>
      record['optInMethod_3'] === 'SMA'
        ? of('bollinger', false, [0, 1, 2], { length, widths: Number(record['optInNbDevUp']) })
        : undefined,
    stoch: () => {
      const [a, b, c] = [0, 1, 2].map((i) => Number(record[`optInPeriod_${i}`]));
      return record['testId'] === 'TEST_STOCH'
        ? of('stochastic', false, [0, 1], { length: a!, smooth: b!, signal: c! })
        : of('stochasticRsi', true, [0, 1], { rsi: a!, length: b!, smooth: 1, signal: c! });
    },
    trange: () => (record['doAverage'] === 1 ? of('atr', true) : undefined),
    stddev: () => (Number(record['optInNbDeviation_1']) === 1 ? of('stdev') : undefined),
    mom: () => (record['theFunction'] === 'TA_ROC_TEST' ? of('roc') : undefined),
    per_ema: () => of('trix', true),
    per_hlc: () => ({ TA_CCI_TEST: of('cci'), TA_WILLR_TEST: of('williams') })[String(record['theFunction'])],
    per_hlcv: () => (record['theFunction'] === 'TA_MFI_TEST' ? of('mfi') : undefined),
    per_hl: () =>
      ({ TA_AROON_UP_TEST: of('aroon', false, [0]), TA_AROON_DOWN_TEST: of('aroon', false, [1]) })[
        String(record['theFunction'])
      ],
    adx: () =>
      ({ TST_ADX: of('adx', true, [0]), TST_PLUS_DI: of('adx', true, [1]), TST_MINUS_DI: of('adx', true, [2]) })[
        String(record['id'])
      ],
  };
  return functions[family]?.();
}

if (here) {
  it('[H3] TA-Lib has the same figures: those without a seed at every bar, the others after 250 bars', () => {
    const bars = table('talib/input.csv').map(candle);
    const records = JSON.parse(readFileSync(new URL('talib/expected.json', FOLDER), 'utf8')) as Record<
      string,
      Recorded[]
    >;
    const compared = new Map<IndicatorId, number>();
    for (const [family, list] of Object.entries(records)) {
      for (const record of list) {
        const match = matchOf(family, record);
        if (match === undefined || record['expectedNbElement'] === 0) continue;
        const begin = Number(record['expectedBegIdx']);
        for (const [i, output] of match.outputs.entries()) {
          const [index, wanted] = [
            record[`oneOfTheExpectedOutRealIndex${i}`] ?? record['oneOfTheExpectedOutRealIndex'],
            record[`oneOfTheExpectedOutReal${i}`] ?? record['oneOfTheExpectedOutReal'],
          ];
          const at = begin + Number(index);
          if (typeof wanted !== 'number' || !Number.isInteger(at) || !(at < bars.length)) continue;
          if (match.id === 'aroon' && tied(bars.slice(at - (match.settings['length'] ?? 0), at + 1), output)) continue;
          // Printed without a decimal: nothing to compare to a thousandth.
          if (Number.isInteger(wanted) && wanted % 100 !== 0) continue;
          if (match.seeded && at < SETTLED_BARS - 1) continue;
          const value = run(bars, match.id, match.settings)[at]?.[output] ?? Number.NaN;
          // Some of its figures are cut off after their last decimal and not rounded.
          const decimals = String(wanted).split('.')[1]?.length ?? 0;
          const most = Math.max(SETTLED * Math.abs(wanted), 10 ** -Math.max(2, decimals));
          expect(Math.abs(value - wanted), `${JSON.stringify(record)}: ${value}`).toBeLessThanOrEqual(most);
          compared.set(match.id, (compared.get(match.id) ?? 0) + 1);
        }
      }
    }
    expect([...compared.keys()].toSorted()).toEqual(
      [
        ...['adx', 'aroon', 'atr', 'bollinger', 'cci', 'dema', 'ema', 'mfi', 'roc', 'rsi', 'sma', 'stdev'],
        ...['stochastic', 'stochasticRsi', 'tema', 'trix', 'williams', 'wma'],
      ].toSorted(),
    );
  });

  /** Its series have fifteen to sixty bars, so only what has no seed, or the same one, can be compared. */
  const TULIP: readonly [string, IndicatorId, readonly string[], string, readonly number[]][] = [
    ['sma', 'sma', ['length'], 'c', [0]],
    ['wma', 'wma', ['length'], 'c', [0]],
    ['hma', 'hma', ['length'], 'c', [0]],
    ['bbands', 'bollinger', ['length', 'widths'], 'c', [2, 1, 0]],
    ['stddev', 'stdev', ['length'], 'c', [0]],
    ['rsi', 'rsi', ['length'], 'c', [0]],
    ['roc', 'roc', ['length'], 'c', [0]],
    ['cci', 'cci', ['length'], 'hlc', [0]],
    ['willr', 'williams', ['length'], 'hlc', [0]],
    ['stoch', 'stochastic', ['length', 'smooth', 'signal'], 'hlc', [0, 1]],
    ['aroon', 'aroon', ['length'], 'hl', [1, 0]],
    ['mfi', 'mfi', ['length'], 'hlcv', [0]],
    ['cmf', 'cmf', ['length'], 'hlcv', [0]],
    ['obv', 'obv', [], 'cv', [0]],
  ];
  it.each(TULIP)('[H3] %s equals Tulip wherever seeds play no part', (name, id, keys, inputs, outputs) => {
    let compared = 0;
    for (const { options, series } of tulip(name)) {
      const settings = Object.fromEntries(keys.map((key, i) => [key, options[i] ?? Number.NaN]));
      const of = (letter: string, i: number): number => series[inputs.indexOf(letter)]?.[i] ?? 0;
      const bars = (series[0] ?? []).map((_, i): Candle => {
        const close = of('c', i);
        return { time: i, open: close, high: of('h', i), low: of('l', i), close, volume: of('v', i) };
      });
      const values = run(bars, id, settings);
      for (const [k, output] of outputs.entries()) {
        const wanted = series[inputs.length + k] ?? [];
        for (const [i, number] of wanted.entries()) {
          const at = bars.length - wanted.length + i;
          // Of two equal extremes Tulip and TA-Lib count the newest, Skender and we the oldest.
          if (id === 'aroon' && tied(bars.slice(at - (settings['length'] ?? 0), at + 1), output)) continue;
          const value = (values[at]?.[output] ?? Number.NaN) / (name === 'roc' ? 100 : 1);
          const most = Math.max(SETTLED * Math.abs(number), 0.001);
          expect(
            Math.abs(value - number),
            `${name} ${options.join(' ')} of bar ${at}: ${value}, ${number}`,
          ).toBeLessThanOrEqual(most);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(5);
  });
}

function tied(bars: readonly Candle[], output: number): boolean {
  const values = bars.map(({ high, low }) => (output === 0 ? high : -low));
  return values.filter((value) => value === Math.max(...values)).length > 1;
}

/** Blocks of a name with its options, then one line of numbers a series: inputs first, outputs after them. */
function tulip(name: string): { options: number[]; series: number[][] }[] {
  return ['atoz', 'untest', 'extra'].flatMap((file) => {
    const text = readFileSync(new URL(`tulip/${file}.txt`, FOLDER), 'utf8').replaceAll(/^#.*\r?\n/gm, '');
    return text
      .split(/\r?\n\s*\n/)
      .map((block) => block.trim().split(/\r?\n/))
      .filter(([head = '']) => head.split(' ')[0] === name)
      .map(([head = '', ...lines]) => ({
        options: head.split(' ').slice(1).map(Number),
        series: lines.map((line) =>
          line
            .replaceAll(/[{}]/g, '')
            .split(',')
            .filter((cell) => cell.trim() !== '')
            .map(Number),
        ),
      }));
  });
}
