import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, NOON, OTHER, partyOf, said, STAFF, stateOf, written } from '../../../test/kit.ts';
import type { State } from '../../kernel/state.ts';
import { apply } from '../../ledger/apply.ts';
import { decideCloseAccount } from '../clients/close-account.ts';
import { SHARES_DUE } from '../copying/model.ts';
import { movedTrade } from '../positions/follow-trade.ts';
import { TRADES } from '../positions/model.ts';
import { BREAKS } from '../protection/model.ts';
import { decideOpenTrade } from '../trading/open-trade.ts';
import { ENTRIES, entryKey, MANUAL_TRADES } from './model.ts';
import { decideRecordTrade, type RecordTrade } from './record-trade.ts';
import { decideSettleTrade, type SettleTrade } from './settle-trade.ts';

/** One open trade of a buy of 0.10 EURUSD with $800 of collateral, and its id. */
function withTrade(): { state: State; id: string } {
  const state = stateOf({ client: { cash: 500_000n } });
  const decision = decideOpenTrade(
    state,
    { kind: 'open_trade', clientId: CLIENT, symbol: 'EURUSD', side: 'buy', lots: 10n, amount: 80_000n },
    contextOf({ EURUSD: '1.10000' }, { spreadless: true }),
  );
  apply(state, decision, NOON);
  const [id = ''] = state.of(TRADES).keys();
  return { state, id };
}

const settle = (id: string, over: Partial<SettleTrade> = {}): SettleTrade => ({
  kind: 'settle_trade',
  staffId: STAFF,
  clientId: CLIENT,
  tradeId: id,
  result: null,
  reason: null,
  ...over,
});
const at = (price: string) => contextOf({ EURUSD: price }, { spreadless: true });

describe('a trade closed by staff', () => {
  it('[G1] brings what the quote brings, and is closed by staff', () => {
    const { state, id } = withTrade();
    const decision = decideSettleTrade(state, settle(id), at('1.11000'));
    expect(decision.outcome).toMatchObject({ ok: true, result: { realized_pl: '100.00', added: '0.00' } });
    expect(decision.also).toBeUndefined();
    expect(movedTrade(decision).after).toMatchObject({ status: 'closed', closedBy: 'admin' });
    apply(state, decision, NOON);
    expect(partyOf(state)).toMatchObject({ cash: 510_000n, margin: 0n, realised: 10_000n });
  });

  it('[G2] [G3] one cent more needs a reason and is an adjustment; one cent less is refused', () => {
    const { state, id } = withTrade();
    const result = (cents: bigint, reason: string | null = 'because') =>
      decideSettleTrade(state, settle(id, { result: cents, reason }), at('1.11000'));
    expect(said(result(9_999n))).toBe('settle.worse_than_quote');
    expect(result(9_999n)).toEqual({
      outcome: {
        ok: false,
        refusal: { code: 'settle.worse_than_quote', field: 'amount', values: { quoted: '$100.00' } },
      },
    });
    expect(said(result(10_001n, null))).toBe('settle.reason_required');
    expect(said(result(10_000n, null))).toBe('ok');
    const more = result(10_001n);
    expect(more.also).toMatchObject({ event: 'adjustment', clientId: CLIENT });
    expect(written(MANUAL_TRADES, more)).toMatchObject({ amount: 1n, tradeId: id });
    apply(state, more, NOON);
    expect(partyOf(state)).toMatchObject({ cash: 510_001n, realised: 10_000n });
  });

  it('[G3] beyond the collateral the loss is not the client’s: a loss of all of it is the quote’s result, a smaller one is better', () => {
    const { state, id } = withTrade();
    const result = (cents: bigint) =>
      decideSettleTrade(state, settle(id, { result: cents, reason: 'r' }), at('0.90000'));
    expect(said(result(-80_001n))).toBe('settle.worse_than_quote');
    expect(result(-80_000n).also).toBeUndefined();
    expect(result(-79_999n).also?.postings).toEqual([
      { account: 'adjustments', amount: 1n },
      { account: 'cash', amount: -1n },
    ]);
  });

  it('[G3] nobody settles their own, a stranger’s or a closed trade, nor one without a quote', () => {
    const { state, id } = withTrade();
    expect(said(decideSettleTrade(state, settle(id, { staffId: CLIENT }), at('1.1')))).toBe('decision.own_account');
    expect(said(decideSettleTrade(state, settle(id, { clientId: OTHER }), at('1.1')))).toBe('user.not_found');
    expect(said(decideSettleTrade(state, settle('none'), at('1.1')))).toBe('trade.not_found');
    expect(said(decideSettleTrade(state, settle(id), contextOf()))).toBe('market.closed');
    apply(state, decideSettleTrade(state, settle(id), at('1.1')), NOON);
    expect(said(decideSettleTrade(state, settle(id), at('1.1')))).toBe('trade.already_closed');
  });
});

describe('a trade written down by staff', () => {
  const record = (over: Partial<RecordTrade> = {}): RecordTrade => ({
    kind: 'record_trade',
    staffId: STAFF,
    clientId: CLIENT,
    outcome: 'profit',
    symbol: 'EURUSD',
    side: 'sell',
    amount: 1_000n,
    reason: 'r',
    corrects: null,
    ...over,
  });

  it('[G4] is an adjustment of one lot that changes no result', () => {
    const state = stateOf();
    const decision = decideRecordTrade(state, record(), contextOf());
    expect(decision.entry).toMatchObject({ event: 'adjustment', corrects: null });
    expect(written(MANUAL_TRADES, decision)).toMatchObject({
      id: decision.entry?.subjectId,
      lots: 100n,
      amount: 1_000n,
      tradeId: null,
      side: 'sell',
    });
    apply(state, decision, NOON);
    expect(partyOf(state)).toMatchObject({ cash: 101_000n, realised: 0n, deposited: 0n });
  });

  it('[G5] a loss is bounded by the entry that it corrects', () => {
    const state = stateOf();
    state.of(ENTRIES).set(entryKey(CLIENT, 7n), { number: 7n, clientId: CLIENT, credited: 1_000n, corrected: 400n });
    const loss = (amount: bigint, corrects: bigint | null = 7n) =>
      said(decideRecordTrade(state, record({ outcome: 'loss', amount, corrects }), contextOf()));
    expect([loss(601n), loss(600n), loss(1n, null), loss(1n, 8n)]).toEqual([
      'adjustment.debit_too_large',
      'ok',
      'adjustment.entry_unknown',
      'adjustment.entry_unknown',
    ]);
    expect(said(decideRecordTrade(state, record({ symbol: 'GOLD' }), contextOf()))).toBe('order.unknown_symbol');
  });
});

describe('the end of an account', () => {
  const close = (state: State) =>
    decideCloseAccount(state, { kind: 'close_account', staffId: STAFF, clientId: CLIENT }, contextOf());

  it('[G10] [Y6] only an empty account ends, and the refusal names what is left', () => {
    const refusal = (client: Parameters<typeof stateOf>[0]) => {
      const { outcome } = close(stateOf(client));
      return outcome.ok ? {} : outcome.refusal.values;
    };
    expect(refusal({ client: { cash: 1n } })).toEqual({ money: '$0.01' });
    expect(refusal({ client: { cash: 0n, withdrawing: 500n, loan: 7n } })).toEqual({
      withdrawals: '$5.00',
      loan: '$0.07',
    });
    const { state } = withTrade();
    expect(close(state).outcome).toMatchObject({ refusal: { code: 'user.not_empty', values: { trades: '1' } } });
    // C20: what is on its way to them arrives first.
    const empty = stateOf({ client: { cash: 0n } });
    const share = { id: 's', copyId: 'c', month: '2026-02-01', leadId: CLIENT, amount: 5n, at: NOON };
    empty.of(SHARES_DUE).set('s', share);
    expect(close(empty).outcome).toMatchObject({ refusal: { values: { shares: '$0.05' } } });
    empty.of(SHARES_DUE).clear();
    // Y6: closing would end their break. F7: nobody could show proof of what is being paid.
    const until = new Date(NOON.getTime() + 60_000);
    empty.of(BREAKS).set(CLIENT, { clientId: CLIENT, kind: 'self_exclusion', startedAt: NOON, until, returnAt: null });
    expect(close(empty).outcome).toMatchObject({
      refusal: { values: { until: until.toISOString().slice(0, 16).replace('T', ' ') } },
    });
    empty.of(BREAKS).set(CLIENT, { clientId: CLIENT, kind: 'self_exclusion', startedAt: new Date(0), until: NOON, returnAt: null }); // prettier-ignore
    expect(close(empty).outcome).toMatchObject({ refusal: { values: { excluded: 'yes' } } });
    empty.of(BREAKS).clear();
    apply(empty, close(empty), NOON);
    expect(partyOf(empty).status).toBe('closed');
    expect(said(close(empty))).toBe('user.not_found');
  });
});
