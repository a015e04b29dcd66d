import { accountSteps, booksOf, byId, instrumentOf, widened } from './archive-terms.ts';
import type { Books, Fraction, Sides } from './archive-terms.ts';
import { coursesOf } from './archive-trades.ts';
import type { Course, Moment } from './archive-trades.ts';
import { check } from './report.ts';
import type { Check, Findings } from './report.ts';
import { covers, firstFrom, lastUpTo, sidesAt } from './tape.ts';
import type { Tape, Tapes } from './tape.ts';
import { timeAt } from './tape-fills.ts';
import { has, instant, price, PRICE_UNITS, text, whole } from './values.ts';
import type { Archive, Line } from './values.ts';
import { nightOf } from './new-york.ts';

/** What trades and orders are decided by. */
type Court = {
  readonly books: Books;
  readonly tapes: Tapes;
  readonly markups: readonly { readonly since: number; readonly markup: bigint }[];
  readonly madeAt: number;
  readonly quotes: ReadonlyMap<string, Line>;
};
/** Why an order or a trade cannot be decided again, and of how many that is so. */
type Left = Map<string, number>;

/** U98, U99: what waited for a price got it at the first quote that reached it, and nothing that was reached was passed over. */
export function checkTapeTriggers(archive: Archive, tapes: Tapes): Check[] {
  const court: Court = {
    ...{ tapes, books: booksOf(archive), markups: accountSteps(archive), madeAt: instant(archive.manifest, 'made_at') },
    quotes: byId(archive.lines('quotes')),
  };
  return [checkTapeOrders(archive, court), checkTapeTrades(archive, court)];
}

function said(what: string, left: Left): string {
  return [what, ...[...left].map(([why, count]) => `${count} ${why}`)].join('; ');
}

/** As the client dealt on the quote at a place. */
function dealtAt({ markups }: Court, tape: Tape, place: number, instrument: Line): Sides {
  const at = tape.times[place] as number;
  const terms = markups.findLast(({ since }) => since <= at) ?? markups[0];
  return widened(instrument, sidesAt(tape, place), terms?.markup ?? 0n);
}

function checkTapeOrders(archive: Archive, court: Court): Check {
  return check('Orders by the tape', (findings) => {
    const left: Left = new Map();
    const openings = new Map(
      archive
        .lines('fills')
        .filter((fill) => text(fill, 'kind') === 'open')
        .map((fill) => [text(fill, 'trade_id'), fill]),
    );
    let decided = 0;
    findings.each(archive.lines('orders'), (order) => {
      if (text(order, 'type') === 'market') return;
      const why = checkOrder(
        court,
        order,
        openings.get(has(order, 'trade_id') ? text(order, 'trade_id') : ''),
        findings,
      );
      if (why === undefined) decided += 1;
      else left.set(why, (left.get(why) ?? 0) + 1);
    });
    return said(`${decided} orders that waited filled at the first quote that reached them, or waited on`, left);
  });
}

/** Undefined where it was decided; otherwise why it could not be. */
function checkOrder(court: Court, order: Line, fill: Line | undefined, { fail }: Findings): string | undefined {
  const status = text(order, 'status');
  if (status === 'rejected') return 'were rejected, which takes the balance of that moment';
  if (status !== 'filled' && has(order, 'oco_id')) return 'ended with the other order that they were linked to';
  const tape = court.tapes.get(text(order, 'symbol'));
  const from = has(order, 'set_at') ? instant(order, 'set_at') : instant(order, 'at');
  const used = fill && court.quotes.get(text(fill, 'quote_id'));
  const until = used !== undefined ? instant(used, 'source_time') : endOf(order, court.madeAt);
  if (tape === undefined || !covers(tape, from, until)) return 'of days without a published tape';
  const name = `order ${text(order, 'id')}`;
  const place = firstReaching(court, order, tape, from, until);
  const expected = place === undefined ? undefined : timeAt(tape, place);
  if (used === undefined) {
    if (expected !== undefined) fail(`The ${name} was reached by the quote of ${expected}, and was not filled.`);
  } else if (expected !== text(used, 'source_time')) {
    fail(
      `The ${name} filled at the quote of ${text(used, 'source_time')}; the first that reached it was ${expected === undefined ? 'none' : `of ${expected}`}.`,
    );
  }
  return undefined;
}

/** No quote from here on fills it. */
function endOf(order: Line, madeAt: number): number {
  const ends = ['expires_at', 'ended_at']
    .filter((field) => has(order, field))
    .map((field) => instant(order, field) - 1);
  return Math.min(madeAt, ...ends);
}

/** A limit waits for its price or better, a stop for its price or worse, a stop-limit for its stop and then for its limit (T15). */
function firstReaching(court: Court, order: Line, tape: Tape, from: number, until: number): number | undefined {
  const instrument = instrumentOf(court.books, text(order, 'symbol'));
  const buys = text(order, 'side') === 'buy';
  let stop = has(order, 'stop_price') ? price(order, 'stop_price') : undefined;
  const limit = has(order, 'limit_price') ? price(order, 'limit_price') : undefined;
  // One that had met its stop when it was amended waits for its limit alone.
  if (has(order, 'triggered_at') && instant(order, 'triggered_at') < from) stop = undefined;
  for (let place = firstFrom(tape, from); (tape.times[place] ?? Infinity) <= until; place++) {
    if (tape.good[place] !== 1) continue;
    const { bid, ask } = dealtAt(court, tape, place, instrument);
    const at = buys ? ask : bid;
    if (stop !== undefined) {
      if (buys ? at < stop : at > stop) continue;
      if (limit === undefined) return place;
      stop = undefined;
    }
    if (limit !== undefined && (buys ? at <= limit : at >= limit)) return place;
  }
  return undefined;
}

type Levels = {
  readonly since: number;
  readonly stop: bigint | undefined;
  readonly target: bigint | undefined;
  readonly distance: bigint | undefined;
};
type Reached = { readonly place: number; readonly why: ReadonlySet<string> };

function checkTapeTrades(archive: Archive, court: Court): Check {
  return check('Stops, targets and close-outs by the tape', (findings) => {
    const left: Left = new Map();
    const changes = Map.groupBy(archive.lines('amendments'), (line) => text(line, 'trade_id'));
    const splits = new Map(
      archive.lines('trade_splits').map((line) => [`${text(line, 'trade_id')} ${text(line, 'at')}`, line]),
    );
    const effective = (change: Line): number => {
      const split = splits.get(`${text(change, 'trade_id')} ${text(change, 'at')}`);
      const action = split && court.books.actions.get(text(split, 'action_id'));
      return instant(action ?? change, action === undefined ? 'at' : 'effective_at');
    };
    let decided = 0;
    findings.each(coursesOf(archive), (course) => {
      const own = changes.get(text(course.trade, 'id')) ?? [];
      const why = checkTrade(court, course, levelsOf(course.trade, own, effective), findings);
      if (why === undefined) decided += 1;
      else left.set(why, (left.get(why) ?? 0) + 1);
    });
    const targets = archive.lines('trades').filter((trade) => has(trade, 'targets')).length;
    if (targets > 0) left.set('trades still have targets for parts, of which those at first are not in here', targets);
    return said(`${decided} trades were closed by the first quote that reached a level, or by none`, left);
  });
}

/** What stood from when on: what it was opened with, and each change. */
function levelsOf(trade: Line, changes: readonly Line[], effective: (change: Line) => number): Levels[] {
  const optional = (line: Line, field: string): bigint | undefined =>
    has(line, field) ? price(line, field) : undefined;
  const levels = (line: Line, since: number, suffix: string): Levels => ({
    since,
    stop: optional(line, `stop_loss${suffix}`),
    target: optional(line, `take_profit${suffix}`),
    distance: optional(line, `trailing_distance${suffix}`),
  });
  const [first] = changes;
  const opened = instant(trade, has(trade, 'held_since') ? 'held_since' : 'opened_at');
  return [
    first === undefined ? levels(trade, opened, '') : levels(first, opened, '_before'),
    ...changes.map((change) => levels(change, effective(change), '')),
  ];
}

function checkTrade(
  court: Court,
  { trade, moments }: Course,
  levels: readonly Levels[],
  { fail }: Findings,
): string | undefined {
  const closing = text(trade, 'status') === 'closed' ? moments.at(-1)?.line : undefined;
  const used = closing && court.quotes.get(text(closing, 'quote_id'));
  const by = closing === undefined || !has(trade, 'closed_by') ? '' : text(trade, 'closed_by');
  const byPrice = ['stop', 'take_profit', 'trailing_stop', 'close_out'].includes(by);
  const from = levels[0]?.since ?? 0;
  // What was reached at the very quote of another close may have come before or after it.
  const until = used === undefined ? court.madeAt : instant(used, 'source_time') - (byPrice ? 0 : 1);
  const tape = court.tapes.get(text(trade, 'symbol'));
  if (tape === undefined || !covers(tape, from, until)) return 'of days without a published tape';
  const unit = text(instrumentOf(court.books, text(trade, 'symbol')), 'quote');
  const converter = unit === 'USD' ? undefined : text(instrumentOf(court.books, text(trade, 'symbol')), 'converter');
  const rates = converter === undefined ? undefined : court.tapes.get(converter);
  if (converter !== undefined && (rates === undefined || !covers(rates, from, until)))
    return `of days without a published tape of the pair that converts them`;
  const name = `trade ${text(trade, 'id')}`;
  const found = firstClosing(court, { trade, moments }, levels, tape, rates, { from, until });
  const expected = found && timeAt(tape, found.place);
  if (byPrice && used !== undefined) {
    if (expected !== text(used, 'source_time'))
      fail(
        `The ${name} was closed by ${by} at the quote of ${text(used, 'source_time')}; the first that closes it is ${expected === undefined ? 'none' : `of ${expected}`}.`,
      );
    else if (found?.why.has(by) !== true)
      fail(
        `The ${name} was closed by ${by} at the quote of ${expected}; by the tape it is ${[...(found?.why ?? [])].join(' or ')}.`,
      );
  } else if (found !== undefined) {
    fail(
      `The ${name} was reached by the quote of ${expected ?? ''} (${[...found.why].join(' or ')}), and was not closed.`,
    );
  }
  return undefined;
}

type Stretch = { readonly from: number; readonly until: number };

/** The first quote that closes all of a trade, looked at one after the other. */
function firstClosing(
  court: Court,
  { trade, moments }: Course,
  levels: readonly Levels[],
  tape: Tape,
  rates: Tape | undefined,
  { from, until }: Stretch,
): Reached | undefined {
  const instrument = instrumentOf(court.books, text(trade, 'symbol'));
  const buys = text(trade, 'side') === 'buy';
  const closing = (place: number): bigint => {
    const { bid, ask } = dealtAt(court, tape, place, instrument);
    return buys ? bid : ask;
  };
  const holding = (at: number): bigint | undefined => {
    const place = lastUpTo(tape, at);
    return place < 0 ? undefined : closing(place);
  };
  const steps = moments.map((moment) => ({ moment, since: sinceOf(court, moment) }));
  let [level, step] = [0, 0];
  let best = holding(from);
  for (let place = firstFrom(tape, from); (tape.times[place] ?? Infinity) <= until; place++) {
    if (tape.good[place] !== 1) continue;
    const at = tape.times[place] as number;
    for (let next = levels[level + 1]; next !== undefined && next.since <= at; next = levels[level + 1]) {
      if (next.distance !== levels[level]?.distance) best = holding(next.since);
      level += 1;
    }
    while (steps[step + 1] !== undefined && (steps[step + 1]?.since ?? Infinity) <= at) step += 1;
    const now = closing(place);
    const why = reachedBy(levels[level], now, best, buys);
    const moment = steps[step]?.moment;
    if (moment !== undefined && isClosedOut(trade, instrument, moment, now, rateAt(unitOf(instrument), rates, at)))
      why.add('close_out');
    if (why.size > 0) return { place, why };
    if (best === undefined || (buys ? now > best : now < best)) best = now;
  }
  return undefined;
}

function unitOf(instrument: Line): string {
  return text(instrument, 'quote');
}

function reachedBy(levels: Levels | undefined, now: bigint, best: bigint | undefined, buys: boolean): Set<string> {
  const why = new Set<string>();
  const against = (level: bigint): boolean => (buys ? now <= level : now >= level);
  const { stop, target, distance } = levels ?? {};
  if (stop !== undefined && against(stop)) why.add('stop');
  if (distance !== undefined && best !== undefined && against(buys ? best - distance : best + distance))
    why.add('trailing_stop');
  if (why.size === 0 && target !== undefined && (buys ? now >= target : now <= target)) why.add('take_profit');
  return why;
}

/** From when on quotes meet what a moment left: a night counts from its hour, a fill from its quote, anything else from when it was written down. */
function sinceOf({ quotes, books }: Court, { line, at }: Moment): number {
  if (has(line, 'nights') && has(line, 'day')) return nightOf(text(line, 'day'));
  if (has(line, 'action_id')) {
    const action = books.actions.get(text(line, 'action_id'));
    return action === undefined ? at : instant(action, 'effective_at');
  }
  const quote = has(line, 'kind') ? quotes.get(text(line, 'quote_id')) : undefined;
  return quote === undefined ? at : instant(quote, 'source_time') + 1;
}

function rateAt(unit: string, rates: Tape | undefined, at: number): Fraction | undefined {
  if (unit === 'USD') return { num: 1n, den: 1n };
  const place = rates === undefined ? -1 : lastUpTo(rates, at);
  if (rates === undefined || place < 0) return undefined;
  const { bid, ask } = sidesAt(rates, place);
  const mid = { num: bid + ask, den: 2n * PRICE_UNITS };
  return rates.symbol === `USD${unit}` ? { num: mid.den, den: mid.num } : mid;
}

/** T28: collateral left + result ≤ half of the required margin, as fractions. */
function isClosedOut(
  trade: Line,
  instrument: Line,
  { left, open, required, split }: Moment,
  now: bigint,
  rate: Fraction | undefined,
): boolean {
  if (rate === undefined || open === 0n) return false;
  const up = text(trade, 'side') === 'buy' ? 1n : -1n;
  const gain = up * (now * split.num - price(trade, 'entry_price') * split.den);
  const num = gain * open * whole(instrument, 'lot_size') * rate.num;
  const den = PRICE_UNITS * split.num * rate.den;
  return 2n * (left * den + num) <= required * den;
}
