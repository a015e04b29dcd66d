import { availableParallelism, cpus } from 'node:os';
import { startApi } from './api-process.ts';
import { startBenchCluster } from './cluster.ts';
import { medianDurableInsertMs } from './insert.ts';
import { runOrders, signInTraders } from './orders.ts';
import { sessionCheckCpuUs } from './sessions.ts';
import { FRAMES_A_SECOND, runSockets, SOCKETS, STOPPED, type SocketFigures } from './sockets.ts';
import { createTpcb, runTpcb } from './tpcb.ts';
import { runTransfers } from './transfers.ts';
import { measureWatch } from './watch.ts';

/**
 * Everything that is compared runs here, one after the other, in turns, against one PostgreSQL. Only the ratios mean anything: this
 * machine's speed changes by the minute, and what it changes for one it changes for all.
 *   --seconds N   length of each measurement (8)
 *   --rounds N    rounds, of which the median counts (3)
 *   --json        one JSON object on standard output
 */
const ROUNDS = option('rounds', 3);
const SECONDS = option('seconds', 8);
const asJson = process.argv.includes('--json');
const API_PORT = 3987;

type Round = {
  tpcb: number;
  /** The same, each statement parsed and planned again. */
  tpcbUnprepared: number;
  transfers: number;
  orders: number;
  ordersP50Ms: number;
  ordersP99Ms: number;
  insertMs: number;
  refused: number;
};

say('one million open positions');
const watch = measureWatch(mulberry32(11));
say(
  `a sweep of all symbols: ${watch.sweepMs.toFixed(1)} ms, at most ${watch.sweepMaxMs.toFixed(1)}, ${watch.named.toFixed(0)} named; a tick of a symbol with 1,000 positions: ${watch.tickOf1000Us.toFixed(1)} µs, with 100,000: ${watch.tickOf100000Us.toFixed(0)} µs`,
);
const cluster = await startBenchCluster();
let api;
try {
  say(`opening ${SOCKETS} sockets`);
  const sockets = await runSockets(cluster.superuserUrl, SECONDS);
  say('filling pgbench tables at scale 32');
  await createTpcb(cluster.superuserUrl);
  api = await startApi(cluster.superuserUrl, API_PORT);
  const traders = await signInTraders(api, 64, 'trader');
  const random = mulberry32(7);
  let durability: Record<string, string> = {};
  const rounds: Round[] = [];
  // One round first that is not counted: plans, caches and compiled code.
  for (let i = 0; i <= ROUNDS; i++) {
    const seconds = i === 0 ? 2 : SECONDS;
    const tpcb = await runTpcb(cluster.superuserUrl, seconds, random);
    durability = tpcb.durability;
    const unprepared = await runTpcb(cluster.superuserUrl, seconds, random, false);
    const transfers = await runTransfers(cluster.appUrl, seconds);
    const insertMs = await medianDurableInsertMs(cluster.superuserUrl);
    const orders = await runOrders(api, traders, seconds);
    const refused = Object.values(orders.failed).reduce((sum, count) => sum + count, 0);
    const round = {
      tpcb: tpcb.perSecond,
      tpcbUnprepared: unprepared.perSecond,
      transfers,
      orders: orders.perSecond,
      ordersP50Ms: orders.p50Ms,
      ordersP99Ms: orders.p99Ms,
      insertMs,
      refused,
    };
    say(
      `${i === 0 ? 'warm-up' : `round ${i}`}: ${Object.entries(round)
        .map(([name, value]) => `${name} ${value.toFixed(1)}`)
        .join(', ')}`,
    );
    if (i > 0) rounds.push(round);
  }
  const cookie = traders[0]?.cookie.split('; ').find((part) => part.startsWith('clearbook=')) ?? '';
  const alone = await sessionCheckCpuUs(cluster.appUrl, cookie, 1);
  const together = await sessionCheckCpuUs(cluster.appUrl, cookie, 64);

  const figures = [
    figure(
      'ledger transfers ÷ T, each touching one house account',
      median(rounds, (r) => r.transfers / r.tpcb),
      '≥',
      12,
    ),
    figure(
      'POST /orders ÷ T, 64 connections',
      median(rounds, (r) => r.orders / r.tpcb),
      '≥',
      3,
    ),
    figure(
      'p99 of an order ÷ median durable single-row insert',
      median(rounds, (r) => r.ordersP99Ms / r.insertMs),
      '≤',
      60,
    ),
    figure(
      'orders refused',
      median(rounds, (r) => r.refused),
      '≤',
      0,
    ),
    figure('session check, CPU µs, one at a time', alone, '≤', 150),
    figure('session check, CPU µs, 64 at once', together, '≤', 150),
    figure(
      '1,000,000 open positions after a sweep of 77 symbols, who may be due named: ms of one core',
      watch.sweepMs,
      '≤',
      50,
    ),
    figure(
      'µs a position of a tick, symbol with 100,000 ÷ symbol with 1,000',
      watch.tickOf100000Us / 100 / watch.tickOf1000Us,
      '≤',
      2,
    ),
    figure(
      'tick of a symbol with 1,000 positions ÷ sweep of 1,000,000',
      watch.tickOf1000Us / 1_000 / watch.sweepMs,
      '≤',
      0.01,
    ),
    ...ofSockets(sockets),
  ];
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: availableParallelism(), node: process.version };
  const off = Object.entries(durability).filter(([, setting]) => setting !== 'on');
  if (asJson)
    process.stdout.write(
      `${JSON.stringify({ machine, durability, seconds: SECONDS, rounds, sockets, figures }, null, 2)}\n`,
    );
  else print(durability, rounds, figures);
  if (off.length > 0) throw new Error(`measured with ${off.map(([name]) => name).join(', ')} off`);
} finally {
  await api?.stop();
  await cluster.stop();
}

type Figure = { name: string; value: number; must: '≥' | '≤'; bound: number; ok: boolean };

function figure(name: string, value: number, must: '≥' | '≤', bound: number): Figure {
  return { name, value, must, bound, ok: must === '≥' ? value >= bound : value <= bound };
}

/** These stand alone: a second of one core is what four frames may take, and a reader who stops must cost nothing. */
function ofSockets(seen: SocketFigures): Figure[] {
  const frameMs = 1000 / FRAMES_A_SECOND;
  return [
    figure(`a frame of 20 quotes to each of ${SOCKETS} sockets, CPU ms`, seen.cpuAFrameMs, '≤', frameMs),
    figure('its delivery from its beginning, p99 ms', seen.p99Ms, '≤', frameMs),
    figure(`memory while ${STOPPED} of them do not read, MB more after 15 s`, seen.grownBytes / 1e6, '≤', 8),
    figure('frames that had waited for one of these when it read on', seen.waited, '≤', 4 * FRAMES_A_SECOND),
    figure('sockets lost', seen.lost, '≤', 0),
  ];
}

function median(all: Round[], of: (round: Round) => number): number {
  return all.map(of).toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN;
}

function print(durability: Record<string, string>, all: Round[], figures: Figure[]): void {
  const lines = [
    `durability of the measured connections: ${Object.entries(durability)
      .map(([name, setting]) => `${name}=${setting}`)
      .join(' ')}`,
    `T (TPC-B, 16 connections): ${all.map((r) => r.tpcb.toFixed(0)).join(', ')} a second, unprepared ${all.map((r) => r.tpcbUnprepared.toFixed(0)).join(', ')}; transfers: ${all.map((r) => r.transfers.toFixed(0)).join(', ')}; orders: ${all.map((r) => r.orders.toFixed(0)).join(', ')}`,
    `order p50: ${all.map((r) => r.ordersP50Ms.toFixed(1)).join(', ')} ms; p99: ${all.map((r) => r.ordersP99Ms.toFixed(1)).join(', ')} ms; durable insert: ${all.map((r) => r.insertMs.toFixed(2)).join(', ')} ms`,
    // Beside the bounds, which T with prepared statements decides.
    `      of T as pgbench sends it by default, each statement parsed again: transfers ${median(all, (r) => r.transfers / r.tpcbUnprepared).toFixed(2)}, orders ${median(all, (r) => r.orders / r.tpcbUnprepared).toFixed(2)}`,
    ...figures.map(
      ({ ok, name, value, must, bound }) =>
        `${ok ? 'ok  ' : 'FAIL'}  ${name}: ${value.toFixed(value < 0.1 ? 5 : value < 10 ? 2 : 0)} (${must} ${bound})`,
    ),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? otherwise : Number(process.argv[at + 1]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a whole number from 1`);
  return value;
}

/** A small seeded generator, so that every run asks for the same rows in the same order. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
