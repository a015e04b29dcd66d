import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { v7 as newId } from 'uuid';
import { createSequencer, LogKeys, readProgress } from '../../apps/api/src/features/transparency/index.ts';
import { createPool } from '../../apps/api/src/platform/database/pool.ts';
import { prepareDatabase } from '../../apps/api/src/platform/database/prepare.ts';
import { createSeal } from '../../apps/api/src/platform/seal.ts';
import { type Books, openBooks } from '../../apps/api/test/books.ts';
import { cpuOfFamily } from '../../bench/cpu.ts';
import { type BenchCluster, startBenchCluster } from '../../bench/cluster.ts';
import type { Result } from './row.ts';

export const title =
  'The chain adds at most 5 % to what an order costs in processor time, without HTTP; the sequencer keeps up with orders that come as fast as they can on the same machine';
export const seconds = 120;
export const alone = true;

const CLIENTS = 256;
const PHASE_MS = 2_000;
/** Turns of with and without, right after one another: the median of their ratios counts, so that whatever else the machine does is in both. */
const ROUNDS = 15;
const MOST = 1.05;
/** Orders are tried for so long while the sequencer runs once a second, as it does in the product. */
const KEEP_UP_MS = 15_000;
/** What waits at the end came in the last turns, and is in the log after as many. */
const TURNS_LATE = 2;
const log = { warn: (...said: unknown[]) => console.error(...said) };

/** The same calls without their work: no hash, and no look at the entry before. */
const WITHOUT_CHAIN = `
  create or replace function ledger.linked(p_before bytea, p_canonical bytea[]) returns table (canonical bytea, link bytea)
  language sql immutable set search_path = ledger, pg_temp as $$ select c, p_before from unnest(p_canonical) as c $$;
  create or replace function ledger.link_at(p_book smallint, p_number bigint) returns bytea
  language sql stable set search_path = ledger, pg_temp as $$ select decode(repeat('00', 32), 'hex') $$`;

export async function run(): Promise<Result> {
  const cluster = await startBenchCluster();
  try {
    return await measure(cluster);
  } finally {
    await cluster.stop();
  }
}

async function measure(cluster: BenchCluster): Promise<Result> {
  const { appUrl } = await prepareDatabase({
    url: cluster.superuserUrl,
    appPassword: 'a-password-of-the-bench',
    instance: { mode: 'demo', market: 'simulated', marketSeed: 'bench' },
  });
  const pool = createPool(appUrl);
  const owner = new pg.Client({ connectionString: cluster.superuserUrl });
  await owner.connect();
  const books = openBooks(pool);
  try {
    const clients: string[] = [];
    for (let i = 0; i < CLIENTS; i += 1) {
      clients.push(await books.openParty());
      await books.fund(clients[i]!, 1_000_000n);
    }
    const ratio = await chainCost(cluster, owner, { books, clients });
    const kept = await keepUp(pool, { books, clients });
    return {
      ok: ratio.value <= MOST && kept.ok,
      figures: `an order costs ${ratio.value.toFixed(3)} of what it costs without the chain (≤ ${MOST}; ${ratio.with.toFixed(0)} and ${ratio.without.toFixed(0)} µs of processor time, medians of ${ROUNDS}); ${kept.said}`,
    };
  } finally {
    await books.ledger.close();
    await owner.end();
    await pool.end();
  }
}

type Market = { readonly books: Books; readonly clients: readonly string[] };

async function chainCost(
  cluster: BenchCluster,
  owner: pg.Client,
  market: Market,
): Promise<{ value: number; with: number; without: number }> {
  const { rows } = await owner.query<{ text: string }>(
    `select pg_get_functiondef(p.oid) as text from pg_proc p where p.oid in ('ledger.linked(bytea, bytea[])'::regprocedure, 'ledger.link_at(smallint, bigint)'::regprocedure)`,
  );
  const chain = rows.map(({ text }) => text).join(';\n');
  // The first orders of a connection pay for its plans.
  await costOfOrders(cluster, market);
  const costs = { with: [] as number[], without: [] as number[] };
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const which of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      await owner.query(which === 'with' ? chain : WITHOUT_CHAIN);
      costs[which].push(await costOfOrders(cluster, market));
    }
    ratios.push(costs.with.at(-1)! / costs.without.at(-1)!);
  }
  await owner.query(chain);
  // Linked anew over what was written without links, as the migration did for what there was before.
  await owner.query(`do $$ declare e record; before bytea := ledger.link_at(1::smallint, 0); begin
    for e in select number, canonical from ledger.entry where book = 1 order by number loop
      before := sha256(before || e.canonical);
      update ledger.entry set link = before where book = 1 and number = e.number;
    end loop; end $$`);
  return { value: median(ratios), with: median(costs.with), without: median(costs.without) };
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Microseconds of processor time for each order: this process and PostgreSQL with all of its own. */
async function costOfOrders(cluster: BenchCluster, market: Market): Promise<number> {
  const before = { database: cpuOfFamily(cluster.pid), own: process.cpuUsage() };
  const done = await orders(market, PHASE_MS);
  const own = process.cpuUsage(before.own);
  return (cpuOfFamily(cluster.pid) - before.database + own.user + own.system) / done;
}

/** Opens and closes trades of all clients at the same time, so that batches are full and nobody has too many open. */
async function orders({ books, clients }: Market, ms: number, counter = { done: 0 }): Promise<number> {
  const until = performance.now() + ms;
  await Promise.all(
    clients.map(async (clientId) => {
      while (performance.now() < until) {
        const order = {
          kind: 'open_trade',
          clientId,
          symbol: 'EURUSD',
          side: 'buy',
          lots: 1n,
          amount: 20_000n,
        } as const;
        const opened = await books.run(order, newId());
        if (!opened.outcome.ok) throw new Error(opened.outcome.refusal.code);
        const tradeId = opened.outcome.result.id;
        const closed = await books.run({ kind: 'close_trade', clientId, tradeId, lots: null }, newId());
        if (!closed.outcome.ok) throw new Error(closed.outcome.refusal.code);
        counter.done += 2;
      }
    }),
  );
  return counter.done;
}

async function keepUp(pool: pg.Pool, market: Market): Promise<{ ok: boolean; said: string }> {
  const keys = new LogKeys({ pool, seal: createSeal(Buffer.alloc(32, 1)), log, origin: 'books.example/log' });
  const sequencer = createSequencer({ pool, log, signers: () => keys.signers(new Date()) });
  while ((await readProgress(pool)).waiting > 0) await sequencer.run(new Date());
  let over = false;
  const counter = { done: 0 };
  const atTurns: number[] = [];
  const working = (async () => {
    while (!over) {
      atTurns.push(counter.done);
      await sequencer.run(new Date());
      await pause(1_000);
    }
  })();
  const done = await orders(market, KEEP_UP_MS, counter);
  const { waiting } = await readProgress(pool);
  over = true;
  await working;
  let turns = 0;
  for (; (await readProgress(pool)).waiting > 0 && turns <= TURNS_LATE; turns += 1) await sequencer.run(new Date());
  const perSecond = done / (KEEP_UP_MS / 1_000);
  return {
    ok: turns <= TURNS_LATE && waiting <= done - (atTurns.at(-1 - TURNS_LATE) ?? 0),
    said: `${perSecond.toFixed(0)} orders a second while it runs (${atTurns.length} turns in ${KEEP_UP_MS / 1_000} s), ${waiting} entries waited when the last one came, and none after ${turns} more turns`,
  };
}
