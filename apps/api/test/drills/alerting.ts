import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { PriceAlert } from '@clearbook/contracts/alerts';
import {
  exactPrice,
  INSTRUMENTS,
  type Instrument,
  type Price,
  priceStep,
  SIMULATED_TICK_MS,
  simulatedQuote,
  type Symbol,
} from '@clearbook/domain/market';
import { callUntilAnswered, parsed } from '../http-client.ts';
import { untilReady } from '../server.ts';
import type { Person, Site } from '../site.ts';
import type { Figures } from './races.ts';
import { summary } from './races.ts';
import { untilWatched } from './watched.ts';
import { dice } from './workload.ts';

/** The seed of every site under test: what the market will say is known. */
const SEED = 'drill';
/** Levels are within what the price does in this time. */
const AHEAD_MS = 16_000;
/** How far to the furthest price that is to come: near ones are reached right away, far ones while nobody runs or not at all. */
const PARTS = [1n, 4n, 7n, 10n, 13n];
const WHOLE = 12n;
const CHANGES = ['0.1', '0.25'];

type Waiting = { readonly up: boolean; readonly symbol: Symbol; readonly twiceLevel: Price; readonly id: string };

/**
 * Price alerts whose quotes are still to come, set just before a process or both are killed with kill -9, round after round (every third round nobody is killed).
 * Each must have told its owner once, of the first quote at its level or beyond it. Computed from the simulated market itself, which can be asked again.
 */
export async function killWhileAlerting(
  site: Site,
  { rounds, clients, seed = 1 }: { rounds: number; clients: number; seed?: number },
): Promise<Figures> {
  const pick = dice(seed);
  const wrong: string[] = [];
  const found = { first: 0, waits: 0, changes: 0 };
  for (let round = 0; round < rounds && wrong.length === 0; round += 1) {
    const people: Person[] = [];
    for (let i = 0; i < clients; i += 1) people.push(await site.client(`told${seed}x${round}x${i}`));
    const all = (await Promise.all(people.map((each) => setAll(site, each)))).flat();
    const due = Date.now() + AHEAD_MS;
    if (round % 3 !== 2) {
      await pause(pick(3_000));
      const victims = site.servers.map((_, i) => i).filter((i) => round % 3 === 0 || i === pick(site.servers.length));
      await Promise.all(victims.map(async (i) => site.servers[i]?.kill()));
      await Promise.all(victims.map((i) => site.restart(i)));
      for (const url of site.urls) await untilReady(url);
    }
    const until = await untilWatched(site, due);
    const rows = await site.look((pool) => pool.query<Row>(ROWS, [all.map(({ id }) => id)]));
    const byId = new Map(rows.rows.map((row) => [row.id, row]));
    for (const each of all) {
      const row = byId.get(each.id);
      const verdict = row === undefined ? 'it is gone' : judge(each, row, until);
      if (verdict !== 'first' && verdict !== 'waits')
        wrong.push(`round ${round + 1}: ${each.symbol} ${each.up ? 'up' : 'down'}: ${verdict}`);
      else found[verdict] += 1;
      if (verdict === 'first' && row?.percent !== null) found.changes += 1;
    }
  }
  const decided = found.first + found.waits;
  return {
    ok: wrong.length === 0 && found.first > decided / 3 && found.changes > 0,
    figures:
      `${rounds} rounds, ${site.urls.length} process${site.urls.length > 1 ? 'es' : ''}: ${decided} alerts, ${found.first} told once of the first quote that reached them (${found.changes} of them changes in percent), ` +
      `${found.waits} not reached; ${wrong.length} late, early, twice or never${summary(wrong)}`,
  };
}

type Row = {
  id: string;
  counts_from: Date;
  percent: number | null;
  triggered_at: Date | null;
  triggered_price: string | null;
  times: number;
  told: number;
  mailed: number;
};
/** What it counted from is overwritten when it goes off, and is when it was set. */
const ROWS = `select a.id, a.set_at as counts_from, a.percent, a.triggered_at, a.triggered_price, a.times,
    (select count(*)::int from app.notification n where n.subject_id = a.id) as told,
    (select count(*)::int from app.notification n join app.mail_outbox m on m.id = n.id where n.subject_id = a.id) as mailed
  from app.price_alert a where a.id = any($1)`;

/** Compared with the market second by second, from when it was set. */
function judge({ up, symbol, twiceLevel }: Waiting, row: Row, until: number): string {
  const end = row.triggered_at?.getTime() ?? until;
  const first = Math.ceil(row.counts_from.getTime() / SIMULATED_TICK_MS) * SIMULATED_TICK_MS;
  const isBeyond = (at: number) => (up ? twiceMid(symbol, at) >= twiceLevel : twiceMid(symbol, at) <= twiceLevel);
  for (let at = first; at < end; at += SIMULATED_TICK_MS)
    if (isBeyond(at)) return `a quote of ${new Date(at).toISOString()} had reached it`;
  const times = [row.times, row.told, row.mailed].join();
  if (row.triggered_at === null) return times === '0,0,0' ? 'waits' : `told ${times} times though it waits`;
  if (times !== '1,1,1') return `triggered, told and mailed ${times} times`;
  if (row.triggered_price !== String(twiceMid(symbol, end) / 2n)) return `at a price of ${row.triggered_price}`;
  return isBeyond(end) ? 'first' : 'its quote did not reach it';
}

/** As many as one client may have: levels on both sides of every coin, and changes of the least percentages. */
async function setAll(site: Site, client: Person): Promise<Waiting[]> {
  const coins = INSTRUMENTS.filter((of) => of.class === 'crypto' && of.symbol !== 'SHIB').slice(0, 6);
  const set: (Waiting | undefined)[] = [];
  for (const of of coins) {
    for (const up of [true, false]) {
      for (const { level } of levelsOf(of, up))
        set.push(await put(site, client, of, { kind: up ? 'above' : 'below', price: exactPrice(level) }));
      for (const percent of CHANGES) set.push(await put(site, client, of, { kind: up ? 'rises' : 'falls', percent }));
      if (set.length > 42) return set.filter((each) => each !== undefined);
    }
  }
  return set.filter((each) => each !== undefined);
}

function levelsOf(of: Instrument, up: boolean): { level: Price }[] {
  const now = twiceMid(of.symbol, Date.now());
  const coming = Array.from({ length: AHEAD_MS / 1_000 }, (_, i) => twiceMid(of.symbol, Date.now() + i * 1_000));
  const furthest = coming.reduce((a, b) => (a > b === up ? a : b));
  const step = priceStep(of);
  return PARTS.map((part) => ({ level: ((now + ((furthest - now) * part) / WHOLE) / (2n * step)) * step })).filter(
    ({ level }) => (up ? 2n * level > now + step : 2n * level < now - step),
  );
}

type Terms = { kind: 'above' | 'below'; price: string } | { kind: 'rises' | 'falls'; percent: string };

async function put(site: Site, client: Person, of: Instrument, terms: Terms): Promise<Waiting | undefined> {
  const { symbol } = of;
  const answer = await callUntilAnswered(site.urls, {
    path: '/alerts',
    cookie: client.cookie,
    key: randomUUID(),
    body: { symbol, ...terms },
  });
  // The price may have passed it between the look and the request.
  if (answer.status === 422) return undefined;
  const { id, price, base_price: base } = parsed<PriceAlert>(answer);
  const up = terms.kind === 'above' || terms.kind === 'rises';
  const level = 'price' in terms ? terms.price : price;
  if ('percent' in terms) checkChange({ up, percent: Number(terms.percent), level: Number(level), base: Number(base) });
  return { up, symbol, twiceLevel: 2n * inUnits(level), id };
}

/** Not less than was asked for, and not a thousandth of a percent more than its tick makes it. */
function checkChange({
  up,
  percent,
  level,
  base,
}: {
  up: boolean;
  percent: number;
  level: number;
  base: number;
}): void {
  const change = ((level - base) / base) * (up ? 100 : -100);
  if (!(change > percent - 1e-9 && change < percent * 1.5))
    throw new Error(`a change of ${percent} % is one of ${change}`);
}

function inUnits(price: string): Price {
  const [whole = '', part = ''] = price.split('.');
  return BigInt(whole + part.padEnd(10, '0'));
}

function twiceMid(symbol: Symbol, at: number): Price {
  const { bid, ask } = simulatedQuote(SEED, symbol, at);
  return bid + ask;
}
