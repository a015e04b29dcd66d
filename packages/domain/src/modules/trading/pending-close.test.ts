import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, NOON, OTHER, partyOf, said, stateOf } from '../../../test/kit.ts';
import { feedQuote, later, run, theTrade, trigger, withoutMarkup } from '../../../test/orders.ts';
import type { AnyDecision, Context } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { movedTrade } from '../positions/follow-trade.ts';
import { TRADES } from '../positions/model.ts';
import { decide } from '../../ledger/decide.ts';
import { parsePrice } from '../../market/index.ts';
import { type TriggerClose, pendingClose } from './index.ts';

const RICH = { client: { cash: 100_000_000n } };
const PRICES = { EURUSD: '1.10000 1.10002', EURJPY: '165.000 165.006', USDJPY: '150.000 150.002' };
const good = contextOf(PRICES);
const without = (code: 'market.stale' | 'market.unavailable' | 'market.closed', symbol = 'EURUSD'): Context => ({
  ...good,
  quote: (asked, markup) => (asked === symbol ? { ok: false, code, detail: 'none' } : good.quote(asked, markup)),
});
const stale = without('market.stale');

/** An open trade of 0.10 lots, dealt without a mark-up. */
function opened(over: object = {}): State {
  const state = withoutMarkup(stateOf(RICH));
  const open = { kind: 'open_trade', clientId: CLIENT, symbol: 'EURUSD', side: 'buy', lots: 10n, amount: 80_000n } as const; // prettier-ignore
  expect(said(run(state, { ...open, ...over }, good))).toBe('ok');
  return state;
}
function close(state: State, lots: bigint | null, context: Context, clientId = CLIENT): AnyDecision {
  return run(state, { kind: 'close_trade', clientId, tradeId: theTrade(state).id, lots }, context);
}
function cancel(state: State, clientId = CLIENT): AnyDecision {
  return run(state, { kind: 'cancel_close', clientId, tradeId: theTrade(state).id }, good);
}
/** The first good quote, a second later. */
function comes(state: State, prices = '1.10500 1.10502', seconds = 1, now = seconds): AnyDecision {
  const { id, symbol, clientId } = theTrade(state);
  const conversions = symbol === 'EURJPY' ? [feedQuote('USDJPY', PRICES.USDJPY, seconds)] : [];
  return run(
    state,
    { kind: 'fill_pending_close', clientId, tradeId: id, trigger: trigger(symbol, prices, seconds, conversions) },
    later(good, now),
  );
}

describe('a close without a good price', () => {
  it('[T36] is taken and waits: the trade says how much and since when, and no money moves', () => {
    for (const context of [stale, without('market.unavailable')]) {
      const state = opened();
      const before = partyOf(state);
      const decision = close(state, 4n, context);
      expect(decision).toMatchObject({
        outcome: { ok: true, result: { status: 'waiting', lots: '4', since: NOON.toISOString() } },
        rows: [{ table: TRADES }],
      });
      expect([decision.entry, decision.notifications]).toEqual([undefined, undefined]);
      expect(theTrade(state)).toMatchObject({ openLots: 10n, closingLots: 4n, closingSince: NOON });
      expect(partyOf(state)).toEqual(before);
    }
    const whole = opened();
    close(whole, null, stale);
    expect(pendingClose(theTrade(whole))).toEqual({ lots: 10n, since: NOON });
  });

  it('[T36] waits for the price that converts it, too', () => {
    const state = opened({ symbol: 'EURJPY' });
    const noYen: Context = {
      ...good,
      conversion: () => ({ ok: false, code: 'market.stale', detail: 'none' }),
    };
    expect(close(state, null, noYen).outcome).toMatchObject({ ok: true, result: { status: 'waiting' } });
    expect(said(comes(state, '166.000 166.006'))).toBe('ok');
    expect(theTrade(state).status).toBe('closed');
  });

  it('[T36] is refused in a closed market, as ever; one that waits already goes on waiting', () => {
    const state = opened();
    expect(said(close(state, null, without('market.closed')))).toBe('market.closed');
    expect(pendingClose(theTrade(state))).toBeNull();
    close(state, null, stale);
    expect(said(close(state, 1n, without('market.closed')))).toBe('market.closed');
    expect(pendingClose(theTrade(state))).toEqual({ lots: 10n, since: NOON });
  });

  it('[T36] closes at the first good quote received since, as a close of the client at that quote would', () => {
    for (const side of ['buy', 'sell'] as const)
      for (const lots of [null, 4n]) {
        const [waited, direct] = [opened({ side }), opened({ side })];
        close(waited, lots, stale);
        const done = comes(waited);
        const there = close(direct, lots, later(contextOf({ EURUSD: '1.10500 1.10502' }), 1));
        expect(done.entry?.postings).toEqual(there.entry?.postings);
        expect(done.notifications).toMatchObject([{ template: 'trade-closed', quiet: true }]);
        expect(movedTrade(done).after).toMatchObject({ closedBy: 'client' });
        // Two fills, of two quotes at one price.
        const { id: _, exitQuoteId: own, exitFillId: ___, ...after } = theTrade(waited);
        const { id: __, exitQuoteId: other, exitFillId: ____, ...expected } = theTrade(direct);
        expect(own).not.toBe(other);
        expect(after).toEqual(expected);
        expect(partyOf(waited)).toEqual(partyOf(direct));
      }
  });

  it('[T36] takes no quote from before it was asked for, none from the future and none of a minute ago', () => {
    const state = opened();
    run(state, { kind: 'close_trade', clientId: CLIENT, tradeId: theTrade(state).id, lots: null }, later(stale, 10));
    expect(said(comes(state, '1.105', 9, 10))).toBe('trigger.not_reached');
    expect(said(comes(state, '1.105', 12, 11))).toBe('trigger.not_reached');
    expect(said(comes(state, '1.105', 10, 71))).toBe('trigger.too_old');
    expect(said(comes(state, '1.105', 10, 70))).toBe('ok');
    expect(said(comes(state, '1.105', 10, 70))).toBe('trade.already_closed');
  });

  it('[T37] one waits at most: the last word counts, and a close at a good price is the last word', () => {
    const state = opened();
    expect(said(close(state, 11n, stale))).toBe('trade.too_many_lots');
    close(state, 4n, stale);
    run(state, { kind: 'close_trade', clientId: CLIENT, tradeId: theTrade(state).id, lots: 7n }, later(stale, 5));
    expect(pendingClose(theTrade(state))).toEqual({ lots: 7n, since: later(stale, 5).now });
    expect(said(close(state, 1n, good))).toBe('ok');
    expect(theTrade(state)).toMatchObject({ openLots: 9n, closingLots: null });
    expect(said(comes(state, '1.105', 6))).toBe('close.not_waiting');
  });

  it('[T37] its client takes it back, nobody else does, and it happens no more', () => {
    const state = opened();
    expect(said(cancel(state))).toBe('close.not_waiting');
    close(state, null, stale);
    expect(said(cancel(state, OTHER))).toBe('trade.not_found');
    expect(said(cancel(state))).toBe('ok');
    expect(said(cancel(state))).toBe('close.not_waiting');
    expect(said(comes(state))).toBe('close.not_waiting');
    expect(theTrade(state)).toMatchObject({ status: 'active', openLots: 10n, closingLots: null });
  });

  it('[T37] a suspended client asks for it and takes it back like anybody', () => {
    const state = opened();
    state.of(PARTIES).set(CLIENT, { ...partyOf(state), status: 'suspended' });
    expect(said(close(state, null, stale))).toBe('ok');
    expect(said(cancel(state))).toBe('ok');
    expect(said(close(state, null, stale))).toBe('ok');
    expect(said(comes(state))).toBe('ok');
    expect(theTrade(state).status).toBe('closed');
  });

  it('[T38] of one quote it comes after a close-out and before a stop; what a part leaves open meets the stop at that quote', () => {
    const reach = (state: State, why: TriggerClose['why']): AnyDecision =>
      run(
        state,
        { kind: 'trigger_close', clientId: CLIENT, tradeId: theTrade(state).id, why, trigger: trigger('EURUSD', '1.09000 1.09002') }, // prettier-ignore
        later(good, 1),
      );
    const [parts, whole] = [opened({ stopLoss: parsePrice('1.095') }), opened({ stopLoss: parsePrice('1.095') })];
    close(parts, 4n, stale);
    expect(comes(parts, '1.09000 1.09002').outcome).toMatchObject({ result: { open_lots: '6' } });
    const rest = reach(parts, 'stop');
    expect(movedTrade(rest).after.closedBy).toBe('stop');
    expect(movedTrade(rest).before?.openLots).toBe(6n);
    reach(whole, 'stop');
    // In whichever order, the same cents.
    expect(partyOf(parts)).toEqual(partyOf(whole));
    const stopped = opened({ stopLoss: parsePrice('1.095') });
    close(stopped, null, stale);
    reach(stopped, 'stop');
    expect(theTrade(stopped)).toMatchObject({ status: 'closed', closingLots: null });
    expect(said(comes(stopped))).toBe('trade.already_closed');
  });

  it('[T37] never takes more than is open, whatever closes, waits and is taken back in between', () => {
    const step = fc.record({
      what: fc.constantFrom('ask', 'close', 'cancel', 'comes', 'peak'),
      lots: fc.option(fc.bigInt({ min: 1n, max: 6n })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const state = opened({ trailingDistance: parsePrice('0.01') });
        for (const { what, lots } of steps) {
          const { id: tradeId } = theTrade(state);
          if (what === 'ask') close(state, lots, stale);
          else if (what === 'close') close(state, lots, good);
          else if (what === 'cancel') cancel(state);
          else if (what === 'comes') comes(state);
          else
            run(
              state,
              { kind: 'record_trailing_peak', clientId: CLIENT, tradeId, peak: feedQuote('EURUSD', '1.101', 0) },
              good,
            );
          const { openLots, status } = theTrade(state);
          const closing = pendingClose(theTrade(state));
          expect(closing === null || (closing.lots >= 1n && closing.lots <= openLots)).toBe(true);
          if (status === 'closed') expect([openLots, closing]).toEqual([0n, null]);
        }
      }),
    );
  });

  it('[T37] staff, too, close a trade whose close waits, and do not wait themselves', () => {
    const state = opened();
    close(state, 4n, stale);
    const settle = { kind: 'settle_trade', staffId: '00000000-0000-4000-8000-00000000000a', clientId: CLIENT, tradeId: theTrade(state).id, result: null, reason: null } as const; // prettier-ignore
    expect(said(decide(state, settle, stale))).toBe('market.stale');
    expect(said(run(state, settle, good))).toBe('ok');
    expect(theTrade(state)).toMatchObject({ status: 'closed', closingLots: null });
  });
});
