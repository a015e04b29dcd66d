import * as z from 'zod/mini';
import { cursorList, id, line } from './common.ts';
import { INTERVALS } from './intervals.ts';
import { symbol } from './market.ts';
import { messages } from './messages.ts';

export const chartInterval = z.enum(INTERVALS, { error: messages.chart.interval });
export const chartStyle = z.enum(['candles', 'bars', 'line', 'area'], { error: messages.chart.style });
export type ChartStyle = z.infer<typeof chartStyle>;

/** A chart with more of them is no longer read, and each costs a step a quote. */
export const MAX_INDICATORS = 10;
export const MAX_COMPARED = 3;
/** As many charts are shown beside each other. */
const CHART_COUNTS = [1, 2, 4] as const;
export type ChartCount = (typeof CHART_COUNTS)[number];
export const MAX_CHARTS = 4;
/** Layouts that one client keeps under a name. */
export const MAX_LAYOUTS = 10;
export const MAX_LAYOUT_NAME_LENGTH = 40;
export const MAX_DRAWINGS = 100;
export const MAX_NOTE_LENGTH = 120;

export const indicatorId = z.enum([
  'sma',
  'ema',
  'wma',
  'hma',
  'dema',
  'tema',
  'smma',
  'bollinger',
  'keltner',
  'donchian',
  'ichimoku',
  'parabolic',
  'supertrend',
  'vwap',
  'rsi',
  'stochastic',
  'stochasticRsi',
  'macd',
  'atr',
  'adx',
  'cci',
  'williams',
  'roc',
  'trix',
  'aroon',
  'stdev',
  'volume',
  'obv',
  'mfi',
  'cmf',
]);

/** Names what lies on a chart. Made by the browser; it means nothing to anybody else. */
const key = z.string().check(z.regex(/^[a-z0-9]{1,16}$/, { error: messages.chart.key }));

const chosenIndicator = z.strictObject({
  key,
  id: indicatorId,
  /** By the names of the catalogue of indicators; what is out of bounds is brought back when it is drawn. */
  settings: z
    .record(z.string().check(z.regex(/^[a-zA-Z]{1,12}$/)), z.number().check(z.gte(0), z.lte(1000)))
    .check(z.refine((settings) => Object.keys(settings).length <= 5, { error: messages.chart.settings })),
});
export type ChosenIndicator = z.infer<typeof chosenIndicator>;

/** One chart: its asset and what it looks like. */
export const chartChoice = z.strictObject({
  /** Null before anybody chose one. */
  symbol: z.nullable(symbol),
  interval: chartInterval,
  style: chartStyle,
  indicators: z.array(chosenIndicator).check(z.maxLength(MAX_INDICATORS, { error: messages.chart.indicators })),
  /** Assets whose rise and fall is drawn beside that of the chart's own. */
  compare: z.array(symbol).check(
    z.maxLength(MAX_COMPARED, { error: messages.chart.compare }),
    z.refine((symbols) => new Set(symbols).size === symbols.length, { error: messages.chart.comparedTwice }),
  ),
});
export type ChartChoice = z.infer<typeof chartChoice>;

/** A client's charts on the trading screen. Those that are not shown keep what they are until they are shown again. */
export const chartLayout = z
  .strictObject({
    shown: z.literal(CHART_COUNTS, { error: messages.chart.count }),
    /** Which of them, from zero, the ticket is about. */
    active: z.int({ error: messages.chart.active }).check(z.gte(0, { error: messages.chart.active })),
    charts: z.array(chartChoice).check(z.maxLength(MAX_CHARTS, { error: messages.chart.charts })),
  })
  .check(
    z.refine(({ shown, charts }) => charts.length >= shown, { error: messages.chart.charts, path: ['charts'] }),
    z.refine(({ active, charts }) => active < charts.length, { error: messages.chart.active, path: ['active'] }),
  );
export type ChartLayout = z.infer<typeof chartLayout>;

const layoutName = line(MAX_LAYOUT_NAME_LENGTH, messages.chart.layoutNameRequired);
export const saveLayoutBody = z.strictObject({ name: layoutName, layout: chartLayout });
export const changeLayoutBody = z.strictObject({ name: z.optional(layoutName), layout: z.optional(chartLayout) });
export const savedLayout = z.strictObject({ id, name: z.string(), layout: chartLayout });
export type SavedLayout = z.infer<typeof savedLayout>;
export const savedLayouts = cursorList(savedLayout);

/** Where somebody put a corner: seconds since 1970 and a price. For looking at only. */
const point = z.strictObject({
  time: z.int().check(z.gte(0), z.lte(4_102_444_800)),
  price: z.string().check(z.regex(/^\d{1,12}(?:\.\d{1,10})?$/, { error: messages.chart.price })),
});
export type ChartPoint = z.infer<typeof point>;

const corners = z.tuple([point, point]);
export const drawing = z.discriminatedUnion('kind', [
  z.strictObject({ key, kind: z.literal('trend'), points: corners }),
  z.strictObject({ key, kind: z.literal('ray'), points: corners }),
  z.strictObject({ key, kind: z.literal('rectangle'), points: corners }),
  z.strictObject({ key, kind: z.literal('fibonacci'), points: corners }),
  z.strictObject({ key, kind: z.literal('level'), points: z.tuple([point]) }),
  z.strictObject({
    key,
    kind: z.literal('text'),
    points: z.tuple([point]),
    text: line(MAX_NOTE_LENGTH, messages.chart.noteRequired),
  }),
]);
export type Drawing = z.infer<typeof drawing>;

/** What a client drew over one symbol. */
export const chartDrawings = z.strictObject({
  drawings: z.array(drawing).check(z.maxLength(MAX_DRAWINGS, { error: messages.chart.drawings })),
});
export type ChartDrawings = z.infer<typeof chartDrawings>;

export const chartParams = z.strictObject({ id: symbol });
