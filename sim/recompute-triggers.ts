/**
 * When an order, a stop, a target or a trailing stop must have gone off on replayed candles, and at what price, from the candles and from what was set when. On
 * purpose it shares no code with the product; it knows docs/spec (M8, M15, T15, T22 to T25) and nothing else. Prices count 1e-10.
 */
export type Coin = { readonly symbol: string; readonly digits: number; readonly spreadBps: bigint };
/** As one client deals on it. `at` in milliseconds. */
export type Dealt = { readonly at: number; readonly bid: bigint; readonly ask: bigint };
/** Recorded time on the clock: the first candle opens at `beganMs`, and `speed` recorded milliseconds pass in one. */
export type Replay = { readonly beganMs: number; readonly speed: number; readonly markupBps: bigint };

const SCALE = 10n;

export function dealtQuotes(csv: string, coin: Coin, { beganMs, speed, markupBps }: Replay): Dealt[] {
  const rows = csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  const firstMs = Date.parse(rows[0]?.[0] ?? '');
  const candleMs = Math.min(
    ...rows.slice(1).map((row, i) => Date.parse(row[0] ?? '') - Date.parse(rows[i]?.[0] ?? '')),
  );
  const tick = 10n ** (SCALE - BigInt(coin.digits));
  return rows.flatMap(([time = '', ...prices]) => {
    const [open = 0n, high = 0n, low = 0n, close = 0n] = prices.map(units);
    const middle = high - open <= open - low ? [high, low] : [low, high];
    return [open, ...middle, close].map((price, quarter) => {
      const recordedMs = Date.parse(time) + (quarter * candleMs) / 4 - firstMs;
      const ticks = halfEven(halfEven(price, tick) * coin.spreadBps, 10_000n);
      const spread = (ticks > 0n ? ticks : 1n) * tick;
      const bid = halfEven(2n * price - spread, 2n * tick) * tick;
      const ask = bid + spread;
      // Half the mark-up is (bid + ask) / 2 × bps / 20,000 on each side, and then down or up to the tick.
      const half = (bid + ask) * markupBps;
      return {
        at: beganMs + Math.ceil(recordedMs / speed),
        bid: ((bid * 40_000n - half) / (40_000n * tick)) * tick,
        ask: ((ask * 40_000n + half + 40_000n * tick - 1n) / (40_000n * tick)) * tick,
      };
    });
  });
}

export type SetOrder = {
  readonly side: 'buy' | 'sell';
  readonly type: 'limit' | 'stop' | 'stop_limit';
  readonly limit: bigint | null;
  readonly stop: bigint | null;
  readonly setAt: number;
  /** No quote from here on fills it. */
  readonly expiresAt: number | null;
};
export type Expected = { readonly at: number; readonly price: bigint; readonly why: string };

/** What a working order must have been filled at, by quotes up to `until`; undefined where none reached it. A stop-limit order waits for its stop first, and then for its limit. */
export function expectedFill(order: SetOrder, quotes: readonly Dealt[], until: number): Expected | undefined {
  let { stop } = order;
  for (const { at, bid, ask } of quotes) {
    if (at < order.setAt || at > until || (order.expiresAt !== null && at >= order.expiresAt)) continue;
    const price = order.side === 'buy' ? ask : bid;
    if (stop !== null) {
      if (order.side === 'buy' ? price < stop : price > stop) continue;
      if (order.limit === null) return { at, price, why: order.type };
      stop = null;
    }
    if (order.limit !== null && (order.side === 'buy' ? price <= order.limit : price >= order.limit))
      return { at, price, why: order.type };
  }
  return undefined;
}

export type Levels = { readonly stop: bigint | null; readonly target: bigint | null; readonly distance: bigint | null };
export type SetTrade = {
  readonly side: 'buy' | 'sell';
  readonly openedAt: number;
  /** What it was opened with, and every change. */
  readonly levels: Levels;
  readonly changes: readonly (Levels & { readonly at: number })[];
};

/** What must have closed a trade by itself, by quotes up to `until`. */
export function expectedClose(trade: SetTrade, quotes: readonly Dealt[], until: number): Expected | undefined {
  const sign = trade.side === 'buy' ? 1n : -1n;
  const closing = ({ bid, ask }: Dealt): bigint => sign * (trade.side === 'buy' ? bid : ask);
  const holding = (at: number): bigint => {
    const quote = quotes.findLast((each) => each.at <= at);
    if (quote === undefined) throw new Error('set before the first quote');
    return closing(quote);
  };
  let { levels } = trade;
  let best = holding(trade.openedAt);
  const changes = [...trade.changes];
  for (const quote of quotes) {
    if (quote.at < trade.openedAt || quote.at > until) continue;
    for (let next = changes[0]; next !== undefined && next.at <= quote.at; next = changes[0]) {
      if (next.distance !== levels.distance) best = holding(next.at);
      levels = next;
      changes.shift();
    }
    const price = closing(quote);
    const { stop, target, distance } = levels;
    const why =
      stop !== null && price <= sign * stop
        ? 'stop'
        : distance !== null && price <= best - distance
          ? 'trailing_stop'
          : target !== null && price >= sign * target
            ? 'take_profit'
            : undefined;
    if (why !== undefined) return { at: quote.at, price: sign * price, why };
    if (price > best) best = price;
  }
  return undefined;
}

export function units(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(Number(SCALE), '0').slice(0, Number(SCALE)));
}

function halfEven(num: bigint, den: bigint): bigint {
  const floor = num / den;
  const twice = 2n * (num % den);
  return twice > den || (twice === den && floor % 2n === 1n) ? floor + 1n : floor;
}
