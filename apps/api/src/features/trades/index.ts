export type { TradeDeps } from './deps.ts';
export { tradeRoutes } from './routes.ts';
export { readTrackRecord, updateTrackRecord } from './track-record.ts';
export {
  entryText,
  exitPriceOf,
  exitValue,
  heldLots,
  lotsText,
  priceText,
  TRADE_COLUMNS,
  type TradeRow,
  wireTrade,
} from './wire.ts';
export { listTrades } from './trades.query.ts';
