import { instrument, isSymbol } from './instruments.ts';

const CURRENCIES: Readonly<Record<string, string>> = {
  USD: 'US dollar',
  EUR: 'Euro',
  GBP: 'British pound',
  JPY: 'Japanese yen',
  AUD: 'Australian dollar',
  CAD: 'Canadian dollar',
  CHF: 'Swiss franc',
  NZD: 'New Zealand dollar',
};

const COINS: Readonly<Record<string, string>> = {
  BTC: 'Bitcoin',
  ETH: 'Ethereum',
  LTC: 'Litecoin',
  XRP: 'XRP',
  BCH: 'Bitcoin Cash',
  ADA: 'Cardano',
  SOL: 'Solana',
  DOT: 'Polkadot',
  BNB: 'BNB',
  DOGE: 'Dogecoin',
  SHIB: 'Shiba Inu',
  AVAX: 'Avalanche',
  MATIC: 'Polygon',
  ATOM: 'Cosmos',
  LINK: 'Chainlink',
  UNI: 'Uniswap',
  XLM: 'Stellar',
  TRX: 'Tron',
  ALGO: 'Algorand',
  FTM: 'Fantom',
  NEAR: 'NEAR Protocol',
  HBAR: 'Hedera',
  ICP: 'Internet Computer',
  FIL: 'Filecoin',
  AAVE: 'Aave',
  GRT: 'The Graph',
};

/** What people also call a currency, a coin, a pair or a share. */
const ALIASES: Readonly<Record<string, string>> = {
  ...{ USD: 'dollar greenback buck', EUR: 'euro', GBP: 'pound sterling quid', JPY: 'yen' },
  ...{ AUD: 'aussie', CAD: 'loonie', CHF: 'franc swissie', NZD: 'kiwi' },
  ...{ EURUSD: 'fiber fibre', GBPUSD: 'cable', USDJPY: 'gopher ninja', USDCHF: 'swissie', EURGBP: 'chunnel' },
  ...{ EURJPY: 'yuppy', GBPJPY: 'guppy dragon', BTC: 'xbt', ETH: 'ether', XRP: 'ripple', BNB: 'binance coin' },
  ...{ MATIC: 'pol', XLM: 'lumens', DOGE: 'doge', GOOGL: 'google', META: 'facebook instagram' },
  ...{ 'BRK.B': 'buffett', JPM: 'jp morgan chase', KO: 'coca cola coke', XOM: 'exxonmobil', BA: 'airplane' },
  ...{ GE: 'general electric', JNJ: 'johnson and johnson', PG: 'procter and gamble', IBM: 'big blue' },
};

/** The name in full: "Euro / US dollar", "Bitcoin", "Apple". A symbol nobody knows names itself. */
export function fullNameOf(symbol: string): string {
  if (!isSymbol(symbol)) return symbol;
  const of = instrument(symbol);
  if (of.class === 'forex') return `${CURRENCIES[of.base] ?? of.base} / ${CURRENCIES[of.quote] ?? of.quote}`;
  return of.class === 'crypto' ? (COINS[symbol] ?? symbol) : of.name.replace(/ \([^)]*\)$/, '');
}

/** Every word by which people look for it, in small letters, the symbol and its parts first. */
export function searchWordsOf(symbol: string): string {
  if (!isSymbol(symbol)) return symbol.toLowerCase();
  const of = instrument(symbol);
  const parts = of.class === 'forex' ? [of.base, of.quote] : [];
  const words = [
    ...[symbol, of.name, of.name.replace('/', ''), fullNameOf(symbol), ...parts],
    ...[symbol, ...parts].map((part) => ALIASES[part] ?? ''),
  ];
  return words.join(' ').toLowerCase();
}

/**
 * Whether an asset is meant by what somebody typed. Each word has to begin a word of its names, in any order ("euro dollar", "cable"), or the
 * text is a part of its symbol ("usdj").
 */
export function matchesAsset(symbol: string, text: string): boolean {
  const typed = text.trim().toLowerCase();
  if (typed === '') return true;
  const words = searchWordsOf(symbol);
  if (symbol.toLowerCase().includes(typed.replaceAll('/', ''))) return true;
  const known = words.split(/[\s/()&-]+/);
  return typed.split(/[\s/()&-]+/).every((term) => known.some((word) => word.startsWith(term)));
}
