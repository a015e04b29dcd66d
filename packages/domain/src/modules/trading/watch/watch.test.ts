import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  conversionPair,
  conversionRate,
  dealtQuote,
  type FeedQuote,
  instrument,
  parsePrice,
  type Price,
  sidesAround,
  type Symbol,
} from '../../../market/index.ts';
import { exactProfit } from '../../positions/profit.ts';
import { type TriggerCandidate, TriggerBook, type WatchedOrder, type WatchedPosition } from './index.ts';

/** Before every quote. */
const NEVER = new Date(0);
const NOON_MS = Date.UTC(2026, 2, 11, 16);
const MIDS = {
  EURUSD: '1.1',
  GBPUSD: '1.3',
  USDJPY: '150',
  EURJPY: '165',
  EURGBP: '0.85',
  USDCHF: '0.9',
  BTC: '60000',
  SHIB: '0.00001',
  AAPL: '180',
} as const satisfies Partial<Record<Symbol, string>>;
const SYMBOLS = Object.keys(MIDS) as (keyof typeof MIDS)[];

/** A quote at `bps` basis points from where the symbol starts, `second` seconds after noon. */
function quoteOf(symbol: keyof typeof MIDS, second: number, bps = 0): FeedQuote {
  const mid = (parsePrice(MIDS[symbol]) * BigInt(10_000 + bps)) / 10_000n;
  const at = new Date(NOON_MS + second * 1_000);
  return {
    id: `${symbol}:${second}`,
    symbol,
    ...sidesAround(instrument(symbol), mid),
    source: 'test',
    sourceTime: at,
    receivedTime: at,
  };
}

const position = (over: Partial<WatchedPosition> = {}): WatchedPosition => ({
  id: 'a',
  clientId: 'client',
  symbol: 'EURUSD',
  side: 'buy',
  markup: 16,
  openLots: 100n,
  entryPrice: parsePrice('1.1'),
  collateralLeft: 1_000_000n,
  requiredMarginLeft: 400_000n,
  stopLoss: null,
  takeProfit: null,
  trailingDistance: null,
  trailingPeak: null,
  lossStep: 0,
  openSince: NEVER,
  setSince: NEVER,
  trailingSince: NEVER,
  askedSince: null,
  calls: null,
  ...over,
});
const order = (over: Partial<WatchedOrder> = {}): WatchedOrder => ({
  id: 'o',
  clientId: 'client',
  symbol: 'EURUSD',
  side: 'buy',
  markup: 16,
  type: 'limit',
  price: parsePrice('1.09'),
  setSince: NEVER,
  ...over,
});
const said = (found: readonly TriggerCandidate[]): string[] => found.map(({ id, why }) => `${id} ${why}`);

/** The plain model: every row looked at with whole numbers, at the quotes that hold now. */
class Model {
  readonly positions = new Map<string, WatchedPosition>();
  readonly orders = new Map<string, WatchedOrder>();
  readonly quotes = new Map<Symbol, FeedQuote>();

  due(): Set<string> {
    const due = new Set<string>();
    for (const each of this.orders.values()) {
      const own = this.quotes.get(each.symbol);
      if (own === undefined) continue;
      const { bid, ask } = dealtQuote(own, each.markup);
      const price = each.side === 'buy' ? ask : bid;
      if ((each.type === 'limit') === (each.side === 'buy') ? price <= each.price : price >= each.price)
        due.add(`${each.id} fill`);
    }
    for (const each of this.positions.values()) {
      const own = this.quotes.get(each.symbol);
      if (own === undefined) continue;
      const { bid, ask } = dealtQuote(own, each.markup);
      const exit = each.side === 'buy' ? bid : ask;
      const beyond = (price: Price, level: Price): boolean => (each.side === 'buy' ? price <= level : price >= level);
      if (each.askedSince !== null) due.add(`${each.id} asked`);
      if (each.stopLoss !== null && beyond(exit, each.stopLoss)) due.add(`${each.id} stop`);
      if (each.takeProfit !== null && beyond(each.takeProfit, exit)) due.add(`${each.id} take_profit`);
      if (each.trailingDistance !== null && each.trailingPeak !== null) {
        const { trailingDistance: distance, trailingPeak: peak } = each;
        if (beyond(exit, each.side === 'buy' ? peak - distance : peak + distance)) due.add(`${each.id} trailing_stop`);
        if (exit !== peak && beyond(peak, exit)) {
          due.add(`${each.id} peak`);
          this.positions.set(each.id, { ...each, trailingPeak: exit });
        }
      }
      const of = instrument(each.symbol);
      const rate = conversionRate(of.quote, (symbol) => this.quotes.get(symbol));
      if (rate === undefined) continue;
      const { num, den } = exactProfit(of, each.side, each.openLots, each.entryPrice, exit, rate);
      if (2n * (each.collateralLeft * den + num) <= each.requiredMarginLeft * den) due.add(`${each.id} close_out`);
      if (each.collateralLeft > 0n && -num * 10n >= BigInt(each.lossStep + 1) * each.collateralLeft * den)
        due.add(`${each.id} loss`);
      if (each.calls === null) continue;
      const { below, above } = each.calls;
      const worth = 100n * (each.collateralLeft * den + num);
      const levelAt = (level: number): bigint => BigInt(level) * each.requiredMarginLeft * den;
      if ((below !== null && worth <= levelAt(below)) || (above !== null && worth >= levelAt(above)))
        due.add(`${each.id} margin`);
    }
    return due;
  }
}

const near = fc.constantFrom(-1n, 0n, 1n, -1_000_000n, 1_000_000n, 40_000_000n, -40_000_000n);
const bps = fc.oneof(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -9_000, max: 30_000 }));

/** Positions whose every level lies on, just beside or well away from where the quote will be. */
const aPosition = fc
  .record({
    n: fc.integer({ min: 0, max: 30 }),
    symbol: fc.constantFrom(...SYMBOLS),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    markup: fc.constantFrom(0, 4, 16),
    openLots: fc.bigInt({ min: 1n, max: 100_000n }),
    entryBps: bps,
    at: bps,
    stop: fc.option(near),
    target: fc.option(near),
    trail: fc.option(fc.record({ distance: fc.bigInt({ min: 1n, max: 10n ** 12n }), peak: near })),
    required: fc.bigInt({ min: 1n, max: 10n ** 11n }),
    edge: fc.constantFrom('close_out' as const, 'loss' as const, 'free' as const),
    off: fc.constantFrom(-1n, 0n, 1n, -300n, 300n),
    lossStep: fc.integer({ min: 0, max: 9 }),
    asked: fc.boolean(),
    below: fc.option(fc.constantFrom(51, 100, 290, 300, 310)),
    above: fc.option(fc.constantFrom(56, 105, 290, 300, 310)),
  })
  .map((raw): WatchedPosition & { at: number } => {
    const of = instrument(raw.symbol);
    const { bid, ask } = dealtQuote(quoteOf(raw.symbol, 1, raw.at), raw.markup);
    const exit = raw.side === 'buy' ? bid : ask;
    const entryPrice = quoteOf(raw.symbol, 1, raw.entryBps).bid;
    const rate = conversionRate(of.quote, (symbol) => quoteOf(symbol as keyof typeof MIDS, 1, 0))!;
    const { num, den } = exactProfit(of, raw.side, raw.openLots, entryPrice, exit, rate);
    const unrealised = num / den;
    const level = (offset: bigint | null): Price | null =>
      offset === null || exit + offset <= 0n ? null : exit + offset;
    const collateral =
      raw.edge === 'close_out'
        ? raw.required / 2n - unrealised + raw.off
        : raw.edge === 'loss'
          ? (-unrealised * 10n) / BigInt(raw.lossStep + 1) + raw.off
          : raw.required * 3n;
    return {
      id: `p${raw.n}`,
      clientId: `c${raw.n % 5}`,
      symbol: raw.symbol,
      side: raw.side,
      markup: raw.markup,
      openLots: raw.openLots,
      entryPrice,
      collateralLeft: collateral > 0n ? collateral : 1n,
      requiredMarginLeft: raw.required,
      stopLoss: level(raw.stop),
      takeProfit: level(raw.target),
      trailingDistance: raw.trail?.distance ?? null,
      trailingPeak: raw.trail && level(raw.trail.distance + raw.trail.peak),
      lossStep: raw.lossStep,
      openSince: NEVER,
      setSince: NEVER,
      trailingSince: NEVER,
      askedSince: raw.asked ? NEVER : null,
      calls: { below: raw.below, above: raw.above, since: NEVER },
      at: raw.at,
    };
  });
const anOrder = fc
  .record({
    n: fc.integer({ min: 0, max: 30 }),
    symbol: fc.constantFrom(...SYMBOLS),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    type: fc.constantFrom('limit' as const, 'stop' as const),
    markup: fc.constantFrom(0, 4, 16),
    at: bps,
    off: near,
  })
  .map((raw): WatchedOrder & { at: number } => {
    const { bid, ask } = dealtQuote(quoteOf(raw.symbol, 1, raw.at), raw.markup);
    const price = (raw.side === 'buy' ? ask : bid) + raw.off;
    return { ...raw, id: `o${raw.n}`, clientId: `c${raw.n % 5}`, setSince: NEVER, price: price > 0n ? price : 1n };
  });
const aQuote = fc.record({ symbol: fc.constantFrom(...SYMBOLS), bps });

describe('the trigger book', () => {
  it('[W2] finds everyone who is truly due, and nobody who is far from it', () => {
    let due = 0;
    let found = 0;
    fc.assert(
      fc.property(
        fc.array(aPosition, { maxLength: 40 }),
        fc.array(anOrder, { maxLength: 20 }),
        fc.array(fc.array(aQuote, { minLength: 1, maxLength: 6 }), { maxLength: 6 }),
        (positions, orders, later) => {
          const book = new TriggerBook();
          const model = new Model();
          for (const each of positions) {
            book.putPosition(each);
            model.positions.set(each.id, each);
          }
          for (const each of orders) {
            book.putOrder(each);
            model.orders.set(each.id, each);
          }
          const at = [...positions, ...orders];
          const first = SYMBOLS.map((symbol) =>
            quoteOf(symbol, 1, at.findLast((each) => each.symbol === symbol)?.at ?? 0),
          );
          const moments = [
            first,
            ...later.map((quotes, second) => {
              const last = new Map(quotes.map((quote) => [quote.symbol, quoteOf(quote.symbol, second + 2, quote.bps)]));
              return [...last.values()];
            }),
          ];
          for (const quotes of moments) {
            for (const quote of quotes) model.quotes.set(quote.symbol, quote);
            const exact = model.due();
            const seen = book.revalue(quotes);
            const changed = new Set<Symbol>(quotes.map(({ symbol }) => symbol));
            for (const each of exact) {
              const row = model.positions.get(each.split(' ')[0]!) ?? model.orders.get(each.split(' ')[0]!)!;
              const pair = conversionPair(instrument(row.symbol).quote);
              // Whose prices did not move was found before.
              if (changed.has(row.symbol) || (pair !== undefined && changed.has(pair.symbol)))
                expect(said(seen)).toContain(each);
            }
            due += [...exact].filter((each) => said(seen).includes(each)).length;
            found += seen.length;
          }
        },
      ),
      { numRuns: 400, seed: 4 },
    );
    expect(due).toBeGreaterThan(2_000);
    expect(found).toBeLessThan(due * 1.1);
  });

  it('[W16] calls a stretch quiet only where no quote in it has anybody be due', () => {
    let quiet = 0;
    let stirred = 0;
    const moves = fc.array(fc.integer({ min: -10, max: 10 }), { minLength: SYMBOLS.length, maxLength: SYMBOLS.length });
    fc.assert(
      fc.property(
        fc.array(aPosition, { maxLength: 2 }),
        fc.array(anOrder, { maxLength: 1 }),
        fc.array(moves, { minLength: 1, maxLength: 4 }),
        (positions, orders, seconds) => {
          const book = new TriggerBook();
          // A close that waits is never quiet.
          for (const each of positions) book.putPosition({ ...each, askedSince: null });
          for (const each of orders) book.putOrder(each);
          const at = [...positions, ...orders];
          const moments = seconds.map((bpsOf, second) =>
            SYMBOLS.map((symbol, i) =>
              quoteOf(
                symbol,
                second + 1,
                Math.max(-9_900, (at.findLast((each) => each.symbol === symbol)?.at ?? 0) + bpsOf[i]!),
              ),
            ),
          );
          const ranges = new Map<Symbol, { low: Price; high: Price }>(
            SYMBOLS.map((symbol, i) => {
              const bids = moments.map((quotes) => quotes[i]!.bid);
              const asks = moments.map((quotes) => quotes[i]!.ask);
              return [
                symbol,
                { low: bids.reduce((a, b) => (a < b ? a : b)), high: asks.reduce((a, b) => (a > b ? a : b)) },
              ];
            }),
          );
          const isQuiet = book.isQuiet((symbol) => ranges.get(symbol));
          const found = moments.flatMap((quotes) => book.revalue(quotes));
          if (isQuiet) expect(said(found)).toEqual([]);
          if (book.size > 0 && isQuiet) quiet += 1;
          if (found.length > 0) stirred += 1;
        },
      ),
      { numRuns: 3_000, seed: 16 },
    );
    expect(quiet).toBeGreaterThan(50);
    expect(stirred).toBeGreaterThan(500);
  });

  it('[W16] calls a stretch quiet where its prices are far from everything, and also where a market was shut', () => {
    const book = new TriggerBook();
    book.putPosition(position({ stopLoss: parsePrice('1.08'), takeProfit: parsePrice('1.12') }));
    book.putPosition(position({ id: 'j', symbol: 'EURJPY', entryPrice: parsePrice('165') }));
    book.putOrder(order());
    const between = (low: string, high: string) => ({ low: parsePrice(low), high: parsePrice(high) });
    const quoted = new Map<Symbol, { low: Price; high: Price }>([
      ['EURUSD', between('1.095', '1.105')],
      ['EURJPY', between('164', '166')],
      ['USDJPY', between('149', '151')],
    ]);
    const isQuiet = (over: [Symbol, { low: Price; high: Price } | undefined][]) =>
      book.isQuiet((symbol) => new Map([...quoted, ...over]).get(symbol));
    expect(isQuiet([])).toBe(true);
    expect(isQuiet([['EURUSD', between('1.095', '1.1201')]])).toBe(false);
    expect(isQuiet([['EURUSD', between('1.0895', '1.105')]])).toBe(false);
    expect(isQuiet([['EURUSD', undefined]])).toBe(true);
    expect(isQuiet([['USDJPY', undefined]])).toBe(false);
    expect(isQuiet([['EURJPY', between('100', '166')]])).toBe(false);
    // A close that waits is due at the next quote, whatever it is.
    book.putPosition(position({ id: 'w', askedSince: NEVER }));
    expect(isQuiet([])).toBe(false);
    expect(isQuiet([['EURUSD', undefined]])).toBe(true);
  });

  it('[W2] is exact to the price unit at stops, targets and order prices, even at the largest prices', () => {
    const { bid, ask } = dealtQuote(quoteOf('BTC', 1), 16);
    const far = { symbol: 'BTC', entryPrice: bid, collateralLeft: 10n ** 9n, openLots: 1n } as const;
    const book = new TriggerBook();
    book.putPosition(position({ ...far, id: 'at', stopLoss: bid, takeProfit: bid + 10_000n }));
    book.putPosition(position({ ...far, id: 'below', stopLoss: bid - 10_000n }));
    book.putPosition(position({ ...far, id: 'sell', side: 'sell', stopLoss: ask, takeProfit: ask - 10_000n }));
    book.putPosition(position({ ...far, id: 'target', takeProfit: bid }));
    book.putOrder(order({ symbol: 'BTC', id: 'limit', price: ask }));
    book.putOrder(order({ symbol: 'BTC', id: 'lower', price: ask - 10_000n }));
    book.putOrder(order({ symbol: 'BTC', id: 'stop', type: 'stop', price: ask }));
    book.putOrder(order({ symbol: 'BTC', id: 'higher', type: 'stop', price: ask + 10_000n }));
    book.putOrder(order({ symbol: 'BTC', id: 'sold', side: 'sell', price: bid }));
    expect(said(book.revalue([quoteOf('BTC', 1)]))).toEqual([
      'at stop',
      'sell stop',
      'target take_profit',
      'limit fill',
      'sold fill',
      'stop fill',
    ]);
  });

  it('[W2] finds every position that stands at exactly half of its required margin, or at exactly a tenth lost, and one far above neither', () => {
    const quote = quoteOf('EURUSD', 1, -37);
    const { bid, ask } = dealtQuote(quote, 16);
    const book = new TriggerBook();
    const expected: string[] = [];
    for (let lots = 1n; lots < 3_000n; lots += 1n) {
      const side = lots % 2n === 0n ? 'buy' : 'sell';
      const exit = side === 'buy' ? bid : ask;
      const entryPrice = side === 'buy' ? exit + 7n * 10n ** 7n : exit - 7n * 10n ** 7n;
      const { num, den } = exactProfit(instrument('EURUSD'), side, lots, entryPrice, exit, { num: 1n, den: 1n });
      expect(den).toBe(1n);
      const id = lots.toString().padStart(4, '0');
      const required = 2_000n;
      const row = { side, entryPrice, openLots: lots, requiredMarginLeft: required } as const;
      book.putPosition(position({ ...row, id: `${id}a`, collateralLeft: required / 2n - num }));
      book.putPosition(position({ ...row, id: `${id}b`, collateralLeft: -num * 10n, requiredMarginLeft: 1n }));
      book.putPosition(position({ ...row, id: `${id}c`, collateralLeft: -num * 10n + 100n, requiredMarginLeft: 1n }));
      expected.push(`${id}a close_out`, `${id}b loss`);
    }
    const seen = new Set(said(book.revalue([quote])));
    expect(expected.filter((each) => !seen.has(each))).toEqual([]);
    expect([...seen].filter((each) => each.includes('c '))).toEqual([]);
  });

  it('[W3] names close-outs first, then closes that clients asked for, stop losses, take profits and working orders, each by id, whatever order they came in', () => {
    const rows: [(book: TriggerBook) => void, ...string[]][] = [
      [(book) => book.putOrder(order({ id: '1', price: parsePrice('2') })), '1 fill'],
      [(book) => book.putOrder(order({ id: '0', price: parsePrice('2') })), '0 fill'],
      [(book) => book.putPosition(position({ id: '2', takeProfit: parsePrice('1') })), '2 take_profit'],
      [(book) => book.putPosition(position({ id: '3', stopLoss: parsePrice('2') })), '3 stop'],
      [
        (book) => book.putPosition(position({ id: '7', askedSince: NEVER, takeProfit: parsePrice('1') })),
        '7 asked',
        '7 take_profit',
      ],
      [
        (book) =>
          book.putPosition(position({ id: '4', trailingDistance: parsePrice('0.1'), trailingPeak: parsePrice('1.3') })),
        '4 trailing_stop',
      ],
      [
        (book) => book.putPosition(position({ id: '6', collateralLeft: 100n, stopLoss: parsePrice('2') })),
        '6 close_out',
        '6 stop',
        '6 loss',
      ],
      [(book) => book.putPosition(position({ id: '5', collateralLeft: 100n })), '5 close_out', '5 loss'],
    ];
    const expected = ['5 close_out', '6 close_out', '7 asked', '3 stop', '4 trailing_stop', '6 stop', '2 take_profit', '7 take_profit', '0 fill', '1 fill', '5 loss', '6 loss']; // prettier-ignore
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        const book = new TriggerBook();
        for (const [put] of shuffled) put(book);
        expect(said(book.revalue([quoteOf('EURUSD', 1)]))).toEqual(expected);
      }),
    );
  });

  it('[W1] a quote touches its own symbol and what converts through it, and nothing else', () => {
    const book = new TriggerBook();
    for (const symbol of SYMBOLS) {
      const { bid } = quoteOf(symbol, 1);
      book.putPosition(position({ id: symbol, symbol, entryPrice: bid, collateralLeft: 10n ** 12n }));
    }
    book.revalue(SYMBOLS.map((symbol) => quoteOf(symbol, 1)));
    const values = (): Map<string, number> => new Map(SYMBOLS.map((symbol) => [symbol, book.unrealisedOf(symbol)!]));
    const moved = (quote: FeedQuote): string[] => {
      const before = values();
      book.revalue([quote]);
      return [...values()].filter(([symbol, value]) => value !== before.get(symbol)).map(([symbol]) => symbol);
    };
    expect(moved(quoteOf('EURUSD', 2, 10))).toEqual(['EURUSD']);
    expect(moved(quoteOf('USDJPY', 2, 10))).toEqual(['USDJPY', 'EURJPY']);
    expect(moved(quoteOf('GBPUSD', 2, 10))).toEqual(['GBPUSD', 'EURGBP']);
    expect(moved(quoteOf('USDCHF', 2, 10))).toEqual(['USDCHF']);
    expect(moved(quoteOf('EURJPY', 2, 10))).toEqual(['EURJPY']);
    expect(moved(quoteOf('BTC', 2, 10))).toEqual(['BTC']);
  });

  it('[W1] a position is closed out by the price that converts it, too', () => {
    const book = new TriggerBook();
    const entryPrice = quoteOf('EURJPY', 1, 100).ask;
    book.putPosition(
      position({ symbol: 'EURJPY', entryPrice, collateralLeft: 320_000n, requiredMarginLeft: 400_000n }),
    );
    expect(
      said(book.revalue([quoteOf('EURJPY', 1), quoteOf('USDJPY', 1)])).filter((each) => each.endsWith('out')),
    ).toEqual([]);
    expect(said(book.revalue([quoteOf('USDJPY', 2, -1_200)]))).toContain('a close_out');
  });

  it('[W4] an unsound, repeated or older quote finds nobody, and the next good one does', () => {
    const book = new TriggerBook();
    book.putPosition(position({ stopLoss: parsePrice('1.2') }));
    const good = quoteOf('EURUSD', 2);
    const bad: FeedQuote[] = [
      { ...good, bid: 0n },
      { ...good, bid: -1n, ask: -1n },
      { ...good, bid: good.ask, ask: good.bid },
      { ...good, ask: 2n * good.ask },
      { ...good, sourceTime: new Date(Number.NaN) },
      { ...good, sourceTime: new Date(good.receivedTime.getTime() + 5_001) },
    ];
    for (const quote of bad) expect(book.revalue([quote])).toEqual([]);
    expect(said(book.revalue([good]))).toEqual(['a stop']);
    expect(book.revalue([good])).toEqual([]);
    expect(book.revalue([quoteOf('EURUSD', 1, -50)])).toEqual([]);
    expect(said(book.revalue([quoteOf('EURUSD', 3)]))).toEqual(['a stop']);
  });

  it('[W4] a symbol whose price is not good decides nothing until it is, though others convert by it', () => {
    const book = new TriggerBook();
    const entryPrice = quoteOf('EURJPY', 1).bid;
    book.putPosition(position({ symbol: 'EURJPY', entryPrice, stopLoss: parsePrice('200') }));
    book.revalue([quoteOf('USDJPY', 1)]);
    expect(said(book.revalue([quoteOf('EURJPY', 1)]))).toEqual(['a stop']);
    book.silence('EURJPY');
    expect(book.revalue([quoteOf('USDJPY', 2, 5)])).toEqual([]);
    // A market that is shut still converts, and so does one that was shut before the book began.
    book.silence('USDJPY');
    expect(said(book.revalue([quoteOf('EURJPY', 3, -300)]))).toEqual(['a stop', 'a loss']);
    const late = new TriggerBook();
    late.putPosition(position({ symbol: 'EURJPY', entryPrice }));
    expect(late.revalue([quoteOf('EURJPY', 3, -300)])).toEqual([]);
    expect(said(late.revalue([quoteOf('EURJPY', 4, -301)], [quoteOf('USDJPY', 1)]))).toEqual(['a loss']);
  });

  it('[W5] after any run of changes the book finds what a book made afresh finds', () => {
    const change = fc.oneof(
      aPosition.map((each) => ({ kind: 'position' as const, each })),
      anOrder.map((each) => ({ kind: 'order' as const, each })),
      fc.integer({ min: 0, max: 30 }).map((n) => ({ kind: 'remove' as const, each: { id: `p${n}` } })),
      fc.integer({ min: 0, max: 30 }).map((n) => ({ kind: 'remove' as const, each: { id: `o${n}` } })),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 150 }), (changes) => {
        const book = new TriggerBook();
        const model = new Model();
        for (const { kind, each } of changes) {
          if (kind === 'position') {
            book.putPosition(each);
            model.positions.set(each.id, each);
          } else if (kind === 'order') {
            book.putOrder(each);
            model.orders.set(each.id, each);
          } else {
            book.remove(each.id);
            model.positions.delete(each.id);
            model.orders.delete(each.id);
          }
        }
        const fresh = new TriggerBook();
        for (const each of model.positions.values()) fresh.putPosition(each);
        for (const each of model.orders.values()) fresh.putOrder(each);
        const quotes = SYMBOLS.map((symbol) => quoteOf(symbol, 1, 20));
        expect(book.revalue(quotes)).toEqual(fresh.revalue(quotes));
        expect(book.size).toBe(model.positions.size + model.orders.size);
        for (const { clientId, id } of [...model.positions.values(), ...model.orders.values()])
          expect(book.of(clientId)).toContain(id);
      }),
      { numRuns: 200, seed: 5 },
    );
  });

  it('[W6] a trailing stop follows the best price and triggers at its distance from it; each better price is named once', () => {
    for (const side of ['buy', 'sell'] as const) {
      const book = new TriggerBook();
      const better = (second: number, bps: number): FeedQuote => quoteOf('EURUSD', second, side === 'buy' ? bps : -bps);
      const start = dealtQuote(quoteOf('EURUSD', 0), 16);
      const peak = side === 'buy' ? start.bid : start.ask;
      book.putPosition(position({ side, entryPrice: peak, trailingDistance: parsePrice('0.011'), trailingPeak: peak }));
      expect(said(book.revalue([better(1, 50)]))).toEqual(['a peak']);
      expect(said(book.revalue([better(2, 150)]))).toEqual(['a peak']);
      expect(said(book.revalue([better(3, 150)]))).toEqual([]);
      expect(said(book.revalue([better(4, 51)]))).toEqual([]);
      expect(said(book.revalue([better(5, 49)]))).toEqual(['a trailing_stop']);
    }
  });
});
