export type { TradeDeps } from './deps.ts';
export { tradeRoutes } from './routes.ts';
export { readTrackRecord, updateTrackRecord } from './track-record.ts';
export { exitPriceOf, exitValue, lotsText, priceText, TRADE_COLUMNS, type TradeRow, wireTrade } from './wire.ts';
