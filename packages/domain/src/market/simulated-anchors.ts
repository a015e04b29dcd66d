import type { CryptoSymbol, StockSymbol } from './instruments.ts';

/** Where a simulated price starts and how much it moves. Volatilities are yearly, as fractions of one. */
export type CurrencyAnchor = { readonly usd: number; readonly volatility: number };
export type AssetAnchor = {
  readonly usd: number;
  /** Volatility of the asset's own path. */
  readonly own: number;
  /** How much of its class's common path the asset takes. */
  readonly beta: number;
};

/** Value of one unit in dollars. A pair is the quotient of two of these, so crosses always agree with the dollar pairs. */
export const CURRENCIES: Readonly<Record<string, CurrencyAnchor>> = {
  USD: { usd: 1, volatility: 0.05 },
  EUR: { usd: 1.165, volatility: 0.045 },
  GBP: { usd: 1.338, volatility: 0.055 },
  JPY: { usd: 0.006_62, volatility: 0.075 },
  CHF: { usd: 1.248, volatility: 0.055 },
  CAD: { usd: 0.7175, volatility: 0.04 },
  AUD: { usd: 0.6545, volatility: 0.07 },
  NZD: { usd: 0.576, volatility: 0.07 },
};

/** Volatility of the path that all coins, or all shares, have in common. */
export const COMMON_VOLATILITY = { crypto: 0.45, stock: 0.14 } as const;

export const COINS: Readonly<Record<CryptoSymbol, AssetAnchor>> = {
  BTC: { usd: 92_400, own: 0.18, beta: 0.95 },
  ETH: { usd: 3_180, own: 0.32, beta: 1.1 },
  LTC: { usd: 96.4, own: 0.42, beta: 1 },
  XRP: { usd: 2.24, own: 0.5, beta: 1 },
  BCH: { usd: 512, own: 0.44, beta: 1 },
  ADA: { usd: 0.5125, own: 0.45, beta: 1.1 },
  SOL: { usd: 146.5, own: 0.42, beta: 1.15 },
  DOT: { usd: 2.845, own: 0.45, beta: 1.1 },
  BNB: { usd: 905, own: 0.3, beta: 0.9 },
  DOGE: { usd: 0.161, own: 0.52, beta: 1.15 },
  SHIB: { usd: 0.000_009_12, own: 0.55, beta: 1.1 },
  AVAX: { usd: 15.4, own: 0.48, beta: 1.15 },
  MATIC: { usd: 0.212, own: 0.5, beta: 1.1 },
  ATOM: { usd: 2.87, own: 0.45, beta: 1.05 },
  LINK: { usd: 13.9, own: 0.42, beta: 1.15 },
  UNI: { usd: 7.45, own: 0.52, beta: 1.1 },
  XLM: { usd: 0.2585, own: 0.48, beta: 1 },
  TRX: { usd: 0.2915, own: 0.3, beta: 0.6 },
  ALGO: { usd: 0.1612, own: 0.48, beta: 1.1 },
  FTM: { usd: 0.418, own: 0.6, beta: 1.15 },
  NEAR: { usd: 2.24, own: 0.52, beta: 1.15 },
  HBAR: { usd: 0.1525, own: 0.52, beta: 1.1 },
  ICP: { usd: 4.95, own: 0.55, beta: 1.05 },
  FIL: { usd: 1.92, own: 0.5, beta: 1.1 },
  AAVE: { usd: 182, own: 0.5, beta: 1.2 },
  GRT: { usd: 0.0545, own: 0.5, beta: 1.15 },
};

export const SHARES: Readonly<Record<StockSymbol, AssetAnchor>> = {
  AAPL: { usd: 268.4, own: 0.2, beta: 1.15 },
  TSLA: { usd: 402, own: 0.48, beta: 1.6 },
  AMZN: { usd: 224, own: 0.24, beta: 1.25 },
  MSFT: { usd: 492, own: 0.17, beta: 1.1 },
  GOOGL: { usd: 288, own: 0.23, beta: 1.1 },
  META: { usd: 598, own: 0.28, beta: 1.25 },
  NVDA: { usd: 184, own: 0.36, beta: 1.7 },
  'BRK.B': { usd: 506, own: 0.11, beta: 0.75 },
  V: { usd: 329, own: 0.14, beta: 0.85 },
  JNJ: { usd: 201, own: 0.14, beta: 0.4 },
  WMT: { usd: 104, own: 0.17, beta: 0.6 },
  PG: { usd: 149, own: 0.13, beta: 0.4 },
  JPM: { usd: 304, own: 0.17, beta: 1.05 },
  DIS: { usd: 106, own: 0.23, beta: 1 },
  NFLX: { usd: 1_108, own: 0.3, beta: 1.2 },
  KO: { usd: 71.2, own: 0.12, beta: 0.4 },
  PEP: { usd: 146, own: 0.15, beta: 0.45 },
  XOM: { usd: 118, own: 0.2, beta: 0.6 },
  CVX: { usd: 153, own: 0.2, beta: 0.65 },
  INTC: { usd: 35.4, own: 0.45, beta: 1.2 },
  CSCO: { usd: 77, own: 0.18, beta: 0.9 },
  BA: { usd: 188, own: 0.3, beta: 1.15 },
  IBM: { usd: 297, own: 0.22, beta: 0.75 },
  MMM: { usd: 168, own: 0.22, beta: 0.95 },
  GE: { usd: 299, own: 0.24, beta: 1.2 },
  NKE: { usd: 63.5, own: 0.3, beta: 1.05 },
  ORCL: { usd: 204, own: 0.36, beta: 1.3 },
  ADBE: { usd: 326, own: 0.26, beta: 1.05 },
  CRM: { usd: 229, own: 0.27, beta: 1.1 },
};
