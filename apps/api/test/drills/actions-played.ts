import {
  dealtQuote,
  type FeedQuote,
  INSTRUMENTS,
  instrument,
  type Price,
  priceStep,
  simulatedQuote,
  type Symbol,
} from '@clearbook/domain/market';
import { type OpenPosition, unrealisedCents } from '@clearbook/domain/positions';
import { effectiveMarkup, isTriggered, NO_PACKAGE } from '@clearbook/domain/trading';
import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { createRandom, type Random } from '../../../../sim/random.ts';
import { nearest } from '../../../../sim/recompute.ts';
import type { ActionBooks, Announced, HeldTrade } from '../../../../sim/recompute-actions.ts';
import { CorporateActionBooking } from '../../src/features/corporate-actions/index.ts';
import { simulatedPrices } from '../books.ts';
import { type CopyBooks, openCopyBooks } from '../copies.ts';

const STOCKS = INSTRUMENTS.filter((one) => one.class === 'stock').map(({ symbol }) => symbol);
/** A Monday; the days that follow it are in summer time. */
const FIRST = Date.UTC(2026, 3, 6);
const DAY_MS = 86_400_000;
const A_DAY = 10;
const CLIENTS = 6;
const PAID_IN = 10_000_000n;

type Row = Record<string, string>;
export type ActionsPlayed = {
  readonly books: ActionBooks;
  /** What happened, by what it was. */
  readonly happened: ReadonlyMap<string, number>;
  /** Orders that waited over an action of their share and say something else than it makes of them, and trades whose result a split changed. */
  readonly changed: readonly string[];
};

/**
 * Shares bought, sold short, copied and waited for while dividends of every size come, by clients who open, close in parts and place orders at random;
 * two processes book each dividend. Then what the ledger holds is exported.
 */
export async function playActions(
  pool: pg.Pool,
  options: { dividends: number; splits: number; seed: number },
): Promise<ActionsPlayed> {
  const play = await Play.begin(pool, createRandom(options.seed));
  const days = Math.ceil(options.dividends / A_DAY);
  const splitsADay = Math.ceil(options.splits / days);
  for (let day = 0; day < days + 3; day += 1) {
    await play.morning(day);
    const said = (type: 'dividends' | 'splits'): number =>
      play.announced.filter(({ rate }) => rate.includes(':') === (type === 'splits')).length;
    await play.afternoon(day, {
      dividends: Math.min(A_DAY, options.dividends - said('dividends')),
      splits: Math.min(splitsADay, options.splits - said('splits')),
    });
  }
  return { books: await play.exported(), happened: play.happened, changed: play.changed };
}

class Play {
  readonly #pool: pg.Pool;
  readonly #random: Random;
  readonly #books: CopyBooks;
  readonly announced: Announced[] = [];
  readonly happened = new Map<string, number>();
  readonly changed: string[] = [];
  /** Who trades for themselves; the last one leads the copies. */
  readonly #clients: string[] = [];

  private constructor(pool: pg.Pool, random: Random) {
    this.#pool = pool;
    this.#random = random;
    this.#books = openCopyBooks(pool, {
      prices: (now) => ({
        ...simulatedPrices(now),
        quote: (symbol, markup) => ({ ok: true, quote: dealtQuote(this.#dealt(symbol, now()), markup) }),
      }),
    });
  }

  static async begin(pool: pg.Pool, random: Random): Promise<Play> {
    const play = new Play(pool, random);
    play.#books.at(new Date(FIRST - DAY_MS));
    for (let i = 0; i < CLIENTS; i += 1) {
      const id = await play.#books.openParty();
      for (let n = 0; n < 3; n += 1) await play.#books.fund(id, PAID_IN);
      play.#clients.push(id);
    }
    const { traderId, leadId } = await play.#books.openTrader(PAID_IN);
    for (const amount of [9_000_000n, 3_333_333n]) await play.#books.openCopier(traderId, { cash: PAID_IN, amount });
    play.#clients.push(leadId);
    return play;
  }

  /** Whoever is quick trades in the last second before the dividends of the day, which two processes book. */
  async morning(day: number): Promise<void> {
    const moment = tradingDay(day) + 13 * 3_600_000 + 25 * 60_000;
    this.#books.at(new Date(moment - 1_000));
    for (let n = 0; n < 4; n += 1) await this.#act();
    const waiting = await this.#waiting();
    const last = new Map(STOCKS.map((symbol) => [symbol, this.#feed(symbol, new Date(moment - 1)).bid]));
    const before = await this.#worth(last);
    this.#books.at(new Date(moment));
    const processes = [this.#booking(), this.#booking()];
    await Promise.all(
      processes.map(async (booking) => {
        await booking.read();
        await booking.book(this.#books.now());
      }),
    );
    const today = new Date(moment).toISOString().slice(0, 10);
    const ratios = new Map(
      this.announced
        .filter(({ exDate, rate }) => exDate === today && rate.includes(':'))
        .map(({ symbol, rate }) => [symbol, rate]),
    );
    this.#compareOrders(waiting, await this.#waiting(), ratios);
    const after = await this.#worth(
      new Map([...last].map(([symbol, price]) => [symbol, scaled(price, ratios.get(symbol))])),
    );
    for (const [id, { symbol, openLots, worth }] of before) {
      const is = after.get(id);
      const [fresh = 1n, old = 1n] = (ratios.get(symbol) ?? '1:1').split(':').map(BigInt);
      // What a ratio left over was closed at a price of its own, and is computed again with everything else.
      if (openLots % old === 0n && (is?.worth !== worth || is.openLots !== (openLots * fresh) / old))
        this.changed.push(
          `${id} brought ${worth} over ${ratios.get(symbol)}, after it ${is?.worth} with ${is?.openLots}`,
        );
    }
    this.#books.at(new Date(moment + 1_000));
  }

  async afternoon(day: number, { dividends, splits }: { dividends: number; splits: number }): Promise<void> {
    this.#books.at(new Date(tradingDay(day) + 15 * 3_600_000));
    await this.#fillOrders();
    for (let n = 0; n < 16; n += 1) await this.#act();
    const ahead = new Date(tradingDay(day + 2)).toISOString().slice(0, 10);
    const symbols = STOCKS.toSorted(() => this.#random.next() - 0.5).slice(0, Math.max(0, dividends));
    for (const symbol of symbols) await this.#announce(symbol, ahead);
    const unsplit = STOCKS.filter(
      (symbol) =>
        !this.announced.some((one) => one.symbol === symbol && (one.rate.includes(':') || one.exDate === ahead)),
    );
    for (const symbol of unsplit.slice(0, Math.max(0, splits))) await this.#announceSplit(symbol, ahead);
    // Nobody is left to wonder what the next day brings.
    this.#books.at(new Date(this.#books.now().getTime() + 60_000));
  }

  async exported(): Promise<ActionBooks> {
    const all = async (sql: string): Promise<Row[]> => (await this.#pool.query<Row>(sql)).rows;
    const parties = await all("select id, cash, margin, realised, deposited from ledger.party where kind = 'client'");
    const trades = await all('select * from ledger.trade');
    const fills = await all(
      `select f.trade_id, f.kind, f.lots, f.price, (extract(epoch from f.at) * 1000)::bigint as done_at, (extract(epoch from q.received_time) * 1000)::bigint as at
         from ledger.fill f join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id) order by f.kind = 'close', f.id`,
    );
    const booked = await all('select * from ledger.dividend');
    const split = await all('select * from ledger.trade_split');
    const big = (row: Row, name: string): bigint => BigInt(row[name] ?? 'nothing');
    const text = (row: Row, name: string): string => row[name] ?? '';
    return {
      announced: this.announced,
      paidIn: new Map(parties.map((row) => [text(row, 'id'), big(row, 'deposited')])),
      balances: new Map(
        parties.map((row) => [
          text(row, 'id'),
          { cash: big(row, 'cash'), margin: big(row, 'margin'), realised: big(row, 'realised') },
        ]),
      ),
      trades: trades.map((row) => ({
        id: text(row, 'id'),
        clientId: text(row, 'client_id'),
        symbol: text(row, 'symbol'),
        side: text(row, 'side') as HeldTrade['side'],
        collateral: big(row, 'collateral'),
        collateralLeft: big(row, 'collateral_left'),
        dividends: big(row, 'dividends'),
        realised: big(row, 'realised'),
        shortfall: big(row, 'shortfall'),
        openLots: big(row, 'open_lots'),
      })),
      fills: fills.map((row) => ({
        tradeId: text(row, 'trade_id'),
        kind: text(row, 'kind'),
        lots: big(row, 'lots'),
        price: big(row, 'price'),
        at: Number(row['at']),
        doneAt: Number(row['done_at']),
      })),
      booked: booked.map((row) => ({
        actionId: text(row, 'action_id'),
        tradeId: text(row, 'trade_id'),
        lots: big(row, 'lots'),
        amount: big(row, 'amount'),
        moved: big(row, 'moved'),
      })),
      split: split.map((row) => ({
        actionId: text(row, 'action_id'),
        tradeId: text(row, 'trade_id'),
        before: big(row, 'lots_before'),
        lots: big(row, 'lots'),
      })),
    };
  }

  #booking(): CorporateActionBooking {
    const showing = (symbol: Symbol, now: Date) => ({ quote: this.#feed(symbol, now) }) as never;
    const market = { showing, bars: () => Promise.resolve([]) };
    const log = { warn: (details: object) => void this.changed.push(String(Reflect.get(details, 'err'))) };
    return new CorporateActionBooking({ pool: this.#pool, ledger: this.#books.ledger, market, log }, () => undefined);
  }

  async #announce(symbol: Symbol, exDate: string): Promise<void> {
    const id = newId();
    const rate = someRate(this.#random);
    const [whole = '0', part = ''] = rate.split('.');
    const units = BigInt(whole + part.padEnd(10, '0'));
    const now = this.#books.now();
    await this.#pool.query('select ledger.record_corporate_action($1, $2, $3, $4, $5, $6, $7)', [
      ...[id, symbol, units, exDate],
      ...['exchange', now, now],
    ]);
    this.announced.push({ id, symbol, exDate, rate });
  }

  async #announceSplit(symbol: Symbol, exDate: string): Promise<void> {
    const id = newId();
    const rate = this.#random.pick(['2:1', '4:1', '3:2', '1:10', '10:1', '1:3', '7:5', '1:7', '20:1', '3:1']);
    const now = this.#books.now();
    await this.#pool.query('select ledger.record_split($1, $2, $3, $4, $5, $6, $7, $8)', [
      ...[id, symbol, ...rate.split(':'), exDate],
      ...['exchange', now, now],
    ]);
    this.announced.push({ id, symbol, exDate, rate });
  }

  /** What each trade has brought and would bring at these prices, as the product says it. */
  async #worth(
    prices: ReadonlyMap<Symbol, Price>,
  ): Promise<Map<string, { readonly symbol: Symbol; readonly openLots: bigint; readonly worth: bigint }>> {
    const { rows } = await this.#pool.query<Row>('select * from ledger.trade');
    return new Map(
      rows.map((row) => {
        const symbol = row['symbol'] as Symbol;
        const splits = { num: BigInt(row['splits_num'] ?? 1), den: BigInt(row['splits_den'] ?? 1) };
        const [openLots, entryPrice] = [BigInt(row['open_lots'] ?? 0), BigInt(row['entry_price'] ?? 0)];
        const trade: OpenPosition = {
          symbol,
          side: row['side'] === 'buy' ? 'buy' : 'sell',
          openLots,
          entryPrice,
          splits,
        };
        const price = prices.get(symbol) ?? 0n;
        const marks = { mark: () => ({ bid: price, ask: price }) as never, markRate: () => ({ num: 1n, den: 1n }) };
        const open = openLots === 0n ? 0n : unrealisedCents(trade, marks, NO_PACKAGE);
        const realised = BigInt(row['realised'] ?? 0);
        return [row['id'] ?? '', { symbol, openLots, worth: open + realised }];
      }),
    );
  }

  /** A dividend leaves an order as it is; a split makes it wait for the same worth of shares, and ends what is less than a hundredth of one. */
  #compareOrders(before: readonly Row[], after: readonly Row[], ratios: ReadonlyMap<string, string>): void {
    const found = new Map(after.map((row) => [row['id'], row]));
    for (const row of before) {
      const ratio = ratios.get(row['symbol'] ?? '');
      const now = found.get(row['id']);
      if (ratio === undefined) {
        if (JSON.stringify(now) !== JSON.stringify(row)) this.changed.push(`${row['symbol']} order ${row['id']}`);
        continue;
      }
      const [fresh = 1n, old = 1n] = ratio.split(':').map(BigInt);
      const lots = (BigInt(row['lots'] ?? 0) * fresh) / old;
      const step = priceStep(instrument(row['symbol'] as Symbol));
      const limit = nearest(BigInt(row['limit_price'] ?? 0) * old, fresh * step) * step;
      const expected = lots === 0n ? undefined : `${lots} ${limit < step ? step : limit}`;
      const is = now && `${now['lots']} ${now['limit_price']}`;
      if (is !== expected) this.changed.push(`order ${row['id']} over ${ratio}: ${is}, expected ${expected}`);
      this.happened.set('orders split', (this.happened.get('orders split') ?? 0) + 1);
    }
  }

  /** Something that a client does: mostly opening, and closing in parts; orders that wait on either side. */
  async #act(): Promise<void> {
    const random = this.#random;
    const clientId = random.chance(0.25) ? (this.#clients.at(-1) ?? '') : random.pick(this.#clients);
    const pick = random.next();
    if (pick < 0.5) await this.#run('opened', { kind: 'open_trade', clientId, ...this.#size() });
    else if (pick < 0.7) {
      const { symbol, ...size } = this.#size();
      const below = size.side === 'buy';
      const { bid, ask } = this.#feed(symbol);
      const limit = below
        ? (bid * random.bigBetween(985n, 999n)) / 1_000n
        : (ask * random.bigBetween(1_001n, 1_015n)) / 1_000n;
      const price = (limit / 10n ** 8n) * 10n ** 8n;
      const order = { ...size, symbol, type: 'limit', price, timeInForce: 'gtc' } as const;
      await this.#run('placed', { kind: 'place_order', clientId, ...order });
    } else await this.#close(clientId);
    if (clientId === this.#clients.at(-1)) await this.#books.engine.work();
  }

  async #close(clientId: string): Promise<void> {
    const { rows } = await this.#pool.query<Row>(
      "select id, open_lots from ledger.trade where client_id = $1 and status = 'active' order by id",
      [clientId],
    );
    if (rows.length === 0) return;
    const trade = this.#random.pick(rows);
    const open = BigInt(trade['open_lots'] ?? 0);
    const lots = this.#random.chance(0.6) && open > 1n ? this.#random.bigBetween(1n, open - 1n) : null;
    const what = lots === null ? 'closed' : 'closed in part';
    await this.#run(what, { kind: 'close_trade', clientId, tradeId: trade['id'] ?? '', lots });
  }

  /** What the watch would do for orders that prices have reached. */
  async #fillOrders(): Promise<void> {
    for (const row of await this.#waiting()) {
      const symbol = row['symbol'] as Symbol;
      const quote = this.#feed(symbol);
      const order = { side: row['side'] as 'buy' | 'sell', limitPrice: BigInt(row['limit_price'] ?? 0), stopPrice: null, triggeredAt: null }; // prettier-ignore
      if (!isTriggered(order, dealtQuote(quote, effectiveMarkup({ markup: Number(row['markup']) })))) continue;
      const [clientId, orderId] = [row['client_id'] ?? '', row['id'] ?? ''];
      await this.#run('filled', { kind: 'fill_order', clientId, orderId, trigger: { quote, conversions: [] } });
      await this.#books.engine.work();
    }
  }

  async #waiting(): Promise<Row[]> {
    const { rows } = await this.#pool.query<Row>(
      "select o.*, p.markup from ledger.working_order o join ledger.party p on p.id = o.client_id where o.status = 'working' order by o.id",
    );
    return rows;
  }

  /** The simulated price of a moment, in the shares of that moment. */
  #feed(symbol: Symbol, now = this.#books.now()): FeedQuote {
    const quote = simulatedQuote('test', symbol, now.getTime());
    const split = this.announced.find((one) => one.symbol === symbol && one.rate.includes(':'));
    const ratio = split && momentOf(split.exDate) <= now.getTime() ? split.rate : undefined;
    const [bid, ask] = [scaled(quote.bid, ratio ?? '1:1'), scaled(quote.ask, ratio ?? '1:1')];
    // One that was received before a split is none of the new shares.
    const receivedTime = ratio === undefined ? quote.receivedTime : now;
    return { ...quote, bid, ask, receivedTime, id: `${quote.id}${ratio ?? ''}:${receivedTime.getTime()}` };
  }

  /** What a client deals at: here before the session as well, at a price that was received just then. */
  #dealt(symbol: Symbol, now: Date): FeedQuote {
    const quote = this.#feed(symbol, now);
    return { ...quote, receivedTime: now, id: `${quote.id}:${now.getTime()}` };
  }

  /** For some hundred to some thousand dollars, in fractions of a share. */
  #size(): { symbol: Symbol; side: 'buy' | 'sell'; lots: bigint; amount: bigint } {
    const random = this.#random;
    const symbol = random.pick(STOCKS);
    const amount = random.bigBetween(20_000n, 800_000n);
    const lots = (amount * random.bigBetween(60n, 230n) * 10n ** 8n) / this.#feed(symbol).ask;
    return { symbol, side: random.chance(0.5) ? 'buy' : 'sell', lots: lots + 1n, amount };
  }

  async #run(what: string, command: Parameters<CopyBooks['run']>[0]): Promise<void> {
    const { outcome } = await this.#books.run(command);
    const name = outcome.ok ? what : outcome.refusal.code;
    this.happened.set(name, (this.happened.get(name) ?? 0) + 1);
  }
}

function momentOf(exDate: string): number {
  return Date.parse(`${exDate}T13:25:00.000Z`);
}

/** A price in the shares that a split makes of one. Old prices are in steps that every ratio divides. */
function scaled(price: Price, ratio: string | undefined): Price {
  if (ratio === undefined) return price;
  const even = price - (price % 420n);
  const [fresh = 1n, old = 1n] = ratio.split(':').map(BigInt);
  return (even * old) / fresh;
}

/** Weekdays. */
function tradingDay(n: number): number {
  return FIRST + (Math.floor(n / 5) * 7 + (n % 5)) * DAY_MS;
}

/** From a ten-billionth of a dollar to more than most sells have left. */
function someRate(random: Random): string {
  const digits = (): string => random.bigBetween(0n, 9_999_999_999n).toString().padStart(10, '0');
  const pick = random.next();
  if (pick < 0.05) return '0.0000000001';
  if (pick < 0.3) return `0.${random.bigBetween(1n, 199n).toString().padStart(3, '0')}`;
  if (pick < 0.7) return `0.${digits()}`;
  return pick < 0.95 ? `${random.int(4)}.${digits()}` : `${random.bigBetween(100n, 400n)}.5`;
}
