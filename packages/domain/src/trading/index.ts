export * from './close-trade.ts';
export * from './letters.ts';
export * from './margin.ts';
export * from './open-trade.ts';
export * from './profit.ts';
export * from './terms.ts';
export * from './valuation.ts';
