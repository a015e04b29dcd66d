import {
  leverageHundredths,
  nightTakes,
  recomputeMargin,
  recomputeNight,
  yearlyBps,
  recomputeProfit,
  type TapeFill,
} from './recompute.ts';

/**
 * Every result, balance and night of a ledger once more, from what can be exported of it: fills, quotes and the fee schedule. On purpose it shares no code with
 * the product; it knows docs/spec/trading.md and nothing else. Sums are cents, prices count 1e-10, lots hundredths.
 */
export type ExportedQuote = {
  readonly id: string;
  readonly symbol: string;
  readonly bid: bigint;
  readonly ask: bigint;
  readonly feedBid: bigint;
  readonly feedAsk: bigint;
  /** When it was received. */
  readonly at: number;
};
export type ExportedTrade = {
  readonly id: string;
  readonly clientId: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly lots: bigint;
  readonly collateral: bigint;
  readonly requiredMargin: bigint;
  readonly realised: bigint;
  readonly financed: bigint;
  readonly shortfall: bigint;
  readonly stopLoss: bigint | null;
  readonly takeProfit: bigint | null;
  /** The targets of the order that opened it, where none were changed since. */
  readonly openedWith: readonly { readonly price: bigint; readonly lots: bigint }[];
  /** What is left of its targets, or was as it closed, nearest first. */
  readonly targets: readonly { readonly price: bigint; readonly lots: bigint }[];
  readonly closedBy: string | null;
  /** Milliseconds: only later quotes count for its stop and target. */
  readonly protectedAt: number | null;
};
export type ExportedFill = {
  readonly tradeId: string;
  readonly kind: 'open' | 'close';
  readonly lots: bigint;
  readonly price: bigint;
  readonly quoteId: string;
  readonly conversionId: string | null;
  readonly realised: bigint | null;
  readonly at: number;
};
export type ExportedNight = {
  readonly tradeId: string;
  readonly day: string;
  readonly lots: bigint;
  readonly amount: bigint;
  readonly quoteId: string;
  readonly conversionId: string | null;
  readonly at: number;
};
export type ExportedOrder = {
  readonly id: string;
  readonly symbol: string;
  readonly clientId: string;
  readonly side: 'buy' | 'sell';
  readonly type: string;
  readonly limit: bigint | null;
  readonly stop: bigint | null;
  readonly timeInForce: string;
  readonly status: string;
  readonly tradeId: string | null;
  readonly setAt: number;
  readonly endedAt: number | null;
  readonly expiresAt: number | null;
  /** When a stop-limit order's stop was reached. */
  readonly triggeredAt: number | null;
  /** The order that it cancels. */
  readonly otherId: string | null;
};
export type Exported = {
  /** The fee schedule: each client's mark-up (tenths of a pip, or basis points), and how many times half the regulatory cap they may use. */
  readonly clients: ReadonlyMap<string, { readonly markup: bigint; readonly times: bigint; readonly paidIn: bigint }>;
  readonly balances: ReadonlyMap<string, { readonly cash: bigint; readonly margin: bigint; readonly realised: bigint }>;
  readonly quotes: ReadonlyMap<string, ExportedQuote>;
  readonly trades: readonly ExportedTrade[];
  readonly fills: readonly ExportedFill[];
  readonly nights: readonly ExportedNight[];
  readonly orders: readonly ExportedOrder[];
  /** Every price that could fill anything, by symbol, in order. */
  readonly tape: ReadonlyMap<string, readonly { readonly at: number; readonly bid: bigint; readonly ask: bigint }[]>;
};

export type Recomputed = {
  readonly wrong: string[];
  readonly results: number;
  readonly balances: number;
  readonly nights: number;
  readonly triggers: number;
};

type Step = { readonly at: number; readonly fill?: ExportedFill; readonly night?: ExportedNight };

export function recomputeOrders(books: Exported): Recomputed {
  const wrong: string[] = [];
  const counts = { results: 0, nights: 0, triggers: 0 };
  const money = new Map([...books.clients].map(([id, { paidIn }]) => [id, { cash: paidIn, margin: 0n, realised: 0n }]));
  const differs = (what: string, found: unknown, expected: unknown): void => {
    if (found !== expected) wrong.push(`${what}: ${String(found)} in the books, ${String(expected)} by the quotes`);
  };
  const fillsOf = Map.groupBy(books.fills, ({ tradeId }) => tradeId);
  const nightsOf = Map.groupBy(books.nights, ({ tradeId }) => tradeId);

  for (const trade of books.trades) {
    const client = books.clients.get(trade.clientId);
    const balance = money.get(trade.clientId);
    if (client === undefined || balance === undefined) {
      wrong.push(`trade ${trade.id} of nobody`);
      continue;
    }
    const steps: Step[] = [
      ...(nightsOf.get(trade.id) ?? []).map((night) => ({ at: night.at, night })),
      ...(fillsOf.get(trade.id) ?? []).map((fill) => ({ at: fill.at, fill })),
    ].toSorted((a, b) => a.at - b.at);
    let [left, open, realised, financed, accrued, shortfall] = [0n, 0n, 0n, 0n, 0n, 0n];
    const tape: TapeFill[] = [];
    for (const { fill, night } of steps) {
      if (night) {
        counts.nights += 1;
        differs(`night of ${trade.id}: lots`, night.lots, open);
        const base = quoteOf(books, night.conversionId ?? night.quoteId);
        const cost = recomputeNight(trade.symbol, yearlyBps(trade.symbol, trade.side), night.day, open, base);
        if (cost === undefined) wrong.push(`night of ${trade.id}: nothing is due on ${night.day}`);
        else accrued += cost;
        const charged = nightTakes(accrued, financed, left);
        differs(`night of ${trade.id}`, night.amount, charged);
        left -= charged;
        financed += charged;
        balance.margin -= charged;
        continue;
      }
      if (!fill) continue;
      const quote = quoteOf(books, fill.quoteId);
      const conversion = fill.conversionId === null ? quote : quoteOf(books, fill.conversionId);
      const buys = (trade.side === 'buy') === (fill.kind === 'open');
      differs(`price of ${trade.id}`, fill.price, buys ? quote.ask : quote.bid);
      const dealt = dealtSides(quote, client.markup);
      differs(`mark-up of ${quote.id}`, `${quote.bid} ${quote.ask}`, `${dealt.bid} ${dealt.ask}`);
      tape.push({ kind: fill.kind, lots: fill.lots, price: fill.price, conversion, ratios: [] });
      if (fill.kind === 'open') {
        const needed = recomputeMargin(
          trade.symbol,
          trade.lots,
          leverageHundredths(trade.symbol) * client.times,
          conversion,
        );
        differs(`margin of ${trade.id}`, trade.requiredMargin, needed);
        [left, open] = [trade.collateral, fill.lots];
        balance.cash -= trade.collateral;
        balance.margin += trade.collateral;
        continue;
      }
      counts.results += 1;
      const paid = recomputeProfit(trade.symbol, trade.side, tape) - realised;
      differs(`result of ${trade.id}`, fill.realised, paid);
      realised += paid;
      const share = fill.lots === open ? left : (left * fill.lots) / open;
      const loss = paid < 0n ? -paid : 0n;
      const borne = loss > left ? left : loss;
      const out = share > borne ? share : borne;
      shortfall += loss - borne;
      left -= out;
      open -= fill.lots;
      balance.margin -= out;
      balance.cash += out - borne + (paid > 0n ? paid : 0n);
      balance.realised += paid;
    }
    differs(`results of ${trade.id}`, trade.realised, realised);
    differs(`nights of ${trade.id}`, trade.financed, financed);
    differs(`shortfall of ${trade.id}`, trade.shortfall, shortfall);
    if (client.paidIn + realised + shortfall - financed < 0n) wrong.push(`${trade.id} cost more than there was`);
    counts.triggers += checkClosing(books, trade, fillsOf.get(trade.id) ?? [], client.markup, differs);
    counts.triggers += checkTargets(books, trade, fillsOf.get(trade.id) ?? [], client.markup, differs);
  }
  for (const order of books.orders) counts.triggers += checkOrder(books, order, fillsOf, differs);
  const orders = new Map(books.orders.map((order) => [order.id, order]));
  for (const order of books.orders)
    if (order.otherId !== null) checkLinked(books, order, orders.get(order.otherId), wrong);
  for (const [id, expected] of money) {
    const found = books.balances.get(id);
    for (const name of ['cash', 'margin', 'realised'] as const)
      differs(`${name} of ${id}`, found?.[name], expected[name]);
  }
  return { wrong, ...counts, balances: money.size * 3 };
}

type Differs = (what: string, found: unknown, expected: unknown) => void;

/** What became of an order is what the tape says of it: filled at the first price that reached it since it was last set, at that price and moment, or at none. */
function checkOrder(
  books: Exported,
  order: ExportedOrder,
  fillsOf: ReadonlyMap<string, readonly ExportedFill[]>,
  differs: Differs,
): number {
  const fill = fillsOf.get(order.tradeId ?? '')?.find(({ kind }) => kind === 'open');
  const filled = fill && `${fill.price} at ${quoteOf(books, fill.quoteId).at}`;
  if (order.timeInForce === 'ioc' || order.timeInForce === 'fok') return checkImmediate(books, order, filled, differs);
  const since = limitSince(books, order, differs);
  if (since === undefined) {
    differs(`order ${order.id}, whose stop was never reached`, filled, undefined);
    return 1;
  }
  const reached = reachedBy(books, order, order.limit === null ? 'stop' : 'limit', since);
  const first = reached && `${reached.price} at ${reached.at}`;
  if (order.status === 'filled') differs(`fill of order ${order.id}`, filled, first);
  // What was refused at its price ended at that moment; any other ended or waits without having been reached.
  else if (order.status === 'rejected') differs(`rejection of order ${order.id}`, order.endedAt, reached?.at);
  else if (reached !== undefined && reached.at < (order.endedAt ?? Infinity))
    differs(`order ${order.id}, ${order.status}`, filled, first);
  if (order.status === 'expired' && (order.expiresAt === null || (order.endedAt ?? 0) < order.expiresAt))
    differs(`end of order ${order.id}`, order.endedAt, order.expiresAt);
  return 1;
}

/** Of two linked orders both wait or both ended at once, and one at most has filled: at a price that had not reached the other one before, nor the first of the two at the same time. */
function checkLinked(books: Exported, order: ExportedOrder, other: ExportedOrder | undefined, wrong: string[]): void {
  if (
    other === undefined ||
    other.otherId !== order.id ||
    other.clientId !== order.clientId ||
    other.endedAt !== order.endedAt
  ) {
    wrong.push(`order ${order.id} and the one that is linked to it do not belong together`);
    return;
  }
  if (order.status !== 'filled' || order.endedAt === null) return;
  if (other.status !== 'cancelled' || other.tradeId !== null)
    wrong.push(`order ${order.id} filled, and so did the other`);
  const since = Math.max(order.setAt, other.setAt);
  const own = reachedBy(books, order, order.limit === null ? 'stop' : 'limit', since)?.at;
  const others = reachedBy(books, other, other.limit === null ? 'stop' : 'limit', since)?.at;
  if (own !== undefined && others !== undefined && (others < own || (others === own && other.id < order.id)))
    wrong.push(`order ${order.id} filled although its other one was due first`);
}

/** Filled at the price of its moment, where that was at its limit or better, and not at all where it was not. */
function checkImmediate(books: Exported, order: ExportedOrder, filled: string | undefined, differs: Differs): number {
  const markup = books.clients.get(order.clientId)?.markup ?? 0n;
  const tape = books.tape.get(order.symbol) ?? [];
  // A quote of the very millisecond came before it or after it.
  const moments = [tape.findLast(({ at }) => at <= order.setAt), tape.findLast(({ at }) => at < order.setAt)];
  const possible = moments.map((quote) => {
    if (quote === undefined) return undefined;
    const dealt = dealtSides({ symbol: order.symbol, feedBid: quote.bid, feedAsk: quote.ask }, markup);
    const price = order.side === 'buy' ? dealt.ask : dealt.bid;
    return isAt('limit', order.side, price, order.limit ?? 0n) ? `${price} at ${quote.at}` : undefined;
  });
  if (!possible.includes(filled)) differs(`order ${order.id}, now or never`, filled, possible[0]);
  differs(`status of order ${order.id}`, order.status, filled === undefined ? 'cancelled' : 'filled');
  differs(`end of order ${order.id}`, order.endedAt, order.setAt);
  return 1;
}

/** Since when the price that an order fills at counts: for the limit of a stop-limit order since its stop was reached, which the tape says too. Undefined where it never was. */
function limitSince(books: Exported, order: ExportedOrder, differs: Differs): number | undefined {
  if (order.type !== 'stop_limit') return order.setAt;
  const { triggeredAt, setAt } = order;
  if (triggeredAt !== null && triggeredAt < setAt) {
    // Amended since: its stop is what it was, and what came before it was last set is no longer known.
    const there = reachedBy(books, order, 'stop', triggeredAt);
    differs(`stop of order ${order.id}`, triggeredAt, there?.at);
    return setAt;
  }
  const reached = reachedBy(books, order, 'stop', setAt);
  const known = reached !== undefined && reached.at < (order.endedAt ?? Infinity) ? reached.at : undefined;
  if (triggeredAt !== reached?.at || triggeredAt === null)
    differs(`stop of order ${order.id}`, triggeredAt ?? undefined, known);
  return triggeredAt ?? undefined;
}

/** The first price of the tape that reaches one of an order's prices, before its end by the clock. */
function reachedBy(
  books: Exported,
  { symbol, side, clientId, limit, stop, expiresAt }: ExportedOrder,
  of: 'limit' | 'stop',
  since: number,
): { readonly at: number; readonly price: bigint } | undefined {
  const markup = books.clients.get(clientId)?.markup ?? 0n;
  const level = (of === 'limit' ? limit : stop) ?? 0n;
  const found = firstQuote(books, symbol, side, markup, since, (price) => isAt(of, side, price, level));
  return found !== undefined && found.at < (expiresAt ?? Infinity) ? found : undefined;
}

/** A limit at its price or better, a stop at its price or worse. */
function isAt(of: 'limit' | 'stop', side: 'buy' | 'sell', price: bigint, level: bigint): boolean {
  return (side === 'buy') === (of === 'limit') ? price <= level : price >= level;
}

/**
 * Each target closed its lots, or what there was, at the first price of the tape since the trade was opened that is at it or beyond it, where anything was open
 * then. An amendment that changes nothing, after them, moves the moment since when stops count and none of this.
 */
function checkTargets(
  books: Exported,
  { id, symbol, side, lots, openedWith }: ExportedTrade,
  fills: readonly ExportedFill[],
  markup: bigint,
  differs: Differs,
): number {
  const opened = fills.find(({ kind }) => kind === 'open')?.at;
  if (opened === undefined) return 0;
  // The quote that filled an order never closes its trade.
  const since = opened + 1;
  const closes = fills
    .filter(({ kind }) => kind === 'close')
    .map((fill) => ({ ...fill, at: quoteOf(books, fill.quoteId).at }));
  const sum = (of: readonly { readonly lots: bigint }[]): bigint => of.reduce((total, each) => total + each.lots, 0n);
  let checked = 0;
  for (const target of openedWith) {
    const first = firstQuote(books, symbol, side === 'buy' ? 'sell' : 'buy', markup, since, (price) =>
      isAt(side === 'buy' ? 'stop' : 'limit', 'buy', price, target.price),
    );
    if (first === undefined) continue;
    const open = lots - sum(closes.filter(({ at }) => at < first.at));
    if (open === 0n) continue;
    const closed = closes.filter(({ at, price }) => at === first.at && price === first.price);
    const least = target.lots < open ? target.lots : open;
    differs(`target of ${id} at ${first.price}`, sum(closed) >= least, true);
    checked += 1;
  }
  return checked;
}

/** Where a gain closed all that was open: at the take profit, or before it at the last of the targets, which then were for all of it. */
function endsAt({ side, takeProfit, targets }: ExportedTrade, fills: readonly ExportedFill[]): bigint | null {
  const [last, end] = [targets.at(-1), fills.toSorted((a, b) => a.at - b.at).at(-1)];
  if (last === undefined || end === undefined) return takeProfit;
  const beyond = takeProfit !== null && isAt(side === 'buy' ? 'stop' : 'limit', 'buy', end.price, takeProfit);
  if (beyond) return takeProfit;
  return targets.reduce((sum, { lots }) => sum + lots, 0n) === end.lots ? last.price : null;
}

/** A stop or target closed at the first price of the tape at or beyond it, since it was last set. */
function checkClosing(
  books: Exported,
  trade: ExportedTrade,
  fills: readonly ExportedFill[],
  markup: bigint,
  differs: Differs,
): number {
  const level =
    trade.closedBy === 'stop' ? trade.stopLoss : trade.closedBy === 'take_profit' ? endsAt(trade, fills) : null;
  if (level === null || trade.protectedAt === null) return 0;
  const last = fills.toSorted((a, b) => a.at - b.at).at(-1);
  const closes = trade.side === 'buy' ? 'sell' : 'buy';
  const down = (trade.side === 'buy') === (trade.closedBy === 'stop');
  const first = firstReached(books, trade.symbol, closes, markup, trade.protectedAt, (price) =>
    down ? price <= level : price >= level,
  );
  differs(`${trade.closedBy} of ${trade.id}`, last?.price, first);
  return 1;
}

function firstReached(
  books: Exported,
  symbol: string,
  side: 'buy' | 'sell',
  markup: bigint,
  since: number,
  reached: (price: bigint) => boolean,
): bigint | undefined {
  return firstQuote(books, symbol, side, markup, since, reached)?.price;
}

function firstQuote(
  books: Exported,
  symbol: string,
  side: 'buy' | 'sell',
  markup: bigint,
  since: number,
  reached: (price: bigint) => boolean,
): { readonly at: number; readonly price: bigint } | undefined {
  for (const { at, bid, ask } of books.tape.get(symbol) ?? []) {
    if (at < since) continue;
    const dealt = dealtSides({ symbol, feedBid: bid, feedAsk: ask }, markup);
    const price = side === 'buy' ? dealt.ask : dealt.bid;
    if (reached(price)) return { at, price };
  }
  return undefined;
}

function quoteOf(books: Exported, id: string): ExportedQuote {
  const quote = books.quotes.get(id);
  if (quote === undefined) throw new Error(`no quote ${id} was exported`);
  return quote;
}

/** Both sides half of the mark-up further out (of pips for forex, of basis points of the mid elsewhere), then out to the next whole last decimal. */
function dealtSides(
  { symbol, feedBid, feedAsk }: Pick<ExportedQuote, 'symbol' | 'feedBid' | 'feedAsk'>,
  markup: bigint,
): { bid: bigint; ask: bigint } {
  const yen = symbol.endsWith('JPY');
  const forex = /^[A-Z]{6}$/.test(symbol);
  const unit = 10n ** BigInt(10 - (forex ? (yen ? 3 : 5) : (DECIMALS[symbol] ?? 2)));
  // Everything forty thousandfold, so that half of the mark-up is whole.
  const half = forex ? (yen ? 100_000_000n : 1_000_000n) * markup * 2_000n : (feedBid + feedAsk) * markup;
  const size = 40_000n * unit;
  const [low, high] = [feedBid * 40_000n - half, feedAsk * 40_000n + half];
  return { bid: ((low - (low % size)) / size) * unit, ask: ((high + ((size - (high % size)) % size)) / size) * unit };
}

/** Decimals of a price; two where nothing else is said. */
const DECIMALS: Readonly<Record<string, number>> = { XRP: 4, DOGE: 5, SHIB: 9, LINK: 3 };
