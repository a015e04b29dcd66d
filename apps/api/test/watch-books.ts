import {
  admit,
  EMPTY_GUARD,
  type FeedQuote,
  type GuardState,
  instrument,
  parsePrice,
  session,
  sidesAround,
  type Symbol,
  type Verdict,
} from '@clearbook/domain/market';
import type { Context } from '@clearbook/domain/ledger';
import type pg from 'pg';
import type { Opening as OpeningTrade } from '../src/features/watch/openings.ts';
import {
  type AddedSpreads,
  createMarket,
  type Feed,
  type FeedReading,
  type Market,
  withAddedSpreads,
} from '../src/features/market/index.ts';
import type { WatchParts } from '../src/features/watch/parts.ts';
import { Watcher } from '../src/features/watch/watcher.ts';
import { type Books, openBooks, quiet } from './books.ts';
import { STANDARD_SPREADS } from './financing.ts';
import { marketPrices } from './market.ts';

/** A feed that the test speaks for, through the guard that every source passes. It remembers, so that an instant asked for again is the same. */
class SpokenFeed implements Feed {
  readonly source = 'spoken';
  readonly label = 'Spoken prices';
  readonly #guards = new Map<Symbol, GuardState>();
  readonly #readings = new Map<Symbol, { readonly at: number; readonly reading: FeedReading }[]>();
  #serial = 0;

  cadenceMs(): number {
    return 1_000;
  }

  /** The next quote of a symbol, as a source sends it. */
  offer(symbol: Symbol, at: Date, price: string | Partial<FeedQuote>): Verdict {
    this.#serial += 1;
    const quote: FeedQuote = {
      id: `${symbol}:${this.#serial}`,
      symbol,
      source: this.source,
      sourceTime: at,
      receivedTime: at,
      ...sidesAround(instrument(symbol), parsePrice(typeof price === 'string' ? price : '1')),
      ...(typeof price !== 'string' && price),
    };
    const now = session(instrument(symbol), at.getTime());
    const guard = this.#guards.get(symbol) ?? EMPTY_GUARD;
    const opening = now.open && (guard.good?.sourceTime.getTime() ?? 0) < now.opensAt;
    const { state, verdict } = admit(guard, quote, { opening });
    this.#guards.set(symbol, state);
    const reading: FeedReading =
      state.good !== undefined && state.suspect === undefined
        ? { state: 'good', quote: state.good }
        : { state: 'set_aside', last: state.good };
    this.#readings.set(symbol, [...(this.#readings.get(symbol) ?? []), { at: at.getTime(), reading }]);
    return verdict;
  }

  read(symbol: Symbol, now: Date): FeedReading {
    const reading = this.#readings.get(symbol)?.findLast(({ at }) => at <= now.getTime())?.reading;
    const hours = session(instrument(symbol), now.getTime());
    if (hours.open) return reading ?? { state: 'silent' };
    const last = reading?.state === 'good' ? reading.quote : reading?.state === 'set_aside' ? reading.last : undefined;
    return { state: 'closed', last, reopensAt: new Date(hours.opensAt) };
  }

  /** What was said can be asked for again. */
  nextChange(symbol: Symbol, after: Date): Date | undefined {
    const next = this.#readings.get(symbol)?.find(({ at }) => at > after.getTime());
    const hours = session(instrument(symbol), after.getTime());
    const changes = [next?.at, hours.open ? undefined : hours.opensAt].filter((at) => at !== undefined);
    return changes.length === 0 ? undefined : new Date(Math.min(...changes));
  }

  bars(): Promise<never[]> {
    return Promise.resolve([]);
  }
}

export type WatchBooks = Books & {
  readonly feed: SpokenFeed;
  readonly market: Market;
  readonly parts: WatchParts;
  /** A process that watches, with everything read. */
  watching(over?: Partial<WatchParts>): Promise<Watcher>;
  /** A process that watches and has looked, at good prices an hour from the last. What was sent until then is forgotten. */
  begin(prices: Spoken): Promise<Watcher>;
  /** So much later the feed says this, and everything that follows is done. */
  tick(watcher: Watcher, prices: Spoken, seconds?: number): Promise<void>;
  /** What a commit's invalidation would have named, and everything that follows is done. */
  rowsChanged(watcher: Watcher, ...clientIds: string[]): Promise<void>;
  /** The clock goes on by so many seconds, and then the feed says these prices. */
  say(seconds: number, prices: Spoken): void;
  client(cash?: bigint): Promise<string>;
  /** A market order, at what the feed says. */
  open(clientId: string, order?: Partial<Opening>): Promise<string>;
  /** An order that waits. */
  place(clientId: string, order: Pick<Placing, 'side' | 'type' | 'price'> & Partial<Placing>): Promise<string>;
  trade(id: string): Promise<Record<string, string | null>>;
  order(id: string): Promise<Record<string, string | null>>;
  /** The trades that batches opened since the last call, as the ledger tells before it commits. */
  openings(): OpeningTrade[];
  /** What was sent since the last call, and what became of it. */
  codes(): string[];
  /** What should never happen. */
  faults(): readonly string[];
};
type Spoken = Partial<Record<Symbol, string>>;
type Opening = {
  symbol: Symbol; side: 'buy' | 'sell'; lots: bigint; amount: bigint; stopLoss: string; takeProfit: string; trailingDistance: string;
}; // prettier-ignore
type Placing = Opening & {
  type: 'limit' | 'stop' | 'stop_limit';
  price: string;
  /** Of a stop-limit order, whose `price` is its limit. */
  stopPrice: string;
  timeInForce: 'gtc' | 'day' | 'gtd';
  expiresAt: Date;
};

/** `more`: what else the decisions may know; `spreads`: what is added to those of prices. */
export function openWatchBooks(
  pool: pg.Pool,
  more: Partial<Context> = {},
  spreads: AddedSpreads = STANDARD_SPREADS,
): WatchBooks {
  const feed = new SpokenFeed();
  const market = createMarket({
    feed: withAddedSpreads(feed, spreads),
    clock: { now: () => books.now() },
    onListenerError: (error) => {
      throw error;
    },
  });
  const openings: OpeningTrade[] = [];
  /** Whose word the decisions take for what has been watched. */
  let latest: Watcher | undefined;
  const books = openBooks(pool, {
    onOpening: (each) => void openings.push(...each),
    prices: Object.defineProperties(
      marketPrices(market, () => books.now()),
      {
        ...Object.getOwnPropertyDescriptors(more),
        watchedUntil: { enumerable: true, get: () => latest?.watchedUntil },
      },
    ),
  });
  const codes: string[] = [];
  const faults: string[] = [];
  const parts: WatchParts = {
    pool,
    market,
    clock: { now: () => books.now() },
    log: {
      ...quiet,
      info: () => undefined,
      error: (details: object) => void faults.push(String(Reflect.get(details, 'err'))),
    },
    ledger: {
      async execute(command, key) {
        const answer = await books.ledger.execute(command, key);
        codes.push(`${command.kind} ${answer.outcome.ok ? 'ok' : answer.outcome.refusal.code}`);
        return answer;
      },
    },
  };
  const price = (text: string | undefined) => (text === undefined ? null : parsePrice(text));
  const must = async (answer: ReturnType<Books['run']>): Promise<Record<string, string>> => {
    const { outcome } = await answer;
    if (!outcome.ok) throw new Error(outcome.refusal.code);
    return outcome.result as Record<string, string>;
  };
  const row = async (sql: string, id: string): Promise<Record<string, string | null>> => {
    const { rows } = await pool.query<Record<string, string | null>>(sql, [id]);
    if (rows[0] === undefined) throw new Error('no such row');
    return rows[0];
  };
  const say = (seconds: number, prices: Spoken): void => {
    books.at(new Date(books.now().getTime() + seconds * 1_000));
    for (const [symbol, said] of Object.entries(prices)) feed.offer(symbol as Symbol, books.now(), said);
  };
  const watching = async (over: Partial<WatchParts> = {}): Promise<Watcher> => {
    const watcher = new Watcher({ ...parts, ...over });
    await watcher.load();
    latest = watcher;
    return watcher;
  };
  const tick = async (watcher: Watcher, prices: Spoken, seconds = 1): Promise<void> => {
    say(seconds, prices);
    watcher.look(books.now());
    await watcher.settled();
  };
  return Object.assign(books, {
    feed,
    market,
    parts,
    openings: () => openings.splice(0),
    codes: () => codes.splice(0),
    faults: () => faults,
    say,
    watching,
    tick,
    async begin(prices: Spoken) {
      say(60, prices);
      for (let second = 0; second < 3; second += 1) say(1, prices);
      const watcher = await watching();
      await tick(watcher, {}, 0);
      codes.splice(0);
      return watcher;
    },
    async rowsChanged(watcher: Watcher, ...clientIds: string[]) {
      for (const clientId of clientIds) watcher.onClientChanged(clientId);
      await watcher.settled();
    },
    async client(cash = 5_000_000n) {
      const id = await books.openParty();
      await books.fund(id, cash);
      return id;
    },
    async open(clientId: string, order: Partial<Opening> = {}) {
      const { symbol = 'EURUSD', side = 'buy', lots = 10n, amount = 400_000n } = order;
      const { trade_id: id = '' } = await must(
        books.run({
          kind: 'open_trade', clientId, symbol, side, lots, amount, stopLoss: price(order.stopLoss), takeProfit: price(order.takeProfit),
          trailingDistance: price(order.trailingDistance),
        }), // prettier-ignore
      );
      return id;
    },
    async place(clientId: string, order: Pick<Placing, 'side' | 'type' | 'price'> & Partial<Placing>) {
      const {
        symbol = 'EURUSD',
        side,
        lots = 10n,
        amount = 400_000n,
        type,
        timeInForce = 'gtc',
        stopPrice,
        expiresAt,
      } = order;
      const { id = '' } = await must(
        books.run({
          kind: 'place_order', clientId, symbol, side, lots, amount, type, timeInForce, price: parsePrice(order.price), stopLoss: price(order.stopLoss),
          takeProfit: price(order.takeProfit), trailingDistance: price(order.trailingDistance),
          ...(stopPrice !== undefined && { stopPrice: parsePrice(stopPrice) }), ...(expiresAt && { expiresAt }),
        }), // prettier-ignore
      );
      return id;
    },
    trade: (id: string) =>
      row(
        `select t.status, t.closed_by, t.open_lots, t.collateral_left, t.realised, t.shortfall, t.financed, t.financed_through::text, t.loss_step, t.trailing_peak,
           t.stop_loss, t.exit_price, t.exit_quote_id, t.entry_price, t.entry_quote_id from ledger.trade t where t.id = $1`,
        id,
      ),
    order: (id: string) => row('select status, reason, trade_id, ended_at from ledger.client_order where id = $1', id),
  });
}
