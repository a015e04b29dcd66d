import {
  apply,
  type ChargedNight,
  chargeNightsFirst,
  type Command,
  CONSTRAINTS,
  type Context,
  decide,
  type AnyDecision,
  Later,
  type LockSet,
  type Outcome,
  type Refusal,
  refusedByDatabase,
  type RowImage,
  type State,
} from '@clearbook/domain/ledger';
import { hash } from 'node:crypto';
import type pg from 'pg';
import { commitStatement, type Decided } from './commit-batch.ts';
import { timings } from '../platform/telemetry/index.ts';
import { brokenConstraint, classify, LedgerBusy, LedgerHalted, OutcomeUnknown } from './failures.ts';
import { readBatch, slotOf } from './read-batch.ts';

/** The actor, the key the command is sent under, and the SHA-256 (hex) of everything the key stands for. */
export type CommandKey = { readonly actorId: string; readonly key: string; readonly requestHash: string };

export type QueueOptions = {
  readonly pool: pg.Pool;
  readonly context: () => Context;
  /** Is given the rows of a batch, and the state that they leave, before its COMMIT is sent. They are committed when their invalidation arrives, and not before. */
  readonly onWriting?: (rows: readonly RowImage[], state: State) => void;
  /** Called after a batch is committed, when its changes can be read. */
  readonly onCommitted?: () => void;
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void };
};

/** Commands in one transaction at most. */
export const MAX_BATCH = 512;
/** Batches of a queue in flight at most: while one waits for the disk, the next is decided and written. The row locks keep them apart. */
export const WORKERS = 2;
/** A second batch is worth its overhead only when this many commands wait. */
export const NEXT_WORKER_AT = 24;
/**
 * After a large batch its callers come back one by one. A batch worker that would leave with a few of them waits this long for the others: a batch
 * costs the database as much as a dozen commands, whatever is in it. A caller alone never waits.
 */
export const LINGER_MS = 2;
/** How long a command is tried again at most, from its arrival, while the database cannot be reached or gives up on its batches. */
export const MAX_WAIT_MS = 10_000;
/** How often a batch is repeated after serialization failures and deadlocks. */
const MAX_REPEATS = 3;
/** Pause before a command that has to wait for an earlier one is tried again. */
const LATER_MS = 50;
/** Pause between two attempts to reach the database. */
export const RECONNECT_PAUSE_MS = 100;

export type Waiting = {
  readonly command: Command;
  readonly key: CommandKey;
  readonly locks: LockSet;
  readonly since: number;
  readonly resolve: (answer: { readonly outcome: Outcome; readonly replayed: boolean }) => void;
  readonly reject: (error: unknown) => void;
  /** A commit that carried it was sent and never answered. */
  unknown: boolean;
  /** A refusal that only the database could detect: how it ends if the next attempt would be approved again. */
  refused: Refusal | undefined;
};

/** Commands of one book that wait for their batch. */
export type CommandQueue = {
  push(waiting: Waiting): void;
  /** Commands waiting and under way. */
  depth(): number;
  /** Finishes what waits. */
  finish(): Promise<void>;
};

/**
 * Group commit: commands that arrive while a batch is in flight wait for the next one. A batch is one database transaction; each command
 * in it is decided in order against what the ones before it left; a refused one doesn't affect the others. A batch is of one book.
 */
export function createQueue(book: number, { pool, context, onWriting, onCommitted, log }: QueueOptions): CommandQueue {
  let queue: Waiting[] = [];
  const workers = new Set<Promise<void>>();
  /** Batch workers that will still look at the queue. Decremented in the same turn in which one finds it empty. */
  let open = 0;
  let closed = false;
  let inFlight = 0;
  /** Size of the last batch: a sign of how many callers will be back at once. */
  let recentSize = 0;

  function startWorker(): void {
    open += 1;
    const worker = run().finally(() => void workers.delete(worker));
    workers.add(worker);
  }

  async function run(): Promise<void> {
    // Let every command of this turn of the event loop join the first batch.
    await new Promise(setImmediate);
    while (queue.length > 0) {
      if (queue.length < recentSize >> 1) await new Promise((resolve) => setTimeout(resolve, LINGER_MS));
      const batch = takeBatch();
      // The other worker may have taken everybody meanwhile.
      if (batch.length === 0) continue;
      recentSize = batch.length;
      timings.batchSize.observe(batch.length);
      const committed = timings.commit.startTimer();
      if (queue.length >= NEXT_WORKER_AT && open < WORKERS) startWorker();
      inFlight += batch.length;
      await settle(batch);
      committed();
      inFlight -= batch.length;
    }
    open -= 1;
  }

  /** Puts a command that has to wait back into its place in the queue. */
  function again(waiting: Waiting, cause: Later): void {
    setTimeout(() => {
      if (closed || performance.now() - waiting.since > MAX_WAIT_MS) return giveUp(waiting, cause);
      queue.push(waiting);
      if (open === 0) startWorker();
    }, LATER_MS);
  }

  /** The first commands in the queue that share no deposit, withdrawal, trade, loan, entry or key; the others keep their place. */
  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const later: Waiting[] = [];
    const taken = new Set<string>();
    for (const [position, waiting] of queue.entries()) {
      if (batch.length === MAX_BATCH) {
        later.push(...queue.slice(position));
        break;
      }
      const own = rowsOf(waiting);
      if (own.some((row) => taken.has(row))) later.push(waiting);
      else {
        for (const row of own) taken.add(row);
        batch.push(waiting);
      }
    }
    queue = later;
    return batch;
  }

  /** Runs a batch until each of its commands has an answer or an error. Never throws. */
  async function settle(batch: Waiting[]): Promise<void> {
    let repeats = 0;
    for (;;) {
      const attempt = await runBatch(batch);
      if (attempt.done) return;
      const { error, afterCommit } = attempt;
      const failure = classify(error);
      if (failure === 'poison') {
        await isolate(batch, error);
        return;
      }
      if (failure === 'storage') {
        for (const waiting of batch) waiting.reject(new LedgerHalted('storage_full', { cause: error }));
        return;
      }
      // Nothing was changed, so all are tried again.
      if (failure === 'connection' && afterCommit) for (const waiting of batch) waiting.unknown = true;
      const expired = batch.filter((waiting) => performance.now() - waiting.since > MAX_WAIT_MS);
      for (const waiting of expired) giveUp(waiting, error);
      batch = batch.filter((waiting) => !expired.includes(waiting));
      if (batch.length === 0) return;
      if (failure === 'repeat' && ++repeats > MAX_REPEATS) {
        // One of them may be what the database decides otherwise each time, and a close beside it must not pay for that.
        if (batch.length > 1 && isDecidedAgain(error)) await inHalves(batch);
        else for (const waiting of batch) giveUp(waiting, error);
        return;
      }
      if (failure === 'connection') await new Promise((resolve) => setTimeout(resolve, RECONNECT_PAUSE_MS));
      log.warn({ failure, afterCommit, commands: batch.length, err: error }, 'a batch runs again');
    }
  }

  /** The batch was rolled back because of one command: splits it in halves until that command is alone, so that the others go through. */
  async function isolate(batch: Waiting[], error: unknown): Promise<void> {
    const [only] = batch;
    if (batch.length === 1 && only) {
      const refusal = refusalOfConstraint(error);
      if (refusal && only.refused === undefined) {
        only.refused = refusal;
        await settle(batch);
      } else {
        log.error({ command: only.command.kind, err: error }, 'a command could not be written');
        only.reject(error);
      }
      return;
    }
    await inHalves(batch);
  }

  async function inHalves(batch: Waiting[]): Promise<void> {
    const middle = batch.length >> 1;
    await settle(batch.slice(0, middle));
    await settle(batch.slice(middle));
  }

  type Attempt =
    | { readonly done: true }
    | { readonly done: false; readonly error: unknown; readonly afterCommit: boolean };

  /** One transaction. Resolves the commands of the batch once it is durable; otherwise says what went wrong and whether COMMIT was out. */
  async function runBatch(batch: readonly Waiting[]): Promise<Attempt> {
    let client: pg.PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      return { done: false, error: unreachable(error), afterCommit: false };
    }
    let afterCommit = false;
    let broken: Error | undefined;
    const onError = (error: Error): void => void (broken = error);
    client.on('error', onError);
    try {
      // Sent together, like the write and its commit below, so that no lock waits for a busy process.
      const [, { state, answers }] = await Promise.all([
        client.query('begin'),
        readBatch(
          client,
          book,
          batch.map(({ key, locks }) => ({ actorId: key.actorId, key: key.key, locks })),
        ),
      ]);
      const settings = context();
      const decided: Decided[] = [];
      const finish: (() => void)[] = [];
      for (const waiting of batch) {
        const { actorId, key, requestHash } = waiting.key;
        const known = answers.get(slotOf(actorId, key));
        if (known) {
          const outcome: Outcome =
            known.requestHash === requestHash ? known.outcome : { ok: false, refusal: { code: 'key.reused' } };
          // An answer that only our own lost commit can have stored is the request's first answer, not a replay.
          const replayed = known.requestHash === requestHash && !waiting.unknown;
          finish.push(() => waiting.resolve({ outcome, replayed }));
          continue;
        }
        let decision: AnyDecision;
        try {
          decided.push(...chargeNightsFirst(state, waiting.command, settings).map(nightItem));
          decision = decide(state, waiting.command, settings);
          if (waiting.refused)
            decision = refusedByDatabase(state, waiting.command, decision, waiting.refused, settings);
          apply(state, decision, settings.now);
        } catch (error) {
          if (error instanceof Later) {
            finish.push(() => again(waiting, error));
            continue;
          }
          // A bug in one decision fails that command alone.
          log.error({ command: waiting.command.kind, err: error }, 'a decision threw');
          finish.push(() => waiting.reject(error));
          continue;
        }
        const item = { actorId, key, requestHash, decision };
        decided.push(item);
        finish.push(() => waiting.resolve({ outcome: decision.outcome, replayed: false }));
      }
      if (decided.length === 0) {
        await client.query('rollback');
      } else {
        const write = commitStatement(book, decided, settings.now, settings.newId);
        onWriting?.(rowsIn(decided), state);
        afterCommit = true;
        // Behind a write that failed, COMMIT is a rollback.
        await Promise.all([client.query(write), client.query('commit')]);
        onCommitted?.();
      }
      client.off('error', onError);
      client.release();
      for (const resolve of finish) resolve();
      return { done: true };
    } catch (error) {
      const failure = broken ?? error;
      const lost = classify(failure) === 'connection';
      if (!lost)
        await client.query('rollback').catch((rollbackError: unknown) => void (broken = rollbackError as Error));
      client.off('error', onError);
      client.release(lost || broken !== undefined);
      return { done: false, error: failure, afterCommit };
    }
  }

  return {
    push(waiting) {
      queue.push(waiting);
      if (open === 0 || (open < WORKERS && queue.length >= NEXT_WORKER_AT)) startWorker();
    },
    depth: () => queue.length + inFlight,
    async finish() {
      closed = true;
      while (workers.size > 0) await Promise.all(workers);
    },
  };
}

/** A night charged by a close, under its own key, so that it's recorded like any other command. */
function nightItem({ night: { clientId, tradeId, day }, decision }: ChargedNight): Decided {
  const key = `financing:${tradeId}:${day}:close`;
  return { actorId: clientId, key, requestHash: hash('sha256', key), decision };
}

function rowsIn(decided: readonly Decided[]): RowImage[] {
  return decided.flatMap(({ decision }) => decision.rows ?? []);
}

/** What two commands of one batch never share: a key, or a row that both could change. */
function rowsOf({ key, locks }: Waiting): string[] {
  const alone = locks.rows.filter(({ of }) => of.alone);
  return [slotOf(key.actorId, key.key), ...alone.flatMap(({ ids }) => ids)];
}

export function giveUp(waiting: Waiting, cause: unknown): void {
  waiting.reject(
    waiting.unknown
      ? new OutcomeUnknown('the commit was not answered', { cause })
      : new LedgerBusy('the database could not take it', { cause }),
  );
}

/** A refusal that only the database can detect: a payment credited by another command, a trader copied twice. */
function refusalOfConstraint(error: unknown): Refusal | undefined {
  const code = CONSTRAINTS[brokenConstraint(error) ?? ''];
  return code === undefined ? undefined : { code };
}

/** Refused over what was committed meanwhile, and not for want of a lock or of time, of which halves would take more. */
function isDecidedAgain(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40001';
}

/** A failure to get a connection counts as a lost connection, whatever the driver calls it. */
function unreachable(error: unknown): Error {
  return new Error('no connection to the database', { cause: error });
}
