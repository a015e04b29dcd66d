import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, said, stateOf } from '../../../test/kit.ts';
import { later, place, run, theOrder, theTrade, trigger, withoutMarkup } from '../../../test/orders.ts';
import type { AnyDecision } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { decide } from '../../ledger/decide.ts';
import { parsePrice } from '../../market/index.ts';
import type { Target, Trade } from '../positions/model.ts';
import { targetsLeft, type TriggerClose } from './index.ts';

const RICH = { client: { cash: 100_000_000n } };
const at110 = contextOf({ EURUSD: '1.10000 1.10002' });
const price = parsePrice;
/** "1.11 3, 1.12 4": lots in hundredths. */
const targetsOf = (text: string): Target[] =>
  text.split(', ').map((each) => {
    const [at = '', lots = ''] = each.split(' ');
    return { price: price(at), lots: BigInt(lots) };
  });
const textOf = ({ targets }: Pick<Trade, 'targets'>): string | null =>
  targets === null ? null : targets.map((each) => `${each.price / 100_000_000n} ${each.lots}`).join(', ');

const OPEN = {
  kind: 'open_trade',
  clientId: CLIENT,
  symbol: 'EURUSD',
  side: 'buy',
  lots: 10n,
  amount: 80_000n,
} as const;

/** An open trade of 0.10 lots, dealt without a mark-up. */
function opened(over: object = {}): State {
  const state = withoutMarkup(stateOf(RICH));
  expect(said(run(state, { ...OPEN, ...over }, at110))).toBe('ok');
  return state;
}
function amend(state: State, over: object): AnyDecision {
  const none = { stopLoss: null, takeProfit: null, trailingDistance: null };
  return run(state, { kind: 'amend_trade', clientId: CLIENT, tradeId: theTrade(state).id, ...none, ...over }, at110);
}
function reach(state: State, prices: string, seconds = 1, why: TriggerClose['why'] = 'take_profit'): AnyDecision {
  const { id, symbol } = theTrade(state);
  const command = { kind: 'trigger_close', clientId: CLIENT, tradeId: id, why, trigger: trigger(symbol, prices, seconds) } as const; // prettier-ignore
  return run(state, command, later(at110, seconds));
}
function close(state: State, lots: bigint): AnyDecision {
  return run(state, { kind: 'close_trade', clientId: CLIENT, tradeId: theTrade(state).id, lots }, at110);
}

describe('targets', () => {
  it('[J14] are on the tick, on the winning side, nearest first, before the take profit, and for no more than is open', () => {
    const attach = (targets: string, over: object = {}) =>
      said(decide(withoutMarkup(stateOf(RICH)), { ...OPEN, targets: targetsOf(targets), ...over }, at110));
    expect([
      attach('1.11 5, 1.12 5'), attach('1.11 5, 1.12 6'), attach('1.1 5'), attach('1.10001 5'), attach('1.1100001 5'),
      attach('1.12 3, 1.11 3'), attach('1.11 3, 1.11 3'), attach('1.11 3', { takeProfit: price('1.11') }),
      attach('1.11 3', { takeProfit: price('1.10001') }), attach('1.11 3', { takeProfit: price('1.11001') }),
      attach('1.09 3, 1.08 7', { side: 'sell' }), attach('1.08 3, 1.09 7', { side: 'sell' }), attach('1.10002 3', { side: 'sell' }),
    ]).toEqual([
      'ok', 'protection.target_lots', 'protection.target_side', 'ok', 'order.price_step',
      'protection.target_order', 'protection.target_order', 'protection.target_order',
      'protection.target_order', 'ok', 'ok', 'protection.target_order', 'protection.target_side',
    ]); // prettier-ignore
    const state = opened();
    expect(said(amend(state, { targets: targetsOf('1.11 11') }))).toBe('protection.target_lots');
    expect(said(amend(state, { targets: targetsOf('1.11 4'), stopLoss: price('1.09') }))).toBe('ok');
    expect(said(amend(state, { takeProfit: price('1.11') }))).toBe('protection.target_order');
    expect(said(amend(state, { takeProfit: price('1.12') }))).toBe('ok');
    expect(theTrade(state)).toMatchObject({ targets: targetsOf('1.11 4'), stopLoss: null, takeProfit: price('1.12') });
    expect(said(amend(state, { targets: null }))).toBe('ok');
    expect(theTrade(state).targets).toBeNull();
  });

  it('[J14] break-even leaves them as they are', () => {
    const state = opened({ targets: targetsOf('1.2 4') });
    const risen = contextOf({ EURUSD: '1.11000 1.11002' });
    expect(
      said(run(state, { kind: 'break_even', clientId: CLIENT, tradeId: theTrade(state).id, at: 'entry' }, risen)),
    ).toBe('ok');
    expect(theTrade(state)).toMatchObject({ stopLoss: price('1.10002'), targets: targetsOf('1.2 4') });
  });

  it('[J15] each closes its lots at the first quote at it or beyond, once, and the take profit the rest', () => {
    const state = opened({ targets: targetsOf('1.11 3, 1.12 4'), takeProfit: price('1.13') });
    expect(said(reach(state, '1.10999 1.11001'))).toBe('trigger.not_reached');
    expect(reach(state, '1.11000 1.11002', 2).outcome).toMatchObject({ ok: true, result: { open_lots: '7' } });
    expect(theTrade(state)).toMatchObject({ openLots: 7n, closedBy: 'take_profit', targets: targetsOf('1.12 4') });
    expect(said(reach(state, '1.11000 1.11002', 2))).toBe('trigger.not_reached');
    expect(said(reach(state, '1.12500 1.12502', 3))).toBe('ok');
    expect(theTrade(state)).toMatchObject({ openLots: 3n, targets: null, exitPrice: price('1.125') });
    expect(said(reach(state, '1.12999 1.13001', 4))).toBe('trigger.not_reached');
    const last = reach(state, '1.13 1.13002', 5);
    expect(last.outcome.ok && 'open_lots' in last.outcome.result).toBe(false);
    expect(theTrade(state)).toMatchObject({ openLots: 0n, status: 'closed', closedBy: 'take_profit' });
  });

  it('[J15] a quote that passes several closes them in one, and one at the take profit closes all', () => {
    const several = opened({ targets: targetsOf('1.11 3, 1.12 4, 1.13 1') });
    const decision = reach(several, '1.12 1.12002');
    expect(decision.notifications).toHaveLength(1);
    expect(theTrade(several)).toMatchObject({ openLots: 3n, targets: targetsOf('1.13 1') });
    const all = opened({ targets: targetsOf('1.11 3, 1.12 4'), takeProfit: price('1.13') });
    expect(said(reach(all, '1.14 1.14002'))).toBe('ok');
    expect(theTrade(all)).toMatchObject({ openLots: 0n, status: 'closed' });
    const whole = opened({ targets: targetsOf('1.11 3, 1.12 7') });
    expect(said(reach(whole, '1.14 1.14002'))).toBe('ok');
    expect(theTrade(whole)).toMatchObject({ openLots: 0n, status: 'closed', targets: targetsOf('1.11 3, 1.12 7') });
  });

  it('[J15] a sell’s count on the ask', () => {
    const state = opened({ side: 'sell', targets: targetsOf('1.09 3, 1.08 4') });
    expect(said(reach(state, '1.08999 1.09001'))).toBe('trigger.not_reached');
    expect(said(reach(state, '1.08998 1.09000'))).toBe('ok');
    expect(theTrade(state)).toMatchObject({ openLots: 7n, targets: targetsOf('1.08 4') });
  });

  it('[J15] [T10] whatever is closed by targets and at the end adds up to the cent to closing each part by hand', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        (parts, gap) => {
          const targets = parts.map((lots, i) => ({ price: price(`1.1${i + 1}`), lots: BigInt(lots) }));
          const state = opened({ lots: 20n, amount: 200_000n, targets });
          for (const [i] of gap ? [] : parts.entries()) expect(said(reach(state, `1.1${i + 1}`, i + 1))).toBe('ok');
          if (gap) expect(said(reach(state, '1.17', 9))).toBe('ok');
          const closed = parts.reduce((sum, lots) => sum + lots, 0);
          // Bought at 1.10002: a point of 0.01 lots is a cent.
          const cents = parts.reduce((sum, lots, i) => sum + lots * ((gap ? 7 : i + 1) * 1_000 - 2), 0);
          expect(theTrade(state)).toMatchObject({ openLots: BigInt(20 - closed), targets: null });
          expect(theTrade(state).realised).toBe(BigInt(cents));
        },
      ),
    );
  });

  it('[J16] another close leaves them what is open, nearest first', () => {
    const state = opened({ targets: targetsOf('1.11 3, 1.12 4, 1.13 3') });
    expect(said(close(state, 2n))).toBe('ok');
    expect(textOf(theTrade(state))).toBe('111 3, 112 4, 113 1');
    expect(said(close(state, 4n))).toBe('ok');
    expect(textOf(theTrade(state))).toBe('111 3, 112 1');
    expect(said(close(state, 2n))).toBe('ok');
    expect(textOf(theTrade(state))).toBe('111 2');
    const bare = opened();
    expect(said(close(bare, 2n))).toBe('ok');
    expect(theTrade(bare).targets).toBeNull();
  });

  it('[J16] never are they for more than is open, whatever closes', () => {
    const lots = fc.bigInt({ min: 1n, max: 9n });
    fc.assert(
      fc.property(fc.array(lots, { minLength: 1, maxLength: 5 }), fc.bigInt({ min: 1n, max: 50n }), (sizes, open) => {
        const targets = sizes.map((size, i) => ({ price: BigInt(i + 1), lots: size }));
        const left = targetsLeft({ side: 'buy', targets }, null, open) ?? [];
        const sum = left.reduce((total, each) => total + each.lots, 0n);
        const before = sizes.reduce((total, size) => total + size, 0n);
        expect(sum).toBe(before < open ? before : open);
        expect(left.every((each, i) => each.lots <= (sizes[i] ?? 0n) && each.price === BigInt(i + 1))).toBe(true);
      }),
    );
  });

  it('[J14] [T76] an order that ends as it is placed is refused for them, too', () => {
    const immediate = (targets: string) =>
      said(decide(withoutMarkup(stateOf(RICH)), place({ timeInForce: 'ioc', targets: targetsOf(targets) }), at110));
    expect(immediate('1.11 11')).toBe('protection.target_lots');
    expect(immediate('1.12 3, 1.11 3')).toBe('protection.target_order');
    expect(immediate('1.11 3, 1.12 3')).toBe('ok');
  });

  it('[J17] an order’s go over to its trade, and are checked as it is amended', () => {
    const state = withoutMarkup(stateOf(RICH));
    const targets = targetsOf('1.1 4, 1.11 6');
    expect(said(run(state, place({ targets }), at110))).toBe('ok');
    const order = theOrder(state);
    const change = (over: object) =>
      said(run(state, { kind: 'amend_order', clientId: CLIENT, orderId: order.id, ...over }, at110));
    expect(change({ lots: 9n })).toBe('protection.target_lots');
    expect(change({ price: price('1.095') })).toBe('ok');
    expect(theOrder(state).targets).toEqual(targets);
    const filled = run(
      state,
      { kind: 'fill_order', clientId: CLIENT, orderId: order.id, trigger: trigger('EURUSD', '1.09490 1.09492') },
      later(at110, 1),
    );
    expect(said(filled)).toBe('ok');
    expect(theTrade(state)).toMatchObject({ openLots: 10n, targets });
    expect(said(reach(state, '1.1 1.10002', 2))).toBe('ok');
    expect(theTrade(state)).toMatchObject({ openLots: 6n, targets: targetsOf('1.11 6') });
  });
});
