import { type Command, type CommandKind, isOfStaff, lockSet, type OutcomeOf } from '@clearbook/domain/ledger';
import type { Halt } from '../platform/halt.ts';
import { BookOf } from './book-of.ts';
import { classify, LedgerBusy, LedgerHalted } from './failures.ts';
import {
  type CommandKey,
  type CommandQueue,
  createQueue,
  giveUp,
  MAX_WAIT_MS,
  type QueueOptions,
  RECONNECT_PAUSE_MS,
  type Waiting,
} from './group-commit.ts';
import { type Preview, previewCommand, type Previewed } from './preview.ts';

/** `replayed`: the key was answered before, and this is that answer. */
export type Answer<K extends CommandKind = CommandKind> = {
  readonly outcome: OutcomeOf<K>;
  readonly replayed: boolean;
};

export type Ledger = {
  /** Decides a command and, once this resolves, its effect is on disk. Throws LedgerBusy, OutcomeUnknown, or what a decision threw. */
  execute<C extends Command>(command: C, key: CommandKey): Promise<Answer<C['kind']>>;
  /** Decides an order as if it were placed now, without writing anything. The result may differ a moment later. */
  preview(command: Previewed): Promise<Preview>;
  /** Commands waiting and under way. */
  depth(): number;
  /** Finishes the queues and accepts no further commands. */
  close(): Promise<void>;
};

export type LedgerOptions = QueueOptions & {
  /** Asked before a command is accepted: why none is at the moment. */
  readonly halted?: () => Halt | undefined;
};

/** Commands waiting at most, of all books; one more is refused as busy. */
export const MAX_QUEUE = 20_000;

/**
 * Each book has queues of its own, and so batches of its own: none ever waits for what another book's do. What staff decide goes by itself: a
 * member of staff is locked by their decisions in every book, and clients do not wait for that.
 */
export function createLedger({ halted, ...options }: LedgerOptions): Ledger {
  const { pool, context } = options;
  const books = new BookOf(pool);
  const queues = new Map<string, CommandQueue>();
  /** Commands whose book is being looked up. */
  const sought = new Set<Promise<void>>();
  let closed = false;

  function queueOf(book: number, command: Command): CommandQueue {
    const name = `${book} ${isOfStaff(command) ? 'staff' : 'clients'}`;
    const known = queues.get(name);
    if (known !== undefined) return known;
    const queue = createQueue(book, options);
    queues.set(name, queue);
    return queue;
  }

  function depth(): number {
    return [...queues.values()].reduce((sum, queue) => sum + queue.depth(), sought.size);
  }

  /** Nothing was sent yet, so it's asked again for as long as a batch would be. */
  async function bookOf(client: string, since: number): Promise<number> {
    for (;;) {
      try {
        return await books.find(client);
      } catch (error) {
        const failure = classify(error);
        if (failure === 'poison' || failure === 'storage' || performance.now() - since > MAX_WAIT_MS) throw error;
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_PAUSE_MS));
      }
    }
  }

  async function seek(client: string, waiting: Waiting): Promise<void> {
    try {
      queueOf(await bookOf(client, waiting.since), waiting.command).push(waiting);
    } catch (error) {
      giveUp(waiting, error);
    }
  }

  return {
    execute(command, key) {
      if (closed || depth() >= MAX_QUEUE)
        return Promise.reject(new LedgerBusy(closed ? 'the ledger is closing' : 'the queue is full'));
      const halt = halted?.();
      if (halt !== undefined) return Promise.reject(new LedgerHalted(halt));
      return new Promise((resolve, reject) => {
        const waiting: Waiting = {
          command,
          key,
          locks: lockSet(command),
          since: performance.now(),
          // The outcome is that of this very command.
          resolve: resolve as Waiting['resolve'],
          reject,
          unknown: false,
          refused: undefined,
        };
        const [client] = waiting.locks.parties;
        const book = books.known(client);
        if (book !== undefined) queueOf(book, command).push(waiting);
        else if (client !== undefined) {
          const seeking = seek(client, waiting).finally(() => void sought.delete(seeking));
          sought.add(seeking);
        }
      });
    },
    async preview(command) {
      const halt = halted?.();
      if (halt !== undefined) throw new LedgerHalted(halt);
      const book = books.known(command.clientId) ?? (await books.find(command.clientId));
      return previewCommand(pool, book, context, command);
    },
    depth,
    async close() {
      closed = true;
      while (sought.size > 0) await Promise.all(sought);
      await Promise.all([...queues.values()].map((queue) => queue.finish()));
    },
  };
}
