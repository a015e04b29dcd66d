import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, NOON, OTHER, partyOf, said, stateOf } from '../../../test/kit.ts';
import { run, theTrade, withoutMarkup } from '../../../test/orders.ts';
import type { Context } from '../../kernel/decision.ts';
import { type Party, PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { apply } from '../../ledger/apply.ts';
import { decide } from '../../ledger/decide.ts';
import { parsePrice } from '../../market/index.ts';
import { COPIES, type Copy } from '../positions/copies.ts';
import { type Side, type Trade, TRADES } from '../positions/model.ts';
import { CLIENT_LIMITS, TALLIES } from '../protection/model.ts';
import { NO_TALLY } from '../protection/tally.ts';
import type { ReverseTrade } from './index.ts';

const at110 = contextOf({ EURUSD: '1.10000 1.10002' });
const AMOUNT = 80_000n;

function opened(cash = 1_000_000n, side: Side = 'buy', client: Partial<Party> = {}): State {
  const state = withoutMarkup(stateOf({ client: { cash, ...client } }));
  run(state, { kind: 'open_trade', clientId: CLIENT, symbol: 'EURUSD', side, lots: 10n, amount: AMOUNT }, at110);
  return state;
}

function reverse(state: State, over: Partial<ReverseTrade> = {}, prices = '1.10500 1.10502') {
  const command = {
    kind: 'reverse_trade',
    clientId: CLIENT,
    tradeId: theTrade(state).id,
    amount: null,
    ...over,
  } as const;
  return run(state, command, { ...contextOf({ EURUSD: prices }), newId: ids() });
}

let made = 0;
const ids = () => () => `r-${++made}`;
const tradesOf = (state: State): [Trade, Trade | undefined] => {
  const [first, second] = [...state.of(TRADES).values()];
  if (first === undefined) throw new Error('no trade');
  return [first, second];
};

describe('reversing', () => {
  it.each([
    ['buy', '1.10500'],
    ['sell', '1.10502'],
  ] as const)('[J6] turns a %s round at one price, and names what it reverses', (side, at) => {
    const state = opened(1_000_000n, side);
    const before = partyOf(state);
    expect(said(reverse(state))).toBe('ok');
    const [old, now] = tradesOf(state);
    expect(old).toMatchObject({ status: 'closed', closedBy: 'client', exitPrice: parsePrice(at) });
    expect(now).toMatchObject({
      ...{ status: 'active', side: side === 'buy' ? 'sell' : 'buy', lots: 10n, entryPrice: parsePrice(at) },
      ...{ entryQuoteId: old.exitQuoteId, reverses: old.id, collateral: AMOUNT },
      ...{ stopLoss: null, takeProfit: null, trailingDistance: null },
    });
    expect(partyOf(state)).toMatchObject({ margin: AMOUNT, cash: before.cash + old.realised });
  });

  it('[J6] closes what is left of it, and ends a close that waited', () => {
    const state = opened();
    run(state, { kind: 'close_trade', clientId: CLIENT, tradeId: theTrade(state).id, lots: 3n }, at110);
    state.of(TRADES).set(theTrade(state).id, { ...theTrade(state), closingLots: 2n, closingSince: NOON });
    expect(said(reverse(state))).toBe('ok');
    expect(tradesOf(state)).toMatchObject([
      { openLots: 0n, closingLots: null },
      { lots: 7n, collateral: 56_000n },
    ]);
  });

  it('[J7] [J8] the close pays for the opening, and what it leaves decides: both or neither', () => {
    // Nothing free but what the close frees.
    const exactly = opened(AMOUNT);
    expect(said(reverse(exactly))).toBe('ok');
    expect(tradesOf(exactly)[1]?.collateral).toBe(AMOUNT);
    // A loss leaves less: as far as it is free.
    const less = opened(AMOUNT);
    expect(said(reverse(less, {}, '1.09900 1.09902'))).toBe('ok');
    expect(tradesOf(less)[1]?.collateral).toBe(AMOUNT - 1_020n);
    // Less than the required margin: the trade stays as it was, to the cent.
    const broke = opened(AMOUNT);
    const was = JSON.stringify([theTrade(broke), partyOf(broke)], text);
    expect(said(reverse(broke, {}, '1.09000 1.09002'))).toBe('order.insufficient_balance');
    expect(JSON.stringify([theTrade(broke), partyOf(broke)], text)).toBe(was);
    expect(broke.of(TRADES).size).toBe(1);
    expect(said(reverse(opened(), { amount: 1n }))).toBe('order.margin_too_small');
    expect(said(reverse(opened(), { amount: 2_000_000n }))).toBe('order.insufficient_balance');
  });

  it('[J7] limits, suspension and breaks hold for the opening, with the loss of the close counted', () => {
    const limited = (prices: string) => {
      const state = opened();
      state.of(TALLIES).set(CLIENT, NO_TALLY);
      state.of(CLIENT_LIMITS).set(`${CLIENT} daily_loss`, {
        ...{ clientId: CLIENT, kind: 'daily_loss', amount: 1_000n, setAt: NOON },
        ...{ nextAmount: null, nextAt: null },
      } as never);
      return said(reverse(state, {}, prices));
    };
    expect(limited('1.10500 1.10502')).toBe('ok');
    expect(limited('1.09900 1.09902')).toBe('limits.daily_loss');
    const suspended = opened();
    suspended.of(PARTIES).set(CLIENT, { ...partyOf(suspended), status: 'suspended' });
    expect(said(reverse(suspended))).toBe('account.suspended');
    expect(theTrade(suspended).status).toBe('active');
  });

  it('[J7] waits for no price, and makes room for itself among 200', () => {
    const state = opened();
    const stale: Context = { ...at110, quote: () => ({ ok: false, code: 'market.stale', detail: '' }) };
    const command = { kind: 'reverse_trade', clientId: CLIENT, tradeId: theTrade(state).id, amount: null } as const;
    expect(said(run(state, command, stale))).toBe('market.stale');
    expect(theTrade(state).closingLots).toBeNull();
    // A price that is good enough to close at and too old to open at.
    const old: Context = {
      ...at110,
      quote: (symbol, markup, purpose) =>
        purpose === 'opening' ? { ok: false, code: 'market.stale', detail: '' } : at110.quote(symbol, markup),
    };
    expect(said(run(state, command, old))).toBe('market.stale');
    expect(theTrade(state)).toMatchObject({ status: 'active', openLots: 10n });
    const full = opened();
    for (let i = 1; i < 200; i += 1)
      full.of(TRADES).set(`x-${i}`, { ...theTrade(full), id: `x-${i}`, symbol: 'GBPUSD' });
    const [first] = tradesOf(full);
    expect(said(reverse(full, { tradeId: first.id }))).toBe('ok');
  });

  it('[J8] fills no further from the price that was seen than its client says', () => {
    const maxDeviation = { expected: parsePrice('1.10600'), unit: 'points', value: 50n } as const;
    expect(said(reverse(opened(), { maxDeviation }))).toBe('order.price_moved');
    expect(said(reverse(opened(), { maxDeviation: { ...maxDeviation, value: 100n } }))).toBe('ok');
  });

  it('[J9] is for the owner, and not for what mirrors a trader', () => {
    expect(
      said(decide(opened(), { kind: 'reverse_trade', clientId: OTHER, tradeId: 'none', amount: null }, at110)),
    ).toBe('trade.not_found');
    const state = opened();
    state.of(TRADES).set(theTrade(state).id, { ...theTrade(state), copyId: 'c', leadTradeId: 'l' });
    state.of(COPIES).set('c', { id: 'c', clientId: CLIENT, status: 'active' } as Copy);
    expect(said(reverse(state))).toBe('trade.mirrored');
  });

  it('[J7] decides on a copy: the state that it was given stays as it is', () => {
    const state = opened();
    const was = JSON.stringify([...state.of(TRADES)], text);
    const command = { kind: 'reverse_trade', clientId: CLIENT, tradeId: theTrade(state).id, amount: null } as const;
    const decision = decide(state, command, { ...contextOf({ EURUSD: '1.105' }), newId: ids() });
    expect(JSON.stringify([...state.of(TRADES)], text)).toBe(was);
    expect([decision.entry?.event, decision.also?.event]).toEqual(['trade_closed', 'trade_opened']);
    apply(state, decision, NOON);
    expect(tradesOf(state)[1]?.status).toBe('active');
  });
});

function text(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
