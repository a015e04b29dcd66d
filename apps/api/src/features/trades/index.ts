export { tradeRoutes, type TradeDeps } from './routes.ts';
export { lotsText, priceText, TRADE_COLUMNS, type TradeRow, wireTrade } from './wire.ts';
