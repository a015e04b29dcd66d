import { change, entriesOf, MARGIN, moved } from './archive-entries.ts';
import { EVENTS } from './entry.ts';
import type { JournalEntry } from './entry.ts';
import { Refused } from './refused.ts';
import { check } from './report.ts';
import type { Check, Findings } from './report.ts';
import { cents, halfEven, has, instant, lots, object, price, PRICE_UNITS, text, whole } from './values.ts';
import type { Archive, Line } from './values.ts';

/** A rate as a fraction, or a sum of results: never rounded before the end. */
type Fraction = { num: bigint; den: bigint };
type Step = { readonly at: number; readonly kind: 'fill' | 'night' | 'dividend' | 'split'; readonly line: Line };

/** What a trade has come to so far. */
type Position = {
  readonly trade: Line;
  readonly entry: bigint;
  open: bigint;
  left: bigint;
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
};
type Books = {
  readonly quotes: ReadonlyMap<string, Line>;
  readonly instruments: ReadonlyMap<string, Line>;
  readonly actions: ReadonlyMap<string, Line>;
  readonly findings: Findings;
};

/** At one moment: what opened it, its night, its dividend, what closed, and its split last. */
const ORDER = { fill: 3, night: 1, dividend: 2, split: 4 };

export function checkTrades(archive: Archive): Check[] {
  return [checkFills(archive), checkPositions(archive), checkMoves(archive)];
}

function byId(lines: readonly Line[]): Map<string, Line> {
  return new Map(lines.map((line) => [text(line, 'id'), line]));
}

function booksOf({ lines }: Archive, findings: Findings): Books {
  const instruments = lines('terms').filter((line) => line['kind'] === 'instrument');
  return {
    quotes: byId(lines('quotes')),
    instruments: new Map(instruments.map((line) => [text(line, 'key'), object(line, 'value')])),
    actions: byId(lines('corporate_actions')),
    findings,
  };
}

function quoteOf({ quotes }: Books, id: string): Line {
  const quote = quotes.get(id);
  if (quote === undefined) throw new Refused('unavailable', `Quote ${id} is missing.`);
  return quote;
}

function instrumentOf({ instruments }: Books, symbol: string): Line {
  const instrument = instruments.get(symbol);
  if (instrument === undefined) throw new Refused('unavailable', `The terms of ${symbol} are missing.`);
  return instrument;
}

/** Each fill: right side of its quote, on the tick, no quote from later, and the mark-up that the quote says. */
function checkFills(archive: Archive): Check {
  return check('Fills', (findings) => {
    const books = booksOf(archive, findings);
    const { fail, same, each } = findings;
    const fills = archive.lines('fills');
    const trades = byId(archive.lines('trades'));
    each(fills, (fill) => {
      const name = `fill ${text(fill, 'id')} of trade ${text(fill, 'trade_id')}`;
      const trade = trades.get(text(fill, 'trade_id'));
      if (trade === undefined) return fail(`The ${name} is of a trade that is missing.`);
      same(`The symbol of ${name}`, text(fill, 'symbol'), text(trade, 'symbol'));
      const opens = text(fill, 'kind') === 'open';
      const buys = (text(trade, 'side') === 'buy') === opens;
      same(`The side of ${name}`, text(fill, 'side'), buys ? 'buy' : 'sell');
      const quote = quoteOf(books, text(fill, 'quote_id'));
      same(`The quote's symbol of ${name}`, text(quote, 'symbol'), text(fill, 'symbol'));
      same(`The price of ${name}`, plain(price(fill, 'price')), plain(price(quote, buys ? 'ask' : 'bid')));
      for (const id of ['quote_id', 'conversion_quote_id']) {
        if (!has(fill, id)) continue;
        const used = quoteOf(books, text(fill, id));
        if (instant(used, 'received_time') > instant(fill, 'at'))
          fail(`The ${name} uses quote ${text(used, 'id')}, which came later.`);
      }
      findings.sum(`The commission of ${name}`, cents(fill, 'commission'), 0n);
      const tick = 10n ** (10n - whole(instrumentOf(books, text(fill, 'symbol')), 'digits'));
      if (price(fill, 'price') % tick !== 0n) fail(`The price of ${name}, ${text(fill, 'price')}, is not on the tick.`);
      if (opens)
        same(
          `The opening price of trade ${text(trade, 'id')}`,
          plain(price(trade, 'entry_price')),
          plain(price(fill, 'price')),
        );
      return undefined;
    });
    each(books.quotes.values(), (quote) => {
      const apart = price(quote, 'ask') - price(quote, 'bid');
      const fed = price(quote, 'feed_ask') - price(quote, 'feed_bid');
      same(`The mark-up of quote ${text(quote, 'id')}`, plain(price(quote, 'markup')), plain(apart - fed));
    });
    return `${fills.length} fills at the right side of ${books.quotes.size} quotes, on the tick, none from later`;
  });
}

/** A price as people write it. */
function plain(units: bigint): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(11, '0');
  return `${sign}${digits.slice(0, -10)}.${digits.slice(-10)}`.replace(/\.?0+$/, '');
}

/** T9 to T12, T27, T47, Q2, Q9: each trade once more from its fills, quotes, nights and corporate actions. */
function checkPositions(archive: Archive): Check {
  return check('Results, financing and dividends', (findings) => {
    const books = booksOf(archive, findings);
    const steps = new Map<string, Step[]>();
    const add = (kind: Step['kind'], file: string): number => {
      for (const line of archive.lines(file)) {
        const id = text(line, 'trade_id');
        steps.set(id, [...(steps.get(id) ?? []), { kind, line, at: instant(line, 'at') }]);
      }
      return archive.lines(file).length;
    };
    const fills = add('fill', 'fills');
    const [nights, dividends, splits] = [
      add('night', 'nights'),
      add('dividend', 'dividends'),
      add('split', 'trade_splits'),
    ];
    findings.each(archive.lines('trades'), (trade) => {
      const own = (steps.get(text(trade, 'id')) ?? []).toSorted(
        (a, b) => rank(a) - rank(b) || a.at - b.at || ORDER[a.kind] - ORDER[b.kind],
      );
      const [first, ...rest] = own;
      if (first === undefined || text(first.line, 'kind') !== 'open')
        throw new Refused('unproven', `Trade ${text(trade, 'id')} has no opening fill.`);
      walk(books, trade, first.line, rest);
    });
    return `${archive.lines('trades').length} trades from ${fills} fills, ${nights} nights, ${dividends} dividends and ${splits} splits`;
  });
}

/** What opened a trade is its first step, also where its night was charged in the same commit. */
function rank({ kind, line }: Step): number {
  return kind === 'fill' && line['kind'] === 'open' ? 0 : 1;
}

function walk(books: Books, trade: Line, opening: Line, steps: readonly Step[]): void {
  const { same, sum } = books.findings;
  const name = `trade ${text(trade, 'id')}`;
  same(`The lots of ${name}`, lots(trade, 'lots'), lots(opening, 'lots'));
  const position: Position = {
    trade,
    entry: price(opening, 'price'),
    open: lots(opening, 'lots'),
    left: cents(trade, 'collateral'),
    ...{ realised: 0n, shortfall: 0n, financed: 0n, accrued: 0n, dividends: 0n },
    gain: { num: 0n, den: 1n },
    split: { num: 1n, den: 1n },
  };
  margin(books, position, opening);
  for (const { kind, line } of steps) {
    if (kind === 'fill') close(books, position, line);
    else if (kind === 'night') night(books, position, line);
    else if (kind === 'dividend') dividend(books, position, line);
    else split(books, position, line);
  }
  same(`The open lots of ${name}`, lots(trade, 'open_lots'), position.open);
  sum(`The collateral left of ${name}`, cents(trade, 'collateral_left'), position.left);
  for (const figure of ['realised', 'shortfall', 'financed', 'dividends'] as const) {
    sum(`${figure} of ${name}`, cents(trade, figure), position[figure]);
  }
  same(`What accrued of ${name}`, whole(trade, 'accrued_micros'), position.accrued);
}

/** Dollars for one unit of a currency or share: 1, the mid of a quote, or one divided by it. */
function dollarsFor(unit: string, quote: Line | undefined): Fraction {
  if (unit === 'USD') return { num: 1n, den: 1n };
  if (quote === undefined) throw new Refused('unavailable', `No quote says what ${unit} is worth.`);
  const twice = price(quote, 'bid') + price(quote, 'ask');
  const symbol = text(quote, 'symbol');
  if (symbol === `USD${unit}`) return { num: 2n * PRICE_UNITS, den: twice };
  if (symbol === `${unit}USD` || symbol === unit) return { num: twice, den: 2n * PRICE_UNITS };
  throw new Refused('unproven', `A quote of ${symbol} does not say what ${unit} is worth.`);
}

/** T2: what a trade needs at least, where the fill's own quotes say what the base currency is worth. */
function margin(books: Books, { trade }: Position, opening: Line): void {
  const instrument = instrumentOf(books, text(trade, 'symbol'));
  const base = text(instrument, 'base');
  const quotes = ['quote_id', 'conversion_quote_id']
    .filter((id) => has(opening, id))
    .map((id) => quoteOf(books, text(opening, id)));
  const quote = quotes.find((one) => [`${base}USD`, `USD${base}`, base].includes(text(one, 'symbol')));
  if (base !== 'USD' && quote === undefined) return;
  const worth = dollarsFor(base, quote);
  const num = lots(trade, 'lots') * whole(instrument, 'lot_size') * worth.num * 100n;
  const den = worth.den * whole(trade, 'leverage_hundredths');
  books.findings.sum(
    `The required margin of trade ${text(trade, 'id')}`,
    cents(trade, 'required_margin'),
    (num + den - 1n) / den,
  );
}

/** Its share of the collateral comes back with the result; what the collateral does not cover we bear. */
function close(books: Books, position: Position, fill: Line): void {
  const { trade, entry, gain, split: held } = position;
  const instrument = instrumentOf(books, text(trade, 'symbol'));
  const converting = has(fill, 'conversion_quote_id') ? quoteOf(books, text(fill, 'conversion_quote_id')) : undefined;
  const rate = dollarsFor(text(instrument, 'quote'), converting);
  const closed = lots(fill, 'lots');
  const up = text(trade, 'side') === 'buy' ? 1n : -1n;
  // A share of today cost its part of what one that was bought did. Hundredths of a lot and cents cancel each other out.
  const each =
    up * (price(fill, 'price') * held.num - entry * held.den) * closed * whole(instrument, 'lot_size') * rate.num;
  const den = held.num * rate.den * PRICE_UNITS;
  position.gain = { num: gain.num * den + each * gain.den, den: gain.den * den };
  const result = halfEven(position.gain.num, position.gain.den) - position.realised;
  books.findings.sum(
    `The result of fill ${text(fill, 'id')} of trade ${text(trade, 'id')}`,
    cents(fill, 'realised'),
    result,
  );
  const share = closed === position.open ? position.left : (position.left * closed) / position.open;
  const loss = result < 0n ? -result : 0n;
  const borne = loss > position.left ? position.left : loss;
  position.shortfall += loss - borne;
  position.left -= share > borne ? share : borne;
  position.open -= closed;
  position.realised += result;
}

/** T27, T47, T90: notional × nights × the yearly rate of its side ÷ 365, to the millionth of a cent; whole cents are taken. */
function night(books: Books, position: Position, line: Line): void {
  const { trade } = position;
  const { same, sum } = books.findings;
  const name = `the night ${text(line, 'day')} of trade ${text(trade, 'id')}`;
  const instrument = instrumentOf(books, text(trade, 'symbol'));
  same(`The lots of ${name}`, lots(line, 'lots'), position.open);
  same(
    `The rate of ${name}`,
    whole(line, 'rate_bps'),
    whole(instrument, text(trade, 'side') === 'buy' ? 'buy_bps' : 'sell_bps'),
  );
  const weekday = new Date(`${text(line, 'day')}T00:00:00Z`).getUTCDay();
  same(
    `The number of nights of ${name}`,
    whole(line, 'nights'),
    has(instrument, 'triple_weekday') && weekday === 3 ? 3n : 1n,
  );
  const used = text(line, has(line, 'conversion_quote_id') ? 'conversion_quote_id' : 'quote_id');
  const worth = dollarsFor(text(instrument, 'base'), quoteOf(books, used));
  const num =
    position.open * whole(instrument, 'lot_size') * worth.num * whole(line, 'nights') * whole(line, 'rate_bps');
  position.accrued += halfEven(num * 1_000_000n, worth.den * 3_650_000n);
  const due = halfEven(position.accrued, 1_000_000n) - position.financed;
  const taken = due < position.left ? due : position.left;
  sum(`What ${name} cost`, cents(line, 'amount'), taken);
  position.left -= taken;
  position.financed += taken;
}

/** Q2: rate × lots, half to even; a sell pays it, and never more than is left. */
function dividend(books: Books, position: Position, line: Line): void {
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
function split(books: Books, position: Position, line: Line): void {
  const name = `the split ${text(line, 'action_id')} of trade ${text(position.trade, 'id')}`;
  const action = books.actions.get(text(line, 'action_id'));
  if (action === undefined) throw new Refused('unavailable', `The announcement of ${name} is missing.`);
  const [now, old] = [whole(action, 'new_rate'), whole(action, 'old_rate')];
  books.findings.same(`The lots before ${name}`, lots(line, 'lots_before'), position.open);
  position.open = (position.open * now) / old;
  position.split = { num: position.split.num * now, den: position.split.den * old };
  books.findings.same(`The lots after ${name}`, lots(line, 'lots'), position.open);
}

/** What entries moved about each trade is what its rows say. */
function checkMoves(archive: Archive): Check {
  return check('Entries of trades', ({ sum, each }) => {
    const entries = new Map<string, JournalEntry[]>();
    let count = 0;
    for (const entry of entriesOf(archive)) entries.set(entry.subject, [...(entries.get(entry.subject) ?? []), entry]);
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
    });
    return `${count} entries moved what ${archive.lines('trades').length} trades say`;
  });
}
