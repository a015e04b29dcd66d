import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, OTHER, partyOf, type Prices, said, stateOf } from '../../../test/kit.ts';
import type { AnyDecision, Context } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { afterOf } from '../../kernel/table.ts';
import { movedTrade } from '../positions/follow-trade.ts';
import { apply } from '../../ledger/apply.ts';
import { instrument, PRICE_SCALE } from '../../market/index.ts';
import { type Trade, TRADES } from '../positions/model.ts';
import { QUOTES } from './model.ts';
import { decideCloseTrade, decideOpenTrade, MAX_NOTIONAL_CENTS, notional, requiredMargin } from './index.ts';

const RICH = { client: { cash: 100_000_000n } };

describe('opening', () => {
  it('[T1] a buy fills at the ask, a sell at the bid, and a sell is stored as a sell', () => {
    const context = contextOf({ EURUSD: '1.10000 1.10002' });
    const opened = (side: 'buy' | 'sell') => tradeOf(decideOpenTrade(stateOf(RICH), order({ side }), context));
    // Half of 1.6 pips on each side of the feed.
    expect(opened('buy')).toMatchObject({ side: 'buy', entryPrice: 11_001_000_000n });
    expect(opened('sell')).toMatchObject({ side: 'sell', entryPrice: 10_999_200_000n });
  });

  it('[T2] one lot of USDJPY at 30:1 needs $3,333.34, and notional is at the mid of the base currency', () => {
    expect(requiredMargin({ num: 10_000_000n, den: 1n }, 3000)).toBe(333_334n);
    const context = contextOf({
      USDJPY: '150.000 150.002',
      EURUSD: '1.10000 1.10002',
      EURJPY: '165.000 165.006',
      USDCHF: '0.80000 0.80000',
      CHFJPY: '187.500 187.500',
      BTC: '100.00 100.02',
    });
    // At 15:1, half the cap, without a package.
    expect(
      tradeOf(decideOpenTrade(stateOf(RICH), order({ symbol: 'USDJPY', amount: 666_667n }), context)).requiredMargin,
    ).toBe(666_667n);
    expect(
      tradeOf(decideOpenTrade(stateOf(RICH), order({ symbol: 'EURJPY', amount: 800_000n }), context)).requiredMargin,
    ).toBe(733_340n);
    // A franc is 1 ÷ 0.8 dollars: the pair is quoted the other way round.
    expect(
      tradeOf(decideOpenTrade(stateOf(RICH), order({ symbol: 'CHFJPY', amount: 900_000n }), context)).requiredMargin,
    ).toBe(833_334n);
    expect(
      tradeOf(decideOpenTrade(stateOf(RICH), order({ symbol: 'BTC', lots: 100n, amount: 20_000n }), context))
        .requiredMargin,
    ).toBe(10_001n);
  });

  it('[T2] margin is the notional ÷ leverage rounded up, whatever the lots, price and leverage', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.bigInt({ min: 1n, max: 10n ** 18n }),
        fc.integer({ min: 100, max: 3000 }),
        (lots, price, leverage) => {
          const value = notional(instrument('EURUSD'), lots, { num: price, den: PRICE_SCALE });
          const needed = requiredMargin(value, leverage);
          const short = (cents: bigint) => cents * BigInt(leverage) * PRICE_SCALE < lots * 100_000n * price * 100n;
          expect(short(needed)).toBe(false);
          expect(short(needed - 1n)).toBe(true);
        },
      ),
    );
  });

  it('[T3] leverage is half the cap of the class, and the mark-up 1.6 pips or 16 basis points', () => {
    const prices: Prices = {
      EURUSD: '1.00000 1.00000',
      AUDUSD: '1.00000 1.00000',
      AAPL: '100.00 100.00',
      ETH: '1000.00 1000.00',
    };
    const opened = (symbol: string, lots: bigint) =>
      decideOpenTrade(stateOf(RICH), order({ symbol, lots, amount: 10_000_000n }), contextOf(prices));
    const leverage = ['EURUSD', 'AUDUSD', 'AAPL', 'ETH'].map(
      (symbol) => tradeOf(opened(symbol, 100n)).leverageHundredths,
    );
    expect(leverage).toEqual([1500, 1000, 250, 100]);
    expect(quotesOf(opened('EURUSD', 100n))[0]?.markup).toBe(1_600_000n);
    expect(quotesOf(opened('AAPL', 100n))[0]?.markup).toBe(1_600_000_000n);
  });

  it('[T4] the amount covers the margin and is covered by the cash, and moves whole', () => {
    const context = contextOf({ EURUSD: '1.00000 1.00000' });
    const exact = decideOpenTrade(stateOf({ client: { cash: 666_667n } }), order({ amount: 666_667n }), context);
    expect(exact.entry?.postings).toEqual([
      { account: 'cash', amount: 666_667n },
      { account: 'margin', amount: -666_667n },
    ]);
    expect(said(decideOpenTrade(stateOf(RICH), order({ amount: 666_666n }), context))).toBe('order.margin_too_small');
    expect(said(decideOpenTrade(stateOf({ client: { cash: 666_666n } }), order({ amount: 666_667n }), context))).toBe(
      'order.insufficient_balance',
    );
  });

  it('[T5] a position is worth at least ten dollars and at most a billion', () => {
    const context = contextOf({ AAPL: '10.00 10.00' });
    const of = (lots: bigint) =>
      said(
        decideOpenTrade(
          stateOf({ client: { cash: 10n ** 15n } }),
          order({ symbol: 'AAPL', lots, amount: 10n ** 14n }),
          context,
        ),
      );
    expect([99n, 100n, MAX_NOTIONAL_CENTS / 10n, MAX_NOTIONAL_CENTS / 10n + 1n].map(of)).toEqual([
      'order.notional_too_small',
      'ok',
      'ok',
      'order.notional_too_large',
    ]);
    expect(said(decideOpenTrade(stateOf(RICH), order({ symbol: 'NOPE' }), context))).toBe('order.unknown_symbol');
  });

  it('[M54] a market order asks for a price that is fresh enough to open on', () => {
    const prices = contextOf({ EURUSD: '1.10000 1.10002' });
    const late: typeof prices = {
      ...prices,
      quote: (symbol, markup, purpose) =>
        purpose === 'opening' ? { ok: false, code: 'market.stale', detail: 'late' } : prices.quote(symbol, markup),
    };
    expect(said(decideOpenTrade(stateOf(RICH), order({}), late))).toBe('market.stale');
    const { state, trade } = opened('EURUSD', 'buy', prices);
    expect(said(decideCloseTrade(state, close(trade), late))).toBe('ok');
  });

  it('[T6] without a quote, its own or the one that converts, nothing happens', () => {
    for (const prices of [{}, { EURJPY: '165.000 165.006' }, { EURUSD: '1.10000 1.10002' }] satisfies Prices[]) {
      const refused = decideOpenTrade(stateOf(RICH), order({ symbol: 'EURJPY' }), contextOf(prices));
      expect(refused).toEqual({
        outcome: { ok: false, refusal: { code: 'market.closed', values: { detail: 'closed' } } },
      });
    }
    const { state, trade } = opened(
      'EURJPY',
      'buy',
      contextOf({ EURJPY: '165.000 165.006', EURUSD: '1.10000 1.10002' }),
    );
    expect(said(decideCloseTrade(state, close(trade), contextOf({ EURJPY: '165.000 165.006' })))).toBe('market.closed');
  });

  it('[T7] a suspended client opens nothing and closes everything', () => {
    const context = contextOf({ EURUSD: '1.10000 1.10002' });
    const { state, trade } = opened('EURUSD', 'buy', context);
    state.of(PARTIES).set(CLIENT, { ...partyOf(state), status: 'suspended' });
    expect(said(decideOpenTrade(state, order({}), context))).toBe('account.suspended');
    expect(said(decideCloseTrade(state, close(trade), context))).toBe('ok');
  });
});

describe('closing', () => {
  it('[T8] a buy closes at the bid, a sell at the ask', () => {
    const context = contextOf({ EURUSD: '1.10000 1.10002' });
    for (const [side, price] of [
      ['buy', 10_999_200_000n],
      ['sell', 11_001_000_000n],
    ] as const) {
      const { state, trade } = opened('EURUSD', side, context);
      expect(tradeOf(decideCloseTrade(state, close(trade), context)).exitPrice).toBe(price);
    }
  });

  it('[T9] profit is converted at the mid of the pair of the quote currency, half-even once', () => {
    // 100,000 × 0.500 yen = 50,000 yen at 150.5: $332.2259…; the pair is quoted as yen for one dollar.
    const path: [Prices, Prices] = [{ USDJPY: '150.000' }, { USDJPY: '150.500' }];
    expect(resultOf('USDJPY', 'buy', ...path)).toBe(33_223n);
    expect(resultOf('USDJPY', 'sell', ...path)).toBe(-33_223n);
    // Half a cent and one and a half, for both sides: to the even cent.
    const cheap = { EURUSD: '1.10000', GBPUSD: '0.00500' };
    const of = (side: 'buy' | 'sell', end: string) =>
      resultOf('EURGBP', side, { ...cheap, EURGBP: '0.85000' }, { ...cheap, EURGBP: end });
    expect(['0.85001', '0.85003', '0.85005'].map((end) => [of('buy', end), of('sell', end)])).toEqual([
      [0n, 0n],
      [2n, -2n],
      [2n, -2n],
    ]);
    // 100,000 × 0.00100 pounds = 100 pounds at 1.25.
    expect(
      resultOf(
        'EURGBP',
        'buy',
        { EURGBP: '0.85000', EURUSD: '1.10000', GBPUSD: '1.30000' },
        { EURGBP: '0.85100', GBPUSD: '1.25000' },
      ),
    ).toBe(12_500n);
  });

  it('[T9] mirrored trades on one path without a spread have exactly opposite results', () => {
    const price = fc
      .integer({ min: 100_000, max: 200_000 })
      .map((n) => `${Math.floor(n / 1000)}.${String(n % 1000).padStart(3, '0')}`);
    fc.assert(
      fc.property(price, price, price, (first, last, conversion) => {
        const path: [Prices, Prices] = [
          { EURJPY: first, EURUSD: '1.10000' },
          { EURJPY: last, USDJPY: conversion },
        ];
        expect(resultOf('EURJPY', 'buy', ...path)).toBe(-resultOf('EURJPY', 'sell', ...path));
      }),
    );
  });

  it('[T10] however a trade is closed in parts, at one price they sum to the whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 40n }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 110_000, max: 111_500 }),
        (parts, points) => {
          const lots = parts.reduce((sum, part) => sum + part, 0n) + 1n;
          const start = contextOf({ EURCAD: '1.50000', EURUSD: '1.10000' }, { spreadless: true });
          const end = contextOf({ EURCAD: `1.5${points}`, USDCAD: '1.37777' }, { spreadless: true });
          const whole = opened('EURCAD', 'sell', start, lots, 5_000_000n);
          apply(whole.state, decideCloseTrade(whole.state, close(whole.trade), end), end.now);
          const split = opened('EURCAD', 'sell', start, lots, 5_000_000n);
          for (const part of [...parts, null])
            apply(split.state, decideCloseTrade(split.state, { ...close(split.trade), lots: part }, end), end.now);
          for (const key of ['cash', 'margin', 'realised'] as const)
            expect(partyOf(split.state)[key]).toBe(partyOf(whole.state)[key]);
          expect(split.state.of(TRADES).get(split.trade.id)).toMatchObject({
            status: 'closed',
            openLots: 0n,
            collateralLeft: 0n,
            requiredMarginLeft: 0n,
          });
        },
      ),
    );
  });

  it('[T11] a partial close releases its share of the collateral, rounded down, and of the required margin', () => {
    const context = contextOf({ EURUSD: '1.10000' }, { spreadless: true });
    const { state, trade } = opened('EURUSD', 'buy', context, 100n, 1_000_001n);
    apply(state, decideCloseTrade(state, { ...close(trade), lots: 50n }, context), context.now);
    expect(state.of(TRADES).get(trade.id)).toMatchObject({
      status: 'active',
      openLots: 50n,
      collateralLeft: 500_001n,
      requiredMarginLeft: trade.requiredMargin - trade.requiredMargin / 2n,
    });
    expect(partyOf(state)).toMatchObject({ margin: 500_001n, cash: 99_499_999n });
  });

  it('[T12] a trade never costs more than its collateral, and the trading account shows the result of the quotes', () => {
    const points = fc.integer({ min: 50_000, max: 160_000 }).map((n) => `1.${String(n).padStart(6, '0').slice(0, 5)}`);
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.array(fc.tuple(points, fc.bigInt({ min: 1n, max: 60n })), { minLength: 1, maxLength: 4 }),
        (side, closes) => {
          const { state, trade } = opened('EURUSD', side, contextOf({ EURUSD: '1.05000' }), 100n, 750_000n);
          let shortfall = 0n;
          let trading = 0n;
          let cashBack = 0n;
          let least = -750_000n;
          for (const [price, lots] of [...closes, ['1.00000', null] as const]) {
            const context = contextOf({ EURUSD: price });
            const decision = decideCloseTrade(state, { ...close(trade), lots }, context);
            if (!decision.outcome.ok) continue;
            for (const { account, amount } of decision.entry?.postings ?? []) {
              if (account === 'shortfall') shortfall += amount;
              if (account === 'trading') trading += amount;
              if (account === 'cash') cashBack -= amount;
            }
            apply(state, decision, context.now);
            const now = state.of(TRADES).get(trade.id);
            // What is left of the collateral and what came back: never below nothing, whatever happened.
            expect((now?.collateralLeft ?? -1n) >= 0n).toBe(true);
            least = least > cashBack - 750_000n ? least : cashBack - 750_000n;
          }
          expect(least >= -750_000n).toBe(true);
          expect(partyOf(state)).toMatchObject({
            margin: 0n,
            realised: trading,
            cash: 100_000_000n + trading + shortfall,
          });
          expect(state.of(TRADES).get(trade.id)).toMatchObject({ status: 'closed', realised: trading, shortfall });
        },
      ),
    );
  });

  it('[T12] in a gap beyond the collateral the house bears the rest', () => {
    const { state, trade } = opened(
      'EURUSD',
      'buy',
      contextOf({ EURUSD: '1.10000' }, { spreadless: true }),
      100n,
      800_000n,
    );
    const decision = decideCloseTrade(state, close(trade), contextOf({ EURUSD: '1.00000' }, { spreadless: true }));
    expect(decision.entry?.postings).toEqual([
      { account: 'margin', amount: 800_000n },
      { account: 'shortfall', amount: 200_000n },
      { account: 'trading', amount: -1_000_000n },
    ]);
    expect(decision.notifications?.[0]?.values).toMatchObject({
      result: 'a loss of $10,000.00, of which we covered $2,000.00',
    });
  });

  it('[T13] a trade is closed once, no further than it is open, and by its owner', () => {
    const context = contextOf({ EURUSD: '1.10000' });
    const { state, trade } = opened('EURUSD', 'buy', context);
    expect(said(decideCloseTrade(state, { ...close(trade), lots: trade.lots + 1n }, context))).toBe(
      'trade.too_many_lots',
    );
    expect(said(decideCloseTrade(state, { ...close(trade), clientId: OTHER }, context))).toBe('trade.not_found');
    apply(state, decideCloseTrade(state, close(trade), context), context.now);
    expect(decideCloseTrade(state, close(trade), context)).toEqual({
      outcome: { ok: false, refusal: { code: 'trade.already_closed' } },
    });
  });

  it('[T71] the answer of a close says what its price is written with', () => {
    const context = contextOf({ EURUSD: '1.10000' });
    const { state, trade } = opened('EURUSD', 'buy', context);
    expect(decideCloseTrade(state, close(trade), context).outcome).toMatchObject({
      result: { id: trade.id, symbol: 'EURUSD', exit_price: '10999200000' },
    });
  });

  it('[T14] a fill keeps its quote and the one that converted it', () => {
    const prices: Prices = { EURJPY: '165.000 165.006', EURUSD: '1.10000', USDJPY: '150.000' };
    const opening = decideOpenTrade(stateOf(RICH), order({ symbol: 'EURJPY', amount: 900_000n }), contextOf(prices));
    expect(tapeOf(opening)).toEqual(['EURJPY', 'EURUSD']);
    const { state, trade } = opened('EURJPY', 'buy', contextOf(prices));
    expect(tapeOf(decideCloseTrade(state, close(trade), contextOf(prices)))).toEqual(['EURJPY', 'USDJPY']);
  });
});

type Order = Parameters<typeof decideOpenTrade>[1];

function order(of: Partial<Order>): Order {
  return { kind: 'open_trade', clientId: CLIENT, symbol: 'EURUSD', side: 'buy', lots: 100n, amount: 900_000n, ...of };
}

function close(trade: Trade): Parameters<typeof decideCloseTrade>[1] {
  return { kind: 'close_trade', clientId: trade.clientId, tradeId: trade.id, lots: null };
}

function tradeOf(decision: AnyDecision): Trade {
  if (!decision.outcome.ok) throw new Error(`refused: ${said(decision)}`);
  return movedTrade(decision).after;
}

function quotesOf(decision: AnyDecision) {
  return afterOf(QUOTES, decision.rows);
}

/** The instruments of the quotes of the fill that the decision makes. */
function tapeOf(decision: AnyDecision): (string | undefined)[] {
  const trade = tradeOf(decision);
  const [quote, conversion] =
    trade.exitQuoteId === null
      ? [trade.entryQuoteId, trade.entryConversionQuoteId]
      : [trade.exitQuoteId, trade.exitConversionQuoteId];
  const symbolOf = (id: string | null | undefined) => quotesOf(decision).find((quote) => quote.id === id)?.symbol;
  return [symbolOf(quote), symbolOf(conversion)];
}

function opened(
  symbol: string,
  side: 'buy' | 'sell',
  context: Context,
  lots = 100n,
  amount = 1_000_000n,
): { state: State; trade: Trade } {
  const state = stateOf(RICH);
  const decision = decideOpenTrade(state, order({ symbol, side, lots, amount }), context);
  const trade = tradeOf(decision);
  apply(state, decision, context.now);
  return { state, trade };
}

/** Cents that one lot made between two moments, dealt without a mark-up. */
function resultOf(symbol: string, side: 'buy' | 'sell', start: Prices, end: Prices): bigint {
  const { state, trade } = opened(symbol, side, contextOf(start, { spreadless: true }));
  return tradeOf(decideCloseTrade(state, close(trade), contextOf(end, { spreadless: true }))).realised;
}
