import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, OTHER, said, stateOf } from '../../../test/kit.ts';
import { later, run, theTrade, withoutMarkup } from '../../../test/orders.ts';
import type { Context } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { conversionRate, parsePrice } from '../../market/index.ts';
import { COPIES, type Copy } from '../positions/copies.ts';
import { type Trade, TRADES } from '../positions/model.ts';
import { exactProfit } from '../positions/profit.ts';
import { instrument } from '../../market/index.ts';
import { type BreakEven, costsCoveredAt } from './index.ts';

const price = parsePrice;
const at110 = contextOf({ EURUSD: '1.10000 1.10002' });
const up = contextOf({ EURUSD: '1.10500 1.10502' });

function opened(over: Partial<Trade> = {}, side: 'buy' | 'sell' = 'buy'): State {
  const state = withoutMarkup(stateOf({ client: { cash: 100_000_000n } }));
  run(state, { kind: 'open_trade', clientId: CLIENT, symbol: 'EURUSD', side, lots: 10n, amount: 80_000n }, at110);
  state.of(TRADES).set(theTrade(state).id, { ...theTrade(state), ...over });
  return state;
}

function breakEven(state: State, over: Partial<BreakEven> = {}, context: Context = up) {
  const tradeId = theTrade(state).id;
  return run(state, { kind: 'break_even', clientId: CLIENT, tradeId, at: 'entry', ...over }, later(context, 5));
}

describe('break-even', () => {
  it('[J1] puts the stop at the opening price and leaves target and trailing stop as they are', () => {
    const kept = { takeProfit: price('1.2'), trailingDistance: price('0.05'), trailingPeak: price('1.1') };
    const state = opened({ ...kept, stopLoss: price('1.05') });
    expect(said(breakEven(state))).toBe('ok');
    expect(theTrade(state)).toMatchObject({ ...kept, stopLoss: price('1.10002'), protectedAt: later(up, 5).now });
    const sold = opened({}, 'sell');
    expect(said(breakEven(sold, {}, contextOf({ EURUSD: '1.09000 1.09002' })))).toBe('ok');
    expect(theTrade(sold).stopLoss).toBe(price('1.1'));
  });

  it('[J1] covers what nights cost: the first price on the tick that brings as much', () => {
    const state = opened({ financed: 123n });
    expect(said(breakEven(state, { at: 'costs' }))).toBe('ok');
    // $1.23 of 10,000 euros is 0.000123: thirteen ticks.
    expect(theTrade(state).stopLoss).toBe(price('1.10015'));
    const rate = conversionRate('JPY', () => ({ id: '', bid: price('150'), ask: price('150.01') }));
    for (const side of ['buy', 'sell'] as const)
      for (const financed of [1n, 99n, 12_345n]) {
        const of = { symbol: 'EURJPY', side, openLots: 7n, entryPrice: price('165.123'), financed } as const;
        if (rate === undefined) throw new Error('no rate');
        const level = costsCoveredAt(of, rate);
        const brings = (at: bigint) => exactProfit(instrument('EURJPY'), side, 7n, of.entryPrice, at, rate);
        const tick = side === 'buy' ? price('0.001') : -price('0.001');
        expect(brings(level).num >= financed * brings(level).den).toBe(true);
        expect(brings(level - tick).num < financed * brings(level - tick).den).toBe(true);
      }
  });

  it('[J2] is refused where the market is at the level or beyond it, and names both prices', () => {
    const state = opened();
    for (const now of ['1.10002 1.10004', '1.09000 1.09002']) {
      const decision = breakEven(state, {}, contextOf({ EURUSD: now }));
      expect(said(decision)).toBe('break_even.beyond');
      expect(decision.outcome).toMatchObject({ refusal: { values: { level: '1.10002' } } });
    }
    expect(theTrade(state).stopLoss).toBeNull();
    expect(said(breakEven(state, {}, contextOf({ EURUSD: '1.10003 1.10005' })))).toBe('ok');
  });

  it('[J2] never gives up what a stop has secured', () => {
    const state = opened({ stopLoss: price('1.10300') });
    expect(said(breakEven(state))).toBe('break_even.covered');
    expect(theTrade(state).stopLoss).toBe(price('1.10300'));
    const sold = opened({ stopLoss: price('1.09') }, 'sell');
    expect(said(breakEven(sold, {}, contextOf({ EURUSD: '1.08000 1.08002' })))).toBe('break_even.covered');
  });

  it('[J2] is for the owner of an open trade that follows nobody', () => {
    const state = opened();
    expect(
      said(run(state, { kind: 'break_even', clientId: OTHER, tradeId: theTrade(state).id, at: 'entry' }, up)),
    ).toBe('trade.not_found');
    const mirrored = opened({ copyId: 'c', leadTradeId: 'l' });
    mirrored.of(COPIES).set('c', { id: 'c', clientId: CLIENT, status: 'active' } as Copy);
    expect(said(breakEven(mirrored))).toBe('trade.mirrored');
    const closed = opened({ status: 'closed' });
    expect(said(breakEven(closed))).toBe('trade.already_closed');
    expect(said(breakEven(opened(), {}, contextOf()))).toBe('market.closed');
  });
});

describe('closing winners or losers', () => {
  const close = (only: 'winners' | 'losers', prices: string) => {
    const state = opened();
    const decision = run(
      state,
      { kind: 'close_trade', clientId: CLIENT, tradeId: theTrade(state).id, lots: null, only },
      contextOf({ EURUSD: prices }),
    );
    return [said(decision), theTrade(state).status];
  };

  it('[J3] what it brings at the quote that closes it says which it is; neither is neither', () => {
    const [won, lost, even] = ['1.10003 1.10005', '1.10001 1.10003', '1.10002 1.10004'] as const;
    expect([close('winners', won), close('losers', lost)]).toEqual([
      ['ok', 'closed'],
      ['ok', 'closed'],
    ]);
    for (const prices of [lost, even]) expect(close('winners', prices)).toEqual(['trade.not_winning', 'active']);
    for (const prices of [won, even]) expect(close('losers', prices)).toEqual(['trade.not_losing', 'active']);
  });

  it('[J4] never waits for another quote', () => {
    const state = opened();
    const stale: Context = { ...at110, quote: () => ({ ok: false, code: 'market.stale', detail: '' }) };
    const order = { kind: 'close_trade', clientId: CLIENT, tradeId: theTrade(state).id, lots: null } as const;
    expect(said(run(state, { ...order, only: 'winners' }, stale))).toBe('market.stale');
    expect(theTrade(state).closingLots).toBeNull();
    expect(said(run(state, order, stale))).toBe('ok');
    expect(theTrade(state).closingLots).toBe(10n);
  });
});
