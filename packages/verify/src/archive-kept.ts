import { accountAt, booksOf, byId, instrumentOf, markupIn, quoteOf } from './archive-terms.ts';
import type { Books } from './archive-terms.ts';
import { gainAt } from './archive-trades.ts';
import type { Course, Moment } from './archive-trades.ts';
import type { Findings } from './report.ts';
import { cents, halfEven, has, instant, price, text } from './values.ts';
import type { Archive, Line } from './values.ts';

/** A last price may be days old, but not this much older than another one of its symbol that was there. */
const HOUR_MS = 3_600_000;

type ByCopy = ReadonlyMap<unknown, readonly Course[]>;
type Kept = { readonly archive: Archive; readonly books: Books; readonly findings: Findings };

/**
 * C18: each trade that was kept as its copy stopped is there once, and worth what its quotes say. What all of a copy were worth, by the copy; a copy that kept
 * none is missing.
 */
export function keptOf(archive: Archive, byCopy: ByCopy, findings: Findings): ReadonlyMap<unknown, bigint> {
  const { fail, each } = findings;
  const kept: Kept = { archive, books: booksOf(archive), findings };
  const copies = byId(archive.lines('copies'));
  const worth = new Map<unknown, bigint>();
  const seen = new Set<string>();
  each(archive.lines('kept_trades'), (line) => {
    const id = text(line, 'trade_id');
    const name = `trade ${id}, which was kept,`;
    const copy = copies.get(text(line, 'copy_id'));
    const course = byCopy.get(line['copy_id'])?.find(({ trade }) => trade['id'] === id);
    if (copy === undefined || course === undefined) return fail(`The ${name} is of no copy that is in here.`);
    if (seen.has(id)) return fail(`The ${name} is there twice.`);
    seen.add(id);
    if (copy['stopped_at'] !== line['at']) fail(`The ${name} was kept when copy ${text(copy, 'id')} did not stop.`);
    checkQuotes(kept, course.trade, line, name);
    checkValue(kept, course, line, name);
    worth.set(copy['id'], (worth.get(copy['id']) ?? 0n) + cents(line, 'value'));
    return undefined;
  });
  each(copies.values(), (copy) => {
    if (!has(copy, 'stopped_at')) return;
    const at = instant(copy, 'stopped_at');
    for (const { trade, moments } of byCopy.get(copy['id']) ?? []) {
      const open = moments.findLast((one) => one.at <= at)?.open ?? 0n;
      if (open > 0n && !seen.has(text(trade, 'id')))
        fail(`What trade ${text(trade, 'id')} was worth as copy ${text(copy, 'id')} stopped is missing.`);
    }
  });
  return worth;
}

/** Of its own instrument and currency, at the mark-up of that time, in the shares of that time, and none of the future or chosen from the past. */
function checkQuotes({ archive, books, findings: { fail, same } }: Kept, trade: Line, line: Line, name: string): void {
  const at = instant(line, 'at');
  const quote = quoteOf(books, text(line, 'quote_id'));
  const unit = text(instrumentOf(books, text(trade, 'symbol')), 'quote');
  same(`The quote's symbol of ${name}`, text(quote, 'symbol'), text(trade, 'symbol'));
  const own = unit === 'USD' || [`${unit}USD`, `USD${unit}`].includes(text(trade, 'symbol'));
  same(`Whether another quote converts ${name}`, has(line, 'conversion_quote_id'), !own);
  const held = accountAt(archive, at).map((terms) => terms.markup);
  const markup = markupIn(text(quote, 'id'));
  if (markup === undefined || !held.includes(markup))
    fail(`The mark-up of ${name} is ${markup ?? 'not in its quote'}; it should be ${held.join(' or ')}.`);
  const used = [quote];
  if (has(line, 'conversion_quote_id')) {
    const converts = quoteOf(books, text(line, 'conversion_quote_id'));
    same(`The mark-up that converts ${name}`, markupIn(text(converts, 'id')), 0n);
    used.push(converts);
  }
  for (const one of used) {
    const received = instant(one, 'received_time');
    if (received > at) fail(`The ${name} uses quote ${text(one, 'id')}, which came later.`);
    const newer = [...books.quotes.values()].find((other) => {
      const then = instant(other, 'received_time');
      return other['symbol'] === one['symbol'] && then <= at && then > received + HOUR_MS;
    });
    if (newer !== undefined)
      fail(`The ${name} uses quote ${text(one, 'id')}, though ${text(newer, 'id')} was there and newer.`);
  }
  const since = instant(quote, 'source_time');
  const wasSplit = [...books.actions.values()].some((action) => {
    const effective = instant(action, 'effective_at');
    return action['type'] === 'split' && action['symbol'] === quote['symbol'] && since < effective && effective <= at;
  });
  if (wasSplit !== /\.s\d+-\d+\.m\d+$/.test(text(quote, 'id')))
    fail(`The ${name} and its quote ${text(quote, 'id')} are not of the same shares.`);
}

/** Once more from the quotes. What happened to it in the very millisecond may have come before or after. */
function checkValue({ books, findings }: Kept, { trade, moments }: Course, line: Line, name: string): void {
  const at = instant(line, 'at');
  const closing = price(quoteOf(books, text(line, 'quote_id')), text(trade, 'side') === 'buy' ? 'bid' : 'ask');
  const worthOf = ({ open, split }: Moment): bigint => {
    const { num, den } = gainAt(books, trade, { entry: price(trade, 'entry_price'), open, split }, closing, line);
    return halfEven(num, den);
  };
  const before = moments.findLast((one) => one.at < at);
  const possible = [...(before ? [before] : []), ...moments.filter((one) => one.at === at)];
  const values = possible.filter(({ open }) => open > 0n).map(worthOf);
  const value = cents(line, 'value');
  const [first] = values;
  if (first === undefined) return findings.fail(`The ${name} was not open then.`);
  return findings.sum(`What ${name} was worth`, value, values.find((one) => one === value) ?? first);
}
