import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import type { Market } from '../market/index.ts';

/** What everything that watches works with. */
export type WatchParts = {
  readonly pool: Pool;
  readonly ledger: Pick<Ledger, 'execute'>;
  readonly market: Pick<
    Market,
    'goodQuotes' | 'conversion' | 'showing' | 'bars' | 'actionsOf' | 'onTick' | 'nextChange' | 'range' | 'publishesHere'
  >;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Resolves when the invalidations of everything committed by now have been passed on; rejects if they can't be read. */
  readonly caughtUp?: () => Promise<void>;
};
