import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, NOON, OTHER, partyOf, said, stateOf } from '../../../test/kit.ts';
import { later, place, run, theOrder, theTrade, trigger, withoutMarkup } from '../../../test/orders.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { apply } from '../../ledger/apply.ts';
import { decide } from '../../ledger/decide.ts';
import { parsePrice } from '../../market/index.ts';
import { TRADES } from '../positions/model.ts';
import { CLIENT_ORDER_IDS, ORDERS, QUOTES } from './model.ts';
import type { AmendOrder, PlaceOrder } from './index.ts';

const RICH = { client: { cash: 10_000_000n } };
const at110 = contextOf({ EURUSD: '1.10000 1.10002' });
const books = (): State => withoutMarkup(stateOf(RICH));
const price = parsePrice;

function stopLimit(stop: string, limit: string, over: Partial<PlaceOrder> = {}): PlaceOrder {
  return place({ type: 'stop_limit', stopPrice: price(stop), price: price(limit), amount: 90_000n, ...over });
}

function waiting(command: PlaceOrder): { state: State; id: string } {
  const state = books();
  expect(said(run(state, command, at110))).toBe('ok');
  return { state, id: theOrder(state).id };
}

function quoted(state: State, prices: string, seconds = 1) {
  const command = { kind: 'fill_order', clientId: CLIENT, orderId: theOrder(state).id } as const;
  return run(state, { ...command, trigger: trigger('EURUSD', prices, seconds) }, later(at110, seconds));
}

function amended(state: State, over: Partial<AmendOrder>, seconds = 10): string {
  const command = { kind: 'amend_order', clientId: CLIENT, orderId: theOrder(state).id } as const;
  return said(run(state, { ...command, ...over }, later(at110, seconds)));
}

describe('stop-limit orders', () => {
  it.each([
    ['buy', '1.11', '1.112', '1.10997 1.10999', '1.10998 1.11000'],
    ['sell', '1.09', '1.088', '1.09001 1.09003', '1.09000 1.09002'],
  ] as const)(
    '[T73] a %s whose limit lies beyond its stop fills at the quote that reaches the stop',
    (side, stop, limit, before, there) => {
      const { state } = waiting(stopLimit(stop, limit, { side }));
      expect(said(quoted(state, before))).toBe('trigger.not_reached');
      expect(quoted(state, there).outcome).toMatchObject({ ok: true, result: { trade_id: theTrade(state).id } });
      expect(theTrade(state).entryPrice).toBe(price(stop));
      expect(theOrder(state)).toMatchObject({ status: 'filled', triggeredAt: later(at110, 1).now });
    },
  );

  it('[T74] a gap beyond both prices makes it a limit order, which fills once the price is back', () => {
    const { state, id } = waiting(stopLimit('1.11', '1.112'));
    const reached = quoted(state, '1.11998 1.12000');
    expect(reached.outcome).toEqual({ ok: true, result: { id, status: 'working' } });
    expect(reached.rows?.map(({ table }) => table)).toEqual([QUOTES, ORDERS]);
    expect(theOrder(state)).toMatchObject({ status: 'working', triggeredAt: later(at110, 1).now, setAt: NOON });
    expect(state.of(TRADES).size).toBe(0);
    expect(said(quoted(state, '1.11199 1.11201', 2))).toBe('trigger.not_reached');
    expect(said(quoted(state, '1.11198 1.11200', 3))).toBe('ok');
    expect(theTrade(state).entryPrice).toBe(price('1.112'));
  });

  it('[T74] one that waits for a pullback fills at its limit after its stop, and not before it', () => {
    const { state } = waiting(stopLimit('1.11', '1.105'));
    // Below the limit already, but the stop was never reached.
    expect(said(quoted(state, '1.10000 1.10002'))).toBe('trigger.not_reached');
    expect(said(quoted(state, '1.11000 1.11002', 2))).toBe('ok');
    // No quote from before its stop was reached fills it.
    expect(said(quoted(state, '1.10400 1.10402', 1))).toBe('trigger.not_reached');
    expect(said(quoted(state, '1.10400 1.10402', 3))).toBe('ok');
    expect(theTrade(state).entryPrice).toBe(price('1.10402'));
  });

  it('[T73] its stop is refused where it is reached already, both prices lie on the tick, and its limit says what it is worth', () => {
    const refused = (command: PlaceOrder) => said(decide(books(), command, at110));
    expect(refused(stopLimit('1.10002', '1.12'))).toBe('order.stop_side');
    expect(refused(stopLimit('1.10003', '1.12'))).toBe('ok');
    expect(refused(stopLimit('1.110001', '1.12'))).toBe('order.price_step');
    expect(refused(stopLimit('1.11', '1.120001'))).toBe('order.price_step');
    // 0.1 lots at 1.12 and 15:1.
    expect(refused(stopLimit('1.11', '1.12', { amount: 74_666n }))).toBe('order.margin_too_small');
    expect(refused(stopLimit('1.11', '1.12', { amount: 74_667n }))).toBe('ok');
  });

  it('[T73] its stop loss lies beyond wherever it may fill', () => {
    const refused = (over: Partial<PlaceOrder>, limit = '1.112') =>
      said(decide(books(), stopLimit('1.11', limit, over), at110));
    expect(refused({ stopLoss: price('1.111') })).toBe('protection.stop_side');
    expect(refused({ stopLoss: price('1.11') })).toBe('protection.stop_side');
    expect(refused({ stopLoss: price('1.109') })).toBe('ok');
    expect(refused({ takeProfit: price('1.112') })).toBe('protection.target_side');
    // After a pullback it fills at its limit or better: a target may lie below its stop.
    expect(refused({ stopLoss: price('1.104'), takeProfit: price('1.106') }, '1.105')).toBe('ok');
    expect(refused({ stopLoss: price('1.105') }, '1.105')).toBe('protection.stop_side');
  });

  it('[T74] what a market order would be refused for at its fill ends it, and what reached its stop stays with it', () => {
    const { state } = waiting(stopLimit('1.11', '1.112'));
    state.of(PARTIES).set(CLIENT, { ...partyOf(state), cash: 0n });
    const decision = quoted(state, '1.10998 1.11000');
    expect(decision.outcome).toMatchObject({ result: { status: 'rejected', reason: 'order.insufficient_balance' } });
    expect(decision.rows?.map(({ table }) => table)).toEqual([QUOTES, ORDERS]);
    expect(theOrder(state)).toMatchObject({ status: 'rejected', triggeredAt: later(at110, 1).now });
  });

  it('[T75] it is amended while it waits for either price; its stop is history once it was reached', () => {
    const { state } = waiting(stopLimit('1.11', '1.112'));
    expect(amended(state, { price: price('1.2') })).toBe('order.price_unwanted');
    expect(amended(state, { stopPrice: price('1.115'), limitPrice: price('1.116') })).toBe('ok');
    expect(theOrder(state)).toMatchObject({ stopPrice: price('1.115'), limitPrice: price('1.116'), triggeredAt: null });
    expect(said(quoted(state, '1.11499 1.11501', 9))).toBe('trigger.not_reached');
    expect(said(quoted(state, '1.12000 1.12002', 11))).toBe('ok');
    expect(amended(state, { stopPrice: price('1.3') }, 12)).toBe('order.stop_reached');
    // At the price of now it would be a market order by another name.
    expect(amended(state, { limitPrice: price('1.11') }, 12)).toBe('order.limit_side');
    expect(amended(state, { limitPrice: price('1.09') }, 12)).toBe('ok');
    expect(theOrder(state)).toMatchObject({
      status: 'working',
      limitPrice: price('1.09'),
      triggeredAt: later(at110, 11).now,
    });
    expect(said(quoted(state, '1.08998 1.09000', 11))).toBe('trigger.not_reached');
    expect(said(quoted(state, '1.08998 1.09000', 12))).toBe('ok');
  });

  it('[T75] a limit order has no stop, and a stop order no limit', () => {
    const { state } = waiting(place());
    expect(amended(state, { stopPrice: price('1.2') })).toBe('order.price_unwanted');
    expect(amended(state, { limitPrice: price('1.08') })).toBe('ok');
    expect(theOrder(state)).toMatchObject({ limitPrice: price('1.08'), stopPrice: null });
    const stop = waiting(place({ type: 'stop', price: price('1.11') })).state;
    expect(amended(stop, { limitPrice: price('1.2') })).toBe('order.price_unwanted');
    expect(amended(stop, { stopPrice: price('1.12') })).toBe('ok');
  });
});

describe('how long an order waits', () => {
  const until = (text: string): Date => new Date(text);

  it('[T77] one that is good till a date ends at it: quotes before it fill, and none from then on', () => {
    const expiresAt = later(at110, 30).now;
    const { state, id } = waiting(place({ timeInForce: 'gtd', expiresAt }));
    expect(said(quoted(state, '1.08 1.08', 30))).toBe('trigger.not_reached');
    const expire = (seconds: number) =>
      decide(state, { kind: 'expire_order', clientId: CLIENT, orderId: id }, later(at110, seconds));
    expect(said(expire(29.999))).toBe('trigger.not_reached');
    expect(expire(30).outcome).toMatchObject({ ok: true, result: { status: 'expired' } });
    const again = waiting(place({ timeInForce: 'gtd', expiresAt }));
    expect(said(quoted(again.state, '1.08 1.08', 29.999))).toBe('ok');
    apply(state, expire(30), NOON);
    expect(theOrder(state)).toMatchObject({ status: 'expired', reason: 'gtd' });
  });

  it('[T77] once its time is over it is not amended any more, though nobody has ended it yet', () => {
    const { state } = waiting(place({ timeInForce: 'gtd', expiresAt: later(at110, 30).now }));
    const tomorrow = new Date('2026-03-12T00:00:00Z');
    for (const over of [{}, { lots: 9n }, { expiresAt: tomorrow }, { timeInForce: 'gtc' }] as const)
      expect(amended(state, over, 30)).toBe('order.not_working');
    expect(amended(state, { expiresAt: tomorrow }, 29.999)).toBe('ok');
  });

  it('[T77] it needs a date in the future, and no other has one', () => {
    const refused = (over: Partial<PlaceOrder>) => said(decide(books(), place(over), at110));
    expect(refused({ timeInForce: 'gtd' })).toBe('order.expiry_missing');
    expect(refused({ timeInForce: 'gtd', expiresAt: NOON })).toBe('order.expiry_past');
    expect(refused({ timeInForce: 'gtd', expiresAt: later(at110, 0.001).now })).toBe('ok');
    for (const timeInForce of ['gtc', 'day', 'ioc', 'fok'] as const)
      expect(refused({ timeInForce, expiresAt: later(at110, 1).now })).toBe('order.expiry_unwanted');
  });

  it('[T75] how long it waits is amended too, and no order becomes one that fills at once', () => {
    const { state } = waiting(place());
    expect(amended(state, { expiresAt: until('2026-03-12T00:00:00Z') })).toBe('order.expiry_unwanted');
    expect(amended(state, { timeInForce: 'ioc' })).toBe('order.immediate_only');
    expect(amended(state, { timeInForce: 'gtd' })).toBe('order.expiry_missing');
    expect(amended(state, { timeInForce: 'gtd', expiresAt: until('2026-03-12T00:00:00Z') })).toBe('ok');
    expect(amended(state, { lots: 9n }, 20)).toBe('ok');
    expect(theOrder(state)).toMatchObject({ timeInForce: 'gtd', expiresAt: until('2026-03-12T00:00:00Z'), lots: 9n });
    expect(amended(state, { expiresAt: NOON })).toBe('order.expiry_past');
    expect(amended(state, { expiresAt: until('2026-03-13T00:00:00Z') })).toBe('ok');
    expect(amended(state, { timeInForce: 'day' })).toBe('ok');
    expect(theOrder(state)).toMatchObject({ timeInForce: 'day', expiresAt: until('2026-03-11T21:00:00Z') });
    expect(amended(state, { timeInForce: 'gtc' })).toBe('ok');
    expect(theOrder(state)).toMatchObject({ timeInForce: 'gtc', expiresAt: null });
  });

  it.each(['ioc', 'fok'] as const)(
    '[T76] a limit order that is %s fills at the quote of now, which may be better',
    (timeInForce) => {
      const state = books();
      const stopLoss = price('1.08');
      const placed = run(state, place({ timeInForce, price: price('1.2'), stopLoss }), at110);
      expect(placed.outcome).toMatchObject({
        ok: true,
        result: {
          id: theOrder(state).id,
          status: 'filled',
          trade_id: theTrade(state).id,
          filled_price: price('1.10002').toString(),
        },
      });
      expect(theOrder(state)).toMatchObject({
        status: 'filled',
        endedAt: NOON,
        tradeId: theTrade(state).id,
        timeInForce,
        limitPrice: price('1.2'),
      });
      expect(theTrade(state)).toMatchObject({
        orderId: theOrder(state).id,
        entryPrice: price('1.10002'),
        stopLoss,
        protectedAt: NOON,
      });
      expect(partyOf(state).cash).toBe(10_000_000n - 80_000n);
    },
  );

  it('[T76] where the price of now is beyond its limit it ends as it is placed, and nothing happens later', () => {
    const state = books();
    const placed = run(state, place({ timeInForce: 'ioc', price: price('1.10001') }), at110);
    expect(placed.outcome).toMatchObject({ ok: true, result: { status: 'cancelled', trade_id: null } });
    expect(theOrder(state)).toMatchObject({ status: 'cancelled', reason: 'ioc', endedAt: NOON, tradeId: null });
    expect([state.of(TRADES).size, partyOf(state).cash]).toEqual([0, 10_000_000n]);
    expect(said(quoted(state, '1.08 1.08'))).toBe('order.not_working');
    expect(said(run(state, place({ timeInForce: 'fok', price: price('1.10002') }), at110))).toBe('ok');
    expect(theOrder(state).status).toBe('filled');
  });

  it('[T76] without a good price, or for what a market order is refused for, it is refused and nothing is written', () => {
    const refused = (over: Partial<PlaceOrder>, context = at110, cash = 10_000_000n) => {
      const state = withoutMarkup(stateOf({ client: { cash } }));
      const decision = decide(state, place({ timeInForce: 'ioc', price: price('1.2'), ...over }), context);
      expect(decision.rows).toBe(undefined);
      return said(decision);
    };
    expect(refused({}, { ...contextOf(), mark: at110.mark, markRate: at110.markRate })).toBe('market.closed');
    expect(refused({}, at110, 79_999n)).toBe('order.insufficient_balance');
    expect(refused({ amount: 1n })).toBe('order.margin_too_small');
    expect(refused({ amount: 1n, price: price('1.09') })).toBe('order.margin_too_small');
    expect(refused({ price: price('1.200001') })).toBe('order.price_step');
    expect(refused({ stopLoss: price('1.15') })).toBe('protection.stop_side');
    for (const type of ['stop', 'stop_limit'] as const)
      expect(refused({ type, stopPrice: price('1.11') })).toBe('order.immediate_only');
  });
});

describe('the id that a client’s program gives an order', () => {
  const open = {
    kind: 'open_trade',
    clientId: CLIENT,
    symbol: 'EURUSD',
    side: 'buy',
    lots: 10n,
    amount: 80_000n,
  } as const;

  it('[T78] a second order of the same client under it is refused, and the refusal names the first', () => {
    const state = books();
    run(state, place({ clientOrderId: 'grid-1' }), at110);
    const { id } = theOrder(state);
    for (const command of [place({ clientOrderId: 'grid-1' }), { ...open, clientOrderId: 'grid-1' }])
      expect(decide(state, command, at110).outcome).toMatchObject({
        refusal: { code: 'order.client_order_id_taken', values: { order: id } },
      });
    expect(said(run(state, { kind: 'cancel_order', clientId: CLIENT, orderId: id }, at110))).toBe('ok');
    // For good, whatever became of the order.
    expect(said(decide(state, place({ clientOrderId: 'grid-1' }), at110))).toBe('order.client_order_id_taken');
    expect(said(decide(state, place({ clientOrderId: 'grid-2' }), at110))).toBe('ok');
    state.of(PARTIES).set(OTHER, { ...partyOf(state), id: OTHER });
    expect(said(decide(state, place({ clientOrderId: 'grid-1', clientId: OTHER }), at110))).toBe('ok');
  });

  it('[T78] every order may have one, and a refused order leaves it free', () => {
    const state = books();
    expect(said(run(state, { ...open, amount: 1n, clientOrderId: 'a' }, at110))).toBe('order.margin_too_small');
    expect(said(run(state, { ...open, clientOrderId: 'a' }, at110))).toBe('ok');
    expect(said(run(state, place({ timeInForce: 'ioc', price: price('1.2'), clientOrderId: 'b' }), at110))).toBe('ok');
    const filled = theOrder(state).id;
    expect(said(run(state, place({ timeInForce: 'ioc', clientOrderId: 'c' }), at110))).toBe('ok');
    expect([...state.of(CLIENT_ORDER_IDS).values()]).toEqual([
      { clientId: CLIENT, clientOrderId: 'a', orderId: [...state.of(TRADES).keys()][0] },
      { clientId: CLIENT, clientOrderId: 'b', orderId: filled },
      { clientId: CLIENT, clientOrderId: 'c', orderId: theOrder(state).id },
    ]);
    const plain = run(state, open, at110);
    expect(plain.rows?.map(({ table }) => table)).toEqual([QUOTES, TRADES]);
  });
});
