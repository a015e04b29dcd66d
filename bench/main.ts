import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { checkOut, hasCommit, thisVersion } from './checkout.ts';
import { figuresOf, FOUR_BOOKS, OTHER, THIS } from './figures.ts';
import { medianDurableInsertMs } from './insert.ts';
import { readOptions } from './options.ts';
import { closeTrades, openTrades } from './orders.ts';
import { performancePage, printed } from './page.ts';
import { hasPgbench, runPgbench } from './pgbench.ts';
import { profile } from './profile.ts';
import type { Machine, Report, Round, SideReport, Turn } from './report.ts';
import { type Side, startSide } from './side.ts';
import { runSockets } from './sockets.ts';
import { createTpcb, durabilityOf, runTpcb } from './tpcb.ts';
import { measureWatch } from './watch.ts';

/**
 * Everything that is compared runs here, one after the other, in turns. Only the ratios mean anything: a machine's speed changes by the
 * minute, and what it changes for one it changes for all. Options are in options.ts.
 */

/** The last commit before the kernel was rebuilt: what it costs is compared with. */
const BASELINE = 'a5adec5';
/** What is still open after a measurement is closed before the next one. */
const REST_SECONDS = 600;

const options = readOptions(process.argv.slice(2), hasCommit(BASELINE) ? BASELINE : undefined);
const report = await run();
if (options.json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
else {
  process.stdout.write(printed(report));
  // A page that lacks a part would pass for the whole.
  if (options.without.length === 0)
    writeFileSync(join(thisVersion().folder, 'docs/performance.md'), performancePage(report));
}
const off = Object.entries(report.durability).filter(([, setting]) => setting !== 'on');
if (off.length > 0) throw new Error(`measured with ${off.map(([name]) => name).join(', ')} off`);

async function run(): Promise<Report> {
  const { commit, changed, folder } = thisVersion();
  const began = new Date().toISOString();
  const { without, seconds } = options;
  const watch = without.includes('watch') ? null : measureWatch(mulberry32(11));
  const sides: Side[] = [];
  try {
    const tip = await startSide({ folder, commit, name: THIS, say });
    sides.push(tip);
    const sockets = without.includes('sockets') ? null : await runSockets(tip.cluster.superuserUrl, seconds);
    say('filling the tables of TPC-B at scale 32');
    await createTpcb(tip.cluster.superuserUrl);
    if (options.against !== undefined) {
      const version = checkOut(options.against, say);
      sides.push(await startSide({ ...version, name: `${OTHER} (${version.commit})`, say }));
    }
    for (const entries of options.entries) {
      const name = `${entries.toLocaleString('en-US')} entries`;
      sides.push(await startSide({ folder, commit, name, entries, say }));
    }
    if (!without.includes('books')) sides.push(await startSide({ folder, commit, name: FOUR_BOOKS, books: 4, say }));
    const rounds = await runRounds(tip, sides);
    const measured = { rounds, sides: await inTurn(sides, reportOf), watch, sockets };
    const machine = await machineOf(tip.cluster.superuserUrl);
    const durability = await durabilityOf(tip.cluster.superuserUrl);
    await stopAll(sides);
    const looked = without.includes('profile') ? null : await profile({ folder, commit }, seconds, say);
    const figures = figuresOf(measured);
    return { commit, changed, at: began, machine, durability, seconds, ...measured, profile: looked, figures };
  } finally {
    await stopAll(sides);
  }
}

async function runRounds(tip: Side, sides: readonly Side[]): Promise<Round[]> {
  const random = mulberry32(7);
  const rounds: Round[] = [];
  const comparable = hasPgbench();
  // One round first that is not counted: plans, caches and compiled code.
  for (let i = 0; i <= options.rounds; i++) {
    const seconds = i === 0 ? 2 : options.seconds;
    const { superuserUrl } = tip.cluster;
    const tpcb = await runTpcb(superuserUrl, seconds, random);
    const tpcbUnprepared = await runTpcb(superuserUrl, seconds, random, false);
    const pgbench = comparable ? await runPgbench(superuserUrl, seconds) : null;
    // There and back, so that nobody is always the one who comes after the other.
    const turns = await turnsOf(i % 2 === 0 ? sides : sides.toReversed(), seconds);
    const round = { tpcb, tpcbUnprepared, pgbench, turns };
    say(
      `${i === 0 ? 'warm-up' : `round ${i}`}: T ${tpcb.toFixed(0)}, unprepared ${tpcbUnprepared.toFixed(0)}, pgbench ${pgbench?.toFixed(0) ?? 'not installed'}`,
    );
    for (const [name, turn] of Object.entries(turns)) say(`  ${name}: ${lineOf(turn)}`);
    if (i > 0) rounds.push(round);
  }
  return rounds;
}

/** Each measurement on all sides before the next one: what is compared lies as close in time as it can. */
async function turnsOf(sides: readonly Side[], seconds: number): Promise<Record<string, Turn>> {
  const transfers = await inTurn(sides, (side) => side.transfers(seconds));
  const inserts = await inTurn(sides, (side) => medianDurableInsertMs(side.cluster.superuserUrl));
  const opening = await inTurn(sides, (side) => openTrades(side, seconds));
  const closing = await inTurn(sides, (side) => closeTrades(side, seconds));
  await inTurn(sides, closeTheRest);
  return Object.fromEntries(
    sides.map(({ name }, i) => [
      name,
      { transfers: at(transfers, i), insertMs: at(inserts, i), opening: at(opening, i), closing: at(closing, i) },
    ]),
  );
}

async function closeTheRest(side: Side): Promise<void> {
  const refused = Object.keys((await closeTrades(side, REST_SECONDS)).failed);
  if (refused.length > 0) throw new Error(`${side.name} did not close what it had opened: ${refused.join(', ')}`);
}

function at<T>(all: readonly T[], i: number): T {
  const one = all[i];
  if (one === undefined) throw new Error('a side was not measured');
  return one;
}

function lineOf({ transfers, opening, closing, insertMs }: Turn): string {
  const phase = ({ perSecond, p99Ms, apiUs, databaseUs, shares }: Turn['opening']): string =>
    `${perSecond.toFixed(0)}/s, p99 ${p99Ms.toFixed(1)} ms, ${apiUs.toFixed(0)} + ${databaseUs.toFixed(0)} µs, idle ${(shares.idle * 100).toFixed(0)} %, others ${(shares.others * 100).toFixed(0)} %`;
  return `transfers ${transfers.toFixed(0)}/s; opening ${phase(opening)}; closing ${phase(closing)}; insert ${insertMs.toFixed(2)} ms`;
}

async function reportOf({ name, commit, filled, sessionCheckUs }: Side): Promise<SideReport> {
  return {
    name,
    commit,
    filled,
    sessionAloneUs: await sessionCheckUs(1),
    sessionTogetherUs: await sessionCheckUs(64),
  };
}

/** One after the other: nothing else runs while something is measured. */
async function inTurn<From, To>(all: readonly From[], each: (one: From) => Promise<To>): Promise<To[]> {
  const done: To[] = [];
  for (const one of all) done.push(await each(one));
  return done;
}

async function machineOf(url: string): Promise<Machine> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: availableParallelism(),
      memoryGb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      postgres: rows[0]?.server_version ?? 'unknown',
    };
  } finally {
    await client.end();
  }
}

/** Also when a start failed half way: whatever is there is stopped once. */
async function stopAll(sides: Side[]): Promise<void> {
  for (let side = sides.pop(); side; side = sides.pop()) await side.stop();
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
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
