import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, partyOf, said, stateOf } from '../../../test/kit.ts';
import { Later } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { apply } from '../../ledger/apply.ts';
import { decide } from '../../ledger/decide.ts';
import type { Command } from '../../ledger/modules.ts';
import { parsePrice } from '../../market/index.ts';
import { TALLIES } from '../protection/model.ts';
import { NO_TALLY } from '../protection/tally.ts';
import { COPIES } from '../positions/copies.ts';
import { type Trade, TRADES } from '../positions/model.ts';
import { dividendAmount, effectiveAt } from './index.ts';
import { ACTIONS, type CorporateAction } from './model.ts';

const EFFECTIVE = new Date('2026-05-11T13:25:00.000Z');
const ACTION: CorporateAction = {
  id: 'x', type: 'cash_dividend', symbol: 'AAPL', rate: parsePrice('0.26'), newRate: null, oldRate: null, exDate: '2026-05-11', effectiveAt: EFFECTIVE, source: 'exchange',
  sourceTime: new Date('2026-04-30T20:30:00Z'), recordedAt: new Date('2026-05-01T09:00:00Z'),
}; // prettier-ignore
const DUE = contextOf({}, { now: EFFECTIVE });

function run(state: State, command: Command, context = contextOf({ AAPL: '180' })) {
  const decision = decide(state, command, context);
  apply(state, decision, context.now);
  return decision;
}
function theTrade(state: State): Trade {
  const [trade] = state.of(TRADES).values();
  if (trade === undefined) throw new Error('no trade');
  return trade;
}
/** A position of 20 shares of AAPL with $900 of collateral, and the announcement. */
function held(side: 'buy' | 'sell', action: Partial<CorporateAction> = {}): State {
  const state = stateOf({ client: { cash: 100_000n } });
  state.of(ACTIONS).set('x', { ...ACTION, ...action });
  run(state, { kind: 'open_trade', clientId: CLIENT, symbol: 'AAPL', side, lots: 1_000n, amount: 90_000n } as Command);
  expect(theTrade(state).openLots).toBe(1_000n);
  return state;
}
function book(state: State, context = DUE) {
  return run(state, { kind: 'pay_dividend', clientId: CLIENT, tradeId: theTrade(state).id, actionId: 'x' }, context);
}

describe('a dividend', () => {
  it('[Q3] takes effect five minutes before the session of its ex-date, daylight saving and half days included', () => {
    expect(effectiveAt('AAPL', '2026-05-11')).toEqual(EFFECTIVE);
    expect(effectiveAt('AAPL', '2026-01-15')?.toISOString()).toBe('2026-01-15T14:25:00.000Z');
    expect(effectiveAt('AAPL', '2026-05-10')).toBeUndefined();
    expect(effectiveAt('AAPL', '2026-12-25')).toBeUndefined();
    expect(effectiveAt('EURUSD', '2026-05-11')).toBeUndefined();
  });

  it('[Q3] enters the collateral of a buy and leaves that of a sell, to the cent, half to even', () => {
    const long = held('buy');
    const decision = book(long);
    expect(decision.entry).toEqual({
      event: 'dividend', clientId: CLIENT, subjectId: theTrade(long).id, corrects: null,
      postings: [{ account: 'dividends', amount: 260n }, { account: 'margin', amount: -260n }],
    }); // prettier-ignore
    expect(theTrade(long)).toMatchObject({ collateralLeft: 90_260n, dividends: 260n, realised: 0n });
    expect(partyOf(long)).toMatchObject({ cash: 10_000n, margin: 90_260n });
    expect(decision.notifications).toMatchObject([
      { template: 'dividend-received', values: { symbol: 'AAPL', rate: '$0.26', amount: '$2.60', day: '2026-05-11' } },
    ]);
    const short = held('sell');
    short.of(TALLIES).set(CLIENT, NO_TALLY);
    expect(book(short).notifications).toMatchObject([{ template: 'dividend-paid', values: { amount: '$2.60' } }]);
    expect(theTrade(short)).toMatchObject({ collateralLeft: 89_740n, dividends: -260n });
    // [Y3] And what it took is part of the day's loss.
    expect(short.of(TALLIES).get(CLIENT)).toMatchObject({ dayResult: -260n });
    const of = (side: 'buy' | 'sell', openLots: bigint, rate: string) =>
      dividendAmount({ symbol: 'AAPL', side, openLots }, parsePrice(rate));
    expect([of('buy', 1n, '0.5'), of('buy', 1n, '1.5'), of('sell', 1n, '1.5'), of('sell', 3n, '0.83')]).toEqual([
      0n,
      2n,
      -2n,
      -2n,
    ]);
  });

  it('[Q3] never takes more than is left, and what rounds to nothing writes no entry', () => {
    const state = held('sell', { rate: parsePrice('100') });
    expect(book(state).outcome).toMatchObject({ result: { amount: '-900.00' } });
    expect(theTrade(state)).toMatchObject({ collateralLeft: 0n, dividends: -90_000n });
    const tiny = held('buy', { rate: parsePrice('0.0001') });
    const { entry, rows, notifications } = book(tiny);
    expect([entry, notifications, rows?.map(({ table }) => table.name)]).toEqual([undefined, undefined, ['dividend']]);
  });

  it('[Q3] is for what was open at its moment, not before and not for who came later', () => {
    const before = held('buy');
    expect(() => book(before, contextOf({}, { now: new Date(EFFECTIVE.getTime() - 1) }))).toThrow(Later);
    const { id } = theTrade(before);
    before.of(TRADES).set(id, { ...theTrade(before), openedAt: EFFECTIVE });
    expect(said(book(before))).toBe('corporate_action.not_due');
    // An order's fill that was written down later counts from its quote.
    before.of(TRADES).set(id, { ...theTrade(before), heldSince: new Date(EFFECTIVE.getTime() - 1) });
    expect(said(book(before))).toBe('ok');
    const other = held('buy', { symbol: 'MSFT' });
    expect(() => book(other)).toThrow('another share');
  });

  it('[Q5] counts for the copy as a night does, and comes back with the collateral', () => {
    const state = held('buy');
    const { id } = theTrade(state);
    const copy = { id: 'copy', status: 'active', held: 90_000n, result: 0n } as never;
    state.of(TRADES).set(id, { ...theTrade(state), copyId: 'copy', leadTradeId: 'lead' });
    state.of(COPIES).set('copy', copy);
    book(state);
    expect(state.of(COPIES).get('copy')).toMatchObject({ held: 90_260n, result: 260n });
    run(state, { kind: 'close_trade', clientId: CLIENT, tradeId: id, lots: 500n });
    run(state, { kind: 'close_trade', clientId: CLIENT, tradeId: id, lots: null });
    const { realised } = theTrade(state);
    expect(partyOf(state)).toMatchObject({ margin: 0n, cash: 100_260n + realised, realised });
  });
});
