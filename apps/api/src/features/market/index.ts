export {
  type CoinPrice,
  type ConversionPrices,
  createMarketConversionPrices,
  DEPOSIT_COINS,
  type DepositCoin,
  PRICE_UNAVAILABLE,
} from './conversion-prices.ts';
export { type AddedSpreads, withAddedSpreads } from './added-spread.ts';
export type { Feed, FeedReading, SourceHealth } from './feed.ts';
export {
  type ConversionResult,
  createMarket,
  type Market,
  MAX_BARS,
  type QuoteResult,
  type Showing,
} from './market.ts';
export type { ClassState, ClassStatus, MarketStatus } from './status.ts';
export { TICK_MS } from './ticks.ts';
export { type KnownActions, NOTHING_ANNOUNCED, RecordedActions } from './price-actions.ts';
export { marketReadiness } from './readiness.ts';
export { registerMarketRoutes } from './routes.ts';
export { createUsualSpreads, type UsualSpreads } from './usual-spreads.ts';
export { costsAhead, nextRates, percentYear, wireQuote } from './wire.ts';
export { marksOf } from './marks-at.ts';
export type { MarketRefusal } from './sentences.ts';
