import { hash } from 'node:crypto';
import {
  type MirrorClose,
  type MirrorOpen,
  type StopCause,
  type StopCopy,
  stopLossReached,
} from '@clearbook/domain/copying';
import type { Outcome } from '@clearbook/domain/ledger';
import { isSymbol } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import { type Ledger, LedgerBusy, OutcomeUnknown } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { withLease } from '../../platform/lease.ts';
import type { Logger } from '../../platform/log.ts';
import type { Market } from '../market/index.ts';
import { findBehind, findTasks, findWatched, type Behind, type Task } from './engine.query.ts';
import { unrealised } from './value.ts';

export type EngineParts = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly market: Pick<Market, 'quote' | 'marks'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn' | 'error'>;
};

export type CopyEngine = {
  /** Something was committed that is to be mirrored. */
  wake(): void;
  /** Does what waits, and resolves when nothing does. */
  work(): Promise<void>;
  /** Closes what is open of a copy that ends, as far as its markets are open. */
  endCopy(copyId: string): Promise<void>;
  /** Brings mirrored trades down that a shut market or a crash left above their target, and ends copies that have nothing open any more. */
  catchUp(now: Date): Promise<void>;
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
  const { pool, ledger, market, clock, log } = parts;
  let running: Promise<void> | undefined;
  let again = false;
  let closed = false;

  async function drain(): Promise<void> {
    await withLease(pool, 'copyTasks', async () => {
      for (;;) {
        const tasks = closed ? [] : await findTasks(pool, TASKS_AT_A_TIME);
        if (tasks.length === 0) return;
        // A trader's moves in their order; traders do not wait for each other.
        const byLead = Map.groupBy(tasks, ({ lead_id }) => lead_id);
        const done = await Promise.allSettled([...byLead.values()].map(inOrder));
        for (const each of done) if (each.status === 'rejected') throw each.reason;
      }
    });
  }

  async function inOrder(tasks: readonly Task[]): Promise<void> {
    for (const task of tasks) {
      await perform(task);
      await pool.query('select ledger.finish_copy_tasks($1)', [[task.number]]);
    }
  }

  async function perform(task: Task): Promise<void> {
    const { kind, trade_id: tradeId, fill_id: fillId, copy_id: copyId } = task;
    if (kind === 'open' && tradeId !== null) {
      const { rows } = await pool.query<{ id: string; client_id: string }>(
        `select c.id, c.client_id from ledger.copy c join ledger.trade t on t.id = $2
         where c.lead_id = $1 and c.status in ('active', 'paused') and c.started_at <= t.opened_at order by c.id`,
        [task.lead_id, tradeId],
      );
      await all(
        rows.map((copy) =>
          send(
            { kind: 'mirror_open', clientId: copy.client_id, copyId: copy.id, leadTradeId: tradeId, atStart: false },
            `copy:${fillId}:${copy.id}`,
          ),
        ),
      );
    } else if (kind === 'close' && tradeId !== null) {
      const { rows } = await pool.query<Behind>(
        `select t.id, t.client_id, t.copy_id, t.lead_trade_id, t.symbol from ledger.trade t join ledger.copy c on c.id = t.copy_id
         where t.lead_trade_id = $1 and t.status = 'active' and c.status <> 'stopped' order by t.id`,
        [tradeId],
      );
      await all(rows.map((trade) => send(closeOf(trade), `copy:${fillId}:${trade.copy_id}`)));
    } else if (kind === 'start' && copyId !== null) {
      const { rows } = await pool.query<{ id: string; client_id: string }>(
        `select t.id, c.client_id from ledger.copy c join ledger.trade t on t.client_id = c.lead_id and t.status = 'active' and t.copy_id is null
         where c.id = $1 order by t.id`,
        [copyId],
      );
      for (const { id, client_id: clientId } of rows)
        await all([
          send({ kind: 'mirror_open', clientId, copyId, leadTradeId: id, atStart: true }, `copy-start:${id}:${copyId}`),
        ]);
    } else if (kind === 'stop' && copyId !== null) await endCopy(copyId);
  }

  async function endCopy(copyId: string): Promise<void> {
    const { rows } = await pool.query<{ client_id: string; status: string; listed: boolean }>(
      `select c.client_id, c.status, t.listed from ledger.copy c join ledger.trader t on t.id = c.trader_id where c.id = $1`,
      [copyId],
    );
    const [copy] = rows;
    if (copy === undefined || copy.status === 'stopped') return;
    const now = clock.now();
    const stop = (cause: StopCause) =>
      send(
        { kind: 'stop_copy', clientId: copy.client_id, copyId, cause, keep: false },
        `copy-end:${copyId}:${now.getTime()}:${cause}`,
      );
    if (copy.status !== 'stopping') {
      if (copy.listed) return;
      await stop('trader_deleted');
    }
    const open = await findBehind(pool, copyId);
    await all(open.filter(isOpen(now)).map((trade) => send(closeOf(trade), `copy-end:${trade.id}:${now.getTime()}`)));
    // Nothing open any more: the same command finds that and ends the copy.
    if ((await findBehind(pool, copyId)).length === 0)
      await send(
        { kind: 'stop_copy', clientId: copy.client_id, copyId, cause: 'client', keep: false },
        `copy-ended:${copyId}:${now.getTime()}`,
      );
  }

  /** A refusal is an answer. Anything that says "not now" is thrown, and the task stays for the next turn. */
  async function send(command: MirrorOpen | MirrorClose | StopCopy, key: string): Promise<Outcome | undefined> {
    try {
      const answer = await ledger.execute(command, {
        actorId: command.clientId,
        key,
        requestHash: hash('sha256', key),
      });
      return answer.outcome;
    } catch (error) {
      if (error instanceof LedgerBusy || error instanceof OutcomeUnknown) throw error;
      log.error({ err: error, command: command.kind, key }, 'a copy could not be decided');
      return undefined;
    }
  }

  /** Without a price nothing is sent: the answer would be kept for ever, and asked for again every few seconds. */
  function isOpen(now: Date): (trade: Behind) => boolean {
    return ({ symbol }) => isSymbol(symbol) && market.quote(symbol, 0, now).ok;
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
          await drain();
        } while (again && !closed);
      })().finally(() => {
        running = undefined;
      });
      return running;
    },

    endCopy,

    async catchUp(now) {
      await withLease(pool, 'copyCatchUp', async () => {
        const behind = (await findBehind(pool)).filter(isOpen(now));
        await all(behind.map((trade) => send(closeOf(trade), `copy-catch-up:${trade.id}:${now.getTime()}`)));
        // A closed account neither leads nor copies.
        const ended = await pool.query<{ id: string; client_id: string; leads: boolean }>(
          `select c.id, c.client_id, l.status = 'closed' as leads from ledger.copy c join ledger.party p on p.id = c.client_id join ledger.party l on l.id = c.lead_id
           where c.status in ('active', 'paused') and 'closed' in (p.status, l.status) limit 500`,
        );
        await all(
          ended.rows.map(({ id, client_id: clientId, leads }) =>
            send(
              { kind: 'stop_copy', clientId, copyId: id, cause: leads ? 'trader_deleted' : 'client', keep: false },
              `copy-closed:${id}`,
            ),
          ),
        );
        const { rows } = await pool.query<{ id: string }>(
          `select c.id from ledger.copy c where c.status = 'stopping'
             and not exists (select 1 from ledger.trade t where t.copy_id = c.id and t.status = 'active') limit 500`,
        );
        for (const { id } of rows) await endCopy(id);
      });
    },

    async watchStopLosses(now) {
      await withLease(pool, 'copyStopLosses', async () => {
        const marks = market.marks(now);
        const reached = (await findWatched(pool)).filter((copy) =>
          stopLossReached(copy, unrealised(copy.open, copy.terms, marks)),
        );
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

function closeOf(trade: Behind): MirrorClose {
  return {
    kind: 'mirror_close',
    clientId: trade.client_id,
    copyId: trade.copy_id,
    tradeId: trade.id,
    leadTradeId: trade.lead_trade_id,
  };
}

/** All of them to their end, then the first that failed. */
async function all(sent: readonly Promise<unknown>[]): Promise<void> {
  for (const each of await Promise.allSettled(sent)) if (each.status === 'rejected') throw each.reason;
}
