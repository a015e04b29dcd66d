import { AlertBook, rebased, REST_MS, type WatchedAlert, isReached, midOf } from '@clearbook/domain/alerts';
import { type FeedQuote, instrument, shownPrice, type Symbol } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { ring } from '../../platform/realtime/index.ts';
import { expireAlerts, readAlerts, readChanged, readPage } from './alerts.query.ts';
import { splitAlerts } from './splits.ts';

export type AlertWatchParts = {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn' | 'error'>;
};

const PAGE = 5_000;
const AT_A_TIME = 500;
const RETRY_MS = 500;
/** Each process has a clock of its own. */
const OVERLAP_MS = 60_000;
const NIL = '00000000-0000-0000-0000-000000000000';
/** What another try may mend: a connection that broke, a server that is stopping, locks, too little room. By the class of the database's code. */
const PASSING = /^(?:08|40|53|55|57)/;

type Reached = { readonly alert: WatchedAlert; readonly quote: FeedQuote };

/**
 * Every alert that waits, and who of them a quote reaches. It decides nothing: the statement that writes what was reached looks again, and an alert whose
 * turn has passed is passed over. Two that watch at once tell nobody twice.
 */
export class AlertWatch {
  readonly #parts: AlertWatchParts;
  /** Quotes of a symbol since a moment, as far as they are still known. */
  readonly #past: (symbol: Symbol, from: Date) => readonly FeedQuote[];
  readonly #book = new AlertBook();
  readonly #reached = new Map<string, Reached>();
  readonly #changed = new Set<string>();
  #working: Promise<void> | undefined;
  #newest = new Date(0);
  #stopped = false;

  constructor(parts: AlertWatchParts, past: (symbol: Symbol, from: Date) => readonly FeedQuote[]) {
    this.#parts = parts;
    this.#past = past;
  }

  get size(): number {
    return this.#book.size;
  }

  /** Reads everything that waits. */
  async load(): Promise<void> {
    this.#newest = this.#parts.clock.now();
    for (let after = NIL; !this.#stopped;) {
      const page = await readPage(this.#parts.pool, after, PAGE);
      for (const alert of page) this.#put(alert);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last.id;
    }
  }

  /** Reads what changed since the last time, whether or not somebody said so. */
  async reconcile(): Promise<void> {
    const { alerts, newest } = await readChanged(this.#parts.pool, new Date(this.#newest.getTime() - OVERLAP_MS));
    if (newest !== undefined && newest > this.#newest) this.#newest = newest;
    for (const alert of alerts) this.#put(alert);
  }

  /** This one was set, changed or removed. */
  onChanged(id: string): void {
    this.#changed.add(id);
    this.#work();
  }

  symbols(): readonly Symbol[] {
    return this.#book.symbols();
  }

  isQuiet(rangeOf: Parameters<AlertBook['isQuiet']>[0]): boolean {
    return this.#book.isQuiet(rangeOf);
  }

  /** True where a quote reached somebody. */
  look(quotes: readonly FeedQuote[]): boolean {
    let found = false;
    for (const quote of quotes)
      for (const alert of this.#book.reachedBy(quote)) {
        found = true;
        this.#reach(alert, quote);
      }
    return found;
  }

  /** Levels of shares that were split by an instant. */
  async split(at: Date): Promise<void> {
    for (const id of await splitAlerts(this.#parts.pool, at)) this.#changed.add(id);
    this.#work();
    await this.settled();
  }

  /** Ends those that nothing can set off any more: every quote up to here is decided. */
  async expire(until: Date): Promise<void> {
    await expireAlerts(this.#parts.pool, until);
  }

  /** Resolves when everything that was reached so far is written. */
  async settled(): Promise<void> {
    while (this.#working !== undefined) await this.#working;
  }

  get idle(): boolean {
    return this.#working === undefined;
  }

  stop(): void {
    this.#stopped = true;
  }

  #reach(alert: WatchedAlert, quote: FeedQuote): void {
    if (this.#reached.has(alert.id)) return;
    this.#reached.set(alert.id, { alert, quote });
    this.#work();
  }

  /** Puts one in, and lets it meet the quotes that came since it counts and before it was known here. */
  #put(alert: WatchedAlert): void {
    const known = this.#book.get(alert.id);
    if (known !== undefined && known.turn >= alert.turn) return;
    this.#book.put(alert);
    for (const quote of this.#past(alert.symbol, alert.countsFrom))
      if (isReached(alert, quote)) return this.#reach(alert, quote);
  }

  #work(): void {
    this.#working ??= this.#workOn().finally(() => {
      this.#working = undefined;
    });
  }

  async #workOn(): Promise<void> {
    while (this.#changed.size + this.#reached.size > 0 && !this.#stopped) {
      try {
        await this.#readChanged();
        await this.#writeReached();
      } catch (error) {
        if (!isPassing(error)) {
          // Whoever is still reached is found again at the next quote. Until then it holds up nothing else.
          this.#parts.log.error({ err: error }, 'watching: alerts could not be written');
          this.#reached.clear();
          this.#changed.clear();
          return;
        }
        this.#parts.log.warn({ err: error }, 'watching: alerts are written at the next try');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  async #readChanged(): Promise<void> {
    const ids = [...this.#changed].slice(0, AT_A_TIME);
    if (ids.length === 0) return;
    const alerts = await readAlerts(this.#parts.pool, ids);
    for (const id of ids) this.#changed.delete(id);
    const active = new Set(alerts.map(({ id }) => id));
    for (const id of ids) if (!active.has(id)) this.#book.remove(id);
    for (const alert of alerts) this.#put(alert);
  }

  /** What was reached is read again afterwards, whether this process told its owner or another one did. */
  async #writeReached(): Promise<void> {
    const some = [...this.#reached.values()].slice(0, AT_A_TIME);
    if (some.length === 0) return;
    const { pool, clock } = this.#parts;
    await pool.query({
      name: 'alerts-trigger',
      text: 'select app.trigger_alerts($1, $2::interval, $3)',
      values: [JSON.stringify(some.map(row)), `${REST_MS} milliseconds`, clock.now()],
    });
    ring(pool);
    for (const { alert } of some) {
      this.#reached.delete(alert.id);
      this.#book.remove(alert.id);
      this.#changed.add(alert.id);
    }
  }
}

function row({ alert: { id, turn, symbol, kind, level, percent }, quote }: Reached): Record<string, unknown> {
  const of = instrument(symbol);
  const next = rebased(of, kind, percent, quote);
  return {
    id,
    turn,
    quote: quote.id,
    bid: quote.bid.toString(),
    ask: quote.ask.toString(),
    at: quote.receivedTime.toISOString(),
    price: shownPrice(midOf(of, quote), of.digits),
    level_text: shownPrice(level, of.digits),
    next_level: next?.level.toString() ?? null,
    next_base: next?.base.toString() ?? null,
  };
}

function isPassing(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  // Without a code the connection itself failed.
  return typeof code !== 'string' || PASSING.test(code) || !/^[0-9A-Z]{5}$/.test(code);
}
