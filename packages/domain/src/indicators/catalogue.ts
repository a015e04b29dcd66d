import { dema, ema, hma, sma, smma, tema, trix, wma } from './averages.ts';
import { bollinger, donchian, keltner, stdev } from './bands.ts';
import { aroon, cci, macd, roc, rsi, stochastic, stochasticRsi, williams } from './oscillators.ts';
import { adx, averageRange } from './range.ts';
import type { Candle, Step } from './step.ts';
import { ichimoku, parabolic, superTrend } from './trend.ts';
import { cmf, type Counted, mfi, obv, volume, vwap, whereCounted } from './volume.ts';

/** What somebody may set, and within which bounds. Whole numbers where the step is one. */
export type Setting = {
  readonly key: string;
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
};
/** How a value is drawn; `shift` names the setting by whose bars it is moved to the right, or to the left with a minus sign. */
export type Output = {
  readonly key: string;
  readonly shape: 'line' | 'dots' | 'histogram';
  readonly shift?: { readonly by: string; readonly sign: 1 | -1 };
};
export type Definition = {
  /** `price` over the bars, `own` in a pane below them. */
  readonly pane: 'price' | 'own';
  readonly settings: readonly Setting[];
  readonly outputs: readonly Output[];
  /** Levels that an oscillator's pane shows. */
  readonly levels?: readonly number[];
  /** Nothing can be said where nobody counted the volume. */
  readonly needsVolume?: true;
  /** Its values are volumes, not prices. */
  readonly unit?: 'volume';
  create(settings: Readonly<Record<string, number>>): Step<Candle, readonly number[]>;
};

const MOST_BARS = 400;

function bars(key: string, initial: number, min = 1): Setting {
  return { key, initial, min, max: MOST_BARS, step: 1 };
}
function factor(key: string, initial: number, max: number, step: number): Setting {
  return { key, initial, min: step, max, step };
}
function line(key: string): Output {
  return { key, shape: 'line' };
}
function dots(key: string): Output {
  return { key, shape: 'dots' };
}
const BAND = [line('upper'), line('middle'), line('lower')];

function ofClose(make: (length: number) => Step<number, number>, initial: number): Definition {
  return {
    pane: 'price',
    settings: [bars('length', initial)],
    outputs: [line('value')],
    create({ length = initial }) {
      const step = make(length);
      return ({ close }, keep) => [step(close, keep)];
    },
  };
}

function single(
  make: (length: number) => Step<Candle, number>,
  initial: number,
  levels?: readonly number[],
): Definition {
  return {
    pane: 'own',
    settings: [bars('length', initial)],
    outputs: [line('value')],
    ...(levels && { levels }),
    create({ length = initial }) {
      const step = make(length);
      return (bar, keep) => [step(bar, keep)];
    },
  };
}

function ofVolume(step: Step<Counted, number>): Step<Candle, readonly number[]> {
  return whereCounted(1, (bar, keep) => [step(bar, keep)]);
}

function singleOfVolume(
  make: (length: number) => Step<Counted, number>,
  initial: number,
  levels: readonly number[],
): Definition {
  return {
    pane: 'own',
    settings: [bars('length', initial)],
    outputs: [line('value')],
    levels,
    needsVolume: true,
    create: ({ length = initial }) => ofVolume(make(length)),
  };
}

/** Every indicator of the chart: what may be set, what comes out, and the step that makes it. */
export const INDICATORS = {
  sma: ofClose(sma, 20),
  ema: ofClose(ema, 20),
  wma: ofClose(wma, 20),
  hma: ofClose(hma, 20),
  dema: ofClose(dema, 20),
  tema: ofClose(tema, 20),
  smma: ofClose(smma, 20),
  bollinger: {
    pane: 'price',
    settings: [bars('length', 20, 2), factor('widths', 2, 10, 0.1)],
    outputs: BAND,
    create: ({ length = 20, widths = 2 }) => bollinger(length, widths),
  },
  keltner: {
    pane: 'price',
    settings: [bars('length', 20), factor('widths', 2, 10, 0.1), bars('range', 10)],
    outputs: BAND,
    create: ({ length = 20, widths = 2, range = 10 }) => keltner(length, widths, range),
  },
  donchian: {
    pane: 'price',
    settings: [bars('length', 20)],
    outputs: BAND,
    create: ({ length = 20 }) => donchian(length),
  },
  ichimoku: {
    pane: 'price',
    settings: [bars('conversion', 9), bars('base', 26), bars('span', 52)],
    outputs: [
      line('conversion'),
      line('base'),
      { key: 'spanA', shape: 'line', shift: { by: 'base', sign: 1 } },
      { key: 'spanB', shape: 'line', shift: { by: 'base', sign: 1 } },
      { key: 'lagging', shape: 'line', shift: { by: 'base', sign: -1 } },
    ],
    create: ({ conversion = 9, base = 26, span = 52 }) => ichimoku(conversion, base, span),
  },
  parabolic: {
    pane: 'price',
    settings: [factor('step', 0.02, 0.5, 0.01), factor('most', 0.2, 1, 0.01)],
    outputs: [dots('value')],
    create({ step = 0.02, most = 0.2 }) {
      const next = parabolic(step, most);
      return (bar, keep) => [next(bar, keep)];
    },
  },
  supertrend: {
    pane: 'price',
    settings: [bars('length', 10), factor('widths', 3, 20, 0.1)],
    outputs: [line('rising'), line('falling')],
    create: ({ length = 10, widths = 3 }) => superTrend(length, widths),
  },
  vwap: {
    pane: 'price',
    settings: [],
    outputs: [line('value')],
    needsVolume: true,
    create: () => ofVolume(vwap()),
  },
  rsi: {
    pane: 'own',
    settings: [bars('length', 14)],
    outputs: [line('value')],
    levels: [30, 70],
    create({ length = 14 }) {
      const step = rsi(length);
      return ({ close }, keep) => [step(close, keep)];
    },
  },
  stochastic: {
    pane: 'own',
    settings: [bars('length', 14), bars('smooth', 3), bars('signal', 3)],
    outputs: [line('k'), line('d')],
    levels: [20, 80],
    create: ({ length = 14, smooth = 3, signal = 3 }) => stochastic(length, smooth, signal),
  },
  stochasticRsi: {
    pane: 'own',
    settings: [bars('rsi', 14), bars('length', 14), bars('smooth', 1), bars('signal', 3)],
    outputs: [line('k'), line('d')],
    levels: [20, 80],
    create: ({ rsi: of = 14, length = 14, smooth = 1, signal = 3 }) => stochasticRsi(of, length, smooth, signal),
  },
  macd: {
    pane: 'own',
    settings: [bars('fast', 12), bars('slow', 26), bars('signal', 9)],
    outputs: [line('macd'), line('signal'), { key: 'histogram', shape: 'histogram' }],
    create: ({ fast = 12, slow = 26, signal = 9 }) => macd(fast, slow, signal),
  },
  atr: single(averageRange, 14),
  adx: {
    pane: 'own',
    settings: [bars('length', 14)],
    outputs: [line('adx'), line('plus'), line('minus')],
    levels: [25],
    create: ({ length = 14 }) => adx(length),
  },
  cci: single(cci, 20, [-100, 100]),
  williams: single(williams, 14, [-80, -20]),
  roc: single(roc, 14, [0]),
  trix: {
    pane: 'own',
    settings: [bars('length', 14)],
    outputs: [line('value')],
    levels: [0],
    create({ length = 14 }) {
      const step = trix(length);
      return ({ close }, keep) => [step(close, keep)];
    },
  },
  aroon: {
    pane: 'own',
    settings: [bars('length', 25)],
    outputs: [line('up'), line('down')],
    create: ({ length = 25 }) => aroon(length),
  },
  stdev: {
    pane: 'own',
    settings: [bars('length', 14, 2)],
    outputs: [line('value')],
    create({ length = 14 }) {
      const step = stdev(length);
      return ({ close }, keep) => [step(close, keep)];
    },
  },
  volume: {
    pane: 'own',
    settings: [bars('length', 20)],
    outputs: [{ key: 'volume', shape: 'histogram' }, line('average')],
    needsVolume: true,
    unit: 'volume',
    create: ({ length = 20 }) => whereCounted(2, volume(length)),
  },
  obv: {
    pane: 'own',
    settings: [],
    outputs: [line('value')],
    needsVolume: true,
    unit: 'volume',
    create: () => ofVolume(obv()),
  },
  mfi: singleOfVolume(mfi, 14, [20, 80]),
  cmf: singleOfVolume(cmf, 20, [0]),
} as const satisfies Record<string, Definition>;

export type IndicatorId = keyof typeof INDICATORS;
export const INDICATOR_IDS = Object.keys(INDICATORS) as IndicatorId[];

export function definitionOf(id: IndicatorId): Definition {
  return INDICATORS[id];
}

/** What was asked for, brought within its bounds; what was left out has its initial value. */
export function settled(id: IndicatorId, given: Readonly<Record<string, number>>): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { key, initial, min, max, step } of definitionOf(id).settings) {
    const wanted = given[key];
    const number = wanted === undefined || !Number.isFinite(wanted) ? initial : Math.min(max, Math.max(min, wanted));
    // Counted in steps, so that 0.1 + 0.2 is 0.3 here.
    found[key] = Number((Math.round(number / step) * step).toFixed(4));
  }
  return found;
}
