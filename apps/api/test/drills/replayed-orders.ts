import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  PARTIES,
  actorOf,
  type Command,
  type Context,
  imageOf,
  type Outcome,
  ReferenceLedger,
} from '@clearbook/domain/ledger';
import {
  conversionPair,
  conversionRate,
  type DealtQuote,
  dealtQuote,
  type FeedQuote,
  instrument,
  type Price,
  priceStep,
  QUOTES_PER_BAR,
  replayQuoteAt,
  type ReplaySeries,
  screenSeries,
  type Symbol,
  standardFinancing,
} from '@clearbook/domain/market';
import type { Target, Trade } from '@clearbook/domain/positions';
import {
  TRADES,
  ORDERS,
  awaited,
  betterPeak,
  closingPrice,
  effectiveLeverageHundredths,
  effectiveMarkup,
  financingDay,
  financingInstant,
  isClosedOut,
  isExitReached,
  isTriggered,
  notional,
  openingPrice,
  type OrderLeg,
  requiredMargin,
  type Trigger,
  triggerRate,
} from '@clearbook/domain/trading';
import type pg from 'pg';
import { createRandom, type Random } from '../../../../sim/random.ts';
import type { Exported, ExportedFill, ExportedNight, ExportedOrder, ExportedQuote, ExportedTrade } from '../../../../sim/recompute-orders.ts'; // prettier-ignore
import { parseReplayCsv } from '../../src/adapters/feeds/replay-csv.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { openUser, quiet } from '../books.ts';

const DATA = fileURLToPath(new URL('../../../../../shared/data/market/', import.meta.url));

/** Whether the recorded candles are here. */
export const recorded = existsSync(`${DATA}forex/EURUSD.csv`);

/** All dollar pairs that convert, crosses of each kind, coins of every size, shares. Recorded in the same four weeks. */
const FILES = [
  ...['EURUSD', 'GBPUSD', 'USDJPY', 'USDCHF', 'USDCAD', 'AUDUSD', 'NZDUSD', 'EURJPY', 'GBPJPY', 'EURGBP', 'CHFJPY', 'AUDCAD', 'NZDCAD'].map((name) => `forex/${name}`),
  ...['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'SHIB', 'LINK'].map((name) => `crypto/${name}`),
  ...['AAPL', 'TSLA', 'NVDA', 'META', 'JPM', 'KO'].map((name) => `stocks/${name}`),
]; // prettier-ignore

/** From here on all of them are recorded; some begin earlier. */
const FIRST_MS = Date.parse('2025-08-29T00:00:00Z');

/** Recorded time is the clock's. */
const CLOCK = { anchorMs: 0, originMs: 0, speed: 1 };
/** Seconds for which a recorded quote holds: a quarter of a quarter of an hour. */
const CADENCE_MS = 225_000;
const HOUR_MS = 3_600_000;
const CLIENTS = 16;
const PAID_IN = 30_000_000n;

export type Replayed = {
  readonly books: Exported;
  readonly placed: ReadonlyMap<string, number>;
  readonly disagreed: string[];
};

/**
 * Random orders of every type, amendments and closes on recorded candles, through the real ledger, with everything that the prices set off; the reference ledger is led
 * through the same commands and says what is open. Then what the ledger holds is exported.
 */
export async function replayOrders(
  pool: pg.Pool,
  options: { orders: number; days: number; seed: number },
): Promise<Replayed> {
  const random = createRandom(options.seed);
  const ticks = await readTicks(options.days);
  const run = await Run.begin(pool, random);
  // Evenly over all quotes, with room for those that are refused.
  const every = ticks.length / (options.orders * 1.15);
  let due = every / 2;
  let placed = 0;
  for (const [index, quote] of ticks.entries()) {
    await run.tick(quote);
    for (; due <= index && placed < options.orders; due += every) placed += await run.act(quote.symbol);
  }
  return { books: await run.export(pool, ticks), placed: run.placed, disagreed: run.disagreed };
}

/** Good quotes of all symbols in the order in which they were received. */
async function readTicks(days: number): Promise<FeedQuote[]> {
  const all: FeedQuote[] = [];
  for (const file of FILES) {
    const symbol = file.slice(file.indexOf('/') + 1) as Symbol;
    const series: ReplaySeries = parseReplayCsv(symbol, await readFile(`${DATA}${file}.csv`, 'utf8'), file);
    const good = screenSeries(series);
    for (let position = 0; position < series.times.length * QUOTES_PER_BAR; position += 1)
      if (good[position] === 1) all.push(replayQuoteAt(series, CLOCK, position));
  }
  const ordered = all.toSorted(
    (a, b) => a.receivedTime.getTime() - b.receivedTime.getTime() || (a.symbol < b.symbol ? -1 : 1),
  );
  const until = FIRST_MS + days * 24 * HOUR_MS;
  return ordered.filter(({ receivedTime }) => receivedTime.getTime() >= FIRST_MS && receivedTime.getTime() < until);
}

/** Ids by symbol, in the order in which they came. */
class BySymbol {
  readonly #ids = new Map<Symbol, Set<string>>();

  add({ id, symbol }: { readonly id: string; readonly symbol: Symbol }): void {
    const known = this.#ids.get(symbol);
    if (known) known.add(id);
    else this.#ids.set(symbol, new Set([id]));
  }

  remove({ id, symbol }: { readonly id: string; readonly symbol: Symbol }): void {
    this.#ids.get(symbol)?.delete(id);
  }

  of<T>(symbol: Symbol, rows: ReadonlyMap<string, T>): T[] {
    return [...(this.#ids.get(symbol) ?? [])].flatMap((id) => rows.get(id) ?? []);
  }
}

class Run {
  readonly placed = new Map<string, number>();
  readonly disagreed: string[] = [];
  readonly #random: Random;
  readonly #reference = new ReferenceLedger({ minimumWithdrawal: 0n, withdrawalFeeBps: 0 });
  readonly #pool: pg.Pool;
  #ledger: ReturnType<typeof createLedger>;
  readonly #last = new Map<Symbol, FeedQuote>();
  readonly #peaks = new Map<string, FeedQuote>();
  readonly #open = new BySymbol();
  readonly #waiting = new BySymbol();
  readonly #clients: string[] = [];
  /** The targets of trades that opened as they were asked for. */
  readonly #asked = new Map<string, readonly Target[]>();
  #now = new Date(0);
  #day = '';
  #commands = 0;

  private constructor(pool: pg.Pool, random: Random) {
    this.#random = random;
    this.#pool = pool;
    this.#ledger = createLedger({ pool, log: quiet, context: () => this.#context() });
  }

  static async begin(pool: pg.Pool, random: Random): Promise<Run> {
    const run = new Run(pool, random);
    for (let made = 0; made < CLIENTS; made += 1) {
      const id = random.uuid();
      await openUser(pool, id, 'client');
      run.#reference.open(id, 'client');
      run.#clients.push(id);
      for (let paid = 0n; paid < PAID_IN; paid += 10_000_000n)
        await run.#send({ kind: 'top_up', clientId: id, amount: 10_000_000n });
      // Some deal on better terms.
      const packageId = ['raw', 'gold-2', undefined, undefined][made % 4];
      if (packageId !== undefined) await run.#send({ kind: 'buy_package', clientId: id, packageId });
    }
    return run;
  }

  /** A new quote: the night first where its hour has come, then what the quote sets off, in the order of the rules. */
  async tick(quote: FeedQuote): Promise<void> {
    const at = quote.receivedTime;
    this.#day ||= financingDay(at);
    if (financingDay(at) !== this.#day) {
      this.#day = financingDay(at);
      this.#now = financingInstant(this.#day);
      for (const trade of this.#active())
        if (trade.openedAt < this.#now)
          await this.#send({
            kind: 'charge_financing',
            clientId: trade.clientId,
            tradeId: trade.id,
            day: this.#day,
            marks: this.#trigger(trade.symbol),
          });
    }
    this.#now = at;
    this.#last.set(quote.symbol, quote);
    const trades = this.#open.of(quote.symbol, this.#reference.state.of(TRADES));
    for (const why of trades.length === 0 ? [] : (['close_out', 'stop', 'trailing_stop', 'take_profit'] as const)) {
      for (const { id } of trades) {
        const trade = this.#reference.state.of(TRADES).get(id);
        if (trade === undefined) continue;
        const peak =
          why === 'trailing_stop' && trade.trailingDistance !== null ? this.#peakOf(trade, quote) : undefined;
        if (!this.#isDue(trade, why, quote, peak)) continue;
        await this.#send({
          kind: 'trigger_close', clientId: trade.clientId, tradeId: id, why, trigger: this.#trigger(quote.symbol), ...(peak && { peak }),
        }); // prettier-ignore
      }
    }
    // Of two that are linked it is the decision which keeps their order, and nobody who asks.
    const waiting = this.#waiting.of(quote.symbol, this.#reference.state.of(ORDERS));
    for (const order of waiting.length > 1 && this.#random.chance(0.5) ? waiting.toReversed() : waiting) {
      const { clientId, id: orderId } = order;
      if (!this.#reference.state.of(ORDERS).has(orderId)) continue;
      if (order.expiresAt !== null && order.expiresAt <= at)
        await this.#send({ kind: 'expire_order', clientId, orderId });
      else if (isTriggered(order, dealtQuote(quote, this.#markup(clientId))))
        await this.#send({ kind: 'fill_order', clientId, orderId, trigger: this.#trigger(quote.symbol) });
    }
  }

  #isDue(
    trade: Trade,
    why: 'close_out' | 'stop' | 'trailing_stop' | 'take_profit',
    quote: FeedQuote,
    peak: FeedQuote | undefined,
  ): boolean {
    const markup = this.#markup(trade.clientId);
    const dealt = dealtQuote(quote, markup);
    if (why === 'close_out')
      return isClosedOut(trade, dealt, triggerRate(instrument(trade.symbol).quote, this.#trigger(quote.symbol)));
    const trailingPeak = peak === undefined ? trade.trailingPeak : closingPrice(dealtQuote(peak, markup), trade.side);
    return isExitReached({ ...trade, trailingPeak }, why, dealt);
  }

  /** Somebody places an order, and often does something else too. How many orders were accepted. */
  async act(ticked: Symbol): Promise<number> {
    const random = this.#random;
    const pick = random.next();
    // Now and then of a market that is closed: what waits may be placed then.
    const symbol = pick < 0.04 ? random.pick([...this.#last.keys()]) : ticked;
    const quote = this.#last.get(symbol);
    // In the first minute a pair that converts may not have had its first quote yet.
    if (quote === undefined || !this.#isKnown(symbol)) return 0;
    if (random.chance(0.02)) await this.#restart();
    await this.#manage();
    const clientId = random.pick(this.#clients);
    const party = this.#reference.state.of(PARTIES).get(clientId);
    if (party === undefined) throw new Error('nobody');
    const of = instrument(symbol);
    const side = random.chance(0.5) ? 'buy' : 'sell';
    const rate = triggerRate(of.base, this.#trigger(symbol));
    const wanted = random.bigBetween(5_000n, 400_000n);
    const one = notional(of, 1n, rate);
    const lots = (wanted * BigInt(effectiveLeverageHundredths(of, party)) * one.den) / (100n * one.num) || 1n;
    const needed = requiredMargin(notional(of, lots, rate), effectiveLeverageHundredths(of, party));
    // From barely enough, which is closed out soon, to three times as much.
    const amount = (needed * random.bigBetween(101n, random.chance(0.5) ? 110n : 300n)) / 100n + 1n;
    const dealt = dealtQuote(quote, party.markup);
    const type = random.pick(['market', 'market', 'limit', 'limit', 'stop', 'stop_limit'] as const);
    const opening = openingPrice(dealt, side);
    const below = (side === 'buy') === (type === 'limit');
    const own = this.#away(symbol, opening, below, 120n);
    const price = type === 'stop_limit' ? this.#away(symbol, own, random.chance(0.5), 40n) : own;
    const timeInForce = random.pick([
      'gtc',
      'gtc',
      'day',
      'gtd',
      ...(type === 'limit' ? (['ioc', 'fok'] as const) : []),
    ] as const);
    const immediate = timeInForce === 'ioc' || timeInForce === 'fok';
    const around = type === 'market' || immediate ? closingPrice(dealt, side) : price;
    const linked = (type === 'limit' || type === 'stop') && !immediate && random.chance(0.3);
    const terms = { clientId, symbol, side, lots, amount, ...this.#protections(symbol, side, around) } as const;
    const outcome = await this.#send(
      type === 'market'
        ? { kind: 'open_trade', ...terms }
        : {
            kind: 'place_order', ...terms, type, timeInForce, price: immediate && random.chance(0.6) ? this.#away(symbol, opening, !below, 20n) : price,
            ...(type === 'stop_limit' && { stopPrice: own }), ...(timeInForce === 'gtd' && { expiresAt: this.#someTime() }),
            ...(linked && { oco: this.#other(symbol, terms, dealt) }),
          }, // prettier-ignore
    );
    if (!outcome.ok) return 0;
    const names = type === 'market' ? [type] : [type, timeInForce, ...(linked ? ['linked'] : [])];
    for (const name of [...names, ...(terms.targets === null ? [] : ['with targets'])]) this.#count(name);
    const tradeId = outcome.result['trade_id'];
    if (typeof tradeId === 'string' && terms.targets !== null) this.#asked.set(tradeId, terms.targets);
    return 1;
  }

  /** The second of two orders: near, so that one quote often reaches both, on either side. */
  #other(symbol: Symbol, { lots, amount }: Pick<OrderLeg, 'lots' | 'amount'>, dealt: DealtQuote): OrderLeg {
    const random = this.#random;
    const side = random.chance(0.5) ? 'buy' : 'sell';
    const type = random.chance(0.5) ? 'limit' : 'stop';
    const opening = openingPrice(dealt, side);
    const below = (side === 'buy') === (type === 'limit');
    const price = inSteps(symbol, opening + ((below ? -1n : 1n) * opening * random.bigBetween(2n, 60n)) / 10_000n);
    return { side, type, price, lots, amount: (amount * 11n) / 10n, ...this.#protections(symbol, side, price) };
  }

  /** Amends, cancels or closes something. */
  async #manage(): Promise<void> {
    const random = this.#random;
    const pick = random.next();
    const trades = this.#active();
    const trade = trades.length > 0 ? random.pick(trades) : undefined;
    const working = [...this.#reference.state.of(ORDERS).values()];
    const order = working.length > 0 ? random.pick(working) : undefined;
    if (pick < 0.45 && trade) {
      const lots = random.chance(0.6) && trade.openLots > 1n ? random.bigBetween(1n, trade.openLots) : null;
      await this.#send({ kind: 'close_trade', clientId: trade.clientId, tradeId: trade.id, lots });
    } else if (pick < 0.6 && trade) {
      const quote = dealtQuote(this.#quoteOf(trade.symbol), this.#markup(trade.clientId));
      const protections = this.#protections(trade.symbol, trade.side, closingPrice(quote, trade.side));
      this.#peaks.delete(trade.id);
      const amended = { kind: 'amend_trade', clientId: trade.clientId, tradeId: trade.id, ...protections } as const;
      if ((await this.#send(amended)).ok) this.#count('trades amended');
    } else if (pick < 0.69 && order)
      await this.#send({ kind: 'cancel_order', clientId: order.clientId, orderId: order.id });
    else if (pick < 0.7 && order)
      await this.#send({ kind: 'cancel_orders', clientId: order.clientId, symbol: order.symbol, type: order.type });
    else if (pick < 0.85 && order) {
      const waits = awaited(order);
      const opening = openingPrice(dealtQuote(this.#quoteOf(order.symbol), this.#markup(order.clientId)), order.side);
      const price = this.#away(order.symbol, opening, (order.side === 'buy') === (waits.of === 'limit'), 80n);
      const timeInForce = random.pick([
        order.timeInForce,
        order.timeInForce,
        order.timeInForce,
        'gtc',
        'day',
        'gtd',
      ] as const);
      const { ok } = await this.#send({
        kind: 'amend_order', clientId: order.clientId, orderId: order.id, stopLoss: null, takeProfit: null, amount: order.amount + 10_000n,
        ...(waits.of === 'limit' ? { limitPrice: price } : { stopPrice: price }), timeInForce, ...(timeInForce === 'gtd' && { expiresAt: this.#someTime() }),
      }); // prettier-ignore
      if (ok) this.#count('orders amended');
    }
  }

  /** A price up to so many parts in ten thousand below or above another one. */
  #away(symbol: Symbol, from: Price, below: boolean, most: bigint): Price {
    return inSteps(symbol, from + ((below ? -1n : 1n) * from * this.#random.bigBetween(2n, most)) / 10_000n);
  }

  /** Within the next two days. */
  #someTime(): Date {
    return new Date(this.#now.getTime() + Number(this.#random.bigBetween(1n, 172_800_000n)));
  }

  #protections(symbol: Symbol, side: 'buy' | 'sell', price: Price) {
    const random = this.#random;
    const losing = side === 'buy' ? -1n : 1n;
    const away = (sign: bigint): Price =>
      inSteps(symbol, price + (sign * price * random.bigBetween(10n, 150n)) / 10_000n);
    return {
      stopLoss: random.chance(0.4) ? away(losing) : null,
      takeProfit: random.chance(0.4) ? away(-losing) : null,
      targets: random.chance(0.2) ? this.#targets(side, () => away(-losing)) : null,
      trailingDistance: random.chance(0.25) ? inSteps(symbol, (price * random.bigBetween(10n, 100n)) / 10_000n) : null,
    };
  }

  /** Up to three, nearest first. Where the take profit is nearer than the last of them they are refused. */
  #targets(side: 'buy' | 'sell', priced: () => Price): Target[] {
    const prices = new Set(Array.from({ length: Number(this.#random.bigBetween(1n, 3n)) }, priced));
    const rising = [...prices].toSorted((a, b) => (a < b ? -1 : 1));
    const nearestFirst = side === 'buy' ? rising : rising.toReversed();
    return nearestFirst.map((price) => ({ price, lots: this.#random.bigBetween(1n, 5n) }));
  }

  /** The process ends and another one begins: nothing of it may matter that is not in the books. */
  async #restart(): Promise<void> {
    await this.#ledger.close();
    this.#ledger = createLedger({ pool: this.#pool, log: quiet, context: () => this.#context() });
    this.#count('restarts');
  }

  #count(name: string): void {
    this.placed.set(name, (this.placed.get(name) ?? 0) + 1);
  }

  /** Into the books and into the reference ledger: both must say the same. */
  async #send(command: Command): Promise<Outcome> {
    this.#commands += 1;
    const actorId = actorOf(command);
    const key = `replay:${this.#commands}`;
    const sent = { actorId, key, requestHash: hash('sha256', key) };
    const { outcome } = await this.#ledger.execute(command, sent);
    const expected = this.#reference.execute(command, sent, this.#context());
    if (JSON.stringify(outcome) !== JSON.stringify(expected))
      this.disagreed.push(
        `${command.kind}: ${JSON.stringify(outcome)}, by the reference ledger ${JSON.stringify(expected)}`,
      );
    this.#learn();
    return outcome;
  }

  /** Keeps what is open and what waits, by symbol; what has ended is forgotten, so that a long run stays as quick as a short one. */
  #learn(): void {
    for (const image of this.#reference.decided.splice(0).flatMap(({ rows }) => rows ?? [])) {
      const trade = imageOf(TRADES, image);
      const order = imageOf(ORDERS, image);
      if (trade?.before === null) this.#open.add(trade.after);
      else if (order?.before === null && order.after.status === 'working') this.#waiting.add(order.after);
      else if (trade?.after.status === 'closed') {
        this.#open.remove(trade.after);
        this.#reference.state.of(TRADES).delete(trade.after.id);
      } else if (order && order.after.status !== 'working') {
        this.#waiting.remove(order.after);
        this.#reference.state.of(ORDERS).delete(order.after.id);
      }
    }
  }

  /** Ids are counted within a command, so that the reference ledger's are those of the books. */
  #context(): Context {
    let made = 0;
    const command = this.#commands.toString(16).padStart(12, '0');
    const rate = (currency: string) => conversionRate(currency, (symbol) => this.#last.get(symbol));
    const fresh = (symbol: Symbol, limitMs: number) => {
      const last = this.#last.get(symbol);
      return last !== undefined && this.#now.getTime() - last.receivedTime.getTime() < limitMs ? last : undefined;
    };
    const closed = { ok: false, code: 'market.closed', detail: 'closed' } as const;
    return {
      now: this.#now,
      newId: () => `${command.slice(0, 8)}-${command.slice(8)}-7000-8000-${(made++).toString(16).padStart(12, '0')}`,
      quote: (symbol, markup) => {
        const feed = fresh(symbol, CADENCE_MS);
        return feed === undefined ? closed : { ok: true, quote: dealtQuote(feed, markup) };
      },
      conversion: (currency) => {
        const feed = fresh(conversionPair(currency)?.symbol ?? 'EURUSD', HOUR_MS);
        return feed === undefined ? closed : { ok: true, quote: dealtQuote(feed, 0) };
      },
      mark: (symbol, markup) => {
        const last = this.#last.get(symbol);
        return last && dealtQuote(last, markup);
      },
      markRate: rate,
      financing: standardFinancing,
    };
  }

  #active(): Trade[] {
    return [...this.#reference.state.of(TRADES).values()];
  }

  #markup(clientId: string): number {
    const party = this.#reference.state.of(PARTIES).get(clientId);
    return party === undefined ? 0 : effectiveMarkup(party);
  }

  #quoteOf(symbol: Symbol): FeedQuote {
    const quote = this.#last.get(symbol);
    if (quote === undefined) throw new Error(`nothing is known of ${symbol}`);
    return quote;
  }

  #isKnown(symbol: Symbol): boolean {
    const of = instrument(symbol);
    return [of.base, of.quote].every((currency) => {
      const pair = conversionPair(currency)?.symbol;
      return pair === undefined || this.#last.has(pair);
    });
  }

  #trigger(symbol: Symbol): Trigger {
    const of = instrument(symbol);
    const conversions = [of.base, of.quote].flatMap((currency) => {
      const pair = conversionPair(currency)?.symbol;
      return pair === undefined || pair === symbol ? [] : [this.#quoteOf(pair)];
    });
    return { quote: this.#quoteOf(symbol), conversions };
  }

  /** The best quote since the trailing stop was attached. */
  #peakOf(trade: Trade, quote: FeedQuote): FeedQuote | undefined {
    const known = this.#peaks.get(trade.id);
    const since = trade.protectedAt ?? trade.openedAt;
    if (quote.receivedTime < since || trade.trailingPeak === null) return undefined;
    const markup = this.#markup(trade.clientId);
    const closing = (feed: FeedQuote): Price => closingPrice(dealtQuote(feed, markup), trade.side);
    const best = known === undefined || known.receivedTime < since ? trade.trailingPeak : closing(known);
    if (betterPeak(trade.side, closing(quote), best) !== best) this.#peaks.set(trade.id, quote);
    const peak = this.#peaks.get(trade.id);
    return peak !== undefined && peak.receivedTime >= since ? peak : undefined;
  }

  async export(pool: pg.Pool, ticks: readonly FeedQuote[]): Promise<Exported> {
    await this.#ledger.close();
    const { rows: parties } = await pool.query<Record<string, string>>(
      `select p.id, p.cash, p.margin, p.realised, p.markup, p.leverage_ceiling,
         (select coalesce(-sum(o.amount), 0) from ledger.entry e join ledger.posting o on (o.book, o.entry_number) = (e.book, e.number) and o.account = 1
          where e.client_id = p.id and e.event in (2, 10)) as paid_in
       from ledger.party p where p.kind = 'client'`,
    );
    const { rows: quotes } = await pool.query<Record<string, string>>(
      `select id, symbol, bid, ask, feed_bid, feed_ask, ${MS('received_time')} as at from ledger.quote`,
    );
    const { rows: trades } = await pool.query<Texts>(
      `select id, client_id, symbol, side, lots, collateral, required_margin, realised, financed, shortfall, stop_loss, take_profit, targets::text,
         (select o.targets::text from ledger.working_order o where o.id = order_id
           and not exists (select from ledger.trade_amendment a where a.trade_id = trade.id)) as opened_with,
         (select 'yes' from ledger.trade_amendment a where a.trade_id = trade.id limit 1) as amended,
         case when status = 'closed' then closed_by end as closed_by, ${MS('protected_at')} as protected_at from ledger.trade order by id`,
    );
    const { rows: fills } = await pool.query<Texts>(
      `select trade_id, kind, lots, price, quote_id, conversion_quote_id, realised, ${MS('at')} as at from ledger.fill order by at, id`,
    );
    const { rows: nights } = await pool.query<Texts>(
      `select trade_id, day::text, lots, amount, quote_id, conversion_quote_id, ${MS('at')} as at from ledger.financing order by at, trade_id`,
    );
    const { rows: orders } = await pool.query<Texts>(
      `select id, client_id, symbol, side, type, limit_price, stop_price, time_in_force, status, trade_id, ${MS('set_at')} as set_at, ${MS('ended_at')} as ended_at,
         ${MS('expires_at')} as expires_at, ${MS('triggered_at')} as triggered_at, (select w.oco_id from ledger.working_order w where w.id = o.id) as oco_id
       from ledger.client_order o where time_in_force is not null order by id`,
    );
    return {
      clients: new Map(
        parties.map((p) => [
          p['id'] ?? '',
          {
            markup: big(p['markup']),
            times: Number(p['leverage_ceiling']) === 0 ? 1n : 2n,
            paidIn: big(p['paid_in']),
          },
        ]),
      ),
      balances: new Map(
        parties.map((p) => [
          p['id'] ?? '',
          { cash: big(p['cash']), margin: big(p['margin']), realised: big(p['realised']) },
        ]),
      ),
      quotes: new Map(quotes.map((q) => [q['id'] ?? '', exportedQuote(q)])),
      trades: trades.map((row) => {
        const trade = exportedTrade(row);
        const asked = row['amended'] === null ? this.#asked.get(trade.id) : undefined;
        return asked === undefined ? trade : { ...trade, openedWith: asked };
      }),
      fills: fills.map(exportedFill),
      nights: nights.map(exportedNight),
      orders: orders.map(exportedOrder),
      tape: new Map(
        [...Map.groupBy(ticks, ({ symbol }) => symbol)].map(([symbol, own]) => [
          symbol,
          own.map(({ receivedTime, bid, ask }) => ({ at: receivedTime.getTime(), bid, ask })),
        ]),
      ),
    };
  }
}

type Texts = Record<string, string | null>;
const MS = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint::text`;

function big(text: string | null | undefined): bigint {
  return BigInt(text ?? 0);
}

function bigOrNull(text: string | null | undefined): bigint | null {
  return text === null || text === undefined ? null : BigInt(text);
}

function msOrNull(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text);
}

function exportedQuote(q: Record<string, string>): ExportedQuote {
  return {
    id: q['id'] ?? '',
    symbol: q['symbol'] ?? '',
    bid: big(q['bid']),
    ask: big(q['ask']),
    feedBid: big(q['feed_bid']),
    feedAsk: big(q['feed_ask']),
    at: Number(q['at']),
  };
}

function sideOf(text: string | null | undefined): 'buy' | 'sell' {
  return text === 'sell' ? 'sell' : 'buy';
}

function targetsFrom(text: string | null | undefined): ExportedTrade['targets'] {
  const stored = JSON.parse(text ?? '[]') as { price: string; lots: string }[];
  return stored.map(({ price, lots }) => ({ price: BigInt(price), lots: BigInt(lots) }));
}

function exportedTrade(t: Texts): ExportedTrade {
  return {
    id: t['id'] ?? '', clientId: t['client_id'] ?? '', symbol: t['symbol'] ?? '', side: sideOf(t['side']), lots: big(t['lots']), collateral: big(t['collateral']),
    requiredMargin: big(t['required_margin']), realised: big(t['realised']), financed: big(t['financed']), shortfall: big(t['shortfall']),
    stopLoss: bigOrNull(t['stop_loss']), takeProfit: bigOrNull(t['take_profit']), closedBy: t['closed_by'] ?? null, protectedAt: msOrNull(t['protected_at']),
    targets: targetsFrom(t['targets']), openedWith: targetsFrom(t['opened_with']),
  }; // prettier-ignore
}

function exportedFill(f: Texts): ExportedFill {
  return {
    tradeId: f['trade_id'] ?? '', kind: f['kind'] === 'close' ? 'close' : 'open', lots: big(f['lots']), price: big(f['price']), quoteId: f['quote_id'] ?? '',
    conversionId: f['conversion_quote_id'] ?? null, realised: bigOrNull(f['realised']), at: Number(f['at']),
  }; // prettier-ignore
}

function exportedNight(n: Texts): ExportedNight {
  return {
    tradeId: n['trade_id'] ?? '', day: n['day'] ?? '', lots: big(n['lots']), amount: big(n['amount']), quoteId: n['quote_id'] ?? '', conversionId: n['conversion_quote_id'] ?? null,
    at: Number(n['at']),
  }; // prettier-ignore
}

function exportedOrder(o: Texts): ExportedOrder {
  return {
    id: o['id'] ?? '', clientId: o['client_id'] ?? '', symbol: o['symbol'] ?? '', side: sideOf(o['side']), type: o['type'] ?? '',
    limit: bigOrNull(o['limit_price']), stop: bigOrNull(o['stop_price']), timeInForce: o['time_in_force'] ?? '', status: o['status'] ?? '', tradeId: o['trade_id'] ?? null,
    setAt: Number(o['set_at']), endedAt: msOrNull(o['ended_at']), expiresAt: msOrNull(o['expires_at']), triggeredAt: msOrNull(o['triggered_at']),
    otherId: o['oco_id'] ?? null,
  }; // prettier-ignore
}

function inSteps(symbol: Symbol, price: Price): Price {
  const step = priceStep(instrument(symbol));
  return (price / step || 1n) * step;
}
