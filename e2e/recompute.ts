/**
 * The client's own check of the books, from what they can download and nothing else: the entries, and for each trade the quotes behind its
 * prices. It shares no line with the product: its own decimals, its own rounding, its own table of lot sizes.
 */
export type Money = { amount: string; currency: string };
export type Entry = {
  number: string;
  event: string;
  subject_id: string | null;
  change: Money;
  postings: { account: string; debit: Money | null; credit: Money | null }[];
};
type Quote = { symbol: string; bid: string; ask: string; feed_bid: string; feed_ask: string; markup: string };
export type Explanation = {
  trade_id: string;
  fills: {
    side: 'buy' | 'sell';
    lots: string;
    price: string;
    quote: Quote;
    conversion: Quote | null;
    realized_pl: Money | null;
  }[];
};

/** All in cents. */
export type Figures = {
  cash: bigint;
  margin: bigint;
  withdrawing: bigint;
  total: bigint;
  deposits: bigint;
  profit: bigint;
  paidOut: bigint;
};

const DEPOSITS = new Set(['deposit_approved', 'demo_top_up']);
const PARTS = ['cash', 'margin', 'withdrawing'] as const;

/** Adds every posting up. Throws where an entry's debits differ from its credits, or where a figure contradicts another one. */
export function fromEntries(entries: readonly Entry[]): Figures {
  const balance: Record<string, bigint> = { cash: 0n, margin: 0n, withdrawing: 0n };
  let [deposits, profit, paidOut] = [0n, 0n, 0n];
  for (const entry of entries) {
    let [debits, credits, own] = [0n, 0n, 0n];
    for (const { account, debit, credit } of entry.postings) {
      debits += centsOf(debit);
      credits += centsOf(credit);
      const part = PARTS.find((name) => account.startsWith('client:') && account.endsWith(`:${name}`));
      if (part === undefined) continue;
      balance[part] = (balance[part] ?? 0n) + centsOf(credit) - centsOf(debit);
      own += centsOf(credit) - centsOf(debit);
    }
    if (debits !== credits) throw new Error(`entry ${entry.number}: debits ${debits}, credits ${credits}`);
    if (own !== centsOf(entry.change))
      throw new Error(`entry ${entry.number}: its postings change ${own}, it says ${entry.change.amount}`);
    if (DEPOSITS.has(entry.event)) deposits += own;
    if (entry.event === 'trade_closed') profit += own;
    if (entry.event === 'withdrawal_approved' || entry.event === 'withdrawal_returned') paidOut -= own;
  }
  const { cash = 0n, margin = 0n, withdrawing = 0n } = balance;
  return { cash, margin, withdrawing, total: cash + margin + withdrawing, deposits, profit, paidOut };
}

/** The result of a closed trade from its two quotes alone, in cents. */
export function fromQuotes({ fills, trade_id }: Explanation): bigint {
  const [open, close] = fills;
  if (open === undefined || close === undefined || fills.length > 2)
    throw new Error(`trade ${trade_id}: not one open and one close`);
  if (open.side === close.side || open.lots !== close.lots)
    throw new Error(`trade ${trade_id}: its fills do not mirror each other`);
  const [entry, exit] = [priceOf(open), priceOf(close)];
  const move =
    open.side === 'buy' ? exit.num * entry.den - entry.num * exit.den : entry.num * exit.den - exit.num * entry.den;
  const lots = fraction(open.lots);
  const rate = dollarsFor(close.quote.symbol, close.conversion);
  // Dollars are num ÷ den; cents are a hundred times that.
  const num = move * lots.num * lotSize(open.quote.symbol) * rate.num * 100n;
  const den = entry.den * exit.den * lots.den * rate.den;
  return halfEven(num, den);
}

type Fraction = { num: bigint; den: bigint };

function minus(a: Fraction, b: Fraction): Fraction {
  return { num: a.num * b.den - b.num * a.den, den: a.den * b.den };
}

/** A buy fills at the ask, a sell at the bid, both sides together as much further apart than the feed's as the mark-up says. */
function priceOf({ side, price, quote }: Explanation['fills'][number]): Fraction {
  const dealt = side === 'buy' ? quote.ask : quote.bid;
  if (!same(fraction(price), fraction(dealt)))
    throw new Error(`a ${side} of ${quote.symbol} filled at ${price}, not at ${dealt}`);
  const apart = minus(fraction(quote.ask), fraction(quote.bid));
  if (!same(minus(apart, minus(fraction(quote.feed_ask), fraction(quote.feed_bid))), fraction(quote.markup)))
    throw new Error(`${quote.symbol}: mark-up ${quote.markup} is not between ${quote.bid} and ${quote.ask}`);
  return fraction(dealt);
}

/** Dollars for one unit of the currency that the symbol is quoted in: 1, or the mid of its dollar pair. */
function dollarsFor(symbol: string, conversion: Quote | null): Fraction {
  const currency = isForex(symbol) ? symbol.slice(3) : 'USD';
  if (currency === 'USD') return { num: 1n, den: 1n };
  if (conversion === null) throw new Error(`${symbol}: no quote says what ${currency} is worth`);
  const [bid, ask] = [fraction(conversion.bid), fraction(conversion.ask)];
  const mid = { num: bid.num * ask.den + ask.num * bid.den, den: 2n * bid.den * ask.den };
  if (conversion.symbol === `${currency}USD`) return mid;
  if (conversion.symbol === `USD${currency}`) return { num: mid.den, den: mid.num };
  throw new Error(`${conversion.symbol} does not convert ${currency}`);
}

function lotSize(symbol: string): bigint {
  if (isForex(symbol)) return 100_000n;
  return symbol === 'SHIB' ? 1_000_000n : 1n;
}

/** Six letters are a pair of currencies; coins and shares have at most five. */
function isForex(symbol: string): boolean {
  return /^[A-Z]{6}$/.test(symbol);
}

function fraction(text: string): Fraction {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!found) throw new Error(`not a number: ${text}`);
  const [, sign, whole = '0', part = ''] = found;
  const num = BigInt(whole + part);
  return { num: sign === '-' ? -num : num, den: 10n ** BigInt(part.length) };
}

export function centsOf(money: Money | null): bigint {
  if (money === null) return 0n;
  const { num, den } = fraction(money.amount);
  if (money.currency !== 'USD' || (num * 100n) % den !== 0n)
    throw new Error(`not dollars and cents: ${money.amount} ${money.currency}`);
  return (num * 100n) / den;
}

function same(a: Fraction, b: Fraction): boolean {
  return a.num * b.den === b.num * a.den;
}

/** num ÷ den to the nearest whole, a half to the even one. */
function halfEven(num: bigint, den: bigint): bigint {
  const size = num < 0n ? -num : num;
  const twice = (size % den) * 2n;
  const down = size / den;
  const up = twice > den || (twice === den && down % 2n === 1n);
  const rounded = up ? down + 1n : down;
  return num < 0n ? -rounded : rounded;
}
