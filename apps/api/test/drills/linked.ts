import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  dealtQuote,
  DEFAULT_MARKUP,
  exactPrice,
  type Instrument,
  INSTRUMENTS,
  type Price,
  priceStep,
  SIMULATED_TICK_MS,
  simulatedQuote,
} from '@clearbook/domain/market';
import { brokenInvariants } from '../books.ts';
import { callUntilAnswered, parsed } from '../http-client.ts';
import { untilReady } from '../server.ts';
import type { Person, Site } from '../site.ts';
import type { Figures } from './races.ts';
import { summary } from './races.ts';
import { untilWatched } from './watched.ts';
import { dice } from './workload.ts';

/** The seed of every site under test: what the market will say is known. */
const SEED = 'drill';
/** From when on something may go off, and until when it does: kills fall in between. */
const FIRST_MS = 1_500;
const LAST_MS = 4_500;
/** Everything that a client opens is paid for with paper money, of which there is so much a day. */
const ROUNDS_A_CLIENT = 12;
const COINS = INSTRUMENTS.filter((of) => of.class === 'crypto' && of.symbol !== 'SHIB');

type Leg = { readonly type: 'limit' | 'stop'; readonly price: Price };
type Pair = { readonly of: Instrument; readonly legs: readonly [Leg, Leg]; readonly ids: readonly [string, string] };
type Counts = { pairs: number; filled: number; together: number; waiting: number };

/**
 * Two orders on each coin of which one cancels the other, where the coming quotes reach one of them or both at once, and kill -9 of a process while they do (every third
 * round of both). Of each pair one has filled, at the first quote that reached either, and the other was cancelled with it; or both still wait.
 */
export async function killWhileLinked(
  site: Site,
  { rounds, seed = 1 }: { rounds: number; seed?: number },
): Promise<Figures> {
  const pick = dice(seed);
  const wrong: string[] = [];
  const counts: Counts = { pairs: 0, filled: 0, together: 0, waiting: 0 };
  let client: Person | undefined;
  for (let round = 0; round < rounds && wrong.length === 0; round += 1) {
    if (client === undefined || round % ROUNDS_A_CLIENT === 0) client = await rich(site, `linked${seed}x${round}`);
    const pairs = await placeAll(site, client, pick);
    const due = Date.now() + LAST_MS;
    await pause(pick(LAST_MS));
    const victims = site.servers.map((_, i) => i).filter((i) => round % 3 === 0 || i === round % site.servers.length);
    await Promise.all(victims.map(async (i) => site.servers[i]?.kill()));
    await Promise.all(victims.map((i) => site.restart(i)));
    for (const url of site.urls) await untilReady(url);
    const until = await untilWatched(site, due);
    const found = await site.look((pool) => judgeAll(pool, pairs, until, counts));
    wrong.push(...found.map((each) => `round ${round + 1}: ${each}`));
    // What was not reached goes away, whichever process is asked.
    parsed(await callUntilAnswered(site.urls, { path: '/orders/cancel-all', cookie: client.cookie, key: randomUUID(), body: {} })); // prettier-ignore
  }
  wrong.push(...(await site.look((pool) => brokenInvariants(pool))));
  return {
    ok: wrong.length === 0 && counts.filled > rounds && counts.together > 0,
    figures:
      `${rounds} kills, ${site.urls.length} processes: ${counts.pairs} linked pairs, ${counts.filled} with one filled by the first quote that reached either and the other cancelled with it ` +
      `(${counts.together} where that quote reached both: the first was filled), ${counts.waiting} not reached; ${wrong.length} with both, neither, the wrong one or at another time${summary(wrong)}`,
  };
}

async function rich(site: Site, name: string): Promise<Person> {
  const client = await site.client(name);
  for (let i = 0; i < 3; i += 1)
    parsed(
      await callUntilAnswered(site.urls, {
        path: '/demo/top-up',
        cookie: client.cookie,
        key: randomUUID(),
        body: { amount: '100000.00' },
      }),
    );
  return client;
}

async function placeAll(site: Site, client: Person, pick: (below: number) => number): Promise<Pair[]> {
  const all = await Promise.all(
    COINS.map(async (of): Promise<Pair | undefined> => {
      const legs = legsOf(of, pick);
      if (legs === undefined) return undefined;
      const [first, second] = legs.map((leg) => ({ ...sizeOf(of), type: leg.type, [`${leg.type}_price`]: exactPrice(leg.price) })); // prettier-ignore
      const answer = await callUntilAnswered(site.urls, {
        path: '/orders',
        cookie: client.cookie,
        key: randomUUID(),
        body: { symbol: of.symbol, ...first, order_class: 'oco', legs: [second] },
      });
      // The price may have passed one of them between the look and the order.
      if (answer.status === 422) return undefined;
      const { id, legs: placed } = parsed<{ id: string; legs: { id: string }[] }>(answer);
      return { of, legs, ids: [id, placed[0]?.id ?? ''] };
    }),
  );
  return all.filter((pair) => pair !== undefined);
}

/** About a hundred dollars' worth, with more collateral than it needs. */
function sizeOf(of: Instrument): { side: 'buy'; lots: string; amount: string } {
  const { ask } = dealt(of, Date.now());
  const lots = (100n * 10n ** 12n) / ask + 1n;
  const dollars = (lots * ask) / 10n ** 12n + 1n;
  return {
    side: 'buy',
    lots: `${lots / 100n}.${(lots % 100n).toString().padStart(2, '0')}`,
    amount: `${dollars * 2n}.00`,
  };
}

/** Both where one coming quote reaches them at once, or one where it is reached and the other anywhere; undefined where the price does not move enough. */
function legsOf(of: Instrument, pick: (below: number) => number): readonly [Leg, Leg] | undefined {
  const now = Date.now();
  const coming = Array.from({ length: (LAST_MS - FIRST_MS) / SIMULATED_TICK_MS + 1 }, (_, i) => dealt(of, now + FIRST_MS + i * SIMULATED_TICK_MS).ask); // prettier-ignore
  const soon = Array.from({ length: 3 }, (_, i) => dealt(of, now + i * 500).ask);
  const unit = priceStep(of);
  for (const [at, ask] of coming.entries()) {
    const before = [...soon, ...coming.slice(0, at)];
    const [low, high] = [before.reduce(least), before.reduce(most)];
    const down = ask < low;
    const edge = down ? low : high;
    const room = down ? (low - ask) / unit : (ask - high) / unit;
    if ((!down && ask <= high) || room < 3n) continue;
    const type = down ? 'limit' : 'stop';
    const within = (share: bigint): Price => edge + (down ? -1n : 1n) * ((room * share) / 4n) * unit;
    const reached: Leg = { type, price: within(2n) };
    const other: Leg =
      pick(3) > 0
        ? { type, price: within(4n) }
        : { type: down ? 'stop' : 'limit', price: down ? high + room * 3n * unit : low - room * 3n * unit }; // prettier-ignore
    return pick(2) === 0 ? [reached, other] : [other, reached];
  }
  return undefined;
}

type Row = { id: string; status: string; since: Date; ended: Date | null; at: Date | null; trades: number };

const ORDERS = `select o.id, o.status, o.set_at as since, o.ended_at as ended, q.received_time as at,
    (select count(*)::int from ledger.trade x where x.order_id = o.id) as trades
  from ledger.working_order o left join ledger.trade t on t.id = o.trade_id left join ledger.quote q on (q.book, q.id) = (t.book, t.entry_quote_id) where o.id = any($1)`;

async function judgeAll(
  pool: { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> },
  pairs: readonly Pair[],
  until: number,
  counts: Counts,
): Promise<string[]> {
  const { rows } = await pool.query(ORDERS, [pairs.flatMap(({ ids }) => ids)]);
  const byId = new Map((rows as Row[]).map((row) => [row.id, row]));
  return pairs.flatMap((pair) => {
    counts.pairs += 1;
    const [a, b] = [byId.get(pair.ids[0]), byId.get(pair.ids[1])];
    const found = a === undefined || b === undefined ? 'one is missing' : judge(pair, [a, b], until, counts);
    return found === undefined ? [] : [`${pair.of.symbol}: ${found}`];
  });
}

/** Compared with the market itself, tick by tick, from when both were placed. Undefined where all is well. */
function judge({ of, legs }: Pair, rows: readonly [Row, Row], until: number, counts: Counts): string | undefined {
  const states = rows.map(({ status }) => status).join(' and ');
  if (rows[0].id > rows[1].id) return 'the second has the smaller id';
  const end = rows[0].ended?.getTime() ?? until;
  for (let at = Math.ceil(rows[0].since.getTime() / SIMULATED_TICK_MS) * SIMULATED_TICK_MS; at <= end; at += SIMULATED_TICK_MS) {
    const { ask } = dealt(of, at);
    const reached = legs.map(({ type, price }) => (type === 'limit' ? ask <= price : ask >= price));
    const first = reached.indexOf(true);
    const winner = rows[first];
    const loser = rows[1 - first];
    if (winner === undefined || loser === undefined) continue;
    // A quote of the last moment may still be on its way.
    if (rows[0].ended === null) return at < until ? `${states} after a quote of ${new Date(at).toISOString()}` : undefined;
    if (winner.status !== 'filled' || winner.trades !== 1 || winner.at?.getTime() !== at) return `${states}, not by the quote of ${new Date(at).toISOString()}`;
    if (loser.status !== 'cancelled' || loser.trades !== 0 || loser.ended?.getTime() !== winner.ended?.getTime()) return `${states}, not together`;
    counts.filled += 1;
    if (reached[0] && reached[1]) counts.together += 1;
    return undefined;
  } // prettier-ignore
  if (rows.some(({ status }) => status !== 'working')) return `${states}, and no quote had reached either`;
  counts.waiting += 1;
  return undefined;
}

function dealt(of: Instrument, at: number): { bid: Price; ask: Price } {
  return dealtQuote(simulatedQuote(SEED, of.symbol, at), DEFAULT_MARKUP);
}

function least(a: Price, b: Price): Price {
  return a < b ? a : b;
}

function most(a: Price, b: Price): Price {
  return a > b ? a : b;
}
