import { change, entriesOf, MARGIN, moved } from './archive-entries.ts';
import { booksOf, dollarsFor, instrumentOf, quoteOf, setAt } from './archive-terms.ts';
import type { Books, Fraction } from './archive-terms.ts';
import { EVENTS } from './entry.ts';
import type { JournalEntry } from './entry.ts';
import { nightOf } from './new-york.ts';
import { Refused } from './refused.ts';
import { check } from './report.ts';
import type { Check, Findings } from './report.ts';
import {
  ceil,
  cents,
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

type Step = { readonly at: number; readonly kind: 'fill' | 'night' | 'dividend' | 'split'; readonly line: Line };

/** What a trade has come to so far. */
type Position = {
  readonly trade: Line;
  readonly entry: bigint;
  open: bigint;
  left: bigint;
  required: bigint;
  realised: bigint;
  shortfall: bigint;
  financed: bigint;
  /** Millionths of a cent. */
  accrued: bigint;
  dividends: bigint;
  /** All results so far, in cents. */
  gain: Fraction;
  /** Shares held for each share that was bought. */
  split: Fraction;
  /** What closed last. */
  closing: Line | undefined;
  /** The last day that was charged. */
  through: string | undefined;
  /** What each moment left of the collateral, and what had come of the trade by then. */
  readonly moments: Moment[];
};
/** What was open of a trade after something happened to it, and the line that says what. */
export type Moment = {
  readonly at: number;
  readonly line: Line;
  readonly left: bigint;
  readonly brought: bigint;
  readonly open: bigint;
  readonly required: bigint;
  readonly split: Fraction;
};
/** A trade's course as far as others depend on it. */
export type Course = Pick<Position, 'trade' | 'moments'>;
type Walk = Books & {
  readonly findings: Pick<Findings, 'same' | 'sum'>;
  readonly archive: Archive;
};

/** At one moment: what opened it, its night, its dividend, what closed, and its split last. */
const ORDER = { fill: 3, night: 1, dividend: 2, split: 4 };
const FILES = [
  ['fill', 'fills'],
  ['night', 'nights'],
  ['dividend', 'dividends'],
  ['split', 'trade_splits'],
] as const;

export function checkTrades(archive: Archive): Check[] {
  return [checkPositions(archive), checkMoves(archive)];
}

/** T9 to T12, T27, T47, Q2, Q9: each trade once more from its fills, quotes, nights and corporate actions. */
function checkPositions(archive: Archive): Check {
  return check('Results, financing and dividends', (findings) => {
    const walked = walker(archive, findings);
    findings.each(archive.lines('trades'), walked);
    const counted = ['fills', 'nights', 'dividends', 'trade_splits'].map((name) => archive.lines(name).length);
    return `${archive.lines('trades').length} trades from ${counted[0]} fills, ${counted[1]} nights, ${counted[2]} dividends and ${counted[3]} splits`;
  });
}

/** Trades by what came of them at each moment. What does not hold is said by the check of the trades. */
export function coursesOf(archive: Archive): Course[] {
  const walked = walker(archive, { same: () => undefined, sum: () => undefined });
  return archive.lines('trades').flatMap((trade) => {
    try {
      return [walked(trade)];
    } catch (error) {
      if (error instanceof Refused) return [];
      throw error;
    }
  });
}

function walker(archive: Archive, { same, sum }: Walk['findings']): (trade: Line) => Course {
  const books: Walk = { ...booksOf(archive), archive, findings: { same, sum } };
  const steps = new Map<string, Step[]>();
  for (const [kind, file] of FILES) {
    for (const line of archive.lines(file)) {
      const id = text(line, 'trade_id');
      const own = steps.get(id) ?? [];
      own.push({ kind, line, at: instant(line, 'at') });
      steps.set(id, own);
    }
  }
  return (trade) => {
    const own = (steps.get(text(trade, 'id')) ?? []).toSorted(
      (a, b) => rank(a) - rank(b) || a.at - b.at || ORDER[a.kind] - ORDER[b.kind],
    );
    const [first, ...rest] = own;
    if (first === undefined || text(first.line, 'kind') !== 'open')
      throw new Refused('unproven', `Trade ${text(trade, 'id')} has no opening fill.`);
    return walk(books, trade, first.line, rest);
  };
}

/** What opened a trade is its first step, also where its night was charged in the same commit. */
function rank({ kind, line }: Step): number {
  return kind === 'fill' && line['kind'] === 'open' ? 0 : 1;
}

function walk(books: Walk, trade: Line, opening: Line, steps: readonly Step[]): Position {
  const { same } = books.findings;
  const name = `trade ${text(trade, 'id')}`;
  same(`The lots of ${name}`, lots(trade, 'lots'), lots(opening, 'lots'));
  const position: Position = {
    trade,
    entry: price(opening, 'price'),
    open: lots(opening, 'lots'),
    left: cents(trade, 'collateral'),
    required: cents(trade, 'required_margin'),
    ...{ realised: 0n, shortfall: 0n, financed: 0n, accrued: 0n, dividends: 0n },
    gain: { num: 0n, den: 1n },
    split: { num: 1n, den: 1n },
    ...{ closing: undefined, through: undefined, moments: [] },
  };
  margin(books, position, opening);
  after(position, opening, instant(opening, 'at'));
  for (const { kind, line, at } of steps) {
    if (kind === 'fill') close(books, position, line);
    else if (kind === 'night') night(books, position, line);
    else if (kind === 'dividend') dividend(books, position, line);
    else split(books, position, line);
    after(position, line, at);
  }
  same(`When ${name} was opened`, text(trade, 'opened_at'), text(opening, 'at'));
  compare(books, position, name);
  return position;
}

/** What the copy that a trade belongs to counts. */
function after({ moments, ...now }: Position, line: Line, at: number): void {
  const { left, open, required, split: held, realised, shortfall, financed, dividends } = now;
  moments.push({ at, line, left, open, required, split: held, brought: realised + shortfall - financed + dividends });
}

/** What all of it came to is what the trade's own line says. */
function compare({ findings: { same, sum } }: Walk, position: Position, name: string): void {
  const { trade, open, left, required, gain, closing, through } = position;
  same(`The open lots of ${name}`, lots(trade, 'open_lots'), open);
  same(`The status of ${name}`, text(trade, 'status'), open === 0n ? 'closed' : 'active');
  sum(`The collateral left of ${name}`, cents(trade, 'collateral_left'), left);
  sum(`The required margin left of ${name}`, cents(trade, 'required_margin_left'), required);
  for (const figure of ['realised', 'shortfall', 'financed', 'dividends'] as const) {
    sum(`${figure} of ${name}`, cents(trade, figure), position[figure]);
  }
  const [num, den] = [whole(trade, 'realised_exact_num'), whole(trade, 'realised_exact_den')];
  if (num * gain.den !== gain.num * den)
    same(`The exact result of ${name} in cents`, `${num}/${den}`, `${gain.num}/${gain.den}`);
  same(`What accrued of ${name}`, whole(trade, 'accrued_micros'), position.accrued);
  same(`The last night of ${name}`, optional(trade, 'financed_through'), through);
  const [now, old] = [whole(trade, 'splits_num'), whole(trade, 'splits_den')];
  if (now * position.split.den !== position.split.num * old)
    same(`The splits of ${name}`, `${now}/${old}`, `${position.split.num}/${position.split.den}`);
  same(`When ${name} was closed`, optional(trade, 'closed_at'), closing && text(closing, 'at'));
  same(`The closing quote of ${name}`, optional(trade, 'exit_quote_id'), closing && text(closing, 'quote_id'));
  const exit = has(trade, 'exit_price') ? plain(price(trade, 'exit_price')) : undefined;
  same(`The closing price of ${name}`, exit, closing && plain(price(closing, 'price')));
}

function optional(line: Line, name: string): string | undefined {
  return has(line, name) ? text(line, name) : undefined;
}

function reduced(num: bigint, den: bigint): Fraction {
  let [a, b] = [num < 0n ? -num : num, den];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? { num, den } : { num: num / a, den: den / a };
}

/** What a fill says of a unit's worth: by the quote that converted it, or by its own. */
function worthIn(books: Books, unit: string, line: Line): Line | undefined {
  return ['conversion_quote_id', 'quote_id']
    .filter((id) => has(line, id))
    .map((id) => quoteOf(books, text(line, id)))
    .find((quote) => [`${unit}USD`, `USD${unit}`, unit].includes(text(quote, 'symbol')));
}

/** T2: what a trade needs at least, where the fill's own quotes say what the base currency is worth. */
function margin(books: Walk, { trade }: Position, opening: Line): void {
  const instrument = instrumentOf(books, text(trade, 'symbol'));
  const base = text(instrument, 'base');
  const quote = worthIn(books, base, opening);
  if (base !== 'USD' && quote === undefined) return;
  const worth = dollarsFor(base, quote);
  const num = lots(trade, 'lots') * whole(instrument, 'lot_size') * worth.num * 100n;
  const den = worth.den * whole(trade, 'leverage_hundredths');
  books.findings.sum(
    `The required margin of trade ${text(trade, 'id')}`,
    cents(trade, 'required_margin'),
    ceil(num, den),
  );
}

/** What is open of a trade, or the part of it that is closed, and the shares that one which was bought has become. */
type Part = { readonly entry: bigint; readonly open: bigint; readonly split: Fraction };

/** What a part brings at a price, in cents and not rounded; the line names the quotes that turn it into dollars. */
export function gainAt(books: Books, trade: Line, { entry, open, split }: Part, at: bigint, line: Line): Fraction {
  const instrument = instrumentOf(books, text(trade, 'symbol'));
  const unit = text(instrument, 'quote');
  const rate = dollarsFor(unit, worthIn(books, unit, line));
  const up = text(trade, 'side') === 'buy' ? 1n : -1n;
  // A share of today cost its part of what one that was bought did. Hundredths of a lot and cents cancel each other out.
  const num = up * (at * split.num - entry * split.den) * open * whole(instrument, 'lot_size') * rate.num;
  return { num, den: split.num * rate.den * PRICE_UNITS };
}

/** Its share of the collateral comes back with the result; what the collateral does not cover we bear. */
function close(books: Walk, position: Position, fill: Line): void {
  const { trade, entry, gain, split: held } = position;
  const closed = lots(fill, 'lots');
  const { num: each, den } = gainAt(books, trade, { entry, open: closed, split: held }, price(fill, 'price'), fill);
  position.gain = reduced(gain.num * den + each * gain.den, gain.den * den);
  const result = halfEven(position.gain.num, position.gain.den) - position.realised;
  books.findings.sum(
    `The result of fill ${text(fill, 'id')} of trade ${text(trade, 'id')}`,
    cents(fill, 'realised'),
    result,
  );
  const share = closed === position.open ? position.left : (position.left * closed) / position.open;
  const loss = result < 0n ? -result : 0n;
  const borne = least(loss, position.left);
  position.shortfall += loss - borne;
  position.left -= most(share, borne);
  position.required -= closed === position.open ? position.required : (position.required * closed) / position.open;
  position.open -= closed;
  position.closing = fill;
  position.realised += result;
}

/** T27, T47, T90: notional × nights × the yearly rate of its side ÷ 365, to the millionth of a cent; whole cents are taken. */
function night(books: Walk, position: Position, line: Line): void {
  const { trade } = position;
  const { same, sum } = books.findings;
  const name = `the night ${text(line, 'day')} of trade ${text(trade, 'id')}`;
  const instrument = instrumentOf(books, text(trade, 'symbol'));
  same(`The lots of ${name}`, lots(line, 'lots'), position.open);
  same(`The rate of ${name}`, whole(line, 'rate_bps'), rateOf(books, trade, nightOf(text(line, 'day'))));
  const weekday = new Date(`${text(line, 'day')}T00:00:00Z`).getUTCDay();
  same(
    `The number of nights of ${name}`,
    whole(line, 'nights'),
    has(instrument, 'triple_weekday') && weekday === 3 ? 3n : 1n,
  );
  const base = text(instrument, 'base');
  const worth = dollarsFor(base, worthIn(books, base, line));
  const num =
    position.open * whole(instrument, 'lot_size') * worth.num * whole(line, 'nights') * whole(line, 'rate_bps');
  const cost = halfEven(num * 1_000_000n, worth.den * 3_650_000n);
  if (has(line, 'cost_micros')) same(`What ${name} cost in millionths of a cent`, whole(line, 'cost_micros'), cost);
  position.accrued += cost;
  position.through = text(line, 'day');
  const due = halfEven(position.accrued, 1_000_000n) - position.financed;
  const taken = due < position.left ? due : position.left;
  sum(`What ${name} cost`, cents(line, 'amount'), taken);
  position.left -= taken;
  position.financed += taken;
}

/** T98: what holding its side costs at an instant, in basis points a year: what was set for its instrument, or what that comes with. */
function rateOf({ archive, instruments }: Walk, trade: Line, at: number): bigint {
  const symbol = text(trade, 'symbol');
  const field = text(trade, 'side') === 'buy' ? 'buy_bps' : 'sell_bps';
  const set = setAt(archive, 'financing', symbol, at);
  return whole(set && has(set, field) ? set : instrumentOf({ instruments }, symbol), field);
}

/** Q2: rate × lots, half to even; a sell pays it, and never more than is left. */
function dividend(books: Walk, position: Position, line: Line): void {
  const name = `the dividend ${text(line, 'action_id')} of trade ${text(position.trade, 'id')}`;
  const action = books.actions.get(text(line, 'action_id'));
  if (action === undefined) throw new Refused('unavailable', `The announcement of ${name} is missing.`);
  books.findings.same(`The lots of ${name}`, lots(line, 'lots'), position.open);
  const exact = price(action, 'rate') * position.open;
  const amount = halfEven(text(position.trade, 'side') === 'buy' ? exact : -exact, PRICE_UNITS);
  const moves = amount < -position.left ? -position.left : amount;
  books.findings.sum(`The amount of ${name}`, cents(line, 'amount'), amount);
  books.findings.sum(`What ${name} moved`, cents(line, 'moved'), moves);
  position.left += moves;
  position.dividends += moves;
}

/** Q9: so many new shares for so many old ones; what was paid for them stays. */
function split(books: Walk, position: Position, line: Line): void {
  const name = `the split ${text(line, 'action_id')} of trade ${text(position.trade, 'id')}`;
  const action = books.actions.get(text(line, 'action_id'));
  if (action === undefined) throw new Refused('unavailable', `The announcement of ${name} is missing.`);
  const [now, old] = [whole(action, 'new_rate'), whole(action, 'old_rate')];
  books.findings.same(`The lots before ${name}`, lots(line, 'lots_before'), position.open);
  position.open = (position.open * now) / old;
  const before = position.split;
  if (whole(line, 'splits_before_num') * before.den !== before.num * whole(line, 'splits_before_den'))
    books.findings.same(`The splits before ${name}`, text(line, 'splits_before_num'), String(before.num));
  position.split = { num: before.num * now, den: before.den * old };
  if (whole(line, 'splits_num') * position.split.den !== position.split.num * whole(line, 'splits_den'))
    books.findings.same(`The splits after ${name}`, text(line, 'splits_num'), String(position.split.num));
  books.findings.same(`The lots after ${name}`, lots(line, 'lots'), position.open);
}

/** What entries moved about each trade is what its rows say. */
function checkMoves(archive: Archive): Check {
  return check('Entries of trades', ({ sum, each, fail }) => {
    const entries = Map.groupBy(entriesOf(archive), ({ subject }) => subject);
    let count = 0;
    const times = timesOf(archive);
    each(archive.lines('trades'), (trade) => {
      const name = `trade ${text(trade, 'id')}`;
      const own = entries.get(text(trade, 'id')) ?? [];
      count += own.length;
      const by = (event: string, of: (entry: JournalEntry) => bigint): bigint =>
        own.reduce((total, entry) => (EVENTS[entry.event] === event ? total + of(entry) : total), 0n);
      const which = (event: string): string => {
        const numbers = own.filter((entry) => EVENTS[entry.event] === event).map(({ number }) => number);
        return numbers.length === 0 ? 'no entry' : `entry ${numbers.join(', ')}`;
      };
      sum(
        `What ${which('trade_opened')} set aside for ${name}`,
        by('trade_opened', (entry) => -moved(entry, MARGIN)),
        cents(trade, 'collateral'),
      );
      const result = cents(trade, 'realised') + cents(trade, 'shortfall');
      sum(`What ${which('trade_closed')} brought for ${name}`, by('trade_closed', change), result);
      sum(
        `What ${which('overnight_financing')} took from ${name}`,
        -by('overnight_financing', change),
        cents(trade, 'financed'),
      );
      sum(`What ${which('dividend')} moved for ${name}`, by('dividend', change), cents(trade, 'dividends'));
      checkTimes(name, trade, own, times, fail);
    });
    return `${count} entries moved what ${archive.lines('trades').length} trades say`;
  });
}

/** When something happened to a trade, by the kind of its entry. */
function timesOf({ lines }: Archive): ReadonlySet<string> {
  const of = (event: string, file: string): string[] =>
    lines(file).map((line) => `${event} ${text(line, 'trade_id')} ${instant(line, 'at')}`);
  return new Set([
    ...of('trade_opened', 'fills'),
    ...of('trade_closed', 'fills'),
    ...of('overnight_financing', 'nights'),
    ...of('dividend', 'dividends'),
  ]);
}

/** Each entry of a trade is of the moment of its fill, night or dividend. */
function checkTimes(
  name: string,
  trade: Line,
  entries: readonly JournalEntry[],
  times: ReadonlySet<string>,
  fail: Findings['fail'],
): void {
  for (const { number, event, at } of entries) {
    const what = EVENTS[event] ?? '';
    if (!times.has(`${what} ${text(trade, 'id')} ${at}`))
      fail(
        `Entry ${number} is a ${what} of ${name} at ${new Date(at).toISOString()}, of which there is no other trace.`,
      );
  }
}
