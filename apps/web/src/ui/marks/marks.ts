/** Currencies whose flag is in marks.svg. */
export const FLAGS: ReadonlySet<string> = new Set(['USD', 'EUR', 'GBP', 'JPY', 'AUD', 'CAD', 'CHF', 'NZD']);

/** Coins whose mark is in marks.svg, with what it is painted on. */
export const COINS: Readonly<Record<string, string>> = {
  BTC: '#e8850c',
  ETH: '#5a6fd6',
  LTC: '#345d9d',
  XRP: '#46525f',
  BCH: '#2f9e68',
  ADA: '#246dd3',
  SOL: '#7d4ce0',
  DOT: '#d0006e',
  BNB: '#c98f0a',
  DOGE: '#b3922c',
  SHIB: '#fdf1dc',
  AVAX: '#d93a3b',
  MATIC: '#7342d6',
  ATOM: '#5a5f9c',
  LINK: '#2e61de',
  UNI: '#e80f6c',
  XLM: '#3d6b7d',
  TRX: '#c4342b',
  ALGO: '#3f4a56',
  FTM: '#1a8fc0',
  NEAR: '#0f9a68',
  HBAR: '#4a4a55',
  ICP: '#2f8fc4',
  FIL: '#0a7cd8',
  AAVE: '#7d7ad9',
  GRT: '#6040e0',
};
