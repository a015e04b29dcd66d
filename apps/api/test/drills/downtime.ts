import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import {
  type Coin, type Dealt, dealtQuotes, type Expected, expectedClose, expectedFill, type Levels, type SetOrder, units,
} from '../../../../sim/recompute-triggers.ts'; // prettier-ignore
import { brokenInvariants } from '../books.ts';
import { callUntilAnswered, parsed } from '../http-client.ts';
import { untilReady } from '../server.ts';
import { openSite, type Person, type Site, type SiteOptions } from '../site.ts';
import { type Figures, summary } from './races.ts';
import { untilWatched } from './watched.ts';
import { dice } from './workload.ts';

const RECORDED = fileURLToPath(new URL('../../../../../shared/data/market/crypto/', import.meta.url));
const COINS: readonly Coin[] = [
  { symbol: 'BTC', digits: 2, spreadBps: 1n },
  { symbol: 'ETH', digits: 2, spreadBps: 2n },
  { symbol: 'SOL', digits: 2, spreadBps: 3n },
  { symbol: 'LTC', digits: 2, spreadBps: 5n },
  { symbol: 'XRP', digits: 4, spreadBps: 5n },
];
/** Without a package. */
const MARKUP_BPS = 16n;
/** A quarter of an hour in two seconds: a quote every half second. */
const SPEED = 450;
const CLIENTS = 8;
const AT_A_TIME = 20;

export type Downtime = {
  readonly processes: 1 | 2;
  /** Orders and stops that wait, and trailing stops that are set and amended meanwhile. */
  readonly waiting: number;
  readonly trailing: number;
  readonly kills: number;
  readonly seed?: number;
};

/**
 * Orders, stops, targets and trailing stops of every kind on replayed candles, while processes are killed with kill -9 at random moments and come back a while
 * later. Each must have gone off at the quote that reached it, or still wait: which one that was is worked out from the candles by code that shares nothing with the product.
 */
export async function downtime(options: Downtime, where: Partial<SiteOptions> = {}): Promise<Figures> {
  const { processes, seed = 1 } = options;
  const folder = mkdtempSync(join(tmpdir(), 'clearbook-candles-'));
  const candles = new Map(COINS.map((coin, i) => [coin.symbol, candlesOf(coin, seed + i)]));
  for (const [symbol, text] of candles) writeFileSync(join(folder, `${symbol}.csv`), text);
  const env = { MARKET: 'replay', MARKET_REPLAY_DIR: folder, MARKET_REPLAY_SPEED: String(SPEED) };
  const site = await openSite({ processes, ...where, env });
  try {
    return await new Drill(site, candles, options).run();
  } finally {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Drill {
  readonly #site: Site;
  readonly #candles: ReadonlyMap<string, string>;
  readonly #options: Downtime;
  readonly #pick: (below: number) => number;
  #clients: Person[] = [];
  #quotes: ReadonlyMap<string, Dealt[]> = new Map();
  #awayMs = 0;

  constructor(site: Site, candles: ReadonlyMap<string, string>, options: Downtime) {
    this.#site = site;
    this.#candles = candles;
    this.#options = options;
    this.#pick = dice(options.seed ?? 1);
  }

  async run(): Promise<Figures> {
    const { waiting, trailing, kills, processes } = this.#options;
    this.#clients = await Promise.all(Array.from({ length: CLIENTS }, (_, i) => this.#site.client(`waits${i}`)));
    for (const client of this.#clients)
      for (let i = 0; i < 3; i += 1) await this.#send(client, '/demo/top-up', { amount: '100000.00' });
    this.#quotes = await this.#seeTape();
    await this.#each(waiting, (i) => this.#setWaiting(i));
    let setting = true;
    const killed = this.#kill(kills, () => setting);
    await this.#each(trailing, (i) => this.#setTrailing(i));
    setting = false;
    await killed;
    const until = await untilWatched(this.#site, Date.now() + 3_000);
    return this.#site.look(async (pool) => {
      const orders = await judgeOrders(pool, this.#quotes, until);
      const trades = await judgeTrades(pool, this.#quotes, until);
      const wrong = [...orders.wrong, ...trades.wrong, ...(await brokenInvariants(pool))];
      const gone = orders.gone + trades.gone;
      return {
        ok: wrong.length === 0 && gone >= (waiting + trailing) / 2,
        figures:
          `${processes} process${processes > 1 ? 'es' : ''}, ${kills} times killed, ${Math.round(this.#awayMs / 1_000)} s without the one or all: ${waiting} orders and stops that waited and ` +
          `${trailing} trailing stops set and amended within seconds, ${trades.amended} times; ${gone} went off, ${wrong.length} at another quote than the first that reached them, too early or never${summary(wrong)}`,
      };
    });
  }

  async #each(count: number, work: (i: number) => Promise<void>): Promise<void> {
    let next = 0;
    const run = async (): Promise<void> => {
      for (let i = next++; i < count; i = next++) await work(i);
    };
    await Promise.all(Array.from({ length: Math.min(AT_A_TIME, count) }, run));
  }

  /** One trade says how recorded time runs on the clock. */
  async #seeTape(): Promise<ReadonlyMap<string, Dealt[]>> {
    const client = this.#clients[0]!;
    await this.#send(client, '/orders', {
      symbol: 'BTC',
      side: 'buy',
      lots: '0.01',
      amount: '2000.00',
      type: 'market',
    });
    const { rows } = await this.#site.look((pool) =>
      pool.query<{ id: string; at: Date }>(
        "select id, received_time as at from ledger.quote where symbol = 'BTC' limit 1",
      ),
    );
    const [, day = '', time = ''] = /-r(\d{8})T(\d{6})/.exec(rows[0]?.id ?? '') ?? [];
    const recorded = Date.parse(
      `${day.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`,
    );
    const first = Date.parse(this.#candles.get('BTC')?.split('\n')[1]?.split(',')[0] ?? '');
    const beganMs = (rows[0]?.at.getTime() ?? 0) - Math.ceil((recorded - first) / SPEED);
    return new Map(
      COINS.map((coin) => [
        coin.symbol,
        dealtQuotes(this.#candles.get(coin.symbol) ?? '', coin, { beganMs, speed: SPEED, markupBps: MARKUP_BPS }),
      ]),
    );
  }

  /** Limit, stop and stop-limit orders on both sides, and trades with a stop and a target or with a trailing stop, around what the price is now. */
  async #setWaiting(i: number): Promise<void> {
    const kind = i % 10;
    const coin = COINS[this.#pick(COINS.length)]!;
    const side = kind % 2 === 0 ? 'buy' : 'sell';
    const now = this.#now(coin);
    const away = (now.ask * BigInt(5 + this.#pick(150))) / 10_000n;
    const tick = 10n ** BigInt(10 - coin.digits);
    const above = text(((now.ask + away) / tick) * tick);
    const below = text(((now.bid - away) / tick) * tick);
    const order = { ...this.#order(coin, now), side };
    const limit = { ...order, type: 'limit', limit_price: side === 'buy' ? below : above };
    const stop = { ...order, type: 'stop', stop_price: side === 'buy' ? above : below };
    // Its limit a little on either side of its stop, so that some fill at once, some later and some never.
    const near = (now.ask * BigInt(1 + this.#pick(20))) / 10_000n;
    const level = side === 'buy' ? now.ask + away : now.bid - away;
    const stopLimit = {
      ...stop,
      type: 'stop_limit',
      limit_price: text(((i % 3 === 0 ? level + near : level - near) / tick) * tick),
      ...(i % 4 === 0 && { time_in_force: 'gtd', expires_at: new Date(Date.now() + 10_000).toISOString() }),
    };
    const [lose, win] = side === 'buy' ? [below, above] : [above, below];
    const stopped = { ...order, type: 'market', stop_loss: lose, take_profit: win };
    const trailing = { ...order, type: 'market', trailing_distance: text((away / tick || 1n) * tick) };
    await this.#send(this.#client(i), '/orders', [limit, stop, stopped, trailing, stopLimit][Math.floor(kind / 2)]);
  }

  /** A trade that gets its trailing stop later, and another distance a moment after that. */
  async #setTrailing(i: number): Promise<void> {
    const coin = COINS[this.#pick(COINS.length)]!;
    const client = this.#client(i);
    const order = { ...this.#order(coin, this.#now(coin)), side: i % 2 === 0 ? 'buy' : 'sell', type: 'market' };
    const { trade_id: id } = await this.#send(client, '/orders', order);
    if (id === undefined) throw new Error('a trade that was to get a trailing stop was refused');
    for (const bps of [4, 10, 6]) {
      const distance = (this.#now(coin).ask * BigInt(bps + this.#pick(10))) / 10_000n;
      const tick = 10n ** BigInt(10 - coin.digits);
      await pause(this.#pick(700));
      await this.#send(
        client,
        `/trades/${id}`,
        { stop_loss: null, take_profit: null, trailing_distance: text((distance / tick || 1n) * tick) },
        'PATCH',
      );
    }
  }

  async #kill(kills: number, setting: () => boolean): Promise<void> {
    const { servers } = this.#site;
    for (let round = 0; round < kills || setting(); round += 1) {
      await pause(500 + this.#pick(3_500));
      if (round >= kills) continue;
      const all = servers.map((_, i) => i);
      const victims = all.length === 1 || round % 3 === 2 ? all : [this.#pick(all.length)];
      const from = performance.now();
      await Promise.all(victims.map(async (i) => this.#site.servers[i]?.kill()));
      await pause(this.#pick(round % 4 === 3 ? 20_000 : 4_000));
      await Promise.all(victims.map((i) => this.#site.restart(i)));
      for (const url of this.#site.urls) await untilReady(url);
      this.#awayMs += performance.now() - from;
    }
  }

  #client(i: number): Person {
    return this.#clients[i % CLIENTS]!;
  }

  #now({ symbol }: Coin): Dealt {
    return this.#quotes.get(symbol)?.findLast(({ at }) => at <= Date.now()) ?? { at: 0, bid: 1n, ask: 1n };
  }

  /** Some $600, and a tenth more put up: nothing is closed out, and a fill at a higher price than the order's is covered. */
  #order({ symbol }: Coin, { ask }: Dealt): { symbol: string; lots: string; amount: string } {
    const hundredths = (600n * 10n ** 12n) / ask || 1n;
    const lots = `${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, '0')}`;
    return { symbol, lots, amount: `${(hundredths * ask * 11n) / 10n ** 13n + 1n}.00` };
  }

  /** What is refused (the price has passed it, or it has closed already) is not waited for. */
  async #send(client: Person, path: string, body: unknown, method = 'POST'): Promise<{ trade_id?: string }> {
    const answer = await callUntilAnswered(this.#site.urls, {
      method,
      path,
      cookie: client.cookie,
      key: randomUUID(),
      body,
    });
    if (answer.failures.length > 0) throw new Error(answer.failures.join('; '));
    if ([409, 422].includes(answer.status)) return {};
    return parsed<{ trade_id?: string }>(answer);
  }
}

type Judged = { readonly gone: number; readonly wrong: string[] };
const MS = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

async function judgeOrders(pool: pg.Pool, quotes: ReadonlyMap<string, Dealt[]>, until: number): Promise<Judged> {
  const { rows } = await pool.query<{
    id: string; symbol: string; side: 'buy' | 'sell'; type: SetOrder['type']; limit: string | null; stop: string | null; set_at: number; expires_at: number | null; at: number | null; filled: string | null; reason: string | null;
  }>(`select o.id, o.reason, o.symbol, o.side, o.type, o.limit_price as limit, o.stop_price as stop, ${MS('o.set_at')} as set_at, ${MS('o.expires_at')} as expires_at, ${MS('q.received_time')} as at,
      t.entry_price as filled from ledger.client_order o left join ledger.trade t on t.id = o.trade_id left join ledger.quote q on (q.book, q.id) = (t.book, t.entry_quote_id)
    where o.time_in_force is not null`); // prettier-ignore
  return judged(
    rows.map((row) => ({
      name: `${row.type} ${row.side} ${row.symbol} ${row.id}${row.reason === null ? '' : `, ended by ${row.reason}`}`,
      found: row.at === null ? undefined : { at: row.at, price: BigInt(row.filled ?? 0), why: row.type },
      expected: expectedFill(
        {
          side: row.side,
          type: row.type,
          limit: priceOrNull(row.limit),
          stop: priceOrNull(row.stop),
          setAt: row.set_at,
          expiresAt: row.expires_at,
        },
        quotes.get(row.symbol) ?? [],
        until,
      ),
    })),
    until,
  );
}

async function judgeTrades(
  pool: pg.Pool,
  quotes: ReadonlyMap<string, Dealt[]>,
  until: number,
): Promise<Judged & { readonly amended: number }> {
  const { rows } = await pool.query<{
    id: string; symbol: string; side: 'buy' | 'sell'; opened_at: number; closed_by: string | null; at: number | null; price: string | null; levels: Texts; changes: (Texts & { at: number })[];
  }>(`select t.id, t.symbol, t.side, ${MS('t.opened_at')} as opened_at, t.closed_by, ${MS('q.received_time')} as at, t.exit_price as price,
      json_build_object('stop', coalesce(a.first ->> 'stop_before', case when a.first is null then t.stop_loss::text end),
        'target', coalesce(a.first ->> 'target_before', case when a.first is null then t.take_profit::text end),
        'distance', coalesce(a.first ->> 'distance_before', case when a.first is null then t.trailing_distance::text end)) as levels,
      coalesce(a.changes, '[]') as changes
    from ledger.trade t left join ledger.quote q on (q.book, q.id) = (t.book, t.exit_quote_id) left join lateral (
      select json_agg(json_build_object('at', ${MS('at')}, 'stop', stop_loss::text, 'target', take_profit::text, 'distance', trailing_distance::text) order by number) as changes,
        (array_agg(json_build_object('stop_before', stop_loss_before::text, 'target_before', take_profit_before::text,
          'distance_before', trailing_distance_before::text) order by number))[1] as first
      from ledger.trade_amendment where trade_id = t.id) a on true`); // prettier-ignore
  const found = judged(
    rows.map((row) => ({
      name: `${row.side} ${row.symbol} ${row.id}`,
      found: row.at === null ? undefined : { at: row.at, price: BigInt(row.price ?? 0), why: row.closed_by ?? '' },
      expected: expectedClose(
        {
          side: row.side,
          openedAt: row.opened_at,
          levels: levelsOf(row.levels),
          changes: row.changes.map((each) => ({ ...levelsOf(each), at: each.at })),
        },
        quotes.get(row.symbol) ?? [],
        until,
      ),
    })),
    until,
  );
  return { ...found, amended: rows.reduce((sum, { changes }) => sum + changes.length, 0) };
}

function judged(
  all: readonly { name: string; found: Expected | undefined; expected: Expected | undefined }[],
  until: number,
): Judged {
  const wrong = all.flatMap(({ name, found, expected }) => {
    // What went off after the last look is not judged.
    if (found !== undefined && found.at > until) return [];
    if (found?.at === expected?.at && found?.price === expected?.price && found?.why === expected?.why) return [];
    return [`${name}: ${said(found)}, and not ${said(expected)}`];
  });
  return { gone: all.filter(({ expected }) => expected !== undefined).length, wrong };
}

function said(of: Expected | undefined): string {
  return of === undefined ? 'nothing' : `${of.why} at ${text(of.price)} of ${new Date(of.at).toISOString()}`;
}

type Texts = Record<keyof Levels, string | null>;

function levelsOf({ stop, target, distance }: Texts): Levels {
  return { stop: priceOrNull(stop), target: priceOrNull(target), distance: priceOrNull(distance) };
}

function priceOrNull(of: string | null): bigint | null {
  return of === null ? null : BigInt(of);
}

function text(price: bigint): string {
  const digits = price.toString().padStart(11, '0');
  return `${digits.slice(0, -10)}.${digits.slice(-10)}`;
}

/** The recorded ones where they are here, otherwise a walk of their kind. */
function candlesOf({ symbol, digits }: Coin, seed: number): string {
  const file = `${RECORDED}${symbol}.csv`;
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const pick = dice(seed);
  const lines = ['time,open,high,low,close,volume'];
  const tick = 10n ** BigInt(10 - digits);
  // Dear enough that a hundredth of one may be traded.
  let price = (units('10000') / tick) * tick;
  const moved = (): bigint => ((price * BigInt(9_985 + pick(31))) / 10_000n / tick) * tick;
  for (let i = 0; i < 2_000; i += 1) {
    const all = [price, moved(), moved(), moved()];
    const sorted = all.toSorted((a, b) => Number(a - b));
    price = all[3] ?? price;
    const time = new Date(Date.UTC(2025, 7, 29) + i * 900_000).toISOString().replace('.000', '');
    lines.push([time, ...[all[0], sorted[3], sorted[0], price].map((each) => text(each ?? price)), '1'].join(','));
  }
  return `${lines.join('\n')}\n`;
}
