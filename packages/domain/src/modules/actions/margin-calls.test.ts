import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, NOON, said, stateOf } from '../../../test/kit.ts';
import { later, run, theTrade, trigger, withoutMarkup } from '../../../test/orders.ts';
import type { State } from '../../kernel/state.ts';
import { ZERO } from '../../money/index.ts';
import { calledAt, UNCALLED } from './index.ts';
import { MARGIN_CALLS } from './model.ts';

const at110 = contextOf({ EURUSD: '1.10000 1.10000' });

/** A tenth of a lot that needs $733.34, with twice as much as collateral unless something else is said. */
function opened(levels: number[] = [150, 100], amount = 146_668n): State {
  const state = withoutMarkup(stateOf({ client: { cash: 100_000_000n } }));
  run(state, { kind: 'open_trade', clientId: CLIENT, symbol: 'EURUSD', side: 'buy', lots: 10n, amount }, at110);
  expect(said(set(state, levels))).toBe('ok');
  return state;
}

const set = (state: State, levels: readonly number[]) =>
  run(state, { kind: 'set_margin_calls', clientId: CLIENT, levels }, at110);

/** The price at which it has lost so many dollars, seen some seconds later. Who is told of which level, or why nobody. */
function look(state: State, lost: number, seconds: number): string {
  const price = (1.1 - lost / 10_000).toFixed(5);
  const order = {
    kind: 'alert_margin',
    clientId: CLIENT,
    tradeId: theTrade(state).id,
    trigger: trigger('EURUSD', price, seconds),
  } as const;
  const decision = run(state, order, later(at110, seconds));
  const [told] = decision.notifications ?? [];
  return told === undefined ? said(decision) : `${told.values['level']} at ${told.values['now']}`;
}

describe('margin calls', () => {
  it('[J11] takes up to five different whole levels above the close-out', () => {
    const state = opened([]);
    for (const wrong of [[50], [1_001], [99.5], [100, 100], [60, 70, 80, 90, 100, 110]])
      expect(said(set(state, wrong)), wrong.join()).toBe('margin_call.levels');
    expect(said(set(state, [51, 1_000, 100]))).toBe('ok');
    expect(state.of(MARGIN_CALLS).get(CLIENT)).toEqual({ clientId: CLIENT, levels: [1_000, 100, 51], setAt: NOON });
  });

  it('[J12] tells once at each crossing, of the lowest level that one quote brings', () => {
    const state = opened();
    // 200 % at first; 150 % is $366.67 lost, 100 % is $733.34.
    expect(look(state, 366, 1)).toBe('trigger.not_reached');
    expect(look(state, 367, 2)).toBe('150% at 149.9%');
    expect(look(state, 370, 3)).toBe('trigger.not_reached');
    expect(look(state, 740, 4)).toBe('100% at 99.0%');
    // Back above 105 %: 100 % counts again, nobody is told of it.
    expect(look(state, 696, 5)).toBe('ok');
    expect(look(state, 740, 6)).toBe('100% at 99.0%');
    expect(look(state, 0, 7)).toBe('ok');
    expect(theTrade(state).calledLevel).toBe(UNCALLED);
    expect(look(state, 800, 8)).toBe('100% at 90.9%');
  });

  it('[J12] a price that trembles at a level tells once', () => {
    const state = opened();
    expect(look(state, 367, 1)).toBe('150% at 149.9%');
    for (const [i, lost] of [360, 367, 335, 367].entries())
      expect(look(state, lost, 2 + i)).toBe('trigger.not_reached');
    // 155 % is $330.00 lost.
    expect(look(state, 329, 8)).toBe('ok');
    expect(look(state, 367, 9)).toBe('150% at 149.9%');
  });

  it('[J12] what is opened below a level crosses nothing, and is told of the next', () => {
    const state = opened([150, 100], 80_000n);
    expect(look(state, 1, 1)).toBe('ok');
    expect(theTrade(state).calledLevel).toBe(150);
    expect(look(state, 67, 2)).toBe('100% at 99.9%');
  });

  it('[J12] a quote that comes late takes nothing back that a newer one has told', () => {
    const state = opened();
    expect(look(state, 367, 5)).toBe('150% at 149.9%');
    expect(look(state, 0, 4)).toBe('trigger.not_reached');
    expect(look(state, 367, 6)).toBe('trigger.not_reached');
  });

  it('[J11] [J13] no quote from before the levels, and none that is too old', () => {
    const state = opened();
    run(state, { kind: 'set_margin_calls', clientId: CLIENT, levels: [150] }, later(at110, 10));
    expect(look(state, 400, 9)).toBe('trigger.not_reached');
    expect(look(state, 400, 11)).toBe('150% at 145.4%');
    const none = opened([]);
    expect(look(none, 400, 1)).toBe('trigger.not_reached');
    const order = { kind: 'alert_margin', clientId: CLIENT, tradeId: theTrade(state).id, trigger: trigger('EURUSD', '1.04', 20) } as const; // prettier-ignore
    expect(said(run(state, order, later(at110, 90)))).toBe('trigger.too_old');
  });

  it('[J12] compares exactly: a fraction of a cent above the level is above it', () => {
    const trade = { calledLevel: null, requiredMarginLeft: 100n };
    expect(calledAt(trade, [150], { num: 150n, den: 1n })).toBe(150);
    expect(calledAt(trade, [150], { num: 150_001n, den: 1_000n })).toBe(UNCALLED);
    expect(calledAt({ ...trade, calledLevel: 150 }, [150], { num: 154_999n, den: 1_000n })).toBe(150);
    expect(calledAt({ ...trade, calledLevel: 150 }, [150], { num: 155n, den: 1n })).toBe(UNCALLED);
    expect(calledAt(trade, [], ZERO)).toBe(UNCALLED);
  });
});
