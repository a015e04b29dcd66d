/**
 * The result of a trade from its fills and quotes alone. On purpose it shares no code with the product: a second reading of docs/spec/trading.md
 * in plain arithmetic, so that one mistake cannot hide in both.
 */
export type TapeFill = {
  readonly kind: string;
  /** Hundredths of a lot. */
  readonly lots: bigint;
  /** Prices count 1e-10 of the quote currency. */
  readonly price: bigint;
  /** Bid and ask of the quote that converted the quote currency into dollars; null where it is the dollar. */
  readonly conversion: { readonly bid: bigint; readonly ask: bigint } | null;
  /** Of the splits that the price has seen, `new:old` each. */
  readonly ratios: readonly string[];
};

/** Σ realised in cents: ±(exit − entry) × lots × lot size in dollars, rounded half to even once over all closes. */
export function recomputeProfit(symbol: string, side: string, fills: readonly TapeFill[]): bigint {
  const open = fills.find(({ kind }) => kind === 'open');
  if (open === undefined) throw new Error('a trade that never opened');
  let [top, bottom] = [0n, 1n];
  for (const fill of fills) {
    if (fill.kind !== 'close') continue;
    const held = sharesHeld(fill.ratios);
    const gain = (side === 'buy' ? 1n : -1n) * (fill.price * held.num - open.price * held.den);
    // Cents: × 100 for dollars into cents, ÷ 100 for hundredths of a lot.
    let num = gain * fill.lots * unitsOfOneLot(symbol);
    let den = 10_000_000_000n * held.num;
    const currency = isPair(symbol) ? symbol.slice(3) : 'USD';
    if (currency !== 'USD') {
      if (fill.conversion === null) throw new Error(`no conversion for ${symbol}`);
      const twice = fill.conversion.bid + fill.conversion.ask;
      if (DOLLARS_FOR_ONE.has(currency)) {
        num *= twice;
        den *= 20_000_000_000n;
      } else {
        num *= 20_000_000_000n;
        den *= twice;
      }
    }
    top = top * den + num * bottom;
    bottom *= den;
  }
  return nearest(top, bottom);
}

/** Shares held for each share that was bought. */
function sharesHeld(ratios: readonly string[]): { num: bigint; den: bigint } {
  let [num, den] = [1n, 1n];
  for (const ratio of ratios) {
    const [now = 0n, old = 0n] = ratio.split(':').map(BigInt);
    num *= now;
    den *= old;
  }
  return { num, den };
}

/** Quoted as dollars for one of them; the others as their units for one dollar. */
const DOLLARS_FOR_ONE = new Set(['EUR', 'GBP', 'AUD', 'NZD']);
const CURRENCIES = new Set(['USD', 'EUR', 'GBP', 'AUD', 'NZD', 'JPY', 'CAD', 'CHF']);

function isPair(symbol: string): boolean {
  return symbol.length === 6 && CURRENCIES.has(symbol.slice(0, 3)) && CURRENCIES.has(symbol.slice(3));
}

function unitsOfOneLot(symbol: string): bigint {
  if (isPair(symbol)) return 100_000n;
  return symbol === 'SHIB' ? 1_000_000n : 1n;
}

/** Half to even, by the remainder of the size without its sign. */
export function nearest(top: bigint, bottom: bigint): bigint {
  const negative = top < 0n;
  const size = negative ? -top : top;
  let whole = size / bottom;
  const rest = (size % bottom) * 2n;
  if (rest > bottom || (rest === bottom && whole % 2n === 1n)) whole += 1n;
  return negative ? -whole : whole;
}

/**
 * What 17:00 New York of a day costs, in millionths of a cent: notional × nights × a yearly rate in basis points ÷ 365; undefined where the day costs nothing.
 * `baseQuote`: of the base currency's dollar pair, null for the dollar.
 */
export function recomputeNight(
  symbol: string,
  rate: bigint,
  day: string,
  lots: bigint,
  baseQuote: { readonly bid: bigint; readonly ask: bigint } | null,
): bigint | undefined {
  const times = nightsOf(symbol, day);
  if (times === 0n) return undefined;
  const [num, den] = worth(symbol, lots, baseQuote);
  return nearest(num * times * rate * 1_000_000n, den * 3_650_000n);
}

/** Pairs: the weekend's value dates are paid for on Wednesday. */
export function nightsOf(symbol: string, day: string): bigint {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const name = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][new Date(Date.UTC(year, month - 1, date)).getUTCDay()];
  if (!isPair(symbol)) return 1n;
  return name === 'Wed' ? 3n : name === 'Sat' || name === 'Sun' ? 0n : 1n;
}

/** The fee schedule, in hundredths of a percent a year. */
export function yearlyBps(symbol: string, side: string): bigint {
  const long = side === 'buy';
  if (STOCKS.has(symbol)) return long ? 700n : 450n;
  if (!isPair(symbol)) return long ? 1_500n : 1_000n;
  const [held, owed] = long ? [symbol.slice(0, 3), symbol.slice(3)] : [symbol.slice(3), symbol.slice(0, 3)];
  const rate = interest(owed) - interest(held) + 75n;
  return rate < 50n ? 50n : rate;
}

function interest(currency: string): bigint {
  const found = 'USD 425 EUR 200 GBP 400 JPY 50 CHF 0 AUD 385 NZD 325 CAD 275'.split(' ');
  return BigInt(found[found.indexOf(currency) + 1] ?? 'nothing');
}

/** What a night takes: whole cents of everything that accrued, less what was taken before, and never more than is left. */
export function nightTakes(accrued: bigint, taken: bigint, left: bigint): bigint {
  const due = nearest(accrued, 1_000_000n) - taken;
  return due < left ? due : left;
}

/** What a new trade needs at least, in cents: notional ÷ leverage, rounded up. `baseQuote`: of the base currency's dollar pair, null for the dollar. */
export function recomputeMargin(
  symbol: string,
  lots: bigint,
  leverageHundredths: bigint,
  baseQuote: { readonly bid: bigint; readonly ask: bigint } | null,
): bigint {
  const [num, den] = worth(symbol, lots, baseQuote);
  return (num * 100n + den * leverageHundredths - 1n) / (den * leverageHundredths);
}

/** Notional in cents, as a fraction. */
function worth(
  symbol: string,
  lots: bigint,
  baseQuote: { readonly bid: bigint; readonly ask: bigint } | null,
): [bigint, bigint] {
  let num = lots * unitsOfOneLot(symbol);
  let den = 1n;
  const base = isPair(symbol) ? symbol.slice(0, 3) : symbol;
  if (base !== 'USD') {
    if (baseQuote === null) throw new Error(`no conversion for ${symbol}`);
    const twice = baseQuote.bid + baseQuote.ask;
    if (isPair(symbol) && !DOLLARS_FOR_ONE.has(base)) {
      num *= 20_000_000_000n;
      den *= twice;
    } else {
      num *= twice;
      den *= 20_000_000_000n;
    }
  }
  return [num, den];
}

/** Half of the regulatory cap, in hundredths: what somebody without a package has. */
export function leverageHundredths(symbol: string): bigint {
  if (!isPair(symbol)) return STOCKS.has(symbol) ? 250n : 100n;
  const majors = ['USD', 'EUR', 'JPY', 'GBP', 'CAD', 'CHF'];
  return majors.includes(symbol.slice(0, 3)) && majors.includes(symbol.slice(3)) ? 1500n : 1000n;
}

const STOCKS = new Set(
  `AAPL TSLA AMZN MSFT GOOGL META NVDA BRK.B V JNJ WMT PG JPM DIS NFLX KO PEP XOM CVX INTC
   CSCO BA IBM MMM GE NKE ORCL ADBE CRM`.split(/\s+/),
);
