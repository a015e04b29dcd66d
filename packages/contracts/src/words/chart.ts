import type { ChartStyle, Drawing } from '../chart.ts';

/** Words of the chart. Its intervals and the name of the library stand in trading.ts. */
export const chartWords = {
  chart: 'Chart',
  keys: 'Use the left and right arrows to move, up and down to zoom, 0 to return to the newest bar, Delete to remove the selected drawing, and Ctrl+Z to undo. The table below has the same prices.',
  style: 'Chart type',
  styleNow: (style: string) => `Chart type: ${style}`,
  styles: { candles: 'Candles', bars: 'Bars', line: 'Line', area: 'Area' } satisfies Record<ChartStyle, string>,
  scale: 'Scale',
  scales: { normal: 'Linear', log: 'Log', percent: 'Percent' },
  scaleCompared: 'Prices are in percent from the first bar in view while assets are compared.',
  compare: 'Compare',
  compareOn: (count: number) => `Compare (${count})`,
  barCloses: (left: string) => `Bar closes in ${left}`,
  /** What closing at a line would bring; `times` the risk where there is a stop. */
  worth: (money: string, percent: string, times: string | null) =>
    times === null ? `${money} · ${percent}%` : `${money} · ${percent}% · ${times}R`,
  reset: 'Back to the newest bars',
  large: 'Large chart',
  picture: 'Save a picture',
  pictureName: (symbol: string, interval: string) => `clearbook-${symbol.toLowerCase()}-${interval}.png`,
  open: 'O',
  high: 'H',
  low: 'L',
  close: 'C',

  indicators: 'Indicators',
  indicatorsOn: (count: number) => `Indicators (${count})`,
  tickVolume: 'Tick volume',
  tickVolumeShort: 'Tick vol',
  ticks: '(ticks)',

  draw: 'Draw',
  drawingsOn: (count: number) => `Draw (${count})`,
  kinds: {
    trend: 'Trend line',
    ray: 'Ray',
    level: 'Horizontal line',
    rectangle: 'Rectangle',
    fibonacci: 'Fibonacci retracement',
    text: 'Note',
  } satisfies Record<Drawing['kind'], string>,
  chosen: (kind: string) => `${kind} selected`,
  edit: 'Edit',
  remove: 'Remove',
  notSaved: 'Couldn’t save your chart changes',

  entry: (side: string, lots: string) => `${side} ${lots}`,
  stop: 'Stop loss',
  stopShort: 'SL',
  target: 'Take profit',
  targetShort: 'TP',
  trailing: 'Trailing stop',
  closeOut: 'Close-out',
  orderOf: (side: string, lots: string) => `${side} order ${lots}`,
  orderPrice: 'Price',

  showTable: 'Show latest bars as a table',
  hideTable: 'Hide the table',

  ticksFile: 'Download ticks',
  summary: (of: {
    name: string;
    interval: string;
    last: string;
    change: string;
    high: string;
    low: string;
    bars: number;
  }) =>
    `${of.name}, bars of ${of.interval}: last price ${of.last}, ${of.change} over the last ${of.bars} bars, highest ${of.high}, lowest ${of.low}.`,

  frameWaits:
    'TradingView’s chart only shows live markets. This market is simulated or replayed, so you’re seeing the built-in chart.',
} as const;

/** What each indicator is, by whom, and what it begins with. */
export const indicatorWords = {
  sma: {
    name: 'Simple moving average',
    short: 'SMA',
    about: 'Mean of the last closes (Achelis). No seed: starts once there are enough bars.',
  },
  ema: {
    name: 'Exponential moving average',
    short: 'EMA',
    about: 'Each close weighs 2 ÷ (length + 1). Seed: the simple average of the first bars of its length.',
  },
  wma: {
    name: 'Weighted moving average',
    short: 'WMA',
    about: 'The newest close weighs most, the oldest once. No seed.',
  },
  hma: {
    name: 'Hull moving average',
    short: 'HMA',
    about: 'A weighted average of two weighted averages, by Hull. Halves and roots are cut to whole bars. No seed.',
  },
  dema: {
    name: 'Double exponential average',
    short: 'DEMA',
    about:
      '2 × EMA − EMA of the EMA, by Mulloy. Seed: both begin with the simple average of the first bars, at one bar.',
  },
  tema: {
    name: 'Triple exponential average',
    short: 'TEMA',
    about: '3 × EMA − 3 × EMA² + EMA³, by Mulloy. Seed: all three begin with the simple average of the first bars.',
  },
  smma: {
    name: 'Smoothed moving average',
    short: 'SMMA',
    about: 'Each close weighs 1 ÷ length, by Wilder. Seed: the simple average of the first bars.',
  },
  bollinger: {
    name: 'Bollinger bands',
    short: 'BB',
    about: 'Simple average and standard deviations of the population around it, by Bollinger. No seed.',
  },
  keltner: {
    name: 'Keltner channel',
    short: 'KC',
    about:
      'EMA and average true ranges around it, in Raschke’s form. Seeds: those of the EMA and of the average range.',
  },
  donchian: {
    name: 'Donchian channel',
    short: 'DC',
    about: 'Highest high and lowest low of the bars before this one, so that a breakout shows. No seed.',
  },
  ichimoku: {
    name: 'Ichimoku',
    short: 'ICH',
    about: 'Conversion and base line, both spans drawn ahead, the close drawn behind, by Hosoda. No seed.',
  },
  parabolic: {
    name: 'Parabolic SAR',
    short: 'SAR',
    about: 'Wilder’s stop and reverse. Seed: the first bar counts as rising; nothing shows until the first turn.',
  },
  supertrend: {
    name: 'SuperTrend',
    short: 'ST',
    about: 'A stop some average ranges away that moves only towards the price. Seed: that of the average range.',
  },
  vwap: {
    name: 'Volume-weighted average price',
    short: 'VWAP',
    about: 'Σ (typical price × volume) ÷ Σ volume. Seed: the first bar that is loaded.',
  },
  rsi: {
    name: 'Relative strength index',
    short: 'RSI',
    about: 'Wilder’s, 0 to 100. Seed: the simple averages of the first rises and falls.',
  },
  stochastic: {
    name: 'Stochastic',
    short: 'Stoch',
    about: 'Where the close stands between the extremes, 0 to 100, by Lane, smoothed by simple averages. No seed.',
  },
  stochasticRsi: {
    name: 'Stochastic RSI',
    short: 'StochRSI',
    about: 'Where the RSI stands between its own extremes, by Chande and Kroll. Seed: that of the RSI.',
  },
  macd: {
    name: 'MACD',
    short: 'MACD',
    about: 'Difference of two EMAs, by Appel. Seeds: each EMA and the signal with their own first simple average.',
  },
  atr: {
    name: 'Average true range',
    short: 'ATR',
    about: 'Wilder’s. Seed: the simple average of the first true ranges, which begin with the second bar.',
  },
  adx: {
    name: 'Directional movement, ADX',
    short: 'ADX',
    about: 'Wilder’s ADX, +DI and −DI. Seeds: simple averages of the first movements, ranges and DX.',
  },
  cci: {
    name: 'Commodity channel index',
    short: 'CCI',
    about: 'Distance of the typical price from its mean in mean deviations, by Lambert. No seed.',
  },
  williams: {
    name: 'Williams %R',
    short: '%R',
    about: 'Distance of the close from the highest high, −100 to 0, by Williams. No seed.',
  },
  roc: {
    name: 'Rate of change',
    short: 'ROC',
    about: 'Percent from the close so many bars ago. No seed.',
  },
  trix: {
    name: 'TRIX',
    short: 'TRIX',
    about:
      'Change of the triple EMA from bar to bar in percent, by Hutson. Seed: the simple average of the first bars.',
  },
  aroon: {
    name: 'Aroon',
    short: 'Aroon',
    about: 'How long ago the extremes were, by Chande; of equal ones the oldest counts. No seed.',
  },
  stdev: {
    name: 'Standard deviation',
    short: 'StDev',
    about: 'Of the population of the last closes, around their mean. No seed.',
  },
  volume: {
    name: 'Volume',
    short: 'Vol',
    about: 'The volume of each bar, in the color of its rise or fall, and its simple average. No seed.',
  },
  obv: {
    name: 'On-balance volume',
    short: 'OBV',
    about: 'Volume added where the close rose and taken off where it fell, by Granville. Seed: 0 at the first bar.',
  },
  mfi: {
    name: 'Money flow index',
    short: 'MFI',
    about: 'Typical price × volume of rising bars among all, 0 to 100, by Quong and Soudack. No seed.',
  },
  cmf: {
    name: 'Chaikin money flow',
    short: 'CMF',
    about: 'Where closes stood in their bars, weighed by volume, by Chaikin. No seed.',
  },
} as const;
