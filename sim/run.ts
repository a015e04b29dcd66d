import { PROPOSALS } from '@clearbook/domain/proposals';
import { ORDER_SPLITS } from '@clearbook/domain/corporate-actions';
import { PACKAGES } from '@clearbook/domain/plans';
import { TRADES, ORDERS } from '@clearbook/domain/trading';
import { LOANS } from '@clearbook/domain/loans';
import { HOLDS } from '@clearbook/domain/holds';
import { WITHDRAWALS, DEPOSITS } from '@clearbook/domain/funding';
import { createLedger, type Ledger } from '@clearbook/api/ledger/index.ts';
import { createPool } from '@clearbook/api/platform/database/pool.ts';
import type { Outcome } from '@clearbook/domain/ledger';
import { openUser } from '../apps/api/test/books.ts';
import { announce, nextAction } from './actions.ts';
import { compareChange, compareEverything } from './compare.ts';
import { createFaults, type Pool } from './faults.ts';
import { checkInvariants, checkSnapshot, prefixHash } from './invariants.ts';
import { Oracle, slot } from './oracle.ts';
import { recordOrder, takeOrder } from './order.ts';
import { createRandom, type Random } from './random.ts';
import { type Submission, Workload } from './workload.ts';
import { createClock, createWorld } from './world.ts';

export type SimOptions = {
  readonly seed: number;
  /** Commands to send. */
  readonly steps: number;
  readonly appUrl: string;
  readonly superuserUrl: string;
  /** Books that the clients are spread over; left out: one. */
  readonly books?: number;
  /** Also crash the database server itself now and then: only where nobody else uses it. */
  readonly crashes: boolean;
  readonly onProgress?: (steps: number) => void;
};

export type SimReport = {
  readonly seed: number;
  readonly steps: number;
  readonly seconds: number;
  /** Answers by what they said: "ok top_up", "withdrawal.code_wrong", "error". */
  readonly answers: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<string, number>;
  /** Where deposits, withdrawals and trades ended up: a run that never reaches a state says nothing about it. */
  readonly reached: ReadonlyMap<string, number>;
};

/** A rule did not hold. */
export class Violation extends Error {
  override name = 'Violation';
  readonly step: number;
  constructor(step: number, problems: readonly string[]) {
    super(
      `after step ${step}:\n  ${problems.slice(0, 12).join('\n  ')}${problems.length > 12 ? `\n  and ${problems.length - 12} more` : ''}`,
    );
    this.step = step;
  }
}

const START = new Date('2026-03-11T16:00:00.000Z');
const CLIENTS = 150;
const STAFF = 6;
const MAX_ROUND = 600;
/** Commands between two looks at everything. */
const FULL_CHECK_EVERY = 25_000;
const CHANCE = {
  fault: 0.35,
  crash: 0.01,
  settings: 0.05,
  snapshot: 0.3,
  apart: 0.3,
  announcing: 0.5,
  exDate: 0.1,
} as const;

type Answered = { readonly outcome: Outcome; readonly replayed: boolean } | { readonly error: unknown };

/**
 * Random commands from two server processes against one database, with faults, and the same commands through the oracle. After every round
 * the rows that changed are compared; everything, and every invariant, at intervals and at the end. Throws a Violation.
 */
export async function simulate(options: SimOptions): Promise<SimReport> {
  const owner = createPool(options.superuserUrl, undefined, { max: 4 });
  const pools = [createPool(options.appUrl), createPool(options.appUrl)];
  const [, reader] = pools;
  if (!reader) throw new Error('no pool');
  try {
    return await play(options, owner, pools, reader);
  } finally {
    await Promise.all([...pools, owner].map((pool) => pool.end()));
  }
}

async function play(options: SimOptions, owner: Pool, pools: readonly Pool[], reader: Pool): Promise<SimReport> {
  const started = performance.now();
  const random = createRandom(options.seed);
  const clock = createClock(START);
  const world = createWorld(options.seed);
  const settings = { minimumWithdrawal: 1_000n, withdrawalFeeBps: 100 };
  const feeBpsEver = new Set([settings.withdrawalFeeBps]);
  const faults = createFaults(async (pid) => void (await owner.query('select pg_terminate_backend($1, 5000)', [pid])));
  const errors: string[] = [];
  const log = {
    warn: () => undefined,
    error: (details: object) => void errors.push(String(Reflect.get(details, 'err'))),
  };
  const ledgers = pools.map((pool) =>
    createLedger({ pool: faults.around(pool), log, context: () => world.contextAt(clock.tick()) }),
  );

  await recordOrder(owner);
  const oracle = new Oracle(world, settings, (decision, number) => workload.learn(decision, number));
  for (let book = 1; book < (options.books ?? 1); book++) await owner.query('select ledger.add_book()');
  const clients = Array.from({ length: CLIENTS }, () => random.uuid());
  const staff = Array.from({ length: STAFF }, () => random.uuid());
  for (const id of clients) await open(owner, oracle, id, 'client');
  for (const id of staff) await open(owner, oracle, id, 'staff');
  await learnPackages(owner, oracle);
  const workload: Workload = new Workload({ random, world, reference: oracle.reference, settings, clients, staff });

  const sent = new Map<string, Submission>();
  const answers = new Map<string, number>();
  const prefixes: { upto: ReadonlyMap<number, bigint>; at: Date; hash: string }[] = [];
  let fullCheckAt = FULL_CHECK_EVERY;
  let step = 0;

  while (step < options.steps) {
    clock.jump(pause(random));
    const { state } = oracle.reference;
    const action = random.chance(CHANCE.exDate) ? nextAction(state, clock.now()) : undefined;
    if (action) clock.jump(action.getTime() - clock.now().getTime() + random.between(0, 5_000));
    if (random.chance(CHANCE.announcing)) await announce(owner, { random, world, state, now: clock.now() });
    if (random.chance(CHANCE.settings)) {
      settings.minimumWithdrawal = BigInt(random.between(0, 10_000));
      settings.withdrawalFeeBps = random.between(0, 500);
      feeBpsEver.add(settings.withdrawalFeeBps);
      await owner.query('update app.settings set miniwithdrawal_cents = $1, withdrawal_fee_bps = $2', [
        settings.minimumWithdrawal.toString(),
        settings.withdrawalFeeBps,
      ]);
    }
    const round = workload.round(Math.min(options.steps - step, roundSize(random)), clock.now());
    for (const submission of round) sent.set(slot(submission), submission);
    const faultsBefore = faults.total();
    // A short run may have had none by its middle: from there on every round brings one until it has.
    if (random.chance(CHANCE.fault) || (faultsBefore === 0 && step * 2 > options.steps)) faults.arm(random);
    const apart = random.chance(CHANCE.apart);
    const snapshot = random.chance(CHANCE.snapshot) ? checkSnapshot(reader, random.pick(clients)).catch(() => []) : [];
    const crash =
      options.crashes && random.chance(CHANCE.crash) ? crashDatabase(options.superuserUrl, faults.met) : undefined;

    const results = await Promise.all(round.map((submission, i) => send(ledgers, submission, apart ? i % 5 : 0)));
    faults.disarm();
    await crash;
    step += round.length;

    const problems: string[] = [...(await snapshot)];
    try {
      const change = oracle.follow(await takeOrder(owner), sent);
      problems.push(...(await compareChange(owner, oracle, change)));
    } catch (error) {
      // The oracle itself could not follow: what the database did is impossible by its rules.
      throw new Violation(step, [`the oracle cannot follow: ${String(error)}`, ...errors.slice(-3)]);
    }
    problems.push(...checkAnswers(round, results, oracle, answers, faults.total() === faultsBefore));
    if (problems.length > 0)
      throw new Violation(step, [...problems, ...errors.slice(-3).map((error) => `logged: ${error}`)]);
    errors.length = 0;

    if (step >= fullCheckAt || step >= options.steps) {
      fullCheckAt += FULL_CHECK_EVERY;
      // The questions below read whole tables; the planner should know how large they have become.
      await owner.query('analyze');
      const found = [...(await compareEverything(owner, oracle)), ...(await checkInvariants(owner, feeBpsEver))];
      for (const { upto, at, hash } of prefixes)
        if ((await prefixHash(owner, upto, at)) !== hash)
          found.push(`I06 what was written by ${at.toISOString()} has changed`);
      if (found.length > 0) throw new Violation(step, found);
      const upto = new Map(oracle.reference.entries.map(({ book, number }) => [book, number] as const));
      const at = clock.now();
      prefixes.push({ upto, at, hash: await prefixHash(owner, upto, at) });
      // What house accounts gained is folded at any time; nothing may change by it.
      await owner.query('select ledger.fold_house()');
      options.onProgress?.(step);
    }
  }
  await Promise.all(ledgers.map((ledger) => ledger.close()));
  return {
    seed: options.seed,
    steps: step,
    seconds: (performance.now() - started) / 1000,
    answers,
    faults: faults.met,
    reached: reachedStates(oracle),
  };
}

async function open(owner: Pool, oracle: Oracle, id: string, kind: 'client' | 'staff'): Promise<void> {
  await openUser(owner, id, kind);
  const { rows } = await owner.query<{ book: number }>('select book from ledger.party_book where id = $1', [id]);
  oracle.reference.open(id, kind, rows[0]?.book);
}

/** What is on sale is in the database from the start. */
async function learnPackages(owner: Pool, oracle: Oracle): Promise<void> {
  const { rows } = await owner.query<{
    id: string;
    name: string;
    price: string;
    markup: number;
    ceiling: number;
    features: string[];
    at: Date;
  }>('select id, name, price, markup, leverage_ceiling as ceiling, features, at from ledger.package');
  for (const { price, ceiling, ...row } of rows)
    oracle.reference.state
      .of(PACKAGES)
      .set(row.id, { ...row, price: BigInt(price), leverageCeiling: ceiling, addedBy: null });
}

async function send(ledgers: readonly Ledger[], submission: Submission, turns: number): Promise<Answered> {
  for (let i = 0; i < turns; i++) await new Promise(setImmediate);
  const { command, actorId, key, requestHash } = submission;
  const ledger = ledgers[submission.process];
  if (!ledger) throw new Error('no such process');
  try {
    return await ledger.execute(command, { actorId, key, requestHash });
  } catch (error) {
    return { error };
  }
}

/**
 * Each answer against what the oracle has under its key; and that of all who sent the same, no more than one was told it was the first.
 * After a lost commit a ledger cannot know whose answer it finds, so that is asked of calm rounds only.
 */
function checkAnswers(
  round: readonly Submission[],
  results: readonly Answered[],
  oracle: Oracle,
  counts: Map<string, number>,
  calm: boolean,
): string[] {
  const problems: string[] = [];
  const firsts = new Set<string>();
  for (const [i, submission] of round.entries()) {
    const result = results[i];
    if (result === undefined) continue;
    if ('error' in result) {
      count(counts, 'error');
      if (!submission.mayFail)
        problems.push(`${submission.command.kind} ${submission.key} failed: ${String(result.error)}`);
      continue;
    }
    const { outcome, replayed } = result;
    count(counts, outcome.ok ? `ok ${submission.command.kind}` : outcome.refusal.code);
    const expected = oracle.answer(submission);
    if (JSON.stringify(outcome) !== JSON.stringify(expected)) {
      problems.push(
        `${submission.command.kind} ${submission.key} was answered ${JSON.stringify(outcome)}, expected ${JSON.stringify(expected)}`,
      );
    }
    const mine = slot(submission);
    if (calm && !replayed && !(outcome.ok === false && outcome.refusal.code === 'key.reused')) {
      if (firsts.has(mine)) problems.push(`${submission.key} was answered twice as the first`);
      firsts.add(mine);
    }
  }
  return problems;
}

function reachedStates({ reference, closings }: Oracle): Map<string, number> {
  const reached = new Map<string, number>();
  for (const { status } of reference.state.of(DEPOSITS).values()) count(reached, `deposit ${status}`);
  for (const { status } of reference.state.of(WITHDRAWALS).values()) count(reached, `withdrawal ${status}`);
  for (const { status } of reference.state.of(LOANS).values()) count(reached, `loan ${status}`);
  for (const { status, reason } of reference.state.of(ORDERS).values()) {
    count(reached, `order ${status}`);
    if (reason === 'split') count(reached, 'order ended by a split');
  }
  for (const _ of reference.state.of(ORDER_SPLITS).values()) count(reached, 'order split');
  for (const { liftedAt } of reference.state.of(HOLDS).values())
    count(reached, liftedAt === null ? 'hold placed' : 'hold lifted');
  for (const { kind, status } of reference.state.of(PROPOSALS).values())
    count(reached, `proposal of ${kind} ${status}`);
  const parts = Map.groupBy(closings, (closing) => closing.split(' ')[1]);
  for (const { id, status, shortfall, financed, dividends, splits, closedBy } of reference.state.of(TRADES).values()) {
    count(reached, `trade ${status}`);
    if (financed > 0n) count(reached, 'trade financed');
    if (dividends !== 0n) count(reached, dividends > 0n ? 'trade received dividends' : 'trade paid dividends');
    if (splits.num !== splits.den) count(reached, 'trade split');
    if (closedBy === 'split') count(reached, 'trade ended by a split');
    if (shortfall > 0n) count(reached, 'trade with shortfall');
    if ((parts.get(id)?.length ?? 0) > 1) count(reached, 'trade closed in parts');
  }
  return reached;
}

/**
 * One of the server's own processes dies, and with it, as PostgreSQL does it, every connection; then it recovers from its log. Resolves once it
 * has: between the death and what the server makes of it an older connection still answers, so another one is watched until it ends.
 */
async function crashDatabase(url: string, met: Map<string, number>): Promise<void> {
  const pool = createPool(url, undefined, { max: 1, idleTimeoutMillis: 0 });
  const witness = await pool.connect();
  const ended = new Promise<void>((resolve) => witness.once('end', resolve));
  witness.on('error', () => undefined);
  const { rows } = await witness.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid() limit 1`,
  );
  const pid = rows[0]?.pid;
  if (pid !== undefined) {
    count(met, 'crash');
    process.kill(pid, 'SIGKILL');
    await ended;
  }
  witness.release(true);
  // Nobody is let in before the last of the old connections has gone and the log is read.
  for (const until = performance.now() + 30_000; performance.now() < until;) {
    try {
      await pool.query('select 1');
      await pool.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('the database did not recover within 30 s');
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** From a lone command to more than one batch holds in flight. */
function roundSize(random: Random): number {
  const pick = random.next();
  if (pick < 0.1) return 1;
  if (pick < 0.3) return random.between(2, 20);
  return random.between(20, MAX_ROUND);
}

/** Mostly seconds; codes run out after minutes, locked rates after an hour, top-ups begin again the next day, and a proposal lapses after a week. */
function pause(random: Random): number {
  const pick = random.next();
  if (pick < 0.65) return random.between(1, 30_000);
  if (pick < 0.88) return random.between(60_000, 900_000);
  if (pick < 0.95) return random.between(3_600_000, 14_400_000);
  if (pick < 0.985) return random.between(43_200_000, 90_000_000);
  return random.between(2, 9) * 86_400_000;
}
