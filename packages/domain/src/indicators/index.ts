export { definitionOf, INDICATOR_IDS, INDICATORS, settled } from './catalogue.ts';
export type { Definition, IndicatorId, Output, Setting } from './catalogue.ts';
export type { Candle } from './step.ts';
export { Track } from './track.ts';
