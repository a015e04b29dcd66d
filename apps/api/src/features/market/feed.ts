import type { AssetClass, Bar, BarInterval, FeedQuote, Price, Symbol, Tick } from '@clearbook/domain/market';

/**
 * What a feed says about a symbol at an instant. `good` is the only state that fills a trade; `last` is what a screen still shows.
 * `set_aside`: the price moved too far to be trusted until something confirms it. `missing`: the market trades, and the source has no price of this moment.
 * `silent`: no price has come yet.
 */
export type FeedReading =
  | { readonly state: 'good'; readonly quote: FeedQuote }
  | { readonly state: 'set_aside' | 'missing'; readonly last: FeedQuote | undefined }
  | {
      readonly state: 'closed';
      readonly last: FeedQuote | undefined;
      /** Undefined: for good. */ readonly reopensAt: Date | undefined;
    }
  | { readonly state: 'silent' };

/** A source of prices. Whatever it reads from outside it has checked, bounded and passed through the domain's guard. */
export type Feed = {
  /** Stored with each quote: "simulated", "replay", … */
  readonly source: string;
  /** Shown wherever prices are shown. */
  readonly label: string;
  /** How long the source lets a price stand before the next, in milliseconds: part of the age at which a quote is stale. */
  cadenceMs(symbol: Symbol): number;
  read(symbol: Symbol, now: Date): FeedReading;
  /**
   * Up to `limit` bars of mids, oldest first, the last one still forming. Bars without a price are left out. With `fromMs` those before it need not be worked out.
   */
  bars(symbol: Symbol, interval: BarInterval, limit: number, now: Date, fromMs?: number): Promise<Bar[]>;
  /**
   * Set where prices are a function of time alone, so that any instant of the past can be asked for again: when a symbol's reading may change next after an instant.
   * Undefined: never.
   */
  nextChange?(symbol: Symbol, after: Date): Date | undefined;
  /**
   * Beside `nextChange`, where looking at every quote would take long: no bid was below `low` and no ask above `high` from `fromMs` up to and including `untilMs`.
   * Undefined where nothing was quoted.
   */
  range?(symbol: Symbol, fromMs: number, untilMs: number): PriceRange | undefined;
  /**
   * Set where every quote of the past can be said again: those of a symbol that began in [fromMs, untilMs), in order, each worked out when it is asked for. They
   * are the ones that the bars count.
   */
  ticks?(symbol: Symbol, fromMs: number, untilMs: number): Iterable<Tick>;
  /** Beside `ticks`: the first instant for which they are known. */
  readonly ticksFrom?: Date;
  /** Set where sessions are the recording's own and not the calendar's. */
  readonly ownHours?: boolean;
  /** For feeds whose prices come when they come: calls the listener when there are new ones, so that none is passed over. */
  onChange?(listener: () => void): () => void;
  /** For feeds that a single process publishes: whether it is this one. The others are told by notifications, which may be lost. */
  publishesHere?(): boolean;
  /** For feeds that ask others: how each of them is doing. A feed without it depends on nobody. */
  health?(): readonly SourceHealth[];
  start?(): void;
  stop?(): Promise<void>;
};

export type PriceRange = { readonly low: Price; readonly high: Price };

/** How one outside source is doing, part by part where it has several connections. */
export type SourceHealth = {
  readonly source: string;
  readonly label: string;
  readonly classes: readonly AssetClass[];
  readonly state: 'good' | 'failing';
  /** Since when it is in this state. */
  readonly since: Date;
  /** For staff. Kept when it is good again. */
  readonly lastError: { readonly at: Date; readonly cause: string } | null;
  readonly lastPriceAt: Date | null;
};
