export * from './break-even.ts';
export * from './margin-calls.ts';
export * from './model.ts';
export * from './reverse-trade.ts';
