import { type DayPath, type Factor, portableExp } from './free-walk.ts';
import {
  type CryptoSymbol,
  type Instrument,
  instrument,
  INSTRUMENTS,
  priceStep,
  type StockSymbol,
  type Symbol,
} from './instruments.ts';
import { keyFrom } from './keyed-random.ts';
import { lastMarketDay, type MarketDay, spreadTenths, WIDEST_TENTHS } from './market-time.ts';
import type { Price } from './price.ts';
import { type ActionsOf, NO_ACTIONS, type PriceAction } from './price-actions.ts';
import type { FeedQuote } from './quote.ts';
import { type Search, SessionPath } from './session-path.ts';
import { COINS, COMMON_VOLATILITY, CURRENCIES, SHARES } from './simulated-anchors.ts';

/** Stored with the seed when a database is made. Any change that moves a simulated price needs a new number: with the third, spreads widen on thin days. */
export const SIMULATION_VERSION = 3;

/** Of the walk itself, whose keys come from it: the prices between the two sides are those of the second version. */
const WALK_VERSION = 2;

/** A simulated price holds for one second. */
export const SIMULATED_TICK_MS = 1_000;

export const SIMULATED_SOURCE = 'simulated';

/** Prices of a stretch of one session, of the quotes of all its seconds: mids, exact. */
export type Stretch = { readonly open: Price; readonly high: Price; readonly low: Price; readonly close: Price };

/** The simulated market of one seed. Calls depend on nothing but their arguments. While an instrument is closed, the quote of its last second stands. */
export type Simulation = {
  /** The quote that holds at an instant, in milliseconds since 1970. */
  quote(symbol: Symbol, timeMs: number): FeedQuote;
  /** The price between the quote's two sides. */
  mid(symbol: Symbol, timeMs: number): Price;
  /** Open, high, low and close of the quotes from one second of a session to another, both included, without asking for each of them. */
  stretch(symbol: Symbol, day: MarketDay, fromSecond: number, toSecond: number): Stretch;
};

/** One term of a log price: a path and how much of it the instrument takes, by the standard deviation of a day. */
export type Term = { readonly factor: Factor; readonly weight: number };
export type Recipe = {
  readonly of: Instrument;
  readonly anchor: number;
  readonly first: Term;
  readonly second: Term;
  readonly stepsPerUnit: number;
  readonly step: Price;
  readonly path: SessionPath;
};

/** Square roots of the market days in a year: 365.25 for coins, 260.9 for the others. */
const SQRT_DAYS = { crypto: 19.111_514_853_6, forex: 16.152_399_0, stock: 16.152_399_0 } as const;

/**
 * price = anchor × e^(a·A(t) + b·B(t)), where A and B are free walks of the seed that begin at nought with the market. A forex pair takes the walks of its
 * two currencies, a coin or share its own and that of its class. Work that depends on the seed alone is done here once.
 *
 * A share's price is divided by a split and falls by a dividend, from the first session after it on: the walk goes on as it would, from a lower anchor. So it is
 * still a function of time, and without such actions not a bit of it changes.
 */
export function createSimulation(seed: string, actionsOf: ActionsOf = NO_ACTIONS): Simulation {
  const factors = new Map<string, Factor>();
  const factor = (of: Instrument['class'], name: string): Factor => {
    const known = factors.get(name);
    if (known !== undefined) return known;
    const made = {
      key: keyFrom(`clearbook market ${WALK_VERSION}|${name}|${seed}`),
      of,
      days: new Map<number, DayPath>(),
    };
    factors.set(name, made);
    return made;
  };
  const recipes = new Map<Symbol, Recipe>(INSTRUMENTS.map((of) => [of.symbol, recipeOf(of, factor)]));

  const eras = new Map<Symbol, { readonly actions: readonly PriceAction[]; readonly eras: readonly Era[] }>();

  const recipeFor = (symbol: Symbol, day: MarketDay): Recipe => {
    const recipe = recipes.get(symbol) ?? recipeOf(instrument(symbol), factor);
    const actions = actionsOf(symbol);
    if (actions.length === 0) return recipe;
    let known = eras.get(symbol);
    if (known?.actions !== actions) {
      known = { actions, eras: erasOf(recipe, actions) };
      eras.set(symbol, known);
    }
    return known.eras.findLast(({ fromMs }) => fromMs <= day.opensAtMs)?.recipe ?? recipe;
  };

  const at = (symbol: Symbol, timeMs: number): { recipe: Recipe; second: number; timeMs: number; sides: Sides } => {
    const day = lastMarketDay(instrument(symbol).class, timeMs);
    const recipe = recipeFor(symbol, day);
    const second = Math.min(Math.floor((timeMs - day.opensAtMs) / SIMULATED_TICK_MS), day.seconds - 1);
    recipe.path.enter(day);
    const sides = sidesOf(recipe, day, second, recipe.path.at(second));
    return { recipe, second, timeMs: day.opensAtMs + second * SIMULATED_TICK_MS, sides };
  };

  return {
    quote(symbol, timeMs) {
      const { recipe, sides, timeMs: tickMs } = at(symbol, timeMs);
      const time = new Date(tickMs);
      return {
        id: simulatedQuoteId(symbol, tickMs / SIMULATED_TICK_MS),
        symbol,
        bid: BigInt(sides.bid) * recipe.step,
        ask: BigInt(sides.bid + sides.spread) * recipe.step,
        source: SIMULATED_SOURCE,
        sourceTime: time,
        receivedTime: time,
      };
    },
    mid(symbol, timeMs) {
      const { recipe, sides } = at(symbol, timeMs);
      return price(recipe, 2 * sides.bid + sides.spread);
    },
    stretch(symbol, day, fromSecond, toSecond) {
      const recipe = recipeFor(symbol, day);
      const { path } = recipe;
      path.enter(day);
      const search = { from: fromSecond, to: toSecond, ...figures(recipe, day, fromSecond, toSecond) };
      return {
        open: price(recipe, search.figure(fromSecond, path.at(fromSecond))),
        high: price(recipe, path.extreme(1, search)),
        low: price(recipe, path.extreme(-1, search)),
        close: price(recipe, search.figure(toSecond, path.at(toSecond))),
      };
    },
  };
}

/** One quote. To ask for many, keep a `createSimulation`, which derives the keys only once. */
export function simulatedQuote(seed: string, symbol: Symbol, timeMs: number): FeedQuote {
  return createSimulation(seed).quote(symbol, timeMs);
}

/** How a share's price is made from an action on. */
type Era = { readonly fromMs: number; readonly recipe: Recipe };

/** A share keeps at least this part of its price, whatever it pays. */
const LEAST_KEPT = 0.5;

/** One for each action, in their order: a later dividend falls from what earlier actions left of the price. */
function erasOf(first: Recipe, actions: readonly PriceAction[]): Era[] {
  let recipe = first;
  return actions.map((action) => {
    recipe = { ...recipe, anchor: recipe.anchor * keptBy(action, recipe) };
    return { fromMs: action.effectiveAt.getTime(), recipe };
  });
}

/** What is left of a price: of its last mid before the action. */
function keptBy(action: PriceAction, recipe: Recipe): number {
  if (action.type === 'split') return Number(action.den) / Number(action.num);
  const day = lastMarketDay(recipe.of.class, action.effectiveAt.getTime());
  recipe.path.enter(day);
  const { bid, spread } = sidesOf(recipe, day, day.seconds - 1, recipe.path.at(day.seconds - 1));
  const twiceMid = (2 * bid + spread) * Number(recipe.step);
  return Math.max(LEAST_KEPT, 1 - (2 * Number(action.rate)) / twiceMid);
}

/** In steps of the last decimal. */
type Sides = { readonly bid: number; readonly spread: number };

/** Steps stay whole numbers that floating point holds exactly, however far a walk goes. */
const MAX_STEPS = 2 ** 50;

/** Twice the mid in steps, of a log price at a second; and how far it can be from the log price's own steps, which is what a search for extremes goes by. */
function figures(
  recipe: Recipe,
  day: MarketDay,
  fromSecond: number,
  toSecond: number,
): Pick<Search, 'figure' | 'beyond'> {
  const { of, anchor, stepsPerUnit } = recipe;
  const figure = (second: number, x: number): number => {
    const { bid, spread } = sidesOf(recipe, day, second, x);
    return 2 * bid + spread;
  };
  const tenths = spreadTenths(of.class, day, Math.floor(fromSecond / 60));
  let steady = true;
  for (let minute = Math.floor(fromSecond / 60); minute <= Math.floor(toSecond / 60) && steady; minute += 1)
    steady = spreadTenths(of.class, day, minute) === tenths;
  const beyond = (sign: 1 | -1, second: number, x: number): number => {
    const best = figure(second, x);
    // A price of a few steps has no room below: there every quote is looked at.
    if (best < 16) return sign === 1 ? -Infinity : Infinity;
    // Where the spread is the same for neighbouring prices, a lower price never has a higher mid.
    const nearest = best / 2;
    if (steady && spreadOf(of, nearest - 2, tenths) === spreadOf(of, nearest + 2, tenths)) return x;
    // A mid is at most half a step from its price, and figures are whole numbers.
    return Math.log(nearest / (anchor * stepsPerUnit));
  };
  return { figure, beyond };
}

/** The one rounding: the bid falls on the last decimal, and the ask stands a whole number of steps above it. */
function sidesOf({ of, anchor, stepsPerUnit }: Recipe, day: MarketDay, second: number, x: number): Sides {
  const steps = Math.min(anchor * portableExp(x) * stepsPerUnit, MAX_STEPS);
  const spread = spreadOf(of, steps, spreadTenths(of.class, day, Math.floor(second / 60)));
  return { bid: Math.max(1, Math.round(steps - spread / 2)), spread };
}

function spreadOf(of: Instrument, steps: number, tenths: number): number {
  const exact =
    of.class === 'forex' ? (of.baseSpread * tenths) / 10 : (Math.round(steps) * of.baseSpread * tenths) / 100_000;
  return Math.max(1, Math.round(exact));
}

/** No spread around a mid up to this one is wider. */
export function widestSpread(of: Instrument, mid: Price): Price {
  const tenths = BigInt(WIDEST_TENTHS * of.baseSpread);
  const exact = of.class === 'forex' ? (tenths * priceStep(of)) / 10n : (mid * tenths) / 100_000n;
  return exact + 2n * priceStep(of);
}

function price({ step }: Recipe, twiceSteps: number): Price {
  return (BigInt(twiceSteps) * step) / 2n;
}

const TICK_TEXT_LENGTH = 7;

function simulatedQuoteId(symbol: Symbol, tick: number): string {
  return `${symbol}-s${tick.toString(36).padStart(TICK_TEXT_LENGTH, '0')}`;
}

function recipeOf(of: Instrument, factor: (of: Instrument['class'], name: string) => Factor): Recipe {
  const day = SQRT_DAYS[of.class];
  const made = (anchor: number, first: Term, second: Term): Recipe => ({
    ...{ of, anchor, first, second },
    ...{ step: priceStep(of), stepsPerUnit: Number(10n ** BigInt(of.digits)) },
    path: new SessionPath({ of, first, second }),
  });
  if (of.class === 'forex') {
    const base = currency(of.base);
    const quote = currency(of.quote);
    return made(
      base.usd / quote.usd,
      { factor: factor('forex', `currency ${of.base}`), weight: base.volatility / day },
      { factor: factor('forex', `currency ${of.quote}`), weight: -quote.volatility / day },
    );
  }
  const asset = of.class === 'crypto' ? COINS[of.symbol as CryptoSymbol] : SHARES[of.symbol as StockSymbol];
  return made(
    asset.usd,
    { factor: factor(of.class, `${of.class} ${of.symbol}`), weight: asset.own / day },
    { factor: factor(of.class, `${of.class} in common`), weight: (asset.beta * COMMON_VOLATILITY[of.class]) / day },
  );
}

function currency(code: string): { usd: number; volatility: number } {
  const found = CURRENCIES[code];
  if (found === undefined) throw new RangeError(`no anchor for ${code}`);
  return found;
}
