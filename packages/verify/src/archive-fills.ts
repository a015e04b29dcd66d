import {
  accountAt,
  booksOf,
  byId,
  instrumentOf,
  markupIn,
  quoteOf,
  sidesOf,
  tickOf,
  widened,
} from './archive-terms.ts';
import type { Books } from './archive-terms.ts';
import { check } from './report.ts';
import type { Check, Findings } from './report.ts';
import { cents, halfEven, has, instant, lots, plain, price, text, whole } from './values.ts';
import type { Archive, Line } from './values.ts';

/** A source's clock may be ahead of ours by this much (M21). */
const CLOCK_LEAD_MS = 5_000;
const MINUTE_MS = 60_000;

/** Each fill: right side of its quote, on the tick, no quote from later, and the mark-up that its client had then. */
export function checkFills(archive: Archive): Check {
  return check('Fills', (findings) => {
    const books = booksOf(archive);
    const fills = archive.lines('fills');
    const trades = byId(archive.lines('trades'));
    findings.each(fills, (fill) => checkFill(archive, books, trades, fill, findings));
    return `${fills.length} fills at the right side of ${books.quotes.size} quotes, on the tick, none from later, at the mark-up of their time`;
  });
}

function checkFill(
  archive: Archive,
  books: Books,
  trades: ReadonlyMap<string, Line>,
  fill: Line,
  { fail, same, sum }: Findings,
): void {
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
  const at = instant(fill, 'at');
  for (const id of ['quote_id', 'conversion_quote_id']) {
    if (!has(fill, id)) continue;
    const used = quoteOf(books, text(fill, id));
    if (instant(used, 'received_time') > at) fail(`The ${name} uses quote ${text(used, 'id')}, which came later.`);
  }
  const markup = markupIn(text(fill, 'quote_id'));
  const held = accountAt(archive, at).map((terms) => terms.markup);
  if (markup === undefined || !held.includes(markup)) {
    fail(`The mark-up of ${name} is ${markup ?? 'not in its quote'}; it should be ${held.join(' or ')}.`);
  }
  if (has(fill, 'conversion_quote_id'))
    same(`The mark-up that converts ${name}`, markupIn(text(fill, 'conversion_quote_id')), 0n);
  sum(`The commission of ${name}`, cents(fill, 'commission'), 0n);
  if (price(fill, 'price') % tickOf(instrumentOf(books, text(fill, 'symbol'))) !== 0n)
    fail(`The price of ${name}, ${text(fill, 'price')}, is not on the tick.`);
  if (!opens) return;
  same(
    `The opening price of trade ${text(trade, 'id')}`,
    plain(price(trade, 'entry_price')),
    plain(price(fill, 'price')),
  );
  same(`The opening quote of trade ${text(trade, 'id')}`, text(trade, 'entry_quote_id'), text(fill, 'quote_id'));
  checkLeverage(archive, books, trade, same);
}

/** Half of the cap, or up to the cap where a package gives more. */
function checkLeverage(archive: Archive, books: Books, trade: Line, same: Findings['same']): void {
  const cap = whole(instrumentOf(books, text(trade, 'symbol')), 'leverage_cap');
  const possible = accountAt(archive, instant(trade, 'opened_at')).map(({ ceiling }) => {
    const own = (ceiling < cap ? ceiling : cap) * 100n;
    return own > cap * 50n ? own : cap * 50n;
  });
  const given = whole(trade, 'leverage_hundredths');
  same(
    `The leverage of trade ${text(trade, 'id')} in hundredths`,
    given,
    possible.find((one) => one === given) ?? possible[0],
  );
}

/** Each quote by itself, and inside the one-minute bar of its time where the archive has that. */
export function checkQuotes(archive: Archive): Check {
  return check('Quotes', ({ fail, same, each }) => {
    const books = booksOf(archive);
    const bars = new Map(archive.lines('bars').map((bar) => [`${text(bar, 'symbol')} ${instant(bar, 'time')}`, bar]));
    let inBars = 0;
    let restated = 0;
    each(books.quotes.values(), (quote) => {
      const id = text(quote, 'id');
      const { bid, ask } = sidesOf(quote);
      const feed = { bid: price(quote, 'feed_bid'), ask: price(quote, 'feed_ask') };
      same(`The mark-up of quote ${id}`, plain(price(quote, 'markup')), plain(ask - bid - (feed.ask - feed.bid)));
      if (instant(quote, 'source_time') > instant(quote, 'received_time') + CLOCK_LEAD_MS)
        fail(`Quote ${id} came before its source had it.`);
      checkSecond(quote, feed.bid + feed.ask, same);
      const markup = markupIn(id);
      if (markup === undefined) return fail(`Quote ${id} doesn't say which mark-up is on it.`);
      // One that stands from before a split was divided after its mark-up: neither can be seen any more.
      if (/\.s\d+-\d+\./.test(id)) return void (restated += 1);
      const instrument = instrumentOf(books, text(quote, 'symbol'));
      const dealt = widened(instrument, feed, markup);
      same(`The bid of quote ${id}`, plain(bid), plain(dealt.bid));
      same(`The ask of quote ${id}`, plain(ask), plain(dealt.ask));
      const minute = Math.floor(instant(quote, 'source_time') / MINUTE_MS) * MINUTE_MS;
      const bar = bars.get(`${text(quote, 'symbol')} ${minute}`);
      if (bar === undefined) return undefined;
      inBars += 1;
      // A recorded bar is exact to a tenth of the last decimal.
      const slack = tickOf(instrument) / 10n;
      const twice = feed.bid + feed.ask;
      if (twice < 2n * (price(bar, 'low') - slack) || twice > 2n * (price(bar, 'high') + slack))
        fail(`Quote ${id} lies outside the bar of ${text(bar, 'symbol')} at ${text(bar, 'time')}.`);
      return undefined;
    });
    each(archive.lines('bars'), (bar) => {
      const name = `the bar of ${text(bar, 'symbol')} at ${text(bar, 'time')}`;
      const [low, high] = [price(bar, 'low'), price(bar, 'high')];
      for (const side of ['open', 'close'] as const)
        if (price(bar, side) < low || price(bar, side) > high) fail(`The ${side} of ${name} lies outside it.`);
    });
    const left = restated === 0 ? '' : `; ${restated} stood from before a split`;
    return `${books.quotes.size} quotes are the feed's and their mark-up, on the tick; ${inBars} lie in the bars of their minute${left}`;
  });
}

/** M39: how far the second source was, in hundredths of a basis point. */
function checkSecond(quote: Line, twice: bigint, same: Findings['same']): void {
  if (!has(quote, 'second_source')) return;
  const other = price(quote, 'second_bid') + price(quote, 'second_ask');
  const apart = halfEven((twice - other) * 1_000_000n, other);
  same(`How far the second source of quote ${text(quote, 'id')} was`, whole(quote, 'second_deviation'), apart);
}

/** What an order asked for is what its trade is, at its price or better. */
export function checkOrders(archive: Archive): Check {
  return check('Orders', ({ fail, same, each }) => {
    const trades = byId(archive.lines('trades'));
    const resized = new Map(archive.lines('order_splits').map((line) => [text(line, 'order_id'), line]));
    const orders = archive.lines('orders');
    let filled = 0;
    each(orders, (order) => {
      const name = `order ${text(order, 'id')}`;
      same(`Whether ${name} has a trade`, has(order, 'trade_id'), text(order, 'status') === 'filled');
      if (!has(order, 'trade_id')) return;
      filled += 1;
      const trade = trades.get(text(order, 'trade_id'));
      if (trade === undefined) return fail(`The trade of ${name} is missing.`);
      for (const field of ['symbol', 'side'] as const)
        same(`The ${field} of ${name}`, text(order, field), text(trade, field));
      same(`The lots of ${name}`, lots(order, 'lots'), lots(trade, 'lots'));
      same(`The amount of ${name}`, cents(order, 'amount'), cents(trade, 'collateral'));
      const buys = text(order, 'side') === 'buy';
      for (const limit of ['limit_price', 'worst_price'] as const) {
        if (!has(order, limit)) continue;
        const beyond = price(trade, 'entry_price') - price(order, limit);
        if (buys ? beyond > 0n : beyond < 0n)
          fail(`The ${name} filled at ${text(trade, 'entry_price')}, beyond its ${limit} of ${text(order, limit)}.`);
      }
      if (text(order, 'type') !== 'stop') return undefined;
      const short = price(trade, 'entry_price') - price(order, 'stop_price');
      if (buys ? short < 0n : short > 0n)
        fail(`The ${name} filled at ${text(trade, 'entry_price')}, before its stop of ${text(order, 'stop_price')}.`);
      return undefined;
    });
    each(resized.values(), (line) => {
      if (!orders.some((order) => order['id'] === line['order_id']))
        fail(`The split ${text(line, 'action_id')} is of an order that is missing.`);
    });
    checkAmendments(archive, trades, { fail, same, each });
    return `${filled} of ${orders.length} orders filled as they asked; ${archive.lines('amendments').length} changes of stops and targets follow one another`;
  });
}

/** T41: each change begins where the one before it ended, and the last one is what stands now. */
function checkAmendments(
  archive: Archive,
  trades: ReadonlyMap<string, Line>,
  { fail, same, each }: Pick<Findings, 'fail' | 'same' | 'each'>,
): void {
  const fields = ['stop_loss', 'take_profit', 'trailing_distance'] as const;
  const shown = (line: Line, field: string): string => (has(line, field) ? text(line, field) : 'none');
  const last = new Map<string, Line>();
  each(archive.lines('amendments'), (line) => {
    const trade = text(line, 'trade_id');
    const before = last.get(trade);
    last.set(trade, line);
    const name = `change ${text(line, 'number')} of trade ${trade}`;
    if (before === undefined) return;
    if (instant(before, 'at') > instant(line, 'at')) fail(`The ${name} came before the one ahead of it.`);
    for (const field of fields)
      same(`The ${field} before ${name}`, shown(line, `${field}_before`), shown(before, field));
  });
  for (const [id, line] of last) {
    const trade = trades.get(id);
    if (trade === undefined) fail(`A change of trade ${id} is there, and the trade is missing.`);
    else for (const field of fields) same(`The ${field} of trade ${id}`, shown(trade, field), shown(line, field));
  }
}
