import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, partyOf, said, stateOf } from '../../../test/kit.ts';
import { type Context, Later } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { apply } from '../../ledger/apply.ts';
import { decide } from '../../ledger/decide.ts';
import type { Command } from '../../ledger/modules.ts';
import { chargeNightsFirst } from '../../ledger/nights-first.ts';
import { type FeedQuote, instrument, parsePrice } from '../../market/index.ts';
import { costsCoveredAt } from '../actions/break-even.ts';
import { openResult, exposuresOf } from '../positions/exposure.ts';
import { type Trade, TRADES } from '../positions/model.ts';
import { netPositionsOf } from '../positions/net.ts';
import { NO_PACKAGE } from '../positions/terms.ts';
import { unrealisedCents } from '../positions/valuation.ts';
import { ORDERS } from '../trading/model.ts';
import { closeOutPrice } from '../trading/triggers.ts';
import { ACTIONS, type CorporateAction } from './model.ts';
import { leftOver, splitPrice } from './apply-split.ts';

const EFFECTIVE = new Date('2026-05-11T13:25:00.000Z');
const BEFORE = contextOf({ AAPL: '180.00' });
const DUE = contextOf({}, { now: EFFECTIVE });
const USD = { num: 1n, den: 1n };

function announced(newRate: number, oldRate: number): CorporateAction {
  return {
    id: `${newRate}:${oldRate}`, type: 'split', symbol: 'AAPL', rate: null, newRate, oldRate, exDate: '2026-05-11', effectiveAt: EFFECTIVE, source: 'exchange',
    sourceTime: new Date('2026-04-30T20:30:00Z'), recordedAt: new Date('2026-05-01T09:00:00Z'),
  }; // prettier-ignore
}
function run(state: State, command: Command, context: Context = BEFORE) {
  const decision = decide(state, command, context);
  apply(state, decision, context.now);
  return decision;
}
function theTrade(state: State): Trade {
  const [trade] = state.of(TRADES).values();
  if (trade === undefined) throw new Error('no trade');
  return trade;
}
function held(side: 'buy' | 'sell', lots = 1_000n, more: object = {}): State {
  const state = stateOf({ client: { cash: 100_000_000n } });
  const command = { kind: 'open_trade', clientId: CLIENT, symbol: 'AAPL', side, lots, amount: lots * 200n };
  run(state, { ...command, ...more } as Command);
  return state;
}
/** What the product does of a trade as a split takes effect, at a last price of the old shares. */
function split(state: State, newRate: number, oldRate: number, last = '180.00', now = EFFECTIVE): void {
  const action = { ...announced(newRate, oldRate), effectiveAt: now };
  state.of(ACTIONS).set(action.id, action);
  const of = { clientId: CLIENT, tradeId: theTrade(state).id, actionId: action.id };
  const at = contextOf({}, { now });
  if (leftOver(theTrade(state).openLots, { oldRate: BigInt(oldRate) }) !== 0n)
    expect(said(run(state, { kind: 'cash_in_lieu', ...of, trigger: { quote: quoteOf(last, now), conversions: [] } }, at))).toBe('ok'); // prettier-ignore
  if (theTrade(state).status === 'active') expect(said(run(state, { kind: 'apply_split', ...of }, at))).toBe('ok');
}
function quoteOf(price: string, before: Date): FeedQuote {
  const at = new Date(before.getTime() - 60_000);
  const value = parsePrice(price);
  return { id: 'last', symbol: 'AAPL', bid: value, ask: value, source: 'test', sourceTime: at, receivedTime: at } as FeedQuote; // prettier-ignore
}
/** Marks at an exact price: what a share of the old ones was worth, by the shares of today. */
function marksAt(price: bigint) {
  return {
    mark: () => ({ bid: price, ask: price }) as never,
    markRate: () => USD,
  };
}

describe('a split', () => {
  it('[Q9] changes shares, stop, target, trailing and what is asked to be closed, and neither money nor what was paid', () => {
    const levels = { stopLoss: parsePrice('160.01'), takeProfit: parsePrice('200.02'), trailingDistance: parsePrice('10') }; // prettier-ignore
    const state = held('buy', 1_000n, levels);
    const before = theTrade(state);
    state.of(TRADES).set(before.id, { ...before, closingLots: 300n, closingSince: BEFORE.now });
    const cash = partyOf(state);
    split(state, 4, 1);
    expect(theTrade(state)).toMatchObject({
      ...{ lots: 1_000n, openLots: 4_000n, entryPrice: before.entryPrice, splits: { num: 4n, den: 1n } },
      ...{ stopLoss: parsePrice('40.00'), takeProfit: parsePrice('50.00'), trailingDistance: parsePrice('2.5') },
      ...{ closingLots: 1_200n, protectedAt: EFFECTIVE, trailingSince: EFFECTIVE },
      ...{ collateralLeft: before.collateralLeft, requiredMarginLeft: before.requiredMarginLeft, realised: 0n },
    });
    expect(partyOf(state)).toEqual(cash);
  });

  it('[Q11] closes what a ratio leaves over at the last price of the old shares, and the whole of what is less than a lot step after it', () => {
    const state = held('buy', 1_234n);
    split(state, 1, 10, '190.00');
    expect(theTrade(state)).toMatchObject({ openLots: 123n, closedBy: 'split', exitPrice: expect.anything() });
    const tiny = held('sell', 7n);
    split(tiny, 1, 10);
    expect(theTrade(tiny)).toMatchObject({ status: 'closed', openLots: 0n, splits: USD });
    const late = held('buy', 1_234n);
    late.of(ACTIONS).set('1:10', announced(1, 10));
    const of = { clientId: CLIENT, tradeId: theTrade(late).id, actionId: '1:10' };
    const quote = { ...quoteOf('19', EFFECTIVE), receivedTime: EFFECTIVE };
    expect(said(run(late, { kind: 'cash_in_lieu', ...of, trigger: { quote, conversions: [] } }, DUE))).toBe(
      'corporate_action.not_due',
    );
    expect(said(run(late, { kind: 'apply_split', ...of }, DUE))).toBe('corporate_action.not_due');
  });

  it('[T47] what the ratio leaves over pays for every night until the split, whenever its last price was', () => {
    const state = held('buy', 1_234n);
    state.of(ACTIONS).set('1:10', announced(1, 10));
    const of = { clientId: CLIENT, tradeId: theTrade(state).id, actionId: '1:10' };
    // Of Friday evening; the split is on Monday.
    const last = { quote: quoteOf('180', new Date(EFFECTIVE.getTime() - 65 * 3_600_000)), conversions: [] };
    const nights = chargeNightsFirst(
      state,
      { kind: 'cash_in_lieu', ...of, trigger: last },
      { ...DUE, nightMarks: () => last },
    );
    // A week’s nights at most; the day of the split has not ended.
    expect(nights.map(({ night }) => night.day.slice(5))).toEqual([
      '05-04',
      '05-05',
      '05-06',
      '05-07',
      '05-08',
      '05-09',
      '05-10',
    ]);
    expect(chargeNightsFirst(state, { kind: 'apply_split', ...of }, { ...DUE, nightMarks: () => last })).toEqual([]);
  });

  it('[Q9] is for what was open at its moment, not before and not for who came later', () => {
    const state = held('buy');
    state.of(ACTIONS).set('4:1', announced(4, 1));
    const command = { kind: 'apply_split', clientId: CLIENT, tradeId: theTrade(state).id, actionId: '4:1' } as const;
    expect(() => run(state, command, contextOf({}, { now: new Date(EFFECTIVE.getTime() - 1) }))).toThrow(Later);
    state.of(TRADES).set(theTrade(state).id, { ...theTrade(state), openedAt: EFFECTIVE });
    expect(said(run(state, command, DUE))).toBe('corporate_action.not_due');
  });

  it('[Q12] makes an order that waits wait for the same, and ends one that would be for less than a lot step', () => {
    const state = stateOf({ client: { cash: 1_000_000n } });
    const order = {
      kind: 'place_order',
      clientId: CLIENT,
      symbol: 'AAPL',
      side: 'buy',
      amount: 90_000n,
      type: 'limit',
    };
    run(state, { ...order, lots: 1_005n, price: parsePrice('170.03'), timeInForce: 'gtc' } as never);
    run(state, { ...order, lots: 9n, price: parsePrice('170.00'), timeInForce: 'gtc' } as never);
    const [first, second] = [...state.of(ORDERS).values()];
    if (first === undefined || second === undefined) throw new Error('no orders');
    state.of(ACTIONS).set('1:10', announced(1, 10));
    const early = { kind: 'apply_split_to_order', clientId: CLIENT, orderId: first.id, actionId: '1:10' } as const;
    expect(() => run(state, early, contextOf({}, { now: new Date(EFFECTIVE.getTime() - 1) }))).toThrow(Later);
    for (const { id } of [first, second])
      expect(
        said(run(state, { kind: 'apply_split_to_order', clientId: CLIENT, orderId: id, actionId: '1:10' }, DUE)),
      ).toBe('ok');
    expect(state.of(ORDERS).get(first.id)).toMatchObject({
      ...{ status: 'working', lots: 100n, limitPrice: parsePrice('1700.30'), setAt: EFFECTIVE },
    });
    expect(state.of(ORDERS).get(second.id)).toMatchObject({ status: 'cancelled', reason: 'split' });
    const again = { kind: 'apply_split_to_order', clientId: CLIENT, orderId: first.id, actionId: '1:10' } as const;
    expect(said(run(state, again, DUE))).toBe('corporate_action.not_due');
  });

  it('[Q9] leaves profit, equity, sums, average and close-out as they were, to the cent, whatever the ratios', () => {
    const ratio = fc
      .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 30 }))
      .filter(([a, b]) => a !== b);
    fc.assert(
      fc.property(
        ...([
          fc.constantFrom('buy' as const, 'sell' as const),
          fc.bigInt({ min: 1n, max: 40n }),
          fc.array(ratio, { minLength: 1, maxLength: 3 }),
        ] as const),
        fc.bigInt({ min: 1n, max: 400n }),
        (side, times, ratios, price) => {
          // Divisible by every ratio, so that nothing is left over, and a price that is exact in every share.
          const oldShares = ratios.reduce((all, [, old]) => all * BigInt(old), 1n);
          const newShares = ratios.reduce((all, [each]) => all * BigInt(each), 1n);
          const state = held('buy', 1_000n);
          const whole = times * oldShares;
          const first = { ...theTrade(state), side, lots: whole, openLots: whole };
          state.of(TRADES).set(first.id, first);
          const mark = price * newShares * 10n ** 8n;
          const was = [unrealisedCents(first, marksAt(mark), NO_PACKAGE), openResult(exposuresOf(state, CLIENT), marksAt(mark), NO_PACKAGE)]; // prettier-ignore
          ratios.forEach(([each, old], i) => split(state, each, old, '180.00', new Date(EFFECTIVE.getTime() + i * 86_400_000))); // prettier-ignore
          const after = theTrade(state);
          expect(after.openLots).toBe(times * newShares);
          const now = marksAt((mark * oldShares) / newShares);
          expect([unrealisedCents(after, now, NO_PACKAGE), openResult(exposuresOf(state, CLIENT), now, NO_PACKAGE)]).toEqual(was); // prettier-ignore
          // What was paid for all of it, by the shares of today.
          const paid = first.entryPrice * whole;
          const average = netPositionsOf([after])[0]?.average ?? 0n;
          expect(average * after.openLots - paid).toSatisfy(
            (off: bigint) => 2n * (off < 0n ? -off : off) <= after.openLots,
          );
          const step = 10n ** 8n;
          const rest = { ...after, collateralLeft: 0n };
          const at = closeOutPrice({ ...rest, requiredMarginLeft: 0n }, USD);
          if (at !== undefined && side === 'buy') {
            // The last price on the tick at which it brings nothing or less.
            expect(unrealisedCents(after, marksAt(at), NO_PACKAGE)).toBeLessThanOrEqual(0n);
            expect(unrealisedCents(after, marksAt(at + step), NO_PACKAGE)).toBeGreaterThanOrEqual(0n);
          }
          const covered = costsCoveredAt(after, USD);
          expect(unrealisedCents(after, marksAt(covered), NO_PACKAGE)).toBeGreaterThanOrEqual(0n);
          expect(covered % step).toBe(0n);
        },
      ),
    );
  });

  it('[Q9] rounds a level to the nearest tick, a half to the even one', () => {
    const of = (price: string, newRate: bigint, oldRate: bigint) =>
      splitPrice(parsePrice(price), { id: 'x', symbol: 'AAPL', newRate, oldRate, effectiveAt: EFFECTIVE });
    expect([of('160.02', 4n, 1n), of('160.06', 4n, 1n), of('100.00', 3n, 1n), of('1.01', 1n, 10n), of('0.01', 4n, 1n)]).toEqual(
      ['40.00', '40.02', '33.33', '10.10', '0.00'].map((text) => parsePrice(text)),
    ); // prettier-ignore
    expect(instrument('AAPL').digits).toBe(2);
  });
});
