import { booksOf, byId, feedId, instrumentOf, quoteOf } from './archive-terms.ts';
import { check } from './report.ts';
import type { Check } from './report.ts';
import { firstFrom, lastUpTo, sidesAt } from './tape.ts';
import type { Tape, Tapes } from './tape.ts';
import { has, instant, plain, price, text, whole } from './values.ts';
import type { Archive, Line } from './values.ts';

const MINUTE_MS = 60_000;
/** The simulated market quotes once a second, so that none of its prices stands longer. */
const SIMULATED_MS = 1_000;
/** Closes that a price or a rule brought, and no client at that moment. */
const BY_PRICE = new Set(['stop', 'take_profit', 'trailing_stop', 'close_out', 'split']);

function dayOf(line: Line, field: string): string {
  return text(line, field).slice(0, 10);
}

/** How a fill came about, as far as the archive says. */
function howFilled(fill: Line, trade: Line, order: Line | undefined): 'market' | 'order' | 'price' | 'part' {
  if (text(fill, 'kind') === 'open')
    return order === undefined || text(order, 'type') === 'market' ? 'market' : 'order';
  const last = has(trade, 'closed_at') && text(trade, 'closed_at') === text(fill, 'at');
  if (!last) return 'part';
  return has(trade, 'closed_by') && BY_PRICE.has(text(trade, 'closed_by')) ? 'price' : 'market';
}

/** U97: each fill's quotes stand on the tape as they are in the archive, and what was filled at once was filled at the last quote there was. */
export function checkTapeFills(archive: Archive, tapes: Tapes): Check {
  return check('Fills by the tape', ({ fail, same, each }) => {
    const books = booksOf(archive);
    const [trades, orders] = [byId(archive.lines('trades')), byId(archive.lines('orders'))];
    const [found, untaped] = [new Set<Line>(), new Set<string>()];
    let latest = 0;
    let parts = 0;
    each(archive.lines('fills'), (fill) => {
      const name = `fill ${text(fill, 'id')} of trade ${text(fill, 'trade_id')}`;
      const quote = quoteOf(books, text(fill, 'quote_id'));
      const tape = tapes.get(text(quote, 'symbol'));
      if (tape === undefined || !tape.days.has(dayOf(quote, 'source_time'))) {
        untaped.add(text(fill, 'id'));
        return;
      }
      found.add(fill);
      const place = onTape(tape, quote, name, fail, same);
      if (place === undefined) return;
      if (has(fill, 'conversion_quote_id')) {
        const conversion = quoteOf(books, text(fill, 'conversion_quote_id'));
        const other = tapes.get(text(conversion, 'symbol'));
        if (other?.days.has(dayOf(conversion, 'source_time')) === true) onTape(other, conversion, name, fail, same);
      }
      const trade = trades.get(text(fill, 'trade_id'));
      if (trade === undefined) return fail(`The ${name} is of a trade that is missing.`);
      const how = howFilled(fill, trade, orders.get(has(fill, 'order_id') ? text(fill, 'order_id') : ''));
      const last = lastUpTo(tape, instant(fill, 'at'));
      if (how === 'part' && last !== place) return void (parts += 1);
      if (how !== 'market' && how !== 'part') return undefined;
      latest += 1;
      if (last !== place)
        return fail(
          `The ${name} used the quote of ${text(quote, 'source_time')}; at ${text(fill, 'at')} the last one was of ${timeAt(tape, last)}.`,
        );
      const limit = Number(whole(instrumentOf(books, text(fill, 'symbol')), 'stale_limit_ms')) + SIMULATED_MS;
      const age = instant(fill, 'at') - instant(quote, 'received_time');
      if (text(quote, 'source') === 'simulated' && age > limit)
        fail(`The ${name} used a quote that was ${age} ms old; ${limit} ms is the most.`);
      return undefined;
    });
    if (found.size === 0 && untaped.size > 0)
      fail(`None of the ${untaped.size} fills is of an instrument and a day of these files, so nothing was compared.`);
    const rest = [
      ...(parts === 0 ? [] : [`${parts} closed a part at an earlier quote, by a target or a close that waited`]),
      ...(untaped.size === 0 ? [] : [`${untaped.size} fills of days without a published tape`]),
    ];
    return [`${found.size} fills at quotes of the tape, ${latest} of them at the last one there was`, ...rest].join(
      '; ',
    );
  });
}

function onTape(
  tape: Tape,
  quote: Line,
  name: string,
  fail: (failure: string) => void,
  same: (what: string, given: unknown, expected: unknown) => void,
): number | undefined {
  const id = text(quote, 'id');
  // What stood from before a split is not what the tape has.
  if (/\.s\d+-\d+\./.test(id)) return undefined;
  const place = firstFrom(tape, instant(quote, 'source_time'));
  if (tape.ids[place] !== feedId(id)) {
    fail(`Quote ${id} of ${name} isn't on the tape of ${tape.symbol} at ${text(quote, 'source_time')}.`);
    return undefined;
  }
  const { bid, ask } = sidesAt(tape, place);
  same(`The feed's bid in quote ${id} of ${name}`, plain(price(quote, 'feed_bid')), plain(bid));
  same(`The feed's ask in quote ${id} of ${name}`, plain(price(quote, 'feed_ask')), plain(ask));
  if (tape.good[place] !== 1) fail(`Nothing could fill at quote ${id} of ${name}: the tape says it was set aside.`);
  return place;
}

export function timeAt(tape: Tape, place: number): string {
  const at = tape.times[place];
  return at === undefined ? 'no time' : new Date(at).toISOString();
}

/** U97: the one-minute bars of the archive are made of the tape's rows. */
export function checkTapeBars(archive: Archive, tapes: Tapes): Check {
  return check('Bars by the tape', ({ same, each }) => {
    let made = 0;
    each(archive.lines('bars'), (bar) => {
      const tape = tapes.get(text(bar, 'symbol'));
      const from = instant(bar, 'time');
      // A recorded candle's price stands on through minutes without a row of their own, and the last minute was not over yet.
      if (tape === undefined || !tape.days.has(dayOf(bar, 'time')) || text(bar, 'source') !== 'simulated') return;
      if (from + MINUTE_MS > instant(archive.manifest, 'made_at')) return;
      const mids: bigint[] = [];
      for (let place = firstFrom(tape, from); (tape.times[place] ?? Infinity) < from + MINUTE_MS; place++) {
        const { bid, ask } = sidesAt(tape, place);
        mids.push(bid + ask);
      }
      if (mids.length === 0) return;
      made += 1;
      const name = `the bar of ${text(bar, 'symbol')} at ${text(bar, 'time')}`;
      const figures = {
        open: mids[0],
        high: mids.reduce((a, b) => (a > b ? a : b)),
        low: mids.reduce((a, b) => (a < b ? a : b)),
        close: mids.at(-1),
      };
      for (const [field, twice = 0n] of Object.entries(figures))
        if (2n * price(bar, field) !== twice) same(`The ${field} of ${name}`, text(bar, field), `${plain(twice)} ÷ 2`);
    });
    return `${made} one-minute bars are made of the tape`;
  });
}
