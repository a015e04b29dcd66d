export * from './add-to-trade.ts';
export * from './adjust.ts';
export * from './model.ts';
export * from './record-trade.ts';
export * from './settle-trade.ts';
