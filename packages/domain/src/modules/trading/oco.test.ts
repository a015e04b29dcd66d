import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, NOON, OTHER, partyOf, said, STAFF, stateOf } from '../../../test/kit.ts';
import { feedQuote, later, place, run, trigger, withoutMarkup } from '../../../test/orders.ts';
import { type Context, Later } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { decide } from '../../ledger/decide.ts';
import { parsePrice as price } from '../../market/index.ts';
import { TRADES } from '../positions/model.ts';
import { type Order, ORDERS } from './model.ts';
import { MAX_WORKING_ORDERS, type OrderLeg, type PlaceOrder } from './place-order.ts';

const at110 = contextOf({ EURUSD: '1.10000 1.10002' });
const LEG: OrderLeg = { side: 'buy', lots: 10n, amount: 90_000n, type: 'stop', price: price('1.11') };
const books = (cash = 10_000_000n): State => withoutMarkup(stateOf({ client: { cash } }));

/** A limit below the market and a stop above it, of which one cancels the other. */
function pair(over: Partial<PlaceOrder> = {}, leg: Partial<OrderLeg> = {}, state = books()) {
  expect(said(run(state, place({ ...over, oco: { ...LEG, ...leg } }), at110))).toBe('ok');
  const [first = '', second = ''] = [...state.of(ORDERS).keys()].slice(-2).toSorted();
  return { state, first, second };
}

const orderOf = (state: State, id: string): Order | undefined => state.of(ORDERS).get(id);

function fill(state: State, orderId: string, prices: string, seconds = 1) {
  return run(
    state,
    { kind: 'fill_order', clientId: CLIENT, orderId, trigger: trigger('EURUSD', prices, seconds) },
    later(at110, seconds),
  );
}

describe('two orders of which one cancels the other', () => {
  it('[T80] are placed in one, each with its own terms, and name each other', () => {
    const { state, first, second } = pair(
      { timeInForce: 'day', takeProfit: price('1.12') },
      { stopLoss: price('1.1') },
    );
    expect(orderOf(state, first)).toMatchObject({ type: 'limit', limitPrice: price('1.09'), ocoId: second, takeProfit: price('1.12'), stopLoss: null }); // prettier-ignore
    expect(orderOf(state, second)).toMatchObject({ type: 'stop', stopPrice: price('1.11'), ocoId: first, amount: 90_000n, stopLoss: price('1.1') }); // prettier-ignore
    expect(orderOf(state, first)?.expiresAt).toEqual(orderOf(state, second)?.expiresAt);
  });

  it('[T80] where one of them is refused, neither waits, and the refusal says which field of which', () => {
    const state = books();
    const refused = decide(state, place({ oco: { ...LEG, price: price('1.1') } }), at110);
    expect(refused.outcome).toMatchObject({ refusal: { code: 'order.stop_side', field: 'legs.0.stop_price' } });
    expect(refused.rows).toBeUndefined();
    expect(decide(state, place({ price: price('1.2'), oco: LEG }), at110).outcome).toMatchObject({
      refusal: { code: 'order.limit_side', field: 'limit_price' },
    });
  });

  it('[T80] they count as two of those that a client may have waiting', () => {
    const state = books();
    for (let made = 1; made < MAX_WORKING_ORDERS; made += 1) run(state, place(), at110);
    expect(said(decide(state, place({ oco: LEG }), at110))).toBe('order.too_many');
    expect(said(decide(state, place(), at110))).toBe('ok');
  });

  it.each([
    ['the first', 0, '1.08998 1.09'],
    ['the second', 1, '1.10998 1.11'],
  ] as const)('[T80] as %s fills the other one is cancelled in the same commit', (_name, which, prices) => {
    const { state, first, second } = pair();
    const [filled, other] = which === 0 ? [first, second] : [second, first];
    const decision = fill(state, filled, prices);
    expect(orderOf(state, filled)).toMatchObject({ status: 'filled', tradeId: [...state.of(TRADES).keys()][0] });
    expect(orderOf(state, other)).toMatchObject({
      status: 'cancelled', reason: 'oco', tradeId: null, endedAt: orderOf(state, filled)?.endedAt,
    }); // prettier-ignore
    expect(decision.notifications?.map(({ template }) => template)).toEqual([
      'order-filled',
      'order-cancelled-by-other',
    ]);
    expect(decision.invalidates?.map(({ subjectId }) => subjectId)).toContain(other);
    expect(said(fill(state, other, '1.10998 1.11', 2))).toBe('order.not_working');
    expect(state.of(TRADES).size).toBe(1);
  });

  it('[T80] one that cannot be paid at its price takes the other one with it', () => {
    const { state, first, second } = pair({}, {}, books(1_000n));
    expect(fill(state, first, '1.08998 1.09').outcome).toMatchObject({ result: { status: 'rejected' } });
    expect(orderOf(state, second)).toMatchObject({ status: 'cancelled', reason: 'oco' });
  });

  it('[T80] cancelling one cancels both, and a day ends for both', () => {
    const cancelled = pair();
    run(cancelled.state, { kind: 'cancel_order', clientId: CLIENT, orderId: cancelled.second }, at110);
    expect(orderOf(cancelled.state, cancelled.second)).toMatchObject({ status: 'cancelled', reason: 'client' });
    expect(orderOf(cancelled.state, cancelled.first)).toMatchObject({ status: 'cancelled', reason: 'oco' });
    const ended = pair({ timeInForce: 'day' });
    const over = { ...at110, now: new Date('2026-03-11T21:00:00.000Z') };
    const expired = run(ended.state, { kind: 'expire_order', clientId: CLIENT, orderId: ended.first }, over);
    expect(expired.notifications?.map(({ template }) => template)).toEqual(['order-expired', 'order-expired']);
    for (const id of [ended.first, ended.second])
      expect(orderOf(ended.state, id)).toMatchObject({ status: 'expired', reason: 'day', endedAt: over.now });
  });

  it('[T80] a suspension cancels both', () => {
    const { state, first, second } = pair();
    const controls = { billing: null, code: null, reason: 'r', noteId: 'n' } as const;
    run(state, { kind: 'set_controls', staffId: STAFF, clientId: CLIENT, status: 'suspended', ...controls }, at110);
    for (const id of [first, second]) expect(orderOf(state, id)).toMatchObject({ status: 'cancelled', endedAt: NOON });
  });

  it('[T80] each is amended by itself and stays linked', () => {
    const { state, first, second } = pair();
    run(
      state,
      { kind: 'amend_order', clientId: CLIENT, orderId: second, price: price('1.12'), amount: 95_000n },
      at110,
    );
    expect(orderOf(state, second)).toMatchObject({ stopPrice: price('1.12'), ocoId: first });
    expect(orderOf(state, first)).toMatchObject({ limitPrice: price('1.09'), setAt: NOON });
    expect(said(fill(state, second, '1.10998 1.11'))).toBe('trigger.not_reached');
    expect(said(fill(state, second, '1.11998 1.12', 2))).toBe('ok');
    expect(orderOf(state, first)?.status).toBe('cancelled');
  });

  it('[T81] of one quote that reaches both, the one that was named first fills, whichever is looked at first', () => {
    const { state, first, second } = pair({ price: price('1.08') }, { type: 'limit', price: price('1.09') });
    const gap = '1.06998 1.07';
    expect(said(fill(state, second, gap))).toBe('trigger.not_reached');
    expect(said(fill(state, first, gap))).toBe('ok');
    expect(orderOf(state, second)?.status).toBe('cancelled');
    // A quote that reaches the second alone fills it.
    const other = pair({ price: price('1.08') }, { type: 'limit', price: price('1.09') });
    expect(said(fill(other.state, other.second, '1.08998 1.09'))).toBe('ok');
    // What the first was changed to later is no answer to an earlier quote.
    const amended = pair({ price: price('1.07') }, { type: 'limit', price: price('1.09') });
    run(amended.state, { kind: 'amend_order', clientId: CLIENT, orderId: amended.first, price: price('1.08') }, later(at110, 5)); // prettier-ignore
    const late = { kind: 'fill_order', clientId: CLIENT, orderId: amended.second, trigger: trigger('EURUSD', '1.07998 1.08', 4) } as const; // prettier-ignore
    expect(said(run(amended.state, late, later(at110, 6)))).toBe('ok');
  });

  it('[T81] nobody cancels one order while a quote that fills the other one is being decided', () => {
    const { state, first, second } = pair();
    const due: Context = {
      ...later(at110, 5),
      unwatched: () => [{ quote: feedQuote('EURUSD', '1.08998 1.09', 2), conversions: [] }],
    };
    for (const orderId of [first, second]) {
      expect(() => decide(state, { kind: 'cancel_order', clientId: CLIENT, orderId }, due)).toThrow(Later);
      expect(() => decide(state, { kind: 'amend_order', clientId: CLIENT, orderId, lots: 5n }, due)).toThrow(Later);
    }
    expect(() => decide(state, { kind: 'cancel_orders', clientId: CLIENT, type: 'stop' }, due)).toThrow(Later);
  });
});

describe('cancelling everything that waits', () => {
  const cancel = (state: State, of: object = {}) =>
    run(state, { kind: 'cancel_orders', clientId: CLIENT, ...of }, later(at110, 9));
  const answered = (decision: ReturnType<typeof cancel>): string[] => {
    const { outcome } = decision;
    return outcome.ok ? (outcome.result['orders'] ?? '').split(' ').filter(Boolean) : [];
  };

  it('[T82] ends each in one commit and answers with each, of this client alone', () => {
    const state = books();
    state.of(PARTIES).set(OTHER, { ...partyOf(state), id: OTHER });
    run(state, place(), at110);
    run(state, place({ type: 'stop', price: price('1.11'), amount: 90_000n }), at110);
    run(state, place({ clientId: OTHER }), at110);
    const ids = [...state.of(ORDERS).values()].flatMap(({ id, clientId }) => (clientId === CLIENT ? [id] : []));
    expect(answered(cancel(state))).toEqual(ids.toSorted());
    for (const { clientId, status, reason } of state.of(ORDERS).values())
      expect([status, reason]).toEqual(clientId === CLIENT ? ['cancelled', 'client'] : ['working', null]);
    // Nothing is left: that is an answer and no refusal.
    expect(answered(cancel(state))).toEqual([]);
  });

  it('[T82] by symbol and by type, and with an order the one that it is linked to', () => {
    const state = books();
    run(state, place(), at110);
    const { first, second } = pair({}, {}, state);
    const [alone = ''] = [...state.of(ORDERS).keys()].filter((id) => id !== first && id !== second);
    expect(answered(cancel(state, { symbol: 'BTC' }))).toEqual([]);
    expect(answered(cancel(state, { symbol: 'EURUSD', type: 'stop' }))).toEqual([first, second].toSorted());
    expect(orderOf(state, alone)?.status).toBe('working');
    expect(answered(cancel(state, { type: 'limit' }))).toEqual([alone]);
  });

  it('[T97] of a symbol that is not traded here nothing is cancelled, and that is said', () => {
    const { state } = pair();
    const { outcome } = cancel(state, { symbol: 'BITCOIN' });
    expect(outcome).toMatchObject({ ok: false, refusal: { code: 'order.unknown_symbol', field: 'symbol' } });
  });

  it('[T82] a suspended client cancels too', () => {
    const { state } = pair();
    state.of(PARTIES).set(CLIENT, { ...partyOf(state), status: 'suspended' });
    expect(answered(cancel(state))).toHaveLength(2);
  });
});
