import { admit, EMPTY_GUARD, type GuardState, isWithin, refuseQuote, type Verdict } from './guard.ts';
import { session } from './hours.ts';
import { CLASS_RULES, type Instrument, instrument, type Symbol } from './instruments.ts';
import type { Price } from './price.ts';
import type { FeedQuote, SecondPrice } from './quote.ts';

/** One price of a source, as it came. */
export type SourceTick = {
  readonly symbol: Symbol;
  readonly bid: Price;
  readonly ask: Price;
  readonly sourceTimeMs: number;
  readonly receivedMs: number;
  /** Stored with the quote; says where the two sides came from ("massive", "massive last trade", "coingecko"). */
  readonly source: string;
};

/** A source in the order of preference for a symbol. `cadenceMs`: how long it lets a price stand. */
export type RankedSource = { readonly name: string; readonly cadenceMs: number };

/**
 * What became of a tick: the guard's verdict, or `late` (older than a quote may be when it arrives), `closed` (outside trading hours), `spare` (kept as the second
 * opinion, because a better source is alive), `unknown` (no source of this symbol).
 */
export type LiveVerdict = Verdict | 'late' | 'closed' | 'spare' | 'unknown';

export type LiveReading =
  | { readonly state: 'good'; readonly quote: FeedQuote; readonly cadenceMs: number }
  | { readonly state: 'set_aside'; readonly last: FeedQuote | undefined; readonly cadenceMs: number }
  | { readonly state: 'silent' };

type Line = {
  guard: GuardState;
  /** The name of the source whose quotes the guard saw last. */
  active: string | undefined;
  /** By source: its last sound quote. */
  readonly latest: Map<string, FeedQuote>;
  /** A second source that arrived too far from the good price. Nothing fills until one agrees, or falls silent. */
  disputed: { readonly by: string; readonly quote: FeedQuote } | undefined;
  /** A remembered price on which nothing filled: until a tick is accepted it says what a jump is, and nothing fills on it either. */
  doubted: FeedQuote | undefined;
};

/**
 * Live prices of several sources, one line a symbol. The first source of a symbol's ranking that is alive sets the price; the next one is the second opinion: it confirms
 * a jump, its price is kept with each quote, and where it stands further away than the jump limit nothing fills. When the first falls silent for as long as a
 * quote may be old, the next one takes over. Pure: times come with the ticks, and the same ticks in the same order make the same prices.
 */
export class LiveBook {
  readonly #ranking: (of: Instrument) => readonly RankedSource[];
  readonly #lines = new Map<Symbol, Line>();
  #serial = 0;

  constructor(ranking: (of: Instrument) => readonly RankedSource[]) {
    this.#ranking = ranking;
  }

  /** Takes the next tick of the source with this name. */
  offer(name: string, tick: SourceTick): LiveVerdict {
    const of = instrument(tick.symbol);
    const ranked = this.#ranking(of).find((each) => each.name === name);
    if (ranked === undefined) return 'unknown';
    const quote = this.#quoteOf(tick);
    const fault = refuseQuote(quote);
    if (fault !== undefined) return fault;
    if (tick.receivedMs - tick.sourceTimeMs > lifeMs(of, ranked)) return 'late';
    const now = session(of, tick.receivedMs);
    if (!now.open || tick.sourceTimeMs < now.opensAt) return 'closed';

    const line = this.#line(tick.symbol);
    const before = line.latest.get(name);
    if (before !== undefined && before.sourceTime >= quote.sourceTime)
      return before.sourceTime > quote.sourceTime ? 'out_of_order' : 'duplicate';
    line.latest.set(name, quote);
    const active = this.#active(of, line, tick.receivedMs);
    if (active?.name !== name) {
      const { good } = line.guard;
      const apart = good !== undefined && !isWithin(quote, good, CLASS_RULES[of.class].jumpLimitBps);
      line.disputed = apart ? { by: name, quote } : undefined;
      return 'spare';
    }
    const { good } = line.guard;
    const opening = good !== undefined && good.sourceTime.getTime() < now.opensAt;
    const second = this.#second(of, line, name, tick.receivedMs);
    const takeover = line.active !== name;
    // What the other source had set aside is not evidence for or against this one.
    const guard = takeover ? { good, suspect: undefined } : line.guard;
    const next = admit(guard, quote, { opening, takeover, ...(second && { second }) });
    line.guard = next.state;
    line.active = name;
    return next.verdict;
  }

  /**
   * What is known of a symbol from before: the level from which a jump is a jump, for a book that has seen no tick of its own yet. Where it wasn't trusted
   * when it was published it is no more than that.
   */
  remember(quote: FeedQuote, trusted: boolean): void {
    const line = this.#line(quote.symbol);
    if (line.guard.good !== undefined) return;
    line.guard = { good: quote, suspect: undefined };
    line.doubted = trusted ? undefined : quote;
  }

  reading(symbol: Symbol, nowMs: number): LiveReading {
    const line = this.#lines.get(symbol);
    const good = line?.guard.good;
    if (line === undefined || (good === undefined && line.guard.suspect === undefined)) return { state: 'silent' };
    const of = instrument(symbol);
    const cadenceMs = this.#ranking(of).find(({ name }) => name === line.active)?.cadenceMs ?? 0;
    const doubted = good === line.doubted || line.guard.suspect !== undefined || this.#isDisputed(of, line, nowMs);
    if (good === undefined || doubted) return { state: 'set_aside', last: good, cadenceMs };
    return { state: 'good', quote: good, cadenceMs };
  }

  /** What the second source of a symbol says now, apart from the one that sets the price. */
  second(symbol: Symbol, nowMs: number): SecondPrice | undefined {
    const line = this.#lines.get(symbol);
    if (line?.active === undefined) return undefined;
    const found = this.#second(instrument(symbol), line, line.active, nowMs);
    return found && { source: found.source, bid: found.bid, ask: found.ask, sourceTime: found.sourceTime };
  }

  /** When a source last said something sound about a symbol. */
  lastFrom(name: string, symbol: Symbol): Date | undefined {
    return this.#lines.get(symbol)?.latest.get(name)?.receivedTime;
  }

  #active(of: Instrument, line: Line, nowMs: number): RankedSource | undefined {
    return this.#ranking(of).find((each) => isAlive(of, each, line.latest.get(each.name), nowMs));
  }

  #second(of: Instrument, line: Line, apartFrom: string, nowMs: number): FeedQuote | undefined {
    const found = this.#ranking(of).find(
      (each) => each.name !== apartFrom && isAlive(of, each, line.latest.get(each.name), nowMs),
    );
    return found && line.latest.get(found.name);
  }

  #isDisputed(of: Instrument, { disputed }: Line, nowMs: number): boolean {
    if (disputed === undefined) return false;
    const source = this.#ranking(of).find(({ name }) => name === disputed.by);
    return source !== undefined && isAlive(of, source, disputed.quote, nowMs);
  }

  #line(symbol: Symbol): Line {
    const known = this.#lines.get(symbol);
    if (known !== undefined) return known;
    const made: Line = {
      guard: EMPTY_GUARD,
      active: undefined,
      latest: new Map(),
      disputed: undefined,
      doubted: undefined,
    };
    this.#lines.set(symbol, made);
    return made;
  }

  #quoteOf(tick: SourceTick): FeedQuote {
    this.#serial += 1;
    return {
      id: String(this.#serial),
      symbol: tick.symbol,
      bid: tick.bid,
      ask: tick.ask,
      source: tick.source,
      sourceTime: new Date(tick.sourceTimeMs),
      receivedTime: new Date(tick.receivedMs),
    };
  }
}

/** How old a quote of a source may be: the class's limit, on top of the time for which the source lets a price stand. */
function lifeMs(of: Instrument, source: RankedSource): number {
  return CLASS_RULES[of.class].staleLimitMs + source.cadenceMs;
}

function isAlive(of: Instrument, source: RankedSource, quote: FeedQuote | undefined, nowMs: number): boolean {
  return quote !== undefined && nowMs - quote.receivedTime.getTime() <= lifeMs(of, source);
}
