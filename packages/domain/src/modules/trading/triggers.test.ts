import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, NOON, OTHER, partyOf, said, stateOf } from '../../../test/kit.ts';
import { feedQuote, later, place, run, theOrder, theTrade, trigger, withoutMarkup } from '../../../test/orders.ts';
import { type AnyDecision, type Context, Later } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { afterOf } from '../../kernel/table.ts';
import { movedTrade } from '../positions/follow-trade.ts';
import { apply } from '../../ledger/apply.ts';
import { decide } from '../../ledger/decide.ts';
import {
  conversionRate,
  dealtQuote,
  instrument,
  parsePrice,
  type Price,
  priceStep,
  type Symbol,
  nextNight,
  nextTripleNight,
  nightsOn,
  standardFinancing,
} from '../../market/index.ts';
import { COPIES, type Copy } from '../positions/copies.ts';
import { type Side, TRADES } from '../positions/model.ts';
import {
  type AmendTrade,
  closeOutPrice,
  expectedFill,
  financingDay,
  financingInstant,
  isClosedOut,
  lossSteps,
  notional,
  overnightCost,
  spreadCost,
  type TriggerClose,
} from './index.ts';
import { FINANCING, ORDERS, QUOTES } from './model.ts';

const RICH = { client: { cash: 100_000_000n } };
const at110 = contextOf({ EURUSD: '1.10000 1.10002' });
const price = parsePrice;

type Terms = Partial<Extract<Parameters<typeof decide>[1], { kind: 'open_trade' }>>;

/** An open trade of 0.1 lots of EURUSD, dealt without a mark-up. */
function opened(over: Terms = {}, context: Context = at110): State {
  const state = withoutMarkup(stateOf(RICH));
  const decision = run(
    state,
    { kind: 'open_trade', clientId: CLIENT, symbol: 'EURUSD', side: 'buy', lots: 10n, amount: 80_000n, ...over },
    context,
  );
  expect(said(decision)).toBe('ok');
  return state;
}

function reach(
  state: State,
  why: TriggerClose['why'],
  prices: string,
  seconds = 1,
  more: Partial<TriggerClose> = {},
): AnyDecision {
  const { id, symbol } = theTrade(state);
  return run(
    state,
    { kind: 'trigger_close', clientId: CLIENT, tradeId: id, why, trigger: trigger(symbol, prices, seconds), ...more },
    later(at110, seconds),
  );
}

function amend(state: State, over: Partial<AmendTrade>, context: Context = at110): AnyDecision {
  const none = { stopLoss: null, takeProfit: null, trailingDistance: null };
  return run(state, { kind: 'amend_trade', clientId: CLIENT, tradeId: theTrade(state).id, ...none, ...over }, context);
}

describe('what closes a trade by itself', () => {
  it('[T23] a stop on the losing side, a target on the winning side, a distance below the price', () => {
    const attach = (over: Terms) =>
      said(
        decide(
          withoutMarkup(stateOf(RICH)),
          { kind: 'open_trade', clientId: CLIENT, symbol: 'EURUSD', side: 'buy', lots: 10n, amount: 80_000n, ...over },
          at110,
        ),
      );
    const side = 'sell' as const;
    expect([
      attach({ stopLoss: price('1.1') }), attach({ stopLoss: price('1.09999') }), attach({ takeProfit: price('1.1') }),
      attach({ takeProfit: price('1.10001') }), attach({ trailingDistance: price('1.1') }), attach({ trailingDistance: price('1.09999') }),
      attach({ side, stopLoss: price('1.10002') }), attach({ side, stopLoss: price('1.10003') }), attach({ side, takeProfit: price('1.10002') }),
      attach({ side, takeProfit: price('1.10001') }), attach({ stopLoss: price('1.0000001') }),
      attach({ side, trailingDistance: price('1.10002') }), attach({ side, trailingDistance: price('1.10001') }),
    ]).toEqual([
      'protection.stop_side', 'ok', 'protection.target_side', 'ok', 'protection.trailing_distance', 'ok',
      'protection.stop_side', 'ok', 'protection.target_side', 'ok', 'order.price_step', 'protection.trailing_distance', 'ok',
    ]); // prettier-ignore
    const state = opened();
    expect(said(amend(state, { stopLoss: price('1.2') }))).toBe('protection.stop_side');
    // While the market is closed, by its last known price.
    const closed: Context = { ...contextOf(), mark: at110.mark };
    expect(said(amend(state, { stopLoss: price('1.1') }, closed))).toBe('protection.stop_side');
    expect(said(amend(state, { stopLoss: price('1.09') }, closed))).toBe('ok');
    expect(said(amend(state, { stopLoss: price('1.09') }, contextOf()))).toBe('market.closed');
    expect(said(amend(state, {}))).toBe('ok');
    expect(theTrade(state)).toMatchObject({
      stopLoss: null,
      takeProfit: null,
      trailingDistance: null,
      trailingPeak: null,
    });
  });

  it.each<[string, Terms, TriggerClose['why'], string, string, Price]>([
    ['buy’s stop', { stopLoss: price('1.09') }, 'stop', '1.09001 1.09003', '1.09000 1.09002', price('1.09')],
    ['buy’s target', { takeProfit: price('1.11') }, 'take_profit', '1.10999 1.11001', '1.11000 1.11002', price('1.11')],
    [
      'buy’s trailing stop',
      { trailingDistance: price('0.01') },
      'trailing_stop',
      '1.09001 1.09003',
      '1.09000 1.09002',
      price('1.09'),
    ],
    [
      'sell’s stop',
      { side: 'sell', stopLoss: price('1.11') },
      'stop',
      '1.10997 1.10999',
      '1.10998 1.11000',
      price('1.11'),
    ],
    [
      'sell’s target',
      { side: 'sell', takeProfit: price('1.09') },
      'take_profit',
      '1.08999 1.09001',
      '1.08998 1.09000',
      price('1.09'),
    ],
    [
      'sell’s trailing stop',
      { side: 'sell', trailingDistance: price('0.01') },
      'trailing_stop',
      '1.10998 1.11001',
      '1.10998 1.11002',
      price('1.11002'),
    ],
  ])('[T24] a %s counts on the side that closes it', (_name, over, why, before, there, exit) => {
    const state = opened(over);
    expect(said(reach(state, why, before))).toBe('trigger.not_reached');
    const decision = reach(state, why, there);
    expect(movedTrade(decision).after).toMatchObject({ closedBy: why, exitPrice: exit });
    expect(theTrade(state)).toMatchObject({ status: 'closed', openLots: 0n, collateralLeft: 0n });
    expect(said(reach(state, why, there))).toBe('trade.already_closed');
  });

  it('[T24] a gap fills at the first quote beyond, both ways alike', () => {
    for (const [over, why, prices, exit] of [
      [{ stopLoss: price('1.09') }, 'stop', '1.05 1.05002', price('1.05')],
      [{ takeProfit: price('1.11') }, 'take_profit', '1.15 1.15002', price('1.15')],
    ] as const) {
      const state = opened(over);
      expect(movedTrade(reach(state, why, prices)).after).toMatchObject({ exitPrice: exit });
    }
  });

  it('[T24] what is not set closes nothing, and the client’s own mark-up counts', () => {
    const state = opened();
    for (const why of ['stop', 'take_profit', 'trailing_stop'] as const)
      expect(said(reach(state, why, '1.05 1.05'))).toBe('trigger.not_reached');
    amend(state, { stopLoss: price('1.09') });
    state.of(PARTIES).set(CLIENT, { ...partyOf(state), markup: 16 });
    expect(said(reach(state, 'stop', '1.09009 1.09011'))).toBe('trigger.not_reached');
    expect(said(reach(state, 'stop', '1.09008 1.09010'))).toBe('ok');
  });

  it('[T24] a partial close keeps them for the rest', () => {
    const state = opened({ stopLoss: price('1.09'), trailingDistance: price('0.02') });
    const { id } = theTrade(state);
    run(state, { kind: 'close_trade', clientId: CLIENT, tradeId: id, lots: 4n }, at110);
    expect(theTrade(state)).toMatchObject({ openLots: 6n, stopLoss: price('1.09'), trailingPeak: price('1.1') });
    expect(movedTrade(reach(state, 'stop', '1.09 1.09'))).toMatchObject({
      before: { openLots: 6n },
      after: { openLots: 0n },
    });
  });

  it('[T25] a trailing stop follows the best price and never goes back', () => {
    const state = opened({ trailingDistance: price('0.01') });
    const { id } = theTrade(state);
    const note = (prices: string, seconds: number) =>
      run(
        state,
        { kind: 'record_trailing_peak', clientId: CLIENT, tradeId: id, peak: feedQuote('EURUSD', prices, seconds) },
        later(at110, seconds),
      );
    expect(theTrade(state).trailingPeak).toBe(price('1.1'));
    note('1.12 1.12002', 1);
    expect(theTrade(state).trailingPeak).toBe(price('1.12'));
    expect(note('1.11 1.11002', 2).rows).toBeUndefined();
    // From before it was attached.
    expect(note('1.5 1.5', -5).rows).toBeUndefined();
    expect(said(note('1.12 1.12', 70))).toBe('ok');
    expect(theTrade(state).trailingPeak).toBe(price('1.12'));
    // A new stop keeps what it has gained; a new distance counts from now.
    amend(state, { trailingDistance: price('0.01'), stopLoss: price('1.05') });
    expect(theTrade(state).trailingPeak).toBe(price('1.12'));
    amend(state, { trailingDistance: price('0.02') });
    expect(theTrade(state).trailingPeak).toBe(price('1.1'));
    // One that stays is not asked about again, however far the price has fallen.
    amend(state, { trailingDistance: price('0.6') });
    const fallen = contextOf({ EURUSD: '0.55000 0.55002' });
    expect(said(amend(state, { trailingDistance: price('0.6'), stopLoss: price('0.5') }, fallen))).toBe('ok');
    expect(said(amend(state, { trailingDistance: price('0.7') }, fallen))).toBe('protection.trailing_distance');
  });

  it('[T25] the quote of the best price may come with the close', () => {
    const state = opened({ trailingDistance: price('0.01') });
    expect(said(reach(state, 'trailing_stop', '1.115 1.115', 3))).toBe('trigger.not_reached');
    // Later than the trigger, or of a stop that counts fixed prices: no part of it.
    const after = feedQuote('EURUSD', '1.13 1.13', 4);
    expect(said(reach(state, 'trailing_stop', '1.115 1.115', 3, { peak: after }))).toBe('trigger.not_reached');
    const peak = feedQuote('EURUSD', '1.125 1.125', 2);
    expect(said(reach(state, 'trailing_stop', '1.11501 1.116', 3, { peak }))).toBe('trigger.not_reached');
    expect(reach(state, 'trailing_stop', '1.11500 1.116', 3, { peak }).rows).toMatchObject([
      // U132: of its quote nothing is kept, since nothing was dealt at it.
      { table: QUOTES },
      {
        table: TRADES,
        after: { closedBy: 'trailing_stop', exitPrice: price('1.115'), trailingPeak: price('1.125') },
      },
    ]);
  });

  it('[T22] [T31] only quotes since it was set, and never the one that filled its order', () => {
    const state = opened();
    amend(state, { stopLoss: price('1.09') }, later(at110, 10));
    expect(said(reach(state, 'stop', '1.08 1.08', 9))).toBe('trigger.not_reached');
    expect(said(reach(state, 'stop', '1.08 1.08', 10))).toBe('ok');

    const filled = withoutMarkup(stateOf(RICH));
    run(filled, place({ stopLoss: price('1.085'), amount: 90_000n }), at110);
    const gap = trigger('EURUSD', '1.08 1.08002', 1);
    const [orderId = ''] = filled.of(ORDERS).keys();
    // Written down two seconds after its quote.
    expect(said(run(filled, { kind: 'fill_order', clientId: CLIENT, orderId, trigger: gap }, later(at110, 3)))).toBe(
      'ok',
    );
    const close = (seconds: number) => said(reach(filled, 'stop', '1.08 1.08002', seconds));
    expect([close(1), close(2)]).toEqual(['trigger.not_reached', 'ok']);
  });

  it('[T26] a mirrored trade takes no stops of its own while its copy runs', () => {
    const state = opened();
    const trade = { ...theTrade(state), copyId: 'copy', leadTradeId: 'lead' };
    state.of(TRADES).set(trade.id, trade);
    const copy: Copy = {
      id: 'copy', clientId: CLIENT, traderId: 't', leadId: OTHER, bot: false, allotment: 100_000n, stopLoss: null, copyOpen: false, profitShareBps: 0, status: 'active', cause: null,
      held: 80_000n, result: 0n, highWater: 0n, shared: 0n, sharedMonth: null, startedAt: NOON, stoppedAt: null,
    }; // prettier-ignore
    state.of(COPIES).set('copy', copy);
    expect(said(amend(state, { stopLoss: price('1.09') }))).toBe('trade.mirrored');
    // What a night costs is out of what the copy holds and out of what it brought; so is what a close-out takes.
    charge(state, '2026-03-12');
    expect(state.of(COPIES).get('copy')).toMatchObject({ held: 79_910n, result: -90n });
    expect(said(reach(state, 'close_out', '1.0 1.0'))).toBe('trigger.not_reached');
    reach(state, 'close_out', '1.0 1.0', 36 * 3_600);
    expect(state.of(COPIES).get('copy')).toMatchObject({ held: 0n, result: -80_000n });
    state.of(COPIES).set('copy', { ...copy, status: 'stopped' });
    const kept = opened();
    kept.of(TRADES).set(theTrade(kept).id, { ...theTrade(kept), copyId: 'copy', leadTradeId: 'lead' });
    kept.of(COPIES).set('copy', { ...copy, status: 'stopped' });
    expect(said(amend(kept, { stopLoss: price('1.09') }))).toBe('ok');
  });
});

/** The night's financing at the last known price. */
function charge(
  state: State,
  day: string,
  prices = '1.10000 1.10002',
  now = new Date(`${day}T23:00:00Z`),
  financing: Context['financing'] = standardFinancing,
): AnyDecision {
  const { id, symbol } = theTrade(state);
  return run(
    state,
    { kind: 'charge_financing', clientId: CLIENT, tradeId: id, day, marks: trigger(symbol, prices) },
    { ...at110, now, financing },
  );
}

describe('overnight financing', () => {
  it('[T27] what an order opened just before the hour pays, though its fill is written down after it and its stops are set again', () => {
    const state = withoutMarkup(stateOf({ client: { cash: 10_000_000n } }));
    run(state, place({ price: price('1.09') }), at110);
    const { id: orderId } = theOrder(state);
    const hour = financingInstant('2026-03-12');
    const quote = feedQuote('EURUSD', '1.08 1.08', (hour.getTime() - NOON.getTime()) / 1_000 - 0.25);
    const now = new Date(hour.getTime() + 1_000);
    const command = { kind: 'fill_order', clientId: CLIENT, orderId, trigger: { quote, conversions: [] } } as const;
    expect(said(run(state, command, { ...at110, now }))).toBe('ok');
    const heldSince = new Date(quote.receivedTime.getTime() + 1);
    expect(theTrade(state)).toMatchObject({ openedAt: now, heldSince, protectedAt: heldSince });
    const stops = { stopLoss: price('1.01'), takeProfit: null, trailingDistance: null };
    const amend = { kind: 'amend_trade', clientId: CLIENT, tradeId: theTrade(state).id, ...stops } as const;
    expect(said(run(state, amend, { ...at110, now }))).toBe('ok');
    expect(theTrade(state)).toMatchObject({ heldSince, protectedAt: now });
    expect(charge(state, '2026-03-11').outcome).toMatchObject({ refusal: { code: 'financing.not_due' } });
    expect(charge(state, '2026-03-12').outcome).toMatchObject({ ok: true });
  });

  it('[T98] costs what was in effect at its own hour, however late it is charged', () => {
    const state = opened();
    const hour = financingInstant('2026-03-12');
    const change: Context['financing'] = (of, at) => (at <= hour ? { buy: 730, sell: 0 } : standardFinancing(of));
    charge(state, '2026-03-12', '1.1 1.1', new Date(hour.getTime() + 5 * 86_400_000), change);
    // $11,000.00 × 7.3 % ÷ 365.
    expect(theTrade(state)).toMatchObject({ financed: 220n });
    charge(state, '2026-03-13', '1.1 1.1', new Date(hour.getTime() + 5 * 86_400_000), change);
    expect(theTrade(state)).toMatchObject({ financed: 310n });
  });

  it('[T27] is notional × the yearly rate ÷ 365, at the mid, from the collateral', () => {
    const state = opened();
    const decision = charge(state, '2026-03-12');
    // $11,000.10 × 3 % ÷ 365 = 90.41 cents.
    expect(decision.entry).toMatchObject({
      event: 'overnight_financing',
      postings: [
        { account: 'margin', amount: 90n },
        { account: 'financing', amount: -90n },
      ],
    });
    expect(theTrade(state)).toMatchObject({ collateralLeft: 79_910n, financed: 90n, financedThrough: '2026-03-12' });
    expect(partyOf(state)).toMatchObject({ margin: 79_910n, realised: 0n });
    const yearly = (symbol: Symbol, side: Side) =>
      overnightCost(standardFinancing(instrument(symbol))[side], { num: 36_500_000n, den: 1n });
    const symbols = ['EURUSD', 'USDJPY', 'AAPL', 'BTC'] as const;
    expect(symbols.map((each) => yearly(each, 'buy'))).toEqual([3_000n, 500n, 7_000n, 15_000n]);
    expect(symbols.map((each) => yearly(each, 'sell'))).toEqual([500n, 4_500n, 4_500n, 10_000n]);
    expect(overnightCost(standardFinancing(instrument('EURUSD')).buy, { num: 365n * 10_000n, den: 600n })).toBe(0n);
    expect(overnightCost(standardFinancing(instrument('EURUSD')).buy, { num: 365n * 30_000n, den: 600n })).toBe(2n);
  });

  it('[T27] once a day, at 17:00 New York, for what was open then', () => {
    expect(financingInstant('2026-03-11').toISOString()).toBe('2026-03-11T21:00:00.000Z');
    expect(financingInstant('2026-01-15').toISOString()).toBe('2026-01-15T22:00:00.000Z');
    expect(() => financingInstant('soon')).toThrow(RangeError);
    expect(financingDay(new Date('2026-03-11T20:59:59.999Z'))).toBe('2026-03-10');
    expect(financingDay(new Date('2026-03-11T21:00:00.000Z'))).toBe('2026-03-11');
    const state = opened();
    const at = (day: string, now: string) => said(charge(state, day, '1.1 1.1', new Date(now)));
    // A refusal would be kept under the night's key for good: it is sent again instead.
    expect(() => at('2026-03-12', '2026-03-12T20:59:59.999Z')).toThrow(Later);
    // Noon is after five o'clock of the day before.
    expect(at('2026-03-10', '2026-03-12T21:00:00Z')).toBe('financing.not_due');
    expect(at('2026-03-12', '2026-03-12T21:00:00Z')).toBe('ok');
    expect(at('2026-03-12', '2026-03-12T21:00:01Z')).toBe('financing.not_due');
    expect(at('2026-03-13', '2026-03-13T21:00:00Z')).toBe('ok');
    // Twice 90.41 cents: what is less than a cent was carried forward.
    expect(theTrade(state).financed).toBe(181n);
  });

  it('[T27] never more than is left, and of what is still open', () => {
    const state = opened({ lots: 100n, amount: 800_000n });
    const { id } = theTrade(state);
    run(state, { kind: 'close_trade', clientId: CLIENT, tradeId: id, lots: 75n }, at110);
    charge(state, '2026-03-12');
    expect(theTrade(state).financed).toBe(226n);
    const left = theTrade(state).collateralLeft;
    state.of(TRADES).set(id, { ...theTrade(state), collateralLeft: 5n });
    state.of(PARTIES).set(CLIENT, { ...partyOf(state), margin: partyOf(state).margin - left + 5n });
    expect(charge(state, '2026-03-13').outcome).toMatchObject({ result: { charged: '0.05' } });
    // Nothing is left to take: the night is passed over without an entry.
    const none = charge(state, '2026-03-16');
    expect([none.entry, theTrade(state).financedThrough]).toEqual([undefined, '2026-03-16']);
  });

  it('[T27] a cross is worth what the pair of its base says', () => {
    const cross = contextOf({ EURJPY: '165.000 165.006', EURUSD: '1.10000 1.10002' });
    const state = opened({ symbol: 'EURJPY', amount: 100_000n }, cross);
    const { id } = theTrade(state);
    const night = (conversions: ReturnType<typeof feedQuote>[]) => ({
      kind: 'charge_financing' as const, clientId: CLIENT, tradeId: id, day: '2026-03-12', marks: trigger('EURJPY', '165 165', 1, conversions),
    }); // prettier-ignore
    const evening = { ...cross, now: new Date('2026-03-12T21:00:00Z') };
    expect(() => decide(state, night([]), evening)).toThrow('dollar pair of EUR');
    const decision = decide(state, night([feedQuote('EURUSD', '2 2')]), evening);
    expect(decision.outcome).toMatchObject({ result: { charged: '0.27' } });
    const [charge] = afterOf(FINANCING, decision.rows);
    expect(afterOf(QUOTES, decision.rows).find(({ id }) => id === charge?.conversionQuoteId)?.symbol).toBe('EURUSD');
  });

  it('[T90] a pair pays three nights on Wednesday for the weekend, which then costs nothing; others pay every night', () => {
    const of = (symbol: Symbol) =>
      Array.from({ length: 7 }, (_, i) => nightsOn(instrument(symbol), `2026-03-${9 + i}`.replace('-9', '-09')));
    // Monday to Sunday.
    expect(of('EURUSD')).toEqual([1, 1, 3, 1, 1, 0, 0]);
    for (const symbol of ['BTC', 'AAPL'] as const) expect(of(symbol)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    const state = opened();
    // 3 × 90.41 cents.
    expect(charge(state, '2026-03-11').outcome).toMatchObject({ result: { charged: '2.71' } });
    for (const day of ['2026-03-14', '2026-03-15']) expect(said(charge(state, day))).toBe('financing.not_due');
    expect(theTrade(state)).toMatchObject({ financed: 271n, financedThrough: '2026-03-11' });
    const short = opened({ side: 'sell' });
    const [night] = afterOf(FINANCING, charge(short, '2026-03-11').rows);
    expect(night).toMatchObject({ nights: 3, rateBps: 50, cost: 45_205_890n });
  });

  it('[T91] the next charge and the next one of three nights are named, summer time included', () => {
    const next = (symbol: Symbol, now: string) => {
      const ms = Date.parse(now);
      const [one, three] = [nextNight(instrument(symbol), ms), nextTripleNight(instrument(symbol), ms)];
      return [new Date(one.atMs).toISOString(), one.nights, three && new Date(three.atMs).toISOString()];
    };
    const monday = '2026-03-09T21:00:00.000Z';
    const wednesday = '2026-03-11T21:00:00.000Z';
    // Clocks go forward on Sunday, the 8th: 17:00 New York was 22:00 UTC before.
    expect(next('EURUSD', '2026-03-06T21:59:59.999Z')).toEqual(['2026-03-06T22:00:00.000Z', 1, wednesday]);
    expect(next('EURUSD', '2026-03-06T22:00:00Z')).toEqual([monday, 1, wednesday]);
    expect(next('EURUSD', '2026-03-11T12:00:00Z')).toEqual([wednesday, 3, wednesday]);
    expect(next('EURUSD', wednesday)).toEqual(['2026-03-12T21:00:00.000Z', 1, '2026-03-18T21:00:00.000Z']);
    expect(next('BTC', '2026-03-07T23:00:00Z')).toEqual(['2026-03-08T21:00:00.000Z', 1, undefined]);
  });
});

describe('close-out', () => {
  it('[T28] 50.01 % of the required margin does nothing, 50.00 % closes at that quote', () => {
    // One lot at 1.00000 needs $6,666.67 at 15:1; $10,000.00 put up, of which half the margin is left at a loss of $6,666.665.
    const state = opened({ lots: 100n, amount: 1_000_000n }, contextOf({ EURUSD: '1.00000 1.00000' }));
    expect(theTrade(state).requiredMargin).toBe(666_667n);
    const rate = { num: 1n, den: 1n };
    const level = closeOutPrice(theTrade(state), rate);
    // 0.93333335 to the price unit; the last price on the tick at which it holds is the one below.
    expect(level).toBe(9_333_300_000n);
    const at = (bid: Price) => ({ bid, ask: bid });
    expect(isClosedOut(theTrade(state), at(9_333_333_500n), rate)).toBe(true);
    expect(isClosedOut(theTrade(state), at(9_333_333_501n), rate)).toBe(false);
    expect(said(reach(state, 'close_out', '0.93334 0.93336'))).toBe('trigger.not_reached');
    const decision = reach(state, 'close_out', '0.93333 0.93335');
    expect(movedTrade(decision).after).toMatchObject({ closedBy: 'close_out', exitPrice: price('0.93333') });
    expect(decision.notifications).toMatchObject([{ template: 'trade-closed-out' }]);
    expect(decision.notifications?.[0]?.quiet).toBeUndefined();
    expect(theTrade(state).shortfall).toBe(0n);
  });

  it('[T28] exactly half closes, whatever the terms; a cent more does not', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.bigInt({ min: 1n, max: 100_000n }),
        fc.bigInt({ min: 2n, max: 10n ** 9n }),
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        fc.bigInt({ min: 10n ** 9n, max: 10n ** 13n }),
        (side, openLots, requiredMarginLeft, more, entryPrice) => {
          const terms = {
            symbol: 'EURUSD' as const,
            side,
            openLots,
            entryPrice,
            requiredMarginLeft,
            collateralLeft: requiredMarginLeft + more,
          };
          const rate = { num: 1n, den: 1n };
          const tick = 10n ** 5n;
          const closes = (closing: Price) => isClosedOut(terms, { bid: closing, ask: closing }, rate);
          const level = closeOutPrice(terms, rate);
          if (level === undefined) {
            // No price is low enough: not even that of one tick.
            expect(side).toBe('buy');
            expect(closes(tick)).toBe(false);
            return;
          }
          const worse = side === 'buy' ? -1n : 1n;
          expect(closes(level)).toBe(true);
          expect(level % tick).toBe(0n);
          expect(closes(level - worse * tick)).toBe(false);
          // By whole numbers: 2 × (collateral + move × lots × 100,000 ÷ 1e10) against the margin.
          const move = side === 'buy' ? level - entryPrice : entryPrice - level;
          expect(2n * (terms.collateralLeft * 100_000n + move * openLots) <= requiredMarginLeft * 100_000n).toBe(true);
        },
      ),
      // Closed out below the last tick alone.
      { examples: [['buy', 10_000n, 2n, 99_990_000n, 10n ** 9n]] },
    );
  });

  it('[T28] financing brings it nearer', () => {
    const state = opened({ lots: 100n, amount: 1_000_000n }, contextOf({ EURUSD: '1.00000 1.00000' }));
    const rate = { num: 1n, den: 1n };
    const before = closeOutPrice(theTrade(state), rate) ?? 0n;
    charge(state, '2026-03-12', '1 1');
    expect(theTrade(state).financed).toBe(822n);
    expect(closeOutPrice(theTrade(state), rate)).toBe(before + 800_000n);
  });

  it.each([
    ['EURUSD', 30], ['AUDUSD', 20], ['AAPL', 5], ['BTC', 2],
  ] as const)('[T28] %s at %i:1: exactly the required margin is accepted, one cent less is refused, and it closes at half', (symbol, cap) => {
    const context = contextOf({ [symbol]: '100.00 100.00' });
    const state = withoutMarkup(stateOf({ client: { ...RICH.client, leverageCeiling: 500 } }));
    const order = (amount: bigint) => ({ kind: 'open_trade' as const, clientId: CLIENT, symbol, side: 'buy' as const, lots: 100n, amount });
    const worth = 100n * 100n * instrument(symbol).lotSize;
    const needed = (worth + BigInt(cap) - 1n) / BigInt(cap);
    expect(said(decide(state, order(needed - 1n), context))).toBe('order.margin_too_small');
    expect(said(run(state, order(needed), context))).toBe('ok');
    expect(theTrade(state).requiredMargin).toBe(needed);
    const level = closeOutPrice(theTrade(state), { num: 1n, den: 1n }) ?? 0n;
    // Half of the margin is lost there, and not one tick before.
    const distance = price('100') - level;
    const lost = (units: bigint) => 2n * units * 100n * instrument(symbol).lotSize >= needed * 10n ** 10n;
    expect([lost(distance), lost(distance - priceStep(instrument(symbol)))]).toEqual([true, false]);
  }); // prettier-ignore

  it('[T29] a gap of 90 % against 30:1 costs the collateral and not a cent more', () => {
    for (const [side, prices] of [
      ['buy', '0.11000 0.11002'],
      ['sell', '2.09 2.09002'],
    ] as const) {
      const state = withoutMarkup(stateOf({ client: { cash: 400_000n, leverageCeiling: 30 } }));
      run(state, { kind: 'open_trade', clientId: CLIENT, symbol: 'EURUSD', side, lots: 100n, amount: 366_671n }, at110);
      expect(theTrade(state).requiredMargin).toBe(366_670n);
      const decision = reach(state, 'close_out', prices);
      expect(said(decision)).toBe('ok');
      expect(partyOf(state)).toMatchObject({ cash: 400_000n - 366_671n, margin: 0n });
      const { realised, shortfall } = theTrade(state);
      expect(realised + shortfall).toBe(-366_671n);
    }
  });

  it('[T30] each tenth that is lost is told once', () => {
    const state = opened();
    const { id } = theTrade(state);
    // $800 of collateral: a tenth is 0.0080 at 0.1 lots.
    const note = (step: number, prices: string, seconds = 1) =>
      run(
        state,
        { kind: 'alert_loss', clientId: CLIENT, tradeId: id, step, trigger: trigger('EURUSD', prices, seconds) },
        later(at110, seconds),
      );
    expect(said(note(1, '1.09203 1.09205'))).toBe('trigger.not_reached');
    const told = note(1, '1.09202 1.09204');
    expect(told.notifications).toMatchObject([
      { template: 'trade-losing', values: { percent: '10%', loss: '$80.00' }, subjectId: id },
    ]);
    expect(note(1, '1.09202 1.09204').notifications).toBeUndefined();
    expect(note(4, '1.06 1.06002').notifications).toMatchObject([{ values: { percent: '40%' } }]);
    expect(note(3, '1.06 1.06002').notifications).toBeUndefined();
    expect(theTrade(state).lossStep).toBe(4);
    const rate = conversionRate('USD', () => undefined);
    expect(rate && lossSteps(theTrade(state), { bid: price('1.2'), ask: price('1.2') }, rate)).toBe(0);
  });
});

describe('nobody is favoured', () => {
  /** Mids of a walk about the entry, with a constant spread. */
  const walk = fc.record({
    start: fc.integer({ min: 50_000, max: 200_000 }),
    spread: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 })),
    distance: fc.integer({ min: 1, max: 400 }),
    steps: fc.array(fc.integer({ min: -250, max: 250 }), { minLength: 1, maxLength: 20 }),
    symbol: fc.constantFrom<Symbol>('EURUSD', 'GBPUSD', 'AUDUSD', 'NZDUSD'),
    lots: fc.bigInt({ min: 1n, max: 500n }),
  });

  it('[T32] on 2,000 mirrored paths a buy and a sell have opposite cents and stops and targets at the same quote', () => {
    fc.assert(
      fc.property(walk, ({ start, spread, distance, steps, symbol, lots }) => {
        const unit = 10n ** 5n;
        const mids = [start];
        for (const step of steps)
          mids.push(Math.max(1_000, Math.min(2 * start - 1_000, (mids.at(-1) ?? start) + step)));
        const sides = (mid: number) => ({
          bid: BigInt(2 * mid - spread) * (unit / 2n),
          ask: BigInt(2 * mid + spread) * (unit / 2n),
        });
        const mirrored = mids.map((mid) => 2 * start - mid);
        const follow = (side: 'buy' | 'sell', path: readonly number[]) => {
          const feed = (mid: number, second: number) => ({
            ...feedQuote(symbol, '1', second),
            ...sides(mid),
            id: `${mid}@${second}`,
          });
          const context: Context = {
            ...at110,
            quote: (_, markup) => ({ ok: true, quote: dealtQuote(feed(start, 0), markup) }),
            conversion: () => ({ ok: true, quote: dealtQuote(feed(start, 0), 0) }),
          };
          const state = withoutMarkup(stateOf({ client: { cash: 10n ** 12n } }));
          const { bid, ask } = dealtQuote(feed(start, 0), 0);
          const closing = side === 'buy' ? bid : ask;
          const away = BigInt(distance) * unit;
          const [stopLoss, takeProfit] =
            side === 'buy' ? [closing - away, closing + away] : [closing + away, closing - away];
          expect(
            said(
              run(
                state,
                { kind: 'open_trade', clientId: CLIENT, symbol, side, lots, amount: 10n ** 10n, stopLoss, takeProfit },
                context,
              ),
            ),
          ).toBe('ok');
          const { id } = theTrade(state);
          for (const [tick, mid] of path.entries()) {
            if (tick === 0) continue;
            for (const why of ['stop', 'take_profit'] as const) {
              const trade = {
                kind: 'trigger_close' as const,
                clientId: CLIENT,
                tradeId: id,
                why,
                trigger: { quote: feed(mid, tick), conversions: [] },
              };
              if (run(state, trade, later(at110, tick)).outcome.ok)
                return { tick, why, cents: theTrade(state).realised };
            }
          }
          const last = {
            ...context,
            quote: (_: Symbol, markup: number) => ({
              ok: true as const,
              quote: dealtQuote(feed(path.at(-1) ?? start, 99), markup),
            }),
          };
          run(state, { kind: 'close_trade', clientId: CLIENT, tradeId: id, lots: null }, last);
          return { tick: -1, why: 'client', cents: theTrade(state).realised };
        };
        const [buy, sell] = [follow('buy', mids), follow('sell', mirrored)];
        // The same way for both: each pays the spread once, so the mirrored trade has the same result, and without a spread the one on the same path its opposite.
        expect(sell).toEqual(buy);
        if (spread === 0) {
          const opposite = follow('sell', mids);
          expect(opposite.tick).toBe(buy.tick);
          expect(opposite.cents + buy.cents).toBe(0n);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('[T10] parts of a trade that pays for its nights sum to the whole, and nothing stays behind', () => {
    const points = fc.integer({ min: 90_000, max: 130_000 }).map((n) => (n / 100_000).toFixed(5));
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.array(fc.tuple(points, fc.bigInt({ min: 1n, max: 40n }), fc.boolean()), { minLength: 1, maxLength: 5 }),
        (side, closes) => {
          const state = opened({ side, lots: 100n, amount: 750_000n });
          const start = 100_000_000n;
          const { id } = theTrade(state);
          let day = 11;
          for (const [at, lots, night] of [...closes, ['1.10000', null, false] as const]) {
            const context = contextOf({ EURUSD: at });
            const decision = decide(state, { kind: 'close_trade', clientId: CLIENT, tradeId: id, lots }, context);
            if (decision.outcome.ok) apply(state, decision, context.now);
            if (night && theTrade(state).status === 'active') charge(state, `2026-03-${(day += 1)}`, at);
          }
          const trade = theTrade(state);
          expect(trade).toMatchObject({ status: 'closed', collateralLeft: 0n, requiredMarginLeft: 0n });
          expect(partyOf(state)).toMatchObject({
            margin: 0n,
            cash: start + trade.realised + trade.shortfall - trade.financed,
          });
          expect(trade.realised + trade.shortfall - trade.financed >= -750_000n).toBe(true);
        },
      ),
    );
  });

  it('[T1] the ticket’s figures are those of the decision', () => {
    const quote = { bid: price('1.1'), ask: price('1.10002') };
    const rate = { num: 1n, den: 1n };
    expect([expectedFill(quote, 'buy'), expectedFill(quote, 'sell')]).toEqual([quote.ask, quote.bid]);
    expect([spreadCost('EURUSD', 'buy', 100n, quote, rate), spreadCost('EURUSD', 'sell', 100n, quote, rate)]).toEqual([
      200n,
      200n,
    ]);
    const value = notional(instrument('EURUSD'), 100n, { num: 11n, den: 10n });
    expect(overnightCost(standardFinancing(instrument('EURUSD')).buy, value)).toBe(904n);
  });
});
