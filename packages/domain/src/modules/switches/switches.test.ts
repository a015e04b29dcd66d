import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, locksOf, OTHER, said, STAFF, stateOf } from '../../../test/kit.ts';
import { later, place, run, theOrder, theTrade, trigger, withoutMarkup } from '../../../test/orders.ts';
import type { State } from '../../kernel/state.ts';
import { decide } from '../../ledger/decide.ts';
import type { Command } from '../../ledger/modules.ts';
import { parsePrice as price } from '../../market/index.ts';
import { COPIES, type Copy } from '../positions/copies.ts';
import { LEAD_TRADES, type LeadTrade, type Trader, TRADERS } from '../copying/model.ts';
import { STOPS, SWITCH_NAMES, type SwitchName } from './model.ts';

const PRICES = { EURUSD: '1.10000 1.10002', BTC: '50000', AAPL: '200' };
const at110 = contextOf(PRICES);
const stopped = (state: State, ...names: SwitchName[]): State =>
  state.copy().set(
    STOPS,
    names.map((name) => [name, true] as const),
  );
const set = (name: SwitchName, stop: boolean) =>
  ({ kind: 'set_switch', staffId: STAFF, name, stopped: stop, banner: stop ? 'Back soon' : '', reason: 'r' }) as const;
const open = (symbol: string) =>
  ({ kind: 'open_trade', clientId: CLIENT, symbol, side: 'buy', lots: 1n, amount: 90_000n }) as const;
const code = (state: State, command: Command): string => said(decide(state, command, at110));

describe('switches', () => {
  it('[KS1] a stop counts until its start, and both say who and why', () => {
    const state = stateOf();
    const stop = run(state, set('deposits', true), at110);
    expect([...state.of(STOPS).keys()]).toEqual(['deposits']);
    expect(stop.records).toEqual([
      {
        kind: 'audit', actorId: STAFF, action: 'switch.stop', subjectType: 'switch', subjectId: 'deposits', clientId: null,
        facts: { switch: 'deposits', reason: 'r', banner: 'Back soon' },
      },
    ]); // prettier-ignore
    expect(stop.invalidates?.map(({ staff }) => staff)).toEqual([true, false]);
    // Stopped again, the banner is another one.
    expect(said(run(state, set('deposits', true), at110))).toBe('ok');
    expect(said(run(state, set('deposits', false), at110))).toBe('ok');
    expect([...state.of(STOPS).keys()]).toEqual([]);
    expect(code(state, set('deposits', false))).toBe('switch.already');
    expect(() => decide(state, { ...set('trading', true), staffId: CLIENT }, at110)).toThrow('not staff');
  });

  it('[KS2] trading stops every new trade and order, an asset class those of its own', () => {
    const state = stateOf();
    for (const symbol of ['EURUSD', 'BTC', 'AAPL']) {
      expect(code(stopped(state, 'trading'), open(symbol))).toBe('trading.stopped');
      expect(code(stopped(state, 'trading'), place({ symbol }))).toBe('trading.stopped');
    }
    const classes = { forex: 'EURUSD', crypto: 'BTC', stocks: 'AAPL' } as const;
    for (const [name, own] of Object.entries(classes))
      for (const symbol of Object.values(classes)) {
        const only = stopped(state, name as SwitchName);
        const expected = symbol === own ? 'trading.class_stopped' : code(state, open(symbol));
        expect(code(only, open(symbol)), `${symbol} while ${name} is stopped`).toBe(expected);
        expect(code(only, place({ symbol })) === 'trading.class_stopped').toBe(symbol === own);
      }
  });

  it('[KS2] what a switch can refuse reads the switches with its decision', () => {
    const trade = { clientId: CLIENT, tradeId: 't' };
    const reading: Command[] = [
      set('trading', true),
      open('BTC'),
      place(),
      { kind: 'fill_order', clientId: CLIENT, orderId: 'o', trigger: trigger('EURUSD', '1.09') },
      { kind: 'reverse_trade', ...trade, amount: null },
      { kind: 'mirror_open', clientId: CLIENT, copyId: 'c', leadTradeId: 't', atStart: false },
      { kind: 'start_copy', clientId: CLIENT, traderId: 't', amount: 1n, copyOpen: false, stopLoss: null },
      { kind: 'set_copy_status', clientId: CLIENT, copyId: 'c', to: 'active' },
      { kind: 'top_up', clientId: CLIENT, amount: 1n },
      {
        kind: 'create_deposit', clientId: CLIENT, amount: 1n, method: 'bitcoin', address: 'a', rate: price('1'), rateSource: 's',
      },
    ]; // prettier-ignore
    for (const command of reading) expect(locksOf(command)['stops'], command.kind).toEqual(['site']);
  });

  it('[KS2] no deposit begins, paper money neither, and no copy, while theirs is stopped', () => {
    const state = stateOf();
    expect(code(stopped(state, 'deposits'), { kind: 'top_up', clientId: CLIENT, amount: 100n })).toBe(
      'deposits.stopped',
    );
    expect(code(stopped(state, 'copying'), { kind: 'top_up', clientId: CLIENT, amount: 100n })).toBe('ok');
  });

  it('[KS3] an order whose price is reached while trading is stopped is rejected, and its client told why', () => {
    const state = withoutMarkup(stateOf({ client: { cash: 10_000_000n } }));
    expect(said(run(state, place(), at110))).toBe('ok');
    const order = theOrder(state);
    const fill = {
      kind: 'fill_order',
      clientId: CLIENT,
      orderId: order.id,
      trigger: trigger('EURUSD', '1.08'),
    } as const;
    const decision = decide(stopped(state, 'trading'), fill, later(at110, 1));
    expect(decision.outcome).toMatchObject({ ok: true, result: { status: 'rejected', reason: 'trading.stopped' } });
    expect(decision.entry).toBeUndefined();
    expect(JSON.stringify(decision.notifications)).toContain('paused when its price came');
  });

  it('[KS3] whatever is stopped: closing, cancelling, amending and withdrawing are decided as if nothing were', () => {
    const state = withoutMarkup(stateOf({ client: { cash: 10_000_000n } }));
    run(state, place(), at110);
    const order = theOrder(state);
    run(state, { ...open('EURUSD'), lots: 10n }, at110);
    const trade = theTrade(state);
    const ids = { clientId: CLIENT, tradeId: trade.id };
    const free: Command[] = [
      { kind: 'close_trade', ...ids, lots: null },
      { kind: 'amend_trade', ...ids, stopLoss: price('1.05'), takeProfit: null, trailingDistance: null },
      { kind: 'cancel_order', clientId: CLIENT, orderId: order.id },
      { kind: 'cancel_orders', clientId: CLIENT },
      {
        kind: 'request_withdrawal', clientId: CLIENT, withdrawalId: 'w', amount: 10_000n, method: 'bank', coin: null,
        destination: { accountNumber: '12345678', bankName: 'First Bank', accountName: 'Some One' }, expectedFee: null, code: '1', codeHash: 'h',
      },
    ] as const; // prettier-ignore
    const decided = (of: State, command: Command) =>
      decide(of, command, contextOf(PRICES, { now: later(at110, 1).now }));
    for (const command of free) expect(said(decided(state, command)), command.kind).toBe('ok');
    fc.assert(
      fc.property(fc.subarray([...SWITCH_NAMES]), fc.constantFrom(...free), (names, command) => {
        expect(decided(stopped(state, ...names), command)).toEqual(decided(state, command));
      }),
    );
  });
});

describe('copying', () => {
  const copy: Copy = {
    id: 'copy', clientId: CLIENT, traderId: 'trader', leadId: OTHER, bot: false, allotment: 100_000n, stopLoss: null, copyOpen: false,
    profitShareBps: 1_000, status: 'active', cause: null, held: 0n, result: 0n, highWater: 0n, shared: 0n, sharedMonth: null,
    startedAt: new Date(0), stoppedAt: null,
  }; // prettier-ignore
  const lead: LeadTrade = {
    id: 'lead', clientId: OTHER, symbol: 'EURUSD', side: 'buy', lots: 10n, openLots: 10n, collateral: 50_000n, entryPrice: price('1.1'),
    splits: { num: 1n, den: 1n }, openedAt: at110.now, copyId: null, equityAtOpen: 100_000n,
  }; // prettier-ignore
  const copying = (over: Partial<Copy> = {}) =>
    stateOf()
      .set(COPIES, [['copy', { ...copy, ...over }]])
      .set(LEAD_TRADES, [['lead', lead]]);
  const mirror = {
    kind: 'mirror_open',
    clientId: CLIENT,
    copyId: 'copy',
    leadTradeId: 'lead',
    atStart: false,
  } as const;
  const status = (to: 'active' | 'paused') =>
    ({ kind: 'set_copy_status', clientId: CLIENT, copyId: 'copy', to }) as const;

  it('[KS2] stopped, mirrors no opening, and says so; nor does it while trading is stopped', () => {
    for (const name of ['copying', 'trading', 'forex'] as const)
      expect(decide(stopped(copying(), name), mirror, at110).outcome).toEqual({
        ok: true,
        result: { skipped: 'stopped_for_all' },
      });
    expect(decide(copying(), mirror, at110).outcome).toMatchObject({
      ok: true,
      result: { trade_id: expect.any(String) as string },
    });
  });

  it('[KS2] [KS3] stopped, resumes nothing, and pauses what runs', () => {
    expect(code(stopped(copying({ status: 'paused' }), 'copying'), status('active'))).toBe('copying.stopped');
    expect(code(copying({ status: 'paused' }), status('active'))).toBe('ok');
    expect(code(stopped(copying(), 'copying'), status('paused'))).toBe('ok');
  });

  it('[KS2] stopped, starts nothing', () => {
    const trader: Trader = {
      id: 'trader', clientId: OTHER, bot: null, minimumBalance: 0n, profitShareBps: 1_000, hasRecord: true, name: 'Ada', status: 'listed', listed: true,
      createdAt: new Date(0), deletedAt: null,
    }; // prettier-ignore
    const state = copying().set(TRADERS, [['trader', trader]]);
    const start = {
      kind: 'start_copy',
      clientId: CLIENT,
      traderId: 'trader',
      amount: 100n,
      copyOpen: false,
      stopLoss: null,
    } as const;
    expect(code(stopped(state, 'copying'), start)).toBe('copying.stopped');
    expect(code(state, start)).toBe('ok');
  });
});
