import type { Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { instrument, PRICE_SCALE } from '../../market/index.ts';
import { type Cents, type Fraction, roundHalfEven } from '../../money/index.ts';
import { type Exposure, EXPOSURES, TRADES } from './model.ts';
import { UNSPLIT } from './profit.ts';
import { effectiveMarkup, type Terms } from './terms.ts';
import { type Marks, openTradesOf } from './valuation.ts';

/** Trades that one client may have open. */
export const MAX_OPEN_TRADES = 200;

/**
 * What a client has open, summed by instrument and side: at most two sums per instrument, however many trades there are. A state read from the
 * database has the sums from there; a state that holds every trade, as the reference ledger's does, is summed here.
 */
export function exposuresOf(state: State, clientId: string): readonly Exposure[] {
  if (!state.has(EXPOSURES)) return exposuresFrom(openTradesOf(clientId, state.of(TRADES).values()));
  const known = state.of(EXPOSURES).get(clientId);
  if (known === undefined) throw new Error('a decision about positions that were not read');
  return known;
}

type Summed = Pick<Exposure, 'symbol' | 'side'> & {
  readonly openLots: bigint;
  readonly entryPrice: bigint;
  readonly splits?: Fraction;
  readonly requiredMarginLeft: Cents;
};

export function exposuresFrom(trades: Iterable<Summed>): Exposure[] {
  const sums = new Map<string, Exposure>();
  for (const { symbol, side, openLots, entryPrice, splits = UNSPLIT, requiredMarginLeft } of trades) {
    const key = `${symbol} ${side} ${splits.num}/${splits.den}`;
    const sum = sums.get(key) ?? { symbol, side, splits, trades: 0, lots: 0n, value: 0n, required: 0n };
    sums.set(key, {
      ...sum,
      trades: sum.trades + 1,
      lots: sum.lots + openLots,
      value: sum.value + openLots * entryPrice,
      required: sum.required + requiredMarginLeft,
    });
  }
  return [...sums.values()];
}

/** How many trades a client has open. */
export function openTradesCount(state: State, clientId: string): number {
  return exposuresOf(state, clientId).reduce((count, { trades }) => count + trades, 0);
}

/** The result of closing all of it now, in cents, each sum rounded half-even. Zero for instruments without any price. */
export function openResult(exposures: readonly Sum[], marks: Marks, terms: Terms): Cents {
  return exposures.reduce((sum, exposure) => sum + resultOf(exposure, marks, terms), 0n);
}

type Sum = Pick<Exposure, 'symbol' | 'side' | 'splits' | 'lots' | 'value'>;

function resultOf({ symbol, side, splits, lots, value }: Sum, marks: Marks, terms: Terms): Cents {
  const of = instrument(symbol);
  const quote = marks.mark(symbol, effectiveMarkup(terms));
  const rate = marks.markRate(of.quote);
  if (quote === undefined || rate === undefined) return 0n;
  const { num, den } = splits;
  const move = side === 'buy' ? quote.bid * lots * num - value * den : value * den - quote.ask * lots * num;
  return roundHalfEven(move * of.lotSize * rate.num, PRICE_SCALE * num * rate.den);
}

/** Equity = cash + margin + unrealised − owed, and the required margins of everything that is open. */
export function worthOf(
  state: State,
  party: Party,
  marks: Marks,
): { readonly equity: Cents; readonly required: Cents } {
  const exposures = exposuresOf(state, party.id);
  return {
    equity: party.cash + party.margin - party.loan + openResult(exposures, marks, party),
    required: exposures.reduce((sum, { required }) => sum + required, 0n),
  };
}
