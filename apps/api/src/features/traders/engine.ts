import { stopLossReached } from '@clearbook/domain/copying';
import { INSTRUMENTS } from '@clearbook/domain/market';
import { atBest } from '@clearbook/domain/trading';
import { all, each, Failures } from '../../platform/failures.ts';
import { withLease } from '../../platform/lease.ts';
import { closeOf, endEmptied, endOf, type EngineParts, isDealt, perform, senderOf } from './engine-tasks.ts';
import { findBehind, findTasks, findWatched, type Task } from './engine.query.ts';
import { payProfitShares } from './profit-shares.ts';
import { unrealisedOrUnknown } from './value.ts';

export type CopyEngine = {
  /** Something was committed that is to be mirrored. */
  wake(): void;
  /** Does what waits, and resolves when nothing does. */
  work(): Promise<void>;
  /** Closes what is open of a copy that ends, as far as its markets are open. */
  endCopy(copyId: string): Promise<void>;
  /** Brings mirrored trades down that a shut market, a quote that came first or a crash left above their target. */
  catchUp(now: Date): Promise<void>;
  /** Ends the copies of closed accounts, and those that have nothing open any more. */
  endEmptied(): Promise<void>;
  /** Ends the copies that reached their stop-loss at the latest prices. */
  watchStopLosses(now: Date): Promise<void>;
  close(): Promise<void>;
};

/** Tasks read at a time. A trader's opening is one task, however many copies it has. */
const TASKS_AT_A_TIME = 500;

/**
 * What traders do, done again for their copies. The queue is in the database, written in the commit that moves the trader's trade, so a crash forgets
 * nothing; every copy is a command of the copier under a key that names the trader's fill, so doing it again does nothing twice. All copies of one
 * opening are sent at once and leave in the ledger's batches: one commit for up to 512.
 */
export function createCopyEngine(parts: EngineParts): CopyEngine {
  const { pool, market, log } = parts;
  const send = senderOf(parts);
  const symbols = INSTRUMENTS.map(({ symbol }) => symbol);
  const endCopy = (copyId: string): Promise<void> => endOf(parts, send, copyId);
  let running: Promise<void> | undefined;
  let again = false;
  let closed = false;

  async function drain(): Promise<void> {
    await withLease(pool, 'copyTasks', async () => {
      const failures = new Failures();
      const failed: string[] = [];
      for (;;) {
        const tasks = closed ? [] : await findTasks(pool, TASKS_AT_A_TIME, failed);
        if (tasks.length === 0) return failures.throwFirst();
        // A trader's moves in their order; traders do not wait for each other.
        const byLead = Map.groupBy(tasks, ({ lead_id }) => lead_id);
        const done = [...byLead].map(([lead, moves]) =>
          inOrder(moves).catch((error: unknown) => {
            failed.push(lead);
            throw error;
          }),
        );
        await failures.past(all(done));
      }
    });
  }

  async function inOrder(tasks: readonly Task[]): Promise<void> {
    for (const task of tasks) {
      await perform(parts, send, task);
      await pool.query('select ledger.finish_copy_tasks($1)', [[task.number]]);
    }
  }

  return {
    wake() {
      again = true;
      void this.work().catch((error: unknown) => log.warn({ err: error }, 'copies wait for the next turn'));
    },

    work() {
      running ??= (async () => {
        do {
          again = false;
          await each([drain, () => payProfitShares(parts)], (step) => step());
        } while (again && !closed);
      })().finally(() => {
        running = undefined;
      });
      return running;
    },

    endCopy,

    async catchUp(now) {
      await withLease(pool, 'copyCatchUp', async () => {
        const behind = await findBehind(pool, symbols.filter(isDealt(market, now)));
        await all(behind.map((trade) => send(closeOf(trade), `copy-catch-up:${trade.id}:${now.getTime()}`)));
      });
    },

    endEmptied: () => withLease(pool, 'copyEnds', () => endEmptied(parts, send)).then(() => undefined),

    async watchStopLosses(now) {
      await withLease(pool, 'copyStopLosses', async () => {
        const marks = atBest(market.marks(now));
        const reached = (await findWatched(pool)).filter((copy) => {
          const open = unrealisedOrUnknown(copy.open, copy.terms, marks);
          return open !== undefined && stopLossReached(copy, open);
        });
        await all(
          reached.map(({ id, clientId }) =>
            send(
              { kind: 'stop_copy', clientId, copyId: id, cause: 'stop_loss', keep: false },
              `copy-stop-loss:${id}:${now.getTime()}`,
            ),
          ),
        );
      });
    },

    async close() {
      closed = true;
      await running?.catch(() => undefined);
    },
  };
}
