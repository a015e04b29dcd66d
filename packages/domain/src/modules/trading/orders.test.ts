import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, NOON, OTHER, partyOf, said, STAFF, stateOf } from '../../../test/kit.ts';
import { feedQuote, later, place, run, theOrder, theTrade, trigger, withoutMarkup } from '../../../test/orders.ts';
import { type Context, Later } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { apply } from '../../ledger/apply.ts';
import { decide } from '../../ledger/decide.ts';
import { type FeedQuote, instrument, isOpen, parsePrice } from '../../market/index.ts';
import { TRADES } from '../positions/model.ts';
import { ORDERS, QUOTES } from './model.ts';
import { dayEnd, MAX_WORKING_ORDERS, type PlaceOrder } from './index.ts';

const RICH = { client: { cash: 10_000_000n } };
const at110 = contextOf({ EURUSD: '1.10000 1.10002' });
const books = (): State => withoutMarkup(stateOf(RICH));
const price = parsePrice;

/** A placed order, and what a quote some seconds later does to it. */
function waiting(over: Partial<PlaceOrder> = {}, context: Context = at110): { state: State; id: string } {
  const state = books();
  expect(said(run(state, place(over), context))).toBe('ok');
  return { state, id: theOrder(state).id };
}

function fill(state: State, prices: string, seconds = 1, orderId = theOrder(state).id) {
  return run(
    state,
    { kind: 'fill_order', clientId: CLIENT, orderId, trigger: trigger('EURUSD', prices, seconds) },
    later(at110, seconds),
  );
}

describe('orders that wait', () => {
  it.each<[string, Partial<PlaceOrder>, string, string]>([
    ['buy limit', { price: price('1.09') }, '1.08999 1.09001', '1.08998 1.09000'],
    ['buy stop', { type: 'stop', price: price('1.11') }, '1.10997 1.10999', '1.10998 1.11000'],
    ['sell limit', { side: 'sell', price: price('1.11') }, '1.10999 1.11001', '1.11000 1.11002'],
    ['sell stop', { side: 'sell', type: 'stop', price: price('1.09') }, '1.09001 1.09003', '1.09000 1.09002'],
  ])('[T15] a %s fills at its price and not a tick before', (_name, over, before, there) => {
    const { state } = waiting(over);
    expect(said(fill(state, before))).toBe('trigger.not_reached');
    expect(fill(state, there).outcome).toMatchObject({ ok: true });
    expect(theTrade(state).entryPrice).toBe(over.price);
    expect(theOrder(state)).toMatchObject({ status: 'filled', tradeId: theTrade(state).id });
  });

  it('[T15] the client’s own mark-up is in the price that it waits for', () => {
    const state = stateOf(RICH);
    run(state, place({ price: price('1.09') }), at110);
    // Half of 1.6 pips above the feed's ask.
    expect(said(fill(state, '1.08990 1.08993'))).toBe('trigger.not_reached');
    expect(said(fill(state, '1.08990 1.08992'))).toBe('ok');
    expect(theTrade(state).entryPrice).toBe(price('1.09'));
  });

  it('[T16] placing moves nothing, asks for no cash, and knows its bounds', () => {
    const state = withoutMarkup(stateOf({ client: { cash: 0n } }));
    const placed = run(state, place(), at110);
    expect([said(placed), placed.entry]).toEqual(['ok', undefined]);
    const refused = (over: Partial<PlaceOrder>, context = at110) => said(decide(books(), place(over), context));
    expect(refused({ symbol: 'GOLD' })).toBe('order.unknown_symbol');
    expect(refused({ price: price('1.090001') })).toBe('order.price_step');
    expect(refused({ price: price('1.09001') })).toBe('ok');
    // 0.1 lots at 1.09 and 15:1 need $726.67: at the order's own price, not at the market's.
    expect([refused({ amount: 72_666n }), refused({ amount: 72_667n })]).toEqual(['order.margin_too_small', 'ok']);
    const apple = contextOf({ AAPL: '20.00 20.02' });
    const shares = (lots: bigint) => refused({ symbol: 'AAPL', lots, price: price('10'), amount: 10n ** 11n }, apple);
    expect([shares(99n), shares(100n)]).toEqual(['order.notional_too_small', 'ok']);
    expect(refused({}, contextOf())).toBe('market.closed');
    state.of(PARTIES).set(CLIENT, { ...partyOf(state), status: 'suspended' });
    expect(said(decide(state, place(), at110))).toBe('account.suspended');
  });

  it('[T16] two hundred wait at most', () => {
    const state = books();
    for (let made = 0; made < MAX_WORKING_ORDERS; made += 1) {
      const decision = decide(state, place(), { ...at110, newId: () => `order-${made}` });
      expect(said(decision)).toBe('ok');
      apply(state, decision, NOON);
    }
    expect(said(decide(state, place(), at110))).toBe('order.too_many');
    run(state, { kind: 'cancel_order', clientId: CLIENT, orderId: 'order-7' }, at110);
    expect(said(decide(state, place(), at110))).toBe('ok');
  });

  it.each<[string, Partial<PlaceOrder>, string]>([
    ['buy limit at the ask', { price: price('1.10002') }, 'order.limit_side'],
    ['buy limit below it', { price: price('1.10001') }, 'ok'],
    ['buy stop at the ask', { type: 'stop', price: price('1.10002') }, 'order.stop_side'],
    ['buy stop above it', { type: 'stop', price: price('1.10003') }, 'ok'],
    ['sell limit at the bid', { side: 'sell', price: price('1.10000') }, 'order.limit_side'],
    ['sell limit above it', { side: 'sell', price: price('1.10001') }, 'ok'],
    ['sell stop at the bid', { side: 'sell', type: 'stop', price: price('1.10000') }, 'order.stop_side'],
    ['sell stop below it', { side: 'sell', type: 'stop', price: price('1.09999') }, 'ok'],
  ])('[T17] %s', (_name, over, expected) => {
    expect(said(decide(books(), place(over), at110))).toBe(expected);
    // While the market is closed the last known price says the same.
    const closed: Context = { ...contextOf(), mark: at110.mark, markRate: at110.markRate };
    expect(said(decide(books(), place(over), closed))).toBe(expected);
  });

  it('[T17] the refusal says the price that could be dealt now', () => {
    const decision = decide(books(), place({ price: price('1.2') }), at110);
    expect(decision.outcome).toMatchObject({
      refusal: { field: 'limit_price', values: { side: 'buy', price: '1.10002' } },
    });
  });

  it('[T18] a day ends with the session for stocks and at 17:00 New York elsewhere', () => {
    const end = (symbol: 'AAPL' | 'EURUSD' | 'BTC', now: string) =>
      new Date(dayEnd(instrument(symbol), Date.parse(now))).toISOString();
    // Summer time since Sunday: noon is 16:00 UTC.
    expect(end('AAPL', '2026-03-11T16:00:00Z')).toBe('2026-03-11T20:00:00.000Z');
    expect(end('AAPL', '2026-03-11T21:00:00Z')).toBe('2026-03-12T20:00:00.000Z');
    // Friday evening: Monday's session.
    expect(end('AAPL', '2026-03-13T21:00:00Z')).toBe('2026-03-16T20:00:00.000Z');
    expect(end('EURUSD', '2026-03-11T16:00:00Z')).toBe('2026-03-11T21:00:00.000Z');
    expect(end('EURUSD', '2026-03-11T21:00:00Z')).toBe('2026-03-12T21:00:00.000Z');
    // Saturday: opens on Sunday evening and ends on Monday.
    expect(end('EURUSD', '2026-03-14T12:00:00Z')).toBe('2026-03-16T21:00:00.000Z');
    expect(end('BTC', '2026-03-14T12:00:00Z')).toBe('2026-03-14T21:00:00.000Z');
  });

  it('[T18] a day order expires when its day is over and not before, and fills no more', () => {
    const { state, id } = waiting({ timeInForce: 'day' });
    const { expiresAt } = theOrder(state);
    expect(expiresAt?.toISOString()).toBe('2026-03-11T21:00:00.000Z');
    const expire = (now: Date) =>
      decide(state, { kind: 'expire_order', clientId: CLIENT, orderId: id }, { ...at110, now });
    expect(said(expire(new Date('2026-03-11T20:59:59.999Z')))).toBe('trigger.not_reached');
    // Sent at the end that was read, by a clock that is behind: nothing is kept under its key, and it is sent again.
    const early = later(at110, 1);
    const told = (end: Date | null) => {
      const command = { kind: 'expire_order', clientId: CLIENT, orderId: id } as const;
      return said(decide(state, end === null ? command : { ...command, expiresAt: end }, early));
    };
    expect(() => told(expiresAt)).toThrow(Later);
    expect(told(later(at110, 2).now), 'put off since it was read').toBe('trigger.not_reached');
    const seconds = 5 * 3_600;
    expect(said(fill(state, '1.08 1.08', seconds))).toBe('trigger.not_reached');
    const over = expire(new Date('2026-03-11T21:00:00.000Z'));
    apply(state, over, NOON);
    expect(theOrder(state)).toMatchObject({ status: 'expired', reason: 'day' });
    expect(over.notifications?.[0]).toMatchObject({ template: 'order-expired', quiet: true });
    const forever = waiting();
    const command = { kind: 'expire_order' as const, clientId: CLIENT, orderId: forever.id };
    expect(said(decide(forever.state, command, later(at110, 10 ** 8)))).toBe('trigger.not_reached');
  });

  it('[T19] it is amended in place, and checked as a whole', () => {
    const { state, id } = waiting({ stopLoss: price('1.08'), takeProfit: price('1.12') });
    const amend = (over: object, seconds = 10) =>
      run(state, { kind: 'amend_order', clientId: CLIENT, orderId: id, ...over }, later(at110, seconds));
    expect(said(amend({ price: price('1.2') }))).toBe('order.limit_side');
    expect(said(amend({ price: price('1.07') }))).toBe('protection.stop_side');
    expect(said(amend({ lots: 11n }))).toBe('ok');
    expect(said(amend({ lots: 20n }))).toBe('order.margin_too_small');
    expect(said(amend({ lots: 20n, amount: 160_000n, price: price('1.095'), stopLoss: null }))).toBe('ok');
    expect(theOrder(state)).toMatchObject({
      id, status: 'working', lots: 20n, amount: 160_000n, limitPrice: price('1.095'), stopLoss: null, takeProfit: price('1.12'),
    }); // prettier-ignore
    // Quotes from before the amendment do not count.
    expect(said(fill(state, '1.09 1.09', 9))).toBe('trigger.not_reached');
    expect(said(fill(state, '1.09 1.09', 10))).toBe('ok');
    expect(theTrade(state)).toMatchObject({
      lots: 20n,
      collateral: 160_000n,
      stopLoss: null,
      takeProfit: price('1.12'),
    });
  });

  it('[T19] what has ended stays ended, and a stranger’s is not found', () => {
    const { state, id } = waiting();
    const cancel = { kind: 'cancel_order' as const, clientId: CLIENT, orderId: id };
    expect(said(decide(state, { ...cancel, clientId: OTHER }, at110))).toBe('order.not_found');
    expect(said(run(state, cancel, at110))).toBe('ok');
    expect(theOrder(state)).toMatchObject({ status: 'cancelled', reason: 'client' });
    expect(said(decide(state, cancel, at110))).toBe('order.not_working');
    expect(said(decide(state, { kind: 'amend_order', clientId: CLIENT, orderId: id, lots: 1n }, at110))).toBe(
      'order.not_working',
    );
    expect(said(fill(state, '1.08 1.08'))).toBe('order.not_working');
  });

  it('[T20] a suspension and the end of an account cancel what waits', () => {
    const { state } = waiting();
    const controls = { billing: null, code: null, reason: 'r', noteId: 'n' } as const;
    const switched = (status: 'active' | 'suspended') =>
      run(state, { kind: 'set_controls', staffId: STAFF, clientId: CLIENT, status, ...controls }, at110);
    switched('suspended');
    expect(theOrder(state)).toMatchObject({ status: 'cancelled', reason: 'suspended', endedAt: NOON });
    switched('active');
    expect(theOrder(state).status).toBe('cancelled');
    const leaving = withoutMarkup(stateOf({ client: { cash: 0n } }));
    run(leaving, place(), at110);
    expect(said(run(leaving, { kind: 'close_account', staffId: null, clientId: CLIENT }, at110))).toBe('ok');
    expect(theOrder(leaving)).toMatchObject({ status: 'cancelled', reason: 'account_closed' });
  });

  it('[T21] a gap fills at the first quote beyond: a limit better, a stop worse', () => {
    const limit = waiting({ price: price('1.09'), stopLoss: price('1.07') }).state;
    expect(said(fill(limit, '1.07998 1.08000'))).toBe('ok');
    expect(theTrade(limit).entryPrice).toBe(price('1.08'));
    const stop = waiting({ type: 'stop', price: price('1.11'), amount: 90_000n }).state;
    fill(stop, '1.12000 1.12002');
    expect(theTrade(stop).entryPrice).toBe(price('1.12002'));
  });

  it('[T21] it fills at the quote that reached it, whatever the price is by then', () => {
    const { state } = waiting();
    const filled = fill(state, '1.08998 1.09', 2);
    expect(filled.rows?.map(({ table }) => table)).toEqual([QUOTES, TRADES, ORDERS]);
    expect(theTrade(state)).toMatchObject({ entryPrice: price('1.09'), openedAt: later(at110, 2).now });
    expect(filled.entry?.postings).toEqual([
      { account: 'cash', amount: 80_000n },
      { account: 'margin', amount: -80_000n },
    ]);
    expect(filled.notifications).toMatchObject([
      { template: 'order-filled', quiet: true, subjectId: theTrade(state).id },
    ]);
  });

  it('[T21] what a market order would be refused for ends it, and its client is told', () => {
    for (const [over, code] of [
      [{ cash: 79_999n }, 'order.insufficient_balance'],
      [{ cash: 10_000_000n, leverageCeiling: 0, loan: 10_000_000n }, 'order.exceeds_equity'],
    ] as const) {
      const { state } = waiting();
      state.of(PARTIES).set(CLIENT, { ...partyOf(state), ...over });
      const cash = partyOf(state).cash;
      const decision = fill(state, '1.08998 1.09');
      expect(decision.outcome).toMatchObject({ ok: true, result: { status: 'rejected', reason: code } });
      expect(decision.notifications?.[0]).toMatchObject({ template: 'order-rejected', subjectId: theOrder(state).id });
      expect(theOrder(state)).toMatchObject({ status: 'rejected', reason: code, tradeId: null });
      expect([partyOf(state).cash, state.of(TRADES).size]).toEqual([cash, 0]);
    }
  });

  it('[T21] a better fill of a sell limit may need more margin than its amount', () => {
    const { state } = waiting({ side: 'sell', price: price('1.11'), amount: 74_000n });
    expect(fill(state, '1.12000 1.12002').outcome).toMatchObject({ result: { reason: 'order.margin_too_small' } });
  });

  it('[T22] only a quote of its time counts', () => {
    const { state, id } = waiting();
    const filled = (received: number, now: number) =>
      said(
        decide(
          state,
          { kind: 'fill_order', clientId: CLIENT, orderId: id, trigger: trigger('EURUSD', '1.08 1.08', received) },
          later(at110, now),
        ),
      );
    expect([filled(-1, 5), filled(6, 5), filled(0, 60.001), filled(0, 60), filled(5, 5)]).toEqual([
      'trigger.not_reached',
      'trigger.not_reached',
      'trigger.too_old',
      'ok',
      'ok',
    ]);
  });

  it('[M54] [T22] no quote whose source said it before the order was placed or amended fills it, however late it arrives', () => {
    const { state, id } = waiting();
    const at = (source: number, received: number) => {
      const { quote } = trigger('EURUSD', '1.08 1.08', received);
      const sourceTime = new Date(NOON.getTime() + source * 1_000);
      const told = { quote: { ...quote, sourceTime }, conversions: [] };
      return said(
        decide(state, { kind: 'fill_order', clientId: CLIENT, orderId: id, trigger: told }, later(at110, 20)),
      );
    };
    expect([at(-0.001, 12), at(0, 12), at(12, 12)]).toEqual(['trigger.not_reached', 'ok', 'ok']);
    // Nor does it hold the order up: it can be amended while such a quote is the one of now.
    const stale = { ...trigger('EURUSD', '1.08 1.08', 12).quote, sourceTime: new Date(NOON.getTime() - 1) };
    const unwatched = (quote: FeedQuote): Context => ({
      ...later(at110, 20),
      unwatched: () => [{ quote, conversions: [] }],
    });
    const amend = { kind: 'cancel_order', clientId: CLIENT, orderId: id } as const;
    expect(said(decide(state, amend, unwatched(stale)))).toBe('ok');
    expect(() => decide(state, amend, unwatched({ ...stale, sourceTime: NOON }))).toThrow(Later);
  });

  it('[T21] a cross is worth what the dollar pair says at that instant, and without it nothing is decided', () => {
    const cross = contextOf({ EURJPY: '165.000 165.006', EURUSD: '1.10000 1.10002' });
    const { state, id } = waiting({ symbol: 'EURJPY', price: price('164'), amount: 100_000n }, cross);
    const command = (conversions: ReturnType<typeof feedQuote>[]) => ({
      kind: 'fill_order' as const,
      clientId: CLIENT,
      orderId: id,
      trigger: trigger('EURJPY', '163.990 163.996', 1, conversions),
    });
    expect(() => decide(state, command([]), later(cross, 1))).toThrow('dollar pair of EUR');
    run(state, command([feedQuote('EURUSD', '1.2 1.2', 1)]), later(cross, 1));
    // 0.1 lots of a euro at $1.20 and 15:1.
    expect(theTrade(state).requiredMargin).toBe(80_000n);
    expect(isOpen(instrument('EURJPY'), NOON.getTime())).toBe(true);
  });
});
