import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, NOON, OTHER, partyOf, said, STAFF, stateOf } from '../../../test/kit.ts';
import type { AnyDecision } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { apply } from '../../ledger/apply.ts';
import { decide } from '../../ledger/decide.ts';
import type { Command } from '../../ledger/modules.ts';
import { type FeedQuote, parsePrice } from '../../market/index.ts';
import { TRADES } from '../positions/model.ts';
import { ORDERS } from '../trading/model.ts';
import { limitAfter, limitNow, LOOSENING_MS, looser } from './limits.ts';
import { BREAKS, CLIENT_LIMITS, type LimitKind, TALLIES, type TimeOut } from './model.ts';
import { dayOf, fundedSoFar, monthOf, nextPeriod, NO_TALLY, resultToday, tallied, weekOf } from './tally.ts';
import { endOf, standsUntil, TIME_OUTS, type TimeOutLength } from './time-out.ts';

const HOUR = 3_600_000;
const PRICES = { EURUSD: '1.10000 1.10002', BTC: '60000 60001' } as const;
const later = (ms: number): Date => new Date(NOON.getTime() + ms);

describe('a limit of one’s own', () => {
  it('[Y1] tighter and first ones hold right away; [Y2] looser ones hold after 24 hours and never a moment earlier', () => {
    const amount = fc.option(fc.bigInt({ min: 100n, max: 1_000n }), { nil: null });
    fc.assert(
      fc.property(
        fc.array(fc.record({ amount, hours: fc.integer({ min: 0, max: 40 }) }), { maxLength: 25 }),
        (asks) => {
          let limit: ReturnType<typeof limitAfter>;
          let time = NOON.getTime();
          /** The same rule told as a list: each ask, and what it allows from when on. */
          const told: { at: number; amount: bigint | null }[] = [];
          for (const ask of asks) {
            time += ask.hours * HOUR;
            const now = new Date(time);
            const before = limitNow(limit, now);
            const next = limitAfter(limit, ask.amount, now);
            if (next) limit = next;
            const after = limitNow(limit, now);
            // Nothing that is asked for now allows more now.
            expect(looser(after, before)).toBe(false);
            if (!looser(ask.amount, before)) expect(after).toBe(ask.amount);
            else {
              expect(after).toBe(before);
              expect(limitNow(limit, new Date(time + LOOSENING_MS))).toBe(ask.amount);
              expect(limitNow(limit, new Date((limit?.nextAt?.getTime() ?? 0) - 1))).toBe(before);
            }
            told.push({ at: time, amount: ask.amount });
            // Whatever holds was asked for, and where it is looser than the one before it, a day ago.
            const held = limitNow(limit, now);
            expect(held === null || told.some((one) => one.amount === held)).toBe(true);
          }
        },
      ),
    );
  });

  it('[Y2] the present limit takes a loosening back, and the same again does not start the day again', () => {
    const first = limitAfter(undefined, 5_000n, NOON);
    expect(first).toEqual({ amount: 5_000n, nextAmount: null, nextAt: null });
    const loose = limitAfter(first, null, NOON);
    expect(loose).toEqual({ amount: 5_000n, nextAmount: null, nextAt: later(24 * HOUR) });
    expect(limitAfter(loose, null, later(HOUR))).toBeUndefined();
    expect(limitAfter(loose, 5_000n, later(HOUR))).toEqual(first);
    expect(limitAfter(loose, 9_000n, later(HOUR))).toMatchObject({ nextAmount: 9_000n, nextAt: later(25 * HOUR) });
    expect(limitNow(loose, later(24 * HOUR - 1))).toBe(5_000n);
    expect(limitNow(loose, later(24 * HOUR))).toBeNull();
  });

  it('[Y1] is between a dollar and ten million, and all that are named change or none does', () => {
    const { state, run } = session();
    expect(said(run(limits({ daily_loss: 99n })))).toBe('limits.range');
    expect(said(run(limits({ deposit_day: 5_000n, deposit_week: 1_000_000_001n })))).toBe('limits.range');
    expect(state.of(CLIENT_LIMITS).size).toBe(0);
    expect(said(run(limits({ daily_loss: 100n, deposit_month: 1_000_000_000n })))).toBe('ok');
    expect(state.of(CLIENT_LIMITS).size).toBe(2);
  });

  it('[Y10] each change is audited as the client’s own and told to them; nothing changed says nothing', () => {
    const { run } = session();
    const tight = run(limits({ daily_loss: 10_000n, deposit_day: 5_000n }));
    expect(tight.notifications?.map(({ template }) => template)).toEqual(['limit-tighten', 'limit-tighten']);
    expect(tight.records?.flatMap((change) => (change.kind === 'audit' ? [change] : []))).toMatchObject([
      { actorId: CLIENT, action: 'limit.tighten', facts: { before: 'no limit', after: '$100.00' } },
      { actorId: CLIENT, action: 'limit.tighten', facts: { before: 'no limit', after: '$50.00' } },
    ]);
    const loose = run(limits({ daily_loss: null }));
    expect(loose.notifications).toMatchObject([
      { template: 'limit-loosen', values: { now: '$100.00', next: 'no limit', at: '2026-03-12 16:00' } },
    ]);
    expect(run(limits({ daily_loss: 10_000n })).notifications?.[0]?.template).toBe('limit-keep');
    expect(run(limits({ daily_loss: 10_000n }))).toEqual({ outcome: { ok: true, result: { id: CLIENT } } });
  });

  it('[Y10] is set by a suspended client too, and by nobody else', () => {
    const { state, run } = session();
    state.of(PARTIES).set(CLIENT, { ...partyOf(state), status: 'suspended' });
    expect(said(run(limits({ daily_loss: 10_000n })))).toBe('ok');
    expect(said(run({ kind: 'set_limits', clientId: STAFF, limits: { daily_loss: 10_000n } }))).toBe('user.not_found');
    expect(said(run({ kind: 'take_time_out', clientId: STAFF, length: '24h' }))).toBe('user.not_found');
    expect(said(run({ kind: 'set_limits', clientId: OTHER, limits: {} }))).toBe('user.not_found');
  });
});

describe('a day’s loss', () => {
  it('[Y3] stops openings once what was lost and what is open in loss reach the limit, and nothing else', () => {
    const { run } = session();
    run(limits({ daily_loss: 5_000n }));
    const trade = opened(run(buy(10n, 75_000n)));
    // 0.1 lots bought at 1.10002: $49.90 down is not $50, one step more is.
    expect(said(run(buy(1n, 8_000n), { EURUSD: '1.09503 1.09503' }))).toBe('ok');
    const far = { EURUSD: '1.09502 1.09502' };
    const refused = run(buy(1n, 8_000n), far);
    expect(refused.outcome).toMatchObject({
      ok: false,
      refusal: { code: 'limits.daily_loss', values: { limit: '$50.00', until: '2026-03-12 00:00' } },
    });
    // A gain that is still open makes no room for what was lost, and closing is never held back.
    expect(said(run({ kind: 'close_trade', clientId: CLIENT, tradeId: trade, lots: 5n }, far))).toBe('ok');
    expect(said(run({ kind: 'close_trade', clientId: CLIENT, tradeId: trade, lots: null }, far))).toBe('ok');
    expect(said(run(buy(1n, 8_000n), { EURUSD: '1.12000 1.12000' }))).toBe('limits.daily_loss');
    expect(said(run(buy(1n, 8_000n), far, NOON, 12 * HOUR))).toBe('ok');
  });

  it('[Y3] exactly the limit is reached, one cent less is not', () => {
    for (const [limit, answer] of [
      [2_000n, 'limits.daily_loss'],
      [2_001n, 'ok'],
    ] as const) {
      const { state, run } = session();
      run(limits({ daily_loss: limit }));
      state.of(TALLIES).set(CLIENT, tallied(NO_TALLY, NOON, { result: -2_000n }));
      expect(said(run(buy(1n, 8_000n)))).toBe(answer);
    }
  });

  it('[Y11] [Y3] sums what closings changed in the client’s own money, a gap beyond the collateral as what it cost them', () => {
    const { state, run } = session();
    const trade = opened(run(buy(100n, 10_000n, 'BTC'), { BTC: '60 60' }));
    run({ kind: 'close_trade', clientId: CLIENT, tradeId: trade, lots: null }, { BTC: '0.01 0.01' });
    const before = 100_000n;
    const tally = state.of(TALLIES).get(CLIENT) ?? NO_TALLY;
    expect(resultToday(tally, NOON)).toBe(partyOf(state).cash - before);
    expect(resultToday(tally, later(12 * HOUR))).toBe(0n);
  });
});

describe('an order that waits', () => {
  const place: Command = {
    kind: 'place_order', clientId: CLIENT, symbol: 'EURUSD', side: 'buy', type: 'limit', timeInForce: 'gtc', price: parsePrice('1.09'), lots: 1n, amount: 8_000n,
  }; // prettier-ignore
  const quote = (price: string, at: Date): FeedQuote => ({
    id: `q ${price}`, symbol: 'EURUSD', bid: parsePrice(price), ask: parsePrice(price), source: 'test', sourceTime: at, receivedTime: at,
  }); // prettier-ignore
  const fill = (orderId: string, at: Date): Command => ({
    kind: 'fill_order', clientId: CLIENT, orderId, trigger: { quote: quote('1.08', at), conversions: [] },
  }); // prettier-ignore

  it('[Y8] is refused at its placing, and rejected with the reason where it triggers during a break or after a day’s loss', () => {
    for (const [tie, code] of [
      [{ kind: 'take_time_out', clientId: CLIENT, length: '24h' }, 'limits.time_out'],
      [{ kind: 'take_time_out', clientId: CLIENT, length: '6m' }, 'limits.self_exclusion'],
      [limits({ daily_loss: 100n }), 'limits.daily_loss'],
    ] as const) {
      const { state, run } = session();
      const order = idOf(run(place));
      if (code === 'limits.daily_loss') opened(run(buy(10n, 75_000n)));
      expect(said(run(tie))).toBe('ok');
      const low = { EURUSD: '1.08000 1.08000' };
      if (code !== 'limits.daily_loss') {
        expect(said(run(place))).toBe(code);
        const amend = (over: object) => said(run({ kind: 'amend_order', clientId: CLIENT, orderId: order, ...over }));
        // Nor does one that waits become another one; with less at stake it may go on.
        expect([{ lots: 2n }, { amount: 9_000n }, { price: parsePrice('1.095') }].map(amend)).toEqual([
          code,
          code,
          code,
        ]);
        expect([{ stopLoss: parsePrice('1.05') }, { amount: 7_500n }].map(amend)).toEqual(['ok', 'ok']);
      }
      const at = later(HOUR);
      const triggered = run(fill(order, at), low, at);
      expect(triggered.outcome).toMatchObject({ ok: true, result: { status: 'rejected', reason: code } });
      expect(triggered.notifications?.[0]).toMatchObject({ template: 'order-rejected' });
      expect(triggered.notifications?.[0]?.values['why']).not.toBe('it couldn’t be opened');
      expect(triggered.entry).toBeUndefined();
      expect(state.of(ORDERS).get(order)).toMatchObject({ status: 'rejected', reason: code });
      expect(said(run(place, low, at))).toBe(code);
    }
  });

  it('[Y3] [Y11] a night’s financing is part of the day’s loss', () => {
    const { state, run } = session();
    opened(run(buy(10n, 75_000n)));
    const before = partyOf(state);
    const trade = [...state.of(TRADES).values()][0];
    const at = new Date('2026-03-11T21:00:01.000Z');
    const marks = { quote: quote('1.10', new Date('2026-03-11T20:59:59.000Z')), conversions: [] };
    const tradeId = trade?.id ?? '';
    const charged = run({ kind: 'charge_financing', clientId: CLIENT, tradeId, day: '2026-03-11', marks }, PRICES, at);
    expect(said(charged)).toBe('ok');
    const taken = before.cash + before.margin - partyOf(state).cash - partyOf(state).margin;
    expect(taken).toBeGreaterThan(0n);
    expect(resultToday(state.of(TALLIES).get(CLIENT) ?? NO_TALLY, at)).toBe(-taken);
  });
});

describe('limits on what comes in', () => {
  it('[Y4] count what was credited in the period and what is under way; a refusal says what is left', () => {
    const { state, run } = session();
    run(limits({ deposit_day: 10_000n, deposit_week: 25_000n }));
    expect(said(run({ kind: 'top_up', clientId: CLIENT, amount: 4_000n }))).toBe('ok');
    const deposit = run(pay(6_000n));
    expect(said(deposit)).toBe('ok');
    expect(run(pay(1n)).outcome).toMatchObject({
      ok: false,
      refusal: { code: 'limits.deposits', field: 'amount', values: { period: 'day', left: '$0.00' } },
    });
    expect(said(run({ kind: 'top_up', clientId: CLIENT, amount: 1n }))).toBe('limits.deposits');
    // It ran out unpaid: its room is free again.
    expect(said(run(pay(6_000n), PRICES, NOON, HOUR))).toBe('ok');
    // Paid all the same, and after the rate ran out: whoever has paid is never turned away, and what arrived is credited.
    const id = idOf(deposit);
    const when = later(HOUR);
    expect(said(run({ kind: 'attach_proof', clientId: CLIENT, depositId: id, fileId: 'f' }, PRICES, when))).toBe('ok');
    const approve: Command = {
      kind: 'decide_deposit', staffId: STAFF, clientId: CLIENT, depositId: id, decision: 'approve', reason: null, txid: null, outputIndex: null, receivedUnits: null, rateNow: null,
    }; // prettier-ignore
    expect(said(run(approve, PRICES, when))).toBe('ok');
    expect(fundedSoFar(state.of(TALLIES).get(CLIENT) ?? NO_TALLY, when)).toEqual({
      day: 10_000n,
      week: 10_000n,
      month: 10_000n,
    });
    // The next day: the day's limit begins afresh, the week's does not.
    expect(said(run(pay(9_000n), PRICES, NOON, 24 * HOUR))).toBe('ok');
    expect(said(run(pay(9_000n), PRICES, NOON, 26 * HOUR))).toBe('ok');
    expect(said(run({ kind: 'top_up', clientId: CLIENT, amount: 9_000n }, PRICES, NOON, 50 * HOUR))).toBe('ok');
    expect(run(pay(9_000n), PRICES, NOON, 80 * HOUR).outcome).toMatchObject({
      refusal: { values: { period: 'week', left: '$60.00', until: '2026-03-16 00:00' } },
    });
  });

  it('[Y4] [Y11] the running sums equal a recount of all entries, over days, weeks and months', () => {
    const entry = fc.record({ hours: fc.integer({ min: 0, max: 200 }), funded: fc.bigInt({ min: 1n, max: 99n }) });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
        let tally = NO_TALLY;
        let time = Date.parse('2026-02-20T00:00:00Z');
        const all: { day: string; amount: bigint }[] = [];
        for (const { hours, funded } of entries) {
          time += hours * HOUR;
          const now = new Date(time);
          tally = tallied(tally, now, { funded, result: -funded });
          all.push({ day: dayOf(now), amount: funded });
          const sum = (same: (day: string) => boolean): bigint =>
            all.filter(({ day }) => same(day)).reduce((total, { amount }) => total + amount, 0n);
          const today = dayOf(now);
          expect(fundedSoFar(tally, now)).toEqual({
            day: sum((day) => day === today),
            week: sum((day) => weekOf(day) === weekOf(today)),
            month: sum((day) => monthOf(day) === monthOf(today)),
          });
          expect(resultToday(tally, now)).toBe(-sum((day) => day === today));
        }
      }),
    );
  });

  it('[Y4] [Y3] to a clock that is behind, what the day that has begun had is not gone', () => {
    // The first of June 2026 is a Monday: day, week and month begin together.
    const [begun, behind] = [new Date('2026-06-01T00:00:00.100Z'), new Date('2026-05-31T23:59:59.900Z')];
    const tally = tallied(NO_TALLY, begun, { funded: 9_000n, result: -700n });
    expect(fundedSoFar(tally, behind)).toEqual({ day: 9_000n, week: 9_000n, month: 9_000n });
    expect(resultToday(tally, behind)).toBe(-700n);
    expect(tallied(tally, behind, { funded: 1n, result: -1n })).toEqual(
      tallied(tally, begun, { funded: 1n, result: -1n }),
    );
  });

  it('[Y4] the next period begins at midnight, on Monday and on the first, UTC', () => {
    const at = (text: string) =>
      (['day', 'week', 'month'] as const).map((p) => nextPeriod(p, new Date(text)).toISOString());
    expect(at('2026-12-31T23:59:59.999Z')).toEqual([
      '2027-01-01T00:00:00.000Z',
      '2027-01-04T00:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
    ]);
    expect(at('2026-03-01T00:00:00Z')[1]).toBe('2026-03-02T00:00:00.000Z');
    expect(at('2026-03-02T00:00:00Z')[1]).toBe('2026-03-09T00:00:00.000Z');
  });
});

describe('a break from trading', () => {
  it('[Y5] refuses what opens and what pays in until its end, to the millisecond', () => {
    for (const length of Object.keys(TIME_OUTS) as TimeOutLength[]) {
      const { run } = session();
      expect(said(run({ kind: 'take_time_out', clientId: CLIENT, length }))).toBe('ok');
      const code = TIME_OUTS[length].kind === 'time_out' ? 'limits.time_out' : 'limits.self_exclusion';
      const last = endOf(length, NOON).getTime() - NOON.getTime() - 1;
      for (const ms of [0, last]) {
        expect(said(run(buy(1n, 8_000n), PRICES, NOON, ms))).toBe(code);
        expect(said(run(pay(1_000n), PRICES, NOON, ms))).toBe(code);
        expect(said(run({ kind: 'top_up', clientId: CLIENT, amount: 1n }, PRICES, NOON, ms))).toBe(code);
        expect(said(run({ kind: 'buy_signal_plan', clientId: CLIENT, planId: 'basic' }, PRICES, NOON, ms))).toBe(code);
        expect(said(run({ kind: 'buy_package', clientId: CLIENT, packageId: 'raw' }, PRICES, NOON, ms))).toBe(code);
        expect(said(run({ kind: 'apply_loan', clientId: CLIENT, level: 1, monthlyIncome: 1n, goals: 'g' }, PRICES, NOON, ms))).toBe(code); // prettier-ignore
      }
      const free = TIME_OUTS[length].kind === 'time_out' ? 'ok' : 'limits.excluded';
      expect(said(run(buy(1n, 8_000n), PRICES, NOON, last + 1))).toBe(free);
    }
  });

  it('[Y9] never holds back closing, withdrawing or a proof of payment', () => {
    const { run } = session();
    const trade = opened(run(buy(2n, 16_000n)));
    const deposit = idOf(run(pay(5_000n)));
    run(limits({ daily_loss: 100n, deposit_day: 100n }));
    run({ kind: 'take_time_out', clientId: CLIENT, length: '5y' });
    expect(said(run({ kind: 'close_trade', clientId: CLIENT, tradeId: trade, lots: 1n }))).toBe('ok');
    expect(said(run({ kind: 'close_trade', clientId: CLIENT, tradeId: trade, lots: null }))).toBe('ok');
    expect(said(run({ kind: 'attach_proof', clientId: CLIENT, depositId: deposit, fileId: 'f' }))).toBe('ok');
    const withdraw: Command = {
      kind: 'request_withdrawal', clientId: CLIENT, withdrawalId: 'w', amount: 5_000n, method: 'bank', coin: null, destination: {}, expectedFee: 0n, code: '1', codeHash: 'h',
    }; // prettier-ignore
    expect(said(run(withdraw))).toBe('ok');
  });

  it('[Y6] only grows, whatever is tried; [Y7] a self-exclusion waits for its client, and a day more', () => {
    const lengths = Object.keys(TIME_OUTS) as TimeOutLength[];
    const step = fc.record({
      hours: fc.integer({ min: 0, max: 3_000 }),
      what: fc.oneof(fc.constantFrom(...lengths), fc.constant('return' as const)),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { state, run } = session();
        let time = NOON.getTime();
        for (const { hours, what } of steps) {
          time += hours * HOUR;
          const now = new Date(time);
          const before = state.of(BREAKS).get(CLIENT) ?? null;
          const stood = standsUntil(before, now);
          const command: Command =
            what === 'return'
              ? { kind: 'return_from_exclusion', clientId: CLIENT }
              : { kind: 'take_time_out', clientId: CLIENT, length: what };
          const answer = said(run(command, PRICES, now));
          const after = state.of(BREAKS).get(CLIENT) ?? null;
          if (answer !== 'ok') expect(after).toEqual(before);
          // Whenever the client was on a break before, they are on one after, and until no earlier moment.
          for (const ahead of [0, 1, 23, 25, 24 * 8, 24 * 31, 24 * 190, 24 * 400]) {
            const then = new Date(time + ahead * HOUR);
            const resting = (timeOut: TimeOut | null): boolean => standsUntil(timeOut, then) !== undefined;
            if (resting(before) && !(what === 'return' && answer === 'ok')) expect(resting(after)).toBe(true);
          }
          if (what === 'return' && answer === 'ok') {
            expect(stood).toBeNull();
            expect(standsUntil(after, new Date(time + LOOSENING_MS - 1))).toBeInstanceOf(Date);
            expect(standsUntil(after, new Date(time + LOOSENING_MS))).toBeUndefined();
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('[Y5] half a year from the last of August ends on the last of February', () => {
    expect(endOf('6m', new Date('2026-08-31T10:00:00Z')).toISOString()).toBe('2027-02-28T10:00:00.000Z');
    expect(endOf('1y', new Date('2028-02-29T10:00:00Z')).toISOString()).toBe('2029-02-28T10:00:00.000Z');
    expect(endOf('7d', NOON).toISOString()).toBe('2026-03-18T16:00:00.000Z');
  });

  it('[Y10] beginning and coming back are audited and told', () => {
    const { run } = session();
    const taken = run({ kind: 'take_time_out', clientId: CLIENT, length: '6m' });
    expect(taken.notifications).toMatchObject([{ template: 'self-exclusion', values: { until: '2026-09-11 16:00' } }]);
    expect(taken.records?.[0]).toMatchObject({ kind: 'audit', actorId: CLIENT, action: 'self_exclusion.take' });
    const end = endOf('6m', NOON);
    expect(said(run({ kind: 'return_from_exclusion', clientId: CLIENT }, PRICES, new Date(end.getTime() - 1)))).toBe(
      'limits.not_over',
    );
    const back = run({ kind: 'return_from_exclusion', clientId: CLIENT }, PRICES, end);
    expect(back.notifications).toMatchObject([
      { template: 'self-exclusion-return', values: { until: '2026-09-12 16:00' } },
    ]);
  });
});

/** One client with $1,000 and books in which commands take effect. */
function session(): {
  state: State;
  run: (command: Command, prices?: Parameters<typeof contextOf>[0], at?: Date, plusMs?: number) => AnyDecision;
} {
  const state = stateOf();
  state.of(TALLIES).set(CLIENT, NO_TALLY);
  let made = 0;
  return {
    state,
    run: (command, prices = PRICES, at = NOON, plusMs = 0) => {
      const now = new Date(at.getTime() + plusMs);
      const context = { ...contextOf(prices, { now, spreadless: true }), newId: () => `new-${++made}` };
      const decision = decide(state, command, context);
      apply(state, decision, now);
      return decision;
    },
  };
}

function limits(wanted: Partial<Record<LimitKind, bigint | null>>): Command {
  return { kind: 'set_limits', clientId: CLIENT, limits: wanted };
}

function buy(lots: bigint, amount: bigint, symbol = 'EURUSD'): Command {
  return { kind: 'open_trade', clientId: CLIENT, symbol, side: 'buy', lots, amount };
}

function pay(amount: bigint): Command {
  return {
    kind: 'create_deposit',
    clientId: CLIENT,
    amount,
    method: 'tether',
    address: 'a',
    rate: 10_000_000_000n,
    rateSource: 't',
  };
}

function opened(decision: AnyDecision): string {
  if (!decision.outcome.ok) throw new Error(`not opened: ${decision.outcome.refusal.code}`);
  return decision.outcome.result['trade_id'] ?? '';
}

function idOf(decision: AnyDecision): string {
  return decision.outcome.ok ? (decision.outcome.result['id'] ?? '') : '';
}
