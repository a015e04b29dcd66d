import type { AssetClass, SourceTick } from '@clearbook/domain/market';
import type { Clock } from '../../../platform/clock.ts';

/** What a source tells as it comes: prices, and how it is doing. It has checked the shape of everything; the guard judges the prices. */
export type SourceSink = {
  ticks(ticks: readonly SourceTick[]): void;
  /** Prices came; `oddity` is what was wrong with some of them. `part` names the connection where a source has several. */
  up(part: string, oddity?: string): void;
  /** In a few words for staff, without keys or addresses. */
  failed(part: string, cause: string): void;
};

/** One vendor of prices. It runs in the process that holds the feed's lease, and is started and stopped with it. */
export type Source = {
  readonly name: SourceName;
  readonly label: string;
  readonly classes: readonly AssetClass[];
  /** How long it lets a price stand, in milliseconds. */
  cadenceMs(of: AssetClass): number;
  start(sink: SourceSink): void;
  stop(): void;
};
export type SourceName = 'massive' | 'coingecko' | 'twelvedata';

/** What every source is given. Randomness spreads the retries of many servers; tests pass their own. */
export type SourceParts = { readonly clock: Clock; readonly random: () => number };
