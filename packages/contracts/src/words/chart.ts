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

/** What each indicator is called, in full and in the legend. */
export const indicatorWords = {
  sma: { name: 'Simple moving average', short: 'SMA' },
  ema: { name: 'Exponential moving average', short: 'EMA' },
  wma: { name: 'Weighted moving average', short: 'WMA' },
  hma: { name: 'Hull moving average', short: 'HMA' },
  dema: { name: 'Double exponential average', short: 'DEMA' },
  tema: { name: 'Triple exponential average', short: 'TEMA' },
  smma: { name: 'Smoothed moving average', short: 'SMMA' },
  bollinger: { name: 'Bollinger bands', short: 'BB' },
  keltner: { name: 'Keltner channel', short: 'KC' },
  donchian: { name: 'Donchian channel', short: 'DC' },
  ichimoku: { name: 'Ichimoku', short: 'ICH' },
  parabolic: { name: 'Parabolic SAR', short: 'SAR' },
  supertrend: { name: 'SuperTrend', short: 'ST' },
  vwap: { name: 'Volume-weighted average price', short: 'VWAP' },
  rsi: { name: 'Relative strength index', short: 'RSI' },
  stochastic: { name: 'Stochastic', short: 'Stoch' },
  stochasticRsi: { name: 'Stochastic RSI', short: 'StochRSI' },
  macd: { name: 'MACD', short: 'MACD' },
  atr: { name: 'Average true range', short: 'ATR' },
  adx: { name: 'Directional movement, ADX', short: 'ADX' },
  cci: { name: 'Commodity channel index', short: 'CCI' },
  williams: { name: 'Williams %R', short: '%R' },
  roc: { name: 'Rate of change', short: 'ROC' },
  trix: { name: 'TRIX', short: 'TRIX' },
  aroon: { name: 'Aroon', short: 'Aroon' },
  stdev: { name: 'Standard deviation', short: 'StDev' },
  volume: { name: 'Volume', short: 'Vol' },
  obv: { name: 'On-balance volume', short: 'OBV' },
  mfi: { name: 'Money flow index', short: 'MFI' },
  cmf: { name: 'Chaikin money flow', short: 'CMF' },
} as const;
