import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, OTHER, partyOf, said, stateOf, written } from '../../../test/kit.ts';
import { type AnyDecision, type Context, Later } from '../../kernel/decision.ts';
import { newParty, PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { afterOf } from '../../kernel/table.ts';
import { later, trigger } from '../../../test/orders.ts';
import { apply } from '../../ledger/apply.ts';
import { decide } from '../../ledger/decide.ts';
import { type Bar, instrument } from '../../market/index.ts';
import { COPIES, type Copy } from '../positions/copies.ts';
import { type Trade, TRADES } from '../positions/model.ts';
import { decideCloseTrade, decideOpenTrade, QUOTES } from '../trading/index.ts';
import {
  botOrder,
  botProtections,
  decideMirrorClose,
  decideMirrorOpen,
  decidePayProfitShare,
  decideProfitShare,
  decideStopCopy,
  INDEX_UNIT,
  profitShareOf,
  type RecordEvent,
  recordOf,
  shareableResult,
  STRATEGIES,
  targetLots,
} from './index.ts';
import {
  COPY_SKIPS,
  KEPT_TRADES,
  LEAD_TRADES,
  type LeadTrade,
  LEFT_BY_LEAD,
  SHARES_DUE,
  SHARES_PAID,
  type SkipReason,
} from './model.ts';

const COPY: Copy = {
  id: 'copy',
  clientId: CLIENT,
  traderId: 'trader',
  leadId: OTHER,
  bot: false,
  allotment: 100_000n,
  stopLoss: null,
  copyOpen: false,
  profitShareBps: 1_000,
  status: 'active',
  cause: null,
  held: 0n,
  result: 0n,
  highWater: 0n,
  shared: 0n,
  sharedMonth: null,
  startedAt: new Date(0),
  stoppedAt: null,
};
const context = contextOf({ SOL: '100.00 100.00' });
const LEAD: LeadTrade = {
  id: 'lead',
  clientId: OTHER,
  symbol: 'SOL',
  side: 'buy',
  lots: 1_000n,
  openLots: 1_000n,
  collateral: 200_000n,
  entryPrice: 1_000_800_000_000n,
  splits: { num: 1n, den: 1n },
  openedAt: context.now,
  copyId: null,
  equityAtOpen: 1_000_000n,
};

function copyState(copy: Partial<Copy> = {}, lead: Partial<LeadTrade> = {}, cash = 100_000n): State {
  const state = stateOf({ client: { cash } });
  state.of(PARTIES).set(OTHER, newParty(OTHER, 'client'));
  state.of(COPIES).set('copy', { ...COPY, ...copy });
  state.of(LEAD_TRADES).set('lead', { ...LEAD, ...lead });
  return state;
}

const OPEN = { kind: 'mirror_open', clientId: CLIENT, copyId: 'copy', leadTradeId: 'lead', atStart: false } as const;
const openOf = (decision: AnyDecision): Trade | undefined => afterOf(TRADES, decision.rows)[0];
const skipOf = (decision: AnyDecision): SkipReason | undefined => afterOf(COPY_SKIPS, decision.rows)[0]?.reason;

const cents = fc.bigInt({ min: 1n, max: 50_000_000n });
const lots = fc.bigInt({ min: 1n, max: 100_000n });

describe('ratio', () => {
  it('[C1] target lots are the floor of the exact share, never more, and less than one step below it', () => {
    fc.assert(
      fc.property(lots, cents, cents, (openLots, allotment, equityAtOpen) => {
        const target = targetLots({ allotment }, { openLots, equityAtOpen }) ?? -1n;
        expect(target * equityAtOpen).toBeLessThanOrEqual(openLots * allotment);
        expect((target + 1n) * equityAtOpen).toBeGreaterThan(openLots * allotment);
      }),
    );
  });

  it('[C1] the ratio is fixed: closing in any parts leaves the same target as closing at once, and flat means flat', () => {
    fc.assert(
      fc.property(
        lots,
        cents,
        cents,
        fc.array(fc.nat({ max: 40 }), { maxLength: 5 }),
        (all, allotment, equity, parts) => {
          let open = all;
          let last = targetLots({ allotment }, { openLots: all, equityAtOpen: equity }) ?? 0n;
          for (const part of parts) {
            open -= (open * BigInt(part)) / 100n;
            const target = targetLots({ allotment }, { openLots: open, equityAtOpen: equity }) ?? -1n;
            expect(target).toBeLessThanOrEqual(last);
            last = target;
          }
          expect(targetLots({ allotment }, { openLots: 0n, equityAtOpen: equity })).toBe(0n);
        },
      ),
    );
  });
});

describe('what a ratio is measured by', () => {
  it('[C1] a withdrawal that waits makes no copy larger: money on its way out is in the trader’s equity at the opening', () => {
    const order = {
      kind: 'open_trade',
      clientId: CLIENT,
      symbol: 'SOL',
      side: 'buy',
      lots: 10n,
      amount: 1_000n,
    } as const;
    const equityOf = (cash: bigint, withdrawing: bigint) =>
      openOf(decideOpenTrade(stateOf({ client: { leads: true, cash, withdrawing } }), order, context))?.equityAtOpen;
    expect(equityOf(1_000_000n, 0n)).toBe(1_000_000n);
    expect(equityOf(1_000n, 999_000n)).toBe(1_000_000n);
  });
});

describe('mirroring', () => {
  it('[C2] whatever is opened, closed and moved by prices, what a copy holds never exceeds allotment and result', () => {
    const step = fc.record({
      open: fc.boolean(),
      lots: fc.bigInt({ min: 10n, max: 4_000n }),
      collateral: fc.bigInt({ min: 1_000n, max: 900_000n }),
      equity: fc.bigInt({ min: 50_000n, max: 2_000_000n }),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      price: fc.integer({ min: 20, max: 400 }),
    });
    let opened = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), fc.bigInt({ min: 2_000n, max: 300_000n }), (steps, allotment) => {
        const state = copyState({ allotment }, {}, 250_000n);
        for (const [i, { open, price, ...trade }] of steps.entries()) {
          const now = contextOf({ SOL: `${price}.00 ${price}.10` });
          // Ids of different steps must differ.
          const here: Context = { ...now, newId: () => `${i}-${now.newId()}` };
          const leadId = `lead-${open ? i : i - 1}`;
          const known = state.of(LEAD_TRADES).get(leadId);
          let decision: AnyDecision;
          if (open || known === undefined) {
            const { lots: size, collateral, equity, side } = trade;
            state.of(LEAD_TRADES).set(`lead-${i}`, {
              ...LEAD, id: `lead-${i}`, side, lots: size, openLots: size, collateral, equityAtOpen: equity, openedAt: here.now,
              entryPrice: side === 'buy' ? here.mark('SOL', 16)!.ask : here.mark('SOL', 16)!.bid,
            }); // prettier-ignore
            decision = decideMirrorOpen(state, { ...OPEN, leadTradeId: `lead-${i}` }, here);
            if (openOf(decision)) opened += 1;
          } else {
            const own = [...state.of(TRADES).values()].find(({ leadTradeId }) => leadTradeId === leadId);
            if (own === undefined) continue;
            state.of(LEAD_TRADES).set(leadId, { ...known, openLots: known.openLots / 2n });
            decision = decideMirrorClose(
              state,
              { kind: 'mirror_close', clientId: CLIENT, copyId: 'copy', tradeId: own.id, leadTradeId: leadId },
              here,
            );
          }
          apply(state, decision, here.now);
          const copy = state.of(COPIES).get('copy')!;
          const mine = [...state.of(TRADES).values()].filter(({ copyId }) => copyId === 'copy');
          expect(copy.held).toBe(mine.reduce((sum, { collateralLeft }) => sum + collateralLeft, 0n));
          expect(copy.held).toBeLessThanOrEqual(copy.allotment + copy.result);
          expect(copy.held).toBeLessThanOrEqual(partyOf(state).margin);
          for (const each of mine) {
            const lead = state.of(LEAD_TRADES).get(each.leadTradeId ?? '')!;
            expect(each.lots * lead.equityAtOpen!).toBeLessThanOrEqual(lead.lots * copy.allotment);
          }
        }
      }),
    );
    expect(opened).toBeGreaterThan(50);
  });

  it('[C3] puts up the trader’s collateral in proportion, never less than the margin, and what allotment or balance leave', () => {
    expect(openOf(decideMirrorOpen(copyState(), OPEN, context))).toMatchObject({ lots: 100n, collateral: 20_000n });
    // One SOL at about $100 and 1:1 needs $100.
    expect(openOf(decideMirrorOpen(copyState({}, { collateral: 1_000n }), OPEN, context))?.collateral).toBe(10_000n);
    expect(openOf(decideMirrorOpen(copyState({ held: 85_000n }), OPEN, context))?.collateral).toBe(15_000n);
    expect(openOf(decideMirrorOpen(copyState({}, {}, 12_345n), OPEN, context))?.collateral).toBe(12_345n);
  });

  it('[C4] a mirrored trade is nobody’s lead, and nobody mirrors themselves or another trader', () => {
    for (const lead of [{ copyId: 'another' }, { clientId: CLIENT }, { clientId: 'somebody' }])
      expect(() => decideMirrorOpen(copyState({}, lead), OPEN, context)).toThrow('own trades');
  });

  it('[C5] every skip has its reason', () => {
    const skip = (copy: Partial<Copy>, lead: Partial<LeadTrade> = {}, cash?: bigint, at: Context = context) =>
      skipOf(decideMirrorOpen(copyState(copy, lead, cash), OPEN, at));
    const ago = (ms: number) => ({ openedAt: new Date(context.now.getTime() - ms) });
    expect(skip({}, ago(5_000))).toBeUndefined();
    expect(skip({}, ago(5_001))).toBe('late');
    // The fill would be at 100.08: 0.2 % of the trader's price is allowed, a unit more is not.
    expect(skip({}, { entryPrice: 998_802_395_209n })).toBe('price_moved');
    expect(skip({}, { entryPrice: 998_802_395_210n })).toBeUndefined();
    expect(skip({}, { entryPrice: 1_002_805_611_222n })).toBeUndefined();
    expect(skip({}, { entryPrice: 1_002_805_611_223n })).toBe('price_moved');
    expect(skip({ allotment: 999n })).toBe('too_small');
    expect(skip({ allotment: 9_000n })).toBe('too_small');
    expect(skip({ held: 90_001n })).toBe('allotment_used');
    expect(skip({}, {}, 9_999n)).toBe('balance');
    expect(skip({}, { equityAtOpen: null })).toBe('no_equity');
    expect(skip({}, { openLots: 0n })).toBe('already_closed');
    expect(skip({ status: 'paused' })).toBe('paused');
    expect(skip({}, {}, undefined, contextOf({}))).toBe('market_closed');
    const suspended = copyState();
    suspended.of(PARTIES).set(CLIENT, { ...partyOf(suspended), status: 'suspended' });
    expect(skipOf(decideMirrorOpen(suspended, OPEN, context))).toBe('suspended');
    expect(decideMirrorOpen(copyState({ status: 'stopping' }), OPEN, context).rows).toBeUndefined();
    const again = copyState();
    apply(again, decideMirrorOpen(again, OPEN, context), context.now);
    expect(decideMirrorOpen(again, OPEN, context).outcome).toEqual({ ok: true, result: { skipped: 'mirrored' } });
  });

  it('[C6] closes follow down to the target for whoever the copier is by then, and everything when the copy ends', () => {
    for (const change of [{}, { status: 'paused' }, { status: 'stopping' }] as const) {
      const state = copyState();
      apply(state, decideMirrorOpen(state, OPEN, context), context.now);
      const [own] = state.of(TRADES).values();
      state.of(PARTIES).set(CLIENT, { ...partyOf(state), status: 'suspended' });
      state.of(COPIES).set('copy', { ...state.of(COPIES).get('copy')!, ...change });
      state.of(LEAD_TRADES).set('lead', { ...LEAD, openLots: 333n });
      const command = {
        kind: 'mirror_close',
        clientId: CLIENT,
        copyId: 'copy',
        tradeId: own!.id,
        leadTradeId: 'lead',
      } as const;
      const closed = decideMirrorClose(state, command, context);
      apply(state, closed, context.now);
      // A trader whose copy is stopped may hold theirs still.
      const stopping = 'status' in change && change.status === 'stopping';
      expect(closed.notifications?.map(({ template }) => template)).toEqual([
        stopping ? 'trade-closed-by-copy-end' : 'trade-closed-by-trader',
      ]);
      const left = 'status' in change && change.status === 'stopping' ? 0n : 33n;
      expect(state.of(TRADES).get(own!.id)?.openLots).toBe(left);
      // Sent again it does nothing.
      expect(decideMirrorClose(state, command, context).rows).toBeUndefined();
    }
  });

  it('[W19] a close that follows leaves the trade alone where a quote that nobody has decided about yet closes it out first', () => {
    const state = copyState({}, { collateral: 60_000n });
    apply(state, decideMirrorOpen(state, OPEN, context), context.now);
    const [own] = state.of(TRADES).values();
    state.of(COPIES).set('copy', { ...state.of(COPIES).get('copy')!, status: 'stopping' });
    const of = { clientId: CLIENT, copyId: 'copy', tradeId: own!.id, leadTradeId: 'lead' };
    const closing = (price: string) =>
      decide(
        state,
        { kind: 'mirror_close', ...of },
        { ...context, now: later(context, 2).now, unwatched: () => [trigger('SOL', price)] },
      );
    expect(closing('1.00 1.00')).toMatchObject({ outcome: { ok: true, result: { closed: '0' } } });
    expect(closing('1.00 1.00').rows).toBeUndefined();
    expect(closing('99.90 99.90').rows).toBeDefined();
  });

  it('[Q16] compares no lots while a split is being applied, and closes all of a copy that ends', () => {
    const state = copyState();
    const splitting = { ...context, isSplitting: (symbol: string) => symbol === LEAD.symbol };
    expect(skipOf(decideMirrorOpen(state, { ...OPEN, atStart: true }, splitting))).toBe('no_price');
    // A copier who can't be valued holds nobody up.
    const waiting = {
      ...context,
      mark: () => {
        throw new Later('a split is being applied');
      },
    };
    const leads = copyState();
    leads.of(PARTIES).set(CLIENT, { ...partyOf(leads), leads: true });
    apply(leads, decideMirrorOpen(leads, OPEN, context), context.now);
    leads.of(LEAD_TRADES).set('other', { ...LEAD, id: 'other' });
    expect(skipOf(decideMirrorOpen(leads, { ...OPEN, leadTradeId: 'other' }, waiting))).toBe('no_price');
    apply(state, decideMirrorOpen(state, OPEN, context), context.now);
    const [own] = state.of(TRADES).values();
    const about = { clientId: CLIENT, copyId: 'copy', tradeId: own!.id, leadTradeId: 'lead' } as const;
    state.of(TRADES).set(own!.id, { ...own!, openLots: own!.openLots * 4n, splits: { num: 4n, den: 1n } });
    const close = { kind: 'mirror_close', ...about } as const;
    expect(decideMirrorClose(state, close, splitting)).toEqual({ outcome: { ok: true, result: { closed: '0' } } });
    // A copy that ends closes everything, however many shares that is.
    state.of(COPIES).set('copy', { ...state.of(COPIES).get('copy')!, status: 'stopping' });
    expect(decideMirrorClose(state, close, splitting).rows).toBeDefined();
  });

  it('[C10] a copy with nothing open ends at once; one with open trades waits for them unless they are kept', () => {
    const stop = { kind: 'stop_copy', clientId: CLIENT, copyId: 'copy', cause: 'client', keep: false } as const;
    const state = copyState();
    expect(decideStopCopy(state, stop, context).outcome).toMatchObject({ result: { status: 'stopped' } });
    apply(state, decideMirrorOpen(state, OPEN, context), context.now);
    expect(decideStopCopy(state, stop, context).outcome).toMatchObject({ result: { status: 'stopping' } });
    expect(decideStopCopy(state, { ...stop, keep: true }, context).outcome).toMatchObject({
      result: { status: 'stopped' },
    });
    // Whoever stopped it, and whatever its trades are worth: what is closing is not kept any more.
    const stopping = (cause: Copy['cause']) => {
      state.of(COPIES).set('copy', { ...state.of(COPIES).get('copy')!, status: 'stopping', cause });
      return decideStopCopy(state, { ...stop, keep: true }, context);
    };
    for (const cause of ['client', 'stop_loss', 'trader_deleted'] as const)
      expect(stopping(cause).outcome).toMatchObject({ ok: false, refusal: { code: 'copy.not_running' } });
    state.of(TRADES).clear();
    expect(stopping('client').outcome).toMatchObject({ result: { status: 'stopped' } });
  });
});

describe('what is kept', () => {
  const KEEP = { kind: 'stop_copy', clientId: CLIENT, copyId: 'copy', cause: 'client', keep: true } as const;
  const BEFORE = { SOL: '100.00', EURUSD: '1.10000 1.10010', USDJPY: '150.000 150.010', EURJPY: '165.000 165.020' };
  const AFTER = { SOL: '112.34', EURUSD: '1.10400 1.10410', USDJPY: '150.777 150.787', EURJPY: '166.011 166.031' };
  /** A copy with one open trade in each of these, opened at BEFORE. */
  const holding = (...leads: readonly Pick<LeadTrade, 'symbol' | 'side'>[]): State => {
    const state = copyState({ allotment: 3_000_000n }, {}, 5_000_000n);
    leads.forEach(({ symbol, side }, i) => {
      const made = contextOf(BEFORE);
      const at: Context = { ...made, newId: () => `own-${i}` };
      const lots = symbol === 'SOL' ? 1_234n : 17n;
      const entryPrice = side === 'buy' ? at.mark(symbol, 16)!.ask : at.mark(symbol, 16)!.bid;
      const lead = {
        ...LEAD,
        id: `lead-${i}`,
        symbol,
        side,
        lots,
        openLots: lots,
        collateral: 150_000n,
        entryPrice,
        equityAtOpen: 3_000_000n,
      };
      state.of(LEAD_TRADES).set(lead.id, lead);
      apply(state, decideMirrorOpen(state, { ...OPEN, leadTradeId: lead.id }, at), at.now);
    });
    expect(state.of(TRADES).size).toBe(leads.length);
    return state;
  };
  const sides = ['buy', 'sell'] as const;

  it('[C18] each trade is valued at its last price and written down with the quotes that say so, as a close at them would be', () => {
    const all = (['SOL', 'EURUSD', 'USDJPY', 'EURJPY'] as const).flatMap((symbol) => sides.map((side) => ({ symbol, side }))); // prettier-ignore
    const state = holding(...all);
    const now = contextOf(AFTER);
    const { rows } = decideStopCopy(state, KEEP, now);
    const kept = afterOf(KEPT_TRADES, rows);
    const dealt = (symbol: 'SOL' | 'EURUSD' | 'USDJPY' | 'EURJPY', markup: number) => `${symbol} ${AFTER[symbol]}.m${markup}`; // prettier-ignore
    expect(kept).toHaveLength(all.length);
    for (const [i, { symbol }] of all.entries()) {
      const close = { kind: 'close_trade', clientId: CLIENT, tradeId: `own-${i}`, lots: null } as const;
      const closed = written(TRADES, decideCloseTrade(state, close, now));
      expect(kept[i], symbol).toEqual({
        tradeId: `own-${i}`,
        copyId: 'copy',
        quoteId: dealt(symbol, 16),
        conversionQuoteId: symbol === 'EURJPY' ? dealt('USDJPY', 0) : null,
        value: closed.realised,
        at: now.now,
      });
      expect(closed.exitQuoteId).toBe(kept[i]?.quoteId);
    }
    // Every one of those quotes goes on the tape.
    const tape = new Set(afterOf(QUOTES, rows).map(({ id }) => id));
    expect(tape).toEqual(new Set(kept.flatMap(({ quoteId, conversionQuoteId }) => [quoteId, conversionQuoteId ?? quoteId]))); // prettier-ignore
  });

  it('[C18] the new high is what was brought and all that is kept, gains and losses alike, and the share is of nothing else', () => {
    fc.assert(
      fc.property(fc.bigInt(-60_000n, 60_000n), fc.bigInt(0n, 60_000n), fc.constantFrom(...sides), fc.constantFrom(...sides), (result, highWater, one, two) => {
        const state = holding({ symbol: 'SOL', side: one }, { symbol: 'EURUSD', side: two });
        const copy: Copy = { ...state.of(COPIES).get('copy')!, result, highWater };
        state.of(COPIES).set('copy', copy);
        const decision = decideStopCopy(state, KEEP, contextOf(AFTER));
        const brought = afterOf(KEPT_TRADES, decision.rows).reduce((sum, { value }) => sum + value, result);
        const high = brought > highWater ? brought : highWater;
        const share = ((high - highWater) * 1_000n) / 10_000n;
        expect(written(COPIES, decision)).toMatchObject({ highWater: high, shared: share, status: 'stopped' });
        expect(decision.entry?.postings ?? []).toEqual(share === 0n ? [] : [{ account: 'cash', amount: share }, { account: 'clearing', amount: -share }]);
      }),
    ); // prettier-ignore
  });

  it('[C18] what free cash cannot share whole is not kept, wherever the rest of it is; closing is never refused', () => {
    const state = holding({ symbol: 'SOL', side: 'buy' });
    state.of(COPIES).set('copy', { ...state.of(COPIES).get('copy')!, result: 600_000n });
    const party = partyOf(state);
    state.of(PARTIES).set(CLIENT, { ...party, cash: 100n, withdrawing: party.cash });
    const refused = decideStopCopy(state, KEEP, contextOf(AFTER));
    expect(said(refused)).toBe('copy.share_not_covered');
    expect(refused.outcome).toMatchObject({ refusal: { values: { free: '$1.00' } } });
    expect(refused.rows).toBeUndefined();
    expect(said(decideStopCopy(state, { ...KEEP, keep: false }, contextOf(AFTER)))).toBe('ok');
    // Nothing is shared below the high, so anybody may keep what they have.
    state.of(COPIES).set('copy', { ...state.of(COPIES).get('copy')!, result: -600_000n });
    expect(said(decideStopCopy(state, KEEP, contextOf(AFTER)))).toBe('ok');
  });

  it('[Q17] a dividend that may be booked or not ends no copy, keeps nothing of one, and settles no month', () => {
    const state = holding({ symbol: 'SOL', side: 'buy' });
    state.of(COPIES).set('copy', { ...state.of(COPIES).get('copy')!, stopLoss: 1n });
    const standing = contextOf(AFTER);
    const fallen = contextOf({ ...AFTER, SOL: '50.00' });
    const stop = { ...KEEP, cause: 'stop_loss', keep: false } as const;
    const paying: Context = {
      ...fallen,
      beforeDividend: (symbol, markup) => (symbol === 'SOL' ? standing.mark(symbol, markup) : undefined),
    };
    expect(decideStopCopy(state, stop, paying)).toEqual({
      outcome: { ok: true, result: { id: 'copy', status: 'active' } },
    });
    expect(decideStopCopy(state, stop, fallen).rows).toBeDefined();
    // What has fallen far enough with the dividend as well ends.
    expect(decideStopCopy(state, stop, { ...paying, beforeDividend: fallen.mark }).rows).toBeDefined();
    const month = { kind: 'profit_share', clientId: CLIENT, copyId: 'copy', month: '2026-02' } as const;
    expect(() => decideProfitShare(state, month, paying)).toThrow(Later);
    expect(() => decideStopCopy(state, KEEP, paying)).toThrow(Later);
    const closed = { ...paying, quote: contextOf({}).quote };
    expect(said(decideStopCopy(state, KEEP, closed))).toBe('market.closed');
    expect(said(decideStopCopy(state, { ...KEEP, keep: false }, closed))).toBe('ok');
  });

  it('[C18] nothing is kept at a price that nobody knows, of a trade or of what converts it, and nothing is without anything to keep', () => {
    const state = holding({ symbol: 'SOL', side: 'buy' }, { symbol: 'EURJPY', side: 'buy' });
    for (const gone of ['SOL', 'EURJPY', 'USDJPY'] as const) {
      const { [gone]: _, ...prices } = AFTER;
      const refused = decideStopCopy(state, KEEP, contextOf(prices));
      expect(said(refused), gone).toBe('market.closed');
      expect(refused.rows, gone).toBeUndefined();
      // It can be stopped all the same.
      expect(said(decideStopCopy(state, { ...KEEP, keep: false }, contextOf(prices)))).toBe('ok');
    }
    expect(afterOf(KEPT_TRADES, decideStopCopy(copyState(), KEEP, contextOf({})).rows)).toEqual([]);
  });
});

describe('profit share', () => {
  it('[C11] is the floor of percent × new high, nothing below the last one, and open losses count while open gains do not', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-1_000_000n, 1_000_000n),
        fc.bigInt(-1_000_000n, 1_000_000n),
        fc.bigInt(0n, 500_000n),
        fc.integer({ min: 0, max: 5_000 }),
        (result, open, highWater, profitShareBps) => {
          const shareable = shareableResult(result, open);
          expect(shareable).toBeLessThanOrEqual(result);
          expect(shareable).toBeLessThanOrEqual(result + (open < 0n ? open : 0n));
          const share = profitShareOf({ highWater, profitShareBps }, shareable);
          if (shareable <= highWater) expect(share).toBe(0n);
          else expect(share).toBe(((shareable - highWater) * BigInt(profitShareBps)) / 10_000n);
        },
      ),
    );
  });

  it('[C11] takes free cash only, raises the high by what was paid for, and leaves a bot’s part in fees', () => {
    const command = {
      kind: 'profit_share',
      clientId: CLIENT,
      copyId: 'copy',
      month: '2026-02',
    } as const;
    const poor = copyState({ result: 50_000n }, {}, 1_234n);
    const taken = decideProfitShare(poor, command, context);
    expect(taken.entry?.postings).toEqual([
      { account: 'cash', amount: 1_234n },
      { account: 'clearing', amount: -1_234n },
    ]);
    apply(poor, taken, context.now);
    expect(partyOf(poor).cash).toBe(0n);
    expect(poor.of(COPIES).get('copy')).toMatchObject({ highWater: 12_340n, shared: 1_234n });
    // Borrowed money is not the copier's to give away.
    const borrower = copyState({ result: 50_000n }, {}, 1_234n);
    borrower.of(PARTIES).set(CLIENT, { ...partyOf(borrower), loan: 1_000n });
    expect(decideProfitShare(borrower, command, context).entry?.postings).toContainEqual({
      account: 'cash',
      amount: 234n,
    });
    borrower.of(PARTIES).set(CLIENT, { ...partyOf(borrower), loan: 1_234n });
    expect(decideProfitShare(borrower, command, context).entry).toBeUndefined();
    const bot = decideProfitShare(copyState({ result: 50_000n, bot: true }), command, context);
    expect(bot.entry?.postings).toContainEqual({ account: 'fees', amount: -5_000n });
    // Whoever gets it is who the copier is told of.
    expect([taken, bot].map(({ notifications }) => notifications?.map(({ template }) => template))).toEqual([
      ['profit-share-taken'],
      ['profit-share-taken-by-bot'],
    ]);
  });

  it('[C11] whoever has their cash elsewhere at a month’s end is asked again while the copy stands above its high, and pays the same in all but for a rounding', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 9n),
        fc.integer({ min: 1, max: 10_000 }),
        fc.bigInt(0n, 10n ** 8n),
        (result, profitShareBps, cash) => {
          const state = copyState({ result, profitShareBps }, {}, cash);
          const whole = profitShareOf({ highWater: 0n, profitShareBps }, result);
          const month = (n: number) => {
            const command = { kind: 'profit_share', clientId: CLIENT, copyId: 'copy', month: `2026-0${n}` } as const;
            apply(state, decideProfitShare(state, command, context), context.now);
            return state.of(COPIES).get('copy')!;
          };
          const first = month(2);
          expect(first.shared).toBe(whole < cash ? whole : cash);
          expect(first.highWater).toBeLessThanOrEqual(result);
          // What the database asks of it: the high is what the share pays for, to the cent.
          expect((first.highWater * BigInt(profitShareBps)) / 10_000n).toBe(first.shared);
          state.of(PARTIES).set(CLIENT, { ...partyOf(state), cash: whole });
          // Each part is rounded down for the copier: a cent at most stays theirs.
          const second = month(3);
          expect(second.highWater).toBe(result);
          expect([whole - 1n, whole]).toContain(second.shared);
          expect(month(4).shared).toBe(second.shared);
        },
      ),
    );
  });

  it('[C11] waits while what would pay it is on its way out, and asks for nothing once the copy is below its high', () => {
    const month = { kind: 'profit_share', clientId: CLIENT, copyId: 'copy', month: '2026-02' } as const;
    const parked = copyState({ result: 50_000n }, {}, 0n);
    parked.of(PARTIES).set(CLIENT, { ...partyOf(parked), withdrawing: 100_000n });
    expect(() => decideProfitShare(parked, month, context)).toThrow(Later);
    // One that has enough left pays as ever.
    const rest = copyState({ result: 50_000n }, {}, 5_000n);
    rest.of(PARTIES).set(CLIENT, { ...partyOf(rest), withdrawing: 95_000n });
    expect(decideProfitShare(rest, month, context).entry).toBeDefined();
    const poor = copyState({ result: 50_000n }, {}, 0n);
    apply(poor, decideProfitShare(poor, month, context), context.now);
    poor.of(COPIES).set('copy', { ...poor.of(COPIES).get('copy')!, result: -1n });
    poor.of(PARTIES).set(CLIENT, { ...partyOf(poor), cash: 100_000n });
    expect(decideProfitShare(poor, { ...month, month: '2026-03' }, context).entry).toBeUndefined();
  });

  it('[C11] waits while a price of what is open is missing: an open loss is never taken for nothing', () => {
    const state = copyState();
    apply(state, decideMirrorOpen(state, OPEN, context), context.now);
    state.of(COPIES).set('copy', { ...state.of(COPIES).get('copy')!, result: 50_000n });
    const month = { kind: 'profit_share', clientId: CLIENT, copyId: 'copy', month: '2026-02' } as const;
    expect(() => decideProfitShare(state, month, contextOf({}))).toThrow(Later);
    expect(decideProfitShare(state, month, context).entry).toBeDefined();
  });

  it('[C19] the trader’s part is an entry of its own: what is due, out of clearing, with what they are told', () => {
    const state = copyState();
    const share = { id: 'share', copyId: 'copy', month: '2026-02-01', leadId: OTHER, amount: 1_234n, at: new Date(0) };
    state.of(SHARES_DUE).set('share', share);
    const command = { kind: 'pay_profit_share', clientId: OTHER, shareId: 'share' } as const;
    const paid = decidePayProfitShare(state, command, context);
    expect(paid.entry).toMatchObject({ event: 'profit_share', clientId: OTHER, subjectId: 'share' });
    expect(paid.entry?.postings).toEqual([
      { account: 'clearing', amount: 1_234n },
      { account: 'cash', amount: -1_234n },
    ]);
    expect(afterOf(SHARES_PAID, paid.rows)).toEqual([{ ...share, at: context.now }]);
    const [told] = paid.notifications ?? [];
    expect(told).toMatchObject({ userId: OTHER, subjectId: 'copy', values: { amount: '$12.34', month: '2026-02' } });
    apply(state, paid, context.now);
    expect(partyOf(state, OTHER).cash).toBe(1_234n);
    expect(() => decidePayProfitShare(state, { ...command, clientId: CLIENT }, context)).toThrow('not due');
    expect(() => decidePayProfitShare(state, { ...command, shareId: 'another' }, context)).toThrow('not due');
  });

  it('[C20] a suspended trader is paid; of one whose account is closed nothing is taken any more', () => {
    const state = copyState({ result: 50_000n });
    const lead = partyOf(state, OTHER);
    state
      .of(SHARES_DUE)
      .set('share', { id: 'share', copyId: 'copy', month: '2026-02-01', leadId: OTHER, amount: 1n, at: new Date(0) });
    const pay = () =>
      decidePayProfitShare(state, { kind: 'pay_profit_share', clientId: OTHER, shareId: 'share' }, context);
    state.of(PARTIES).set(OTHER, { ...lead, status: 'suspended' });
    expect(pay()).toMatchObject({ outcome: { ok: true }, notifications: [{ userId: OTHER }] });
    // One that was on its way as they left: the books owe it, and nobody is written to.
    state.of(PARTIES).set(OTHER, { ...lead, status: 'closed' });
    expect(pay().entry).toBeDefined();
    expect(pay().notifications).toBeUndefined();
    state.of(LEFT_BY_LEAD).set('copy', true);
    const month = { kind: 'profit_share', clientId: CLIENT, copyId: 'copy', month: '2026-02' } as const;
    const settled = decideProfitShare(state, month, context);
    expect(settled.entry).toBeUndefined();
    expect(settled.notifications).toBeUndefined();
    expect(afterOf(COPIES, settled.rows)).toMatchObject([
      { highWater: 50_000n, shared: 0n, sharedMonth: '2026-02-01' },
    ]);
  });
});

describe('record', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, n));
  const of = (events: RecordEvent[], closed: bigint[], unrealised = 0n, open = 0) =>
    recordOf({ events, closed, unrealised, open, firstAt: day(1), now: day(31) });

  it('[C14] counts the month that began on the 31st when a shorter one ends', () => {
    const months = (now: string) =>
      recordOf({ events: [], closed: [], unrealised: 0n, open: 0, firstAt: day(31), now: new Date(now) }).months;
    expect([months('2026-02-27'), months('2026-02-28'), months('2026-03-30'), months('2026-04-30')]).toEqual([
      ...[0, 1, 1, 3],
    ]);
  });

  it('[C14] money paid in or out is no performance, results multiply, and open losses are in it', () => {
    const record = of(
      [
        { at: day(1), own: false, change: 100_000n },
        { at: day(2), own: true, change: 10_000n },
        { at: day(3), own: false, change: 890_000n },
        { at: day(4), own: true, change: -100_000n },
        { at: day(5), own: false, change: -450_000n },
      ],
      [10_000n, -100_000n],
      -45_000n,
      1,
    );
    // 1.1 × 0.9 × 0.9
    expect(record.returnBps).toBe(-1_090n);
    expect(record.drawdownBps).toBe(1_900n);
    expect(record).toMatchObject({
      trades: 2,
      wins: 1,
      losses: 1,
      open: 1,
      winRateBps: 5_000n,
      profitFactorHundredths: 10n,
    });
    expect(record.curve.at(0)?.index).toBe(INDEX_UNIT);
    expect(record.curve.at(-1)?.index).toBe((INDEX_UNIT * 891n) / 1_000n);
  });

  it('[C14] equals a separate recount in floating point, for any account', () => {
    const event = fc.record({ own: fc.boolean(), change: fc.bigInt(-20_000n, 30_000n) });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), fc.bigInt(-50_000n, 50_000n), (moves, unrealised) => {
        const events = [
          { at: day(1), own: false, change: 2_000_000n },
          ...moves.map((move, i) => ({ at: day(2 + (i % 20)), ...move })),
        ];
        const closed = moves.filter(({ own }) => own).map(({ change }) => change);
        const record = of(events, closed, unrealised, 1);
        let [balance, index, peak, fall] = [0, 1, 1, 0];
        for (const { own, change } of [...events, { own: true, change: unrealised }]) {
          if (own) {
            index *= 1 + Number(change) / balance;
            peak = Math.max(peak, index);
            fall = Math.max(fall, 1 - index / peak);
          }
          balance += Number(change);
        }
        expect(Number(record.returnBps) / 100).toBeCloseTo((index - 1) * 100, 1);
        expect(Number(record.drawdownBps) / 100).toBeCloseTo(fall * 100, 1);
        expect(record.wins).toBe(closed.filter((change) => change > 0n).length);
      }),
    );
  });
});

describe('bots', () => {
  const bars = (closes: number[]): Bar[] =>
    closes.map((close, i) => ({
      timeMs: i,
      open: BigInt(close),
      high: BigInt(close),
      low: BigInt(close),
      close: BigInt(close),
    }));
  const strategy = (id: string) => STRATEGIES.find((each) => each.id === id)!;
  const flat = (n: number, value = 100) => Array.from({ length: n }, () => value);

  it('[C16] the rules do what their pages say', () => {
    const [trend, breakout, reversal] = [strategy('trend'), strategy('breakout'), strategy('reversal')];
    expect(trend.wants(bars([...flat(20), ...flat(10, 110)]), null)).toBe('buy');
    expect(trend.wants(bars([...flat(20), ...flat(10, 90)]), 'buy')).toBe(null);
    expect(breakout.wants(bars([...flat(48), 101]), null)).toBe('buy');
    expect(breakout.wants(bars(flat(49)), null)).toBe(null);
    expect(breakout.wants(bars([...flat(48), 99]), 'buy')).toBe(null);
    expect(breakout.wants(bars(flat(49)), 'buy')).toBe('buy');
    const calm = Array.from({ length: 23 }, (_, i) => 1_000 + (i % 2));
    expect(reversal.wants(bars([...calm, 990]), null)).toBe('buy');
    expect(reversal.wants(bars([...calm, 1_010]), null)).toBe('sell');
    expect(reversal.wants(bars([...calm, 1_001]), null)).toBe(null);
    expect(reversal.wants(bars([...calm, 990]), 'buy')).toBe('buy');
    expect(reversal.wants(bars([...calm, 1_001]), 'buy')).toBe(null);
  });

  it('[C16] every trade has a stop and a target on the two sides of its price, whole steps away', () => {
    const of = instrument('EURUSD');
    const step = 10n ** 5n;
    const range = (size: bigint): Bar[] =>
      Array.from({ length: 24 }, (_, i) => ({
        timeMs: i,
        open: 0n,
        close: 0n,
        low: 11_000n * step,
        high: 11_000n * step + size,
      }));
    const price = 110_000n * step + 7n;
    for (const strategy of STRATEGIES) {
      const { stopBars, targetBars } = strategy;
      expect(botProtections(of, strategy, range(30n * step), 'buy', price)).toEqual({
        stopLoss: 110_000n * step - 30n * stopBars * step,
        takeProfit: 110_001n * step + 30n * targetBars * step,
      });
      expect(botProtections(of, strategy, range(30n * step), 'sell', price)).toEqual({
        stopLoss: 110_001n * step + 30n * stopBars * step,
        takeProfit: 110_000n * step - 30n * targetBars * step,
      });
      // Nothing moves, or everything does.
      expect(botProtections(of, strategy, range(0n), 'buy', price)).toBeUndefined();
      expect(botProtections(of, strategy, range(100_000n * step), 'buy', price)).toBeUndefined();
    }
  });

  it('[C16] puts a sixth of its equity behind a trade, at most four fifths of it as margin', () => {
    const order = botOrder(instrument('SOL'), 600_000n, { num: 100n, den: 1n }, 100);
    // $1,000 of collateral; $800 of margin buys 8 SOL at $100 and 1:1.
    expect(order).toEqual({ amount: 100_000n, lots: 800n });
    expect(botOrder(instrument('BTC'), 100n, { num: 60_000n, den: 1n }, 100)).toBeUndefined();
  });
});
