export {
  type CoinPrice,
  type ConversionPrices,
  createMarketConversionPrices,
  DEPOSIT_COINS,
  type DepositCoin,
  PRICE_UNAVAILABLE,
} from './conversion-prices.ts';
export type { Feed, FeedReading, SourceHealth } from './feed.ts';
export {
  type ConversionResult,
  createMarket,
  type Market,
  type ClassState,
  type ClassStatus,
  type MarketStatus,
  MAX_BARS,
  type QuoteResult,
  type Showing,
  TICK_MS,
} from './market.ts';
export { marketReadiness } from './readiness.ts';
export { registerMarketRoutes } from './routes.ts';
export { wireQuote } from './wire.ts';
export { marksAt } from './marks-at.ts';
export type { MarketRefusal } from './sentences.ts';
