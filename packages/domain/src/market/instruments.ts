import { type Price, PRICE_DECIMALS } from './price.ts';

export type AssetClass = 'forex' | 'crypto' | 'stock';

/**
 * A width between two prices. For forex in tenths of a pip, for crypto and stocks in basis points (hundredths of a percent) of the mid,
 * so that 16 reads "1.6 pips or 16 basis points".
 */
export type Width = number;

export type Instrument = {
  readonly symbol: Symbol;
  /** As shown: "EUR/USD", "BTC/USD", "Apple (AAPL)". */
  readonly name: string;
  readonly class: AssetClass;
  /** What is bought and sold: a currency, a coin or a share (then it equals the symbol). */
  readonly base: string;
  readonly quote: string;
  /** Decimals of a price, the feed's and the dealt one. */
  readonly digits: number;
  /** Price units of one pip: the fourth decimal (second for yen) in forex, the last decimal elsewhere. */
  readonly pip: Price;
  /** Base units in one lot. */
  readonly lotSize: bigint;
  /** Smallest step of lots, in hundredths of a lot. */
  readonly lotStep: bigint;
  /** Regulatory leverage cap, as N in N:1. Nothing that a client buys raises it. */
  readonly leverageCap: number;
  /** Distance of bid and ask as the feed quotes them, before any mark-up. */
  readonly baseSpread: Width;
};

/** What holds for every instrument of a class. */
export type ClassRules = {
  /** A quote that moved further than this from the last good one needs confirming, in basis points. Below 500 everywhere: one spike of 5 % fills nothing. */
  readonly jumpLimitBps: number;
  /** A quote older than this stops new trades, in milliseconds. */
  readonly staleLimitMs: number;
};

export const CLASS_RULES: Readonly<Record<AssetClass, ClassRules>> = {
  forex: { jumpLimitBps: 100, staleLimitMs: 15_000 },
  stock: { jumpLimitBps: 400, staleLimitMs: 30_000 },
  crypto: { jumpLimitBps: 400, staleLimitMs: 30_000 },
};

/** A position must be worth at least ten dollars, in cents. */
export const MIN_NOTIONAL_CENTS = 1_000n;

/** Mark-up of a client who owns no package: 1.6 pips or 16 basis points. */
export const DEFAULT_MARKUP: Width = 16;

// Forex: symbol and the spread of the feed in tenths of a pip.
const FOREX = [
  ['EURUSD', 2],
  ['GBPUSD', 4],
  ['AUDUSD', 4],
  ['USDJPY', 3],
  ['USDCAD', 5],
  ['USDCHF', 5],
  ['NZDUSD', 6],
  ['EURGBP', 5],
  ['EURJPY', 6],
  ['GBPJPY', 10],
  ['AUDJPY', 8],
  ['EURCHF', 7],
  ['EURAUD', 10],
  ['GBPAUD', 14],
  ['CADJPY', 9],
  ['NZDJPY', 11],
  ['AUDNZD', 12],
  ['GBPCHF', 12],
  ['EURCAD', 11],
  ['AUDCAD', 10],
  ['CHFJPY', 11],
  ['NZDCAD', 13],
] as const;

// Crypto: symbol, decimals and the spread of the feed in basis points.
const CRYPTO = [
  ['BTC', 2, 1],
  ['ETH', 2, 2],
  ['LTC', 2, 5],
  ['XRP', 4, 5],
  ['BCH', 2, 5],
  ['ADA', 4, 6],
  ['SOL', 2, 3],
  ['DOT', 3, 7],
  ['BNB', 2, 3],
  ['DOGE', 5, 5],
  ['SHIB', 9, 8],
  ['AVAX', 3, 6],
  ['MATIC', 4, 8],
  ['ATOM', 3, 8],
  ['LINK', 3, 5],
  ['UNI', 3, 7],
  ['XLM', 5, 6],
  ['TRX', 5, 5],
  ['ALGO', 4, 9],
  ['FTM', 4, 10],
  ['NEAR', 3, 8],
  ['HBAR', 5, 7],
  ['ICP', 3, 8],
  ['FIL', 3, 8],
  ['AAVE', 2, 6],
  ['GRT', 5, 9],
] as const;

// Stocks: symbol, company and the spread of the feed in basis points.
const STOCKS = [
  ['AAPL', 'Apple', 1],
  ['TSLA', 'Tesla', 2],
  ['AMZN', 'Amazon', 1],
  ['MSFT', 'Microsoft', 1],
  ['GOOGL', 'Alphabet', 1],
  ['META', 'Meta Platforms', 1],
  ['NVDA', 'NVIDIA', 1],
  ['BRK.B', 'Berkshire Hathaway', 2],
  ['V', 'Visa', 2],
  ['JNJ', 'Johnson & Johnson', 2],
  ['WMT', 'Walmart', 2],
  ['PG', 'Procter & Gamble', 2],
  ['JPM', 'JPMorgan Chase', 2],
  ['DIS', 'Walt Disney', 2],
  ['NFLX', 'Netflix', 3],
  ['KO', 'Coca-Cola', 2],
  ['PEP', 'PepsiCo', 2],
  ['XOM', 'Exxon Mobil', 2],
  ['CVX', 'Chevron', 2],
  ['INTC', 'Intel', 3],
  ['CSCO', 'Cisco', 2],
  ['BA', 'Boeing', 3],
  ['IBM', 'IBM', 2],
  ['MMM', '3M', 3],
  ['GE', 'GE Aerospace', 3],
  ['NKE', 'Nike', 3],
  ['ORCL', 'Oracle', 2],
  ['ADBE', 'Adobe', 3],
  ['CRM', 'Salesforce', 3],
] as const;

export type ForexSymbol = (typeof FOREX)[number][0];
export type CryptoSymbol = (typeof CRYPTO)[number][0];
export type StockSymbol = (typeof STOCKS)[number][0];
export type Symbol = ForexSymbol | CryptoSymbol | StockSymbol;

/** A pair of two of these may be levered 30:1; every other forex pair 20:1. */
const MAJOR_CURRENCIES = new Set(['USD', 'EUR', 'JPY', 'GBP', 'CAD', 'CHF']);

/** All 77, in the specification's order. */
export const INSTRUMENTS: readonly Instrument[] = [
  ...FOREX.map(([symbol, spread]) => forex(symbol, spread)),
  ...CRYPTO.map(([symbol, digits, spread]) => crypto(symbol, digits, spread)),
  ...STOCKS.map(([symbol, company, spread]) => stock(symbol, company, spread)),
];

const BY_SYMBOL: ReadonlyMap<string, Instrument> = new Map(INSTRUMENTS.map((each) => [each.symbol, each]));

export function isSymbol(text: string): text is Symbol {
  return BY_SYMBOL.has(text);
}

/** The instrument of a known symbol. Check text from outside with `isSymbol` first: an unknown one throws a RangeError. */
export function instrument(symbol: Symbol): Instrument {
  const found = BY_SYMBOL.get(symbol);
  if (found === undefined) throw new RangeError(`unknown symbol: ${String(symbol).slice(0, 20)}`);
  return found;
}

/** A symbol as people read it: "EUR/USD", "BTC/USD", "AAPL". Text that is no symbol stays as it is. */
export function displaySymbol(symbol: string): string {
  const found = BY_SYMBOL.get(symbol);
  return found === undefined || found.class === 'stock' ? symbol : found.name;
}

/** The tick: price units of a price's last decimal. */
export function priceStep(of: Instrument): Price {
  return 10n ** BigInt(PRICE_DECIMALS - of.digits);
}

function forex(symbol: ForexSymbol, baseSpread: Width): Instrument {
  const base = symbol.slice(0, 3);
  const quote = symbol.slice(3);
  const digits = quote === 'JPY' ? 3 : 5;
  const leverageCap = MAJOR_CURRENCIES.has(base) && MAJOR_CURRENCIES.has(quote) ? 30 : 20;
  // The last decimal of a forex price is a tenth of a pip.
  const pip = 10n ** BigInt(PRICE_DECIMALS - digits + 1);
  return {
    symbol,
    name: `${base}/${quote}`,
    class: 'forex',
    base,
    quote,
    digits,
    pip,
    lotSize: 100_000n,
    lotStep: 1n,
    leverageCap,
    baseSpread,
  };
}

function crypto(symbol: CryptoSymbol, digits: number, baseSpread: Width): Instrument {
  const lotSize = symbol === 'SHIB' ? 1_000_000n : 1n;
  const pip = 10n ** BigInt(PRICE_DECIMALS - digits);
  return {
    symbol,
    name: `${symbol}/USD`,
    class: 'crypto',
    base: symbol,
    quote: 'USD',
    digits,
    pip,
    lotSize,
    lotStep: 1n,
    leverageCap: 2,
    baseSpread,
  };
}

function stock(symbol: StockSymbol, company: string, baseSpread: Width): Instrument {
  const pip = 10n ** BigInt(PRICE_DECIMALS - 2);
  return {
    symbol,
    name: `${company} (${symbol})`,
    class: 'stock',
    base: symbol,
    quote: 'USD',
    digits: 2,
    pip,
    lotSize: 1n,
    lotStep: 1n,
    leverageCap: 5,
    baseSpread,
  };
}
