import { hash } from 'node:crypto';
import type { Command, OutcomeOf } from '@clearbook/domain/ledger';
import { type FeedQuote, INSTRUMENTS, type Symbol } from '@clearbook/domain/market';
import { nextFinancing, TRIGGER_MAX_AGE_MS, type TriggerClose } from '@clearbook/domain/trading';
import { type TriggerCandidate, TriggerBook } from '@clearbook/domain/watch';
import { LedgerBusy, OutcomeUnknown } from '../../ledger/index.ts';
import type { Opening } from './openings.ts';
import { gauges, timings } from '../../platform/telemetry/index.ts';
import { AlertWatch } from '../alerts/index.ts';
import { CorporateActionBooking } from '../corporate-actions/index.ts';
import { ABSENCE_MS, noteAbsence } from './absence.ts';
import { MarginCalls } from './calls.ts';
import { ClientQueues } from './client-queues.ts';
import { convertingQuote, type Instant, QuoteHistory, KEPT_MS, triggerName, triggerOf } from './quote-history.ts';
import { Nights } from './nights.ts';
import type { WatchParts } from './parts.ts';
import { Peaks } from './peaks.ts';
import { Quiet } from './quiet.ts';
import {
  advanceWatched,
  FIRST_PAGE,
  type Page,
  readClients,
  readEnded,
  readHeads,
  readMoved,
  readPage,
  readRows,
  readWatched,
  type UpTo,
  type Watched,
  watchedOf,
  type WatchedTrade,
} from './watched.query.ts';

/** Prices that cannot be asked for again: each second of a short absence is looked at, after a longer one only what is now. */
const STEP_MS = 1_000;
/** Prices that can: so much of the past is looked at in one go, and more of it step by step, each step once the one before it is decided. */
const AT_ONCE_MS = 2_500;
/** What a walk through the past may hold this process up for. */
const SLICE_MS = 20;
/** Rows read at a time: everything at the start, then one page a turn, over and over. */
const PAGE = 1_000;
const PAGE_AT_START = 5_000;
const CLIENTS_AT_A_TIME = 200;
const IDS_AT_A_TIME = 2_000;
/** Changes within this time are read together. */
const GATHER_MS = 100;
const ENTRIES_AT_A_TIME = 20_000;
const ENDED_AT_A_TIME = 1_000;
/** A trigger that the database cannot take now is sent again while its quote may still fill it. */
const RETRY_MS = 500;
const GIVE_UP_MS = TRIGGER_MAX_AGE_MS - 5_000;

const SYMBOLS = INSTRUMENTS.map(({ symbol }) => symbol);

type Closing = TriggerClose['why'] | 'asked';

/**
 * Watches every open trade and working order, and sends what their prices set off. It decides nothing: each command looks at the price again, exactly, and
 * a "no" is an answer. Nothing here is remembered that could not be read again: another process begins where this one stopped.
 */
export class Watcher {
  readonly #parts: WatchParts;
  readonly #book = new TriggerBook();
  readonly #history: QuoteHistory;
  readonly #queues: ClientQueues;
  /** What is being decided now: it is not sent twice. */
  readonly #sent = new Set<string>();
  readonly #telling = new Set<string>();
  readonly #calling = new Set<string>();
  readonly #peaks = new Peaks();
  readonly #nights: Nights;
  readonly #dividends: CorporateActionBooking;
  readonly #calls: MarginCalls;
  readonly #alerts: AlertWatch;
  /** When what was set of late was set, in milliseconds: it has met the quotes since then. */
  readonly #met = new Map<string, number>();
  /** Trades that this process is about to commit, and since when. What no invalidation ever names was never committed. */
  readonly #opening = new Map<string, Opening & { readonly sinceMs: number }>();
  /** Of those, the ones whose invalidation arrived: their commit is what is known of them. */
  #opened: Watched[] = [];
  /** Trades and orders that changed, and clients of whom everything is to be read. */
  readonly #changed = new Set<string>();
  readonly #changedClients = new Set<string>();
  #refreshing: Promise<void> | undefined;
  #reading: Promise<void> = Promise.resolve();
  #lookedAt: number | undefined;
  /** On its way through the past. */
  #walking: Promise<void> | undefined;
  #watchedUntil: Date | undefined;
  #upTo: UpTo = new Map();
  #page: Page = FIRST_PAGE;
  #stopped = false;

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.#history = new QuoteHistory(parts.market);
    this.#nights = new Nights(parts);
    this.#dividends = new CorporateActionBooking(parts, (id) => this.onRowChanged(id));
    this.#calls = new MarginCalls(parts.pool);
    this.#alerts = new AlertWatch(parts, (symbol, from) => this.#history.quotesSince(symbol, from));
    this.#queues = new ClientQueues((error) => parts.log.error({ err: error }, 'watching: a task failed'));
  }

  get size(): number {
    return this.#book.size;
  }

  /** Every quote up to here has been looked at and what it set off is decided, as is written down; undefined before the first one. */
  get watchedUntil(): Date | undefined {
    return this.#watchedUntil;
  }

  /** Reads everything that is open, and until when it was watched. To be awaited before the first look. */
  async load(): Promise<void> {
    const until = await readWatched(this.#parts.pool);
    this.#upTo = await readHeads(this.#parts.pool);
    await this.#dividends.read();
    await this.#calls.read();
    await this.#alerts.load();
    let page: Page | undefined = FIRST_PAGE;
    while (page !== undefined && !this.#stopped) {
      const from: Page = page;
      page = await this.#alone(() => this.#readPage(from, PAGE_AT_START));
    }
    this.#resume(until);
    if (this.#parts.market.nextChange === undefined) await noteAbsence(this.#parts.pool, this.#parts.clock.now());
  }

  /**
   * Looks at what the market says now, and at whatever it said since the last look, in its order: a quote that was published is never skipped because this process
   * was slow or away, as far as it can be asked for again.
   */
  look(now: Date): void {
    if (this.#stopped || this.#walking !== undefined) return;
    const last = this.#lookedAt;
    const again = this.#parts.market.nextChange !== undefined;
    if (again && last !== undefined && (now.getTime() - last > AT_ONCE_MS || this.#nextHour(last) <= now.getTime())) {
      this.#walk();
      return;
    }
    if (!again && last !== undefined && now.getTime() - last > ABSENCE_MS) this.#noteAbsence(now);
    const done = timings.look.startTimer();
    for (let at = last; at !== undefined;) {
      at = again ? this.#nextChange(at, now.getTime()) : now.getTime() - at <= ABSENCE_MS ? at + STEP_MS : undefined;
      if (at === undefined || at >= now.getTime()) break;
      this.#lookAt(new Date(at));
    }
    this.#lookAt(now);
    gauges.watched.set(this.#book.size);
    done();
  }

  /** This process will commit these trades, or not: they count from the moment at which their invalidation arrives. */
  opening(openings: readonly Opening[]): void {
    const sinceMs = this.#parts.clock.now().getTime();
    for (const each of openings) this.#opening.set(each.trade.id, { ...each, sinceMs });
  }

  /** This trade or order changed. What is neither is passed over. */
  onRowChanged(id: string): void {
    const own = this.#opening.get(id);
    if (own === undefined) this.#changed.add(id);
    else {
      // Invalidations come in the order of their commits: the first one of a trade is that of its opening, and later ones are read.
      this.#opening.delete(id);
      this.#opened.push(watchedOf(own.trade, own.markup));
    }
    this.#refreshSoon();
  }

  /** This price alert was set, changed or removed. */
  onAlertChanged(id: string): void {
    this.#alerts.onChanged(id);
  }

  /** Everything of this client may have changed: their mark-up. */
  onClientChanged(clientId: string): void {
    this.#changedClients.add(clientId);
    this.#refreshSoon();
  }

  /** Somebody chose other margin levels. */
  onCallsChanged(): void {
    this.#readCalls().catch((error: unknown) =>
      this.#parts.log.warn({ err: error }, 'watching: margin levels could not be read, and will be read again'),
    );
  }

  async #readCalls(): Promise<void> {
    for (const clientId of await this.#calls.read()) this.#changedClients.add(clientId);
    this.#refreshSoon();
  }

  /** Reads whatever an entry moved since the last time, and one page of everything: what no notification named is found. */
  async reconcile(): Promise<void> {
    await this.#dividends.read();
    await this.#readEntries();
    await this.#readCalls();
    await this.#alerts.reconcile();
    const from = this.#page;
    let next = await this.#alone(() => this.#readPage(from, PAGE));
    // A small house is read whole in one turn.
    if (next !== undefined && next.of !== from.of) {
      const { of, after } = next;
      next = await this.#alone(() => this.#readPage({ of, after }, PAGE));
    }
    this.#page = next ?? FIRST_PAGE;
    const oldest = this.#parts.clock.now().getTime() - KEPT_MS;
    // In the order in which they came, which is nearly that of their times: what is left behind goes a little later.
    for (const [id, setMs] of this.#met) {
      if (setMs >= oldest) break;
      this.#met.delete(id);
    }
    for (const [id, { sinceMs }] of this.#opening) {
      if (sinceMs >= oldest) break;
      this.#opening.delete(id);
    }
    await this.#refresh();
  }

  /** Everything was missed for a while: reads it all again. */
  async reread(): Promise<void> {
    // Their invalidations may be among those missed: whatever one names from here on is read.
    this.#opening.clear();
    for (const clientId of this.#book.clients()) this.#changedClients.add(clientId);
    await this.#alerts.reconcile();
    let page: Page | undefined = FIRST_PAGE;
    while (page !== undefined && !this.#stopped) {
      const from: Page = page;
      page = await this.#alone(() => this.#readPage(from, PAGE_AT_START));
    }
    await this.#refresh();
  }

  /** Writes down the best prices of trailing stops that are not written down yet. */
  recordPeaks(): void {
    for (const { tradeId, clientId, peak } of this.#peaks.takeUnwritten())
      this.#queues.add(clientId, async () => {
        await this.#send({ kind: 'record_trailing_peak', clientId, tradeId, peak }, `peak:${tradeId}:${peak.id}`, peak);
        this.#peaks.written(tradeId, peak);
      });
  }

  /** Writes down until when everything is decided. Whoever watches next goes on from there. */
  async mark(): Promise<void> {
    const looked = this.#lookedAt;
    if (looked === undefined) return;
    this.recordPeaks();
    await this.#queues.soFar();
    await this.#alerts.settled();
    if (this.#stopped) return;
    await this.#advance(new Date(looked));
    await this.#alerts.expire(new Date(looked));
  }

  async #advance(until: Date): Promise<void> {
    await advanceWatched(this.#parts.pool, until);
    this.#watchedUntil = until;
  }

  /** Charges the nights that are over and books the dividends that are due, as far as everything before them is decided. */
  async chargeNights(): Promise<void> {
    if (this.#walking !== undefined || this.#lookedAt === undefined) return;
    const at = new Date(this.#lookedAt);
    await this.#dividends.book(at);
    await this.#alerts.split(at);
    await this.#nights.charge(at);
  }

  /** When something next happens to whatever is open, without a quote: a night ends, or a dividend takes effect. In milliseconds. */
  #nextHour(afterMs: number): number {
    return Math.min(nextFinancing(new Date(afterMs)).getTime(), this.#dividends.next(afterMs));
  }

  /** Ends the orders whose day or date is over, after what came while it was not. */
  async endDays(now: Date): Promise<void> {
    this.look(now);
    await this.#walking;
    const over = new Date(Math.min(now.getTime(), this.#lookedAt ?? 0));
    for (const { id, clientId, expiresAt } of await readEnded(this.#parts.pool, over, ENDED_AT_A_TIME))
      this.#queues.add(clientId, async () => {
        // Its end may have been put off meanwhile, and then comes again.
        const key = `expire:${id}:${expiresAt.getTime()}`;
        const outcome = await this.#send({ kind: 'expire_order', clientId, orderId: id, expiresAt }, key);
        if (outcome?.ok) this.#book.remove(id);
      });
    await this.#queues.settled();
  }

  /** Resolves when everything that was set off so far has its answer. */
  async settled(): Promise<void> {
    do {
      await this.#walking;
      await this.#quiet();
    } while (this.#walking !== undefined);
  }

  async stop(): Promise<void> {
    this.recordPeaks();
    this.#stopped = true;
    gauges.watched.set(0);
    try {
      await this.settled();
      this.#alerts.stop();
      if (this.#lookedAt !== undefined) await this.#advance(new Date(this.#lookedAt));
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'watching ended in the middle');
    }
  }

  /**
   * Goes on where watching stopped, a little before it: what was set then may not be known yet. Prices that cannot be asked for again are looked at from
   * now on.
   */
  #resume(until: Date | undefined): void {
    this.#watchedUntil = until;
    if (until === undefined || this.#parts.market.nextChange === undefined) return;
    this.#lookedAt = Math.min(until.getTime(), this.#parts.clock.now().getTime()) - KEPT_MS;
  }

  /** This process stood still. */
  #noteAbsence(now: Date): void {
    noteAbsence(this.#parts.pool, now).catch((error: unknown) =>
      this.#parts.log.warn({ err: error }, 'watching: nobody could be told of prices that were not watched'),
    );
  }

  async #quiet(): Promise<void> {
    do {
      await this.#queues.settled();
      await this.#alerts.settled();
      await this.#refreshing;
    } while (this.#refreshing !== undefined || !this.#queues.idle || !this.#alerts.idle);
  }

  #walk(): void {
    this.#walking ??= this.#walkOn()
      .catch((error: unknown) =>
        this.#parts.log.warn({ err: error }, 'watching: the past could not be looked at, and will be at the next turn'),
      )
      .finally(() => {
        this.#walking = undefined;
      });
  }

  /** From the last look to now, quote by quote and night by night: what one of them sets off is decided before the next one is looked at. */
  async #walkOn(): Promise<void> {
    // Trades and orders set while this process was stopped must meet the quotes since then as well.
    await this.#parts.caughtUp?.();
    await this.#quiet();
    const quiet = new Quiet(this.#parts.market.range, {
      isQuiet: (rangeOf) => this.#book.isQuiet(rangeOf) && this.#alerts.isQuiet(rangeOf),
    });
    let slice = performance.now();
    for (let last = this.#lookedAt; last !== undefined && !this.#stopped; last = this.#lookedAt) {
      const now = this.#parts.clock.now().getTime();
      const hour = this.#nextHour(last);
      const recent = now - KEPT_MS;
      const skipped = quiet.after(last, Math.min(hour - 1, recent));
      if (skipped === undefined) {
        const at = Math.min(this.#nextChange(last, now) ?? now, hour, last < recent ? recent : now);
        if (at === hour) await this.#chargeNight(new Date(at));
        if (this.#lookAt(new Date(at), now)) await this.#quiet();
        if (at === now) return;
      } else this.#lookedAt = skipped;
      if (performance.now() - slice < SLICE_MS) continue;
      await new Promise(setImmediate);
      slice = performance.now();
    }
  }

  /** Whatever is open now pays, or receives, and has another worth for the quotes from here on. */
  async #chargeNight(at: Date): Promise<void> {
    await this.#dividends.book(at);
    await this.#alerts.split(at);
    await this.#nights.charge(at);
    await this.#readEntries();
    await this.#refresh();
  }

  /** When a price that matters changes next. */
  #nextChange(lastMs: number, nowMs: number): number | undefined {
    return this.#parts.market.nextChange?.(this.#symbolsAt(lastMs, nowMs) ?? SYMBOLS, new Date(lastMs))?.getTime();
  }

  /** Long ago what is watched, lately everything: what nobody knows of yet may have been set since. */
  #symbolsAt(atMs: number, nowMs: number): readonly Symbol[] | undefined {
    return nowMs - atMs > KEPT_MS ? [...new Set([...this.#book.symbols(), ...this.#alerts.symbols()])] : undefined;
  }

  /** True where it set something off. */
  #lookAt(at: Date, nowMs = at.getTime()): boolean {
    const instant = this.#history.take(at, this.#symbolsAt(at.getTime(), nowMs));
    const changed: FeedQuote[] = [];
    for (const quote of instant.good.values())
      if (this.#book.goodQuote(quote.symbol)?.id !== quote.id) changed.push(quote);
    for (const symbol of this.#book.goodSymbols()) if (!instant.good.has(symbol)) this.#book.silence(symbol);
    const found = this.#book.revalue(changed, [...instant.converting.values()]);
    this.#lookedAt = at.getTime();
    this.#act(found, instant);
    const alerted = this.#alerts.look(changed.filter(({ id, symbol }) => this.#book.goodQuote(symbol)?.id === id));
    return alerted || found.some(({ why }) => why !== 'peak');
  }

  /** Sends what may be due at an instant: of each position one thing, the first that turns out to be true. */
  #act(candidates: readonly TriggerCandidate[], instant: Instant): void {
    const closings = new Map<
      string,
      { readonly clientId: string; readonly symbol: Symbol; readonly whys: Closing[] }
    >();
    const act: (() => void)[] = [];
    for (const { id, clientId, symbol, why, step } of candidates) {
      if (why === 'peak') this.#better(id, clientId, instant.good.get(symbol));
      else if (why === 'loss') act.push(() => this.#tell(id, clientId, symbol, step ?? 1, instant));
      else if (why === 'margin') act.push(() => this.#callMargin(id, clientId, symbol, instant));
      else if (why === 'fill') act.push(() => this.#fill(id, clientId, symbol, instant));
      else {
        const known = closings.get(id);
        if (known !== undefined) known.whys.push(why);
        else {
          const closing = { clientId, symbol, whys: [why] };
          closings.set(id, closing);
          act.push(() => this.#close(id, closing, instant));
        }
      }
    }
    for (const each of act) each();
  }

  #better(id: string, clientId: string, quote: FeedQuote | undefined): void {
    if (quote !== undefined) this.#peaks.add(id, clientId, quote);
  }

  #close(
    id: string,
    {
      clientId,
      symbol,
      whys,
    }: { readonly clientId: string; readonly symbol: Symbol; readonly whys: readonly Closing[] },
    instant: Instant,
  ): void {
    const trigger = triggerOf(instant, symbol, 'closing');
    if (trigger === undefined || this.#sent.has(id)) return;
    this.#sent.add(id);
    const name = triggerName(instant, symbol, trigger.quote);
    const best = this.#peaks.at(id, trigger.quote.receivedTime);
    this.#queues.add(clientId, async () => {
      try {
        for (const why of whys) {
          const peak = why === 'trailing_stop' ? best : undefined;
          const outcome = await this.#send(
            why === 'asked'
              ? { kind: 'fill_pending_close', clientId, tradeId: id, trigger }
              : { kind: 'trigger_close', clientId, tradeId: id, why, trigger, ...(peak !== undefined && { peak }) },
            why === 'close_out' ? `closeout:${id}:${name}` : `trigger:${id}:${why}:${name}`,
            trigger.quote,
          );
          if (outcome === undefined) break;
          // What a part leaves open meets its stops at the same quote, and its next target at the quotes that came since.
          if (why === 'asked' ? stillOpen(outcome) : isPart(outcome)) {
            this.onRowChanged(id);
            continue;
          }
          if (outcome.ok || outcome.refusal.code.startsWith('trade.')) return this.#drop(id);
        }
      } finally {
        this.#sent.delete(id);
      }
      this.#lookAgain(id, instant.number);
    });
  }

  #fill(id: string, clientId: string, symbol: Symbol, instant: Instant): void {
    const trigger = triggerOf(instant, symbol, 'opening');
    if (trigger === undefined || this.#sent.has(id)) return;
    this.#sent.add(id);
    const key = `fill:${id}:${triggerName(instant, symbol, trigger.quote)}`;
    this.#queues.add(clientId, async () => {
      try {
        const outcome = await this.#send({ kind: 'fill_order', clientId, orderId: id, trigger }, key, trigger.quote);
        if (outcome?.ok) {
          const { result } = outcome;
          // Its stop was reached: it waits for its limit, and is read again as that.
          if ('status' in result && result.status === 'working') return this.onRowChanged(id);
          if ('trade_id' in result) this.onRowChanged(result.trade_id);
          return this.#drop(id);
        }
        if (outcome?.refusal.code.startsWith('order.')) return this.#drop(id);
      } finally {
        this.#sent.delete(id);
      }
      this.#lookAgain(id, instant.number);
    });
  }

  /** The step was chosen on the generous side: where it is one too many, the one before may not have arrived yet. */
  #tell(id: string, clientId: string, symbol: Symbol, step: number, instant: Instant): void {
    const trigger = triggerOf(instant, symbol, 'closing');
    if (trigger === undefined || this.#telling.has(id) || this.#sent.has(id)) return;
    this.#telling.add(id);
    const name = triggerName(instant, symbol, trigger.quote);
    this.#queues.add(clientId, async () => {
      try {
        for (const lost of [step, step - 1]) {
          if (lost < 1) break;
          const outcome = await this.#send(
            { kind: 'alert_loss', clientId, tradeId: id, step: lost, trigger },
            `loss:${id}:${lost}:${name}`,
            trigger.quote,
          );
          if (outcome?.ok) break;
        }
      } finally {
        this.#telling.delete(id);
      }
      this.onRowChanged(id);
    });
  }

  /** Of one quote, and after it: what came while it was sent is looked at again. */
  #callMargin(id: string, clientId: string, symbol: Symbol, instant: Instant): void {
    const trigger = triggerOf(instant, symbol, 'closing');
    if (trigger === undefined || this.#calling.has(id) || this.#sent.has(id)) return;
    this.#calling.add(id);
    const key = `margin:${id}:${triggerName(instant, symbol, trigger.quote)}`;
    this.#queues.add(clientId, async () => {
      try {
        const outcome = await this.#send({ kind: 'alert_margin', clientId, tradeId: id, trigger }, key, trigger.quote);
        if (outcome?.ok) this.onRowChanged(id);
      } finally {
        this.#calling.delete(id);
      }
    });
  }

  /** It was not due, or could not be decided: whatever came meanwhile is looked at, in order. */
  #lookAgain(id: string, after: number): void {
    const symbol = this.#book.symbolOf(id);
    if (symbol === undefined || this.#stopped) return;
    for (const instant of this.#history.since(after, symbol)) {
      const own = instant.good.get(symbol);
      if (own === undefined) continue;
      this.#act(this.#book.lookAt(id, own, convertingQuote(instant, symbol)), instant);
      if (this.#sent.has(id)) return;
    }
  }

  async #readEntries(): Promise<void> {
    for (;;) {
      const { opened, moved, upTo } = await readMoved(this.#parts.pool, this.#upTo, ENTRIES_AT_A_TIME);
      if (upTo.size === 0) return;
      for (const [book, number] of upTo) this.#upTo.set(book, number);
      // Whatever the book knows of a trade is at least as new as its opening.
      for (const id of opened) if (!this.#book.has(id)) this.#changed.add(id);
      for (const id of moved) this.#changed.add(id);
    }
  }

  #refreshSoon(): void {
    this.#refresh().catch((error: unknown) =>
      this.#parts.log.warn({ err: error }, 'watching: what changed could not be read, and will be read again'),
    );
  }

  /** One reader at a time, so that an older answer never overtakes a newer one. */
  #alone<T>(read: () => Promise<T>): Promise<T> {
    const mine = this.#reading.then(read);
    this.#reading = mine.then(
      () => undefined,
      () => undefined,
    );
    return mine;
  }

  #refresh(): Promise<void> {
    this.#refreshing ??= this.#alone(() => this.#readChanged()).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #readPage(page: Page, limit: number): Promise<Page | undefined> {
    const { found, next } = await readPage(this.#parts.pool, page, limit);
    for (const each of found) this.#put(each);
    return next;
  }

  async #readChanged(): Promise<void> {
    while (this.#opened.length + this.#changed.size + this.#changedClients.size > 0 && !this.#stopped) {
      if (this.#walking === undefined) await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      for (const each of this.#opened.splice(0)) this.#put(each);
      await this.#readSome(this.#changed, IDS_AT_A_TIME, readRows, (id) => [id]);
      await this.#readSome(this.#changedClients, CLIENTS_AT_A_TIME, readClients, (id) => this.#book.of(id));
    }
  }

  /** What of them is open is put in, and what is in the book of them and not open any more is taken out. */
  async #readSome(
    from: Set<string>,
    limit: number,
    read: typeof readRows,
    known: (name: string) => readonly string[],
  ): Promise<void> {
    const names = [...from].slice(0, limit);
    if (names.length === 0) return;
    for (const name of names) from.delete(name);
    let found: Watched[];
    try {
      found = await read(this.#parts.pool, names);
    } catch (error) {
      for (const name of names) from.add(name);
      throw error;
    }
    const open = new Set(found.map(({ id }) => id));
    for (const id of names.flatMap(known)) if (!open.has(id)) this.#drop(id);
    for (const each of found) this.#put(each);
  }

  #drop(id: string): void {
    this.#book.remove(id);
    this.#peaks.drop(id);
  }

  /** Puts a row in, and lets it meet the quotes that came since it was set and before it was known here. */
  #put(row: Watched): void {
    if (row.kind === 'order') this.#book.putOrder(row);
    else this.#putPosition(row);
    const askedMs = row.kind === 'position' ? (row.askedSince?.getTime() ?? 0) : 0;
    const setMs = Math.max(row.setSince.getTime(), askedMs);
    if (setMs < (this.#lookedAt ?? Infinity) - KEPT_MS || this.#met.get(row.id) === setMs) return;
    // Behind the others, also where it was there before: one that is set again and again would keep them all from being forgotten.
    this.#met.delete(row.id);
    this.#met.set(row.id, setMs);
    if (this.#sent.has(row.id)) return;
    for (const instant of this.#history.since(0, row.symbol, row.kind === 'position' ? row.openSince : row.setSince)) {
      const own = instant.good.get(row.symbol);
      if (own === undefined) continue;
      this.#act(this.#book.lookAt(row.id, own, convertingQuote(instant, row.symbol)), instant);
      if (this.#sent.has(row.id)) return;
    }
  }

  #putPosition(row: WatchedTrade): void {
    this.#book.putPosition({ ...row, calls: this.#calls.of(row) });
    // A better price that is not written down yet.
    const peak = this.#peaks.latest(row.id, row.trailingSince);
    if (peak !== undefined) this.#book.lookAt(row.id, peak, undefined);
  }

  /**
   * A refusal is an answer. What cannot be decided now is sent again under the same key: where prices can be asked for again until it is decided, because nothing
   * goes on without it, and otherwise for as long as its quote is good for it.
   */
  async #send<C extends Command & { readonly clientId: string }>(
    command: C,
    key: string,
    quote?: FeedQuote,
  ): Promise<OutcomeOf<C['kind']> | undefined> {
    const { ledger, market, clock, log } = this.#parts;
    for (;;) {
      try {
        const answer = await ledger.execute(command, {
          actorId: command.clientId,
          key,
          requestHash: hash('sha256', key),
        });
        const { outcome } = answer;
        if (quote !== undefined)
          timings.triggerDelay.observe(
            { command: command.kind, answer: outcome.ok ? 'ok' : outcome.refusal.code },
            (clock.now().getTime() - quote.receivedTime.getTime()) / 1_000,
          );
        return outcome;
      } catch (error) {
        const later = error instanceof LedgerBusy || error instanceof OutcomeUnknown;
        const ageMs = quote === undefined ? 0 : clock.now().getTime() - quote.receivedTime.getTime();
        const over = market.nextChange === undefined && ageMs > GIVE_UP_MS;
        if (!later || this.#stopped || quote === undefined || over) {
          log.error({ err: error, command: command.kind, key }, 'watching: a trigger could not be decided');
          return undefined;
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }
}

/** A target closed its part of the trade. */
function isPart(outcome: OutcomeOf<'fill_pending_close' | 'trigger_close'>): boolean {
  return outcome.ok && 'open_lots' in outcome.result;
}

/** A close that a client asked for did not end the trade: it was for a part, or nothing waits, or not since before this quote. */
function stillOpen(outcome: OutcomeOf<'fill_pending_close' | 'trigger_close'>): boolean {
  if (!outcome.ok) return !outcome.refusal.code.startsWith('trade.');
  return !('open_lots' in outcome.result) || outcome.result.open_lots !== '0';
}
