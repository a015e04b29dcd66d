import {
  type CryptoSymbol,
  INSTRUMENTS,
  type Instrument,
  instrument,
  priceStep,
  type StockSymbol,
  type Symbol,
} from './instruments.ts';
import { type Key, keyFrom } from './keyed-random.ts';
import { type Price } from './price.ts';
import { type FeedQuote, spreadSteps } from './quote.ts';
import { portableExp, walkAt } from './random-walk.ts';
import { COINS, COMMON_VOLATILITY, CURRENCIES, SHARES } from './simulated-anchors.ts';

/** Stored with the seed when a database is made. Any change that moves a simulated price needs a new number. */
export const SIMULATION_VERSION = 1;

/** A simulated price holds for one second. */
export const SIMULATED_TICK_MS = 1_000;

export const SIMULATED_SOURCE = 'simulated';

/** The simulated market of one seed. Calls depend on nothing but their arguments; trading hours are the caller's business. */
export type Simulation = {
  /** The quote that holds at an instant, in milliseconds since 1970. */
  quote(symbol: Symbol, timeMs: number): FeedQuote;
  /** The price between the two sides, rounded to the instrument's decimals. */
  mid(symbol: Symbol, timeMs: number): Price;
};

/** One term of a log price: a path and how much of it the instrument takes. */
type Term = { readonly key: Key; readonly weight: number };
type Recipe = {
  readonly of: Instrument;
  readonly anchor: number;
  readonly first: Term;
  readonly second: Term;
  readonly stepsPerUnit: number;
  readonly step: Price;
};

/**
 * price = anchor × e^(a·A(t) + b·B(t)), where A and B are random walks of the seed. A forex pair takes the walks of its two currencies, a coin or share
 * its own and that of its class. Work that depends on the seed alone is done here once.
 */
export function createSimulation(seed: string): Simulation {
  const keys = new Map<string, Key>();
  const path = (name: string): Key => {
    const key = keys.get(name) ?? keyFrom(`clearbook market ${SIMULATION_VERSION}|${name}|${seed}`);
    keys.set(name, key);
    return key;
  };
  const recipes = new Map<Symbol, Recipe>(INSTRUMENTS.map((of) => [of.symbol, recipeOf(of, path)]));
  const scratch = new Int32Array(4);

  /** The price in steps of the last decimal, not yet rounded. */
  const stepsAt = (recipe: Recipe, tick: number): number => {
    const { first, second } = recipe;
    const log = first.weight * walkAt(first.key, tick, scratch) + second.weight * walkAt(second.key, tick, scratch);
    return recipe.anchor * portableExp(log) * recipe.stepsPerUnit;
  };

  const recipeFor = (symbol: Symbol): Recipe => recipes.get(symbol) ?? recipeOf(instrument(symbol), path);

  return {
    quote(symbol, timeMs) {
      const recipe = recipeFor(symbol);
      const tick = Math.floor(timeMs / SIMULATED_TICK_MS);
      const steps = stepsAt(recipe, tick);
      const spread = spreadSteps(recipe.of, BigInt(Math.round(steps)));
      // The one rounding: the bid falls on the last decimal, and the ask stands a whole number of steps above it.
      const bidSteps = BigInt(Math.max(1, Math.round(steps - Number(spread) / 2)));
      const time = new Date(tick * SIMULATED_TICK_MS);
      return {
        id: simulatedQuoteId(symbol, tick),
        symbol,
        bid: bidSteps * recipe.step,
        ask: (bidSteps + spread) * recipe.step,
        source: SIMULATED_SOURCE,
        sourceTime: time,
        receivedTime: time,
      };
    },
    mid(symbol, timeMs) {
      const recipe = recipeFor(symbol);
      return BigInt(Math.max(1, Math.round(stepsAt(recipe, Math.floor(timeMs / SIMULATED_TICK_MS))))) * recipe.step;
    },
  };
}

/** One quote. To ask for many, keep a `createSimulation`, which derives the keys only once. */
export function simulatedQuote(seed: string, symbol: Symbol, timeMs: number): FeedQuote {
  return createSimulation(seed).quote(symbol, timeMs);
}

const TICK_TEXT_LENGTH = 7;

function simulatedQuoteId(symbol: Symbol, tick: number): string {
  return `${symbol}-s${tick.toString(36).padStart(TICK_TEXT_LENGTH, '0')}`;
}

function recipeOf(of: Instrument, path: (name: string) => Key): Recipe {
  const rest = { of, step: priceStep(of), stepsPerUnit: Number(10n ** BigInt(of.digits)) };
  if (of.class === 'forex') {
    const base = currency(of.base);
    const quote = currency(of.quote);
    return {
      ...rest,
      anchor: base.usd / quote.usd,
      first: { key: path(`currency ${of.base}`), weight: base.volatility },
      second: { key: path(`currency ${of.quote}`), weight: -quote.volatility },
    };
  }
  const asset = of.class === 'crypto' ? COINS[of.symbol as CryptoSymbol] : SHARES[of.symbol as StockSymbol];
  return {
    ...rest,
    anchor: asset.usd,
    first: { key: path(`${of.class} ${of.symbol}`), weight: asset.own },
    second: { key: path(`${of.class} in common`), weight: asset.beta * COMMON_VOLATILITY[of.class] },
  };
}

function currency(code: string): { usd: number; volatility: number } {
  const found = CURRENCIES[code];
  if (found === undefined) throw new RangeError(`no anchor for ${code}`);
  return found;
}
