import { copiesOf } from './archive-copies.ts';
import { CASH, change, entriesOf, LOAN, MARGIN, moved, WITHDRAWING } from './archive-entries.ts';
import { signalStrength } from './archive-plans.ts';
import { accountAt, booksOf, dollarsFor, instrumentOf, sidesOf, tickOf, widened } from './archive-terms.ts';
import type { Books, Fraction, Sides } from './archive-terms.ts';
import { ACCOUNTS, EVENTS } from './entry.ts';
import type { JournalEntry } from './entry.ts';
import { check } from './report.ts';
import type { Check } from './report.ts';
import {
  ceil,
  cents,
  floor,
  halfEven,
  has,
  instant,
  least,
  lots,
  most,
  plain,
  price,
  PRICE_UNITS,
  text,
  whole,
} from './values.ts';
import type { Archive, Line } from './values.ts';

const TRADING = Number(Object.entries(ACCOUNTS).find(([, name]) => name === 'trading')?.[0]);

/** How a figure is written: dollars or hundredths of a percent with two decimals, a price, or a whole number. */
type Unit = 'cents' | 'price' | 'whole';
/** What a figure should be; undefined where its page has none. */
type Figure = { readonly unit: Unit; readonly value: bigint | undefined };
/** By page, what it is of, and name. */
type Figures = Map<string, Figure>;

/** The feed's last prices, and what they say of currencies. */
type Marks = Books & { readonly marks: ReadonlyMap<string, Line>; readonly markup: bigint };
type Worth = { readonly price: bigint; readonly unrealised: bigint; readonly value: bigint };

const cent = (value: bigint | undefined): Figure => ({ unit: 'cents', value });
const priced = (value: bigint | undefined): Figure => ({ unit: 'price', value });

/** U91: every figure of the pages once more, from entries, trades, copies, marks and terms. One that is not calculated here is a failure, and so is one that is missing. */
export function checkFigures(archive: Archive): Check {
  return check('Figures of the pages', ({ fail, same, sum, each }) => {
    const expected = figuresOf(archive);
    const seen = new Set<string>();
    each(archive.lines('figures'), (line) => {
      const key = keyOf(text(line, 'page'), has(line, 'of') ? text(line, 'of') : undefined, text(line, 'figure'));
      const figure = expected.get(key);
      if (figure === undefined) return fail(`The figure ${key} isn't covered: it cannot be calculated again here.`);
      if (seen.has(key)) return fail(`The figure ${key} is there twice.`);
      seen.add(key);
      const { unit, value } = figure;
      if (value === undefined)
        return fail(`The figure ${key} is ${text(line, 'value')}; nothing in here says what it is.`);
      if (unit === 'price') return same(key, plain(price(line, 'value')), plain(value));
      if (unit === 'whole') return same(key, whole(line, 'value'), value);
      return sum(key, cents(line, 'value'), value);
    });
    for (const [key, { value }] of expected)
      if (value !== undefined && !seen.has(key)) fail(`The figure ${key} is missing.`);
    const pages = Map.groupBy(seen, (key) => key.split(' ').at(-1));
    const parts = ['home', 'statement', 'trades', 'copies'].map((page) => `${pages.get(page)?.length ?? 0} of ${page}`);
    return `${seen.size} figures follow from entries, trades, prices and terms: ${parts.join(', ')}`;
  });
}

function keyOf(page: string, of: string | undefined, figure: string): string {
  return of === undefined ? `${figure} on ${page}` : `${figure} of ${of} on ${page}`;
}

function figuresOf(archive: Archive): Figures {
  const figures: Figures = new Map();
  const put = (page: string, of: string | undefined, all: Readonly<Record<string, Figure>>): void => {
    for (const [name, figure] of Object.entries(all)) figures.set(keyOf(page, of, name), figure);
  };
  const books = booksOf(archive);
  const marks: Marks = {
    ...books,
    marks: new Map(archive.lines('marks').map((line) => [text(line, 'symbol'), line])),
    markup: accountAt(archive, instant(archive.manifest, 'made_at')).at(-1)?.markup ?? 0n,
  };
  const open = archive.lines('trades').filter((trade) => text(trade, 'status') === 'active');
  const worths = new Map(open.map((trade) => [trade, worthOf(marks, trade)]));
  put('home', undefined, homeOf(archive, worths));
  put('statement', undefined, statementOf(archive));
  for (const trade of open) put('trades', text(trade, 'id'), tradeOf(marks, trade, worths.get(trade)));
  const copies = copiesOf(archive);
  for (const copy of archive.lines('copies')) {
    const own = open.filter((trade) => trade['copy_id'] === copy['id']);
    const copied = copies.get(text(copy, 'id'));
    const unrealised = own.reduce((sum, trade) => sum + (worths.get(trade)?.unrealised ?? 0n), 0n);
    put('copies', text(copy, 'id'), {
      allotment: cent(cents(copy, 'allotment')),
      used: cent(copied?.used),
      realized_pl: cent(copied?.result),
      unrealized_pl: cent(text(copy, 'status') === 'stopped' ? 0n : unrealised),
      shared: cent(copied?.shared),
    });
  }
  return figures;
}

function homeOf(archive: Archive, worths: ReadonlyMap<Line, Worth | undefined>): Record<string, Figure> {
  const entries = entriesOf(archive);
  const total = (of: (entry: JournalEntry) => bigint): bigint => entries.reduce((sum, entry) => sum + of(entry), 0n);
  const by = (events: readonly string[], of: (entry: JournalEntry) => bigint): bigint =>
    total((entry) => (events.includes(EVENTS[entry.event] ?? '') ? of(entry) : 0n));
  const cash = total((entry) => -moved(entry, CASH));
  const margin = total((entry) => -moved(entry, MARGIN));
  const loan = total((entry) => moved(entry, LOAN));
  let unrealised = 0n;
  let level: bigint | undefined;
  for (const [trade, worth] of worths) {
    const result = worth?.unrealised ?? 0n;
    unrealised += result;
    const own = most(
      0n,
      floor((cents(trade, 'collateral_left') + result) * 10_000n, cents(trade, 'required_margin_left')),
    );
    level = level === undefined ? own : least(level, own);
  }
  return {
    total_balance: cent(total(change)),
    deposit_balance: cent(by(['deposit_approved', 'demo_top_up'], (entry) => -moved(entry, CASH))),
    profit_balance: cent(by(['trade_closed'], (entry) => moved(entry, TRADING))),
    available: cent(cash),
    margin: cent(margin),
    withdrawing: cent(total((entry) => -moved(entry, WITHDRAWING))),
    equity: cent(cash + margin + unrealised - loan),
    unrealized_pl: cent(unrealised),
    margin_level: cent(level),
    withdrawable: cent(most(0n, cash - loan)),
    borrowed: cent(loan),
    signal_strength: { unit: 'whole', value: signalStrength(archive) },
  };
}

function statementOf(archive: Archive): Record<string, Figure> {
  const entries = entriesOf(archive);
  const total = (of: (entry: JournalEntry) => bigint): bigint => entries.reduce((sum, entry) => sum + of(entry), 0n);
  const corrections = entries.filter(({ event }) => EVENTS[event] === 'adjustment');
  return {
    total_balance: cent(total(change)),
    available: cent(total((entry) => -moved(entry, CASH))),
    borrowed: cent(total((entry) => moved(entry, LOAN))),
    manual_sum: cent(corrections.reduce((sum, entry) => sum - moved(entry, CASH), 0n)),
    manual_count: { unit: 'whole', value: BigInt(corrections.length) },
  };
}

/** Where an open trade would close now: the feed's last price with the client's mark-up, divided where a split came since. */
function markOf(marks: Marks, symbol: string): Sides | undefined {
  const line = marks.marks.get(symbol);
  if (line === undefined) return undefined;
  const [num, den] = [whole(line, 'shares_num'), whole(line, 'shares_den')];
  const { bid, ask } = widened(instrumentOf(marks, symbol), sidesOf(line), marks.markup);
  return num === den ? { bid, ask } : { bid: halfEven(bid * den, num), ask: halfEven(ask * den, num) };
}

/** Dollars for one unit of the quote currency by the last prices, without a mark-up. */
function rateOf({ marks }: Marks, instrument: Line): Fraction | undefined {
  const unit = text(instrument, 'quote');
  if (unit === 'USD') return { num: 1n, den: 1n };
  const quote = marks.get(text(instrument, 'converter'));
  return quote && dollarsFor(unit, quote);
}

function worthOf(marks: Marks, trade: Line): Worth | undefined {
  const instrument = instrumentOf(marks, text(trade, 'symbol'));
  const mark = markOf(marks, text(trade, 'symbol'));
  const rate = rateOf(marks, instrument);
  if (mark === undefined || rate === undefined) return undefined;
  const buys = text(trade, 'side') === 'buy';
  const at = buys ? mark.bid : mark.ask;
  const size = lots(trade, 'open_lots') * whole(instrument, 'lot_size');
  const [num, den] = [whole(trade, 'splits_num'), whole(trade, 'splits_den')];
  const gain = (at * num - price(trade, 'entry_price') * den) * (buys ? 1n : -1n);
  return {
    price: at,
    unrealised: halfEven(gain * size * rate.num, PRICE_UNITS * num * rate.den),
    value: halfEven(size * at * rate.num, PRICE_UNITS * rate.den),
  };
}

function tradeOf(marks: Marks, trade: Line, worth: Worth | undefined): Record<string, Figure> {
  const instrument = instrumentOf(marks, text(trade, 'symbol'));
  const rate = rateOf(marks, instrument);
  const closed =
    lots(trade, 'lots') * whole(trade, 'splits_num') > lots(trade, 'open_lots') * whole(trade, 'splits_den');
  const peak = has(trade, 'trailing_peak') && has(trade, 'trailing_distance');
  const behind = peak ? price(trade, 'trailing_distance') * (text(trade, 'side') === 'buy' ? -1n : 1n) : 0n;
  return {
    current_price: priced(worth?.price),
    market_value: cent(worth?.value),
    unrealized_pl: cent(worth?.unrealised),
    realized_pl: cent(closed ? cents(trade, 'realised') : undefined),
    financing: cent(cents(trade, 'financed')),
    close_out_price: priced(rate && closeOut(instrument, trade, rate)),
    break_even_price: priced(rate && breakEven(instrument, trade, rate)),
    trailing_stop: priced(peak ? price(trade, 'trailing_peak') + behind : undefined),
  };
}

/** T28: the last price on the tick at which collateral left + result ≤ half of the required margin. */
function closeOut(instrument: Line, trade: Line, rate: Fraction): bigint | undefined {
  const tick = tickOf(instrument);
  const size = 2n * lots(trade, 'open_lots') * whole(instrument, 'lot_size') * rate.num;
  const num = (cents(trade, 'required_margin_left') - 2n * cents(trade, 'collateral_left')) * PRICE_UNITS * rate.den;
  const [paid, shares] = [price(trade, 'entry_price') * whole(trade, 'splits_den'), whole(trade, 'splits_num')];
  const at =
    text(trade, 'side') === 'buy'
      ? floor(paid * size + num * shares, size * shares * tick) * tick
      : ceil(paid * size - num * shares, size * shares * tick) * tick;
  return at > 0n ? at : undefined;
}

/** J2: the first price on the tick at which closing brings what the nights have cost. */
function breakEven(instrument: Line, trade: Line, rate: Fraction): bigint | undefined {
  const tick = tickOf(instrument);
  const size = lots(trade, 'open_lots') * whole(instrument, 'lot_size') * rate.num;
  const cost = most(0n, cents(trade, 'financed')) * PRICE_UNITS * rate.den;
  const [paid, shares] = [price(trade, 'entry_price') * whole(trade, 'splits_den'), whole(trade, 'splits_num')];
  const at =
    text(trade, 'side') === 'buy'
      ? ceil(paid * size + cost * shares, size * shares * tick) * tick
      : floor(paid * size - cost * shares, size * shares * tick) * tick;
  return at > 0n ? at : undefined;
}
