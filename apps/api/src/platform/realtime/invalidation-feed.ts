import { INVALIDATIONS } from './bell.ts';
import { InvalidationLog, type InvalidationLogOptions } from './invalidation-log.ts';
import { DatabaseListener } from './listener.ts';

export type InvalidationFeedOptions = InvalidationLogOptions & {
  readonly connectionString: string;
  /** Other channels of the database, whose messages aren't kept in rows. */
  readonly handlers?: Record<string, (payload: string) => void>;
  /** The listening connection is back after a break: messages on those channels may have been lost. */
  readonly onBack?: () => void;
};

export type InvalidationFeed = {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Resolves when everything committed by now has been passed on; rejects if the database can't be read. */
  catchUp(): Promise<void>;
};

/** Passes on every invalidation once and in order: a notification triggers a poll, and a poll every second makes up for lost ones. */
export function createInvalidationFeed(options: InvalidationFeedOptions): InvalidationFeed {
  const invalidations = new InvalidationLog(options);
  const look = (): void => void invalidations.look();
  const listener = new DatabaseListener({
    connectionString: options.connectionString,
    log: options.log,
    handlers: { ...options.handlers, [INVALIDATIONS]: look },
    onBack() {
      look();
      options.onBack?.();
    },
  });
  return {
    // Listens first, so that nothing committed after the first read has to wait for the next poll.
    async start() {
      await listener.start();
      await invalidations.start();
    },
    async stop() {
      await listener.stop();
      await invalidations.stop();
    },
    catchUp: () => invalidations.catchUp(),
  };
}
