import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  dealtQuote,
  DEFAULT_MARKUP,
  exactPrice,
  INSTRUMENTS,
  priceStep,
  type Price,
  SIMULATED_TICK_MS,
  simulatedQuote,
  type Symbol,
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
/** What is set goes off within this. */
const AHEAD_MS = 14_000;

type Kind = 'stop' | 'target' | 'limit';
type Set = { readonly kind: Kind; readonly symbol: Symbol; readonly level: Price; readonly id: string };

/**
 * Stops, targets and limit orders whose quotes are still to come, set just before a process is killed with kill -9, round after round (every third round nobody is
 * killed). Each must have gone off once, at the first quote that reached it: simulated prices can be asked for again, so it is nothing to them that nobody watched.
 */
export async function killWhileWatching(
  site: Site,
  { rounds, seed = 1 }: { rounds: number; seed?: number },
): Promise<Figures> {
  const pick = dice(seed);
  const wrong: string[] = [];
  let decided = 0;
  let atFirst = 0;
  let waits = 0;
  for (let round = 0; round < rounds && wrong.length === 0; round += 1) {
    const client = await site.client(`watched${seed}x${round}`);
    for (let i = 0; i < 3; i += 1) await sent(site, client, '/demo/top-up', { amount: '100000.00' });
    const all = await setAll(site, client);
    const due = Date.now() + AHEAD_MS;
    if (round % 3 !== 2) {
      await pause(pick(2_000));
      const victims = site.servers.map((_, i) => i).filter((i) => round % 3 === 0 || i === pick(site.servers.length));
      await Promise.all(victims.map(async (i) => site.servers[i]?.kill()));
      await Promise.all(victims.map((i) => site.restart(i)));
      for (const url of site.urls) await untilReady(url);
    }
    const until = await untilWatched(site, due);
    await site.look(async (pool) => {
      for (const each of all) {
        const { rows } = await pool.query<Gone>(each.kind === 'limit' ? ORDER : TRADE, [each.id]);
        const found = judge(each, rows, until);
        if (found === 'first') atFirst += 1;
        else if (found === 'waits') waits += 1;
        else wrong.push(`round ${round + 1}: ${each.kind} ${each.symbol}: ${found}`);
        decided += 1;
      }
      wrong.push(...(await brokenInvariants(pool)).map((each) => `round ${round + 1}: ${each}`));
    });
  }
  return {
    ok: wrong.length === 0 && decided > 0 && atFirst > decided / 2,
    figures:
      `${rounds} rounds, ${site.urls.length} process${site.urls.length > 1 ? 'es' : ''}: ${decided} stops, targets and limit orders, ${atFirst} filled by the first quote that reached them, ` +
      `${waits} not reached; ${wrong.length} late, early, twice or never${summary(wrong)}`,
  };
}

type Gone = { since: Date; at: Date | null; quote_id: string | null };

const TRADE = `select coalesce(t.protected_at, t.opened_at) as since, q.received_time as at, t.exit_quote_id as quote_id from ledger.trade t
  left join ledger.quote q on (q.book, q.id) = (t.book, t.exit_quote_id) where t.id = $1`;
const ORDER = `select o.set_at as since, q.received_time as at, t.entry_quote_id as quote_id from ledger.client_order o
  left join ledger.trade t on t.id = o.trade_id left join ledger.quote q on (q.book, q.id) = (t.book, t.entry_quote_id) where o.id = $1`;

/** Compared with the market itself, second by second, from when it was set. */
function judge(set: Set, rows: readonly Gone[], until: number): string {
  const [row] = rows;
  if (row === undefined || rows.length > 1) return `${rows.length} rows`;
  const end = row.at?.getTime() ?? until;
  const first = Math.ceil(row.since.getTime() / SIMULATED_TICK_MS) * SIMULATED_TICK_MS;
  for (let at = first; at < end; at += SIMULATED_TICK_MS)
    if (reaches(set, at)) return `a quote of ${new Date(at).toISOString()} had reached it`;
  if (row.at === null) return 'waits';
  return reaches(set, end) ? 'first' : 'its quote did not reach it';
}

function reaches({ kind, symbol, level }: Set, at: number): boolean {
  const { bid, ask } = dealt(symbol, at);
  if (kind === 'target') return bid >= level;
  return kind === 'stop' ? bid <= level : ask <= level;
}

/** One of each kind where the coming quotes allow it, on every coin: half way to the furthest that the price will go. */
async function setAll(site: Site, client: Person): Promise<Set[]> {
  const coins = INSTRUMENTS.filter((of) => of.class === 'crypto' && of.symbol !== 'SHIB');
  const all = await Promise.all(
    coins.map(async (of): Promise<Set | undefined> => {
      const kind = (['stop', 'target', 'limit'] as const)[coins.indexOf(of) % 3]!;
      const { symbol } = of;
      const from = Date.now() + 1_500;
      const now = dealt(symbol, Date.now());
      const coming = Array.from({ length: (AHEAD_MS - 3_000) / 1_000 }, (_, i) => dealt(symbol, from + i * 1_000));
      const start = kind === 'limit' ? now.ask : now.bid;
      const furthest = coming
        .map(({ bid, ask }) => (kind === 'limit' ? ask : bid))
        .reduce((a, b) => ((kind === 'target') === a > b ? a : b));
      const unit = priceStep(of);
      const level = ((start + furthest) / 2n / unit) * unit;
      const outside = kind === 'target' ? level > start + unit : level < start - unit;
      if (!outside) return undefined;
      const lots = (1_000n * 10n ** 12n) / now.ask + 1n;
      const order = {
        symbol,
        side: 'buy',
        lots: `${lots / 100n}.${(lots % 100n).toString().padStart(2, '0')}`,
        amount: '3000.00',
      };
      const price = exactPrice(level);
      const body = {
        stop: { ...order, type: 'market', stop_loss: price },
        target: { ...order, type: 'market', take_profit: price },
        limit: { ...order, type: 'limit', limit_price: price },
      }[kind];
      const answer = await callUntilAnswered(site.urls, {
        path: '/orders',
        cookie: client.cookie,
        key: randomUUID(),
        body,
      });
      // The price may have passed it between the look and the order.
      if (answer.status === 422) return undefined;
      const { id, trade_id: tradeId } = parsed<{ id: string; trade_id: string | null }>(answer);
      return { kind, symbol, level, id: tradeId ?? id };
    }),
  );
  return all.filter((each) => each !== undefined);
}

function dealt(symbol: Symbol, at: number): { bid: Price; ask: Price } {
  return dealtQuote(simulatedQuote(SEED, symbol, at), DEFAULT_MARKUP);
}

async function sent(site: Site, { cookie }: Person, path: string, body: unknown): Promise<void> {
  parsed(await callUntilAnswered(site.urls, { path, cookie, key: randomUUID(), body }));
}
